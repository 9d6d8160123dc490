#include "novikoff/prove/integer.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <limits>

namespace novikoff::integer_test {
namespace {

__extension__ using Wide = __int128;

std::string text_of(Wide value) {
  if (value == 0) return "0";
  const bool negative = value < 0;
  std::string digits;
  for (; value != 0; value /= 10) digits += static_cast<char>('0' + static_cast<int>(negative ? -(value % 10) : value % 10));
  if (negative) digits += '-';
  return {digits.rbegin(), digits.rend()};
}

TEST(Integer, agrees_with_128_bits) {
  EXPECT_TRUE(rc::check([](std::int64_t a, std::int64_t b, std::int32_t c) {
    const Integer x(a), y(b);
    RC_ASSERT((x + y).to_text() == text_of(Wide{a} + b));
    RC_ASSERT((x - y).to_text() == text_of(Wide{a} - b));
    RC_ASSERT((x * y).to_text() == text_of(Wide{a} * b));
    RC_ASSERT((Integer(c) * b).to_text() == text_of(Wide{c} * b));
    Integer sum(c);
    RC_ASSERT(Integer(sum).add_product(x, y).to_text() == text_of(c + Wide{a} * b));
    RC_ASSERT(Integer(sum).add_product(x, b) == Integer(sum).add_product(x, y));
    RC_ASSERT(Integer(sum).sub_product(x, y) == sum - x * y);
    RC_ASSERT(Integer::compare(x, y) == (a < b ? -1 : a > b ? 1 : 0));
    RC_ASSERT((x == y) == (a == b));
    RC_ASSERT(*Integer::parse(x.to_text()) == x);
    RC_ASSERT(x.fits_int64() && x.to_int64() == a);
    if (b != 0) {
      RC_ASSERT(Integer(x * y).divide_exactly(y) == x);
      const Integer quotient = Integer::floor_divide(x, y);
      const Integer rest = x - quotient * y;
      RC_ASSERT(rest.sign() == 0 || rest.sign() == y.sign());
      RC_ASSERT(Integer::compare_abs(rest, y) < 0);
    }
  }));
}

TEST(Integer, the_smallest_int64_is_multiplied_rightly) {
  constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(Integer(1).add_product(Integer(kMin), kMin).to_text(), "85070591730234615865843651857942052865");
  EXPECT_EQ(Integer(0).add_product(Integer(3), kMin).to_text(), "-27670116110564327424");
  EXPECT_FALSE((-Integer(kMin)).fits_int64());
}

TEST(Integer, parses_whole_numbers_only) {
  EXPECT_EQ(Integer::parse("+007")->to_text(), "7");
  EXPECT_EQ(Integer::parse("-0")->sign(), 0);
  for (const char* wrong : {"", "-", "+", "1.0", " 1", "1 ", "0x1", "--1", "1e3"}) EXPECT_FALSE(Integer::parse(wrong)) << wrong;
}

TEST(Integer, powers_bits_and_factors) {
  Integer n = Integer::power(10, 600) * Integer(-7);
  EXPECT_EQ(n.bits(), 1996U);
  EXPECT_EQ(n.remove(10), 600U);
  EXPECT_EQ(n, Integer(-7));
  EXPECT_EQ(Integer(0).remove(10), 0U);
  EXPECT_EQ(Integer(0).bits(), 0U);
  EXPECT_EQ(Integer(-1).bits(), 1U);
  EXPECT_EQ(Integer(5).shift_left(100), Integer(5) * Integer::power(2, 100));
  EXPECT_EQ(Integer::gcd(Integer(-12), Integer(18)), Integer(6));
  EXPECT_EQ(Integer::gcd(Integer(0), Integer(0)), Integer(0));
}

TEST(Integer, doubles_are_taken_as_they_are) {
  EXPECT_EQ(Integer::of(-3.0), Integer(-3));
  EXPECT_EQ(Integer::of(0x1.8p80), Integer(3) * Integer::power(2, 79));
  EXPECT_EQ(Integer::of(0.75, 2), Integer(3));
  EXPECT_EQ(Integer::of(5e-324, 1074), Integer(1));
  EXPECT_EQ(Integer::of(0.0), Integer(0));
  EXPECT_EQ(Integer(std::int64_t{1} << 60).to_scaled().to_double(), 0x1p60);
  EXPECT_EQ(Integer::power(10, 400).to_scaled().exponent, 1329);
}

TEST(Integer, moves_leave_numbers_behind) {
  Integer a(5), b(std::move(a));
  a = Integer(7);
  EXPECT_EQ(a, Integer(7));
  EXPECT_EQ(b, Integer(5));
  Integer& same = b;
  b = same;
  EXPECT_EQ(b, Integer(5));
}

TEST(Rational, is_in_lowest_terms_with_a_positive_denominator) {
  const Rational half(Integer(-3), Integer(-6));
  EXPECT_EQ(half.to_text(), "1/2");
  EXPECT_EQ(Rational(Integer(4), Integer(-2)).to_text(), "-2");
  EXPECT_EQ(Rational::parse("6/4")->to_text(), "3/2");
  for (const char* wrong : {"1/0", "1/-2", "1/", "/2", "1/2/3", "0.5"}) EXPECT_FALSE(Rational::parse(wrong)) << wrong;
}

TEST(Rational, has_the_arithmetic_of_fractions) {
  EXPECT_TRUE(rc::check([](std::int32_t a, std::int32_t b, std::int32_t c, std::int32_t d) {
    RC_PRE(b != 0 && d != 0);
    const Rational x{Integer(a), Integer(b)}, y{Integer(c), Integer(d)};
    RC_ASSERT((x + y) - y == x);
    RC_ASSERT(x * y == y * x);
    if (c != 0) RC_ASSERT((x / y) * y == x);
    RC_ASSERT((x < y) == ((x - y).sign() < 0));
    const Rational floor{x.floor()};
    RC_ASSERT(floor <= x && x < floor + Rational(1));
  }));
}

TEST(Rational, of_decimals_and_doubles_keeps_their_own_values) {
  EXPECT_EQ(Rational::of(*parse_decimal("0.1")).to_text(), "1/10");
  EXPECT_EQ(Rational::of(*parse_decimal("-12.50e-1")).to_text(), "-5/4");
  EXPECT_EQ(Rational::of(*parse_decimal("0e9")).to_text(), "0");
  EXPECT_EQ(Rational::of(0.1).to_text(), "3602879701896397/36028797018963968");
  EXPECT_EQ(Rational::of(-3.0).to_text(), "-3");
  EXPECT_EQ(Rational::of(5e-324), Rational::power(2, -1074));
  EXPECT_EQ(Rational::power(10, -400).to_scaled().sign(), 1);
}

}  // namespace
}  // namespace novikoff::integer_test
