// Rows in the feature space of a polynomial kernel, as whole numbers like any others.
//
// (g⟨x, z⟩ + c)^d = Σ over monomials m of degree k ≤ d of ρ_m·m(x)·m(z), ρ_m = multinomial·g^k·c^(d−k) ≥ 0. By Lagrange every ρ ≥ 0 is a sum of at most four
// squares of fractions, so the monomial stands in as many columns, each with one of the roots before it, and the product of two rows is the kernel, exactly.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "novikoff/prove/exact_rows.hpp"

namespace novikoff {
namespace {

// p/q = whole·base^exponent, as of numbers that are written in that base.
struct Whole {
  Integer whole;
  std::int64_t exponent = 0;
};

Whole whole_of(const Rational& value, std::uint32_t base) {
  Whole result{value.numerator(), 0};
  for (Integer q = value.denominator(); !q.is_one(); --result.exponent) {
    result.whole *= static_cast<std::int64_t>(base);
    const Integer common = Integer::gcd(result.whole, q);
    result.whole.divide_exactly(common);
    q.divide_exactly(common);
  }
  return result;
}

Integer whole_power(const Integer& a, std::uint64_t n) {
  Integer result(1);
  for (; n > 0; --n) result *= a;
  return result;
}

// ⌊√n⌋ by Newton's steps from above.
Integer root(const Integer& n) {
  if (n.sign() == 0) return 0;
  Integer x = Integer(1).shift_left(n.bits() / 2 + 1);
  while (true) {
    Integer next = Integer::floor_divide(x + Integer::floor_divide(n, x), 2);
    if (!(next < x)) return x;
    x.swap(next);
  }
}

// The same of a word: the double's root is off by 1 at most.
std::int64_t root(std::int64_t n) {
  auto r = static_cast<std::int64_t>(std::sqrt(static_cast<double>(n)));
  while (r * r > n) --r;
  while ((r + 1) * (r + 1) <= n) ++r;
  return r;
}

// n = c² + e², if there are such.
std::optional<std::pair<std::int64_t, std::int64_t>> two_squares(std::int64_t n) {
  for (std::int64_t c = root(n); 2 * c * c >= n; --c) {
    const std::int64_t e = root(n - c * c);
    if (c * c + e * e == n) return std::pair{c, e};
    if (c == 0) break;
  }
  return std::nullopt;
}

constexpr std::size_t kLongest = 120;  // bits: what is left after two squares then is short enough to be tried

// n = the sum of the squares of these, none of them 0 (Lagrange 1770). The largest first square that leaves a sum of three, most often at once.
std::vector<Integer> four_squares(const Integer& n) {
  for (Integer a = root(n);; a -= 1) {
    const Integer rest = n - a * a;
    int tries = 0;
    for (Integer b = root(rest); b.sign() >= 0 && tries < 64; b -= 1, ++tries) {
      const auto last = two_squares((rest - b * b).to_int64());
      if (!last) continue;
      std::vector<Integer> roots;
      for (Integer r : {a, b, Integer(last->first), Integer(last->second)})
        if (r.sign() != 0) roots.push_back(std::move(r));
      return roots;
    }
  }
}

using Monomial = std::vector<std::pair<std::uint32_t, unsigned>>;  // {column, exponent}

}  // namespace

// Collects the rows one by one.
class PolynomialRows {
 public:
  PolynomialRows(const ExactRows& rows, const Rational& gamma, const Rational& coef0, unsigned degree, std::uint64_t memory)
      : rows_(rows), gamma_(whole_of(gamma, rows.base())), coef0_(whole_of(coef0, rows.base())), degree_(degree), memory_(memory) {
    exponent_ = rows.exponent();
    for (unsigned k = 0; k <= degree; ++k) exponent_ = std::min(exponent_, exponent_of(k));
  }

  Result<ExactRows> make() {
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      entries_.clear();
      take_row(row);
      if (too_long_)
        return ErrorInfo{ErrorCode::number_out_of_range, "--gamma or --coef0 has more digits than exact polynomial kernels take", {}, "write it shorter", {}};
      if (bytes_ > memory_)
        return ErrorInfo{ErrorCode::memory_limit,
                         "the monomials of degree up to " + std::to_string(degree_) + " of the rows need more than --memory allows",
                         {},
                         "raise --memory, or choose a smaller --degree",
                         {}};
      end_row(row);
    }
    return finish();
  }

 private:
  // Of the numbers of monomials of degree k, by base.
  std::int64_t exponent_of(unsigned k) const {
    const unsigned rest = degree_ - k;
    return std::int64_t{k} * rows_.exponent() + std::int64_t{k / 2} * gamma_.exponent + std::int64_t{rest / 2} * coef0_.exponent + half_exponent(k);
  }
  // Of g^(k mod 2)·c^(rest mod 2), halved and rounded down: the odd one goes into the number.
  std::int64_t odd_exponent(unsigned k) const { return (k % 2) * gamma_.exponent + ((degree_ - k) % 2) * coef0_.exponent; }
  std::int64_t half_exponent(unsigned k) const {
    const std::int64_t e = odd_exponent(k);
    return (e - (e % 2 != 0 ? 1 : 0)) / 2;
  }

  void take_row(std::size_t row) {
    values_.clear();
    columns_.clear();
    rows_.visit(row, [&](const auto& z) {
      for (std::size_t k = 0; k < z.size; ++k) {
        if (rows_.feature(z.column[k]) == rows_.n_features()) continue;  // the bias coordinate
        columns_.push_back(z.column[k]);
        values_.push_back(rows_.y(row) > 0 ? Integer(z.value[k]) : -Integer(z.value[k]));
      }
    });
    Monomial monomial;
    Integer ways(1);
    for (unsigned k = 2; k <= degree_; ++k) ways *= k;  // d!, then divided by the factorials of the exponents
    extend(0, 0, monomial, Integer(1), ways);
  }

