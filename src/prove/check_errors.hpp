// Whether a certificate proves how few errors are possible.
#pragma once

#include <variant>

#include "novikoff/prove/check.hpp"

namespace novikoff {

/// check() for Claim::errors: ErrorsProof says what it takes. Cost: one exact product with every row for `high`; for `low` one sum for each conflict, and for
/// each node of the tree a look at the rows of the conflicts that it names.
std::variant<Proved, Refusal> check_errors(const Certificate& certificate, const ExactRows& rows);

}  // namespace novikoff
