#include "prove/work_rows.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "novikoff/prove/row_passes.hpp"

namespace novikoff {
namespace {

constexpr std::size_t kWorkBits = 62;
constexpr std::int64_t kNoExponent = std::numeric_limits<std::int64_t>::min();

Integer common_divisor(const Integer& a, const Integer& b) { return a.is_one() ? a : Integer::gcd(a, b); }

// Divides each row, or each column, by the greatest common divisor of its values.
template <class Of>
std::vector<Integer> divide_out(std::vector<Integer>& values, std::size_t count, Of of) {
  std::vector<Integer> factor(count);
  for (std::size_t k = 0; k < values.size(); ++k) factor[of(k)] = common_divisor(factor[of(k)], values[k]);
  for (Integer& f : factor)
    if (f.sign() == 0) f = Integer(1);
  for (std::size_t k = 0; k < values.size(); ++k)
    if (!factor[of(k)].is_one()) values[k].divide_exactly(factor[of(k)]);
  return factor;
}

template <class Of>
std::vector<Integer> divide_out(std::vector<std::int64_t>& values, std::size_t count, Of of) {
  std::vector<std::int64_t> divisor(count);
  for (std::size_t k = 0; k < values.size(); ++k)
    if (divisor[of(k)] != 1) divisor[of(k)] = std::gcd(divisor[of(k)], values[k]);
  for (std::int64_t& d : divisor) d = d == 0 ? 1 : d;
  for (std::size_t k = 0; k < values.size(); ++k) values[k] /= divisor[of(k)];
  return {divisor.begin(), divisor.end()};
}

std::int64_t bits_of(std::int64_t value) noexcept { return static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(value < 0 ? -value : value))); }
std::int64_t bits_of(const Integer& value) noexcept { return static_cast<std::int64_t>(value.bits()); }
Scaled as_scaled(std::int64_t value) noexcept { return Scaled::of(static_cast<double>(value)); }
Scaled as_scaled(const Integer& value) noexcept { return value.to_scaled(); }

}  // namespace

std::uint64_t Patience::more_memory() {
  if (rows_ != nullptr) memory_ += rows_->release();
  return memory_;
}

double scaled_double(const Scaled& value, std::int64_t exponent) noexcept {
  constexpr std::int64_t kFar = 4096;
  return std::ldexp(value.mantissa, static_cast<int>(std::clamp(value.exponent + exponent, -kFar, kFar)));
}

WorkRows::WorkRows(const ExactRows& rows) {
  std::vector<std::uint32_t> row_of;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    rows.visit(row, [&](const auto& z) {
      for (std::size_t k = 0; k < z.size; ++k) {
        column_.push_back(z.column[k]);
        if constexpr (std::is_same_v<decltype(z.value), const std::int64_t*>)
          narrow_.push_back(z.value[k]);
        else
          wide_.push_back(z.value[k]);
      }
    });
    row_of.resize(column_.size(), static_cast<std::uint32_t>(row));
    begin_.push_back(column_.size());
  }
  const auto divide = [&](auto& values) {
    column_factor_ = divide_out(values, rows.n_columns(), [&](std::size_t k) { return column_[k]; });
    row_factor_ = divide_out(values, rows.size(), [&](std::size_t k) { return row_of[k]; });
  };
  rows.is_wide() ? divide(wide_) : divide(narrow_);
  if (rows.is_wide() && std::all_of(wide_.begin(), wide_.end(), [](const Integer& value) { return value.bits() <= kWorkBits; })) {
    for (const Integer& value : wide_) narrow_.push_back(value.to_int64());
    wide_ = {};
  }
  approximate();
}

void WorkRows::approximate() {
  row_exponent_.assign(size(), kNoExponent);
  column_exponent_.assign(n_columns(), 0);
  for (std::size_t row = 0; row < size(); ++row)
    each(row, [&](std::uint32_t column, const auto& value) { column_exponent_[column] = std::max(column_exponent_[column], bits_of(value)); });
  for (std::size_t row = 0; row < size(); ++row) {
    std::int64_t& exponent = row_exponent_[row];
    each(row, [&](std::uint32_t column, const auto& value) { exponent = std::max(exponent, bits_of(value) - column_exponent_[column]); });
    if (exponent == kNoExponent) exponent = 0;
    each(row, [&](std::uint32_t column, const auto& value) { approximate_.push_back(scaled_double(as_scaled(value), -column_exponent_[column] - exponent)); });
  }
}

Integer WorkRows::dot(const std::vector<Integer>& u, std::size_t row) const {
  Integer sum;
  each(row, [&](std::uint32_t column, const auto& value) {
    if (u[column].sign() != 0) sum.add_product(u[column], value);
  });
  return sum;
}

std::vector<double> WorkRows::scaled(const std::vector<Integer>& u) const {
  std::int64_t largest = kNoExponent;
  for (std::size_t j = 0; j < u.size(); ++j)
    if (u[j].sign() != 0) largest = std::max(largest, static_cast<std::int64_t>(u[j].bits()) + column_exponent_[j]);
  std::vector<double> result(u.size());
  for (std::size_t j = 0; j < u.size(); ++j)
    if (u[j].sign() != 0) result[j] = scaled_double(u[j].to_scaled(), column_exponent_[j] - largest);
  return result;
}

Integer sqnorm(const std::vector<Integer>& u) {
  Integer sum;
  for (const Integer& value : u) sum.add_product(value, value);
  return sum;
}

}  // namespace novikoff
