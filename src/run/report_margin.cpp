#include "run/report_margin.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "novikoff/prove/enclosure.hpp"
#include "novikoff/prove/margin.hpp"
#include "run/keeps.hpp"

namespace novikoff {
namespace {

constexpr std::size_t kLongest = 40;  // characters of an exact number that people are shown
constexpr std::size_t kSupportShown = 12;
constexpr std::size_t kDirectionShown = 12;

Rational radius2(const CertifyReport& report) { return report.max_sqnorm(); }

// (R/γ*)², from below and from above.
std::pair<Rational, Rational> bound_of(const CertifyReport& report) {
  const Rational r2 = radius2(report);
  return {r2 / report.margin->gamma2_high, r2 / report.margin->gamma2_low};
}

// A unit vector: its entries by feature, and the bias coordinate (the number of features).
std::vector<std::pair<std::uint64_t, double>> direction_of(const CertifyReport& report) {
  const Certificate& c = *report.margin;
  Rational sqnorm = c.u_bias * c.u_bias;
  for (const auto& entry : c.u) sqnorm = sqnorm + entry.second * entry.second;
  const Scaled norm = sqrt(sqnorm.to_scaled());
  std::vector<std::pair<std::uint64_t, double>> result;
  for (const auto& [feature, value] : c.u) result.emplace_back(feature, (value.to_scaled() / norm).to_double());
  if (report.data->has_bias()) result.emplace_back(report.data->n_features(), c.u_bias.sign() == 0 ? 0 : (c.u_bias.to_scaled() / norm).to_double());
  return result;
}

std::string exact_or_about(const Rational& value) {
  const std::string exact = value.to_text();
  return exact.size() <= kLongest ? exact : "about " + shown(value.to_scaled());
}

std::string feature_column_name(const ExactData& data, std::uint64_t feature) {
  if (feature == data.n_features()) return "the bias";
  return feature_name(provenance_of(data.schema, data.classes), feature);
}

// All digits of a double, so that the ends of a narrow interval differ.
std::string in_full(const Scaled& value) { return value.fits_double() ? to_text(value.to_double()) : shown(value); }

// What brings the ends of an interval together.
std::string narrower(const CertifyReport& report) {
  const CertifySetting& setting = *report.setting;
  if (setting.max_seconds > 0 && report.margin_seconds >= setting.max_seconds)
    return "--max-seconds " + shown(setting.max_seconds) + " ran out; with more the interval becomes narrower";
  const Rational part = Rational(1) - Rational::of(std::min(setting.gap.value_or(MarginOptions::kGapOtherwise), 1.0));
  if (report.margin->gamma2_low < part * part * report.margin->gamma2_high) return {};  // it is the memory, or the rounding of intervals, that it met
  return report.margin->by_intervals() ? "a smaller --gap asks for a narrower interval"
                                       : "a smaller --gap asks for a narrower interval, --gap 0 for γ*² itself";
}

std::string margin_line(const CertifyReport& report) {
  const Separation& s = report.separation;
  if (report.margin_is_exact())
    return line("margin γ*", shown(s.margin_low) + ", the largest of any hyperplane, the bias coordinate included; proved") +
           line("γ*²", exact_or_about(report.margin->gamma2_low) + ", exactly a fraction");
  return line("margin γ*", "between " + in_full(s.margin_low) + " and " + in_full(s.margin_high) + ", the bias coordinate included; proved" +
                               (report.margin->by_intervals() ? " in interval arithmetic, rounded outward" : "")) +
         (narrower(report).empty() ? std::string() : line("", narrower(report)));
}

std::string bound_line(const CertifyReport& report) {
  const auto [low, high] = bound_of(report);
  const std::string floor = high.floor().to_text();
  std::string value = "between " + in_full(Enclosure::of(low).low) + " and " + in_full(Enclosure::of(high).high);
  if (low == high) value = high.to_text().size() <= kLongest ? "= " + high.to_text() : "about " + shown(high.to_scaled());
  const std::string updates = floor.size() <= kLongest ? floor : "about " + shown(high.to_scaled());
  return line("bound (R/γ*)²", value + ": from weights 0 a perceptron makes at most " + updates + (updates == "1" ? " update" : " updates"));
}

std::string direction_line(const CertifyReport& report) {
  const auto direction = direction_of(report);
  std::string out;
  for (std::size_t k = 0; k < std::min(direction.size(), kDirectionShown); ++k)
    out += (k == 0 ? "" : ", ") + feature_column_name(*report.data, direction[k].first) + " " + shown(direction[k].second);
  if (direction.size() > kDirectionShown) out += fmt::format(", … {} more", direction.size() - kDirectionShown);
  return line("direction", out);
}

// One end of an interval, moved outward where a double or its logarithm is not the number itself.
void write_end(JsonWriter& json, std::string_view key, const Scaled& value, double outward) {
  if (!value.fits_double()) {
    json.member(key, nullptr);
    // The logarithm is above 1022 in size, and right to 2^−52 of it.
    const double log2 = value.log2();
    const double slack = std::ldexp(std::fabs(log2), -50);
    return json.member(std::string(key) + "_log2", outward > 0 ? log2 + slack : log2 - slack);
  }
  double nearest = value.to_double();
  const Scaled back = Scaled::of(nearest);
  if (outward > 0 ? back < value : value < back) nearest = std::nextafter(nearest, outward);
  json.member(key, nearest);
}

}  // namespace

void write_interval(JsonWriter& json, std::string_view key, const Scaled& low, const Scaled& high) {
  json.key(key).begin_object(JsonWriter::Layout::line);
  write_end(json, "low", low, -std::numeric_limits<double>::infinity());
  write_end(json, "high", high, std::numeric_limits<double>::infinity());
  json.end_object();
}

// Digits of a λ that doubles found say no more than its decimal.
std::string weight_line(const ExactData& data, std::uint64_t row, const Rational& weight, bool exact) {
  return line("", data.where(row) + "  λ = " + (exact ? exact_or_about(weight) : "about " + shown(weight.to_scaled())));
}

std::string column_name(const ExactData& data, std::size_t column) { return feature_column_name(data, data.feature(column)); }

std::string gamma2_text(const Certificate& c) {
  if (c.gamma2_low == c.gamma2_high) return exact_or_about(c.gamma2_low);
  return "between " + in_full(Enclosure::of(c.gamma2_low).low) + " and " + in_full(Enclosure::of(c.gamma2_high).high);
}

std::string max_margin_text(const CertifyReport& report) {
  std::string out = margin_line(report);
  out += line("radius R", shown(sqrt(radius2(report).to_scaled())) + ", the norm of the longest row; R² = " + exact_or_about(radius2(report)));
  out += bound_line(report) + (report.setting->kernel.kind == KernelKind::linear ? direction_line(report) : std::string());
  const auto& lambda = report.margin->lambda;
  const std::string_view what = report.margin_is_exact() ? ": the point Σ λ·y·x is the nearest to 0 of the convex hull"
                                                         : ": the point Σ λ·y·x is near the nearest to 0 of the convex hull";
  out += line("support", counted(lambda.size(), "row", "rows") + std::string(what));
  for (std::size_t k = 0; k < std::min(lambda.size(), kSupportShown); ++k)
    out += weight_line(*report.data, lambda[k].first, lambda[k].second, report.margin_is_exact());
  if (lambda.size() > kSupportShown) out += line("", fmt::format("… {} more", lambda.size() - kSupportShown));
  return out;
}

void write_max_margin(Report& out, const CertifyReport& report) {
  const bool asked = report.setting->margin;
  const std::string_view none = !asked                                   ? "--margin computes it"
                                : report.verdict() == Verdict::undecided ? "undecided"
                                : report.verdict() == Verdict::separable ? "no hyperplane was found whose margin is proved to be above 0"
                                                                         : "there is no bound: the rows are not separable";
  if (!report.margin) {
    out.absent("bound", none);
    for (const std::string_view key : {"bound_floor", "direction", "direction_bias"})
      if (asked) out.absent(key, none);
    return;
  }
  const auto [low, high] = bound_of(report);
  constexpr std::string_view kInterval = "γ*² is known to lie in an interval";
  out.member_or("bound", low == high ? std::optional(high.to_text()) : std::nullopt, kInterval);
  if (!(low == high)) {
    const Enclosure least = Enclosure::of(low), most = Enclosure::of(high);
    write_interval(out.json(), "bound_interval", least.low, most.high);
  }
  out.member_or("bound_floor", low.floor() == high.floor() ? std::optional(high.floor().to_text()) : std::nullopt, kInterval);
  if (report.setting->kernel.kind != KernelKind::linear) {
    for (const std::string_view key : {"direction", "direction_bias"}) out.absent(key, "it lies in the kernel's feature space");
    return;
  }
  out.json().key("direction").begin_array(JsonWriter::Layout::line);
  std::optional<double> bias;
  for (const auto& [feature, value] : direction_of(report)) {
    if (feature == report.data->n_features()) {
      bias = value;
      continue;
    }
    out.json().begin_array(JsonWriter::Layout::line);
    out.json().value(feature + report.data->schema.index_base);
    out.json().value(value);
    out.json().end_array();
  }
  out.json().end_array();
  out.member_or("direction_bias", bias, "there is no bias");
}

}  // namespace novikoff
