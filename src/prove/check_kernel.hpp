// What the two checkers of certificates with a kernel share.
#pragma once

#include <cstdint>
#include <optional>

#include "novikoff/prove/check.hpp"
#include "prove/check_entries.hpp"

namespace novikoff::checking {

/// What is the same for every claim with a kernel.
MaybeRefusal refuse_form_with_kernel(const Certificate& certificate, const ExactRows& rows);

/// What u and λ of claim margin prove: low ≤ γ*² ≤ high, in interval arithmetic where the kernel is not exact.
struct MarginEnds {
  Rational low, high;
  std::uint64_t least = 0;  ///< the row with the least u·z; low is 0 where that may not be above 0
};
MarginEnds margin_ends(const Entries& u, const Entries& lambda, const ExactRows& rows, const ExactKernel& kernel);

}  // namespace novikoff::checking
