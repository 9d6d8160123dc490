#include "prove/gram_columns.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "prove/cone.hpp"

namespace novikoff {
namespace {

constexpr std::uint64_t kGramPrime = (std::uint64_t{1} << 31U) - 1;

std::uint64_t gram_residue(const Integer& a) {
  static const Integer modulus(static_cast<std::int64_t>(kGramPrime));
  return static_cast<std::uint64_t>(Integer::modulo(a, modulus).to_int64());
}

// Σ a_k·b_k of residues: products are below 2^62, and what passes 2^63 loses a multiple of the prime.
std::uint64_t gram_dot(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b, std::size_t n) noexcept {
  constexpr std::uint64_t kMultiple = 2 * kGramPrime * kGramPrime;
  std::uint64_t sum = 0;
  for (std::size_t k = 0; k < n; ++k) {
    sum += a[k] * b[k];
    sum -= (sum >> 63U) * kMultiple;
  }
  return sum % kGramPrime;
}

std::uint64_t gram_inverse(std::uint64_t a) noexcept {
  std::uint64_t result = 1;
  for (std::uint64_t n = kGramPrime - 2; n > 0; n /= 2, a = a * a % kGramPrime)
    if (n % 2 != 0) result = result * a % kGramPrime;
  return result;
}

// G = L·D·Lᵀ on the rows that span, modulo the prime.
class Factor {
 public:
  // Whether the row joins.
  bool add(const Gram& gram, std::uint32_t row) {
    const std::size_t n = rows.size();
    std::vector<std::uint64_t> y(n), l(n);  // y = L⁻¹·(products with the others), l = D⁻¹·y
    for (std::size_t k = 0; k < n; ++k) {
      y[k] = (gram_residue(gram.product(row, rows[k])) + kGramPrime - gram_dot(l_[k], y, k)) % kGramPrime;
      l[k] = y[k] * inverse_[k] % kGramPrime;
    }
    const std::uint64_t rest = (gram_residue(gram.product(row, row)) + kGramPrime - gram_dot(l, y, n)) % kGramPrime;
    if (rest == 0) return false;
    rows.push_back(row);
    l_.push_back(std::move(l));
    inverse_.push_back(gram_inverse(rest));
    return true;
  }
  std::vector<std::uint32_t> rows;

 private:
  std::vector<std::vector<std::uint64_t>> l_;
  std::vector<std::uint64_t> inverse_;
};

// Whether u·z_i > 0 for all rows.
bool separates(const Gram& gram, const std::vector<std::pair<std::uint32_t, Integer>>& u, Patience& patience) {
  for (std::size_t row = 0; row < gram.size(); ++row) {
    Integer sum;
    for (const auto& [other, a] : u) sum.add_product(a, gram.product(other, row));
    if (sum.sign() <= 0 || patience.ended()) return false;
  }
  return true;
}

// The perceptron on rows times 2^−e, e such that they have lengths in [½, 1).
class DualGuess {
 public:
  DualGuess(const Gram& gram, Patience& patience) : gram_(gram), patience_(patience), scores_(gram.size()), counts_(gram.size()) {}

  bool run() {
    for (std::size_t row = 0; row < gram_.size(); ++row) {
      const Scaled square = gram_.product(row, row).to_scaled();
      if (square.mantissa == 0) return false;  // no hyperplane is right on it
      exponents_.push_back(square.exponent / 2 + square.exponent % 2);
    }
    for (bool clean = false; !clean;) {
      clean = true;
      for (std::uint32_t row = 0; row < gram_.size(); ++row) {
        if (scores_[row] > 0) continue;
        clean = false;
        if (!update(row)) return false;
      }
    }
    return true;
  }

  // On the rows as they are.
  std::vector<std::pair<std::uint32_t, Integer>> coefficients() const {
    const std::int64_t most = *std::max_element(exponents_.begin(), exponents_.end());
    std::vector<std::pair<std::uint32_t, Integer>> result;
    for (std::uint32_t row = 0; row < counts_.size(); ++row)
      if (counts_[row] != 0) result.emplace_back(row, Integer(counts_[row]).shift_left(static_cast<std::uint64_t>(most - exponents_[row])));
    return result;
  }

