// A data set as whole numbers, for everything that is proved about it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "novikoff/core/error.hpp"
#include "novikoff/core/number.hpp"
#include "novikoff/prove/integer.hpp"

namespace novikoff {

/// One row z_i = y_i·x̃_i, borrowed: entries that are not 0, columns ascending.
template <class T>
struct ExactRow {
  const std::uint32_t* column = nullptr;
  const T* value = nullptr;
  std::size_t size = 0;
};

/// The rows z_i = y_i·x̃_i (bias coordinate included) as whole numbers n_ij in one unit: z_ij = n_ij·base^exponent exactly, base 10 for
/// Numbers::decimal and 2 for Numbers::binary64.
///
/// Columns are the features that are not 0 in some row, ascending and numbered from 0, and behind them the bias coordinate (value B in every row,
/// so y_i·B in z) if B ≠ 0. Entries are held as 64-bit integers where all of them are below 2^62 in size (narrow), as Integer otherwise
/// (wide): one of the two for the whole set.
class ExactRows {
 public:
  std::size_t size() const noexcept { return y_.size(); }
  int y(std::size_t row) const noexcept { return y_[row]; }
  std::uint64_t n_features() const noexcept { return n_features_; }
  Numbers numbers() const noexcept { return numbers_; }
  std::uint32_t base() const noexcept { return numbers_ == Numbers::decimal ? 10 : 2; }
  std::int64_t exponent() const noexcept { return exponent_; }
  /// base^exponent.
  Rational unit() const { return Rational::power(base(), exponent_); }

  bool is_wide() const noexcept { return !wide_.empty(); }
  ExactRow<std::int64_t> narrow(std::size_t row) const noexcept {
    return {column_.data() + begin_[row], narrow_.data() + begin_[row], begin_[row + 1] - begin_[row]};
  }
  ExactRow<Integer> wide(std::size_t row) const noexcept { return {column_.data() + begin_[row], wide_.data() + begin_[row], begin_[row + 1] - begin_[row]}; }
  /// Calls f with the row as it is held.
  template <class F>
  decltype(auto) visit(std::size_t row, F&& f) const {
    return is_wide() ? f(wide(row)) : f(narrow(row));
  }

  std::size_t n_columns() const noexcept { return features_.size() + (has_bias() ? 1 : 0); }
  bool has_bias() const noexcept { return bias_.sign() != 0; }
  /// The 0-based feature of a column; n_features() for the bias coordinate.
  std::uint64_t feature(std::size_t column) const noexcept { return column < features_.size() ? features_[column] : n_features_; }
  /// B in units.
  const Integer& bias() const noexcept { return bias_; }
  Rational bias_value() const { return Rational(bias_) * unit(); }
  /// Entries that are not 0.
  std::size_t n_values() const noexcept { return column_.size(); }
  /// ‖z_i‖² in units², and the largest of them: R².
  Integer sqnorm(std::size_t row) const;
  Integer max_sqnorm() const;
  /// Every row has an entry in every column.
  bool dense() const noexcept { return column_.size() == size() * n_columns(); }
  std::size_t memory() const noexcept;
  /// These rows, in the unit and with all the columns of this set, also where those are 0 in each of them.
  ExactRows subset(const std::vector<std::uint32_t>& rows) const;
  /// The rows in their unit as data of their own: feature j is column j, the bias coordinate a feature like others, and the unit 1.
  ExactRows by_column() &&;

  /// These rows in the feature space of (g⟨x, z⟩ + c)^degree, x without the bias coordinate, which stays as it is beside it: the product of two rows without it
  /// is the kernel, exactly. Columns are numbered monomials, up to four for each (Lagrange's four squares make their factors rational). Requires g > 0 and c ≥
  /// 0 that end in these numbers' base, degree ≥ 1. Errors: memory_limit; number_out_of_range for a g or c of some forty digits. Cost: a row with s values
  /// becomes one with up to 4·(s + degree choose degree).
  Result<ExactRows> polynomial(const Rational& gamma, const Rational& coef0, unsigned degree, std::uint64_t memory) const;

  class Builder;

 private:
  friend class PolynomialRows;
  friend class GramColumns;
  Numbers numbers_ = Numbers::decimal;
  std::int64_t exponent_ = 0;
  Integer bias_;
  std::uint64_t n_features_ = 0;
  std::vector<std::int8_t> y_;
  std::vector<std::uint32_t> features_;
  std::vector<std::size_t> begin_ = {0};
  std::vector<std::uint32_t> column_;
  std::vector<std::int64_t> narrow_;
  std::vector<Integer> wide_;
};

/// Takes the rows one by one, in any unit, and brings them to one.
class ExactRows::Builder {
 public:
  /// `bias_value`: B, by its shortest decimal for Numbers::decimal and by its own value otherwise; 0: no bias coordinate.
  Builder(Numbers numbers, double bias_value);

  /// A value of the row begun; features ascend within a row; zeros are left out. Decimals for Numbers::decimal,
  /// add(double) for both: the shortest decimal, or the double's own value.
  void add(std::uint32_t feature, const Decimal& value);
  /// The decimal written in `text`, which is one (parse_decimal takes it).
  void add_decimal(std::uint32_t feature, std::string_view text);
  void add(std::uint32_t feature, double value);
  /// Ends the row. `label` ≠ 0 is kept until finish maps it.
  void end_row(std::int8_t label);
  std::size_t size() const noexcept { return rows_.y_.size(); }
  std::size_t memory() const noexcept;

  /// The rows; y_of gives −1 or +1 for a label. Errors: memory_limit, before anything large is made, if one unit for all makes the numbers
  /// longer than `memory` bytes together.
  template <class F>
  Result<ExactRows> finish(std::uint64_t n_features, std::uint64_t memory, F y_of) {
    for (std::int8_t& y : rows_.y_) y = static_cast<std::int8_t>(y_of(y));
    return finish(n_features, memory);
  }

 private:
  // m·base^e, or the m-th of long_: what a mantissa cannot hold.
  struct Value {
    std::int64_t mantissa = 0;
    std::int32_t exponent = 0;
    bool is_long = false;
  };
  Value value_of(const Decimal& value);
  static std::optional<Value> short_decimal(std::string_view text) noexcept;
  static Value value_of(double value);
  std::size_t bits(const Value& value) const noexcept;  // of its whole number in the common unit, an upper bound
  void add(std::uint32_t feature, Value value);
  Integer integer(const Value& value, bool negate) const;
  Result<ExactRows> finish(std::uint64_t n_features, std::uint64_t memory);
  void make_columns();

  ExactRows rows_;
  std::vector<Value> values_;
  std::vector<Integer> long_;
  Value bias_;
  int places_ = 0;  // behind the point, of the doubles so far
};

}  // namespace novikoff
