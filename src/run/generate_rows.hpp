// The rows of each kind of made data, in whole numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "novikoff/core/random.hpp"
#include "novikoff/run/generate.hpp"

namespace novikoff {

/// One row: values in units of 10^-places, by feature from 0, ascending, none 0.
struct MadeRow {
  struct Value {
    std::uint64_t feature = 0;
    std::int64_t value = 0;
  };
  std::vector<Value> values;
  bool positive = false;
};

/// Makes rows one by one; row i depends on the options and on i only.
class RowMaker {
 public:
  explicit RowMaker(const GenerateOptions& options);

  void make(std::uint64_t i, MadeRow& row) const;

  /// Decimal places of the values: 0, 3 or 6.
  int places() const noexcept { return places_; }
  std::uint64_t features() const noexcept { return features_; }

  // Kinds with a hidden direction h: whole numbers, that of the bias coordinate apart.
  const std::vector<std::int32_t>& direction() const noexcept { return direction_; }
  std::int64_t bias_direction() const noexcept { return bias_direction_; }
  /// ‖h‖², bias coordinate included.
  std::int64_t direction_sqnorm() const noexcept { return direction_sqnorm_; }
  /// The least y·h·x of a row, in thousandths: ≥ γ·‖h‖.
  std::int64_t threshold() const noexcept { return threshold_; }

 private:
  void draw_direction();
  void make_separable(std::uint64_t i, MadeRow& row) const;
  void draw_values(Rng& rng, MadeRow& row) const;
  std::int64_t score(const MadeRow& row) const;
  void push(MadeRow& row, std::int64_t missing) const;
  void make_xor(std::uint64_t i, MadeRow& row) const;
  void make_text(std::uint64_t i, MadeRow& row) const;
  std::uint64_t word(Rng& rng) const;

  const GenerateOptions& options_;
  int places_ = 0;
  std::uint64_t features_ = 0;
  std::vector<std::int32_t> direction_;
  std::int64_t bias_direction_ = 0;
  std::int64_t direction_sqnorm_ = 0;
  std::int64_t bias_ = 0;  // B in thousandths
  std::int64_t threshold_ = 0;
};

}  // namespace novikoff
