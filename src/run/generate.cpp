#include "novikoff/run/generate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "novikoff/core/number.hpp"
#include "novikoff/run/report.hpp"
#include "run/generate_rows.hpp"

namespace novikoff {
namespace {

// A kind, its word, and which options it knows.
struct Kind {
  GenerateKind kind;
  std::string_view name;
  std::string_view options;  // beside --rows and --seed, with blanks around each
};
constexpr std::array kKinds = {
    Kind{GenerateKind::separable, "separable", " --features --margin --density --bias "},
    Kind{GenerateKind::noisy, "noisy", " --features --margin --noise --density --bias "},
    Kind{GenerateKind::unit_vectors, "unit-vectors", " "},
    Kind{GenerateKind::staircase, "staircase", " "},
    Kind{GenerateKind::xor_signs, "xor", " --features "},
    Kind{GenerateKind::text, "text", " --features --noise --values-per-row "},
};

const Kind& row_of(GenerateKind kind) {
  return *std::find_if(kKinds.begin(), kKinds.end(), [&](const Kind& row) { return row.kind == kind; });
}

bool knows(GenerateKind kind, std::string_view option) { return row_of(kind).options.find(" " + std::string(option) + " ") != std::string_view::npos; }

bool one_row_a_feature(GenerateKind kind) { return kind == GenerateKind::unit_vectors || kind == GenerateKind::staircase; }

bool has_margin(GenerateKind kind) { return kind == GenerateKind::separable || kind == GenerateKind::noisy; }

Status check_bias(double bias) {
  constexpr double kMost = 1000, kPlaces = 1000;
  const double thousandths = bias * kPlaces;
  if (bias >= 0 && bias <= kMost && std::fabs(thousandths - std::floor(thousandths + 0.5)) < 1e-6) return {};
  return usage_error("to make data --bias must be from 0 to 1000, with at most three decimals, so that margins are exact");
}

Status check(const GenerateOptions& options) {
  constexpr std::uint64_t kMostFeatures = 10'000'000;  // the hidden direction is held in memory
  constexpr double kMostMargin = 1000;
  if (options.rows == 0 || options.features == 0) return usage_error("there must be a row and a feature at least");
  if (options.features > kMostFeatures) return usage_error("made data have at most 10000000 features");
  if (one_row_a_feature(options.kind) && options.rows > kMostFeatures) return usage_error("there is a feature a row, and made data have at most 10000000");
  if (!(options.noise >= 0 && options.noise <= 1)) return usage_error("--noise is a probability: at most 1");
  if (!(options.density > 0 && options.density <= 1)) return usage_error("--density is a probability: above 0, at most 1");
  if (!(options.margin > 0 && options.margin <= kMostMargin)) return usage_error("--margin is above 0 and at most 1000: values lie around -1 … 1");
  if (options.kind == GenerateKind::xor_signs && (options.features < 2 || options.rows < 4))
    return usage_error("xor needs two features at least, and four rows, one for each corner");
  return has_margin(options.kind) ? check_bias(options.bias_value) : Status{};
}

// Sums of squares of values up to this many thousandths fit 64 bits.
Status check(const RowMaker& maker) {
  constexpr std::int64_t kMostThreshold = std::int64_t{1} << 30U;
  if (maker.threshold() <= kMostThreshold) return {};
  return usage_error("--margin is too large for so many features: lower one of them");
}

// value·10^-places without trailing zeros.
void append_fixed(std::string& out, std::int64_t value, int places) {
  if (value < 0) out += '-';
  std::uint64_t size = value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  std::uint64_t unit = 1;
  for (int i = 0; i < places; ++i) unit *= 10;
  out += std::to_string(size / unit);
  size %= unit;
  if (size == 0) return;
  out += '.';
  for (; size != 0; size %= unit) {
    unit /= 10;
    out += static_cast<char>('0' + size / unit);
  }
}

void append_libsvm(std::string& out, const MadeRow& row, int places) {
  out += row.positive ? "1" : "-1";
  for (const MadeRow::Value& v : row.values) {
    out += ' ' + std::to_string(v.feature + 1) + ':';
    append_fixed(out, v.value, places);
  }
  out += '\n';
}

void append_csv(std::string& out, const MadeRow& row, int places, std::uint64_t features) {
  auto next = row.values.begin();
  for (std::uint64_t j = 0; j < features; ++j) {
    const bool here = next != row.values.end() && next->feature == j;
    append_fixed(out, here ? (next++)->value : 0, places);
    out += ',';
  }
  out += row.positive ? "1\n" : "-1\n";
}

std::string csv_header(std::uint64_t features) {
  std::string out;
  for (std::uint64_t j = 1; j <= features; ++j) out += 'x' + std::to_string(j) + ',';
  return out + "label\n";
}

// R² in millionths, bias coordinate included: the rows are made for it once more.
std::int64_t sqradius(const RowMaker& maker, const GenerateOptions& options) {
  std::int64_t most = 0;
  MadeRow row;
  for (std::uint64_t i = 0; i < options.rows; ++i) {
    maker.make(i, row);
    std::int64_t sqnorm = 0;
    for (const MadeRow::Value& v : row.values) sqnorm += v.value * v.value;
    most = std::max(most, sqnorm);
  }
  const auto bias = static_cast<std::int64_t>(std::floor(options.bias_value * 1000 + 0.5));
  return most + bias * bias;
}

std::string margin_text(const RowMaker& maker, const GenerateOptions& options) {
  std::string h;
  for (const std::int32_t value : maker.direction()) h += ' ' + std::to_string(value);
  const bool bias = options.bias_value != 0;
  std::string out = bias ? fmt::format("y*(h*x + hb*B)/|(h,hb)| >= {} for every row; h ={}, hb = {}, B = {}, |(h,hb)|^2 = {}", to_text(options.margin), h,
                                       maker.bias_direction(), to_text(options.bias_value), maker.direction_sqnorm())
                         : fmt::format("y*(h*x)/|h| >= {} for every row; h ={}, |h|^2 = {}", to_text(options.margin), h, maker.direction_sqnorm());
  const std::int64_t sqnorm = sqradius(maker, options);
  out += "; R^2 = ";
  append_fixed(out, sqnorm, 6);
  if (bias) out += " with B";
  const double bound = static_cast<double>(sqnorm) / 1e6 / (options.margin * options.margin);
  if (options.kind == GenerateKind::separable)
    return out + fmt::format("; from zero weights at most (R/g)^2 = {} {} in any order", shown(bound), bound == 1 ? "update" : "updates");
  return out + fmt::format("; then each label was flipped with probability {}, and no bound on the updates is known", to_text(options.noise));
}

std::string staircase_text(std::uint64_t n) {
  std::string out =
      "y_i*x_i = (-1, ..., -1, 1, 0, ..., 0), the 1 in place i; without a bias R^2 = n, margin^2 = 3/(4^n - 1), from zero weights at least (4^n - 1)/3";
  const bool shown_whole = n <= 30;  // n·4^n fits 64 bits
  const std::uint64_t least = shown_whole ? ((std::uint64_t{1} << (2 * n)) - 1) / 3 : 0;
  if (shown_whole) out += " = " + std::to_string(least);
  out += " and at most n*(4^n - 1)/3";
  if (shown_whole) return out + " = " + counted(n * least, "update", "updates") + " in any order";
  return out + " updates in any order";
}

std::string unit_vectors_text(std::uint64_t n) {
  return fmt::format(
      "x_i = e_i; without a bias R = 1, margin = 1/sqrt(n), from zero weights exactly n = (R/g)^2 = {} in any order with --tie update, {} with --tie plus",
      counted(n, "update", "updates"), n / 2);
}

}  // namespace

std::string_view name(GenerateKind kind) noexcept { return row_of(kind).name; }

Result<GenerateKind> generate_kind_named(std::string_view name) {
  std::vector<std::string> names;
  std::string all;
  for (const Kind& row : kKinds) {
    if (row.name == name) return row.kind;
    names.emplace_back(row.name);
    all += (all.empty() ? "" : ", ") + names.back();
  }
  const auto near = did_you_mean(name, names);
  return usage_error("there is no kind of data \"" + std::string(name) + "\"; " + (near ? "did you mean " + *near + "?" : "the kinds are " + all));
}

std::string GenerateOptions::command() const {
  std::string out = fmt::format("novikoff generate {} --rows {}", name(kind), rows);
  if (knows(kind, "--features")) out += fmt::format(" --features {}", features);
  if (knows(kind, "--margin")) out += " --margin " + to_text(margin);
  if (knows(kind, "--noise")) out += " --noise " + to_text(noise);
  if (knows(kind, "--density")) out += " --density " + to_text(density);
  if (knows(kind, "--values-per-row")) out += fmt::format(" --values-per-row {}", values_per_row);
  if (knows(kind, "--bias")) out += " --bias " + to_text(bias_value);
  if (!one_row_a_feature(kind)) out += fmt::format(" --seed {}", seed);
  return out + (csv ? " --to csv" : "");
}

Result<GenerateOptions> generate_options(const Arguments& arguments) {
  const Result<GenerateKind> kind = generate_kind_named(arguments.positions().front());
  if (!kind) return kind.error();
  for (const char* option : {"--features", "--margin", "--noise", "--density", "--values-per-row", "--bias"})
    if (arguments.given(option) && !knows(*kind, option)) return usage_error("data of the kind " + std::string(name(*kind)) + " have no " + option);
  constexpr double kFlipped = 0.1;
  constexpr std::uint64_t kWords = 10'000;
  GenerateOptions options;
  options.kind = *kind;
  options.rows = arguments.count("--rows").value_or(one_row_a_feature(*kind) ? 10 : options.rows);
  options.features = arguments.count("--features").value_or(*kind == GenerateKind::text ? kWords : *kind == GenerateKind::xor_signs ? 2 : options.features);
  options.margin = arguments.number("--margin").value_or(options.margin);
  options.noise = arguments.number("--noise").value_or(*kind == GenerateKind::noisy ? kFlipped : 0);
  options.density = arguments.number("--density").value_or(options.density);
  options.bias_value = arguments.number("--bias").value_or(options.bias_value);
  options.values_per_row = arguments.count("--values-per-row").value_or(options.values_per_row);
  options.seed = arguments.count("--seed").value_or(options.seed);
  options.csv = arguments.text("--to") ? *arguments.text("--to") == "csv" : arguments.text("--output").value_or("").ends_with(".csv");
  if (Status valid = check(options); !valid) return valid.error();
  return options;
}

Result<std::string> generate_description(const GenerateOptions& options) {
  if (Status valid = check(options); !valid) return valid.error();
  const RowMaker maker(options);
  if (Status fits = check(maker); !fits) return fits.error();
  std::string out = options.command() + ": ";
  switch (options.kind) {
    case GenerateKind::separable:
    case GenerateKind::noisy:
      return out + margin_text(maker, options);
    case GenerateKind::unit_vectors:
      return out + unit_vectors_text(options.rows);
    case GenerateKind::staircase:
      return out + staircase_text(options.rows);
    case GenerateKind::xor_signs:
      return out + "the label is the sign of x_1*x_2; the first four rows alone cannot be separated, with a bias or without";
    case GenerateKind::text:
      return out + fmt::format("feature j in about 1/j of the words, rows of length 1, labels of a hidden direction, flipped with probability {}",
                               to_text(options.noise));
  }
  return out;
}

Result<std::uint64_t> generate(const GenerateOptions& options, const std::string& description, const Sink& write) {
  constexpr std::size_t kAtOnce = std::size_t{1} << 16U;
  if (Status valid = check(options); !valid) return valid.error();
  const RowMaker maker(options);
  if (Status fits = check(maker); !fits) return fits.error();
  std::string out = options.csv ? csv_header(maker.features()) : "# " + description + '\n';
  MadeRow row;
  for (std::uint64_t i = 0; i < options.rows; ++i) {
    maker.make(i, row);
    options.csv ? append_csv(out, row, maker.places(), maker.features()) : append_libsvm(out, row, maker.places());
    if (out.size() < kAtOnce) continue;
    const Result<bool> more = write(out);
    if (!more) return more.error();
    if (!*more) return i + 1;
    out.clear();
  }
  const Result<bool> written = write(out);
  if (!written) return written.error();
  return options.rows;
}

}  // namespace novikoff
