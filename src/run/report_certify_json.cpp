// What certify and check say to programs. Keys and meanings: docs/json.md.
#include <cmath>
#include <limits>

#include "novikoff/run/certify.hpp"
#include "run/model_format.hpp"
#include "run/report_errors.hpp"
#include "run/report_margin.hpp"
#include "run/report_parts.hpp"

namespace novikoff {
namespace {

constexpr std::string_view kUndecided = "undecided";
constexpr std::string_view kStrict = "not asked with --strict";
// Features that are 0 in every row are listed up to this many features; beyond it only those that are not.
constexpr std::uint64_t kAllListed = std::uint64_t{1} << 20U;

using Entries = std::vector<std::pair<std::uint64_t, Rational>>;

void write_numbers(JsonWriter& json, std::string_view key, const Entries& entries, std::uint64_t first) {
  json.key(key).begin_array(JsonWriter::Layout::line);
  for (const auto& [at, value] : entries) {
    json.begin_array(JsonWriter::Layout::line);
    json.value(at + first);
    json.value(value.to_text());
    json.end_array();
  }
  json.end_array();
}

// v², rounded away from the interval: the product of two mantissas is rounded once, by half a unit in the last place.
Scaled square(const Scaled& value, double outward) {
  Scaled result = value * value;
  if (result.mantissa != 0) result = Scaled::of(std::nextafter(result.mantissa, outward), result.exponent);
  return result;
}

void write_split(Report& out, const CertifyReport& report) {
  const Verdict verdict = report.verdict();
  const std::string_view reason = verdict == Verdict::undecided ? kUndecided : kStrict;
  if (verdict == Verdict::undecided || verdict == Verdict::inseparable) {
    out.absent("separated", reason);
    return out.absent("overlapped", reason);
  }
  std::vector<std::uint64_t> separated;
  const std::vector<std::uint64_t>& overlapped = report.separation.overlapped;
  std::size_t next = 0;
  for (std::uint64_t row = 0; row < report.data->size(); ++row)
    if (next < overlapped.size() && overlapped[next] == row)
      ++next;
    else
      separated.push_back(row);
  write_list(out.json(), "separated", separated);
  write_list(out.json(), "overlapped", overlapped);
}

constexpr std::string_view kInKernelSpace = "it lies in the kernel's feature space";
bool in_feature_space(const CertifyReport& report) { return report.setting->kernel.kind != KernelKind::linear; }

// With a kernel: u as a combination of rows.
void write_alpha(Report& out, const Certificate* c) {
  if (!c) return out.absent("alpha", kUndecided);
  if (c->verdict == Verdict::inseparable) return out.absent("alpha", "the proof is lambda alone");
  write_numbers(out.json(), "alpha", c->u, 0);
}

void write_kernel(Report& out, const Certificate& c) {
  if (!c.kernel) return;
  out.member("kernel", name(c.kernel->kind));
  if (c.kernel->has_gamma()) out.member("gamma", c.kernel->gamma.to_text());
  if (c.kernel->kind == ExactKernelKind::poly) {
    out.member("coef0", c.kernel->coef0.to_text());
    out.member("degree", std::uint64_t{c.kernel->degree});
  }
  out.member("arithmetic", c.by_intervals() ? "interval" : "exact");
}

void write_proof(Report& out, const CertifyReport& report) {
  const Certificate* c = report.proof();
  if (in_feature_space(report)) write_alpha(out, c);
  if (!c) {
    out.absent("u", kUndecided);
    out.absent("u_bias", kUndecided);
    return out.absent("lambda", kUndecided);
  }
  if (c->claim == Claim::existence) {
    out.absent("u", "the proof is that weights near lambda exist");
    out.absent("u_bias", "the proof is that weights near lambda exist");
  } else if (in_feature_space(report)) {
    out.absent("u", kInKernelSpace);
    out.member("u_bias", c->u_bias.to_text());
  } else if (c->verdict == Verdict::inseparable) {
    out.absent("u", "the proof is lambda alone");
    out.absent("u_bias", "the proof is lambda alone");
  } else {
    write_numbers(out.json(), "u", c->u, report.data->schema.index_base);
    out.member("u_bias", c->u_bias.to_text());
  }
  write_numbers(out.json(), "lambda", c->lambda, 0);
}

void write_column(JsonWriter& json, const ExactData& data, std::uint64_t feature, CoefficientSigns signs) {
  json.begin_array(JsonWriter::Layout::line);
  if (feature == data.n_features())
    json.value("bias");
  else if (feature < data.schema.names.size())
    json.value(data.schema.names[feature]);
  else
    json.value(feature + data.schema.index_base);
  json.value(name(signs));
  json.end_array();
}

// A feature that is 0 in every row: whatever u there is, its coefficient may be any.
void write_columns(Report& out, const CertifyReport& report) {
  if (report.verdict() == Verdict::undecided) return out.absent("columns", kUndecided);
  if (report.setting->claim == Claim::strict) return out.absent("columns", kStrict);
  if (in_feature_space(report)) return out.absent("columns", kInKernelSpace);
  const ExactData& data = *report.data;
  const CoefficientSigns of_zeros = report.verdict() == Verdict::overlapping ? CoefficientSigns::finite : CoefficientSigns::either;
  const bool all = data.n_features() <= kAllListed;
  JsonWriter& json = out.json();
  json.key("columns").begin_array(JsonWriter::Layout::line);
  std::uint64_t next = 0;
  for (std::size_t column = 0; column < report.signs.size(); ++column) {
    const std::uint64_t feature = data.feature(column);
    for (; all && next < feature; ++next) write_column(json, data, next, of_zeros);
    write_column(json, data, feature, report.signs[column]);
    next = feature + 1;
  }
  for (; all && next < data.n_features(); ++next) write_column(json, data, next, of_zeros);
  json.end_array();
}

// γ*², exactly where that is known.
void write_gamma2(JsonWriter& json, const CertifyReport& report) {
  const Separation& s = report.separation;
  std::optional<Rational> exact;
  if (report.margin_is_exact()) exact = report.margin->gamma2_low;
  if (report.verdict() != Verdict::separable && report.verdict() != Verdict::undecided) exact = Rational();
  if (!exact) return write_interval(json, "gamma2", square(s.margin_low, 0), square(s.margin_high, std::numeric_limits<double>::infinity()));
  json.key("gamma2").begin_object(JsonWriter::Layout::line);
  json.member("exact", exact->to_text());
  json.end_object();
}

Provenance classes_of(const ExactData& data) {
  Provenance source;
  source.negative = data.classes.first;
  source.positive = data.classes.second;
  return source;
}

void write_about(Report& out, const Certificate& c) {
  out.member("claim", name(c.claim));
  out.member("verdict", name(c.verdict));
  out.member("numbers", name(c.numbers));
  out.member("bias_value", c.bias_value.to_text());
  write_kernel(out, c);
}

// As the certificate says it; nothing for the other claims.
void write_gamma2(Report& out, const Certificate& c) {
  if (c.claim != Claim::margin) return;
  JsonWriter& json = out.json();
  json.key("gamma2").begin_object(JsonWriter::Layout::line);
  if (c.gamma2_low == c.gamma2_high) {
    json.member("exact", c.gamma2_low.to_text());
  } else {
    json.member("low", c.gamma2_low.to_text());
    json.member("high", c.gamma2_high.to_text());
  }
  json.end_object();
}

}  // namespace

std::string certify_json(const CertifyReport& report) {
  const ExactData& data = *report.data;
  Report out;
  out.member("verdict", name(report.verdict()));
  out.member("claim", name(report.proof() != nullptr ? report.proof()->claim : report.setting->claim));
  out.member("rows", data.size());
  out.member("n_features", data.n_features());
  out.member("index_base", data.schema.index_base);
  write_classes(out.json(), classes_of(data));
  write_list(out.json(), "names", data.schema.names);
  out.member("numbers", name(data.numbers()));
  out.member("bias_value", data.bias_value().to_text());
  write_split(out, report);
  write_proof(out, report);
  if (in_feature_space(report)) {
    const Kernel& kernel = report.setting->kernel;
    out.member("kernel", name(kernel.kind));
    write_kernel_numbers(out.json(), kernel);
    out.member("arithmetic", report.margin && report.margin->by_intervals() ? "interval" : "exact");
  }
  out.member("radius2", report.max_sqnorm().to_text());
  const Separation& s = report.separation;
  write_interval(out.json(), "margin", s.margin_low, s.margin_high);
  if (report.setting->margin) write_gamma2(out.json(), report);
  write_max_margin(out, report);
  write_columns(out, report);
  write_errors(out.json(), report);
  const bool model = report.margin && report.why_no_model.empty();
  if (const auto& path = report.setting->model_out)
    out.member_or("model", model ? path : std::nullopt, report.margin ? report.why_no_model : "no margin is proved");
  out.member("seconds", report.seconds);
  return out.finish();
}

std::string check_json(const CertificateFile& file, const CheckReport& report) {
  Report out;
  out.member("holds", report.holds);
  write_about(out, file.certificate);
  out.member_or("reason", report.holds ? std::nullopt : std::optional(report.reason), "the certificate holds");
  out.member_or("row", report.row, report.holds ? "the certificate holds" : "the reason is about no single row");
  out.member("rows", report.rows);
  write_gamma2(out, file.certificate);
  const bool split = report.holds && file.certificate.verdict != Verdict::inseparable;
  const std::string why = report.holds ? "the claim " + std::string(name(file.certificate.claim)) + " does not say" : "the certificate does not hold";
  out.member_or("separated", split ? std::optional(report.rows - report.overlapped) : std::nullopt, why);
  out.member_or("overlapped", split ? std::optional(report.overlapped) : std::nullopt, why);
  write_claimed_errors(out.json(), file.certificate);
  return out.finish();
}

std::string inspect_json(const CertificateFile& file) {
  const Certificate& c = file.certificate;
  Report out;
  write_about(out, c);
  out.member("rows", file.examples.rows);
  out.member("sha256", file.examples.sha256);
  write_classes(out.json(), file.source);
  write_list(out.json(), "names", file.source.names);
  out.member("label_name", file.source.label_name.empty() ? std::nullopt : std::optional(file.source.label_name));
  out.member("label_column", file.source.label_column == 0 ? std::nullopt : std::optional(file.source.label_column));
  out.member("index_base", file.source.index_base);
  write_numbers(out.json(), "u", c.u, c.kernel ? 0 : file.source.index_base);
  out.member("u_bias", c.u_bias.to_text());
  write_numbers(out.json(), "lambda", c.lambda, 0);
  write_gamma2(out, c);
  write_claimed_errors(out.json(), c);
  return out.finish();
}

}  // namespace novikoff
