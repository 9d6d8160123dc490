#include <algorithm>

#include "novikoff/prove/check.hpp"

namespace novikoff {
namespace {
// In whole numbers: z in the unit of the rows, u and λ times a common denominator of their entries. Signs, zeros and spans stay the same.
using Entries = std::vector<std::pair<std::uint64_t, Rational>>;
using Vector = std::vector<Integer>;  // by column
Integer common_denominator(const Entries& entries, const Rational& other) {
  Integer all = other.denominator();
  for (const auto& [at, value] : entries) {
    Integer part = value.denominator();
    all *= part.divide_exactly(Integer::gcd(all, part));
  }
  return all;
}

Integer times(const Rational& value, const Integer& denominator) {
  Integer factor = denominator;
  return value.numerator() * factor.divide_exactly(value.denominator());
}

template <class F>
void for_each_entry(const ExactRows& rows, std::size_t row, const F& f) {
  rows.visit(row, [&](const auto& z) {
    for (std::size_t k = 0; k < z.size; ++k) f(z.column[k], z.value[k]);
  });
}

Integer dot(const ExactRows& rows, std::size_t row, const Vector& v) {
  Integer sum;
  for_each_entry(rows, row, [&](std::uint32_t column, const auto& value) { sum.add_product(v[column], value); });
  return sum;
}

std::optional<Refusal> refuse_entries(const Entries& entries, std::uint64_t end, bool of_rows) {
  const std::string what = of_rows ? "λ" : "u", names = of_rows ? "λ names a row" : "u names a feature";
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const auto row = of_rows && entries[k].first < end ? std::optional(entries[k].first) : std::nullopt;
    if (entries[k].first >= end) return Refusal{names + " that the data do not have", row};
    if (k > 0 && entries[k].first <= entries[k - 1].first) return Refusal{names + " twice or out of order", row};
    if (entries[k].second.sign() == 0) return Refusal{what + " has an entry of 0", row};
    if (of_rows && entries[k].second.sign() < 0) return Refusal{"λ is below 0", row};
  }
  return std::nullopt;
}

std::optional<Refusal> refuse_sum(const Entries& lambda, const ExactRows& rows) {
  const Integer denominator = common_denominator(lambda, Rational());
  Vector sum(rows.n_columns());
  for (const auto& [row, value] : lambda)
    for_each_entry(rows, row, [&, factor = times(value, denominator)](std::uint32_t column, const auto& z) { sum[column].add_product(factor, z); });
  for (std::size_t column = 0; column < sum.size(); ++column)
    if (sum[column].sign() != 0)
      return Refusal{"the sum of λ·z is not 0 in coordinate " + std::to_string(rows.feature(column) + 1) + " (the bias comes last)", {}};
  return std::nullopt;
}

Vector by_column(const Certificate& certificate, const ExactRows& rows) {
  const Integer denominator = common_denominator(certificate.u, certificate.u_bias);
  Vector u(rows.n_columns());
  std::size_t column = 0;
  for (const auto& [feature, value] : certificate.u) {
    while (column < u.size() && rows.feature(column) < feature) ++column;
    if (column < u.size() && rows.feature(column) == feature) u[column] = times(value, denominator);  // else it is 0 in every row
  }
  if (rows.has_bias()) u.back() = times(certificate.u_bias, denominator);
  return u;
}

// span{z_s}, on the columns where some z_s is not 0. Fraction-free elimination (Bareiss 1968) to the form in which every row of the basis has the pivot d_
// in a column of its own and 0 in those of the others: all entries stay minors, every division is exact.
class Span {
 public:
  Span(const ExactRows& rows, const Entries& lambda, std::uint64_t memory) : rows_(rows), place_(rows.n_columns(), kNowhere) {
    std::size_t bits = 0;  // of the longest minor, by Hadamard's bound
    for (const auto& entry : lambda) {
      bits += rows.sqnorm(entry.first).bits() / 2 + 1;
      for_each_entry(rows, entry.first, [&](std::uint32_t column, const auto&) { place_[column] == kNowhere ? place_[column] = width_++ : 0; });
    }
    full_ = has_full_rank(lambda);
    too_large_ = !full_ && (sizeof(Integer) + bits / 8) * std::min<std::size_t>(lambda.size(), width_) > memory / std::max(width_, 1U);
    for (std::size_t k = 0; !full_ && !too_large_ && k < lambda.size(); ++k) full_ = add(reduced(lambda[k].first)) == width_;
  }
  bool too_large() const { return too_large_; }
  bool contains(std::size_t row) const {
    bool inside = true;
    for_each_entry(rows_, row, [&](std::uint32_t column, const auto&) { inside = inside && place_[column] != kNowhere; });
    if (!inside || full_) return inside;
    const Vector rest = reduced(row);
    return std::all_of(rest.begin(), rest.end(), [](const Integer& entry) { return entry.sign() == 0; });
  }

 private:
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};
  static constexpr std::int64_t kPrime = 2147483647;
  static std::int64_t residue(std::int64_t value) { return (value % kPrime + kPrime) % kPrime; }
  static std::int64_t residue(const Integer& value) { return (value - Integer::floor_divide(value, kPrime) * Integer(kPrime)).to_int64(); }

