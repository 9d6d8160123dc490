#include "novikoff/prove/integer.hpp"

#include <gmp.h>

#include <array>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>
#include <utility>
#include <vector>

namespace novikoff {
namespace {

static_assert(sizeof(long) == sizeof(std::int64_t), "GMP's long arguments carry 64 bits");
static_assert(GMP_NUMB_BITS == 64, "a limb is a word");

mpz_ptr z(unsigned char* storage) noexcept { return std::launder(reinterpret_cast<mpz_ptr>(storage)); }
mpz_srcptr z(const unsigned char* storage) noexcept { return std::launder(reinterpret_cast<mpz_srcptr>(storage)); }

bool is_whole(std::string_view text) noexcept {
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

// An empty mpz_t allocates nothing.
Integer::Integer() noexcept {
  static_assert(sizeof(mpz_t) == kSize && alignof(mpz_t) <= 8);
  mpz_init(z(new (storage_) unsigned char[kSize]));
}
Integer::Integer(std::int64_t value) noexcept : Integer() {
  if (value != 0) mpz_set_si(z(storage_), value);
}
Integer::Integer(const Integer& other) : Integer() {
  if (other.sign() != 0) mpz_set(z(storage_), z(other.storage_));
}
Integer::Integer(Integer&& other) noexcept : Integer() { swap(other); }
Integer& Integer::operator=(const Integer& other) {
  if (this != &other) mpz_set(z(storage_), z(other.storage_));
  return *this;
}
Integer& Integer::operator=(Integer&& other) noexcept {
  swap(other);
  return *this;
}
Integer::~Integer() { mpz_clear(z(storage_)); }

std::optional<Integer> Integer::parse(std::string_view text) {
  if (!is_whole(text)) return std::nullopt;
  if (text.front() == '+') text.remove_prefix(1);
  Integer result;
  const std::string copy(text);
  mpz_set_str(z(result.storage_), copy.c_str(), 10);
  return result;
}

Integer Integer::power(std::uint32_t base, std::uint64_t exponent) {
  Integer result;
  mpz_ui_pow_ui(z(result.storage_), base, exponent);
  return result;
}

Integer Integer::of(double m, std::int64_t e) {
  int exponent = 0;
  const double fraction = std::frexp(m, &exponent);
  constexpr int kDigits = std::numeric_limits<double>::digits;
  Integer result(static_cast<std::int64_t>(std::ldexp(fraction, kDigits)));
  const std::int64_t shift = exponent - kDigits + e;
  if (shift >= 0) {
    mpz_mul_2exp(z(result.storage_), z(result.storage_), static_cast<mp_bitcnt_t>(shift));
  } else {
    assert(result.sign() == 0 || mpz_divisible_2exp_p(z(result.storage_), static_cast<mp_bitcnt_t>(-shift)) != 0);
    mpz_tdiv_q_2exp(z(result.storage_), z(result.storage_), static_cast<mp_bitcnt_t>(-shift));
  }
  return result;
}

std::string Integer::to_text() const {
  std::vector<char> text(mpz_sizeinbase(z(storage_), 10) + 2);
  return mpz_get_str(text.data(), 10, z(storage_));
}

int Integer::sign() const noexcept { return mpz_sgn(z(storage_)); }
std::size_t Integer::bits() const noexcept { return sign() == 0 ? 0 : mpz_sizeinbase(z(storage_), 2); }
bool Integer::fits_int64() const noexcept { return mpz_fits_slong_p(z(storage_)) != 0; }
std::int64_t Integer::to_int64() const noexcept { return mpz_get_si(z(storage_)); }
bool Integer::is_one() const noexcept { return mpz_cmp_ui(z(storage_), 1) == 0; }
std::uint64_t Integer::word(std::size_t k) const noexcept { return mpz_getlimbn(z(storage_), static_cast<mp_size_t>(k)); }

Scaled Integer::to_scaled() const noexcept {
  long exponent = 0;
  const double mantissa = mpz_get_d_2exp(&exponent, z(storage_));
  return {mantissa, exponent};
}

Integer Integer::operator-() const {
  Integer result(*this);
  result.negate();
  return result;
}
Integer& Integer::operator+=(const Integer& b) {
  mpz_add(z(storage_), z(storage_), z(b.storage_));
  return *this;
}
Integer& Integer::operator-=(const Integer& b) {
  mpz_sub(z(storage_), z(storage_), z(b.storage_));
  return *this;
}
Integer& Integer::operator*=(const Integer& b) {
  mpz_mul(z(storage_), z(storage_), z(b.storage_));
  return *this;
}
Integer& Integer::operator*=(std::int64_t b) {
  mpz_mul_si(z(storage_), z(storage_), b);
  return *this;
}
Integer& Integer::add_product(const Integer& a, const Integer& b) {
  mpz_addmul(z(storage_), z(a.storage_), z(b.storage_));
  return *this;
}
Integer& Integer::add_product(const Integer& a, std::int64_t b) {
  // |−2^63| is a std::uint64_t too.
  if (b >= 0)
    mpz_addmul_ui(z(storage_), z(a.storage_), static_cast<std::uint64_t>(b));
  else
    mpz_submul_ui(z(storage_), z(a.storage_), std::uint64_t{0} - static_cast<std::uint64_t>(b));
  return *this;
}
Integer& Integer::sub_product(const Integer& a, const Integer& b) {
  mpz_submul(z(storage_), z(a.storage_), z(b.storage_));
  return *this;
}
Integer& Integer::divide_exactly(const Integer& b) {
  mpz_divexact(z(storage_), z(storage_), z(b.storage_));
  return *this;
}
Integer& Integer::shift_left(std::uint64_t bits) {
  mpz_mul_2exp(z(storage_), z(storage_), bits);
  return *this;
}

Integer& Integer::shift_right(std::uint64_t bits) {
  mpz_fdiv_q_2exp(z(storage_), z(storage_), bits);
  return *this;
}
std::uint64_t Integer::remove(std::uint32_t factor) {
  if (sign() == 0) return 0;
  const Integer divisor(factor);
  return mpz_remove(z(storage_), z(storage_), z(divisor.storage_));
}
void Integer::negate() noexcept { mpz_neg(z(storage_), z(storage_)); }
void Integer::swap(Integer& other) noexcept { mpz_swap(z(storage_), z(other.storage_)); }

int Integer::compare(const Integer& a, const Integer& b) noexcept {
  const int order = mpz_cmp(z(a.storage_), z(b.storage_));
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}
int Integer::compare_abs(const Integer& a, const Integer& b) noexcept {
  const int order = mpz_cmpabs(z(a.storage_), z(b.storage_));
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}
Integer Integer::gcd(const Integer& a, const Integer& b) {
  Integer result;
  mpz_gcd(z(result.storage_), z(a.storage_), z(b.storage_));
  return result;
}
Integer Integer::floor_divide(const Integer& a, const Integer& b) {
  Integer result;
  mpz_fdiv_q(z(result.storage_), z(a.storage_), z(b.storage_));
  return result;
}
Integer Integer::modulo(const Integer& a, const Integer& b) {
  Integer result;
  mpz_fdiv_r(z(result.storage_), z(a.storage_), z(b.storage_));
  return result;
}

}  // namespace novikoff
