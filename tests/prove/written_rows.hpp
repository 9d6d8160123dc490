// Small sets of rows, as they are written in tests.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "novikoff/prove/check.hpp"
#include "novikoff/prove/exact_rows.hpp"

namespace novikoff {

constexpr std::uint64_t kPlenty = std::uint64_t{1} << 30U;

struct WrittenRow {
  int y;
  std::vector<std::string> x;  // decimals, by feature
};

inline ExactRows written(const std::vector<WrittenRow>& rows, double bias = 1, Numbers numbers = Numbers::decimal, std::uint64_t n_features = 0) {
  ExactRows::Builder builder(numbers, bias);
  for (const WrittenRow& row : rows) {
    for (std::size_t j = 0; j < row.x.size(); ++j) {
      if (numbers == Numbers::decimal)
        builder.add_decimal(static_cast<std::uint32_t>(j), row.x[j]);
      else if (const double value = std::stod(row.x[j]); value != 0)
        builder.add(static_cast<std::uint32_t>(j), value);
    }
    n_features = std::max<std::uint64_t>(n_features, row.x.size());
    builder.end_row(static_cast<std::int8_t>(row.y));
  }
  return std::move(*builder.finish(n_features, kPlenty, [](std::int8_t y) { return y; }));
}

inline ExactRows integers(const std::vector<std::pair<int, std::vector<int>>>& rows, double bias) {
  std::vector<WrittenRow> as_text;
  for (const auto& [y, x] : rows) {
    as_text.push_back({y, {}});
    for (const int value : x) as_text.back().x.push_back(std::to_string(value));
  }
  return written(as_text, bias);
}

inline Rational fraction(const char* text) { return *Rational::parse(text); }

/// Why a certificate was refused, and the row that shows it.
inline std::string reason(const std::variant<Proved, Refusal>& outcome) {
  const auto* refusal = std::get_if<Refusal>(&outcome);
  return refusal == nullptr ? "holds" : refusal->why + (refusal->row ? " @" + std::to_string(*refusal->row) : "");
}

}  // namespace novikoff
