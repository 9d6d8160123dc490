#include "prove/conflict.hpp"

#include <utility>
#include <vector>

namespace novikoff {
namespace {

// A relation Σ_k x_k z_basic(k) + Σ_t θ_t z_t = 0 with independent basic rows, all coefficients ≥ 0.
class Relation {
 public:
  Relation(const WorkRows& rows, const Cone& inside, const std::vector<std::uint32_t>& t)
      : rows_(rows), coordinates_(inside.coordinates()), inverse_(inside.tableau()) {
    std::vector<std::size_t> kept;
    std::map<std::uint32_t, Rational> others;
    for (const std::uint32_t row : t) others[row] = Rational(1);
    for (std::size_t k = 0; k < inside.basics().size(); ++k) {
      const Cone::Basic& basic = inside.basics()[k];
      kept.push_back(k);
      basic_.push_back(basic.row);
      x_.emplace_back(inside.value(k), inside.tableau().det());
      // An artificial column is 0 here. It is ±z_t, and z_t takes its place, with its own coefficient.
      if (basic.artificial && basic.negative) inverse_.negate_row(k);
      if (const auto other = others.find(basic.row); other != others.end()) {
        x_[k] = x_[k] + other->second;
        others.erase(other);
      }
    }
    inverse_.keep_rows(kept);
    others_.assign(others.begin(), others.end());
  }

  // Takes rows that are not basic out, one by one, as long as there are two of them, or pivots them in; each step ends with one row fewer.
  bool reduce(Patience& patience) {
    while (others_.size() > 1) {
      const auto [row, theta] = others_.back();
      others_.pop_back();
      if (!take(row, theta, patience)) return false;
    }
    return true;
  }

  Weights weights() const {
    Integer common = 1;
    const auto each = [&](auto f) {
      for (std::size_t k = 0; k < x_.size(); ++k) f(basic_[k], x_[k]);
      for (const auto& [row, theta] : others_) f(row, theta);
    };
    each([&](std::uint32_t, const Rational& x) {
      Integer rest = x.denominator();
      rest.divide_exactly(Integer::gcd(rest, common));
      common *= rest;
    });
    Weights result;
    each([&](std::uint32_t row, const Rational& x) {
      if (x.sign() != 0) result[row] = (x * Rational(common)).numerator();
    });
    return result;
  }

 private:
  // Lowers row's coefficient from theta; the basic ones take up −d for each unit, until one of them is 0.
  bool take(std::uint32_t row, const Rational& theta, Patience& patience) {
    const std::vector<Integer> d = coordinates_.image(inverse_, rows_, row);
    std::vector<Rational> step(d.size());
    Rational length = theta;
    std::optional<std::size_t> blocking;
    for (std::size_t k = 0; k < d.size(); ++k) {
      if (d[k].sign() == 0) continue;
      step[k] = Rational(d[k], inverse_.det());
      if (d[k].sign() > 0) continue;
      const Rational allowed = -x_[k] / step[k];
      if (allowed < length) {
        length = allowed;
        blocking = k;
      }
    }
    for (std::size_t k = 0; k < d.size(); ++k)
      if (d[k].sign() != 0) x_[k] = x_[k] + length * step[k];
    if (!blocking) return !patience.ended();
    basic_[*blocking] = row;
    x_[*blocking] = theta - length;
    return inverse_.pivot(*blocking, d, patience);
  }

  const WorkRows& rows_;
  const Coordinates& coordinates_;
  Tableau inverse_;
  std::vector<std::uint32_t> basic_;
  std::vector<Rational> x_;
  std::vector<std::pair<std::uint32_t, Rational>> others_;
};

}  // namespace

Weights spanning_conflict(const Cone& inside, const std::vector<std::uint32_t>& t) {
  Weights weights;
  for (const std::uint32_t row : t) weights[row] += inside.tableau().det();
  for (std::size_t k = 0; k < inside.basics().size(); ++k)
    if (!inside.basics()[k].artificial && inside.value(k).sign() != 0) weights[inside.basics()[k].row] += inside.value(k);
  return weights;
}

bool make_minimal(const WorkRows& rows, const Cone& inside, const std::vector<std::uint32_t>& t, Weights& weights, Patience& patience) {
  Relation relation(rows, inside, t);
  if (!relation.reduce(patience)) return false;
  weights = relation.weights();
  return true;
}

}  // namespace novikoff
