// What certify and check say to people.
#include <algorithm>

#include "novikoff/run/certify.hpp"
#include "run/keeps.hpp"
#include "run/report_errors.hpp"
#include "run/report_margin.hpp"
#include "run/report_parts.hpp"

namespace novikoff {
namespace {

constexpr std::size_t kRowsShown = 5;
constexpr std::size_t kColumnsShown = 12;
constexpr std::size_t kConflictShown = 12;
constexpr std::uint64_t kColumnsNumbered = std::uint64_t{1} << 20U;  // a direction beyond is not shown

std::string verdict_in_words(Verdict verdict, Claim claim) {
  switch (verdict) {
    case Verdict::separable:
      return "separable: a hyperplane has every row strictly on its side";
    case Verdict::quasi_separable:
      return "quasi-separable: a hyperplane has no row on the wrong side, but some rows lie on every such hyperplane";
    case Verdict::overlapping:
      return "overlapping: every hyperplane that does not contain all rows has one on the wrong side";
    case Verdict::inseparable:
      return std::string("inseparable: no hyperplane has every row strictly on its side") +
             (claim == Claim::strict ? " (--strict asks no more than that)" : "");
    default:
      return "undecided";
  }
}

// THEORY: what follows for two learners, from the verdict alone.
std::string consequences(Verdict verdict) {
  if (verdict == Verdict::undecided) return {};
  std::string out =
      line("perceptron", verdict == Verdict::separable ? "halts, whatever the order, if every row comes again (in exact arithmetic, with --tie update)"
                                                       : "never halts (in exact arithmetic, with --tie update)");
  if (verdict == Verdict::separable) return out + line("logistic", "regression without penalty has no finite maximum: the log-likelihood tends to 0");
  if (verdict == Verdict::quasi_separable)
    return out + line("logistic", "regression without penalty has no finite maximum: the log-likelihood tends to a supremum below 0");
  if (verdict == Verdict::overlapping)
    return out + line("logistic", "regression without penalty has a finite maximum, the only one if the columns are linearly independent");
  return out;
}

// The limit that a search met.
std::string limit_met(const CertifyReport& report) {
  if (report.out_of_time) return "--max-seconds " + shown(report.setting->max_seconds) + " ran out";
  return "--memory " + std::to_string(report.setting->reading.memory) + " was not enough";
}

std::string undecided_in_words(const CertifyReport& report) {
  return "undecided: " + limit_met(report) + " before a proof; raise it" + (report.setting->claim == Claim::strict ? "" : ", or ask less with --strict");
}

// Where the proof that was not found may be one that need not be written down.
std::string exhaustive_hint(const CertifyReport& report) {
  const CertifySetting& setting = *report.setting;
  constexpr std::size_t kSmallProofs = 300;  // columns up to which --exhaustive has nothing to add
  const bool goes_with = setting.kernel.kind == KernelKind::linear && !setting.conflicts && !setting.errors && !setting.exhaustive;
  if (report.verdict() != Verdict::undecided || !goes_with || report.data->n_columns() <= kSmallProofs) return {};
  return line("", fmt::format("the rows have values in {} columns: if they are inseparable, --exhaustive may prove it", report.data->n_columns()));
}

std::string more_text(std::size_t n, std::size_t shown) { return n <= shown ? "" : fmt::format(", … {} more (--json lists all)", n - shown); }

// The first of them as file:line.
std::string places(const ExactData& data, const std::vector<std::uint64_t>& rows) {
  std::string out;
  for (std::size_t k = 0; k < std::min(rows.size(), kRowsShown); ++k) out += (k == 0 ? "" : ", ") + data.where(rows[k]);
  return out + more_text(rows.size(), kRowsShown);
}

std::vector<std::uint64_t> without(std::uint64_t n, const std::vector<std::uint64_t>& rows) {
  std::vector<std::uint64_t> rest;
  std::size_t next = 0;
  for (std::uint64_t row = 0; row < n; ++row)
    if (next < rows.size() && rows[next] == row)
      ++next;
    else
      rest.push_back(row);
  return rest;
}

std::string split_text(const CertifyReport& report) {
  if (report.setting->claim == Claim::strict || report.verdict() == Verdict::undecided) return {};
  const std::vector<std::uint64_t>& overlapped = report.separation.overlapped;
  const std::vector<std::uint64_t> separated = without(report.data->size(), overlapped);
  const auto group = [&](std::string_view name, const std::vector<std::uint64_t>& rows) {
    return line(name, counted(rows.size(), "row", "rows") + (rows.empty() ? "" : ": " + places(*report.data, rows)));
  };
  return group("separated", separated) + group("overlapped", overlapped);
}

std::string towards(CoefficientSigns signs) {
  switch (signs) {
    case CoefficientSigns::positive:
      return " (to +∞)";
    case CoefficientSigns::negative:
      return " (to -∞)";
    case CoefficientSigns::either:
      return " (either way)";
    default:
      return {};
  }
}

// The direction of the certificate, as far as doubles show it.
std::string direction_text(const CertifyReport& report) {
  if (!report.separation.certificate || report.setting->kernel.kind != KernelKind::linear) return {};
  const Certificate& c = *report.separation.certificate;
  Hypothesis u;
  u.bias_value = report.data->has_bias() ? 1 : 0;
  u.bias_weight = (c.u_bias * report.data->bias_value()).to_scaled().to_double();
  if (c.u.empty() || c.u.back().first >= kColumnsNumbered) return {};
  u.weights.resize(static_cast<std::size_t>(c.u.back().first) + 1);
  for (const auto& [feature, value] : c.u) u.weights[static_cast<std::size_t>(feature)] = value.to_scaled().to_double();
  return u.finite() ? line("hyperplane", hyperplane(u, provenance_of(report.data->schema, report.data->classes))) : std::string();
}

std::string names_text(const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t k = 0; k < std::min(names.size(), kColumnsShown); ++k) out += (k == 0 ? "" : ", ") + names[k];
  return out + more_text(names.size(), kColumnsShown);
}

// Each coefficient takes a linear program in all rows, and their time is not that of the verdict.
std::string why_unknown(const CertifyReport& report) {
  if (report.data->large) return ": not decided for data of this size";
  return fmt::format(": {} after {} s on the coefficients, {} s on all else; the verdict does not need them, and --strict leaves them out", limit_met(report),
                     shown(report.signs_seconds), shown(report.seconds - report.signs_seconds));
}

// Which coefficients of a logistic regression run off.
std::string columns_text(const CertifyReport& report) {
  if (report.signs.empty()) return {};
  if (report.verdict() == Verdict::overlapping) return line("coefficients", "all stay finite");
  std::vector<std::string> off, finite;
  std::size_t unknown = 0;
  for (std::size_t column = 0; column < report.signs.size(); ++column) {
    const CoefficientSigns signs = report.signs[column];
    if (signs == CoefficientSigns::finite) finite.push_back(column_name(*report.data, column));
    unknown += signs == CoefficientSigns::unknown ? 1 : 0;
    if (!towards(signs).empty()) off.push_back(column_name(*report.data, column) + towards(signs));
  }
  std::string text = line("run off", off.empty() ? "no coefficient is known to" : names_text(off));
  if (!finite.empty()) text += line("stay finite", names_text(finite));
  if (unknown == 0) return text;
  return text + line("unknown", counted(unknown, "coefficient", "coefficients") + why_unknown(report));
}

// What the proof of a verdict rests on where it is not the kernel's own values.
std::string kernel_proof_text(const ExactKernel& kernel) {
  if (kernel.independent())
    return line("proof", "exact: the images of distinct points are linearly independent, so that only points with both labels are in the way");
  if (kernel.needs_nonnegative())
    return line("proof", "exact: the images of a feature's distinct values above 0 are linearly independent, so that only which are equal counts");
  return {};
}

std::string kernel_text(const ExactKernel& kernel) {
  return kernel_text(Kernel{.kind = *kernel_named(name(kernel.kind)),
                            .gamma = kernel.gamma.to_scaled().to_double(),
                            .coef0 = kernel.coef0.to_scaled().to_double(),
                            .degree = kernel.degree});
}

std::string existence_text(const Certificate& c) {
  return line("proof",
              "of existence: weights of " + counted(c.lambda.size(), "row", "rows") + " with Σ λ·y·x = 0 exactly are proved to exist near those found;") +
         line("", "they are not written down, so that only check --exhaustive can look again");
}

// λ, the rows whose weighted sum is 0.
std::string conflict_text(const CertifyReport& report) {
  if (!report.separation.certificate || report.separation.certificate->lambda.empty()) return {};
  if (report.separation.certificate->claim == Claim::existence) return existence_text(*report.separation.certificate);
  const auto& lambda = report.separation.certificate->lambda;
  const std::string bias = report.data->has_bias() ? ", the bias coordinate included:" : ":";
  std::string out = line("conflict", counted(lambda.size(), "row", "rows") + " with Σ λ·y·x = 0" + bias);
  for (std::size_t k = 0; k < std::min(lambda.size(), kConflictShown); ++k) out += weight_line(*report.data, lambda[k].first, lambda[k].second);
  return lambda.size() > kConflictShown ? out + line("", fmt::format("… {} more (--json lists all)", lambda.size() - kConflictShown)) : out;
}

std::string margin_text(const CertifyReport& report) {
  if (report.margin) return max_margin_text(report);
  const Separation& s = report.separation;
  if (report.setting->margin && report.verdict() == Verdict::separable)
    return line("margin γ*", "between " + shown(s.margin_low) + " and " + shown(s.margin_high) +
                                 "; no hyperplane was found whose margin is proved to be larger: doubles found none, or time or memory ran out");
  if (s.margin_high.sign() == 0) return line("margin γ*", "0: no hyperplane has a positive margin on every row");
  return line("margin γ*", "between " + shown(s.margin_low) + " and " + shown(s.margin_high) +
                               (report.data->has_bias() ? ", the bias coordinate included" : "") +
                               (report.verdict() == Verdict::separable ? "; --margin finds it, with the rows that decide it" : ""));
}

std::string shell_word(const std::string& word) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string file_text(const CertifyReport& report, const std::optional<std::string>& path, const std::vector<std::string>& inputs) {
  if (report.certificate() == nullptr) return path ? line("certificate", "none: nothing is proved, so " + *path + " is not written") : "";
  if (!path) return line("certificate", "not kept; -o FILE writes it");
  std::string words = std::string("novikoff check ") + (report.certificate()->claim == Claim::existence ? "--exhaustive " : "") + shell_word(*path);
  for (const std::string& input : inputs) words += " " + shell_word(input);
  // What the certificate does not know of how its data were read.
  const ReadOptions& reading = report.setting->reading;
  const bool as_named = inputs.empty() || inputs.front().starts_with('@');
  if (!as_named && reading.format)
    words += *reading.format == Format::csv ? " --format csv" : *reading.format == Format::tsv ? " --format tsv" : " --format libsvm";
  if (!as_named && reading.delimiter != 0)
    words += reading.delimiter == '\t' ? std::string(" --delimiter tab") : " --delimiter " + shell_word(std::string(1, reading.delimiter));
  if (!reading.ignored.empty()) words += " --ignore " + shell_word(list_text(reading.ignored));
  return line("certificate", "written to " + *path) + line("check it", words);
}

std::string model_text(const CertifyReport& report) {
  const std::optional<std::string>& path = report.setting->model_out;
  if (!path) return {};
  if (report.margin && report.why_no_model.empty()) return line("model", "written to " + *path);
  return line("model", "none: " + (report.margin ? "the hyperplane is proved, but " + report.why_no_model : "no margin is proved") + ", so " + *path +
                           " is not written");
}

std::string about(Numbers numbers, const std::string& bias_value) {
  const std::string bias = bias_value == "0" ? "no bias" : "bias value B = " + bias_value;
  return (numbers == Numbers::decimal ? "decimals as written; " : "the values of the nearest doubles; ") + bias;
}

std::string length_of(const std::vector<std::pair<std::uint64_t, Rational>>& entries) {
  return counted(entries.size(), "entry", "entries") + " that are not 0";
}

}  // namespace

