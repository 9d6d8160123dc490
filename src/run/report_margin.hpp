// What certify --margin says of γ*, in both reports.
#pragma once

#include <string>

#include "novikoff/run/certify.hpp"
#include "run/report_parts.hpp"

namespace novikoff {

/// Lines for people. Requires report.margin.
std::string max_margin_text(const CertifyReport& report);

/// `bound`, `bound_interval`, `bound_floor`, `direction` and `direction_bias` (docs/json.md); of `bound` alone without --margin.
void write_max_margin(Report& out, const CertifyReport& report);

/// γ*² as a certificate says it: p/q, or its ends.
std::string gamma2_text(const Certificate& certificate);

/// One entry of λ for people.
std::string weight_line(const ExactData& data, std::uint64_t row, const Rational& weight, bool exact = true);

/// An object {low, high} of doubles, moved outward (docs/json.md).
void write_interval(JsonWriter& json, std::string_view key, const Scaled& low, const Scaled& high);

/// A column's name for people: of a feature, or the bias.
std::string column_name(const ExactData& data, std::size_t column);

}  // namespace novikoff
