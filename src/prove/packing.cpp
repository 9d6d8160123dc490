#include "prove/packing.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace novikoff {
namespace {

std::vector<std::size_t> smallest_first(const std::vector<RowSet>& sets) {
  std::vector<std::size_t> order(sets.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return sets[a].size() < sets[b].size(); });
  return order;
}

std::uint64_t rounded_up(const Rational& sum) {
  const Integer floor = sum.floor();
  return static_cast<std::uint64_t>(floor.to_int64()) + (Rational(floor) == sum ? 0 : 1);
}

// max Σ w, Σ over the sets of a row w ≤ 1, w ≥ 0: a tableau of one line a row, from w = 0, which is feasible.
class Program {
 public:
  Program(const std::vector<RowSet>& sets, const std::vector<std::size_t>& chosen) : n_(chosen.size()), width_(n_ + 1) {
    std::map<std::uint32_t, std::size_t> place;
    for (const std::size_t set : chosen)
      for (const std::uint32_t row : sets[set]) place.emplace(row, place.size());
    m_ = place.size();
    cell_.assign((m_ + 1) * width_, 0);
    for (std::size_t k = 0; k < n_; ++k) {
      for (const std::uint32_t row : sets[chosen[k]]) at(place[row], k) = 1;
      at(m_, k) = -1;
    }
    // All rows hold 1, which makes ties everywhere; a little more for each, another for each, breaks them.
    constexpr double kLittle = 1e-6;
    constexpr std::size_t kStep = 619, kModulus = 1009;
    for (std::size_t i = 0; i < m_; ++i) at(i, n_) = 1 + kLittle * static_cast<double>((i + 1) * kStep % kModulus) / static_cast<double>(kModulus);
    // Variables below n_ are weights, the others what is left of a row.
    for (std::size_t k = 0; k < n_; ++k) outside_.push_back(k);
    for (std::size_t i = 0; i < m_; ++i) inside_.push_back(n_ + i);
  }

  std::vector<double> solve(Patience& patience) {
    const std::size_t most = 20 * (m_ + n_);
    for (std::size_t step = 0; step < most && !patience.ended(); ++step) {
      const std::size_t column = entering();
      if (column == n_) break;
      const std::size_t line = leaving(column);
      if (line == m_) break;
      pivot(line, column);
    }
    std::vector<double> w(n_);
    for (std::size_t i = 0; i < m_; ++i)
      if (inside_[i] < n_) w[inside_[i]] = at(i, n_);
    return w;
  }

 private:
  static constexpr double kTiny = 1e-9;
  double& at(std::size_t line, std::size_t column) noexcept { return cell_[line * width_ + column]; }

  std::size_t entering() {
    std::size_t best = n_;
    double least = -kTiny;
    for (std::size_t k = 0; k < n_; ++k)
      if (at(m_, k) < least) {
        least = at(m_, k);
        best = k;
      }
    return best;
  }

  std::size_t leaving(std::size_t column) {
    std::size_t best = m_;
    double least = 0;
    for (std::size_t i = 0; i < m_; ++i) {
      if (at(i, column) <= kTiny) continue;
      const double ratio = at(i, n_) / at(i, column);
      if (best == m_ || ratio < least) {
        least = ratio;
        best = i;
      }
    }
    return best;
  }

  void pivot(std::size_t line, std::size_t column) {
    const double inverse = 1 / at(line, column);
    for (std::size_t k = 0; k < width_; ++k)
      if (k != column) at(line, k) *= inverse;
    for (std::size_t i = 0; i <= m_; ++i) {
      const double factor = at(i, column);
      if (i == line || factor == 0) continue;
      for (std::size_t k = 0; k < width_; ++k)
        if (k != column) at(i, k) -= factor * at(line, k);
      at(i, column) = -factor * inverse;
    }
    at(line, column) = inverse;
    std::swap(inside_[line], outside_[column]);
  }

  std::size_t n_, width_, m_ = 0;
  std::vector<double> cell_;
  std::vector<std::size_t> inside_, outside_;
};

// A fraction with a small denominator close by, if there is one.
Rational short_fraction(double w) {
  constexpr int kLargest = 64, kBits = 20;
  constexpr double kClose = 1e-4;
  for (int q = 1; q <= kLargest; ++q)
    if (const double p = std::nearbyint(w * q); std::fabs(w - p / q) <= kClose) return {Integer::of(p), Integer(q)};
  return {Integer::of(std::floor(std::ldexp(w, kBits))), Integer(std::int64_t{1} << kBits)};
}

}  // namespace

Packing disjoint_packing(const std::vector<RowSet>& sets) {
  Packing packing;
  std::set<std::uint32_t> taken;
  for (const std::size_t k : smallest_first(sets)) {
    if (std::any_of(sets[k].begin(), sets[k].end(), [&](std::uint32_t row) { return taken.count(row) != 0; })) continue;
    taken.insert(sets[k].begin(), sets[k].end());
    packing.weights.emplace_back(k, Rational(1));
  }
  std::sort(packing.weights.begin(), packing.weights.end());
  packing.bound = packing.weights.size();
  return packing;
}

Packing fractional_packing(const std::vector<RowSet>& sets, std::size_t cells, Patience& patience) {
  std::vector<std::size_t> chosen;
  std::set<std::uint32_t> rows;
  for (const std::size_t k : smallest_first(sets)) {
    rows.insert(sets[k].begin(), sets[k].end());
    if ((rows.size() + 1) * (chosen.size() + 2) > cells) break;
    chosen.push_back(k);
  }
  std::sort(chosen.begin(), chosen.end());
  const std::vector<double> w = Program(sets, chosen).solve(patience);
  Packing packing;
  std::map<std::uint32_t, Rational> load;
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    const Rational weight = short_fraction(w[k]);
    if (weight.sign() <= 0) continue;
    packing.weights.emplace_back(chosen[k], weight);
    for (const std::uint32_t row : sets[chosen[k]]) load[row] = load[row] + weight;
  }
  Rational most(1), sum;
  for (const auto& entry : load)
    if (most < entry.second) most = entry.second;
  for (auto& entry : packing.weights) {
    entry.second = entry.second / most;
    sum = sum + entry.second;
  }
  packing.bound = rounded_up(sum);
  return packing;
}

}  // namespace novikoff