std::string certify_text(const CertifyReport& report, const std::optional<std::string>& path, const std::vector<std::string>& inputs) {
  const ExactData& data = *report.data;
  const Kernel& kernel = report.setting->kernel;
  const bool linear = kernel.kind == KernelKind::linear;
  std::string out = line("rows", fmt::format("{}, {}", data.size(), counted(data.n_features(), "feature", "features")));
  out += line("classes", classes_text(provenance_of(data.schema, data.classes)));
  if (!linear) out += line("kernel", kernel_text(kernel) + ": hyperplanes, margins and bounds are of its feature space");
  out += line("numbers", about(data.numbers(), data.bias_value().to_text()));
  out += line("verdict", report.verdict() == Verdict::undecided ? undecided_in_words(report) : verdict_in_words(report.verdict(), report.setting->claim));
  out += exhaustive_hint(report) + consequences(report.verdict());
  out += direction_text(report);
  if (!linear && report.verdict() != Verdict::undecided) out += kernel_proof_text(*exact_kernel(kernel, data.numbers()));
  out += split_text(report);
  out += columns_text(report);
  out += conflict_text(report);
  out += margin_text(report);
  out += errors_text(report);
  if (!report.as_expected()) out += line("expected", std::string(name(*report.setting->expect)) + ", which this is not");
  return out + file_text(report, path, inputs) + model_text(report);
}

