// Whole numbers and fractions of any size, for what must be exact.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "novikoff/core/number.hpp"

namespace novikoff {

/// A whole number of any size. The arithmetic is GMP's; no header of it is needed to use this one.
///
/// Every operation is exact; memory is the only limit, and callers that read hostile input bound it beforehand (bits).
class Integer {
 public:
  Integer() noexcept;
  Integer(std::int64_t value) noexcept;  // NOLINT(google-explicit-constructor): a number is a number
  Integer(const Integer& other);
  Integer(Integer&& other) noexcept;
  Integer& operator=(const Integer& other);
  Integer& operator=(Integer&& other) noexcept;
  ~Integer();

  /// [+-]?digits, whole; nullopt otherwise.
  static std::optional<Integer> parse(std::string_view text);
  /// base^exponent.
  static Integer power(std::uint32_t base, std::uint64_t exponent);
  /// m·2^e exactly, for finite m with m·2^e whole (asserted).
  static Integer of(double m, std::int64_t e = 0);

  std::string to_text() const;
  int sign() const noexcept;
  /// Bits of |n|; 0 for 0.
  std::size_t bits() const noexcept;
  bool fits_int64() const noexcept;
  std::int64_t to_int64() const noexcept;  ///< requires fits_int64
  /// n rounded toward zero to 53 bits.
  Scaled to_scaled() const noexcept;
  bool is_one() const noexcept;
  std::uint64_t word(std::size_t k) const noexcept;  ///< bits 64·k … 64·k + 63 of |n|; 0 beyond

  Integer operator-() const;
  Integer& operator+=(const Integer& b);
  Integer& operator-=(const Integer& b);
  Integer& operator*=(const Integer& b);
  Integer& operator*=(std::int64_t b);
  Integer& add_product(const Integer& a, const Integer& b);  ///< += a·b
  Integer& add_product(const Integer& a, std::int64_t b);
  Integer& sub_product(const Integer& a, const Integer& b);  ///< −= a·b
  Integer& divide_exactly(const Integer& b);                 ///< /= b; requires that b ≠ 0 divides it
  Integer& shift_left(std::uint64_t bits);                   ///< ·= 2^bits
  Integer& shift_right(std::uint64_t bits);                  ///< ← ⌊n/2^bits⌋
  std::uint64_t remove(std::uint32_t factor);                ///< divides by `factor` ≥ 2 as often as that goes; how often (0 for n = 0)
  void negate() noexcept;
  void swap(Integer& other) noexcept;

  friend Integer operator+(Integer a, const Integer& b) { return a += b, a; }
  friend Integer operator-(Integer a, const Integer& b) { return a -= b, a; }
  friend Integer operator*(Integer a, const Integer& b) { return a *= b, a; }
  friend bool operator==(const Integer& a, const Integer& b) noexcept { return compare(a, b) == 0; }
  friend std::strong_ordering operator<=>(const Integer& a, const Integer& b) noexcept { return compare(a, b) <=> 0; }

  static int compare(const Integer& a, const Integer& b) noexcept;      ///< −1, 0, +1
  static int compare_abs(const Integer& a, const Integer& b) noexcept;  ///< of |a| and |b|
  static Integer gcd(const Integer& a, const Integer& b);               ///< ≥ 0; gcd(0, 0) = 0
  static Integer floor_divide(const Integer& a, const Integer& b);      ///< ⌊a/b⌋, b ≠ 0
  static Integer modulo(const Integer& a, const Integer& b);            ///< a − b·⌊a/b⌋, b > 0

 private:
  static constexpr std::size_t kSize = 16;
  alignas(8) unsigned char storage_[kSize];  // an mpz_t
};

/// p/q in lowest terms, q > 0.
class Rational {
 public:
  Rational() : q_(1) {}
  Rational(Integer p) : p_(std::move(p)), q_(1) {}            // NOLINT(google-explicit-constructor)
  Rational(std::int64_t p) : p_(p), q_(1) {}                  // NOLINT(google-explicit-constructor)
  Rational(Integer p, Integer q);                             ///< q ≠ 0
  static Rational of(const Decimal& decimal);                 ///< the decimal's own value
  static Rational of(double value);                           ///< the finite double's own value
  static Rational power(std::uint32_t base, std::int64_t e);  ///< base^e
  /// "p" or "p/q" with whole numbers, q > 0, in any terms; nullopt otherwise.
  static std::optional<Rational> parse(std::string_view text);

  const Integer& numerator() const noexcept { return p_; }
  const Integer& denominator() const noexcept { return q_; }
  int sign() const noexcept { return p_.sign(); }
  std::string to_text() const;  ///< "p/q", or "p" for a whole number
  /// The nearest double's neighbourhood: |error| ≤ 2^−51·|value|.
  Scaled to_scaled() const noexcept;

  Rational operator-() const;
  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b);
  friend Rational operator*(const Rational& a, const Rational& b);
  friend Rational operator/(const Rational& a, const Rational& b);  ///< b ≠ 0
  friend bool operator==(const Rational& a, const Rational& b) noexcept { return a.p_ == b.p_ && a.q_ == b.q_; }
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b);
  Integer floor() const;

 private:
  Integer p_, q_;
};

/// The double nearest to `value`, ties to even; ±infinity beyond the doubles.
double nearest_double(const Rational& value);

}  // namespace novikoff
