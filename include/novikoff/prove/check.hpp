// Whether a certificate proves its verdict: exact, and without any code of the search that found it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "novikoff/prove/certificate.hpp"
#include "novikoff/prove/exact_rows.hpp"

namespace novikoff {

/// Why a certificate is refused.
struct Refusal {
  std::string why;                        ///< a sentence, without the place of the row
  std::optional<std::uint64_t> row = {};  ///< the row it is about, if one
};

/// What the numbers prove.
struct Proved {
  Verdict verdict = Verdict::undecided;
  std::vector<std::uint64_t> overlapped;  ///< rows, ascending (claim separation)
};

/// What a check may use.
struct CheckLimits {
  std::uint64_t memory = std::uint64_t{4} << 30U;  ///< bytes, the rows included
  std::function<bool()> give_up = {};              ///< asked now and then; true ends the check
};

/// A check that ended without an answer.
enum class Unfinished { memory, given_up };

/// Decides whether `certificate` proves its verdict about `rows` (Certificate says what that takes), trusting nothing in it: rows and features beyond the data,
/// λ ≤ 0, repeated or unordered entries, other numbers or another B than the rows', u or λ where the claim has none are refusals too.
/// Cost: one exact product with every row, and a rank test (exact elimination of the |S| rows, which holds what is not 0) for those with u·z_i = 0.
std::variant<Proved, Refusal, Unfinished> check(const Certificate& certificate, const ExactRows& rows, const CheckLimits& limits = {});

}  // namespace novikoff
