// From an input to the exact numbers that proofs are about.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "novikoff/data/places.hpp"
#include "novikoff/data/source.hpp"
#include "novikoff/prove/exact_rows.hpp"
#include "novikoff/prove/row_passes.hpp"

namespace novikoff {

/// An input that can be read more than once.
struct InputAgain {
  std::string name;  ///< for errors
  /// From its beginning; `with_text` as ask_for_exact_values has it, else in doubles.
  std::function<Result<std::unique_ptr<Source>>(bool with_text, Labels& labels)> open;
  std::function<bool()> unchanged;  ///< it is what it was when this was made, as far as can be seen without reading it
};
/// For named inputs that are regular files all; nullopt otherwise. `reading`, `interrupted`: as for open_input. Their sizes, times and inodes say whether they
/// have changed.
std::optional<InputAgain> input_again(const std::vector<std::string>& inputs, const ReadOptions& reading, const std::atomic<bool>* interrupted = nullptr);

/// All rows of an input as exact numbers, with what they were called and what they are known by. Large data are looked at in passes.
struct ExactData {
  ExactRows rows;                    ///< none if `large`
  std::unique_ptr<RowPasses> large;  ///< null for small data
  Schema schema;
  std::pair<std::string, std::string> classes;  ///< {negative, positive} as first spelled
  std::string sha256;                           ///< examples_sha256(rows) (digest.hpp)
  Places places;
  std::vector<std::uint32_t> large_columns;  ///< large data: the features that are not 0 in some row
  Rational large_max_sqnorm;                 ///< large data: R²

  std::uint64_t size() const noexcept { return large ? large->size() : rows.size(); }
  std::uint64_t n_features() const noexcept { return large ? large->n_features() : rows.n_features(); }
  Numbers numbers() const noexcept { return large ? large->numbers() : rows.numbers(); }
  Rational bias_value() const { return large ? large->exact_bias_value() : rows.bias_value(); }
  bool has_bias() const noexcept { return large ? large->bias_value() != 0 : rows.has_bias(); }
  /// As of ExactRows: features that are not 0 in some row, then the bias coordinate.
  std::size_t n_columns() const noexcept { return large ? large_columns.size() + (has_bias() ? 1 : 0) : rows.n_columns(); }
  std::uint64_t feature(std::size_t column) const noexcept {
    return !large ? rows.feature(column) : column < large_columns.size() ? large_columns[column] : n_features();
  }
  /// R², the square of the largest norm, bias coordinate included.
  Rational max_sqnorm() const { return large ? large_max_sqnorm : Rational(rows.max_sqnorm()) * rows.unit() * rows.unit(); }

  Place place(std::uint64_t row) const { return places.place(static_cast<std::size_t>(row), schema); }
  std::string where(std::uint64_t row) const { return places.where(static_cast<std::size_t>(row), schema); }
};

/// How values must be read for exact numbers of this kind: with their text for decimals.
void ask_for_exact_values(ReadOptions& options, Numbers numbers);

/// Reads `source` to its end, which was opened with ask_for_exact_values. Errors: those of Dataset::read; number_out_of_range for what exact
/// decimals do not take.
Result<ExactData> read_exact(Source& source, Labels& labels, Numbers numbers, double bias_value, std::uint64_t memory);

/// How read_for_proof works.
struct ProofReading {
  Numbers numbers = Numbers::decimal;
  double bias_value = 1;
  std::uint64_t memory = std::uint64_t{4} << 30U;
  std::uint64_t threads = 1;             ///< of passes in memory
  std::uint64_t small = kSmall;          ///< data of up to so many values (RowPasses::n_values) are small
  std::optional<InputAgain> again = {};  ///< the input, if it can be read again
  static constexpr std::uint64_t kSmall = 1U << 21U;
};

/// The same for searches and checks that take data of any size. Small data become ExactRows, and so do those with a value that is no normal double nor 0
/// (Numbers::decimal); all others RowPasses: in memory, or where that is too small read again for each pass.
/// Errors: those of read_exact; memory_limit where an input that does not fit memory cannot be read again.
Result<ExactData> read_for_proof(Source& source, Labels& labels, const ProofReading& reading);

}  // namespace novikoff
