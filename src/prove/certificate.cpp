#include "novikoff/prove/certificate.hpp"

namespace novikoff {

std::string_view name(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::separable:
      return "separable";
    case Verdict::quasi_separable:
      return "quasi-separable";
    case Verdict::overlapping:
      return "overlapping";
    case Verdict::inseparable:
      return "inseparable";
    default:
      return "undecided";
  }
}

std::optional<Verdict> verdict_named(std::string_view word) noexcept {
  for (const Verdict verdict : {Verdict::separable, Verdict::quasi_separable, Verdict::overlapping, Verdict::inseparable, Verdict::undecided})
    if (word == name(verdict)) return verdict;
  return std::nullopt;
}

std::string_view name(Claim claim) noexcept {
  switch (claim) {
    case Claim::strict:
      return "strict";
    case Claim::margin:
      return "margin";
    case Claim::errors:
      return "errors";
    case Claim::existence:
      return "existence";
    default:
      return "separation";
  }
}

std::optional<Claim> claim_named(std::string_view word) noexcept {
  for (const Claim claim : {Claim::separation, Claim::strict, Claim::margin, Claim::errors, Claim::existence})
    if (word == name(claim)) return claim;
  return std::nullopt;
}

}  // namespace novikoff
