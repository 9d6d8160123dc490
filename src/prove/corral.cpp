#include "prove/corral.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "prove/cone.hpp"

namespace novikoff {
namespace {

template <class T>
Integer product_of(const ExactRow<T>& a, const ExactRow<T>& b) {
  Integer sum;
  for (std::size_t i = 0, k = 0; i < a.size && k < b.size;) {
    if (a.column[i] == b.column[k])
      sum.add_product(Integer(a.value[i++]), b.value[k++]);
    else
      a.column[i] < b.column[k] ? ++i : ++k;
  }
  return sum;
}

Integer product_of(const ExactRows& rows, std::uint32_t a, std::uint32_t b) {
  return rows.is_wide() ? product_of(rows.wide(a), rows.wide(b)) : product_of(rows.narrow(a), rows.narrow(b));
}

}  // namespace

Corral::Corral(const ExactRows& rows) : rows_(&rows), product_([&rows](std::uint32_t i, std::uint32_t k) { return product_of(rows, i, k); }) {}

Integer Corral::total() const {
  Integer total;
  for (const Integer& weight : weight_) total += weight;
  return total;
}

std::vector<Integer> Corral::point() const {
  std::vector<Integer> point(rows_->n_columns());
  for (std::size_t i = 0; i < set_.size(); ++i)
    rows_->visit(set_[i], [&](const auto& z) {
      for (std::size_t k = 0; k < z.size; ++k) point[z.column[k]].add_product(weight_[i], z.value[k]);
    });
  return point;
}

void Corral::join(std::uint32_t row, Integer weight) {
  set_.push_back(row);
  weight_.push_back(std::move(weight));
  std::vector<Integer> products;
  for (const std::uint32_t other : set_) products.push_back(product_(row, other) + 1);
  products_.push_back(std::move(products));
}

void Corral::leave(std::size_t at) {
  const auto offset = static_cast<std::ptrdiff_t>(at);
  set_.erase(set_.begin() + offset);
  weight_.erase(weight_.begin() + offset);
  products_.erase(products_.begin() + offset);
  for (std::size_t k = at; k < products_.size(); ++k) products_[k].erase(products_[k].begin() + offset);
}

// Bareiss 1968 on one half of a symmetric matrix, and what it leaves solved from below: every division is exact.
Corral::Solution Corral::solve(Patience& patience) const {
  const std::size_t n = set_.size();
  std::vector<std::vector<Integer>> a(n);  // a[i][j − i], j ≥ i
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i; j < n; ++j) a[i].push_back(products_[j][i]);
  std::vector<Integer> b(n, Integer(1));
  Integer before = 1;
  for (std::size_t k = 0; k < n; ++k) {
    const Integer& pivot = a[k][0];
    if (pivot.sign() == 0) return {.solved = Solved::dependent, .dependent = k, .v = {}};
    if (patience.ended_by(n * n * (sizeof(Integer) + pivot.bits() / 8))) return {.solved = Solved::ended, .v = {}};
    for (std::size_t i = k + 1; i < n; ++i) {
      if (patience.ended()) return {.solved = Solved::ended, .v = {}};
      const Integer& factor = a[k][i - k];
      for (std::size_t j = i; j < n; ++j) (a[i][j - i] *= pivot).sub_product(factor, a[k][j - k]).divide_exactly(before);
      (b[i] *= pivot).sub_product(factor, b[k]).divide_exactly(before);
    }
    before = pivot;
  }
  const Integer& det = before;
  Solution result{.v = std::vector<Integer>(n)};
  for (std::size_t i = n; i-- > 0;) {
    Integer rest = det * b[i];
    for (std::size_t j = i + 1; j < n; ++j) rest.sub_product(a[i][j - i], result.v[j]);
    result.v[i] = std::move(rest.divide_exactly(a[i][0]));
  }
  return result;
}

double Corral::work() const {
  double bits = 0;
  for (const std::vector<Integer>& row : products_) bits += static_cast<double>(row.back().bits());
  constexpr double kWord = 64, kPower = 1.6;  // of the words of a product, between school and Karatsuba
  return std::pow(static_cast<double>(set_.size()), 3) / 2 * std::pow(1 + bits / kWord, kPower) / (kPower + 1);
}

// From w/Σw to aim/Σaim, by the largest step of at most 1 that leaves no weight below 0; rows of weight 0 go.
void Corral::move_towards(const std::vector<Integer>& aim) {
  Integer aims, total = this->total();
  for (const Integer& value : aim) aims += value;
  Integer step = 1, whole = 1;  // step/whole
  for (std::size_t k = 0; k < aim.size(); ++k) {
    if (aim[k].sign() > 0) continue;
    Integer part = weight_[k] * aims, all = part - aim[k] * total;
    if (all.sign() != 0 && part * whole < step * all) std::swap(step, part), std::swap(whole, all);
  }
  const Integer stay = (whole - step) * aims, go = step * total;
  for (std::size_t k = 0; k < aim.size(); ++k) (weight_[k] *= stay).add_product(go, aim[k]);
  for (std::size_t k = aim.size(); k-- > 0;)
    if (weight_[k].sign() == 0) leave(k);
  make_coprime(weight_);
}

bool Corral::settle(Patience& patience) {
  while (!patience.ended()) {
    Solution aim = solve(patience);
    if (aim.solved == Solved::ended) return false;
    if (aim.solved == Solved::dependent) {
      leave(aim.dependent);
      continue;
    }
    const bool inside = std::none_of(aim.v.begin(), aim.v.end(), [](const Integer& value) { return value.sign() < 0; });
    move_towards(aim.v);
    if (inside) return true;
  }
  return false;
}

}  // namespace novikoff
