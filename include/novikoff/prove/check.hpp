// Whether a certificate proves its verdict: exact, and without any code of the search that found it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "novikoff/prove/certificate.hpp"
#include "novikoff/prove/exact_rows.hpp"
#include "novikoff/prove/row_passes.hpp"

namespace novikoff {

/// Why a certificate is refused.
struct Refusal {
  std::string why;                        ///< a sentence, without the place of the row
  std::optional<std::uint64_t> row = {};  ///< the row it is about, if one
  bool undecided = false;                 ///< it may hold: there was not enough memory to find out
};

/// What the numbers prove.
struct Proved {
  Verdict verdict = Verdict::undecided;
  std::vector<std::uint64_t> overlapped;  ///< rows, ascending (claim separation)
};

/// Rows as a checker looks at them: all of them once, in order and a stretch at a time, and some at once. What they are asked for comes in a unit and with
/// columns of its own.
struct RowsToCheck {
  std::uint64_t size = 0, n_features = 0;
  Numbers numbers = Numbers::decimal;
  Rational bias_value;
  std::function<Result<ExactRows>(std::span<const std::uint64_t> rows)> some;  ///< ascending
  std::function<Status(const RowPasses::Stretch& look)> all;                   ///< until `look` says false
};
/// Both borrow the rows. The second cuts stretches of `values` values.
RowsToCheck rows_to_check(const ExactRows& rows);
RowsToCheck rows_to_check(RowPasses& rows, std::uint64_t values = 1U << 20U);

/// Decides whether `certificate` proves its verdict about `rows` (Certificate says what that takes), trusting nothing in it: rows and features beyond the data,
/// λ ≤ 0, repeated or unordered entries, other numbers or another B than the rows', u or λ where the claim has none are refusals too.
/// Cost: one exact product with every row, and a rank test (exact elimination of the |S| rows) for those with u·z_i = 0;
/// for the claims margin and errors, that of the functions below.
/// The elimination is not begun where its numbers might take more than `memory` bytes; a rank that is full modulo a prime needs none.
std::variant<Proved, Refusal> check(const Certificate& certificate, const ExactRows& rows, std::uint64_t memory = std::uint64_t{4} << 30U);

/// The same for rows of any number; not for claim errors and kernels, whose rows must be in memory (a refusal, undecided). Errors: what asking for the rows
/// meets.
Result<std::variant<Proved, Refusal>> check(const Certificate& certificate, const RowsToCheck& rows, std::uint64_t memory = std::uint64_t{4} << 30U);

/// The same for claim margin alone. Cost: one exact product with every row.
Result<std::variant<Proved, Refusal>> check_margin(const Certificate& certificate, const RowsToCheck& rows);

/// The same for claim errors alone: ErrorsProof says what it takes. Cost: one exact product with every row for `high`; for `low` one sum for each conflict, and
/// for each node of the tree a look at the rows of the conflicts that it names.
std::variant<Proved, Refusal> check_errors(const Certificate& certificate, const ExactRows& rows);

/// The same for certificates with a kernel, of any claim but existence. Cost: for u a product of rows for each row and entry of u, for every λ one for each
/// pair of its rows; for claim separation the rank test of the rows with λ > 0 by their products. The claim margin alone of kernels whose values are no
/// fractions is decided in interval arithmetic (Certificate::by_intervals).
std::variant<Proved, Refusal> check_kernel(const Certificate& certificate, const ExactRows& rows, std::uint64_t memory = std::uint64_t{4} << 30U);
std::variant<Proved, Refusal> check_kernel_margin(const Certificate& certificate, const ExactRows& rows);

}  // namespace novikoff
