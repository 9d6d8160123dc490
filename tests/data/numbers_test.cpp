// Numbers in text: the nearest double, from both formats and on both paths; printing and reading are inverse.
#include <gtest/gtest.h>

#include <fast_float/fast_float.h>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include "data/scan.hpp"
#include "novikoff/core/number.hpp"
#include "property.hpp"
#include "reading.hpp"

namespace novikoff::numbers_test {
namespace {

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

double reference(const std::string& text) {
  double value = 0;
  const std::size_t sign = text[0] == '+' ? 1 : 0;
  fast_float::from_chars(text.data() + sign, text.data() + text.size(), value);
  return value;
}

/// What scan_number makes of `text`; it may refuse (then the careful path decides), never be wrong.
std::optional<double> scanned(const std::string& text) {
  const std::string padded = text + "\n" + std::string(text::kPadding, '7');
  double value = 0;
  const char* end = text::scan_number(padded.data(), padded.data() + text.size() + 1, value);
  if (end == nullptr) return std::nullopt;
  EXPECT_EQ(end, padded.data() + text.size()) << text;
  return value;
}

void expect_nearest(const std::string& text, double wanted) {
  EXPECT_EQ(bits(text::to_double(text)), bits(wanted)) << text;
  EXPECT_EQ(bits(std::strtod(text.c_str(), nullptr)), bits(wanted)) << text;
  const std::optional<double> fast = scanned(text);
  if (fast) {
    EXPECT_EQ(bits(*fast), bits(wanted)) << text;
  }
  if (!std::isfinite(wanted) || wanted == 0) return;
  for (const text::Path path : {text::Path::fast, text::Path::plain}) {
    const reading::Outcome svm = reading::read("1 1:" + text + "\n", {}, {.path = path});
    ASSERT_FALSE(svm.error) << text;
    EXPECT_EQ(bits(svm.rows[0].features[0].second), bits(wanted)) << text;
    const reading::Outcome csv = reading::read("y,a\n1," + text + "\n", reading::csv(), {.path = path});
    EXPECT_EQ(bits(csv.rows[0].features[0].second), bits(wanted)) << text;
  }
}

// Decimals on which readers have been known to fail; the answers are those of Python's float().
TEST(Numbers, AreTheNearestDoubleOnTrickyDecimals) {
  expect_nearest("9007199254740993", 0x1.0000000000000p+53);
  expect_nearest("9007199254740993.0000000000000000000000001", 0x1.0000000000001p+53);
  expect_nearest("9007199254740992.999999999999999999999", 0x1.0000000000000p+53);
  expect_nearest("0.1", 0x1.999999999999ap-4);
  expect_nearest("0.3", 0x1.3333333333333p-2);
  expect_nearest("1e23", 0x1.52d02c7e14af6p+76);
  expect_nearest("8.5e22", 0x1.1ffdbf6b2b2ebp+76);
  expect_nearest("2.2250738585072011e-308", 0x0.fffffffffffffp-1022);
  expect_nearest("2.2250738585072012e-308", 0x1.0000000000000p-1022);
  expect_nearest("2.2250738585072014e-308", 0x1.0000000000000p-1022);
  expect_nearest("4.9406564584124654e-324", 0x0.0000000000001p-1022);
  expect_nearest("2.4703282292062328e-324", 0x0.0000000000001p-1022);
  expect_nearest("2.4703282292062327e-324", 0);
  expect_nearest("1.7976931348623157e308", 0x1.fffffffffffffp+1023);
  expect_nearest("1.7976931348623158e308", 0x1.fffffffffffffp+1023);
  expect_nearest("1.7976931348623159e308", std::numeric_limits<double>::infinity());
  expect_nearest("1090544144181609348835077142190", 0x1.b8779f2474dfbp+99);
  expect_nearest("6.92949564460091974e15", 0x1.89e56ee5e7a58p+52);
  expect_nearest("3.237883913302901e-319", 0x0.000000000ffffp-1022);
  expect_nearest("0.00012345678901234567890123456789", 0x1.02e85be180b74p-13);
  expect_nearest("21.500000000000000000000000000", 0x1.5800000000000p+4);
  expect_nearest("9.8076543210987654321e-5", 0x1.9b5ce2eb0b295p-14);
  expect_nearest("-0.000000000000000000000000000000000000000000001", -0x1.6d601ad376ab9p-150);
  expect_nearest("100000000000000000000000000000000000000000000", 0x1.1efc659cf7d4cp+146);
  expect_nearest("0.5", 0x1.0000000000000p-1);
  expect_nearest("-1.5e-1", -0x1.3333333333333p-3);
  expect_nearest("12345678.12345678", 0x1.78c29c3f35ba2p+23);
  expect_nearest("1.00000000", 0x1.0000000000000p+0);
  expect_nearest("1.000000000000000", 0x1.0000000000000p+0);
  expect_nearest("18446744073709551616", 0x1.0000000000000p+64);
  expect_nearest("9999999999999999999", 0x1.158e460913d00p+63);
  expect_nearest("1e22", 0x1.0f0cf064dd592p+73);
  expect_nearest("123e22", 0x1.04766f00ecb3ap+80);
  expect_nearest("1e-22", 0x1.e392010175ee6p-74);
  expect_nearest("6.631236846766476e-316", 0x0.0000008000000p-1022);
  expect_nearest("3.2378839133029012895883524125015321748630094234983e-319", 0x0.000000000ffffp-1022);
  expect_nearest("6.8985865317742005e-316", 0x0.0000008529192p-1022);
  expect_nearest("2.138860e+15", 0x1.e65209a18e000p+50);
  expect_nearest("8.98846567431158e307", 0x1.0000000000000p+1023);
  expect_nearest("1448997445238699", 0x1.4976c0803feacp+50);
  expect_nearest("7.2057594037927933e16", 0x1.0000000000000p+56);
  expect_nearest("7.2057594037927933e+16", 0x1.0000000000000p+56);
  expect_nearest("123456789012345678901234567890e-20", 0x1.26580b487e6b7p+30);
  expect_nearest("0.000000000000000000000000000000000000000000000000000001e60", 0x1.e848000000000p+19);
  expect_nearest("2.22507385850720113605740979670913197593481954635164564e-308", 0x0.fffffffffffffp-1022);
}

RC_GTEST_PROP(Numbers, ReadBackFromTheirShortestTextBitForBit, ()) {
  const double value = std::bit_cast<double>(*rc::gen::arbitrary<std::uint64_t>());
  RC_PRE(std::isfinite(value) && value != 0);
  const std::string text = to_text(value);
  RC_ASSERT(is_number(text));
  RC_ASSERT(bits(text::to_double(text)) == bits(value));
  const reading::Outcome got = reading::read("1 1:" + text + "\n");
  RC_ASSERT(bits(got.rows.at(0).features.at(0).second) == bits(value));
}

RC_GTEST_PROP(Numbers, AreReadAsFastFloatReadsThem, ()) {
  const auto digits = [](int most) {
    return *rc::gen::container<std::string>(static_cast<std::size_t>(*rc::gen::inRange(0, most)), rc::gen::inRange('0', static_cast<char>('9' + 1)));
  };
  std::string text = *rc::gen::element<std::string>("", "", "-", "+") + digits(*rc::gen::element(3, 25));
  if (*rc::gen::arbitrary<bool>()) text += '.' + digits(*rc::gen::element(10, 30));
  if (*rc::gen::arbitrary<bool>())
    text += *rc::gen::element<std::string>("e", "E", "e-", "e+") + std::to_string(*rc::gen::element(*rc::gen::inRange(0, 30), *rc::gen::inRange(0, 400)));
  const std::optional<double> fast = scanned(text);
  if (!is_number(text)) {
    RC_ASSERT(!fast);
    return;
  }
  RC_ASSERT(bits(text::to_double(text)) == bits(reference(text)));
  RC_ASSERT(!fast || bits(*fast) == bits(reference(text)));
  RC_ASSERT(fast || !std::isfinite(reference(text)) || text.size() > 20);
}

// Halfway cases: the decimal exactly between two doubles, and its neighbours in the last digit.
RC_GTEST_PROP(Numbers, RoundHalfwayCasesToEvenAndTheirNeighboursAway, ()) {
  const std::uint64_t odd = *rc::gen::inRange<std::uint64_t>(std::uint64_t{1} << 52U, std::uint64_t{1} << 53U) * 2 + 1;  // 54 bits: between two doubles
  const std::string middle = std::to_string(odd);
  for (const std::string& text :
       {middle, middle + ".0000000000000000000000", middle + ".0000000000000000000001", std::to_string(odd - 1) + ".9999999999999999999999"}) {
    RC_ASSERT(bits(text::to_double(text)) == bits(std::strtod(text.c_str(), nullptr)));
    RC_ASSERT(bits(*scanned(text)) == bits(std::strtod(text.c_str(), nullptr)));
  }
}

// Up to 19 digits and a small exponent: where one rounding suffices, where it does not, and between the two.
RC_GTEST_PROP(Numbers, OfUpTo19DigitsAreRoundedOnce, ()) {
  const unsigned bits_kept = *rc::gen::inRange(1U, 65U);
  for (int i = 0; i < 20; ++i) {
    const std::uint64_t digits = *rc::gen::noShrink(rc::gen::arbitrary<std::uint64_t>()) >> (64 - bits_kept);
    const std::string text = std::to_string(digits % 10000000000000000000U) + 'e' + std::to_string(*rc::gen::inRange(-24, 25));
    RC_ASSERT(bits(*scanned(text)) == bits(std::strtod(text.c_str(), nullptr)));
  }
}

TEST(Numbers, DigitsAreTakenEightAtATimeOrFewer) {
  for (const std::string text : {"", "1", "12", "1234567", "12345678", "123456789", "00000000", "99999999"}) {
    for (const char other : {' ', '\n', '/', ':', '.', 'e', '\0', '\x7f', '\xff', '\xb0', '\xb5'}) {
      const std::string padded = text + std::string(1, other) + std::string(text::kPadding, '5');
      std::uint64_t value = 3;
      const unsigned taken = text::take_digits(padded.data(), value);
      ASSERT_EQ(taken, std::min<std::size_t>(text.size(), 8));
      std::uint64_t wanted = 3;
      for (unsigned i = 0; i < taken; ++i) wanted = wanted * 10 + static_cast<std::uint64_t>(text[i] - '0');
      EXPECT_EQ(value, wanted);
    }
  }
}

}  // namespace
}  // namespace novikoff::numbers_test
