#include "run/report_errors.hpp"

#include <algorithm>

#include "novikoff/core/number.hpp"
#include "novikoff/core/spelling.hpp"
#include "run/keeps.hpp"

namespace novikoff {
namespace {

constexpr std::size_t kConflictsShown = 10;
constexpr std::size_t kErrorRowsShown = 12;
constexpr std::size_t kValuesShown = 8;
constexpr std::size_t kLongestValue = 40;

using Entries = std::vector<std::pair<std::uint64_t, Rational>>;

std::string short_text(const Rational& value) {
  std::string exact = value.to_text();
  return exact.size() <= kLongestValue ? exact : "about " + shown(value.to_scaled());
}

// As it was written, if a double holds it: the nearest double's shortest text.
std::string value_text(const Rational& value) {
  const Scaled nearest = value.to_scaled();
  if (nearest.fits_double())
    if (std::string text = to_text(nearest.to_double()); Rational::of(*parse_decimal(text)) == value) return text;
  return short_text(value);
}

// x of a row, without its bias coordinate.
std::string values_text(const ExactData& data, std::size_t row) {
  const Provenance source = provenance_of(data.schema, data.classes);
  std::string out;
  std::size_t n = 0;
  data.rows.visit(row, [&](const auto& z) {
    for (std::size_t k = 0; k < z.size; ++k) {
      const std::uint64_t feature = data.feature(z.column[k]);
      if (feature == data.n_features() || ++n > kValuesShown) continue;
      const Rational value = Rational(Integer(z.value[k])) * data.rows.unit() * Rational(data.rows.y(row));
      out += (out.empty() ? "" : ", ") + feature_name(source, feature) + " = " + value_text(value);
    }
  });
  if (n > kValuesShown) out += fmt::format(", … {} more", n - kValuesShown);
  return out.empty() ? "all 0" : out;
}

std::string row_text(const ExactData& data, std::uint64_t row, const Rational& lambda) {
  return fmt::format("{}  {}  λ = {}: {}", data.where(row), visible(label_spelling(data.classes, data.rows.y(row))), short_text(lambda),
                     values_text(data, row));
}

std::string conflicts_head(const ErrorsFound& found) {
  if (found.conflicts.empty()) return found.complete ? "none" : "none found before time or memory ran out";
  return counted(found.conflicts.size(), "conflict", "conflicts without common rows") +
         (found.complete ? "; all other rows together are separable" : "; time or memory ran out before all were found");
}

std::string conflicts_text(const ExactData& data, const ErrorsFound& found) {
  std::string out = line("conflicts", conflicts_head(found));
  for (std::size_t k = 0; k < std::min(found.conflicts.size(), kConflictsShown); ++k) {
    const Conflict& conflict = found.conflicts[k];
    out += line(fmt::format("conflict {}", k + 1),
                counted(conflict.size(), "row", "rows") + (data.has_bias() ? " with Σ λ·y·x = 0, the bias coordinate included:" : " with Σ λ·y·x = 0:"));
    for (std::size_t i = 0; i < std::min(conflict.size(), kErrorRowsShown); ++i) out += line("", row_text(data, conflict[i].first, conflict[i].second));
    if (conflict.size() > kErrorRowsShown) out += line("", fmt::format("… {} more", conflict.size() - kErrorRowsShown));
  }
  if (found.conflicts.size() > kConflictsShown) out += line("", fmt::format("… {} more conflicts; --json has all", found.conflicts.size() - kConflictsShown));
  return out;
}

// With a kernel it is a combination of rows: of those of the map φ' whose products count (docs/formats.md), which may be φ.
std::string hyperplane_text(const ExactData& data, const ErrorsFound& found, KernelKind kernel) {
  const bool of_rows = kernel != KernelKind::linear;
  const std::string begin = kernel == KernelKind::poly ? "Σ a·y·φ(x), a of " : "Σ a·y·φ'(x), a of ";
  const Provenance source = provenance_of(data.schema, data.classes);
  std::string out;
  for (std::size_t k = 0; k < std::min(found.u.size(), kErrorRowsShown); ++k)
    out += (!out.empty() ? ", "
            : of_rows    ? begin
                         : "") +
           (of_rows ? data.where(found.u[k].first) : feature_name(source, found.u[k].first)) + " " + short_text(found.u[k].second);
  if (found.u.size() > kErrorRowsShown) out += fmt::format(", … {} more", found.u.size() - kErrorRowsShown);
  if (found.u_bias.sign() != 0) out += (out.empty() ? "" : ", ") + std::string("the bias coordinate ") + short_text(found.u_bias);
  return line("hyperplane", out.empty() ? "all 0" : out);
}

std::string wrong_text(const ExactData& data, const std::vector<std::uint64_t>& rows) {
  if (rows.empty()) return {};
  std::string out;
  for (std::size_t k = 0; k < std::min(rows.size(), kErrorRowsShown); ++k) out += (k == 0 ? "" : ", ") + data.where(rows[k]);
  if (rows.size() > kErrorRowsShown) out += fmt::format(", … {} more", rows.size() - kErrorRowsShown);
  return line("errs on", out);
}

std::string bracket(std::uint64_t low, std::uint64_t high) {
  if (low == high) return fmt::format("{}: no hyperplane has fewer, and one has no more (proved optimal)", low);
  return fmt::format("at least {}; a hyperplane has {}", low, high);
}

std::string bracket_text(const CertifyReport& report) {
  const ErrorsFound& found = *report.errors;
  std::string out = line("errors", bracket(found.low, found.high) + (found.optimal() ? "" : "; time or memory ran out before the two met"));
  if (found.certificate && found.certificate->errors.low < found.low)
    out += line("",
                fmt::format("the certificate proves at least {}: the proof of {} is a tree too large to write down", found.certificate->errors.low, found.low));
  return out + hyperplane_text(*report.data, found, report.setting->kernel.kind) + wrong_text(*report.data, found.wrong);
}

void write_entries(JsonWriter& json, const Entries& entries, std::uint64_t first) {
  json.begin_array(JsonWriter::Layout::line);
  for (const auto& [at, value] : entries) {
    json.begin_array(JsonWriter::Layout::line);
    json.value(at + first);
    json.value(value.to_text());
    json.end_array();
  }
  json.end_array();
}

}  // namespace

std::string errors_text(const CertifyReport& report) {
  if (!report.errors) return {};
  return (report.setting->conflicts ? conflicts_text(*report.data, *report.errors) : "") + (report.setting->errors ? bracket_text(report) : "");
}

void write_errors(JsonWriter& json, const CertifyReport& report) {
  if (!report.errors) return;
  const ErrorsFound& found = *report.errors;
  if (report.setting->conflicts) {
    json.key("conflicts").begin_array();
    for (const Conflict& conflict : found.conflicts) write_entries(json, conflict, 0);
    json.end_array();
    json.member("conflicts_complete", found.complete);
  }
  if (!report.setting->errors) return;
  json.key("errors").begin_object();
  json.member("low", found.low);
  json.member("high", found.high);
  json.member("optimal", found.optimal());
  json.member("proved_low", found.certificate ? found.certificate->errors.low : 0);
  write_entries(json.key("u"), found.u, report.setting->kernel.kind == KernelKind::linear ? report.data->schema.index_base : 0);
  json.member("u_bias", found.u_bias.to_text());
  write_list(json, "rows", found.wrong);
  json.end_object();
}

std::string proved_errors_text(const ErrorsProof& proof) { return line("errors", bracket(proof.low, proof.high)); }

std::string errors_proof_text(const ErrorsProof& proof) {
  return line("errors", bracket(proof.low, proof.high)) + line("conflicts", fmt::format("{}", proof.conflicts.size())) +
         line("tree", counted(proof.tree.size(), "node", "nodes"));
}

void write_claimed_errors(JsonWriter& json, const Certificate& certificate) {
  if (certificate.claim != Claim::errors) return;
  const ErrorsProof& proof = certificate.errors;
  json.key("errors").begin_object(JsonWriter::Layout::line);
  json.member("low", proof.low);
  json.member("high", proof.high);
  json.member("optimal", proof.low == proof.high);
  json.end_object();
}

}  // namespace novikoff
