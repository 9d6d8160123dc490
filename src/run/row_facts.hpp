// What a report says of all rows, gathered in one look at them as doubles.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "novikoff/core/example.hpp"
#include "novikoff/core/number.hpp"
#include "novikoff/prove/integer.hpp"
#include "novikoff/prove/row_passes.hpp"

namespace novikoff {

/// Gathers from rows in order.
class RowFacts {
 public:
  void add(const FeatureView& x);
  std::uint64_t size() const noexcept { return rows_; }
  std::uint64_t n_values() const noexcept { return values_; }
  /// The features that are not 0 in some row, ascending.
  std::vector<std::uint32_t> columns() const;
  /// The rows of which one is a longest, ascending.
  std::vector<std::uint64_t> longest() const;

 private:
  static constexpr unsigned kPageBits = 10;
  using Page = std::array<std::uint64_t, (std::size_t{1} << kPageBits) / 64>;
  void mark(std::uint32_t feature);
  void drop_short();

  std::uint64_t rows_ = 0, values_ = 0;
  std::size_t first_unmarked_ = 0;                            // all features below are marked
  std::vector<std::unique_ptr<Page>> pages_;                  // of a bit for each feature
  Scaled longest_low_;                                        // ‖x‖² of some row is not below
  std::vector<std::pair<std::uint64_t, Scaled>> candidates_;  // {row, ‖x‖² is not above}
  std::size_t drop_at_ = 1024;
};

/// R² of rows with their bias coordinate: that of the longest of `candidates`, looked at `values_at_once` values at a time. Errors: those of RowPasses::exact.
Result<Rational> max_sqnorm(RowPasses& rows, const std::vector<std::uint64_t>& candidates, std::uint64_t values_at_once);

}  // namespace novikoff
