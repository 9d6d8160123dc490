#include "prove/scan.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "novikoff/vec/kernels.hpp"
#include "prove/ahead.hpp"
#include "prove/cone.hpp"

namespace novikoff {
namespace {

constexpr std::size_t kValuesAtOnce = std::size_t{1} << 21U;  // as whole numbers
constexpr std::size_t kUnseen = 1024;
constexpr std::int64_t kSmallest = -1074;  // exponent of the least double above 0

// u in doubles, the largest entry from 1/2 to 1.
struct FloatWeights {
  std::vector<double> w;
  double bias = 0;       // B·w_B
  double norm = 0;       // not below ‖w‖
  double threshold = 0;  // in the same unit
  std::int64_t exponent = 0;
};

FloatWeights in_doubles(const std::vector<Integer>& u, const Rational& threshold, double bias_value) {
  FloatWeights result;
  for (const Integer& value : u)
    if (value.sign() != 0) result.exponent = std::max(result.exponent, value.to_scaled().exponent);
  double sqnorm = 0;
  for (const Integer& value : u) {
    result.w.push_back(scaled_double(value.to_scaled(), -result.exponent));
    sqnorm += result.w.back() * result.w.back();
  }
  // At most 2^32 squares, and each weight cut by less than 2^−52 of itself.
  constexpr double kUp = 1 + 0x1p-18;
  result.norm = std::sqrt(sqnorm) * kUp;
  result.bias = bias_value * result.w.back();
  result.w.pop_back();
  result.threshold = scaled_double(threshold.to_scaled(), -result.exponent);
  return result;
}

// The bound of the error of y·(dot + bias) − threshold against the exact number, both in the unit of FloatWeights.
//
// Every value is rounded by 2^−53 of itself when it becomes a double (decimals), every weight cut by 2^−52, every product rounded by 2^−53, and each term goes
// through at most n/4 + 5 additions of 2^−53: less than (n + 16)·2^−52 of the sum of the sizes of the products, with much to spare for squares of these and for
// norms that are themselves rounded. What is lost below 2^−1022 is at most 2^−1074 for each value or product, beside weights of at most 1, and 2^−1074 of a
// value for its weight, which `size` has room for.
class ErrorBound {
 public:
  ErrorBound(const FloatWeights& weights, std::uint64_t n_features)
      : absolute_(std::ldexp(static_cast<double>(n_features) + 4, static_cast<int>(kSmallest) + 2) + std::abs(weights.threshold) * 0x1p-49) {}
  double operator()(std::size_t n, double size) const noexcept { return (static_cast<double>(n) + 16) * 0x1p-52 * size + absolute_; }

 private:
  double absolute_;
};

double norm_of(const FeatureView& x, double bias) noexcept {
  constexpr double kLow = 0x1p-900, kHigh = 0x1p900;
  const double plain = sqnorm(x) + bias * bias;
  if (plain > kLow && plain < kHigh) return std::sqrt(plain);
  return sqrt(scaled_sqnorm(x) + Scaled::of(bias) * Scaled::of(bias)).to_double();
}

bool worse(const CopiedRow& a, const CopiedRow& b) noexcept { return a.relative != b.relative ? a.relative < b.relative : a.row < b.row; }

// What one part has found.
class alignas(64) Part {
 public:
  Part(const FloatWeights& weights, const ScanOptions& options, std::uint64_t n_features, double bias_value)
      : weights_(weights),
        options_(options),
        bound_(weights, n_features),
        bias_value_(bias_value),
        all_norms_(!std::isfinite(options.largest_norm)),
        worst_score_(options.worth_keeping),
        sure_(bound_(static_cast<std::size_t>(n_features) + 1, options.largest_norm * weights.norm)) {
    set_easy();
  }

  void look(std::uint64_t first, std::span<const ExampleView> rows) {
    double lowest = std::numeric_limits<double>::infinity();
    each_row(rows, [&](std::size_t k) {
      const double score = rows[k].y * (dot(rows[k].x, weights_.w.data()) + weights_.bias) - weights_.threshold;
      if (score > easy_)
        lowest = std::min(lowest, score);
      else
        look_closely(first + k, rows[k], score);
    });
    least = std::min(least, lowest - sure_);
    next = first + rows.size();
  }

  bool full() const noexcept { return undecided.size() >= options_.undecided_at_once; }

  std::uint64_t next = 0;  // rows before it have been looked at
  std::uint64_t n_below = 0, first_below = ~std::uint64_t{0};
  double least = std::numeric_limits<double>::infinity();
  double largest_norm = 0, least_norm = std::numeric_limits<double>::infinity();
  std::vector<std::uint64_t> undecided;
  std::vector<CopiedRow> worst;

