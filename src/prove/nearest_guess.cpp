#include "prove/nearest_guess.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace novikoff {
namespace {

using Vector = std::vector<double>;

constexpr double kDependent = 1e-14;  // distance of a row from the span of the others, relative to the row
constexpr double kDecrease = 1e-15;   // of the norm: less is rounding
constexpr double kCoarse = 8;         // the joined coordinate is at most that much longer than the point

double norm_of(const Vector& v) noexcept {
  double sum = 0;
  for (const double value : v) sum += value * value;
  return std::sqrt(sum);
}

// A = QR for columns (s, z_i) of a set of rows. v with the least ‖e_0 − A·v‖ has λ = v/Σv: the affine hull's point of least norm, for the
// residual r is normal to each (s, z_i), so that z_i·Σ v_k z_k is the same number s·r_0 for all of them. r comes from Q alone.
class QrFactors {
 public:
  explicit QrFactors(std::size_t n_columns, double s) : size_(n_columns + 1), s_(s) {}

  std::size_t size() const noexcept { return q_.size(); }

  // False, and nothing changed, if the row is dependent as doubles see it.
  bool add(const ExactRow<double>& z) {
    Vector a(size_), r(q_.size() + 1);
    a[0] = s_;
    for (std::size_t k = 0; k < z.size; ++k) a[z.column[k] + 1] = z.value[k];
    const double length = norm_of(a);
    for (int round = 0; round < 2; ++round)
      for (std::size_t k = 0; k < q_.size(); ++k) {
        double product = 0;
        for (std::size_t j = 0; j < size_; ++j) product += q_[k][j] * a[j];
        for (std::size_t j = 0; j < size_; ++j) a[j] -= product * q_[k][j];
        r[k] += product;
      }
    const double rest = norm_of(a);
    if (!(rest > kDependent * length)) return false;
    for (double& value : a) value /= rest;
    r.back() = rest;
    q_.push_back(std::move(a));
    r_.push_back(std::move(r));
    return true;
  }

  // The columns behind have one entry too many below; rotations of neighbouring rows of R take it away.
  void remove(std::size_t at) {
    r_.erase(r_.begin() + static_cast<std::ptrdiff_t>(at));
    for (std::size_t k = at; k < r_.size(); ++k) {
      const double x = r_[k][k], y = r_[k][k + 1], length = std::hypot(x, y);
      const double c = length > 0 ? x / length : 1, s = length > 0 ? y / length : 0;
      for (std::size_t column = k; column < r_.size(); ++column) rotate(r_[column][k], r_[column][k + 1], c, s);
      for (std::size_t j = 0; j < size_; ++j) rotate(q_[k][j], q_[k + 1][j], c, s);
      r_[k].pop_back();
    }
    q_.pop_back();
  }

  Vector coefficients() const {
    Vector v(q_.size());
    for (std::size_t i = v.size(); i-- > 0;) {
      v[i] = q_[i][0];
      for (std::size_t k = i + 1; k < v.size(); ++k) v[i] -= r_[k][i] * v[k];
      v[i] /= r_[i][i];
    }
    return v;
  }

  Vector residual() const {
    Vector r(size_);
    r[0] = 1;
    for (const Vector& q : q_)
      for (std::size_t j = 0; j < size_; ++j) r[j] -= q[0] * q[j];
    return r;
  }
  double s() const noexcept { return s_; }

 private:
  static void rotate(double& a, double& b, double c, double s) noexcept {
    const double first = c * a + s * b;
    b = c * b - s * a;
    a = first;
  }

  std::size_t size_;
  double s_;
  std::vector<Vector> q_, r_;  // by column; r_[k] has k + 1 entries
};

class Nearest {
 public:
  explicit Nearest(const FloatRows& rows) : rows_(rows), factors_(rows.n_columns(), 1) {}

  NearestGuess run(Patience& patience) {
    start();
    double norm = HUGE_VAL;
    while (!patience.ended()) {
      look();
      if (!(norm_ < norm * (1 - kDecrease))) break;  // doubles see no further
      norm = norm_;
      if (norm * kCoarse < factors_.s() && !refactor(norm)) break;
      if (patience.ended_by((set_.size() + 1) * (rows_.n_columns() + 1 + set_.size()) * sizeof(double))) break;
      const std::uint32_t row = least(patience);
      if (std::find(set_.begin(), set_.end(), row) != set_.end() || !factors_.add(rows_.row(row))) break;
      set_.push_back(row);
      weight_.push_back(0);
      if (!settle(patience)) break;
    }
    return {set_, weight_, direction_};
  }

 private:
  void start() {
    std::uint32_t shortest = 0;
    for (std::uint32_t row = 1; row < rows_.size(); ++row)
      if (rows_.sqnorm(row) < rows_.sqnorm(shortest)) shortest = row;
    set_ = {shortest};
    weight_ = {1};
    const double length = std::sqrt(rows_.sqnorm(shortest));
    refactor(length > 0 ? length : 1);  // squares that underflow are no matter: the exact steps go on
  }

  bool refactor(double s) {
    factors_ = QrFactors(rows_.n_columns(), s);
    return std::all_of(set_.begin(), set_.end(), [&](std::uint32_t row) { return factors_.add(rows_.row(row)); });
  }

  // The point as the factors have it: its direction, and its norm.
  void look() {
    const Vector r = factors_.residual(), v = factors_.coefficients();
    direction_.resize(rows_.n_columns());
    for (std::size_t j = 0; j < direction_.size(); ++j) direction_[j] = -r[j + 1];
    double total = 0;
    for (const double value : v) total += value;
    norm_ = norm_of(direction_) / total;
  }

  std::uint32_t least(Patience& patience) const {
    double least = HUGE_VAL;
    std::uint32_t at = set_.front();
    for (std::uint32_t row = 0; row < rows_.size(); ++row) {
      if (row % 4096 == 0 && patience.ended()) break;
      if (const double product = rows_.dot(direction_, row); product < least) {
        least = product;
        at = row;
      }
    }
    return at;
  }

  // To the least norm of the set's affine hull, or as far as the weights allow, without the row that stops it, and again.
  bool settle(Patience& patience) {
    while (!patience.ended()) {
      Vector aim = factors_.coefficients();
      double total = 0;
      for (const double value : aim) total += value;
      for (double& value : aim) value /= total;
      double length = 1;
      std::size_t stops = set_.size();
      for (std::size_t k = 0; k < set_.size(); ++k)
        if (!(aim[k] > 0) && weight_[k] < length * (weight_[k] - aim[k])) {
          length = weight_[k] / (weight_[k] - aim[k]);
          stops = k;
        }
      for (std::size_t k = 0; k < set_.size(); ++k) weight_[k] += length * (aim[k] - weight_[k]);
      if (stops == set_.size()) return true;
      if (set_.size() == 1) return false;
      set_.erase(set_.begin() + static_cast<std::ptrdiff_t>(stops));
      weight_.erase(weight_.begin() + static_cast<std::ptrdiff_t>(stops));
      factors_.remove(stops);
    }
    return false;
  }

  const FloatRows& rows_;
  QrFactors factors_;
  std::vector<std::uint32_t> set_;
  Vector weight_, direction_;
  double norm_ = 0;
};

}  // namespace

NearestGuess nearest_guess(const FloatRows& rows, Patience& patience) { return Nearest(rows).run(patience); }

}  // namespace novikoff
