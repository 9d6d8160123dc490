// Examples in memory, for everything that looks at them more than once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "novikoff/core/example.hpp"
#include "novikoff/core/feature_table.hpp"
#include "novikoff/core/number.hpp"
#include "novikoff/core/row_store.hpp"
#include "novikoff/core/stretch.hpp"
#include "novikoff/data/places.hpp"
#include "novikoff/data/source.hpp"

namespace novikoff {

class CacheRows;

/// All rows of an input, with y ∈ {−1, +1}. In memory: a compact row store (12 bytes a sparse value, 8 a dense one, 17 a row).
///
/// Rows are numbered from 0 in the order they were read. Views stay valid as long as the data set lives. Where memory is too small for the rows of a cache, the
/// first rows are in memory and the others are decoded from its mapping again and again (in_memory() is false): their views stay valid until rows of two other
/// blocks or a stretch of one are asked for, and only one thread may ask.
class Dataset {
 public:
  std::size_t size() const noexcept { return size_; }
  bool in_memory() const noexcept { return !stored_; }
  /// Not in memory: why a row could not be read again (it was then an empty row); what was learned from this data set is worth nothing.
  const std::optional<ErrorInfo>& failed() const noexcept;
  ExampleView operator[](std::size_t row) const noexcept;
  /// The rows in memory, all or the first, and their y: for loops over many of them.
  const RowStore& held() const noexcept { return rows_; }
  std::span<const std::int8_t> held_y() const noexcept { return y_; }
  /// Row `row` < size() and those behind it, as far as they lie one after the other in memory or in a decoded block: valid as their views are. None if the row
  /// must be asked for by its number.
  Stretch stretch(std::size_t row) const noexcept;
  std::uint64_t n_features() const noexcept { return schema_.n_features; }
  /// Places that the features of the rows have: features themselves, unless they were numbered anew.
  std::uint64_t n_places() const noexcept { return table_ ? table_->size() : n_features(); }
  /// After number_features: which features the places are for, ascending; else empty.
  const Columns& columns() const noexcept { return columns_; }
  /// The place of a feature; FeatureTable::kNone if it was given none.
  std::uint32_t place_of_feature(std::uint32_t feature) const noexcept { return table_ ? table_->find(feature) : feature; }
  const Schema& schema() const noexcept { return schema_; }
  /// {negative, positive} as first spelled.
  const std::pair<std::string, std::string>& classes() const noexcept { return classes_; }
  /// Where the row was read: "file:line", or "row N" (from 1) for data from memory.
  std::string where(std::size_t row) const;
  Place place(std::size_t row) const;
  /// max ‖x_i‖² over the rows, without the bias coordinate.
  Scaled max_sqnorm() const noexcept { return max_sqnorm_; }
  /// Bytes held.
  std::size_t memory() const noexcept;

  /// Reads `source` to its end and maps the labels (Labels::resolve). Errors: whatever the source meets; no_rows;
  /// one_label; memory_limit when the store would pass `memory` bytes and the rows come from no cache.
  static Result<Dataset> read(Source& source, Labels& labels, std::uint64_t memory);
  /// From memory: canonicalises each row as a reader would (zeros dropped, dense or sparse by content).
  /// `index` of a view may be null for a dense row that holds zeros anywhere. Requires y ∈ {−1, +1}, finite values, increasing indices.
  static Dataset from_examples(const std::vector<ExampleView>& rows, std::uint64_t n_features);

  /// These rows in two data sets, {kept, held out}, each in the order read and with its places; columns and classes stay those of all rows.
  /// Held out are max(1, min(n − 1, ⌊fraction·n + ½⌋)) rows: the first of a permutation drawn from a stream of `seed` of its own, so that which rows
  /// they are depends on the seed and on n only, and a larger fraction holds out the same rows and more.
  /// Requires 0 < fraction < 1. Errors: usage for fewer than two rows; memory_limit when the two copies would pass `memory` bytes.
  Result<std::pair<Dataset, Dataset>> split(double fraction, std::uint64_t seed, std::uint64_t memory) const;

  /// Gives the features that stand in the rows of `sets`, and `others`, places from 0 on in ascending order, for weights that need not be there for features
  /// that are not. From here on the rows of all `sets` have places where they had features, in the same order and form. Requires sets that have their
  /// features yet. Error: memory_limit if there would be more than `most_places`. Cost: two passes over the rows.
  static Status number_features(std::span<Dataset* const> sets, std::span<const std::uint32_t> others, std::uint64_t most_places);

 private:
  bool append(const FeatureView& x, std::int32_t label, RowPlace place, std::uint64_t memory);
  void note(const FeatureView& x);
  void map_labels(const Labels& labels);
  RowPlace place_of(std::size_t row) const;

  RowStore rows_;  // all, or the first
  std::size_t size_ = 0;
  std::shared_ptr<CacheRows> stored_;  // those behind them
  std::vector<std::int8_t> y_;         // label ids while reading
  Places places_;
  std::pair<std::string, std::string> classes_;
  Schema schema_;
  Scaled max_sqnorm_;
  std::shared_ptr<const FeatureTable> table_;
  Columns columns_;
};

}  // namespace novikoff