 private:
  // Scores above it are sure to be above 0, and not among the worst, whatever the norm.
  void set_easy() {
    const double norm = options_.largest_norm * weights_.norm;
    constexpr double kSafe = 0x1p1000;  // no sum below it overflows
    if (!(norm < kSafe))
      easy_ = std::numeric_limits<double>::infinity();
    else
      easy_ = options_.n_worst == 0 ? sure_ : std::max(sure_, worst_score_ * norm);
  }

  void look_closely(std::uint64_t number, const ExampleView& row, double score) {
    const double norm = norm_of(row.x, bias_value_);
    if (all_norms_) {
      largest_norm = std::max(largest_norm, norm);
      least_norm = std::min(least_norm, norm);
    }
    const std::size_t n = row.x.size + 1;
    double error = bound_(n, norm * weights_.norm);
    if (!(std::abs(score) > error) || !std::isfinite(score)) error = bound_(n, size_of(row.x));
    if (score > error && std::isfinite(score)) {
      least = std::min(least, score - error);
    } else if (score < -error && std::isfinite(score)) {
      ++n_below;
      first_below = std::min(first_below, number);
    } else {
      undecided.push_back(number);
    }
    if (options_.n_worst > 0) keep(number, row, score, norm);
  }

  double size_of(const FeatureView& x) const noexcept {
    constexpr double kLost = 0x1p-1000;  // more than 2^52 times what a weight may have lost
    double size = std::abs(weights_.bias);
    for (std::size_t k = 0; k < x.size; ++k) size += std::abs(x.value[k]) * (std::abs(weights_.w[x.dense() ? k : x.index[k]]) + kLost);
    return size;
  }

  void keep(std::uint64_t number, const ExampleView& row, double score, double norm) {
    double relative = score / (norm * weights_.norm);
    if (!std::isfinite(relative)) relative = norm > 0 && weights_.norm > 0 ? row.y * scaled_relative(row.x, norm) : 0;
    if (!(relative < worst_score_)) return;
    if (worst.size() < options_.n_worst)
      worst.emplace_back();
    else
      std::pop_heap(worst.begin(), worst.end(), worse);
    worst.back().assign(number, relative, row);
    std::push_heap(worst.begin(), worst.end(), worse);
    if (worst.size() < options_.n_worst) return;
    worst_score_ = worst.front().relative;
    set_easy();
  }

  double scaled_relative(const FeatureView& x, double norm) const noexcept {
    return (scaled_dot(x, weights_.w.data(), weights_.bias, 1).value / (Scaled::of(norm) * Scaled::of(weights_.norm))).to_double();
  }

  const FloatWeights& weights_;
  const ScanOptions& options_;
  ErrorBound bound_;
  double bias_value_;
  bool all_norms_;
  double worst_score_;
  double sure_, easy_ = 0;
};

class Scan {
 public:
  Scan(RowPasses& rows, const std::vector<Integer>& u, const ScanOptions& options)
      : rows_(rows), u_(u), options_(options), weights_(in_doubles(u, options.threshold, rows.bias_value())) {
    parts_.reserve(RowPasses::kParts);
    for (std::size_t part = 0; part < RowPasses::kParts; ++part) parts_.emplace_back(weights_, options, rows.n_features(), rows.bias_value());
    for (std::size_t part = 0; part < RowPasses::kParts; ++part) parts_[part].next = RowPasses::part_begin(part, rows.size());
  }

  Result<Scanned> run() {
    for (bool again = true; again && !result_.ended;) {
      if (Status status = pass(); !status) return std::move(status.error());
      again = std::any_of(parts_.begin(), parts_.end(), [](const Part& part) { return part.full(); });
      if (Status status = decide(); !status) return std::move(status.error());
    }
    conclude();
    return std::move(result_);
  }

 private:
  Status pass() {
    return rows_.pass([this](std::size_t number, std::uint64_t first, std::span<const ExampleView> views) {
      Part& part = parts_[number];
      // What does not fit waits for the next pass.
      if (part.full() || first + views.size() <= part.next) return;
      const auto known = static_cast<std::size_t>(part.next - first);
      part.look(part.next, views.subspan(known));
    });
  }

  Status decide() {
    const std::uint64_t per_row = rows_.n_values() / std::max<std::uint64_t>(1, rows_.size()) + 1;
    const std::size_t at_once = std::max<std::size_t>(1, kValuesAtOnce / static_cast<std::size_t>(per_row));
    for (Part& part : parts_) {
      for (std::size_t begin = 0; begin < part.undecided.size() && !result_.ended; begin += at_once) {
        if (options_.give_up && options_.give_up()) {
          result_.ended = true;
          break;
        }
        if (Status status = decide({part.undecided.data() + begin, std::min(at_once, part.undecided.size() - begin)}); !status) return status;
      }
      part.undecided.clear();
    }
    return {};
  }

