// Which cell of a CSV record is which feature, and which the label.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fast_lines.hpp"
#include "novikoff/data/source.hpp"
#include "text.hpp"

namespace novikoff::text {

/// The columns of the file being read. The first file (or the model) fixes the features; later files are matched by name, or
/// without a header by their number.
class CsvColumns {
 public:
  CsvColumns(const ReadOptions& options, Schema& schema) : options_(options), schema_(schema) {}

  struct Header {
    std::vector<std::string> names;
    std::vector<std::size_t> offsets;  // of each name in the record
  };
  /// A file whose header is `header`. Faults: header_invalid, column_unknown, column_missing, label_column_needed, index_too_large.
  std::optional<Fault> open(const Header& header);
  /// A file without a header whose first record has `fields` cells. `offset` is where the record starts.
  std::optional<Fault> open(std::size_t fields, std::size_t offset);

  std::size_t size() const noexcept { return feature_.size(); }
  bool is_label(std::size_t field) const noexcept { return field == label_; }
  bool is_ignored(std::size_t field) const noexcept { return feature_[field] == kIgnored; }
  /// The feature of a field that is neither the label nor ignored.
  std::uint32_t feature(std::size_t field) const noexcept { return feature_[field]; }
  /// What the fast lines need to know of them.
  void tell(std::uint32_t file, Known& known) const;
  /// `column "a"`, or `column 3` without a header.
  std::string describe(std::size_t field) const;

 private:
  static constexpr std::size_t kNoLabel = ~std::size_t{0};
  static constexpr std::uint32_t kIgnored = ~std::uint32_t{0};  // no feature: --memory ends far below so many columns
  std::optional<Fault> find_ignored(const Header& header);
  std::optional<Fault> find_label(const Header& header);
  bool has_no_label(const Header& header) const;
  std::optional<Fault> find_label(std::size_t fields, std::size_t offset);
  std::optional<Fault> match(const Header& header);
  std::optional<Fault> number(const Header& header);
  void note_label(const Header& header);
  bool known() const noexcept { return fixed_ || !options_.columns.empty(); }
  bool all_known(const Header& header) const;
  /// The number of features where it is fixed before the file without a header is looked at.
  std::optional<std::size_t> known_count() const noexcept;
  std::vector<std::string> const& known_names() const noexcept { return fixed_ ? schema_.names : options_.columns; }
  std::optional<Fault> fix(std::size_t n_features, std::size_t offset);

  const ReadOptions& options_;
  Schema& schema_;
  bool fixed_ = false;          // a file before this one fixed the features
  std::size_t n_features_ = 0;  // once fixed
  std::size_t label_ = kNoLabel;
  std::vector<std::uint32_t> feature_;  // by field; kIgnored
};

}  // namespace novikoff::text
