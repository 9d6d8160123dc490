#include <algorithm>
#include <utility>

#include "prove/check_kernel.hpp"
#include "prove/gram.hpp"

namespace novikoff {
namespace {

using namespace checking;
using Ends = std::pair<Integer, Integer>;  // low, high

// Products of rows in one unit, exact or rounded outward.
class RowProducts {
 public:
  RowProducts(const ExactRows& rows, const ExactKernel& kernel) {
    if (kernel.exact())
      exact_.emplace(rows, kernel, Gram::Of::values);
    else
      intervals_.emplace(rows, kernel);
  }
  Rational unit() const { return exact_ ? exact_->unit() : Rational::power(2, -std::int64_t{GramIntervals::kPlaces}); }
  Ends product(std::size_t i, std::size_t k) const {
    if (intervals_) return intervals_->product(i, k);
    const Integer product = exact_->product(i, k);
    return {product, product};
  }

 private:
  std::optional<Gram> exact_;
  std::optional<GramIntervals> intervals_;
};

// Σ a_k z_k in whole numbers: a, and its products with the rows as far as they are added up.
struct RowCombination {
  std::vector<Integer> a;
  std::vector<Ends> product;

  RowCombination(const Entries& entries, std::size_t n) : a(n), product(n) {
    const Integer denominator = common_denominator(entries);
    for (const auto& [row, value] : entries) a[static_cast<std::size_t>(row)] = times(value, denominator);
  }
  // Its part of row k, with row i.
  void add(std::size_t i, std::size_t k, const Ends& of_rows) {
    const bool below = a[k].sign() < 0;
    product[i].first.add_product(a[k], below ? of_rows.second : of_rows.first);
    product[i].second.add_product(a[k], below ? of_rows.first : of_rows.second);
  }
  // At least its square.
  Integer square() const {
    Integer sum;
    for (std::size_t i = 0; i < a.size(); ++i) sum.add_product(a[i], a[i].sign() < 0 ? product[i].first : product[i].second);
    return sum;
  }
};

}  // namespace

namespace checking {

MarginEnds margin_ends(const Entries& u, const Entries& lambda, const ExactRows& rows, const ExactKernel& kernel) {
  const RowProducts products(rows, kernel);
  const std::size_t n = rows.size();
  RowCombination direction(u, n), point(lambda, n);
  const auto named = [&](std::size_t row) { return direction.a[row].sign() != 0 || point.a[row].sign() != 0; };
  for (std::size_t k = 0; k < n; ++k) {
    if (!named(k)) continue;
    for (std::size_t i = 0; i < n; ++i) {
      const bool both = i != k && named(i);
      if (both && i < k) continue;  // that pair has been
      const Ends product = products.product(i, k);
      for (RowCombination* sum : {&direction, &point}) {
        sum->add(i, k, product);
        if (both) sum->add(k, i, product);
      }
    }
  }
  MarginEnds ends;
  const auto least = std::min_element(direction.product.begin(), direction.product.end(), [](const Ends& a, const Ends& b) { return a.first < b.first; });
  ends.least = static_cast<std::uint64_t>(least - direction.product.begin());
  if (least->first.sign() > 0) ends.low = Rational(least->first * least->first, direction.square()) * products.unit();
  Integer total;
  for (const Integer& weight : point.a) total += weight;
  if (total.sign() > 0) ends.high = Rational(point.square(), total * total) * products.unit();
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
