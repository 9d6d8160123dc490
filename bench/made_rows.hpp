// Rows made for the benchmarks of certificates: the same for the search and for its peer.
#pragma once

#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "novikoff/core/random.hpp"
#include "novikoff/core/row_store.hpp"

namespace made {

using novikoff::Rng;

inline double gaussian(Rng& random) { return std::sqrt(-2 * std::log(1 - random.uniform())) * std::cos(2 * std::numbers::pi * random.uniform()); }

struct Rows {
  novikoff::RowStore rows;
  std::vector<std::int8_t> y;
};

// Whether the numbers of a kind are decimals.
inline bool decimal(const std::string& kind) { return kind == "decimals" || kind == "touching"; }

// Rows of 4 digits on both sides of Σ x_j = 0; the first 4·d of them on it, of either class.
inline Rows touching(std::size_t n, std::size_t d) {
  Rows made;
  Rng random(1962);
  std::vector<double> x(d);
  while (made.rows.size() < n) {
    std::int64_t sum = 0;
    for (double& value : x) {
      const auto digits = static_cast<std::int64_t>(random.below(20'001)) - 10'000;
      sum += digits;
      value = static_cast<double>(digits) / 1e4;
    }
    const bool on = made.rows.size() < 4 * d, positive = on ? random.below(2) == 1 : sum > 0;
    if (on) x.back() = (std::round(x.back() * 1e4) - static_cast<double>(sum)) / 1e4;
    if (!on && std::abs(sum) < 100) continue;
    made.rows.append({nullptr, x.data(), d});
    made.y.push_back(positive ? 1 : -1);
  }
  return made;
}

// Rows on both sides of a hyperplane through 0 drawn at random, none nearer than `gap`.
inline Rows make(const std::string& kind, std::size_t n, std::size_t d, double gap) {
  if (kind == "touching") return touching(n, d);
  Rows made;
  Rng random(1962);
  std::vector<double> x(d), normal(d);
  double sqnorm = 0;
  for (double& value : normal) {
    value = gaussian(random);
    sqnorm += value * value;
  }
  for (double& value : normal) value /= std::sqrt(sqnorm);
  const auto append = [&](double side) {
    made.rows.append({nullptr, x.data(), d});
    made.y.push_back(side > 0 ? 1 : -1);
  };
  while (made.rows.size() < n) {
    double side = 0;
    for (std::size_t j = 0; j < d; ++j) {
      x[j] = gaussian(random);
      if (kind == "decimals") x[j] = std::round(x[j] * 1e4) / 1e4;
      side += x[j] * normal[j];
    }
    if (kind == "pairs" && made.rows.size() < 2 * d) {
      for (const int sign : {1, -1}) {
        std::vector<double> base = x;
        for (std::size_t j = 0; j < d; ++j) x[j] += (sign * gap - side) * normal[j];
        append(sign);
        x = base;
      }
    } else if (kind == "flipped" || kind == "decimals") {
      append(random.uniform() < 0.01 ? -side : side);
    } else if (std::abs(side) > (kind == "pairs" ? 0.01 : gap)) {
      append(side);
    }
  }
  return made;
}

}  // namespace made
