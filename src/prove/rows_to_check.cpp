#include <utility>

#include "novikoff/prove/check.hpp"

namespace novikoff {

RowsToCheck rows_to_check(const ExactRows& rows) {
  const auto some = [&rows](std::span<const std::uint64_t> wanted) -> Result<ExactRows> { return rows.subset({wanted.begin(), wanted.end()}); };
  const auto all = [&rows](const RowPasses::Stretch& look) {
    look(0, rows);
    return Status();
  };
  return {rows.size(), rows.n_features(), rows.numbers(), rows.bias_value(), some, all};
}

RowsToCheck rows_to_check(RowPasses& rows, std::uint64_t values) {
  const auto some = [&rows](std::span<const std::uint64_t> wanted) { return rows.exact(wanted); };
  const auto all = [&rows, values](const RowPasses::Stretch& look) { return rows.stretches(values, look); };
  return {rows.size(), rows.n_features(), rows.numbers(), rows.exact_bias_value(), some, all};
}

std::variant<Proved, Refusal> check(const Certificate& certificate, const ExactRows& rows, std::uint64_t memory) {
  if (certificate.kernel) return check_kernel(certificate, rows, memory);
  if (certificate.claim == Claim::errors) return check_errors(certificate, rows);
  return *check(certificate, rows_to_check(rows), memory);  // rows in memory meet no errors
}

}  // namespace novikoff
