#include "novikoff/prove/check.hpp"

#include <utility>

#include "prove/span.hpp"

namespace novikoff {
namespace {

// Everything is done in whole numbers: z in the unit of the rows, u and λ times a common denominator of their entries. Signs, zeros and spans stay the same.
using Entries = Span::Entries;
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
  for (const auto& [row, value] : lambda) {
    const Integer factor = times(value, denominator);
    for_each_entry(rows, row, [&](std::uint32_t column, const auto& z) { sum[column].add_product(factor, z); });
  }
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

std::variant<Proved, Refusal, Unfinished> check(const Certificate& certificate, const ExactRows& rows, const CheckLimits& limits) {
  if (auto refusal = refuse_form(certificate, rows)) return *std::move(refusal);
  if (certificate.verdict == Verdict::inseparable) return Proved{Verdict::inseparable, {}};
  const Vector u = by_column(certificate, rows);
  Budget budget{limits, rows.memory()};
  std::optional<Span> span;  // made for the first row that asks
  Proved proved;
  for (std::size_t row = 0; row < rows.size() && !budget.over(0); ++row) {
    const int sign = dot(rows, row, u).sign();
    if (sign < 0) return Refusal{"u·z is below 0", row};
    if (sign > 0) continue;
    if (certificate.verdict == Verdict::separable) return Refusal{"u·z is 0, not above it", row};
    if (!span) span.emplace(rows, certificate.lambda, budget);
    if (budget.ended) break;
    if (!span->contains(row)) return Refusal{"u·z is 0, but the row is no combination of those with λ > 0", row};
    proved.overlapped.push_back(row);
  }
  if (budget.ended) return *budget.ended;
  const std::size_t n = proved.overlapped.size();
  proved.verdict = n == 0 ? Verdict::separable : n == rows.size() ? Verdict::overlapping : Verdict::quasi_separable;
  if (proved.verdict != certificate.verdict) return Refusal{"the numbers prove " + std::string(name(proved.verdict)) + ", not what the verdict says", {}};
  return proved;
}

}  // namespace novikoff
