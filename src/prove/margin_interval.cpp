#include "prove/margin_interval.hpp"

#include <cmath>

namespace novikoff {
namespace {

// A dozen conversions and operations, each off by less than 2^−50 of its result.
const double kOutward = std::ldexp(1, -46);

Scaled up(const Scaled& value) { return value * Scaled::of(1 + kOutward); }
Scaled down(const Scaled& value) { return value * Scaled::of(1 - kOutward); }

}  // namespace

std::optional<Scaled> margin_of(const ExactRows& rows, const std::vector<Integer>& u, Patience& patience) {
  std::optional<Integer> least;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (patience.ended()) return std::nullopt;
    Integer product;
    rows.visit(row, [&](const auto& z) {
      for (std::size_t k = 0; k < z.size; ++k)
        if (u[z.column[k]].sign() != 0) product.add_product(u[z.column[k]], z.value[k]);
    });
    if (product.sign() <= 0) return Scaled{};
    if (!least || product < *least) least = std::move(product);
  }
  Integer sqnorm;
  for (const Integer& value : u) sqnorm.add_product(value, value);
  if (!least || sqnorm.sign() == 0) return Scaled{};
  return down(least->to_scaled() * rows.unit().to_scaled() / sqrt(sqnorm.to_scaled()));
}

Scaled hull_norm(const ExactRows& rows, const std::map<std::uint32_t, Integer>& weights) {
  std::vector<Integer> point(rows.n_columns());
  Integer total;
  for (const auto& [row, weight] : weights) {
    total += weight;
    rows.visit(row, [&, &mu = weight](const auto& z) {
      for (std::size_t k = 0; k < z.size; ++k) point[z.column[k]].add_product(mu, z.value[k]);
    });
  }
  Integer sqnorm;
  for (const Integer& value : point) sqnorm.add_product(value, value);
  if (sqnorm.sign() == 0) return {};
  return up(sqrt(sqnorm.to_scaled()) * rows.unit().to_scaled() / total.to_scaled());
}

Scaled shortest_norm(const ExactRows& rows, Patience& patience) {
  Integer least = rows.sqnorm(0);
  for (std::size_t row = 1; row < rows.size() && !patience.ended(); ++row)
    if (Integer sqnorm = rows.sqnorm(row); sqnorm < least) least.swap(sqnorm);
  return least.sign() == 0 ? Scaled{} : up(sqrt(least.to_scaled()) * rows.unit().to_scaled());
}

}  // namespace novikoff
