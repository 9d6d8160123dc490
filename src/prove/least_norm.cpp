#include <algorithm>
#include <cmath>
#include <cstddef>

#include "prove/guess.hpp"

namespace novikoff {
namespace {

constexpr double kMaxWork = 2e8;     // multiplications: some hundred milliseconds
constexpr double kEnough = 0.9;      // of the squared norm: how far the least score may be below it
constexpr double kNothing = 1e-26;   // squared norm that is rounding only, rows having norm 1
constexpr double kSingular = 1e-13;  // squared distance of a row from the span of the others, relative to 2

// Wolfe's method: a set of affinely independent rows with the point of least norm of their hull; the row of least score joins, rows whose weight
// would fall below 0 leave.
class LeastNorm {
 public:
  LeastNorm(const WorkRows& rows, const std::vector<std::uint32_t>& candidates) : rows_(rows), candidates_(candidates), norm_(rows.size()) {
    for (const std::uint32_t row : candidates) {
      double sum = 0;
      for (std::size_t k = 0; k < rows.n_values(row); ++k) sum += rows.approximate(row)[k] * rows.approximate(row)[k];
      norm_[row] = std::sqrt(sum);
      values_ += static_cast<double>(rows.n_values(row));
    }
  }

  Guess run(Patience& patience) {
    Guess guess{.clean = false, .w = {}, .counts = std::vector<double>(rows_.size())};
    join(candidates_.front());
    weight_ = {1};
    for (;;) {
      point_ = point();
      work_ += values_;
      double least = HUGE_VAL;
      std::uint32_t lowest = candidates_.front();
      for (const std::uint32_t row : candidates_)
        if (const double score = dot(point_, row); score < least) {
          least = score;
          lowest = row;
        }
      double sqnorm = 0;
      for (const double value : point_) sqnorm += value * value;
      guess.clean = least > kEnough * sqnorm;
      if (guess.clean || sqnorm < kNothing || work_ > kMaxWork || patience.ended()) break;
      if (std::find(set_.begin(), set_.end(), lowest) != set_.end()) break;  // doubles see no further
      join(lowest);
      weight_.push_back(0);
      if (!settle(patience)) break;
    }
    guess.clean = guess.clean && !patience.ended();
    guess.w = point_;
    for (std::size_t k = 0; k < set_.size() && k < weight_.size(); ++k) guess.counts[set_[k]] = weight_[k] / norm_[set_[k]];
    return guess;
  }

 private:
  using Vector = std::vector<double>;

  double dot(const Vector& v, std::uint32_t row) const noexcept {
    double sum = 0;
    for (std::size_t k = 0; k < rows_.n_values(row); ++k) sum += v[rows_.columns(row)[k]] * rows_.approximate(row)[k];
    return sum / norm_[row];
  }
  Vector full(std::uint32_t row, double factor) const {
    Vector v(rows_.n_columns());
    for (std::size_t k = 0; k < rows_.n_values(row); ++k) v[rows_.columns(row)[k]] = factor / norm_[row] * rows_.approximate(row)[k];
    return v;
  }
  Vector point() const {
    Vector p(rows_.n_columns());
    for (std::size_t i = 0; i < set_.size(); ++i)
      for (std::size_t k = 0; k < rows_.n_values(set_[i]); ++k) p[rows_.columns(set_[i])[k]] += weight_[i] / norm_[set_[i]] * rows_.approximate(set_[i])[k];
    return p;
  }

  // Products with the rows of the set, each plus 1: positive definite where the rows are affinely independent.
  void join(std::uint32_t row) {
    const Vector v = full(row, 1);
    set_.push_back(row);
    Vector products;
    for (const std::uint32_t other : set_) products.push_back(1 + dot(v, other));
    products_.push_back(std::move(products));
  }
  void leave(std::size_t at) {
    set_.erase(set_.begin() + static_cast<std::ptrdiff_t>(at));
    weight_.erase(weight_.begin() + static_cast<std::ptrdiff_t>(at));
    products_.erase(products_.begin() + static_cast<std::ptrdiff_t>(at));
    for (std::size_t k = at; k < products_.size(); ++k) products_[k].erase(products_[k].begin() + static_cast<std::ptrdiff_t>(at));
  }

  // To the least norm of the set's affine hull, or as far as the weights allow, without the row that stops it, and again.
  bool settle(Patience& patience) {
    while (!patience.ended()) {
      const Vector aim = affine_weights();
      if (aim.empty()) return false;
      double length = 1;
      std::size_t stops = set_.size();
      for (std::size_t k = 0; k < set_.size(); ++k)
        if (aim[k] <= 0 && weight_[k] < length * (weight_[k] - aim[k])) {
          length = weight_[k] / (weight_[k] - aim[k]);
          stops = k;
        }
      for (std::size_t k = 0; k < set_.size(); ++k) weight_[k] += length * (aim[k] - weight_[k]);
      if (stops == set_.size()) return true;
      leave(stops);
      if (set_.empty()) return false;
    }
    return false;
  }

  // (G + 1·1ᵀ)v = 1 by Cholesky's factors, normalised to sum 1; empty if the rows are dependent as doubles see it.
  Vector affine_weights() {
    const std::size_t n = set_.size();
    work_ += std::pow(static_cast<double>(n), 3) / 6;
    std::vector<Vector> l = products_;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j <= i; ++j) {
        double sum = l[i][j];
        for (std::size_t k = 0; k < j; ++k) sum -= l[i][k] * l[j][k];
        if (i == j && sum < kSingular) return {};
        l[i][j] = i == j ? std::sqrt(sum) : sum / l[j][j];
      }
    Vector v(n, 1);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < i; ++k) v[i] -= l[i][k] * v[k];
      v[i] /= l[i][i];
    }
    double total = 0;
    for (std::size_t i = n; i-- > 0;) {
      for (std::size_t k = i + 1; k < n; ++k) v[i] -= l[k][i] * v[k];
      total += v[i] /= l[i][i];
    }
    for (double& value : v) value /= total;
    return v;
  }

  const WorkRows& rows_;
  const std::vector<std::uint32_t>& candidates_;
  Vector norm_, weight_, point_;
  std::vector<std::uint32_t> set_;
  std::vector<Vector> products_;
  double values_ = 0, work_ = 0;
};

}  // namespace

Guess least_norm_guess(const WorkRows& rows, const std::vector<std::uint32_t>& candidates, Patience& patience) {
  return LeastNorm(rows, candidates).run(patience);
}

}  // namespace novikoff
