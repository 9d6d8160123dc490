// Decimals, printing, and numbers beyond the range of double.
#include "novikoff/core/number.hpp"

#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

#include "property.hpp"

namespace novikoff::number_test {
namespace {

int compared(const std::string& a, const std::string& b) { return compare(*parse_decimal(a), *parse_decimal(b)); }

TEST(IsNumber, AcceptsTheGrammarAndNothingElse) {
  for (const char* text : {"0", "1", "+1", "-1", "1.", ".5", "-.5e+3", "1e5", "1E-5", "007", "1e005", "1.e1"}) EXPECT_TRUE(is_number(text)) << text;
  for (const char* text : {"",
                           "+",
                           "-",
                           ".",
                           "e5",
                           ".e5",
                           "1e",
                           "1e+",
                           "--1",
                           "+-1",
                           "1.2.3",
                           "1,5",
                           "0x10",
                           "nan",
                           "inf",
                           "1 ",
                           " 1",
                           "1f",
                           "1_0",
                           "1e1.5",
                           "\xe2\x88\x92"
                           "1"})
    EXPECT_FALSE(is_number(text)) << text;
}

TEST(Decimal, IsTheValueNotTheSpelling) {
  for (const char* text : {"1", "+1", "1.0", "1e0", "0.1e1", "10e-1", "0001.000", "100e-2"}) EXPECT_EQ(*parse_decimal(text), (Decimal{false, "1", 0})) << text;
  for (const char* text : {"0", "-0", "+0.00", "0e4096", "-.0e-5"}) EXPECT_EQ(*parse_decimal(text), Decimal{}) << text;
  EXPECT_EQ(*parse_decimal("-120.50e3"), (Decimal{true, "1205", 2}));
}

TEST(Decimal, HasLimitsThatCostNoMemory) {
  EXPECT_TRUE(parse_decimal(std::string(kMaxDecimalDigits, '7')));
  EXPECT_FALSE(parse_decimal(std::string(kMaxDecimalDigits + 1, '7')));
  EXPECT_FALSE(parse_decimal('.' + std::string(kMaxDecimalDigits + 1, '0')));
  EXPECT_TRUE(parse_decimal("1e4096"));
  EXPECT_TRUE(parse_decimal("1e-4096"));
  EXPECT_TRUE(parse_decimal("1e0000000000000000000000004096"));
  for (const char* text : {"1e4097", "1e-4097", "0e4097", "1e99999999999999999999999"}) EXPECT_FALSE(parse_decimal(text)) << text;
}

TEST(Decimal, ComparesExactlyWhereDoublesCannot) {
  EXPECT_EQ(compared("9007199254740993", "9007199254740992"), 1);
  EXPECT_EQ(compared("0.1", "0.1000000000000000055511151231257827"), -1);
  EXPECT_EQ(compared("1e4000", "1e-4000"), 1);
  EXPECT_EQ(compared("-1e4000", "1e-4000"), -1);
  EXPECT_EQ(compared("-2", "-1"), -1);
  EXPECT_EQ(compared("99", "100"), -1);
  EXPECT_EQ(compared("0.99", "1"), -1);
  EXPECT_EQ(compared("12", "1.2e1"), 0);
  EXPECT_EQ(compared("12", "120"), -1);
  EXPECT_EQ(compared("-0", "0"), 0);
  EXPECT_EQ(compared("0", "-1e-4096"), 1);
}

RC_GTEST_PROP(Decimal, ComparesAsIntegersDo, (std::int32_t a, std::int32_t b)) {
  RC_ASSERT(compared(std::to_string(a), std::to_string(b)) == (a > b) - (a < b));
  RC_ASSERT(compared(std::to_string(a) + "e-7", std::to_string(b) + "00e-9") == (a > b) - (a < b));
}

TEST(Text, OfADoubleIsTheShortestThatReadsBack) {
  EXPECT_EQ(to_text(0.1), "0.1");
  EXPECT_EQ(to_text(3), "3");
  EXPECT_EQ(to_text(1e30), "1e+30");
  EXPECT_EQ(to_text(-5e-324), "-5e-324");
  EXPECT_EQ(to_text(1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(to_text(1.0000000000009095), "1.0000000000009095");
  EXPECT_EQ(to_text(std::numeric_limits<double>::max()), "1.7976931348623157e+308");
  EXPECT_EQ(to_text(0x1p-1074), "5e-324");
  EXPECT_EQ(to_text(-0.0), "-0");
  std::string out = "w=";
  append_text(out, 0.5);
  EXPECT_EQ(out, "w=0.5");
}

TEST(Unsigned, IsDigitsOnlyAndWithinTheLimit) {
  EXPECT_EQ(parse_unsigned("0"), 0U);
  EXPECT_EQ(parse_unsigned("18446744073709551615"), ~std::uint64_t{0});
  for (const char* text : {"", "18446744073709551616", "+1", "-1", " 1", "1 ", "1.0", "0x1", "one"}) EXPECT_FALSE(parse_unsigned(text)) << text;
  EXPECT_EQ(parse_unsigned("10", 10), 10U);
  EXPECT_FALSE(parse_unsigned("11", 10));
}

TEST(Scaled, HoldsWhatADoubleCannot) {
  const Scaled large = Scaled::of(1e200) * Scaled::of(1e200);
  EXPECT_FALSE(large.fits_double());
  EXPECT_EQ(large.to_double(), std::numeric_limits<double>::infinity());
  EXPECT_NEAR(large.log2(), 400 * std::log2(10), 1e-9);
  EXPECT_NEAR(sqrt(large).to_double() / 1e200, 1, 1e-15);
  const Scaled small = Scaled::of(-1e-200) * Scaled::of(1e-200);
  EXPECT_FALSE(small.fits_double());
  EXPECT_EQ(small.to_double(), 0);
  EXPECT_EQ(small.sign(), -1);
  EXPECT_TRUE(small < Scaled{});
  EXPECT_TRUE(Scaled{} < large);
}

TEST(Scaled, OfZeroIsZero) {
  const Scaled zero = Scaled::of(-0.0, 5);
  EXPECT_EQ(zero.sign(), 0);
  EXPECT_EQ(zero.exponent, 0);
  EXPECT_TRUE(zero.fits_double());
  EXPECT_EQ(zero.log2(), -std::numeric_limits<double>::infinity());
  EXPECT_EQ((zero + Scaled::of(3)).to_double(), 3);
  EXPECT_EQ(sqrt(zero).to_double(), 0);
}

TEST(Scaled, NormalisesDenormals) {
  const Scaled tiny = Scaled::of(0x1p-1074);
  EXPECT_EQ(tiny.mantissa, 0.5);
  EXPECT_EQ(tiny.exponent, -1073);
  EXPECT_EQ(tiny.to_double(), 0x1p-1074);
}

TEST(Scaled, TakesRootsOfOddExponentsOfEitherSign) {
  for (const int e : {-1075, -1074, -3, -2, -1, 0, 1, 2, 3, 1023}) EXPECT_EQ(sqrt(Scaled::of(1, 2 * e)).to_double(), std::ldexp(1.0, e)) << e;
  EXPECT_EQ(sqrt(Scaled::of(2)).to_double(), std::sqrt(2.0));
  EXPECT_EQ(sqrt(Scaled::of(0.5)).to_double(), std::sqrt(0.5));
}

RC_GTEST_PROP(Scaled, ComputesAsDoubleWhereDoubleSuffices, ()) {
  const double a = *rc::gen::inRange(-1000000, 1000000) * 0.125, b = *rc::gen::inRange(-1000000, 1000000) * 0.0009765625;
  RC_ASSERT((Scaled::of(a) * Scaled::of(b)).to_double() == a * b);
  RC_ASSERT((Scaled::of(a) + Scaled::of(b)).to_double() == a + b);
  RC_ASSERT((Scaled::of(a) < Scaled::of(b)) == (a < b));
  RC_ASSERT(b == 0 || (Scaled::of(a) / Scaled::of(b)).to_double() == a / b);
}

// As the standard library writes it, whatever is tried before: few places, many places, and the sizes at which an exponent is shorter.
TEST(Text, OfFewPlacesIsThatOfTheLibrary) {
  std::mt19937_64 random(11);
  for (int n = 0; n < 30000; ++n) {
    double value = static_cast<double>(random() % static_cast<std::uint64_t>(std::pow(10, 1 + n % 11))) / std::pow(10, n % 9);
    if (n % 5 == 0) value = std::nextafter(value, 1e9);
    if (n % 2 == 0) value = -value;
    char text[32];
    EXPECT_EQ(to_text(value), std::string(text, std::to_chars(text, std::end(text), value).ptr));
  }
  EXPECT_EQ(to_text(1e5), "1e+05");
  EXPECT_EQ(to_text(0.0001), "1e-04");
  EXPECT_EQ(to_text(-0.001), "-0.001");
}

TEST(Text, OfACountHasThePluralItNeeds) {
  EXPECT_EQ(counted(0, "row", "rows"), "0 rows");
  EXPECT_EQ(counted(1, "row", "rows"), "1 row");
  EXPECT_EQ(counted(2, "row", "rows"), "2 rows");
}

// Decimals as people write them, doubles of all digits, and sums that are nearly the former.
TEST(ShortDecimal, is_the_shortest_text_or_none_whatever_is_tried_first) {
  std::mt19937_64 random(7);
  std::size_t found = 0;
  for (int n = 0; n < 20000; ++n) {
    const auto digits = static_cast<double>(random() % static_cast<std::uint64_t>(std::pow(10, 1 + n % 17)));
    double value = digits / std::pow(10, n % 25);
    if (n % 3 == 0) value = std::ldexp(digits, -(n % 70));
    if (n % 7 == 0) value += 0.1;
    if (n % 2 == 0) value = -value;
    const Decimal shortest = *parse_decimal(to_text(value));
    for (const int first : {0, 4, 15, 22}) {
      int places = first;
      const std::optional<ShortDecimal> decimal = short_decimal(value, places);
      EXPECT_GE(places, first);
      EXPECT_LE(places, 22);
      if (!decimal) {
        EXPECT_TRUE(shortest.digits.size() > 14 || std::fabs(value) >= 1e14 || shortest.exponent < -22) << to_text(value);
        continue;
      }
      ++found;
      const std::string digits_found = decimal->mantissa == 0 ? std::string() : std::to_string(std::abs(decimal->mantissa));
      EXPECT_EQ((Decimal{decimal->mantissa < 0, digits_found, decimal->exponent}), shortest) << to_text(value) << ' ' << first;
    }
  }
  EXPECT_GT(found, 40000U);
  int places = 0;
  EXPECT_FALSE(short_decimal(std::numeric_limits<double>::infinity(), places));
  EXPECT_FALSE(short_decimal(std::numeric_limits<double>::denorm_min(), places));
  EXPECT_EQ(short_decimal(-0.0, places)->mantissa, 0);
}

}  // namespace
}  // namespace novikoff::number_test
