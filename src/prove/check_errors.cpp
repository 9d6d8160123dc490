#include <algorithm>

#include "novikoff/prove/check.hpp"
#include "prove/check_entries.hpp"

namespace novikoff {
namespace {

using namespace checking;

// λ > 0 on some rows, Σ λ·z = 0: not all of them have y·s > 0, whatever the hyperplane.
MaybeRefusal refuse_conflict(const Conflict& conflict, const ExactRows& rows, const std::string& what) {
  if (conflict.empty()) return no(what + " is empty, which proves nothing");
  if (auto refusal = refuse_entries(conflict, rows.size(), what, true)) return refusal;
  const Integer denominator = common_denominator(conflict);
  Integers sum(rows.n_columns());
  for (const auto& [row, lambda] : conflict)
    rows.visit(row, [&, factor = times(lambda, denominator)](const auto& z) {
      for (std::size_t k = 0; k < z.size; ++k) sum[z.column[k]].add_product(factor, z.value[k]);
    });
  const auto not_zero = std::find_if(sum.begin(), sum.end(), [](const Integer& entry) { return entry.sign() != 0; });
  if (not_zero == sum.end()) return std::nullopt;
  const auto column = static_cast<std::size_t>(not_zero - sum.begin());
  return no(what + ": the sum of λ·z is not 0 in coordinate " + std::to_string(rows.feature(column) + 1) + " (the bias comes last)");
}

// Rows with u·z ≤ 0.
std::uint64_t errors_of(const Certificate& c, const ExactRows& rows) {
  const Integer denominator = common_denominator(c.u, c.u_bias);
  Integers u(rows.n_columns());
  std::size_t column = 0;
  for (const auto& [feature, value] : c.u) {
    while (column < u.size() && rows.feature(column) < feature) ++column;
    if (column < u.size() && rows.feature(column) == feature) u[column] = times(value, denominator);  // else it is 0 in every row
  }
  if (rows.has_bias()) u.back() = times(c.u_bias, denominator);
  std::uint64_t errors = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    Integer score;
    rows.visit(row, [&](const auto& z) {
      for (std::size_t k = 0; k < z.size; ++k) score.add_product(u[z.column[k]], z.value[k]);
    });
    errors += score.sign() <= 0 ? 1 : 0;
  }
  return errors;
}

MaybeRefusal refuse_errors_form(const Certificate& c, const ExactRows& rows) {
  if (rows.size() == 0) return no("there are no rows");
  if (c.numbers != rows.numbers()) return no("it is about numbers of another kind: " + std::string(name(c.numbers)));
  if (!(c.bias_value == rows.bias_value())) return no("it is about another bias value: " + c.bias_value.to_text());
  if (c.u_bias.sign() != 0 && !rows.has_bias()) return no("u has a bias coordinate, but there is no bias");
  if (auto refusal = refuse_entries(c.u, rows.n_features(), "u", false)) return refusal;
  if (!c.lambda.empty()) return no("a proof about errors has no λ but those of its conflicts");
  if (c.errors.low > rows.size()) return no("there are not so many rows to err on");  // and low fits 63 bits
  return std::nullopt;
}

}  // namespace

std::variant<Proved, Refusal> check_errors(const Certificate& certificate, const ExactRows& rows) {
  if (certificate.kernel) return check_kernel(certificate, rows);
  if (auto refusal = refuse_errors_form(certificate, rows)) return *std::move(refusal);
  const ErrorsProof& proof = certificate.errors;
  const std::uint64_t errors = errors_of(certificate, rows);
  if (errors != proof.high) return Refusal{"u has " + counted(errors, "error", "errors") + ", not " + std::to_string(proof.high), {}};
  for (std::size_t k = 0; k < proof.conflicts.size(); ++k)
    if (auto refusal = refuse_conflict(proof.conflicts[k], rows, "conflict " + std::to_string(k))) return *std::move(refusal);
  if (auto refusal = refuse_tree(proof, rows.size())) return *std::move(refusal);
  return verdict_of_errors(certificate);
}

}  // namespace novikoff