  // Rows independent modulo a prime are independent: width_ of them span everything. The converse fails, so that no only means: find out exactly.
  bool has_full_rank(const Entries& lambda) const {
    if (lambda.size() < width_) return false;
    std::vector<std::vector<std::int64_t>> pivot_rows(width_);  // by the column of their pivot
    std::size_t rank = 0;
    for (const auto& entry : lambda) {
      std::vector<std::int64_t> z(width_);
      for_each_entry(rows_, entry.first, [&](std::uint32_t column, const auto& value) { z[place_[column]] = residue(value); });
      for (std::size_t j = 0; j < width_; ++j) {
        if (z[j] == 0) continue;
        if (pivot_rows[j].empty()) {
          pivot_rows[j] = std::move(z);
          ++rank;
          break;
        }
        const std::int64_t factor = z[j], pivot = pivot_rows[j][j];
        for (std::size_t k = j; k < width_; ++k) z[k] = residue(z[k] * pivot % kPrime - factor * pivot_rows[j][k] % kPrime);
      }
    }
    return rank == width_;
  }

  // d_·z − Σ z[pivot]·(basis row of the pivot): 0 iff z lies in the span so far.
  Vector reduced(std::size_t row) const {
    Vector z(width_), rest(width_);
    for_each_entry(rows_, row, [&](std::uint32_t column, const auto& value) { z[place_[column]] = value; });
    for (std::size_t j = 0; j < width_; ++j) rest[j] = d_ * z[j];
    for (std::size_t k = 0; k < pivots_.size(); ++k) {
      if (z[pivots_[k]].sign() == 0) continue;
      for (std::size_t j = 0; j < width_; ++j) rest[j].sub_product(z[pivots_[k]], basis_[k][j]);
    }
    return rest;
  }

  std::size_t add(Vector rest) {
    std::size_t pivot = 0;
    while (pivot < width_ && rest[pivot].sign() == 0) ++pivot;
    if (pivot == width_) return pivots_.size();
    for (Vector& row : basis_) {
      const Integer factor = row[pivot];
      for (std::size_t j = 0; j < width_; ++j) (row[j] *= rest[pivot]).sub_product(factor, rest[j]).divide_exactly(d_);
    }
    d_ = rest[pivot];
    pivots_.push_back(pivot);
    basis_.push_back(std::move(rest));
    return pivots_.size();
  }

  const ExactRows& rows_;
  std::vector<std::uint32_t> place_;  // of a column among those of the span
  std::uint32_t width_ = 0;
  bool full_ = false, too_large_ = false;
  Integer d_ = 1;
  std::vector<std::size_t> pivots_;
  std::vector<Vector> basis_;
};

std::optional<Refusal> refuse_form(const Certificate& c, const ExactRows& rows) {
  if (rows.size() == 0) return Refusal{"there are no rows", {}};
  if (c.numbers != rows.numbers()) return Refusal{"it is about numbers of another kind: " + std::string(name(c.numbers)), {}};
  if (!(c.bias_value == rows.bias_value())) return Refusal{"it is about another bias value: " + c.bias_value.to_text(), {}};
  if (c.u_bias.sign() != 0 && !rows.has_bias()) return Refusal{"u has a bias coordinate, but there is no bias", {}};
  if (auto refusal = refuse_entries(c.u, rows.n_features(), false)) return refusal;
  if (auto refusal = refuse_entries(c.lambda, rows.size(), true)) return refusal;
  const bool strict = c.claim == Claim::strict;
  if (c.verdict == Verdict::undecided || (c.verdict == Verdict::inseparable) != (strict && c.verdict != Verdict::separable))
    return Refusal{"the claim " + std::string(name(c.claim)) + " has no verdict " + std::string(name(c.verdict)), {}};
  if (c.verdict == Verdict::inseparable && (!c.u.empty() || c.u_bias.sign() != 0)) return Refusal{"a proof of inseparability has no u", {}};
  if (strict && c.verdict == Verdict::separable && !c.lambda.empty()) return Refusal{"a strict proof of separability has no λ", {}};
  if (c.verdict == Verdict::inseparable && c.lambda.empty()) return Refusal{"λ is empty, which proves nothing", {}};
  return refuse_sum(c.lambda, rows);
}

}  // namespace

std::variant<Proved, Refusal> check(const Certificate& certificate, const ExactRows& rows, std::uint64_t memory) {
  if (certificate.claim == Claim::errors) return check_errors(certificate, rows);
  if (certificate.claim == Claim::margin) return check_margin(certificate, rows);
  if (auto refusal = refuse_form(certificate, rows)) return *std::move(refusal);
  if (certificate.verdict == Verdict::inseparable) return Proved{Verdict::inseparable, {}};
  const Vector u = by_column(certificate, rows);
  std::optional<Span> span;  // made for the first row that asks
  Proved proved;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const int sign = dot(rows, row, u).sign();
    if (sign < 0) return Refusal{"u·z is below 0", row};
    if (sign > 0) continue;
    if (certificate.verdict == Verdict::separable) return Refusal{"u·z is 0, not above it", row};
    if (!span) span.emplace(rows, certificate.lambda, memory);
    if (span->too_large()) return Refusal{"the rank test of the rows with λ > 0 may take more memory than is allowed", row, true};
    if (!span->contains(row)) return Refusal{"u·z is 0, but the row is no combination of those with λ > 0", row};
    proved.overlapped.push_back(row);
  }
  const std::size_t n = proved.overlapped.size();
  proved.verdict = n == 0 ? Verdict::separable : n == rows.size() ? Verdict::overlapping : Verdict::quasi_separable;
  if (proved.verdict != certificate.verdict) return Refusal{"the numbers prove " + std::string(name(proved.verdict)) + ", not what the verdict says", {}};
  return proved;
}

}  // namespace novikoff