 private:
  bool update(std::uint32_t row) {
    const std::vector<double>* products = products_of(row);
    if (products == nullptr) return false;
    for (std::size_t k = 0; k < scores_.size(); ++k) scores_[k] += (*products)[k];
    ++counts_[row];
    steps_ += scores_.size();
    return steps_ < std::min(kSteps, kUpdates * scores_.size() * scores_.size());
  }

  const std::vector<double>* products_of(std::uint32_t row) {
    const auto [known, is_new] = products_.try_emplace(row);
    if (!is_new) return &known->second;
    made_ += gram_.size();
    if (made_ > kProducts || patience_.ended_by(made_ * sizeof(double)) || patience_.ended()) return nullptr;
    for (std::size_t k = 0; k < gram_.size(); ++k) {
      Scaled value = gram_.product(row, k).to_scaled();
      value.exponent -= exponents_[row] + exponents_[k];
      known->second.push_back(value.to_double());
    }
    return &known->second;
  }

  static constexpr std::uint64_t kProducts = 1U << 22U, kSteps = 1U << 26U, kUpdates = 1U << 11U;  // of them for each row

  const Gram& gram_;
  Patience& patience_;
  std::vector<double> scores_;
  std::vector<std::int64_t> counts_, exponents_;
  std::map<std::uint32_t, std::vector<double>> products_;
  std::uint64_t made_ = 0, steps_ = 0;
};

}  // namespace

std::optional<std::vector<std::uint32_t>> GramColumns::spanning(const Gram& gram, Patience& patience) {
  Factor factor;
  for (std::uint32_t row = 0; row < gram.size(); ++row) {
    if (patience.ended() || patience.ended_by(factor.rows.size() * factor.rows.size() * (sizeof(std::uint64_t) / 2))) return std::nullopt;
    factor.add(gram, row);
  }
  return factor.rows;
}

std::optional<ExactRows> GramColumns::make(const Gram& gram, const std::vector<std::uint32_t>& of, Patience& patience) {
  ExactRows result;
  result.numbers_ = gram.rows().numbers();
  result.n_features_ = gram.size();
  result.features_ = of;
  std::vector<Integer> values;
  std::uint64_t bytes = 0;
  bool narrow = true;
  for (std::size_t row = 0; row < gram.size(); ++row) {
    for (std::size_t k = 0; k < of.size(); ++k) {
      Integer value = gram.product(row, of[k]);
      if (value.sign() == 0) continue;
      constexpr std::size_t kNarrow = 62, kEach = 40;
      narrow = narrow && value.bits() <= kNarrow;
      bytes += kEach + value.bits() / 8;
      result.column_.push_back(static_cast<std::uint32_t>(k));
      values.push_back(std::move(value));
    }
    if (patience.ended() || patience.ended_by(bytes)) return std::nullopt;
    result.begin_.push_back(result.column_.size());
    result.y_.push_back(static_cast<std::int8_t>(gram.rows().y(row)));
  }
  if (narrow)
    for (const Integer& value : values) result.narrow_.push_back(value.to_int64());
  else
    result.wide_ = std::move(values);
  return result;
}

std::optional<std::vector<std::pair<std::uint64_t, Rational>>> separator_guess(const Gram& gram, Patience& patience) {
  Patience own = patience;  // no room for a guess is not the end of the search
  DualGuess guess(gram, own);
  if (!guess.run()) return std::nullopt;
  const auto u = guess.coefficients();
  if (!separates(gram, u, own)) return std::nullopt;
  std::vector<Integer> values;
  values.reserve(u.size());
  for (const auto& entry : u) values.push_back(entry.second);
  make_coprime(values);
  std::vector<std::pair<std::uint64_t, Rational>> result;
  for (std::size_t k = 0; k < u.size(); ++k) result.emplace_back(u[k].first, Rational(std::move(values[k])));
  return result;
}

}  // namespace novikoff
