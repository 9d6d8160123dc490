#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "novikoff/prove/integer.hpp"

namespace novikoff {

Rational::Rational(Integer p, Integer q) : p_(std::move(p)), q_(std::move(q)) {
  assert(q_.sign() != 0);
  if (q_.sign() < 0) {
    p_.negate();
    q_.negate();
  }
  const Integer common = Integer::gcd(p_, q_);
  if (common.is_one()) return;
  p_.divide_exactly(common);
  q_.divide_exactly(common);
}

Rational Rational::power(std::uint32_t base, std::int64_t e) {
  Rational result(Integer::power(base, static_cast<std::uint64_t>(e < 0 ? -e : e)));
  if (e < 0) result.p_.swap(result.q_);
  return result;
}

Rational Rational::of(const Decimal& decimal) {
  if (decimal.digits.empty()) return {};
  Rational result = Rational(*Integer::parse(decimal.digits)) * power(10, decimal.exponent);
  if (decimal.negative) result.p_.negate();
  return result;
}

Rational Rational::of(double value) {
  if (value == 0) return {};
  int exponent = 0;
  constexpr int kDigits = std::numeric_limits<double>::digits;
  const double whole = std::ldexp(std::frexp(value, &exponent), kDigits);
  return Rational(Integer(static_cast<std::int64_t>(whole))) * power(2, exponent - kDigits);
}

std::optional<Rational> Rational::parse(std::string_view text) {
  const std::size_t slash = text.find('/');
  std::optional<Integer> p = Integer::parse(text.substr(0, slash));
  if (!p) return std::nullopt;
  if (slash == std::string_view::npos) return Rational(*std::move(p));
  std::optional<Integer> q = Integer::parse(text.substr(slash + 1));
  if (!q || q->sign() <= 0) return std::nullopt;
  return Rational(*std::move(p), *std::move(q));
}

std::string Rational::to_text() const { return q_.is_one() ? p_.to_text() : p_.to_text() + '/' + q_.to_text(); }

// Each conversion is cut by less than 2^−52 of the value, the quotient rounded once more.
Scaled Rational::to_scaled() const noexcept { return p_.to_scaled() / q_.to_scaled(); }

Rational Rational::operator-() const {
  Rational result(*this);
  result.p_.negate();
  return result;
}

Rational operator+(const Rational& a, const Rational& b) { return {a.p_ * b.q_ + b.p_ * a.q_, a.q_ * b.q_}; }
Rational operator-(const Rational& a, const Rational& b) { return {a.p_ * b.q_ - b.p_ * a.q_, a.q_ * b.q_}; }
Rational operator*(const Rational& a, const Rational& b) { return {a.p_ * b.p_, a.q_ * b.q_}; }
Rational operator/(const Rational& a, const Rational& b) { return {a.p_ * b.q_, a.q_ * b.p_}; }
std::strong_ordering operator<=>(const Rational& a, const Rational& b) { return a.p_ * b.q_ <=> b.p_ * a.q_; }
Integer Rational::floor() const { return Integer::floor_divide(p_, q_); }

double nearest_double(const Rational& value) {
  if (value.sign() == 0) return 0;
  constexpr int kDigits = std::numeric_limits<double>::digits;
  constexpr std::int64_t kLeast = std::numeric_limits<double>::min_exponent - kDigits;  // 2^kLeast is the smallest double
  constexpr std::int64_t kSpare = 3;
  // |value| = (n + fraction)·2^e with n of 55 to 57 bits.
  Integer p = value.sign() < 0 ? -value.numerator() : value.numerator();
  Integer q = value.denominator();
  const std::int64_t e = static_cast<std::int64_t>(p.bits()) - static_cast<std::int64_t>(q.bits()) - kDigits - kSpare;
  e > 0 ? q.shift_left(static_cast<std::uint64_t>(e)) : p.shift_left(static_cast<std::uint64_t>(-e));
  const Integer quotient = Integer::floor_divide(p, q);
  const bool inexact = !(quotient * q == p);
  auto n = static_cast<std::uint64_t>(quotient.to_int64());
  const std::int64_t drop = std::max<std::int64_t>(static_cast<std::int64_t>(quotient.bits()) - kDigits, kLeast - e);
  constexpr std::int64_t kWord = 64;
  if (drop >= kWord) return value.sign() < 0 ? -0.0 : 0.0;
  const std::uint64_t half = std::uint64_t{1} << (drop - 1);
  const std::uint64_t rest = n & (2 * half - 1);
  n /= 2 * half;
  if (rest > half || (rest == half && (inexact || n % 2 == 1))) ++n;
  constexpr std::int64_t kBeyond = 2048;
  const double size = std::ldexp(static_cast<double>(n), static_cast<int>(std::min(e + drop, kBeyond)));
  return value.sign() < 0 ? -size : size;
}

}  // namespace novikoff