std::string check_text(const CertificateFile& file, const CheckReport& report, const std::string& where) {
  const Certificate& c = file.certificate;
  const std::string claimed = std::string(name(c.claim)) + ", " + std::string(name(c.verdict));
  if (!report.holds) return line("holds", "no") + line("because", (where.empty() ? "" : where + ": ") + report.reason) + line("claim", claimed);
  std::string out = line("holds", c.claim == Claim::existence ? "yes, in doubles with bounds of every rounding"
                                  : c.by_intervals()          ? "yes, in interval arithmetic, rounded outward"
                                                              : "yes, in exact arithmetic");
  out += line("proved", verdict_in_words(c.verdict, c.claim));
  if (c.kernel) out += line("kernel", kernel_text(*c.kernel) + ": all of this is of its feature space");
  if (c.claim == Claim::existence) out += existence_text(c);
  if (c.claim == Claim::margin) out += line("γ*²", gamma2_text(c) + ", the square of the largest margin, the bias coordinate included");
  if (c.claim == Claim::errors) return out + proved_errors_text(c.errors) + line("numbers", about(c.numbers, c.bias_value.to_text()));
  const std::uint64_t separated = report.rows - report.overlapped;
  if (c.verdict == Verdict::inseparable)
    out += line("rows", fmt::format("{}, {} of them in a conflict", report.rows, c.lambda.size()));
  else
    out += line("rows", fmt::format("{}: {} separated, {} overlapped", report.rows, separated, report.overlapped));
  return out + line("numbers", about(c.numbers, c.bias_value.to_text()));
}

