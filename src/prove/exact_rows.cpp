#include "novikoff/prove/exact_rows.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <utility>

#include "prove/whole.hpp"

namespace novikoff {
namespace {

// Whole numbers below 2^62 are narrow: sums of two still fit.
constexpr std::size_t kNarrowBits = 62;
constexpr std::size_t kMantissaDigits = 18;

// An upper bound of log2(base^e).
std::size_t scale_bits(std::uint32_t base, std::int64_t e) { return static_cast<std::size_t>(base == 2 || e == 0 ? e : e * 3322 / 1000 + 1); }

std::int64_t power_of_ten(std::int64_t e) noexcept {
  std::int64_t result = 1;
  for (; e > 0; --e) result *= 10;
  return result;
}

}  // namespace

Integer ExactRows::sqnorm(std::size_t row) const {
  if (!is_wide()) {
    // Squares of 62 bits fit 128; where their sum does not, big integers go on.
    const ExactRow<std::int64_t> z = narrow(row);
    Int128 sum = 0;
    bool fits = true;
    for (std::size_t k = 0; k < z.size && fits; ++k) fits = !__builtin_add_overflow(sum, static_cast<Int128>(z.value[k]) * z.value[k], &sum);
    if (fits) return integer_of(sum);
  }
  Integer sum;
  visit(row, [&](const auto& z) {
    for (std::size_t k = 0; k < z.size; ++k) {
      const Integer value(z.value[k]);
      sum.add_product(value, value);
    }
  });
  return sum;
}

Integer ExactRows::max_sqnorm() const {
  Integer largest;
  for (std::size_t row = 0; row < size(); ++row) {
    Integer norm = sqnorm(row);
    if (largest < norm) largest.swap(norm);
  }
  return largest;
}

std::size_t ExactRows::memory() const noexcept {
  std::size_t bytes = y_.capacity() + features_.capacity() * sizeof(std::uint32_t) + begin_.capacity() * sizeof(std::size_t) +
                      column_.capacity() * sizeof(std::uint32_t) + narrow_.capacity() * sizeof(std::int64_t);
  for (const Integer& value : wide_) bytes += sizeof(Integer) + value.bits() / 8;
  return bytes;
}

ExactRows ExactRows::subset(const std::vector<std::uint32_t>& rows) const {
  ExactRows part;
  part.numbers_ = numbers_;
  part.exponent_ = exponent_;
  part.bias_ = bias_;
  part.n_features_ = n_features_;
  part.features_ = features_;
  for (const std::uint32_t row : rows) {
    const auto from = static_cast<std::ptrdiff_t>(begin_[row]), to = static_cast<std::ptrdiff_t>(begin_[row + 1]);
    part.y_.push_back(y_[row]);
    part.column_.insert(part.column_.end(), column_.begin() + from, column_.begin() + to);
    if (is_wide())
      part.wide_.insert(part.wide_.end(), wide_.begin() + from, wide_.begin() + to);
    else
      part.narrow_.insert(part.narrow_.end(), narrow_.begin() + from, narrow_.begin() + to);
    part.begin_.push_back(part.column_.size());
  }
  return part;
}

ExactRows ExactRows::by_column() && {
  features_.resize(n_columns());
  std::iota(features_.begin(), features_.end(), 0U);
  n_features_ = features_.size();
  bias_ = Integer();
  exponent_ = 0;
  return std::move(*this);
}

ExactRows::Builder::Builder(Numbers numbers, double bias_value) {
  rows_.numbers_ = numbers;
  if (bias_value != 0) bias_ = numbers == Numbers::decimal ? value_of(*parse_decimal(to_text(bias_value))) : value_of(bias_value);
}

ExactRows::Builder::Value ExactRows::Builder::value_of(const Decimal& value) {
  Value result{.mantissa = 0, .exponent = static_cast<std::int32_t>(value.exponent), .is_long = value.digits.size() > kMantissaDigits};
  if (result.is_long) {
    result.mantissa = static_cast<std::int64_t>(long_.size());
    long_.push_back(*Integer::parse(value.digits));
    if (value.negative) long_.back().negate();
    return result;
  }
  for (const char digit : value.digits) result.mantissa = 10 * result.mantissa + (digit - '0');
  if (value.negative) result.mantissa = -result.mantissa;
  return result;
}

ExactRows::Builder::Value ExactRows::Builder::value_of(double value) {
  constexpr int kDigits = std::numeric_limits<double>::digits;
  Value result;
  int exponent = 0;
  result.mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &exponent), kDigits));
  result.exponent = exponent - kDigits;
  for (; result.mantissa % 2 == 0 && result.mantissa != 0; result.mantissa /= 2) ++result.exponent;
  return result;
}

