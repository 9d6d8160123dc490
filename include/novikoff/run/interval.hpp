// How far a counted error rate may be from the true one.
#pragma once

#include <cstdint>

namespace novikoff {

/// An interval of rates, 0 ≤ low ≤ high ≤ 1.
struct Interval {
  double low = 0, high = 1;
};

/// Quantile of the normal distribution that leaves 2.5 % on either side.
inline constexpr double kNormal95 = 1.959963984540054;

/// The Wilson score interval of a rate p̂ = mistakes/n:
///
///     (p̂ + z²/2n ± z·√(p̂(1 − p̂)/n + z²/4n²)) / (1 + z²/n),   z = kNormal95 for 95 %
///
/// Valid for independent, identically distributed examples only, and then approximately. low is 0 for no mistake and high is 1 for
/// nothing but mistakes; n = 0 gives [0, 1]. Requires mistakes ≤ n. Source: E. B. Wilson, Probable inference, the law of succession,
/// and statistical inference, Journal of the American Statistical Association 22 (1927), 209–212; without continuity correction.
Interval wilson_interval(std::uint64_t mistakes, std::uint64_t n, double z = kNormal95) noexcept;

}  // namespace novikoff