std::string inspect_text(const CertificateFile& file) {
  const Certificate& c = file.certificate;
  std::string out = line("certificate", "claim " + std::string(name(c.claim)) + "; only novikoff check says whether it holds");
  out += line("verdict", verdict_in_words(c.verdict, c.claim));
  out += line("classes", classes_text(file.source));
  if (c.kernel)
    out += line("kernel", kernel_text(*c.kernel) + "; proof in " + (c.by_intervals() ? "interval arithmetic, rounded outward" : "exact arithmetic"));
  out += line("numbers", about(c.numbers, c.bias_value.to_text()));
  out += line("examples", fmt::format("{}, SHA-256 {}", counted(file.examples.rows, "row", "rows"), file.examples.sha256));
  out += line("index base", fmt::format("{} (number of the first feature)", file.source.index_base));
  if (!file.source.label_name.empty()) out += line("label column", visible(file.source.label_name));
  out += line("u", length_of(c.u) + (c.u_bias.sign() != 0 ? ", and the bias coordinate" : ""));
  if (c.claim == Claim::margin) out += line("γ*²", gamma2_text(c));
  if (c.claim == Claim::errors) return out + errors_proof_text(c.errors);
  if (c.claim == Claim::existence) return out + existence_text(c);
  return out + line("λ", length_of(c.lambda));
}

}  // namespace novikoff
