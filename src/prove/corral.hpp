// A set of affinely independent rows with a point of their hull, in whole numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "novikoff/prove/exact_rows.hpp"
#include "prove/work_rows.hpp"

namespace novikoff {

/// Rows S with weights w > 0 in whole numbers: the point Σ w_s z_s/Σ w_s. Wolfe 1976 calls S a corral once the point is the nearest to 0 of its affine hull.
class Corral {
 public:
  /// z_i·z_k in any unit: of rows that are known by their products alone, without point().
  using Product = std::function<Integer(std::uint32_t i, std::uint32_t k)>;

  explicit Corral(const ExactRows& rows);
  explicit Corral(Product product) : product_(std::move(product)) {}

  const std::vector<std::uint32_t>& set() const noexcept { return set_; }
  const std::vector<Integer>& weights() const noexcept { return weight_; }
  Integer total() const;               ///< Σ w
  std::vector<Integer> point() const;  ///< Σ w_s z_s, on the columns

  /// A row joins, with a weight ≥ 0.
  void join(std::uint32_t row, Integer weight);
  /// Moves towards the nearest point of the affine hull until a weight would fall below 0, lets that row go, and again, until the point is reached: a corral.
  /// Rows that depend affinely on those before them go first, and the point is then another one. False if `patience` ended; the weights still are a point
  /// of the hull. Cost: |S|³/6 products and divisions a round.
  bool settle(Patience& patience);
  /// About how many machine words settle multiplies in one round.
  double work() const;

 private:
  enum class Solved { yes, dependent, ended };
  struct Solution {
    Solved solved = Solved::yes;
    std::size_t dependent = 0;  // which of the set
    std::vector<Integer> v;     // (G + 1·1ᵀ)·v = det·1
  };
  Solution solve(Patience& patience) const;
  void leave(std::size_t at);
  void move_towards(const std::vector<Integer>& aim);

  const ExactRows* rows_ = nullptr;
  Product product_;
  std::vector<std::uint32_t> set_;
  std::vector<Integer> weight_;
  std::vector<std::vector<Integer>> products_;  // z_i·z_k + 1 for k ≤ i: positive definite exactly if the rows are affinely independent
};

}  // namespace novikoff