// Sign, digits and a point, few enough for a mantissa: what almost every value is. The rest is for parse_decimal.
std::optional<ExactRows::Builder::Value> ExactRows::Builder::short_decimal(std::string_view text) noexcept {
  if (text.size() > kMantissaDigits) return std::nullopt;
  Value value;
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const std::size_t point = text.find('.');
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (k == point) continue;
    const int digit = text[k] - '0';
    if (digit < 0 || digit > 9) return std::nullopt;
    value.mantissa = 10 * value.mantissa + digit;
  }
  if (value.mantissa == 0) return value;
  if (point != std::string_view::npos) value.exponent = -static_cast<std::int32_t>(text.size() - point - 1);
  for (; value.mantissa % 10 == 0; value.mantissa /= 10) ++value.exponent;
  if (negative) value.mantissa = -value.mantissa;
  return value;
}

void ExactRows::Builder::add_decimal(std::uint32_t feature, std::string_view text) {
  const std::optional<Value> value = short_decimal(text);
  add(feature, value ? *value : value_of(*parse_decimal(text)));
}

void ExactRows::Builder::add(std::uint32_t feature, Value value) {
  if (value.mantissa == 0 && !value.is_long) return;
  rows_.column_.push_back(feature);
  values_.push_back(value);
}

void ExactRows::Builder::add(std::uint32_t feature, const Decimal& value) {
  if (!value.digits.empty()) add(feature, value_of(value));
}

void ExactRows::Builder::add(std::uint32_t feature, double value) {
  if (rows_.numbers_ == Numbers::binary64) return add(feature, value_of(value));
  if (const auto decimal = novikoff::short_decimal(value, places_)) return add(feature, Value{.mantissa = decimal->mantissa, .exponent = decimal->exponent});
  add(feature, *parse_decimal(to_text(value)));
}

void ExactRows::Builder::end_row(std::int8_t label) {
  rows_.y_.push_back(label);
  if (bias_.mantissa != 0) add(std::numeric_limits<std::uint32_t>::max(), bias_);  // its column is set at the end
  rows_.begin_.push_back(rows_.column_.size());
}

std::size_t ExactRows::Builder::memory() const noexcept {
  std::size_t bytes = rows_.memory() + values_.capacity() * sizeof(Value) + long_.capacity() * sizeof(Integer);
  for (const Integer& value : long_) bytes += value.bits() / 8;
  return bytes;
}

std::size_t ExactRows::Builder::bits(const Value& value) const noexcept {
  const std::size_t own = value.is_long ? long_[static_cast<std::size_t>(value.mantissa)].bits()
                                        : static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(std::llabs(value.mantissa))));
  return own + scale_bits(rows_.base(), value.exponent - rows_.exponent_);
}

Integer ExactRows::Builder::integer(const Value& value, bool negate) const {
  Integer result = value.is_long ? long_[static_cast<std::size_t>(value.mantissa)] : Integer(value.mantissa);
  const auto shift = static_cast<std::uint64_t>(value.exponent - rows_.exponent_);
  if (rows_.base() == 2)
    result.shift_left(shift);
  else if (shift > 0)
    result *= Integer::power(10, shift);
  if (negate) result.negate();
  return result;
}