  Status decide(std::span<const std::uint64_t> numbers) {
    const Result<ExactRows> exact = rows_.exact(numbers);
    if (!exact) return exact.error();
    const Rational unit = exact->unit(), threshold = options_.threshold / unit;
    for (std::size_t k = 0; k < exact->size(); ++k) {
      const Integer above = dot_by_feature(*exact, k, u_) * threshold.denominator() - threshold.numerator();
      if (above.sign() > 0) {
        note_least((Rational(above, threshold.denominator()) * unit).to_scaled() * Scaled::of(1 - 0x1p-45));
        continue;
      }
      (above.sign() < 0 ? result_.n_below : result_.n_zero) += 1;
      if (above.sign() < 0) first_ = std::min(first_, numbers[k]);
      if (result_.unseen.size() < kUnseen) result_.unseen.push_back(numbers[k]);
      if (above.sign() == 0 && options_.on_zero) options_.on_zero(*exact, k, numbers[k]);
    }
    return {};
  }

  void note_least(const Scaled& value) {
    if (!least_ || value < *least_) least_ = value;
  }

  void conclude() {
    if (std::isfinite(options_.largest_norm)) result_.largest_norm = options_.largest_norm;
    double least_norm = std::numeric_limits<double>::infinity();
    for (Part& part : parts_) {
      result_.n_below += part.n_below;
      first_ = std::min(first_, part.first_below);
      if (std::isfinite(part.least)) note_least(Scaled::of(std::max(part.least, 0.0), weights_.exponent));
      // Sums of at most 2^32 squares.
      constexpr double kUp = 1 + 0x1p-18;
      result_.largest_norm = std::max(result_.largest_norm, part.largest_norm * kUp);
      least_norm = std::min(least_norm, part.least_norm);
      std::move(part.worst.begin(), part.worst.end(), std::back_inserter(result_.worst));
    }
    std::sort(result_.worst.begin(), result_.worst.end(), worse);
    std::sort(result_.unseen.begin(), result_.unseen.end());
    if (std::isfinite(least_norm)) result_.least_norm = least_norm;
    result_.least = least_.value_or(Scaled{});
    result_.first_below = first_;
  }

  RowPasses& rows_;
  const std::vector<Integer>& u_;
  const ScanOptions& options_;
  FloatWeights weights_;
  std::vector<Part> parts_;
  std::uint64_t first_ = ~std::uint64_t{0};
  std::optional<Scaled> least_;
  Scanned result_;
};

}  // namespace

void CopiedRow::assign(std::uint64_t number, double score, const ExampleView& view) {
  row = number;
  relative = score;
  y = view.y;
  dense = view.x.dense();
  dense ? index.clear() : index.assign(view.x.index, view.x.index + view.x.size);
  value.assign(view.x.value, view.x.value + view.x.size);
}

Result<Scanned> scan(RowPasses& rows, const std::vector<Integer>& u, const ScanOptions& options) { return Scan(rows, u, options).run(); }

std::vector<Integer> whole_numbers(const std::vector<double>& w) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  constexpr int kDigits = std::numeric_limits<double>::digits;
  for (const double value : w)
    if (value != 0) least = std::min(least, Scaled::of(value).exponent - kDigits);
  std::vector<Integer> result(w.size());
  for (std::size_t j = 0; j < w.size(); ++j)
    if (w[j] != 0) result[j] = Integer::of(w[j], -least);
  make_coprime(result);
  return result;
}

std::vector<Integer> by_feature(const Certificate& certificate, std::uint64_t n_features) {
  std::vector<Integer> u(static_cast<std::size_t>(n_features) + 1);
  for (const auto& [feature, value] : certificate.u) u[static_cast<std::size_t>(feature)] = value.numerator();
  u.back() = certificate.u_bias.numerator();
  return u;
}

Integer dot_by_feature(const ExactRows& rows, std::size_t row, const std::vector<Integer>& u) {
  Integer sum;
  rows.visit(row, [&](const auto& z) {
    for (std::size_t k = 0; k < z.size; ++k)
      if (const Integer& weight = u[static_cast<std::size_t>(rows.feature(z.column[k]))]; weight.sign() != 0) sum.add_product(weight, z.value[k]);
  });
  return sum;
}

}  // namespace novikoff
