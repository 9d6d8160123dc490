// The rows of a source one at a time, as RowPasses holds them: doubles, and the decimals that these do not say.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "novikoff/data/source.hpp"
#include "novikoff/prove/row_passes.hpp"

namespace novikoff {

// Reads `source`, which it borrows. `with_text`: the source keeps the values as written (ask_for_exact_values for decimals), and these are looked at.
class SourceRows {
 public:
  SourceRows(Source& source, bool with_text) : source_(source), with_text_(with_text) {}

  /// The next row; false at the end. Errors: those of the source; label_missing.
  Result<bool> next();

  /// Of the row: its number, values, label id, place, and the values that its doubles do not say. Valid until the next one.
  std::uint64_t row() const noexcept { return rows_ - 1; }
  std::uint64_t rows() const noexcept { return rows_; }  ///< so far
  const FeatureView& x() const noexcept { return x_; }
  std::int32_t label() const noexcept { return block_->label(at_); }
  RowPlace place() const noexcept { return block_->place(at_); }
  std::span<const LongValue> long_values() const noexcept { return long_values_; }
  std::vector<LongValue> take_long_values() noexcept { return std::exchange(long_values_, {}); }
  /// No value so far is beyond the normal doubles. One that is stands in long_values(), beside another double: only the texts say what the rows are.
  bool doubles_hold() const noexcept { return doubles_hold_; }
  /// An error about the row.
  ErrorInfo error(ErrorCode code, std::string message) const;

 private:
  void take_texts();

  Source& source_;
  bool with_text_, doubles_hold_ = true;
  const Block* block_ = nullptr;
  std::size_t at_ = 0;
  std::uint64_t rows_ = 0;
  FeatureView x_;
  Block canonical_;
  std::vector<double> values_;
  std::vector<LongValue> long_values_;
};

}  // namespace novikoff
