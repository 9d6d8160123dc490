// What examples are known by: a run goes on only with those it began with.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "novikoff/core/example.hpp"
#include "novikoff/data/dataset.hpp"
#include "novikoff/prove/exact_rows.hpp"
#include "novikoff/prove/row_passes.hpp"
#include "novikoff/run/sha256.hpp"

namespace novikoff {

/// The SHA-256 of examples in the order they come: for each, the byte 1 (y = +1) or 0, the number of its non-zero values (8 bytes),
/// and for each of them its 0-based feature (4 bytes) and the double (8 bytes, IEEE 754), all little-endian (docs/formats.md).
/// Depends on the examples as doubles alone, not on how they were written or stored.
class ExamplesDigest {
 public:
  /// `columns`: which features the indices are places of, if they are; those of dense rows are features.
  void add(const ExampleView& example, const Columns& columns = {});
  std::uint64_t rows() const noexcept { return rows_; }
  /// The digest of the examples so far; more may follow.
  std::string hex();

 private:
  void flush();

  Sha256 hash_;
  std::string buffer_;
  std::uint64_t rows_ = 0;
};

/// The digest of `data`, and behind them of the rows held out, if there are any: both steer a run.
std::string examples_sha256(const Dataset& data, const Dataset* holdout = nullptr);

/// The SHA-256 of the canonical form of exact examples, which certificates name. It is text, every line ended by LF: first
/// "novikoff examples 1 decimal" or "novikoff examples 1 binary64"; then a line a row: "+1" or "-1" (y), and for each value that is not 0, features ascending,
/// a blank, the feature counted from 1, ":" and the value m·10^e as "m", "e", exponent (m not divisible by 10), or m·2^e as "m", "p", exponent (m
/// odd), in decimal digits with "-" where negative, as "+1 1:25e-1 7:-3e0". The bias coordinate is no part of it.
std::string examples_sha256(const ExactRows& rows);
/// The same bytes for the same examples in another form.
std::string examples_sha256(const RowsInMemory& rows);
/// That text, for tests and people.
std::string canonical_examples(const ExactRows& rows);

/// The same digest of rows that come one by one, as doubles and the decimals that these do not say.
class ExactExamplesDigest {
 public:
  explicit ExactExamplesDigest(Numbers numbers);
  /// `others`: the long values of the row, ascending by feature.
  void add(const ExampleView& example, std::span<const LongValue> others);
  /// The digest of all rows so far; afterwards nothing may follow.
  std::string hex();

 private:
  void add_prefix(std::uint32_t feature);
  void add_value(double value);

  Numbers numbers_;
  int places_ = 0;
  Sha256 hash_;
  std::vector<char> buffer_;
  char* at_ = nullptr;                         // the end of what stands in the buffer
  std::vector<std::array<char, 8>> prefixes_;  // " 1:" to " 9999:", the last byte its length
};

}  // namespace novikoff
