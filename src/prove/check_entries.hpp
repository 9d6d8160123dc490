// Lists of places and numbers, as the checkers of several claims look at them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "novikoff/prove/check.hpp"

namespace novikoff::checking {

using Entries = std::vector<std::pair<std::uint64_t, Rational>>;
using Integers = std::vector<Integer>;  // by column
using MaybeRefusal = std::optional<Refusal>;

inline MaybeRefusal no(std::string why, std::optional<std::uint64_t> row = {}) { return Refusal{std::move(why), row}; }

/// Of all values and of `other`.
Integer common_denominator(const Entries& entries, const Rational& other = Rational());
/// value·denominator, which is whole.
Integer times(const Rational& value, const Integer& denominator);
/// Places ascend and are below `end`, values are not 0 and, with `positive`, above 0.
MaybeRefusal refuse_entries(const Entries& entries, std::uint64_t end, const std::string& what, bool positive);

/// Whether the tree proves `low` (ErrorsProof), its conflicts being what they should be, about so many rows.
MaybeRefusal refuse_tree(const ErrorsProof& proof, std::size_t rows);
/// What the two ends of the bracket say, if it is what the certificate says.
std::variant<Proved, Refusal> verdict_of_errors(const Certificate& certificate);

}  // namespace novikoff::checking
