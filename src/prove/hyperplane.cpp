#include "prove/hyperplane.hpp"

#include <algorithm>

#include "prove/cone.hpp"
#include "prove/guess.hpp"

namespace novikoff {
namespace {

// Precisions to which doubles are rounded, shortest first.
constexpr int kHyperplaneRoundings[] = {6, 12, 20, 30, 42, 53};

Integer least_multiple(const Integer& a, const Integer& b) {
  Integer rest = b;
  return a * rest.divide_exactly(Integer::gcd(a, b));
}

// From the columns of the work to those of the data.
std::vector<Integer> on_data_columns(const WorkRows& work, std::vector<Integer> u) {
  Integer common = 1;
  for (std::size_t j = 0; j < u.size(); ++j)
    if (u[j].sign() != 0) common = least_multiple(common, work.column_factor(j));
  for (std::size_t j = 0; j < u.size(); ++j) {
    if (u[j].sign() == 0) continue;
    Integer factor = common;
    u[j] *= factor.divide_exactly(work.column_factor(j));
  }
  make_coprime(u);
  return u;
}

}  // namespace

FewestErrors::FewestErrors(const ExactRows& rows, const Separation& separation) : rows_(rows), u_(rows.n_columns()), count_(rows.size()) {
  if (separation.verdict != Verdict::quasi_separable) return;
  base_ = whole(separation.certificate->u, separation.certificate->u_bias);
  std::size_t next = 0;
  for (std::size_t row = 0; row < rows.size(); ++row)
    if (next < separation.overlapped.size() && separation.overlapped[next] == row)
      ++next;
    else
      settled_.push_back(row);
  take(base_, count_);
}

void FewestErrors::consider(const std::vector<std::pair<std::uint64_t, Rational>>& u, const Rational& u_bias) {
  if (count_ > 0) take(whole(u, u_bias), count_ - 1);
}

void FewestErrors::consider(const WorkRows& work, const std::vector<double>& w, Patience& patience) {
  for (const int bits : kHyperplaneRoundings)
    if (count_ > 0 && !patience.ended()) take(on_data_columns(work, rounded(work, w, bits)), count_ - 1);
}

void FewestErrors::shorten(const WorkRows& work, Patience& patience) {
  std::vector<Integer> u = u_;
  for (std::size_t j = 0; j < u.size(); ++j) u[j] *= work.column_factor(j);
  const std::vector<double> w = work.scaled(u);
  for (const int bits : kHyperplaneRoundings)
    if (patience.ended() || take(on_data_columns(work, rounded(work, w, bits)), count_)) return;
}

RowSet FewestErrors::errors_among(const RowSet& rows) const {
  RowSet result;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(result), [&](std::uint32_t row) { return dot(u_, row).sign() <= 0; });
  return result;
}

std::vector<std::uint64_t> FewestErrors::wrong() const {
  std::vector<std::uint64_t> result;
  for (std::size_t row = 0; row < rows_.size(); ++row)
    if (dot(u_, row).sign() <= 0) result.push_back(row);
  return result;
}

void FewestErrors::write(std::vector<std::pair<std::uint64_t, Rational>>& u, Rational& u_bias) const {
  const std::size_t n_features = rows_.n_columns() - (rows_.has_bias() ? 1 : 0);
  for (std::size_t j = 0; j < n_features; ++j)
    if (u_[j].sign() != 0) u.emplace_back(rows_.feature(j), Rational(u_[j]));
  if (rows_.has_bias()) u_bias = Rational(u_[n_features]);
}

Integer FewestErrors::dot(const Weights& u, std::size_t row) const {
  Integer sum;
  rows_.visit(row, [&](const auto& z) {
    for (std::size_t k = 0; k < z.size; ++k)
      if (u[z.column[k]].sign() != 0) sum.add_product(u[z.column[k]], z.value[k]);
  });
  return sum;
}

std::uint64_t FewestErrors::errors(const Weights& u) const {
  std::uint64_t n = 0;
  for (std::size_t row = 0; row < rows_.size(); ++row) n += dot(u, row).sign() <= 0 ? 1U : 0U;
  return n;
}

FewestErrors::Weights FewestErrors::whole(const std::vector<std::pair<std::uint64_t, Rational>>& u, const Rational& u_bias) const {
  Integer common = u_bias.denominator();
  for (const auto& entry : u) common = least_multiple(common, entry.second.denominator());
  const auto times = [&](const Rational& value) { return (value * Rational(common)).numerator(); };
  Weights result(rows_.n_columns());
  std::size_t column = 0;
  for (const auto& [feature, value] : u) {
    while (column < result.size() && rows_.feature(column) < feature) ++column;
    if (column < result.size() && rows_.feature(column) == feature) result[column] = times(value);
  }
  if (rows_.has_bias()) result.back() = times(u_bias);
  return result;
}

// u ← u + M·base, M large enough for every row that base settles.
void FewestErrors::lift(Weights& u) const {
  Integer most;
  for (const std::size_t row : settled_) {
    const Integer product = dot(u, row);
    if (product.sign() > 0) continue;
    Integer needed = Integer::floor_divide(-product, dot(base_, row)) + 1;
    if (most < needed) most.swap(needed);
  }
  if (most.sign() == 0) return;
  for (std::size_t j = 0; j < u.size(); ++j) u[j].add_product(most, base_[j]);
  make_coprime(u);
}

bool FewestErrors::take(Weights u, std::uint64_t at_most) {
  if (!base_.empty()) lift(u);
  const std::uint64_t n = errors(u);
  if (n > at_most) return false;
  count_ = n;
  u_ = std::move(u);
  return true;
}

}  // namespace novikoff
