#include <cmath>

#include "novikoff/prove/existence.hpp"

namespace novikoff {

Result<std::variant<Proved, Refusal>> check_existence(const Certificate& c, RowPasses& rows, const ExistenceOptions& options) {
  using Outcome = std::variant<Proved, Refusal>;
  if (c.claim != Claim::existence) return Outcome(Refusal{"it does not claim existence", {}});
  if (c.kernel) return Outcome(Refusal{"the claim existence is about no kernel", {}});
  if (c.verdict != Verdict::overlapping && c.verdict != Verdict::inseparable)
    return Outcome(Refusal{"the claim existence has no verdict " + std::string(name(c.verdict)), {}});
  if (c.numbers != rows.numbers()) return Outcome(Refusal{"it is about numbers of another kind: " + std::string(name(c.numbers)), {}});
  if (!(c.bias_value == rows.exact_bias_value())) return Outcome(Refusal{"it is about another bias value: " + c.bias_value.to_text(), {}});
  if (!c.u.empty() || c.u_bias.sign() != 0) return Outcome(Refusal{"a proof of existence has no u", {}});
  std::vector<std::pair<std::uint64_t, double>> weights;
  for (const auto& [row, value] : c.lambda) {
    if (row >= rows.size()) return Outcome(Refusal{"λ names a row that the data do not have", {}});
    if (!weights.empty() && row <= weights.back().first) return Outcome(Refusal{"λ names a row twice or out of order", row});
    const double weight = value.to_scaled().to_double();
    if (!std::isfinite(weight) || !(Rational::of(weight) == value)) return Outcome(Refusal{"λ is no double", row});
    if (!(weight > 0)) return Outcome(Refusal{"λ is not above 0", row});
    weights.emplace_back(row, weight);
  }
  Result<Outcome> outcome = check_existence(rows, weights, options);
  if (outcome && std::holds_alternative<Proved>(*outcome)) std::get<Proved>(*outcome).verdict = c.verdict;
  return outcome;
}

}  // namespace novikoff