// Features that have a value, ascending, become columns 0, 1, …; the bias coordinate the last one.
void ExactRows::Builder::make_columns() {
  const bool has_bias = bias_.mantissa != 0;
  std::vector<std::uint32_t>& features = rows_.features_;
  const auto each_value = [&](auto f) {
    for (std::size_t row = 0; row < size(); ++row) {
      const std::size_t end = rows_.begin_[row + 1] - (has_bias ? 1 : 0);
      for (std::size_t k = rows_.begin_[row]; k < end; ++k) f(rows_.column_[k]);
    }
  };
  // A table of all features where it is not much larger than the values, sorting otherwise.
  constexpr std::uint64_t kSmall = 1U << 20U;
  if (rows_.n_features_ <= 4 * rows_.column_.size() + kSmall) {
    std::vector<std::uint32_t> column(static_cast<std::size_t>(rows_.n_features_));
    each_value([&](std::uint32_t feature) { column[feature] = 1; });
    for (std::size_t feature = 0; feature < column.size(); ++feature) {
      if (column[feature] == 0) continue;
      column[feature] = static_cast<std::uint32_t>(features.size());
      features.push_back(static_cast<std::uint32_t>(feature));
    }
    each_value([&](std::uint32_t& feature) { feature = column[feature]; });
  } else {
    each_value([&](std::uint32_t feature) { features.push_back(feature); });
    std::sort(features.begin(), features.end());
    features.erase(std::unique(features.begin(), features.end()), features.end());
    each_value(
        [&](std::uint32_t& feature) { feature = static_cast<std::uint32_t>(std::lower_bound(features.begin(), features.end(), feature) - features.begin()); });
  }
  if (!has_bias) return;
  for (std::size_t row = 0; row < size(); ++row) rows_.column_[rows_.begin_[row + 1] - 1] = static_cast<std::uint32_t>(features.size());
}

Result<ExactRows> ExactRows::Builder::finish(std::uint64_t n_features, std::uint64_t memory) {
  rows_.n_features_ = n_features;
  make_columns();
  std::int64_t exponent = bias_.mantissa != 0 ? bias_.exponent : std::numeric_limits<std::int64_t>::max();
  for (const Value& value : values_) exponent = std::min<std::int64_t>(exponent, value.exponent);
  rows_.exponent_ = values_.empty() && bias_.mantissa == 0 ? 0 : exponent;
  std::size_t largest = 0, limbs = 0;
  for (const Value& value : values_) {
    const std::size_t b = bits(value);
    largest = std::max(largest, b);
    limbs += b / 64 + 1;
  }
  if (bias_.mantissa != 0) rows_.bias_ = integer(bias_, false);
  const bool wide = largest > kNarrowBits;
  const std::uint64_t needed = wide ? limbs * sizeof(std::uint64_t) + values_.size() * sizeof(Integer) : values_.size() * sizeof(std::int64_t);
  if (needed > memory || this->memory() > memory - needed)
    return ErrorInfo{ErrorCode::memory_limit,
                     "the values as whole numbers in one unit (" + std::to_string(rows_.base()) + "^" + std::to_string(rows_.exponent_) + ") need " +
                         std::to_string(needed) + " bytes besides what was read, --memory allows " + std::to_string(memory),
                     {},
                     "raise --memory, or scale the columns to sizes that differ less",
                     {}};
  wide ? rows_.wide_.reserve(values_.size()) : rows_.narrow_.reserve(values_.size());
  for (std::size_t row = 0; row < size(); ++row) {
    const bool negate = rows_.y_[row] < 0;
    for (std::size_t k = rows_.begin_[row]; k < rows_.begin_[row + 1]; ++k) {
      const Value& value = values_[k];
      if (wide) {
        rows_.wide_.push_back(integer(value, negate));
        continue;
      }
      const std::int64_t shift = value.exponent - rows_.exponent_;
      // Decimals of few digits, the usual case, without big integers.
      std::int64_t n = value.is_long       ? integer(value, false).to_int64()
                       : rows_.base() == 2 ? value.mantissa * (std::int64_t{1} << shift)
                                           : value.mantissa * power_of_ten(shift);
      rows_.narrow_.push_back(negate ? -n : n);
    }
  }
  values_ = {};
  return std::move(rows_);
}

}  // namespace novikoff
