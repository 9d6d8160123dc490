// Sums of two doubles against fractions.
#include "prove/double_double.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "novikoff/prove/integer.hpp"
#include "property.hpp"

namespace novikoff::double_double_test {
namespace {

Rational exact(const DoubleDouble& a) { return Rational::of(a.high) + Rational::of(a.low); }

Rational size(const Rational& a) { return a.sign() < 0 ? -a : a; }

DoubleDouble any() {
  const double high = std::ldexp(*rc::gen::inRange<std::int64_t>(-(std::int64_t{1} << 53), std::int64_t{1} << 53), *rc::gen::inRange(-80, 20));
  return DoubleDouble::sum(high, std::ldexp(high, -53) * 0x1p-10 * *rc::gen::inRange(-1024, 1024));
}

RC_GTEST_PROP(DoubleDoubleProperty, IsOffByAFewUnitsOfItsHundredAndFourthBit, ()) {
  const DoubleDouble a = any();
  const DoubleDouble b = *rc::gen::element(0, 1) == 0 ? any() : -a + DoubleDouble(a.high) * 0x1p-60;  // nearly opposite: what is left is all of the sum
  const Rational bound = Rational::power(2, -102);
  RC_ASSERT(size(exact(a + b) - (exact(a) + exact(b))) <= bound * size(exact(a) + exact(b)));
  RC_ASSERT(size(exact(a - b) - (exact(a) - exact(b))) <= bound * size(exact(a) - exact(b)));
  RC_ASSERT(size(exact(a * b) - exact(a) * exact(b)) <= bound * size(exact(a) * exact(b)));
  if (b.high != 0) RC_ASSERT(size(exact(a / b) - exact(a) / exact(b)) <= bound * size(exact(a) / exact(b)));
  const Rational root = exact(sqrt(abs(a)));
  RC_ASSERT(size(root * root - size(exact(a))) <= bound * Rational(2) * size(exact(a)));
  RC_ASSERT((a < b) == (exact(a) < exact(b)));
  RC_ASSERT((a == b) == (exact(a) == exact(b)));
  RC_ASSERT(std::fabs(a.low) <= 0x1p-53 * std::fabs(a.high));
}

}  // namespace
}  // namespace novikoff::double_double_test
