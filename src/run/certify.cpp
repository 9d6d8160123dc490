#include "novikoff/run/certify.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>

#include "novikoff/core/number.hpp"
#include "novikoff/prove/enclosure.hpp"
#include "novikoff/prove/existence.hpp"
#include "novikoff/prove/kernel_space.hpp"
#include "novikoff/prove/large.hpp"
#include "novikoff/prove/margin.hpp"
#include "novikoff/run/settings.hpp"
#include "run/exact_units.hpp"

namespace novikoff {
namespace {

Numbers numbers_of(const Arguments& arguments, Numbers otherwise) {
  const auto word = arguments.text("--numbers");
  return word ? *numbers_named(*word) : otherwise;
}

// The value of a bias as certify takes it.
Rational exact_bias(double bias_value, Numbers numbers) {
  if (numbers == Numbers::binary64) return Rational::of(bias_value);
  const std::optional<Decimal> decimal = parse_decimal(to_text(bias_value));
  return decimal ? Rational::of(*decimal) : Rational();
}

// A finite decimal's nearest double; what is none is not the B of any data.
std::optional<double> bias_of(const Rational& value) {
  Integer two = value.denominator(), five = two;
  const std::uint64_t twos = two.remove(2), fives = five.remove(5);
  constexpr std::uint64_t kLongest = 1100;  // digits behind the point of the smallest double
  if (twos > kLongest || fives > kLongest) return std::nullopt;
  const std::uint64_t digits = std::max(twos, fives);
  Rational whole = value * Rational::power(10, static_cast<std::int64_t>(digits));
  if (!whole.denominator().is_one()) return std::nullopt;
  const Result<double> nearest = parse_number(whole.numerator().to_text() + "e-" + std::to_string(digits), "bias_value");
  return nearest ? std::optional(*nearest) : std::nullopt;
}

void note_margin(CertifyReport& report) {
  report.separation.margin_low = sqrt(Enclosure::of(report.margin->gamma2_low)).low;
  report.separation.margin_high = sqrt(Enclosure::of(report.margin->gamma2_high)).high;
}

// γ* of a separable set, and the narrower interval.
Status search_margin(CertifyReport& report, const MarginOptions& options) {
  const ExactData& data = *report.data;
  const Certificate& separator = *report.separation.certificate;
  Result<Certificate> margin = data.large ? max_margin(*data.large, separator, options) : Result<Certificate>(max_margin(data.rows, separator, options));
  if (!margin) return margin.error();
  report.margin = *std::move(margin);
  note_margin(report);
  return {};
}

// λ̂ as it is: each weight a double.
Certificate of_existence(const ExactData& data, const Separation& found) {
  Certificate c{.claim = Claim::existence, .verdict = found.verdict, .numbers = data.numbers(), .bias_value = data.bias_value()};
  for (const auto& [row, weight] : found.existence) c.lambda.emplace_back(row, Rational::of(weight));
  return c;
}

// With the overlapped rows, which the search itself does not list: the checker finds them.
Result<Separation> separated(const ExactData& data, const SearchOptions& options) {
  Result<Separation> found = separate(*data.large, options);
  if (found && !found->existence.empty()) found->certificate = of_existence(data, *found);
  if (!found || !found->certificate || options.claim != Claim::separation || found->verdict == Verdict::separable) return found;
  found->overlapped.resize(found->verdict == Verdict::overlapping ? static_cast<std::size_t>(data.size()) : 0);
  std::iota(found->overlapped.begin(), found->overlapped.end(), std::uint64_t{0});
  if (found->verdict == Verdict::overlapping) return found;
  const auto outcome = check(*found->certificate, rows_to_check(*data.large), options.memory);
  if (!outcome) return outcome.error();
  if (const auto* proved = std::get_if<Proved>(&*outcome)) {
    found->overlapped = proved->overlapped;
    return found;
  }
  if (std::get<Refusal>(*outcome).undecided)
    return ErrorInfo{
        ErrorCode::memory_limit, "which rows overlap may take more memory to find out than --memory allows", {}, "raise --memory, or ask for --strict", {}};
  return ErrorInfo{ErrorCode::internal, "the checker refuses the certificate that was found: " + std::get<Refusal>(*outcome).why, {}, {}, {}};
}

// Where the rows overlap, all are finite. Else it takes a linear program in all rows for each, which large data do not begin.
std::vector<CoefficientSigns> signs_of(const ExactData& data, const Separation& separation, const SearchOptions& options) {
  if (!data.large) return coefficient_signs(data.rows, separation, options);
  return std::vector(data.n_columns(), separation.verdict == Verdict::overlapping ? CoefficientSigns::finite : CoefficientSigns::unknown);
}

// Beside rows that are held.
std::uint64_t memory_left(const ExactData& data, std::uint64_t memory) {
  return memory - std::min<std::uint64_t>(memory, data.large ? data.large->memory() : 0);
}

// A value of a stretch takes some 60 bytes while it is made, and stretches are to be a small part of the memory.
std::uint64_t values_at_once(std::uint64_t memory) { return std::min<std::uint64_t>(1U << 20U, memory / 256); }

Result<std::variant<Proved, Refusal>> checked(const Certificate& certificate, const ExactData& data, std::uint64_t memory, std::uint64_t threads) {
  if (!data.large && certificate.claim == Claim::existence)
    return std::variant<Proved, Refusal>(Refusal{"the data have values that no double holds, which is not for a proof of existence", {}});
  if (!data.large) return check(certificate, data.rows, memory);
  if (certificate.claim != Claim::existence) return check(certificate, rows_to_check(*data.large, values_at_once(memory)), memory);
  return check_existence(certificate, *data.large, {.threads = static_cast<unsigned>(threads), .memory = memory_left(data, memory)});
}

CheckReport refused(const CertificateFile& file, std::string reason) { return {.reason = std::move(reason), .rows = file.examples.rows}; }

}  // namespace

static Status check_known(const Kernel& kernel) {
  if (kernel.kind == KernelKind::linear || exact_kernel_named(name(kernel.kind))) return {};
  return usage_error("nothing is known of kernels that are given as numbers or as a function, so that nothing can be proved of their feature space");
}

static Status check_certify_kernel(const Arguments& arguments, const Kernel& kernel) {
  if (kernel.kind == KernelKind::linear) return {};
  if (arguments.given("--exhaustive"))
    return usage_error("--exhaustive looks at the rows in passes, and proofs with --kernel " + std::string(name(kernel.kind)) + " need all of them at once");
  return check_known(kernel);
}

Result<CertifySetting> open_certify_setting(const Arguments& arguments) {
  CertifySetting setting;
  Result<ReadOptions> reading = read_options(arguments);
  if (!reading) return reading.error();
  Result<Labels> labels = label_policy(arguments, false);
  if (!labels) return labels.error();
  setting.reading = *std::move(reading);
  setting.labels = *std::move(labels);
  setting.numbers = numbers_of(arguments, Numbers::decimal);
  ask_for_exact_values(setting.reading, setting.numbers);
  setting.bias_value = arguments.number("--bias").value_or(1);
  setting.claim = arguments.given("--strict") ? Claim::strict : Claim::separation;
  setting.margin = arguments.given("--margin");
  setting.gap = arguments.number("--gap");
  if (setting.gap && !setting.margin) return usage_error("--gap says how narrow the interval of --margin must be: give --margin too");
  setting.model_out = arguments.text("--model-out");
  if (setting.model_out && !setting.margin) return usage_error("--model-out keeps the hyperplane of largest margin: give --margin too");
  if (setting.model_out == "-") return usage_error("a model goes to a file, not to standard output, where the report stands");
  setting.conflicts = arguments.given("--conflicts");
  setting.errors = arguments.given("--errors");
  setting.exhaustive = arguments.given("--exhaustive");
  setting.threads = threads_of(arguments);
  setting.max_seconds = arguments.number("--max-seconds").value_or(setting.max_seconds);
  if (const auto word = arguments.text("--expect")) setting.expect = verdict_named(*word);
  const bool asks_which = setting.expect == Verdict::quasi_separable || setting.expect == Verdict::overlapping;
  if (asks_which && setting.claim == Claim::strict)
    return usage_error("--strict cannot tell quasi-separable from overlapping: --expect separable or inseparable, or leave --strict out");
  if (setting.exhaustive && (setting.conflicts || setting.errors))
    return usage_error("--exhaustive looks at the rows in passes, --conflicts and --errors need all of them at once: ask for one of the two");
  const Result<Kernel> kernel = kernel_of(arguments);
  if (!kernel) return kernel.error();
  setting.kernel = *kernel;
  if (Status possible = check_certify_kernel(arguments, setting.kernel); !possible) return possible.error();
  if (arguments.text("--output").value_or("") == "-") return usage_error("a certificate goes to a file, not to standard output, where the report stands");
  return setting;
}

bool CertifyReport::as_expected() const noexcept {
  const std::optional<Verdict> expect = setting->expect;
  const bool proved_inseparable = verdict() == Verdict::inseparable || verdict() == Verdict::quasi_separable || verdict() == Verdict::overlapping;
  return !expect || *expect == verdict() || (*expect == Verdict::inseparable && proved_inseparable);
}

std::optional<ExactKernel> exact_kernel(const Kernel& kernel, Numbers numbers) {
  const std::optional<ExactKernelKind> kind = exact_kernel_named(name(kernel.kind));
  if (!kind) return std::nullopt;
  return ExactKernel{.kind = *kind, .gamma = rational_of(kernel.gamma, numbers), .coef0 = rational_of(kernel.coef0, numbers), .degree = kernel.degree};
}

// Where a row has a feature that the kernel does not take.
static ErrorInfo not_defined(const ExactData& data, std::size_t row, std::string_view kernel) {
  const Place place = data.place(row);
  return {ErrorCode::kernel_not_defined, "a feature is negative, and --kernel " + std::string(kernel) + " takes none", {place.file, place.line, 0}, {}, {}};
}

Result<ExactData> read_data(Source& source, CertifySetting& setting, std::optional<InputAgain> again) {
  const std::uint64_t memory = setting.reading.memory;
  const std::optional<ExactKernel> kernel = exact_kernel(setting.kernel, setting.numbers);
  if (!setting.conflicts && !setting.errors && !kernel)
    return read_for_proof(source, setting.labels,
                          {.numbers = setting.numbers,
                           .bias_value = setting.bias_value,
                           .memory = memory,
                           .threads = setting.threads,
                           .small = setting.exhaustive ? 0 : ProofReading::kSmall,
                           .again = std::move(again)});
  Result<ExactData> data = read_exact(source, setting.labels, setting.numbers, setting.bias_value, memory);
  if (!data && data.error().code == ErrorCode::memory_limit)
    data.error().hint = kernel ? "proofs with a kernel need all rows as whole numbers at once: raise --memory"
                               : "--conflicts and --errors need all rows as whole numbers at once: raise --memory, or leave them out; the verdict and "
                                 "--margin take passes over files instead";
  if (data && kernel)
    if (const auto row = KernelSpace::row_not_defined(data->rows, *kernel)) return not_defined(*data, *row, name(kernel->kind));
  return data;
}

// Everything that is asked of the rows as they are. `clock` gives the seconds that went by.
static Status certify_rows(const ExactData& data, SearchOptions options, const std::function<double()>& clock, CertifyReport& report) {
  const CertifySetting& setting = *report.setting;
  Result<Separation> separation = data.large ? separated(data, options) : Result<Separation>(separate(data.rows, options));
  if (!separation) return separation.error();
  report.separation = *std::move(separation);
  options.memory = memory_left(data, setting.reading.memory);  // the search may have released them
  if (setting.margin && report.verdict() == Verdict::separable)
    if (Status found = search_margin(report, {.gap = setting.gap, .give_up = options.give_up, .memory = options.memory}); !found) return found.error();
  report.margin_seconds = clock();
  if (setting.conflicts || setting.errors)
    report.errors = find_errors(data.rows, report.separation, {.bracket = setting.errors, .give_up = options.give_up, .memory = options.memory});
  // Last: nobody asked for them, and they may take all the time that is left.
  const double before = clock();
  if (setting.claim == Claim::separation && report.verdict() != Verdict::undecided) report.signs = signs_of(data, report.separation, options);
  report.signs_seconds = clock() - before;
  return {};
}

// The same in a kernel's feature space.
static void certify_with_kernel(const ExactData& data, const ExactKernel& kernel, const SearchOptions& options, const std::function<double()>& clock,
                                CertifyReport& report) {
  const CertifySetting& setting = *report.setting;
  KernelSpace space(data.rows, kernel);
  report.kernel_radius2 = space.max_sqnorm();
  report.separation = space.separate(options);
  if (setting.margin && report.verdict() == Verdict::separable) {
    report.margin = space.max_margin({.gap = setting.gap, .give_up = options.give_up, .memory = options.memory});
    if (report.margin) note_margin(report);
  }
  report.margin_seconds = clock();
  if (setting.conflicts || setting.errors)
    report.errors = space.find_errors(report.separation, {.bracket = setting.errors, .give_up = options.give_up, .memory = options.memory});
}

// γ* ≤ R, whatever a search had time and memory for: where it ended before it had a bound, 0 is not one.
static void bound_by_radius(CertifyReport& report) {
  Scaled& high = report.separation.margin_high;
  if (report.verdict() == Verdict::undecided && high.sign() == 0) high = sqrt(Enclosure::of(report.max_sqnorm())).high;
}

Result<CertifyReport> certify(const ExactData& data, const CertifySetting& setting, const std::function<bool(double seconds)>& stop) {
  if (Status known = check_known(setting.kernel); !known) return known.error();
  const auto start = std::chrono::steady_clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  SearchOptions options;
  options.claim = setting.claim;
  options.memory = memory_left(data, setting.reading.memory);
  options.threads = static_cast<unsigned>(setting.threads);
  options.exhaustive = setting.exhaustive;
  options.give_up = [&] { return (setting.max_seconds > 0 && seconds() >= setting.max_seconds) || stop(seconds()); };
  CertifyReport report;
  report.data = &data;
  report.setting = &setting;
  if (const auto kernel = exact_kernel(setting.kernel, setting.numbers)) {
    certify_with_kernel(data, *kernel, options, seconds, report);
  } else if (Status found = certify_rows(data, options, seconds, report); !found) {
    return found.error();
  }
  bound_by_radius(report);
  report.seconds = seconds();
  report.out_of_time = setting.max_seconds > 0 && report.seconds >= setting.max_seconds;
  return report;
}

CertificateFile certificate_file(const CertifyReport& report) {
  const ExactData& data = *report.data;
  CertificateFile file;
  file.certificate = *report.certificate();
  file.examples = {data.size(), data.sha256};
  file.source = provenance_of(report);
  return file;
}

Result<CheckSetting> open_check_setting(const Arguments& arguments) {
  CheckSetting setting;
  setting.inputs.assign(arguments.positions().begin() + 1, arguments.positions().end());
  const std::string& path = arguments.positions().front();
  for (const std::string& input : setting.inputs)
    if (path == "-" && input == "-") return usage_error("the certificate and the data cannot both come from standard input");
  Result<CertificateFile> file = load_certificate(path, memory_limit(arguments));
  if (!file) return with_order_hint(file.error(), arguments.command());
  setting.file = *std::move(file);
  if (setting.file.certificate.claim == Claim::existence && !arguments.given("--exhaustive"))
    return usage_error(
        "the certificate claims that a proof exists, which takes n³/3 multiplications for n columns to find out again: check --exhaustive does that");
  const Provenance& source = setting.file.source;
  Result<ReadOptions> reading = read_options(arguments, source, "certificate");
  if (!reading) return reading.error();
  setting.reading = *std::move(reading);
  ask_for_exact_values(setting.reading, setting.file.certificate.numbers);
  setting.threads = threads_of(arguments);
  setting.labels = Labels::fixed(source.negative, source.positive);
  // One that no data can have is refused before they are read: asked_for_other_numbers.
  setting.bias_value = bias_of(setting.file.certificate.bias_value).value_or(1);
  return setting;
}

std::optional<CheckReport> asked_for_other_numbers(const Arguments& arguments, const CertificateFile& file) {
  const Certificate& c = file.certificate;
  const Numbers numbers = numbers_of(arguments, c.numbers);
  if (numbers != c.numbers)
    return refused(file, "the certificate is about numbers " + std::string(name(c.numbers)) + ", and --numbers asks for " + std::string(name(numbers)));
  const std::optional<double> nearest = bias_of(c.bias_value);
  if (!nearest || !(exact_bias(*nearest, c.numbers) == c.bias_value))
    return refused(file, "no data have the bias value B = " + c.bias_value.to_text() + ": all are " +
                             (c.numbers == Numbers::decimal ? "shortest decimals of doubles" : "doubles"));
  const auto bias = arguments.number("--bias");
  if (bias && !(exact_bias(*bias, numbers) == c.bias_value))
    return refused(file, "the certificate is about the bias value B = " + c.bias_value.to_text() + ", and --bias asks for " + to_text(*bias));
  return std::nullopt;
}

std::optional<CheckReport> other_examples(const CertificateFile& file, const ErrorInfo& error) {
  // A column that is not known may be one that an option names.
  if (error.code != ErrorCode::label_unknown && error.code != ErrorCode::column_missing) return std::nullopt;
  const std::string place = error.where.file.empty() ? "" : error.where.file + (error.where.line == 0 ? "" : ":" + std::to_string(error.where.line)) + ": ";
  return refused(file, "the certificate is about other examples: " + place + error.message);
}

Result<ExactData> read_data(Source& source, CheckSetting& setting, std::optional<InputAgain> again) {
  const Certificate& certificate = setting.file.certificate;
  const ProofReading reading{.numbers = certificate.numbers,
                             .bias_value = setting.bias_value,
                             .memory = setting.reading.memory,
                             .threads = setting.threads,
                             .small = certificate.claim == Claim::existence ? 0 : ProofReading::kSmall,
                             .again = std::move(again)};
  if (certificate.claim == Claim::errors || certificate.kernel) {
    Result<ExactData> data = read_exact(source, setting.labels, reading.numbers, reading.bias_value, reading.memory);
    if (!data && data.error().code == ErrorCode::memory_limit)
      data.error().hint = std::string(certificate.kernel ? "certificates with a kernel" : "certificates of errors") +
                          " are checked with all rows as whole numbers at once: raise --memory";
    return data;
  }
  return read_for_proof(source, setting.labels, reading);
}

Result<CheckReport> check_data(const CertificateFile& file, const ExactData& data, std::uint64_t memory, std::uint64_t threads) {
  CheckReport report{.rows = data.size()};
  if (data.size() != file.examples.rows) {
    report.reason = "the data have " + std::to_string(data.size()) + " rows, and the certificate is about " + std::to_string(file.examples.rows);
    return report;
  }
  if (data.sha256 != file.examples.sha256) {
    report.reason = "the data are not the examples that the certificate is about: their SHA-256 is another";
    return report;
  }
  const Result<std::variant<Proved, Refusal>> found = checked(file.certificate, data, memory, threads);
  if (!found) return found.error();
  const std::variant<Proved, Refusal>& outcome = *found;
  if (const auto* refusal = std::get_if<Refusal>(&outcome)) {
    if (refusal->undecided) return ErrorInfo{ErrorCode::memory_limit, refusal->why, {}, "raise --memory", {}};
    report.reason = refusal->why;
    report.row = refusal->row;
    return report;
  }
  report.holds = true;
  report.overlapped = file.certificate.claim == Claim::existence ? data.size() : std::get<Proved>(outcome).overlapped.size();
  return report;
}

}  // namespace novikoff