  // All monomials that begin as this one does and go on with features from `from` on.
  void extend(std::size_t from, unsigned k, Monomial& monomial, const Integer& value, const Integer& ways) {
    add(k, monomial, value, ways);
    for (std::size_t j = from; j < values_.size() && k < degree_ && bytes_ <= memory_ && !too_long_; ++j) {
      Integer product = value, fewer = ways;
      monomial.emplace_back(columns_[j], 0);
      for (unsigned e = 1; k + e <= degree_; ++e) {
        product *= values_[j];
        fewer.divide_exactly(Integer(std::int64_t{e}));
        monomial.back().second = e;
        extend(j + 1, k + e, monomial, product, fewer);
      }
      monomial.pop_back();
    }
  }

  void add(unsigned k, const Monomial& monomial, const Integer& value, const Integer& ways) {
    const unsigned rest = degree_ - k;
    if (rest > 0 && coef0_.whole.sign() == 0) return;
    auto [place, is_new] = places_.try_emplace(monomial);
    if (is_new) {
      Integer multinomial = ways;
      for (unsigned e = 2; e <= rest; ++e) multinomial.divide_exactly(Integer(std::int64_t{e}));
      place->second = {next_, roots_of(k, multinomial)};
      next_ += static_cast<std::uint32_t>(place->second.roots.size());
      bytes_ += kMonomialBytes + monomial.size() * sizeof(monomial[0]);
    }
    for (std::size_t i = 0; i < place->second.roots.size(); ++i) {
      entries_.emplace_back(place->second.first + static_cast<std::uint32_t>(i), value * place->second.roots[i]);
      bytes_ += kEntryBytes + entries_.back().second.bits() / 8;
    }
  }

  // The roots of ρ, in the common unit but for the unit of the values.
  const std::vector<Integer>& roots_of(unsigned k, const Integer& multinomial) {
    const auto [known, is_new] = roots_.try_emplace({k, multinomial});
    if (is_new) known->second = make_roots(k, multinomial);
    return known->second;
  }

  std::vector<Integer> make_roots(unsigned k, const Integer& multinomial) {
    const unsigned rest = degree_ - k;
    Integer number = multinomial * whole_power(gamma_.whole, k % 2) * whole_power(coef0_.whole, rest % 2);
    if (odd_exponent(k) % 2 != 0) number *= static_cast<std::int64_t>(rows_.base());
    if (number.bits() > kLongest) {
      too_long_ = true;
      return {};
    }
    const Integer common = whole_power(gamma_.whole, k / 2) * whole_power(coef0_.whole, rest / 2) *
                           Integer::power(rows_.base(), static_cast<std::uint64_t>(exponent_of(k) - exponent_));
    std::vector<Integer> roots = four_squares(number);
    for (Integer& root : roots) root *= common;
    return roots;
  }

  void end_row(std::size_t row) {
    std::sort(entries_.begin(), entries_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [column, value] : entries_) {
      if (rows_.y(row) < 0) value.negate();
      column_.push_back(column);
      values_all_.push_back(std::move(value));
    }
    ends_.push_back(column_.size());
  }

  Result<ExactRows> finish() {
    ExactRows result;
    result.numbers_ = rows_.numbers();
    result.exponent_ = exponent_;
    result.n_features_ = next_;
    result.bias_ = rows_.bias() * Integer::power(rows_.base(), static_cast<std::uint64_t>(rows_.exponent() - exponent_));
    for (std::uint32_t j = 0; j < next_; ++j) result.features_.push_back(j);
    std::vector<Integer> all;
    std::size_t from = 0;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      result.y_.push_back(static_cast<std::int8_t>(rows_.y(row)));
      for (; from < ends_[row]; ++from) {
        result.column_.push_back(column_[from]);
        all.push_back(std::move(values_all_[from]));
      }
      if (result.bias_.sign() != 0) {
        result.column_.push_back(next_);
        all.push_back(rows_.y(row) > 0 ? result.bias_ : -result.bias_);
      }
      result.begin_.push_back(result.column_.size());
    }
    constexpr std::size_t kNarrow = 62;
    if (std::all_of(all.begin(), all.end(), [](const Integer& n) { return n.bits() <= kNarrow; }))
      for (const Integer& n : all) result.narrow_.push_back(n.to_int64());
    else
      result.wide_ = std::move(all);
    return result;
  }

  struct Place {
    std::uint32_t first = 0;  // of its columns
    std::vector<Integer> roots;
  };
  static constexpr std::uint64_t kMonomialBytes = 256, kEntryBytes = 128;

  const ExactRows& rows_;
  Whole gamma_, coef0_;
  unsigned degree_;
  std::uint64_t memory_, bytes_ = 0;
  std::int64_t exponent_ = 0;
  bool too_long_ = false;
  std::map<Monomial, Place> places_;
  std::map<std::pair<unsigned, Integer>, std::vector<Integer>> roots_;  // by degree and multinomial: few differ
  std::uint32_t next_ = 0;
  std::vector<std::uint32_t> columns_;
  std::vector<Integer> values_;                             // of the row
  std::vector<std::pair<std::uint32_t, Integer>> entries_;  // of the row
  std::vector<std::uint32_t> column_;
  std::vector<Integer> values_all_;
  std::vector<std::size_t> ends_;
};

Result<ExactRows> ExactRows::polynomial(const Rational& gamma, const Rational& coef0, unsigned degree, std::uint64_t memory) const {
  return PolynomialRows(*this, gamma, coef0, degree, memory).make();
}

}  // namespace novikoff
