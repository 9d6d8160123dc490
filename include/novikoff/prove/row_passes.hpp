// A data set of any size, looked at in passes: for searches that never need all rows as whole numbers at once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "novikoff/core/error.hpp"
#include "novikoff/core/example.hpp"
#include "novikoff/core/number.hpp"
#include "novikoff/core/row_store.hpp"
#include "novikoff/prove/exact_rows.hpp"

namespace novikoff {

/// Rows (x_i, y_i) whose values stand in doubles, and exactly for those that are asked for. Not thread-safe.
///
/// The double beside a value is that value rounded to nearest: the same number for Numbers::binary64, off by at most 2^−53 of its size (2^−1075 where that
/// is more) for Numbers::decimal. So a pass in doubles with a bound of its error decides nearly all signs, and exact() the others.
class RowPasses {
 public:
  /// Rows are cut into so many parts, however many threads there are: what is added up part by part does not depend on them.
  static constexpr std::size_t kParts = 8;
  /// Consecutive rows of one part: `rows[k]` is row first + k, valid during the call.
  using Visit = std::function<void(std::size_t part, std::uint64_t first, std::span<const ExampleView> rows)>;

  using Stretch = std::function<bool(std::uint64_t first, const ExactRows& rows)>;

  virtual ~RowPasses() = default;
  virtual std::uint64_t size() const noexcept = 0;
  virtual std::uint64_t n_features() const noexcept = 0;
  virtual std::uint64_t n_values() const noexcept = 0;  ///< values held: zeros of dense rows too, the bias coordinate not
  virtual Numbers numbers() const noexcept = 0;
  virtual double bias_value() const noexcept = 0;  ///< B; proofs take it as ExactRows::Builder does:
  Rational exact_bias_value() const;

  /// Calls `visit` for all rows: those of a part in order and by one thread, parts in any order and perhaps at the same time. Error: whatever reading them
  /// again meets.
  virtual Status pass(const Visit& visit) = 0;
  /// Whether passes look at rows that are held, instead of reading or making them each time.
  virtual bool in_memory() const noexcept { return false; }
  /// Bytes held between passes.
  virtual std::size_t memory() const noexcept = 0;
  /// Lets go of rows that are held but can be read again, for a search that needs their memory more: bytes that are free from now on and no earlier call has
  /// told of. Not during a pass.
  virtual std::uint64_t release() { return 0; }
  /// These rows (ascending) as whole numbers, in a unit and with columns of their own. Errors: memory_limit, and whatever reading them again meets.
  virtual Result<ExactRows> exact(std::span<const std::uint64_t> rows) = 0;
  /// All rows in order as whole numbers, some `values` of them at a time (at least a row): `look` gets the number of the first and the rows, each time in a
  /// unit and with columns of their own; false ends it. One thread. Errors: those of exact().
  virtual Status stretches(std::uint64_t values, const Stretch& look);

 protected:
  RowPasses() = default;
  RowPasses(const RowPasses&) = default;
  RowPasses(RowPasses&&) = default;
  RowPasses& operator=(const RowPasses&) = default;
  RowPasses& operator=(RowPasses&&) = default;

 public:
  static std::uint64_t part_begin(std::size_t part, std::uint64_t size) noexcept { return size / kParts * part + std::min<std::uint64_t>(part, size % kParts); }
};

/// A value whose exact number is not what its double says (ExactRows::Builder::add(double)): the decimal as written.
struct LongValue {
  std::uint64_t row = 0;
  std::uint32_t feature = 0;
  std::string text;
};

/// The row (x, label) for `builder`; `others`: its long values, ascending by feature.
void add_row(ExactRows::Builder& builder, const FeatureView& x, std::int8_t label, std::span<const LongValue> others);

/// Rows in memory: 8 bytes a value of a dense row, 12 of a sparse one, 17 a row.
class RowsInMemory : public RowPasses {
 public:
  /// y ∈ {−1, +1}. `long_values`: ascending by row and feature. `threads` ≥ 1; `memory`: what exact() may take.
  RowsInMemory(RowStore rows, std::vector<std::int8_t> y, std::uint64_t n_features, Numbers numbers, double bias_value, unsigned threads,
               std::vector<LongValue> long_values = {}, std::uint64_t memory = std::uint64_t{4} << 30U);

  std::uint64_t size() const noexcept override { return y_.size(); }
  std::uint64_t n_features() const noexcept override { return n_features_; }
  std::uint64_t n_values() const noexcept override { return n_values_; }
  Numbers numbers() const noexcept override { return numbers_; }
  double bias_value() const noexcept override { return bias_value_; }
  Status pass(const Visit& visit) override;
  bool in_memory() const noexcept override { return true; }
  Result<ExactRows> exact(std::span<const std::uint64_t> rows) override;
  std::size_t memory() const noexcept override;
  /// Those of a row.
  std::span<const LongValue> long_values(std::uint64_t row) const noexcept;

  ExampleView operator[](std::uint64_t row) const noexcept {
    return {rows_[static_cast<std::size_t>(row)], static_cast<double>(y_[static_cast<std::size_t>(row)])};
  }

 private:
  void visit_part(std::size_t part, const Visit& visit) const;

  RowStore rows_;
  std::vector<std::int8_t> y_;
  std::vector<LongValue> long_values_;
  std::uint64_t n_features_, n_values_ = 0, memory_;
  Numbers numbers_;
  double bias_value_;
  unsigned threads_;
};

}  // namespace novikoff
