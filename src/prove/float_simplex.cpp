#include "prove/float_simplex.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

#include "novikoff/vec/kernels.hpp"

namespace novikoff {
namespace {

double norm_of(const WorkRows& rows, std::uint32_t row) noexcept {
  double sum = 0;
  for (std::size_t k = 0; k < rows.n_values(row); ++k) sum += rows.approximate(row)[k] * rows.approximate(row)[k];
  return std::sqrt(sum);
}

constexpr double kSmallPivot = 1e-9;           // of a price or a pivot, relative to rows of norm 1
constexpr std::size_t kPricedPerPivot = 8;     // rays are looked at until one may enter and this part of a pivot's cost is spent
constexpr std::size_t kStepsPerRank = 30;      // before the guess is left as it is
constexpr std::size_t kStepsPerInverse = 128;  // before the inverse is computed afresh; as many as the rank if that is more

// Cone's program on rows scaled to norm 1. Nothing here has to be right: the exact method begins where this one ends, and goes on where it was wrong.
class FloatSimplex {
 public:
  FloatSimplex(const WorkRows& rows, const FloatProgram& program)
      : rows_(rows),
        rays_(program.rays),
        columns_(program.basis.columns),
        coordinate_(rows.n_columns(), columns_.size()),
        norm_(rows.size()),
        target_(program.target),
        value_(columns_.size()) {
    for (std::size_t k = 0; k < columns_.size(); ++k) coordinate_[columns_[k]] = k;
    std::size_t n_values = 0;
    for (const std::uint32_t row : rays_) n_values += rows.n_values(row);
    ray_column_.reserve(n_values);
    ray_value_.reserve(n_values);
    ray_end_.reserve(rays_.size() + 1);
    for (const std::uint32_t row : rays_) {
      norm_[row] = norm_of(rows, row);
      for (std::size_t k = 0; k < rows.n_values(row); ++k) {
        const std::size_t j = coordinate_[rows.columns(row)[k]];
        if (j == rank()) continue;
        ray_column_.push_back(static_cast<std::uint32_t>(j));
        ray_value_.push_back(rows.approximate(row)[k] / norm_[row]);
      }
      ray_end_.push_back(ray_value_.size());
    }
    for (const std::uint32_t row : program.basis.rows) {
      norm_[row] = norm_of(rows, row);
      basic_.push_back({.row = row, .kind = basic_.size() < program.n_free ? Kind::free : Kind::artificial});
    }
  }

  LikelyBasis run(Patience& patience) {
    const std::size_t per_inverse = std::max(kStepsPerInverse, rank());
    if (refresh(patience) && scale_target()) {
      for (std::size_t steps = 0; steps < kStepsPerRank * rank() && !patience.ended(); ++steps) {
        if (!step()) break;
        if (steps % per_inverse == per_inverse - 1 && !refresh(patience)) break;
      }
    }
    LikelyBasis result;
    for (std::size_t k = 0; k < basic_.size(); ++k) {
      if (basic_[k].kind == Kind::free) continue;
      (basic_[k].kind == Kind::artificial ? result.artificial : result.rays).push_back(basic_[k].row);
      if (basic_[k].kind == Kind::artificial && value_[k] > kSmallPivot) result.distance += value_[k];
      if (basic_[k].kind == Kind::ray && value_[k] > kSmallPivot) result.used.push_back(basic_[k].row);
    }
    result.normal.resize(rows_.n_columns());
    for (std::size_t j = 0; j < price_.size(); ++j) result.normal[columns_[j]] = -price_[j];
    return result;
  }

 private:
  enum class Kind { ray, artificial, free };
  struct Basic {
    std::uint32_t row;
    Kind kind = Kind::ray;
    bool negative = false;
  };
  using Vector = std::vector<double>;

  std::size_t rank() const noexcept { return columns_.size(); }
  void add(Vector& v, std::uint32_t row, double factor) const {
    for (std::size_t k = 0; k < rows_.n_values(row); ++k)
      if (const std::size_t j = coordinate_[rows_.columns(row)[k]]; j < rank()) v[j] += factor / norm_[row] * rows_.approximate(row)[k];
  }
  double* line(std::size_t k) noexcept { return inverse_.data() + k * rank(); }

  // The inverse of the basis by elimination with row exchanges, the values and prices from it. False if it is singular as doubles see it.
  bool refresh(Patience& patience) {
    const std::size_t n = rank();
    if (patience.ended_by(2 * n * n * sizeof(double))) return false;
    Vector a(n * n);
    inverse_.assign(n * n, 0);
    for (std::size_t k = 0; k < n; ++k) {
      Vector column(n);
      add(column, basic_[k].row, basic_[k].negative ? -1 : 1);
      for (std::size_t j = 0; j < n; ++j) a[j * n + k] = column[j];
      inverse_[k * n + k] = 1;
    }
    for (std::size_t k = 0; k < n; ++k)
      if (patience.ended() || !eliminate(a, k)) return false;
    value_.assign(n, 0);
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t j = 0; j < n; ++j) value_[k] += line(k)[j] * target_[j];
    for (std::size_t k = 0; k < n; ++k) {
      if (value_[k] >= 0 || basic_[k].kind == Kind::free) continue;
      if (basic_[k].kind == Kind::artificial) {
        basic_[k].negative = !basic_[k].negative;
        for (std::size_t j = 0; j < n; ++j) line(k)[j] = -line(k)[j];
        value_[k] = -value_[k];
      } else {
        value_[k] = 0;
      }
    }
    price_.assign(n, 0);
    for (std::size_t k = 0; k < n; ++k)
      if (basic_[k].kind == Kind::artificial)
        for (std::size_t j = 0; j < n; ++j) price_[j] += line(k)[j];
    return true;
  }

