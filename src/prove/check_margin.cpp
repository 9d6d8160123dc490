#include <algorithm>

#include "novikoff/prove/check.hpp"
#include "prove/check_entries.hpp"

namespace novikoff {
namespace {

using namespace checking;

// In whole numbers: z in the unit of the rows, u times a common denominator of its entries, λ times that of its own.
Integer square_of(const Integers& v) {
  Integer sum;
  for (const Integer& value : v) sum.add_product(value, value);
  return sum;
}

std::optional<Refusal> refuse_u(const Certificate& c, const RowsToCheck& rows) {
  if (c.u_bias.sign() != 0 && rows.bias_value.sign() == 0) return Refusal{"u has a bias coordinate, but there is no bias", {}};
  for (std::size_t k = 0; k < c.u.size(); ++k) {
    if (c.u[k].first >= rows.n_features) return Refusal{"u names a feature that the data do not have", {}};
    if (k > 0 && c.u[k].first <= c.u[k - 1].first) return Refusal{"u names a feature twice or out of order", {}};
    if (c.u[k].second.sign() == 0) return Refusal{"u has an entry of 0", {}};
  }
  return std::nullopt;
}

std::optional<Refusal> refuse_lambda(const Entries& lambda, const RowsToCheck& rows) {
  for (std::size_t k = 0; k < lambda.size(); ++k) {
    const std::uint64_t row = lambda[k].first;
    if (row >= rows.size) return Refusal{"λ names a row that the data do not have", {}};
    if (k > 0 && row <= lambda[k - 1].first) return Refusal{"λ names a row twice or out of order", row};
    if (lambda[k].second.sign() <= 0) return Refusal{"λ is not above 0", row};
  }
  return std::nullopt;
}

std::optional<Refusal> refuse_margin_form(const Certificate& c, const RowsToCheck& rows) {
  if (rows.size == 0) return Refusal{"there are no rows", {}};
  if (c.kernel) return Refusal{"a proof with a kernel needs all rows at once", {}, true};
  if (c.claim != Claim::margin) return Refusal{"it does not claim a margin", {}};
  if (c.verdict != Verdict::separable) return Refusal{"the claim margin has no verdict " + std::string(name(c.verdict)), {}};
  if (c.numbers != rows.numbers) return Refusal{"it is about numbers of another kind: " + std::string(name(c.numbers)), {}};
  if (!(c.bias_value == rows.bias_value)) return Refusal{"it is about another bias value: " + c.bias_value.to_text(), {}};
  if (c.gamma2_low.sign() <= 0) return Refusal{"γ*² is not said to be above 0", {}};
  if (c.gamma2_low > c.gamma2_high) return Refusal{"the interval of γ*² is empty", {}};
  if (auto refusal = refuse_u(c, rows)) return refusal;
  return refuse_lambda(c.lambda, rows);
}

// u on the columns; ‖u‖² counts features that are 0 in every row too.
Integers by_column(const Certificate& c, const ExactRows& rows, const Integer& denominator) {
  Integers u(rows.n_columns());
  std::size_t column = 0;
  for (const auto& [feature, value] : c.u) {
    while (column < u.size() && rows.feature(column) < feature) ++column;
    if (column < u.size() && rows.feature(column) == feature) u[column] = times(value, denominator);
  }
  if (rows.has_bias()) u.back() = times(c.u_bias, denominator);
  return u;
}

// Where min u·z is found, stretch by stretch.
struct Least {
  std::optional<Rational> product;
  std::uint64_t row = 0;
};

// The rows of a stretch, in their own unit; the first of equals wins.
std::optional<Refusal> take(Least& least, const ExactRows& rows, std::uint64_t first, const Integers& u) {
  std::optional<Integer> smallest;
  std::uint64_t lowest = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    Integer product;
    rows.visit(row, [&](const auto& z) {
      for (std::size_t k = 0; k < z.size; ++k) product.add_product(u[z.column[k]], z.value[k]);
    });
    if (product.sign() <= 0) return Refusal{"u·z is not above 0", first + row};
    if (smallest && product >= *smallest) continue;
    smallest = std::move(product);
    lowest = first + row;
  }
  if (!smallest) return std::nullopt;
  Rational product = Rational(*std::move(smallest)) * rows.unit();
  if (!least.product || product < *least.product) least = {std::move(product), lowest};
  return std::nullopt;
}

// γ*² ≥ (min u·z)²/‖u‖².
Result<std::optional<Refusal>> refuse_low(const Certificate& c, const RowsToCheck& rows) {
  const Integer denominator = common_denominator(c.u, c.u_bias);
  Least least;
  std::optional<Refusal> refusal;
  const Status status = rows.all([&](std::uint64_t first, const ExactRows& stretch) {
    refusal = take(least, stretch, first, by_column(c, stretch, denominator));
    return !refusal;
  });
  if (!status) return status.error();
  if (refusal) return refusal;
  Integers all = {times(c.u_bias, denominator)};
  for (const auto& entry : c.u) all.push_back(times(entry.second, denominator));
  if (*least.product * *least.product < c.gamma2_low * Rational(square_of(all)))
    refusal = Refusal{"the margin of u is smaller than what γ*² is said to be at least", least.row};
  return refusal;
}

// γ*² ≤ ‖Σ λ·z‖² for Σ λ = 1. `rows`: those of λ.
std::optional<Refusal> refuse_high(const Certificate& c, const ExactRows& rows) {
  const Integer denominator = common_denominator(c.lambda, Rational());
  Integers point(rows.n_columns());
  Integer total;
  for (std::size_t i = 0; i < c.lambda.size(); ++i) {
    const Integer factor = times(c.lambda[i].second, denominator);
    total += factor;
    rows.visit(i, [&](const auto& z) {
      for (std::size_t k = 0; k < z.size; ++k) point[z.column[k]].add_product(factor, z.value[k]);
    });
  }
  if (!(total == denominator)) return Refusal{"the sum of λ is not 1", {}};
  if (Rational(square_of(point)) * rows.unit() * rows.unit() > c.gamma2_high * Rational(total * total))
    return Refusal{"the sum of λ·z is longer than what γ* is said to be at most", {}};
  return std::nullopt;
}

}  // namespace

Result<std::variant<Proved, Refusal>> check_margin(const Certificate& certificate, const RowsToCheck& rows) {
  using Outcome = std::variant<Proved, Refusal>;
  if (auto refusal = refuse_margin_form(certificate, rows)) return Outcome(*std::move(refusal));
  Result<std::optional<Refusal>> refused = refuse_low(certificate, rows);
  if (!refused) return refused.error();
  if (*refused) return Outcome(**std::move(refused));
  std::vector<std::uint64_t> wanted;
  for (const auto& entry : certificate.lambda) wanted.push_back(entry.first);
  const Result<ExactRows> of_lambda = rows.some(wanted);
  if (!of_lambda) return of_lambda.error();
  if (auto refusal = refuse_high(certificate, *of_lambda)) return Outcome(*std::move(refusal));
  return Outcome(Proved{Verdict::separable, {}});
}

}  // namespace novikoff
