#include "prove/float_simplex.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

namespace novikoff {
namespace {

constexpr double kSmall = 1e-9;               // of a price or a pivot, relative to rows of norm 1
constexpr std::size_t kStepsPerRank = 30;     // before the guess is left as it is
constexpr std::size_t kStepsPerInverse = 64;  // before the inverse is computed afresh

// Cone's program on rows scaled to norm 1. Nothing here has to be right: the exact method begins where this one ends, and goes on where it was wrong.
class FloatSimplex {
 public:
  FloatSimplex(const WorkRows& rows, const std::vector<std::uint32_t>& rays, const RowBasis& basis)
      : rows_(rows), rays_(rays), columns_(basis.columns), coordinate_(rows.n_columns(), basis.columns.size()), norm_(rows.size()) {
    for (std::size_t k = 0; k < columns_.size(); ++k) coordinate_[columns_[k]] = k;
    for (const std::uint32_t row : rays) norm_[row] = norm_of(row);
    for (const std::uint32_t row : basis.rows) basic_.push_back({.row = row});
    // The exact weights of all rows of T are 1; those of the rows at norm 1 are their norms, up to powers of two.
    double largest = 0;
    for (const std::uint32_t row : basis.rows) largest = std::max(largest, scale_of(row, 0));
    const int shift = largest > 0 ? std::ilogb(largest) : 0;
    target_.assign(rank(), 0);
    for (const std::uint32_t row : basis.rows) add(target_, row, -std::max(scale_of(row, shift), 1e-12));
  }

  LikelyBasis run(Patience& patience) {
    if (refresh()) {
      for (std::size_t steps = 0; steps < kStepsPerRank * rank() && !patience.ended(); ++steps) {
        if (!step()) break;
        if (steps % kStepsPerInverse == kStepsPerInverse - 1 && !refresh()) break;
      }
    }
    LikelyBasis result;
    for (const Basic& basic : basic_) (basic.artificial ? result.artificial : result.rays).push_back(basic.row);
    return result;
  }

 private:
  struct Basic {
    std::uint32_t row;
    bool artificial = true, negative = false;
  };
  using Vector = std::vector<double>;

  std::size_t rank() const noexcept { return columns_.size(); }
  double norm_of(std::uint32_t row) const noexcept {
    double sum = 0;
    for (std::size_t k = 0; k < rows_.n_values(row); ++k) sum += rows_.approximate(row)[k] * rows_.approximate(row)[k];
    return std::sqrt(sum);
  }
  double scale_of(std::uint32_t row, int shift) const noexcept {
    return std::ldexp(norm_[row], static_cast<int>(std::clamp<std::int64_t>(rows_.row_exponent(row) - shift, -900, 900)));
  }
  void add(Vector& v, std::uint32_t row, double factor) const {
    for (std::size_t k = 0; k < rows_.n_values(row); ++k)
      if (const std::size_t j = coordinate_[rows_.columns(row)[k]]; j < rank()) v[j] += factor / norm_[row] * rows_.approximate(row)[k];
  }
  double* line(std::size_t k) noexcept { return inverse_.data() + k * rank(); }

  // The inverse of the basis by elimination with row exchanges, the values and prices from it. False if it is singular as doubles see it.
  bool refresh() {
    const std::size_t n = rank();
    Vector a(n * n);
    inverse_.assign(n * n, 0);
    for (std::size_t k = 0; k < n; ++k) {
      Vector column(n);
      add(column, basic_[k].row, basic_[k].negative ? -1 : 1);
      for (std::size_t j = 0; j < n; ++j) a[j * n + k] = column[j];
      inverse_[k * n + k] = 1;
    }
    for (std::size_t k = 0; k < n; ++k)
      if (!eliminate(a, k)) return false;
    value_.assign(n, 0);
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t j = 0; j < n; ++j) value_[k] += line(k)[j] * target_[j];
    for (std::size_t k = 0; k < n; ++k) {
      if (value_[k] >= 0) continue;
      if (basic_[k].artificial) {
        basic_[k].negative = !basic_[k].negative;
        for (std::size_t j = 0; j < n; ++j) line(k)[j] = -line(k)[j];
        value_[k] = -value_[k];
      } else {
        value_[k] = 0;
      }
    }
    price_.assign(n, 0);
    for (std::size_t k = 0; k < n; ++k)
      if (basic_[k].artificial)
        for (std::size_t j = 0; j < n; ++j) price_[j] += line(k)[j];
    return true;
  }

