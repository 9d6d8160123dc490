// From an input to the exact numbers that proofs are about.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "novikoff/data/places.hpp"
#include "novikoff/data/source.hpp"
#include "novikoff/prove/exact_rows.hpp"

namespace novikoff {

/// All rows of an input as exact numbers, with what they were called and what they are known by.
struct ExactData {
  ExactRows rows;
  Schema schema;
  std::pair<std::string, std::string> classes;  ///< {negative, positive} as first spelled
  std::string sha256;                           ///< examples_sha256(rows) (digest.hpp)
  Places places;

  Place place(std::size_t row) const { return places.place(row, schema); }
  std::string where(std::size_t row) const { return places.where(row, schema); }
};

/// How values must be read for exact numbers of this kind: with their text for decimals.
void ask_for_exact_values(ReadOptions& options, Numbers numbers);

/// Reads `source` to its end, which was opened with ask_for_exact_values. Errors: those of Dataset::read; number_out_of_range for what exact
/// decimals do not take.
Result<ExactData> read_exact(Source& source, Labels& labels, Numbers numbers, double bias_value, std::uint64_t memory);

}  // namespace novikoff