  // Brings the largest value to 1, which kSmallPivot is small beside.
  bool scale_target() {
    double largest = 0;
    for (std::size_t k = 0; k < rank(); ++k)
      if (basic_[k].kind != Kind::free) largest = std::max(largest, std::abs(value_[k]));
    if (!(largest > 0) || !std::isfinite(largest)) return false;
    for (double& value : target_) value /= largest;
    for (double& value : value_) value /= largest;
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
      axpy(-factor, {nullptr, &a[k * n + k], n - k}, &a[i * n + k]);
      axpy(-factor, {nullptr, line(k), n}, line(i));
    }
    return true;
  }

  // False at the end, or where doubles see no way on.
  bool step() {
    double best = kSmallPivot;
    std::optional<std::size_t> entering;
    const std::size_t enough = rank() * rank() / kPricedPerPivot;
    for (std::size_t k = 0, looked_at = 0; k < rays_.size() && (!entering || looked_at < enough); ++k) {
      looked_at += ray_end_[next_ray_ + 1] - ray_end_[next_ray_];
      if (const double price = dot(price_.data(), next_ray_); price > best) {
        best = price;
        entering = next_ray_;
      }
      if (++next_ray_ == rays_.size()) next_ray_ = 0;
    }
    if (!entering) return false;
    Vector d(rank());
    for (std::size_t k = 0; k < rank(); ++k) d[k] = dot(line(k), *entering);
    const std::optional<std::size_t> p = leaving(d);
    if (!p) return false;
    pivot(*p, d, best);
    basic_[*p] = {.row = rays_[*entering]};
    return true;
  }

  double dot(const double* v, std::size_t ray) const noexcept {
    double sum = 0;
    for (std::size_t k = ray_end_[ray]; k < ray_end_[ray + 1]; ++k) sum += v[ray_column_[k]] * ray_value_[k];
    return sum;
  }

  // The least ratio; of those that are as good as least the largest pivot.
  std::optional<std::size_t> leaving(const Vector& d) const {
    double least = HUGE_VAL;
    for (std::size_t k = 0; k < rank(); ++k)
      if (basic_[k].kind != Kind::free && d[k] > kSmallPivot) least = std::min(least, (value_[k] + kSmallPivot) / d[k]);
    std::optional<std::size_t> p;
    for (std::size_t k = 0; k < rank(); ++k)
      if (basic_[k].kind != Kind::free && d[k] > kSmallPivot && value_[k] / d[k] <= least && (!p || d[k] > d[*p])) p = k;
    return p;
  }

  void pivot(std::size_t p, const Vector& d, double price) {
    const std::size_t n = rank();
    double* pivot_line = line(p);
    for (std::size_t j = 0; j < n; ++j) pivot_line[j] /= d[p];
    value_[p] /= d[p];
    for (std::size_t k = 0; k < n; ++k) {
      if (k == p || d[k] == 0) continue;
      axpy(-d[k], {nullptr, pivot_line, n}, line(k));
      value_[k] -= d[k] * value_[p];
      if (basic_[k].kind != Kind::free) value_[k] = std::max(0.0, value_[k]);
    }
    for (std::size_t j = 0; j < n; ++j) price_[j] -= price * pivot_line[j];
  }

  const WorkRows& rows_;
  const std::vector<std::uint32_t>& rays_;
  std::vector<std::uint32_t> columns_;
  std::vector<std::size_t> coordinate_;
  Vector norm_, target_, value_, inverse_, price_;
  std::vector<std::size_t> ray_end_ = {0};  // the rays on the coordinates, of norm 1
  std::vector<std::uint32_t> ray_column_;
  Vector ray_value_;
  std::size_t next_ray_ = 0;
  std::vector<Basic> basic_;
};

}  // namespace

// Rows are scaled by powers of two as long as these differ less than doubles can tell.
std::vector<double> opposite_sum(const WorkRows& rows, const RowBasis& basis) {
  std::vector<double> sum(rows.n_columns());
  std::int64_t largest = std::numeric_limits<std::int64_t>::min();
  for (const std::uint32_t row : basis.rows) largest = std::max(largest, rows.row_exponent(row));
  for (const std::uint32_t row : basis.rows) {
    const double scale = std::ldexp(1, -static_cast<int>(std::min<std::int64_t>(largest - rows.row_exponent(row), 40)));
    for (std::size_t k = 0; k < rows.n_values(row); ++k) sum[rows.columns(row)[k]] -= scale * rows.approximate(row)[k];
  }
  std::vector<double> result;
  for (const std::uint32_t column : basis.columns) result.push_back(sum[column]);
  return result;
}

LikelyBasis likely_basis(const WorkRows& rows, const FloatProgram& program, Patience& patience) { return FloatSimplex(rows, program).run(patience); }

}  // namespace novikoff