  bool eliminate(Vector& a, std::size_t k) {
    const std::size_t n = rank();
    std::size_t p = k;
    for (std::size_t j = k + 1; j < n; ++j)
      if (std::abs(a[j * n + k]) > std::abs(a[p * n + k])) p = j;
    if (std::abs(a[p * n + k]) < 1e-14) return false;
    if (p != k) {
      std::swap_ranges(&a[p * n], &a[p * n] + n, &a[k * n]);
      std::swap_ranges(line(p), line(p) + n, line(k));
    }
    const double head = 1 / a[k * n + k];
    for (std::size_t j = 0; j < n; ++j) {
      a[k * n + j] *= head;
      line(k)[j] *= head;
    }
    for (std::size_t i = 0; i < n; ++i) {
      const double factor = a[i * n + k];
      if (i == k || factor == 0) continue;
      for (std::size_t j = k; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];
      for (std::size_t j = 0; j < n; ++j) line(i)[j] -= factor * line(k)[j];
    }
    return true;
  }

  // False at the end, or where doubles see no way on.
  bool step() {
    double best = kSmall;
    std::optional<std::uint32_t> entering;
    for (const std::uint32_t row : rays_)
      if (const double price = dot(price_.data(), row); price > best) {
        best = price;
        entering = row;
      }
    if (!entering) return false;
    Vector d(rank());
    for (std::size_t k = 0; k < rank(); ++k) d[k] = dot(line(k), *entering);
    const std::optional<std::size_t> p = leaving(d);
    if (!p) return false;
    pivot(*p, d, best);
    basic_[*p] = {.row = *entering, .artificial = false, .negative = false};
    return true;
  }

  double dot(const double* v, std::uint32_t row) const noexcept {
    double sum = 0;
    for (std::size_t k = 0; k < rows_.n_values(row); ++k)
      if (const std::size_t j = coordinate_[rows_.columns(row)[k]]; j < rank()) sum += v[j] * rows_.approximate(row)[k];
    return sum / norm_[row];
  }

  // The least ratio; of those that are as good as least the largest pivot.
  std::optional<std::size_t> leaving(const Vector& d) const {
    double least = HUGE_VAL;
    for (std::size_t k = 0; k < rank(); ++k)
      if (d[k] > kSmall) least = std::min(least, (value_[k] + kSmall) / d[k]);
    std::optional<std::size_t> p;
    for (std::size_t k = 0; k < rank(); ++k)
      if (d[k] > kSmall && value_[k] / d[k] <= least && (!p || d[k] > d[*p])) p = k;
    return p;
  }

  void pivot(std::size_t p, const Vector& d, double price) {
    const std::size_t n = rank();
    double* pivot_line = line(p);
    for (std::size_t j = 0; j < n; ++j) pivot_line[j] /= d[p];
    value_[p] /= d[p];
    for (std::size_t k = 0; k < n; ++k) {
      if (k == p || d[k] == 0) continue;
      for (std::size_t j = 0; j < n; ++j) line(k)[j] -= d[k] * pivot_line[j];
      value_[k] = std::max(0.0, value_[k] - d[k] * value_[p]);
    }
    for (std::size_t j = 0; j < n; ++j) price_[j] -= price * pivot_line[j];
  }

  const WorkRows& rows_;
  const std::vector<std::uint32_t>& rays_;
  std::vector<std::uint32_t> columns_;
  std::vector<std::size_t> coordinate_;
  Vector norm_, target_, inverse_, value_, price_;
  std::vector<Basic> basic_;
};

}  // namespace

LikelyBasis likely_basis(const WorkRows& rows, const std::vector<std::uint32_t>& rays, const RowBasis& basis, Patience& patience) {
  return FloatSimplex(rows, rays, basis).run(patience);
}

}  // namespace novikoff
