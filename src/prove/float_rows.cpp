#include "prove/float_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace novikoff {
namespace {

Scaled scaled_of(std::int64_t value) noexcept { return Scaled::of(static_cast<double>(value)); }
Scaled scaled_of(const Integer& value) noexcept { return value.to_scaled(); }

// u·2^−e, the largest entry brought below 1.
std::vector<double> in_doubles(const std::vector<Integer>& u) {
  std::size_t bits = 0;
  for (const Integer& value : u) bits = std::max(bits, value.bits());
  std::vector<double> result;
  result.reserve(u.size());
  for (const Integer& value : u) result.push_back(scaled_double(value.to_scaled(), -static_cast<std::int64_t>(bits)));
  return result;
}

}  // namespace

FloatRows::FloatRows(const ExactRows& rows) : rows_(rows) {
  std::int64_t exponent = 0;
  const auto each = [&](const auto& f) {
    for (std::size_t row = 0; row < rows.size(); ++row)
      rows.visit(row, [&](const auto& z) {
        for (std::size_t k = 0; k < z.size; ++k) f(scaled_of(z.value[k]));
      });
  };
  each([&](const Scaled& value) { exponent = std::max(exponent, value.exponent); });
  value_.reserve(rows.n_values());
  each([&](const Scaled& value) { value_.push_back(scaled_double(value, -exponent)); });
  for (std::size_t row = 0; row < rows.size(); ++row)
    rows.visit(row, [&](const auto& z) {
      column_.push_back(z.column);
      begin_.push_back(begin_.back() + z.size);
    });
}

double FloatRows::dot(const std::vector<double>& v, std::size_t row) const noexcept {
  const ExactRow<double> z = this->row(row);
  double sum = 0;
  for (std::size_t k = 0; k < z.size; ++k) sum += v[z.column[k]] * z.value[k];
  return sum;
}

double FloatRows::sqnorm(std::size_t row) const noexcept {
  const ExactRow<double> z = this->row(row);
  double sum = 0;
  for (std::size_t k = 0; k < z.size; ++k) sum += z.value[k] * z.value[k];
  return sum;
}

Integer exact_dot(const ExactRows& rows, const std::vector<Integer>& u, std::size_t row) {
  Integer sum;
  rows.visit(row, [&](const auto& z) {
    for (std::size_t k = 0; k < z.size; ++k)
      if (u[z.column[k]].sign() != 0) sum.add_product(u[z.column[k]], z.value[k]);
  });
  return sum;
}

std::optional<Lowest> lowest(const FloatRows& rows, const std::vector<Integer>& u, Patience& patience) {
  const std::vector<double> v = in_doubles(u);
  // Each factor is off by 2^−52 of itself, n products and their sum by n·2^−53 of Σ|v_j z_j|, and that sum too: (n + 8)·2^−52 has room for all of it and for
  // second orders. What is below 2^−1022 is off by that much, and its other factor at most 1.
  const auto error = [&](std::size_t row) {
    constexpr double kEach = 8;
    const ExactRow<double> z = rows.row(row);
    double sum = 0;
    for (std::size_t k = 0; k < z.size; ++k) sum += std::fabs(v[z.column[k]] * z.value[k]);
    const double n = static_cast<double>(z.size) + kEach;
    return n * std::numeric_limits<double>::epsilon() * sum + n * std::ldexp(1, -1000);
  };
  std::vector<double> at_least(rows.size());
  double least_of_most = std::numeric_limits<double>::infinity();
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (row % 256 == 0 && patience.ended()) return std::nullopt;
    const double product = rows.dot(v, row), off = error(row);
    at_least[row] = product - off;
    least_of_most = std::min(least_of_most, product + off);
  }
  std::optional<Lowest> least;
  for (std::uint32_t row = 0; row < rows.size(); ++row) {
    if (at_least[row] > least_of_most) continue;
    if (patience.ended()) return std::nullopt;
    Integer product = exact_dot(rows.exact(), u, row);
    if (!least || product < least->product) least = Lowest{row, std::move(product)};
  }
  return least;
}

}  // namespace novikoff
