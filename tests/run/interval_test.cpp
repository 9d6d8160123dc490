#include "novikoff/run/interval.hpp"

#include <gtest/gtest.h>

#include "novikoff/run/report.hpp"

namespace novikoff::interval_test {
namespace {

constexpr double kPrinted = 0.00005;  // half a unit of the four places that are printed there

// Newcombe, Statistics in Medicine 17 (1998), 857–872, table I, method 3.
TEST(WilsonInterval, GivesTheValuesPrintedByNewcombe1998) {
  const struct {
    std::uint64_t mistakes, n;
    double low, high;
  } cases[] = {{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718}};
  for (const auto& known : cases) {
    const Interval interval = wilson_interval(known.mistakes, known.n);
    EXPECT_NEAR(interval.low, known.low, kPrinted) << known.mistakes;
    EXPECT_NEAR(interval.high, known.high, kPrinted) << known.mistakes;
  }
}

// Its ends are the rates p with |p̂ − p| = z·√(p(1 − p)/n): Wilson's definition.
TEST(WilsonInterval, EndsWhereTheRateSeenIsZStandardErrorsAway) {
  for (const std::uint64_t n : {1U, 7U, 100U, 12345U})
    for (std::uint64_t mistakes = 0; mistakes <= n; mistakes += 1 + n / 5) {
      const Interval interval = wilson_interval(mistakes, n);
      const double rate = static_cast<double>(mistakes) / static_cast<double>(n);
      for (const double p : {interval.low, interval.high}) {
        const double gap = (rate - p) * (rate - p), allowed = kNormal95 * kNormal95 * p * (1 - p) / static_cast<double>(n);
        EXPECT_NEAR(gap, allowed, 1e-14) << mistakes << " of " << n;
      }
    }
}

TEST(WilsonInterval, StaysWithinRatesAndHoldsTheRateSeen) {
  for (std::uint64_t mistakes = 0; mistakes <= 30; ++mistakes) {
    const Interval interval = wilson_interval(mistakes, 30);
    EXPECT_GE(interval.low, 0);
    EXPECT_LE(interval.high, 1);
    EXPECT_LE(interval.low, static_cast<double>(mistakes) / 30);
    EXPECT_GE(interval.high, static_cast<double>(mistakes) / 30);
  }
  EXPECT_EQ(wilson_interval(0, 30).low, 0);
  EXPECT_EQ(wilson_interval(30, 30).high, 1);
}

TEST(WilsonInterval, KnowsNothingWithoutExamples) {
  EXPECT_EQ(wilson_interval(0, 0).low, 0);
  EXPECT_EQ(wilson_interval(0, 0).high, 1);
}

TEST(WilsonInterval, MirrorsWhenRightAndWrongChangePlaces) {
  const Interval one = wilson_interval(3, 17), other = wilson_interval(14, 17);
  EXPECT_NEAR(one.low, 1 - other.high, 1e-15);
  EXPECT_NEAR(one.high, 1 - other.low, 1e-15);
}

TEST(ProgressiveText, SaysWhichIntervalAndForWhichExamples) {
  EXPECT_EQ(progressive_text({.seen = 20, .updates = 1, .mistakes = 0}),
            "progressive error rate 0.0000; 95 % Wilson score interval 0.0000 … 0.1611, valid for i.i.d. examples only\n");
  EXPECT_EQ(progressive_text({}), "");
}

}  // namespace
}  // namespace novikoff::interval_test
