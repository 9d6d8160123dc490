// Data sets that are made: of known margin, known hardness or known noise, the same bytes everywhere.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "novikoff/run/convert.hpp"
#include "novikoff/run/options.hpp"

namespace novikoff {

/// What can be made. docs/generate.md has the constructions and the proofs.
enum class GenerateKind {
  separable,     ///< every row has a geometric margin ≥ γ to a hidden direction
  noisy,         ///< the same, then each label is flipped with probability `noise`
  unit_vectors,  ///< x_i = e_i, labels in turn: without a bias exactly n = (R/γ)² updates in any order (Novikoff's bound is reached)
  staircase,     ///< y_i·x_i = (−1, …, −1, 1, 0, …, 0): without a bias at least (4ⁿ − 1)/3 updates in any order, the bound is n times that
  xor_signs,     ///< the label is the sign of x_1·x_2; the first four rows alone cannot be separated
  text           ///< sparse rows as of words: feature j about as often as 1/j, unit length, labels of a hidden direction
};
std::string_view name(GenerateKind) noexcept;
/// Errors: usage, with a near name.
Result<GenerateKind> generate_kind_named(std::string_view name);

struct GenerateOptions {
  GenerateKind kind = GenerateKind::separable;
  std::uint64_t rows = 100;
  std::uint64_t features = 10;        ///< unit_vectors, staircase: as many as rows
  double margin = 0.1;                ///< separable, noisy: γ > 0
  double noise = 0;                   ///< noisy, text: in [0, 1]
  double density = 1;                 ///< separable, noisy: in (0, 1]
  double bias_value = 1;              ///< separable, noisy: B, at most three decimals
  std::uint64_t values_per_row = 50;  ///< text: words drawn, on average
  std::uint64_t seed = 1;
  bool csv = false;  ///< a header, the features, the label last; else LIBSVM, indices from 1

  /// How it is asked for on the command line, whole.
  std::string command() const;
};

/// The options that a command line asks for, with the defaults of the kind. Errors: usage, for an option that the kind does not know too.
Result<GenerateOptions> generate_options(const Arguments& arguments);

/// What is known of the rows: the hidden direction, R, γ and the bound (R/γ)² where there are such, in one line without its end.
/// It begins with the command that makes them. Errors: usage for numbers that do not go together.
/// Cost: for separable rows, making them all once, for their exact radius.
Result<std::string> generate_description(const GenerateOptions& options);

/// Writes the data set, row by row, in constant memory besides the hidden direction: in LIBSVM text "# " and `description` (generate_description) first. Row i
/// is a function of the options and i alone. Values are decimals with at most three places (text: six) and exactly those written; no libm but sqrt is used, so
/// the bytes are the same everywhere. Gives the number of rows written. Errors: as generate_description; those of `write`.
Result<std::uint64_t> generate(const GenerateOptions& options, const std::string& description, const Sink& write);

/// What was written, for programs.
std::string generate_json(const GenerateOptions& options, std::uint64_t rows, const std::string& description);

}  // namespace novikoff
