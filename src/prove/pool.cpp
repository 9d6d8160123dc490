#include "prove/pool.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "novikoff/core/random.hpp"
#include "novikoff/vec/kernels.hpp"
#include "prove/cone.hpp"

namespace novikoff {
namespace {

// Precisions to which weights are rounded, shortest first, as in separate.
constexpr int kPoolRoundings[] = {6, 12, 20, 30, 42, 53};
constexpr std::uint64_t kSeed = 1962;

template <class F>
void each_value(const CopiedRow& row, F f) {
  for (std::size_t k = 0; k < row.value.size(); ++k) f(row.dense ? k : row.index[k], row.value[k]);
}

}  // namespace

std::vector<std::uint64_t> drawn_rows(std::uint64_t size, std::size_t n) {
  std::vector<std::uint64_t> result;
  if (n >= size) {
    for (std::uint64_t row = 0; row < size; ++row) result.push_back(row);
    return result;
  }
  // Floyd's sampling: each step adds one row.
  Rng random(kSeed);
  std::set<std::uint64_t> drawn;
  for (std::uint64_t last = size - n; last < size; ++last)
    if (!drawn.insert(random.below(last + 1)).second) drawn.insert(last);
  result.assign(drawn.begin(), drawn.end());
  return result;
}

Result<std::vector<CopiedRow>> copied_rows(RowPasses& rows, std::span<const std::uint64_t> numbers) {
  std::array<std::vector<CopiedRow>, RowPasses::kParts> found;
  const Status status = rows.pass([&](std::size_t part, std::uint64_t first, std::span<const ExampleView> views) {
    auto next = std::lower_bound(numbers.begin(), numbers.end(), first);
    for (; next != numbers.end() && *next < first + views.size(); ++next)
      found[part].emplace_back().assign(*next, 0, views[static_cast<std::size_t>(*next - first)]);
  });
  if (!status) return status.error();
  std::vector<CopiedRow> result;
  for (std::vector<CopiedRow>& part : found) std::move(part.begin(), part.end(), std::back_inserter(result));
  return result;
}

Pool::Pool(std::uint64_t n_features, double bias_value, const std::vector<CopiedRow>& first)
    : n_features_(n_features),
      bias_value_(bias_value),
      exponent_(static_cast<std::size_t>(n_features) + (bias_value != 0 ? 1 : 0), std::numeric_limits<int>::min()),
      active_(exponent_.size()) {
  for (const CopiedRow& row : first)
    each_value(row, [&](std::size_t j, double value) {
      if (value != 0) exponent_[j] = std::max(exponent_[j], std::ilogb(value));
    });
  if (bias_value != 0) exponent_.back() = std::ilogb(bias_value);
  for (int& exponent : exponent_)
    if (exponent == std::numeric_limits<int>::min()) exponent = 0;
  add(first);
}

std::size_t Pool::add(const std::vector<CopiedRow>& rows) {
  const std::size_t before = here_.size();
  for (const CopiedRow& row : rows)
    if (here_.insert(row.row).second) add(row);
  return here_.size() - before;
}

void Pool::add(const CopiedRow& row) {
  std::vector<double> z(active_.n_columns());
  each_value(row, [&](std::size_t j, double value) { z[j] = row.y * std::ldexp(value, -exponent_[j]); });
  if (bias_value_ != 0) z.back() = row.y * std::ldexp(bias_value_, -exponent_.back());
  double largest = 0;
  for (const double value : z) largest = std::max(largest, std::abs(value));
  if (!(largest > 0)) {
    zeros_.push_back(row.row);
    return;
  }
  const int exponent = std::isfinite(largest) ? std::ilogb(largest) : std::numeric_limits<double>::max_exponent;
  double sqnorm = 0;
  for (double& value : z) {
    value = std::isfinite(value) ? std::ldexp(value, -exponent) : std::copysign(1.0, value);
    sqnorm += value * value;
  }
  for (double& value : z) value /= std::sqrt(sqnorm);
  active_.add(z);
  numbers_.push_back(row.row);
  scaled_norm_.push_back(std::ldexp(std::sqrt(sqnorm), exponent));
  norm_.push_back(sqrt(scaled_sqnorm(row.x()) + Scaled::of(bias_value_) * Scaled::of(bias_value_)).to_double());
}

std::vector<std::uint64_t> Pool::numbers_of(const std::vector<std::size_t>& places) const {
  std::vector<std::uint64_t> result;
  result.reserve(places.size());
  for (const std::size_t at : places) result.push_back(numbers_[at]);
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<std::uint64_t> Pool::numbers() const {
  std::vector<std::uint64_t> result = numbers_;
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<double> Pool::rounded(int bits) const {
  std::vector<double> w = active_.w();
  double largest = 0;
  for (const double value : w) largest = std::max(largest, std::abs(value));
  if (!(largest > 0)) return w;
  const int shift = bits - std::ilogb(largest) - 1;
  for (double& value : w) value = std::ldexp(std::nearbyint(std::ldexp(value, shift)), -shift);
  return w;
}

bool Pool::keeps_half(const std::vector<double>& w) const {
  for (std::size_t at = 0; at < active_.size(); ++at)
    if (!(dot({nullptr, active_.row(at), w.size()}, w.data()) >= 0.5)) return false;
  return true;
}

std::vector<Integer> Pool::separator() const {
  std::vector<double> w = active_.w();
  for (const int bits : kPoolRoundings) {
    w = rounded(bits);
    if (keeps_half(w)) break;
  }
  const int highest = *std::max_element(exponent_.begin(), exponent_.end());
  std::vector<Integer> result = whole_numbers(w);
  for (std::size_t j = 0; j < result.size(); ++j)
    if (result[j].sign() != 0) result[j].shift_left(static_cast<std::uint64_t>(highest - exponent_[j]));
  result.resize(static_cast<std::size_t>(n_features_) + 1);
  make_coprime(result);
  return result;
}

double Pool::widest() const {
  double sqnorm = 0, widest = 0;
  for (std::size_t j = 0; j < exponent_.size(); ++j) sqnorm += std::pow(std::ldexp(active_.w()[j], -exponent_[j]), 2);
  for (const std::size_t at : active_.active()) widest = std::max(widest, scaled_norm_[at] / norm_[at]);
  const double result = widest / std::sqrt(sqnorm);
  return std::isfinite(result) && result > 0 ? result : 1;
}

std::vector<std::pair<std::uint64_t, double>> Pool::hull_point() const {
  std::vector<std::pair<std::uint64_t, double>> result;
  for (std::size_t k = 0; k < active_.active().size(); ++k) {
    const std::size_t at = active_.active()[k];
    result.emplace_back(numbers_[at], active_.weights()[k] / scaled_norm_[at]);
  }
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace novikoff
