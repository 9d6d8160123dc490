// A batch of examples: built by readers, borrowed by learners.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "novikoff/core/example.hpp"
#include "novikoff/core/label.hpp"

namespace novikoff {

/// Where a row of a block begins in its input.
struct RowPlace {
  std::uint32_t file = 0;  ///< which of the source's inputs, counting from 0
  std::uint64_t line = 0;  ///< counting from 1, blank and comment lines included
};

/// A batch of rows in the canonical form of FeatureView, with their labels and places.
///
/// Filled by begin_row, add, end_row; drop_row takes an unfinished row back. clear() keeps the capacity, so a reader that
/// reuses one block stops allocating. With text kept (Block(true)) each value and label is there as it was written too, and
/// explicit zeros are kept where they stand (sparse form only, for conversion; such rows are not for learners).
class Block {
 public:
  explicit Block(bool keep_text = false) : keep_text_(keep_text) {}

  void clear() noexcept;
  void begin_row(RowPlace place);
  /// Feature `index` (0-based; any order within the row) with `value`; a zero is dropped unless text is kept.
  void add(std::uint32_t index, double value) {
    indices_.push_back(index);
    values_.push_back(value);
    if (keep_text_) keep(value);
  }
  /// The same, with the value as written. Requires text to be kept.
  void add(std::uint32_t index, double value, std::string_view text);
  /// Sorts the row's features if needed and brings the row into canonical form. Returns −1, or an index that stands twice (zeros
  /// count): such a row is not finished, drop_row takes it back.
  [[nodiscard]] std::int64_t end_row(std::int32_t label, std::string_view label_text = {});
  void drop_row() noexcept;
  /// A whole row at once (no text): begin_row, add for each feature, end_row; nothing stays behind if an index stands twice.
  [[nodiscard]] std::int64_t add_row(RowPlace place, std::int32_t label, std::span<const std::uint32_t> index, std::span<const double> value);
  /// The same for a row known to be sorted and without zeros: nothing is looked at again.
  void add_sorted(RowPlace place, std::int32_t label, std::span<const std::uint32_t> index, std::span<const double> value);

  /// Instead of rows that are added, rows that lie elsewhere: their indices and values, which stay there until the next clear(). Requires an empty block.
  void lend(const std::uint32_t* index, const double* value) noexcept {
    lent_index_ = index;
    lent_value_ = value;
  }
  /// A row in canonical form: `size` values from `value` on; of a sparse row the indices from `index` on, of a dense one `index` is kDense.
  void add_lent(RowPlace place, std::int32_t label, std::size_t value, std::size_t index, std::size_t size) {
    rows_.push_back({value, index, size, label, place, 0, 0, 0});
  }
  static constexpr std::size_t kDense = ~std::size_t{0};

  std::size_t size() const noexcept { return rows_.size(); }
  FeatureView features(std::size_t row) const noexcept;
  /// Label id (see Labels); Labels::kNone for a row without one.
  std::int32_t label(std::size_t row) const noexcept { return rows_[row].label; }
  RowPlace place(std::size_t row) const noexcept { return {rows_[row].place.file, lines_before_ + rows_[row].place.line}; }
  /// Schema::n_features after this row: what a run that stops here may know of the width. A reader notes it for the last row.
  std::uint64_t n_features(std::size_t row) const noexcept { return rows_[row].n_features > least_features_ ? rows_[row].n_features : least_features_; }
  void note_n_features(std::uint64_t n_features) noexcept { rows_.back().n_features = n_features; }
  /// Tells where the rows stand, which were added as if they were all there is: so many lines are before them, and so many features were known.
  void put(std::uint64_t lines_before, std::uint64_t n_features) noexcept {
    lines_before_ = lines_before;
    least_features_ = n_features;
  }
  /// Feature j becomes number(j) in every sparse row; the order within a row stays.
  template <class Number>
  void renumber(const Number& number) {
    for (std::uint32_t& index : indices_) index = number(index);
  }
  /// Adds a row of another block that keeps text as this one does.
  void append(const Block& other, std::size_t row);
  /// Only with text kept: the label and the k-th value of the row as written.
  std::string_view label_text(std::size_t row) const noexcept;
  std::string_view value_text(std::size_t row, std::size_t k) const noexcept;
  /// Bytes held, capacity included.
  std::size_t memory() const noexcept;

 private:
  struct Row {
    std::size_t value = 0;       // first value in values_
    std::size_t index = kDense;  // first index in indices_, or kDense
    std::size_t size = 0;
    std::int32_t label = 0;
    RowPlace place;
    std::size_t label_text = 0, label_text_size = 0;
    std::uint64_t n_features = 0;
  };
  struct Slice {
    std::size_t begin = 0, size = 0;
  };
  void keep(double value);
  void sort(const Row& row);
  void drop_zeros(const Row& row);
  void finish(Row& row);
  void make_dense(Row& row, std::size_t width);

  bool keep_text_;
  const std::uint32_t* lent_index_ = nullptr;
  const double* lent_value_ = nullptr;
  std::uint64_t lines_before_ = 0, least_features_ = 0;
  std::vector<Row> rows_;
  std::vector<double> values_;
  std::vector<std::uint32_t> indices_;
  std::string text_;
  std::vector<Slice> value_texts_;  // parallel to values_, only with text kept
};

}  // namespace novikoff
