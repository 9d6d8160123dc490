// Rows copied in single precision, one after the other: for a search that multiplies by the same rows again and again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "novikoff/prove/row_passes.hpp"

namespace novikoff {

/// Some rows z_i of a data set, bias coordinate included, cut to 24 bits: 8 bytes a value. They stand in the parts of RowPasses, as they were added.
class NearRows {
 public:
  struct Value {
    std::uint32_t column;
    float z;
  };
  class Part {
   public:
    std::size_t size() const noexcept { return begin_.size() - 1; }
    std::size_t memory() const noexcept { return values_.capacity() * sizeof(Value) + begin_.capacity() * sizeof(std::size_t); }
    void clear() {
      values_.clear();
      begin_.assign(1, 0);
    }
    void append(const ExampleView& z, double bias, std::uint32_t bias_column) {
      for (std::size_t k = 0; k < z.x.size; ++k)
        values_.push_back({z.x.dense() ? static_cast<std::uint32_t>(k) : z.x.index[k], static_cast<float>(z.y * z.x.value[k])});
      if (bias != 0) values_.push_back({bias_column, static_cast<float>(z.y * bias)});
      begin_.push_back(values_.size());
    }
    /// sum += z·(z·v) for all rows z.
    void multiply(const double* v, double* sum) const noexcept {
      for (std::size_t row = 0; row < size(); ++row) {
        const Value* const first = values_.data() + begin_[row];
        const std::size_t n = begin_[row + 1] - begin_[row];
        double even = 0, odd = 0;
        for (std::size_t k = 0; k + 2 <= n; k += 2) {
          even += static_cast<double>(first[k].z) * v[first[k].column];
          odd += static_cast<double>(first[k + 1].z) * v[first[k + 1].column];
        }
        if (n % 2 == 1) even += static_cast<double>(first[n - 1].z) * v[first[n - 1].column];
        const double product = even + odd;
        for (std::size_t k = 0; k < n; ++k) sum[first[k].column] += product * static_cast<double>(first[k].z);
      }
    }
    /// sum_j += z_j² for all rows z.
    void add_squares(double* sum) const noexcept {
      for (const Value& value : values_) sum[value.column] += static_cast<double>(value.z) * static_cast<double>(value.z);
    }

   private:
    std::vector<Value> values_;
    std::vector<std::size_t> begin_ = {0};
  };

  std::array<Part, RowPasses::kParts> parts;
};

}  // namespace novikoff
