#include "prove/guess.hpp"

#include <algorithm>
#include <cmath>

#include "prove/cone.hpp"

namespace novikoff {
namespace {

constexpr std::size_t kMaxPasses = 400;
constexpr std::size_t kMaxValues = 30'000'000;  // looked at: some ten milliseconds

double norm_of(const double* value, std::size_t n) noexcept {
  double sum = 0;
  for (std::size_t k = 0; k < n; ++k) sum += value[k] * value[k];
  return std::sqrt(sum);
}

}  // namespace

Guess perceptron_guess(const WorkRows& rows, const std::vector<std::uint32_t>& candidates, Patience& patience) {
  Guess guess{.clean = false, .w = std::vector<double>(rows.n_columns()), .counts = std::vector<double>(rows.size())};
  std::size_t looked_at = 0, asked_at = 0;
  for (std::size_t pass = 0; pass < kMaxPasses && looked_at < kMaxValues && !guess.clean; ++pass) {
    guess.clean = true;
    for (const std::uint32_t row : candidates) {
      const std::size_t n = rows.n_values(row);
      if ((looked_at += n) > asked_at + 65536) {
        if (patience.ended()) return guess;
        asked_at = looked_at;
      }
      const std::uint32_t* column = rows.columns(row);
      const double* value = rows.approximate(row);
      double score = 0;
      for (std::size_t k = 0; k < n; ++k) score += guess.w[column[k]] * value[k];
      if (score > 0) continue;
      guess.clean = false;
      const double step = 1 / norm_of(value, n);  // some value is at least 1/2
      for (std::size_t k = 0; k < n; ++k) guess.w[column[k]] += step * value[k];
      guess.counts[row] += step;
    }
  }
  return guess;
}

std::vector<Integer> rounded(const WorkRows& rows, const std::vector<double>& w, int bits) {
  std::vector<Integer> u(w.size());
  double largest = 0;
  for (const double value : w) largest = std::max(largest, std::abs(value));
  if (largest == 0) return u;
  std::int64_t up = 0;
  for (std::size_t j = 0; j < w.size(); ++j) up = std::max(up, rows.column_exponent(j));
  const int shift = bits - std::ilogb(largest) - 1;
  for (std::size_t j = 0; j < w.size(); ++j) {
    const double whole = std::nearbyint(std::ldexp(w[j], shift));
    if (whole != 0) u[j] = Integer::of(whole).shift_left(static_cast<std::uint64_t>(up - rows.column_exponent(j)));
  }
  make_coprime(u);
  return u;
}

}  // namespace novikoff
