#include "prove/cone.hpp"

#include <cmath>
#include <utility>

namespace novikoff {
namespace {

// Steps in a row that change nothing before the lowest ray enters.
constexpr std::size_t kStall = 64;

struct Approximate {
  double value, error;
};

// Each factor is cut by less than 2^−52 of itself, each product and sum rounded by 2^−53: the sum of n products is off by less than (n + 8)·2^−52
// of the sum of their sizes. What is lost below 2^−1022 is far below the last term: at most 2^32 products of factors of at most 1.
Approximate approximate_dot(const WorkRows& rows, std::uint32_t row, const std::vector<double>& u) noexcept {
  const std::size_t n = rows.n_values(row);
  const std::uint32_t* column = rows.columns(row);
  const double* value = rows.approximate(row);
  double sum = 0, size = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const double product = u[column[k]] * value[k];
    sum += product;
    size += std::abs(product);
  }
  return {sum, size * std::ldexp(static_cast<double>(n + 8), -52) + std::ldexp(1, -980)};
}

}  // namespace

Signs signs_of(const WorkRows& rows, const std::vector<std::uint32_t>& candidates, const std::vector<Integer>& u, bool first, Patience& patience) {
  Signs signs;
  const std::vector<double> scaled = rows.scaled(u);
  std::vector<std::uint32_t> unsure;
  double lowest = 0;
  for (const std::uint32_t row : candidates) {
    if (row % 256 == 0 && patience.ended()) return {};
    const auto [value, error] = approximate_dot(rows, row, scaled);
    if (value > error) continue;
    if (value >= -error) {
      unsure.push_back(row);
      if (!first) continue;
      if (rows.dot(u, row).sign() < 0) return {.below = row, .zero = {}};
    } else if (value < lowest) {
      lowest = value;
      signs.below = row;
      if (first) return signs;
    }
  }
  if (signs.below) return signs;
  for (const std::uint32_t row : unsure) {
    if (patience.ended()) return {};
    const int sign = rows.dot(u, row).sign();
    if (sign < 0) return {.below = row, .zero = {}};
    if (sign == 0) signs.zero.push_back(row);
  }
  return signs;
}

Cone::Cone(const WorkRows& rows, const std::vector<std::uint32_t>& rays, const RowBasis& basis, const Tableau& inverse, std::vector<Basic> basics,
           const std::vector<Integer>& x)
    : rows_(rows), rays_(rays), basis_(basis), coordinates_(basis, rows.n_columns()), tableau_(inverse), basics_(std::move(basics)) {
  const std::size_t m = inverse.n_rows(), n = inverse.n_columns();
  tableau_.extend(1, 1);
  for (std::size_t k = 0; k < m; ++k) {
    tableau_.at(k, n) = x[k];
    basics_[k].negative = x[k].sign() < 0;
    if (basics_[k].negative) tableau_.negate_row(k);
    if (!basics_[k].artificial) continue;
    for (std::size_t j = 0; j <= n; ++j) tableau_.at(m, j) += tableau_.at(k, j);
  }
}

std::size_t Cone::leaving(const std::vector<Integer>& d) const {
  std::size_t least = basics_.size();
  for (std::size_t k = 0; k < basics_.size(); ++k) {
    if (d[k].sign() <= 0) continue;
    if (least == basics_.size()) {
      least = k;
      continue;
    }
    const int order =
        value(k).sign() == 0 || value(least).sign() == 0 ? value(k).sign() - value(least).sign() : Integer::compare(value(k) * d[least], value(least) * d[k]);
    const Basic &a = basics_[k], &b = basics_[least];
    if (order < 0 || (order == 0 && (a.artificial != b.artificial ? a.artificial : a.row < b.row))) least = k;
  }
  return least;
}

std::vector<Integer> Cone::normal() const {
  std::vector<Integer> u(rows_.n_columns());
  for (std::size_t j = 0; j < basis_.columns.size(); ++j) u[basis_.columns[j]] = -tableau_.at(objective(), j);
  make_coprime(u);
  return u;
}

Cone::Answer Cone::solve(Patience& patience) {
  for (std::size_t stalled = 0;;) {
    if (value(objective()).sign() == 0) return Answer::inside;
    Signs signs = signs_of(rows_, rays_, normal(), stalled > kStall, patience);
    if (patience.ended()) return Answer::ended;
    if (!signs.below) {
      zero_ = std::move(signs.zero);
      return Answer::outside;
    }
    const std::vector<Integer> d = coordinates_.image(tableau_, rows_, *signs.below);
    const std::size_t p = leaving(d);
    stalled = value(p).sign() == 0 ? stalled + 1 : 0;
    if (!tableau_.pivot(p, d, patience)) return Answer::ended;
    basics_[p] = {.row = *signs.below, .artificial = false, .negative = false};
    ++n_pivots_;
  }
}

void make_coprime(std::vector<Integer>& u) {
  Integer divisor;
  for (const Integer& value : u) {
    divisor = Integer::gcd(divisor, value);
    if (divisor.is_one()) return;
  }
  if (divisor.sign() == 0) return;
  for (Integer& value : u) value.divide_exactly(divisor);
}

}  // namespace novikoff
