// Rows copied in single precision, one after the other: for a search that multiplies by the same rows again and again.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "novikoff/prove/row_passes.hpp"
#include "prove/ahead.hpp"

namespace novikoff {

/// sum += sign·z·(z·v + more), and the factor of z, for one row. Four values at a time, which need not wait for one another: the columns of a row are different
/// ones.
template <class Column, class Value>
double add_product(std::size_t n, const Column* column, const Value* z, double sign, double more, const float* v, double* sum) noexcept {
  const auto product = [&](std::size_t k) {
    // Of floats in floats, which is one conversion less.
    if constexpr (sizeof(Value) == sizeof(float))
      return static_cast<double>(z[k] * v[column[k]]);
    else
      return z[k] * static_cast<double>(v[column[k]]);
  };
  double s0 = more, s1 = 0, s2 = 0, s3 = 0;
  std::size_t k = 0;
  for (; k + 4 <= n; k += 4) {
    s0 += product(k);
    s1 += product(k + 1);
    s2 += product(k + 2);
    s3 += product(k + 3);
  }
  for (; k < n; ++k) s0 += product(k);
  const double factor = sign * ((s0 + s1) + (s2 + s3));
  for (k = 0; k + 4 <= n; k += 4) {
    const std::size_t c0 = column[k], c1 = column[k + 1], c2 = column[k + 2], c3 = column[k + 3];
    s0 = sum[c0] + factor * static_cast<double>(z[k]);
    s1 = sum[c1] + factor * static_cast<double>(z[k + 1]);
    s2 = sum[c2] + factor * static_cast<double>(z[k + 2]);
    s3 = sum[c3] + factor * static_cast<double>(z[k + 3]);
    sum[c0] = s0;
    sum[c1] = s1;
    sum[c2] = s2;
    sum[c3] = s3;
  }
  for (; k < n; ++k) sum[column[k]] += factor * static_cast<double>(z[k]);
  return factor;
}

/// Bytes of a copied value.
inline std::size_t copied_value_bytes(std::size_t n_columns) noexcept {
  return sizeof(float) + (n_columns <= std::size_t{1} << 16U ? sizeof(std::uint16_t) : sizeof(std::uint32_t));
}

/// Some rows z_i of a data set, bias coordinate included, cut to 24 bits: 6 bytes a value where there are at most 2^16 columns, else 8. They stand in the parts
/// of RowPasses, as they were added.
class NearRows {
 public:
  class Part {
   public:
    /// Makes room for about so many values of rows in so many columns, and never for more than `most`.
    void clear(std::size_t values, std::size_t n_columns, std::size_t most = std::numeric_limits<std::size_t>::max()) {
      is_short_ = n_columns <= std::size_t{1} << 16U;
      most_ = most;
      value_.clear();
      short_.clear();
      long_.clear();
      reserve(std::min(values, most));
      begin_.assign(1, 0);
    }
    /// false, and nothing appended, where there is no room for it.
    bool append(const ExampleView& z, double bias, std::size_t bias_column) {
      const std::size_t before = value_.size(), n = z.x.size + (bias != 0 ? 1 : 0);
      if (n > most_ - before) return false;
      if (before + n > value_.capacity()) reserve(std::min(most_, 2 * before + n));
      value_.resize(before + n);
      for (std::size_t k = 0; k < z.x.size; ++k) value_[before + k] = static_cast<float>(z.y * z.x.value[k]);
      if (bias != 0) value_.back() = static_cast<float>(z.y * bias);
      if (is_short_)
        append(short_, z.x, n, bias_column);
      else
        append(long_, z.x, n, bias_column);
      begin_.push_back(value_.size());
      return true;
    }
    /// sum += sign·z·(z·v) for all rows z, v cut to 24 bits too.
    void multiply(double sign, const float* v, double* sum) const noexcept {
      if (is_short_)
        multiply(short_.data(), sign, v, sum);
      else
        multiply(long_.data(), sign, v, sum);
    }

    /// f(n, columns, values) for every `stride`-th row.
    template <class F>
    void each(std::size_t stride, const F& f) const {
      for (std::size_t row = 0; row + 1 < begin_.size(); row += stride) {
        const std::size_t n = begin_[row + 1] - begin_[row];
        if (is_short_)
          f(n, short_.data() + begin_[row], value_.data() + begin_[row]);
        else
          f(n, long_.data() + begin_[row], value_.data() + begin_[row]);
      }
    }

    /// sum_j += Σ z_j².
    void add_squares(std::vector<double>& sum) const noexcept {
      each(1, [&](std::size_t n, const auto* column, const float* z) {
        for (std::size_t k = 0; k < n; ++k) sum[column[k]] += static_cast<double>(z[k]) * static_cast<double>(z[k]);
      });
    }

   private:
    void reserve(std::size_t values) {
      value_.reserve(values);
      if (is_short_)
        short_.reserve(values);
      else
        long_.reserve(values);
    }
    template <class Column>
    static void append(std::vector<Column>& columns, const FeatureView& x, std::size_t n, std::size_t bias_column) {
      const std::size_t before = columns.size();
      columns.resize(before + n, static_cast<Column>(bias_column));
      Column* const added = columns.data() + before;
      if (x.dense())
        std::iota(added, added + x.size, Column{0});
      else
        std::transform(x.index, x.index + x.size, added, [](std::uint32_t column) { return static_cast<Column>(column); });
    }

    template <class Column>
    void multiply(const Column* columns, double sign, const float* v, double* sum) const noexcept {
      for (std::size_t row = 0; row + 1 < begin_.size(); ++row) {
        const std::size_t n = begin_[row + 1] - begin_[row];
        // What rows behind have at this place.
        fetch(columns + begin_[row] + kAhead, n * sizeof(Column));
        fetch(value_.data() + begin_[row] + kAhead, n * sizeof(float));
        add_product(n, columns + begin_[row], value_.data() + begin_[row], sign, 0, v, sum);
      }
    }

    static constexpr std::size_t kAhead = 512;  // values

    bool is_short_ = false;
    std::size_t most_ = std::numeric_limits<std::size_t>::max();
    std::vector<float> value_;
    std::vector<std::uint16_t> short_;  // columns, or
    std::vector<std::uint32_t> long_;
    std::vector<std::size_t> begin_ = {0};
  };

  /// Makes room for about so many values of rows in so many columns, and never for more than `most` in a part.
  void clear(std::size_t values, std::size_t n_columns, std::size_t most = std::numeric_limits<std::size_t>::max()) {
    for (Part& part : parts) part.clear(values / parts.size() + values / (2 * parts.size() * parts.size()), n_columns, most);
  }

  std::array<Part, RowPasses::kParts> parts;
};

}  // namespace novikoff
