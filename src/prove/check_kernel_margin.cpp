#include <functional>
#include <utility>

#include "prove/check_kernel.hpp"
#include "prove/gram.hpp"

namespace novikoff {
namespace {

using namespace checking;
using Ends = std::pair<Integer, Integer>;  // low, high

// Products of rows in one unit, exact or rounded outward.
class Products {
 public:
  Products(const ExactRows& rows, const ExactKernel& kernel) {
    if (kernel.exact())
      exact_.emplace(rows, kernel, Gram::Of::values);
    else
      intervals_.emplace(rows, kernel);
  }
  Rational unit() const { return exact_ ? exact_->unit() : Rational::power(2, -std::int64_t{GramIntervals::kPlaces}); }
  // += a·z_i·z_k.
  void add(Ends& sum, const Integer& a, std::size_t i, std::size_t k) const {
    if (exact_) {
      const Integer product = exact_->product(i, k);
      sum.first.add_product(a, product);
      sum.second.add_product(a, product);
      return;
    }
    const Ends product = intervals_->product(i, k);
    sum.first.add_product(a, a.sign() < 0 ? product.second : product.first);
    sum.second.add_product(a, a.sign() < 0 ? product.first : product.second);
  }

 private:
  std::optional<Gram> exact_;
  std::optional<GramIntervals> intervals_;
};

// Σ a_k z_k, with a in whole numbers.
struct Vector {
  std::vector<std::pair<std::size_t, Integer>> parts;
  explicit Vector(const Entries& entries) {
    const Integer denominator = common_denominator(entries);
    for (const auto& [row, value] : entries) parts.emplace_back(static_cast<std::size_t>(row), times(value, denominator));
  }
  Ends product(const Products& products, std::size_t row) const {
    Ends sum;
    for (const auto& [other, a] : parts) products.add(sum, a, other, row);
    return sum;
  }
};

// += a·(what `product` encloses), upward.
void add_upward(Integer& sum, const Integer& a, const Ends& product) { sum.add_product(a, a.sign() < 0 ? product.first : product.second); }

}  // namespace

namespace checking {

MarginEnds margin_ends(const Entries& u, const Entries& lambda, const ExactRows& rows, const ExactKernel& kernel) {
  const Products products(rows, kernel);
  const Vector direction(u), point(lambda);
  MarginEnds ends;
  Integer least, u_square;  // of u·z downward, of ‖u‖² upward
  auto next = direction.parts.begin();
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const Ends product = direction.product(products, row);
    if (row == 0 || product.first < least) {
      least = product.first;
      ends.least = row;
    }
    if (next != direction.parts.end() && next->first == row) add_upward(u_square, (next++)->second, product);
  }
  if (least.sign() > 0) ends.low = Rational(least * least, u_square) * products.unit();
  Integer square, total;
  for (const auto& [row, weight] : point.parts) {
    add_upward(square, weight, point.product(products, row));
    total += weight;
  }
  if (total.sign() > 0) ends.high = Rational(square, total * total) * products.unit();
  return ends;
}

}  // namespace checking

std::variant<Proved, Refusal> check_kernel_margin(const Certificate& c, const ExactRows& rows) {
  if (!c.kernel) return Refusal{"it is about no kernel", {}};
  if (auto refusal = refuse_form_with_kernel(c, rows)) return *std::move(refusal);
  if (c.claim != Claim::margin) return Refusal{"it does not claim a margin", {}};
  if (c.verdict != Verdict::separable) return Refusal{"the claim margin has no verdict " + std::string(name(c.verdict)), {}};
  if (c.gamma2_low.sign() <= 0) return Refusal{"γ*² is not said to be above 0", {}};
  if (c.gamma2_low > c.gamma2_high) return Refusal{"the interval of γ*² is empty", {}};
  Rational total;
  for (const auto& entry : c.lambda) total = total + entry.second;
  if (!(total == Rational(1))) return Refusal{"the sum of λ is not 1", {}};
  const MarginEnds ends = margin_ends(c.u, c.lambda, rows, *c.kernel);
  if (ends.low.sign() <= 0) return Refusal{"u·z is not above 0", ends.least};
  if (ends.low < c.gamma2_low) return Refusal{"the margin of u is smaller than what γ*² is said to be at least", ends.least};
  if (ends.high > c.gamma2_high) return Refusal{"the sum of λ·z is longer than what γ* is said to be at most", {}};
  return Proved{Verdict::separable, {}};
}

}  // namespace novikoff
