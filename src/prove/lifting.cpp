#include "prove/lifting.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "novikoff/vec/kernels.hpp"
#include "prove/whole.hpp"

namespace novikoff {
namespace {

constexpr std::size_t kExactBits = 52;  // of a sum of doubles, one bit left over
constexpr std::size_t kWordBits = 64;

std::size_t log2_up(std::size_t n) noexcept {
  std::size_t bits = 0;
  while ((std::size_t{1} << bits) < n) ++bits;
  return bits;
}

bool is_prime(std::int64_t n) noexcept {
  for (std::int64_t k = 3; k * k <= n; k += 2)
    if (n % k == 0) return false;
  return n % 2 == 1;
}

std::int64_t prime_below(std::int64_t n) noexcept {
  do --n;
  while (!is_prime(n));
  return n;
}

// From −p/2 to p/2.
std::int64_t balanced(std::int64_t value, std::int64_t p) noexcept {
  value %= p;
  return value > p / 2 ? value - p : value < -(p / 2) ? value + p : value;
}
double balanced(double whole, std::int64_t p) noexcept { return static_cast<double>(balanced(static_cast<std::int64_t>(whole), p)); }

std::int64_t inverse_of(std::int64_t value, std::int64_t p) noexcept {
  std::int64_t a = p, b = value < 0 ? value + p : value, s = 0, t = 1;
  while (b != 0) {
    const std::int64_t q = a / b;
    std::swap(a -= q * b, b);
    std::swap(s -= q * t, t);
  }
  return balanced(s, p);
}

std::int64_t residue(const Integer& value, std::int64_t p) noexcept {
  if (value.fits_int64()) return balanced(value.to_int64(), p);
  const auto prime = static_cast<std::uint64_t>(p);
  std::uint64_t rest = 0;
  constexpr unsigned kHalf = 32;
  constexpr std::uint64_t kMask = (std::uint64_t{1} << kHalf) - 1;
  for (std::size_t k = (value.bits() + kWordBits - 1) / kWordBits; k-- > 0;) {
    rest = ((rest << kHalf) + (value.word(k) >> kHalf)) % prime;
    rest = ((rest << kHalf) + (value.word(k) & kMask)) % prime;
  }
  const auto result = static_cast<std::int64_t>(rest);
  return balanced(value.sign() < 0 ? -result : result, p);
}
std::int64_t residue(Int128 value, std::int64_t p) noexcept {
  constexpr unsigned kUpper = 62;
  const auto low = static_cast<std::int64_t>(value & ((Int128{1} << kUpper) - 1)), high = static_cast<std::int64_t>(value >> kUpper);
  return balanced(high % p * ((std::int64_t{1} << kUpper) % p) + low % p, p);
}

double product_of(const std::vector<double>& a, const std::vector<double>& b) noexcept { return dot({nullptr, a.data(), a.size()}, b.data()); }

// Bits from `first` on of |n|, at most 53 of them.
double bits_of(const Integer& n, std::size_t first, std::size_t bits) noexcept {
  const std::size_t word = first / kWordBits, shift = first % kWordBits;
  std::uint64_t value = n.word(word) >> shift;
  if (shift > 0) value |= n.word(word + 1) << (kWordBits - shift);
  return static_cast<double>(value & ((std::uint64_t{1} << bits) - 1));
}

// (r − Σ_k sum_k·2^(k·bits))/p, which is whole.
void step(Int128& r, const std::vector<double>& sums, std::size_t bits, const Integer& /*p*/, Int128 inverse) noexcept {
  // Modulo 2^128 throughout; the result is known to fit.
  __extension__ using Unsigned = unsigned __int128;
  Unsigned rest = static_cast<Unsigned>(r);
  for (std::size_t k = 0; k < sums.size(); ++k) rest -= static_cast<Unsigned>(static_cast<Int128>(static_cast<std::int64_t>(sums[k]))) << (k * bits);
  r = static_cast<Int128>(rest * static_cast<Unsigned>(inverse));
}
void step(Integer& r, const std::vector<double>& sums, std::size_t bits, const Integer& p, Int128 /*inverse*/) {
  Integer sum;
  for (std::size_t k = sums.size(); k-- > 0;) sum.shift_left(bits) += Integer(static_cast<std::int64_t>(sums[k]));
  (r -= sum).divide_exactly(p);
}

// 1/p modulo 2^128 (Newton: the number of right bits doubles).
Int128 inverse_modulo_2_128(std::int64_t p) noexcept {
  __extension__ using Unsigned = unsigned __int128;
  const auto odd = static_cast<Unsigned>(p);
  Unsigned x = odd;  // right in three bits
  for (int k = 0; k < 6; ++k) x *= 2 - odd * x;
  return static_cast<Int128>(x);
}

// The fraction n/d ≡ x modulo m with |n|, d ≤ √(m/2), if there is one (Wang 1981).
struct Fraction {
  Integer n, d;
};
std::optional<Fraction> fraction_of(const Integer& x, const Integer& m, Patience& patience) {
  const std::size_t bound = (m.bits() - 2) / 2;
  Integer a = m, b = Integer::modulo(x, m), s, t = 1;
  for (std::size_t k = 0; b.bits() > bound; ++k) {
    if (k % 256 == 0 && patience.ended()) return std::nullopt;
    const Integer q = Integer::floor_divide(a, b);
    a.sub_product(q, b).swap(b);
    s.sub_product(q, t).swap(t);
  }
  if (t.bits() > bound || t.sign() == 0) return std::nullopt;
  if (t.sign() < 0) t.negate(), b.negate();
  return Fraction{std::move(b), std::move(t)};
}

// Σ digits_k·base^k, by halves.
Integer combined(std::vector<Integer> digits, Integer base) {
  while (digits.size() > 1) {
    std::vector<Integer> next;
    for (std::size_t k = 0; k < digits.size(); k += 2) {
      next.push_back(std::move(digits[k]));
      if (k + 1 < digits.size()) next.back().add_product(digits[k + 1], base);
    }
    digits = std::move(next);
    base *= Integer(base);
  }
  return digits.empty() ? Integer() : std::move(digits.front());
}

}  // namespace

// The solution's digits to the base p, one list for each unknown.
class Lifting::Digits {
 public:
  explicit Digits(std::size_t n) : digits_(n) {}
  void push(std::size_t j, std::int64_t digit) { digits_[j].push_back(static_cast<std::int32_t>(digit)); }
  Integer number(std::size_t j, std::size_t n_digits, std::int64_t p) const {
    const std::vector<std::int32_t>& all = digits_[j];
    std::vector<Integer> pairs;
    for (std::size_t k = 0; k < n_digits; k += 2) pairs.emplace_back(all[k] + (k + 1 < n_digits ? p * all[k + 1] : 0));
    return combined(std::move(pairs), Integer(p) * Integer(p));
  }

 private:
  std::vector<std::vector<std::int32_t>> digits_;
};

std::optional<Lifting> Lifting::of(const std::vector<std::vector<Integer>>& a, Patience& patience) {
  Lifting result;
  result.n_ = a.size();
  const std::size_t n = result.n_;
  // n·(p/2)² and n·2^piece_bits·p/2 are below 2^52.
  const std::size_t half_bits = (kExactBits - log2_up(n)) / 2;
  result.piece_bits_ = kExactBits - log2_up(n) - half_bits;
  for (const std::vector<Integer>& row : a)
    for (const Integer& value : row) result.entry_bits_ = std::max(result.entry_bits_, value.bits());
  if (patience.ended_by((result.entry_bits_ / result.piece_bits_ + 2) * n * n * sizeof(double))) return std::nullopt;
  result.cut(a);
  // A determinant that is not 0 is not divisible by primes whose product is larger.
  double left = result.column_bits_;
  std::int64_t prime = std::int64_t{1} << (half_bits + 1);
  while (left >= 0 && prime > 2 && !patience.ended()) {
    prime = prime_below(prime);
    if (result.invert(prime, a, patience)) return result;
    left -= std::log2(static_cast<double>(prime)) - 1e-9;
  }
  return std::nullopt;
}

// Gauss and Jordan in place, with sums that are brought below p only where they are needed.
bool Lifting::invert(std::int64_t prime, const std::vector<std::vector<Integer>>& a, Patience& patience) {
  prime_ = prime;
  inverse_.assign(n_, std::vector<double>(n_));
  for (std::size_t i = 0; i < n_; ++i)
    for (std::size_t j = 0; j < n_; ++j) inverse_[i][j] = static_cast<double>(residue(a[i][j], prime));
  std::vector<std::size_t> swapped(n_);
  for (std::size_t k = 0; k < n_; ++k) {
    if (patience.ended()) return false;
    for (std::size_t i = 0; i < n_; ++i) inverse_[i][k] = balanced(inverse_[i][k], prime);
    std::size_t at = k;
    while (at < n_ && inverse_[at][k] == 0) ++at;
    if (at == n_) return false;
    swapped[k] = at;
    inverse_[k].swap(inverse_[at]);
    std::vector<double>& pivot = inverse_[k];
    const auto factor = static_cast<double>(inverse_of(static_cast<std::int64_t>(pivot[k]), prime));
    pivot[k] = 1;
    for (double& value : pivot) value = balanced(balanced(value, prime) * factor, prime);
    for (std::size_t i = 0; i < n_; ++i) {
      if (i == k || inverse_[i][k] == 0) continue;
      const double out = -inverse_[i][k];
      inverse_[i][k] = 0;
      axpy(out, {nullptr, pivot.data(), n_}, inverse_[i].data());
    }
  }
  for (std::size_t k = n_; k-- > 0;)
    if (swapped[k] != k)
      for (std::vector<double>& row : inverse_) std::swap(row[k], row[swapped[k]]);
  for (std::vector<double>& row : inverse_)
    for (double& value : row) value = balanced(value, prime);
  return true;
}

void Lifting::cut(const std::vector<std::vector<Integer>>& a) {
  rows_.resize(n_);
  std::vector<Integer> sqnorms(n_);
  for (std::size_t i = 0; i < n_; ++i) {
    std::size_t bits = 1;
    for (std::size_t j = 0; j < n_; ++j) {
      bits = std::max(bits, a[i][j].bits());
      sqnorms[j].add_product(a[i][j], a[i][j]);
    }
    for (std::size_t first = 0; first < bits; first += piece_bits_) {
      std::vector<double>& piece = rows_[i].pieces.emplace_back(n_);
      for (std::size_t j = 0; j < n_; ++j) piece[j] = a[i][j].sign() * bits_of(a[i][j], first, piece_bits_);
    }
  }
  for (const Integer& sqnorm : sqnorms) {
    const Scaled value = sqnorm.to_scaled();
    column_bits_ += std::max(0.0, value.log2() / 2) + 1e-6;
  }
}

std::optional<ExactSolution> Lifting::solve(const std::vector<Integer>& b, Patience& patience) const {
  std::size_t bits_of_b = 1;
  for (const Integer& value : b) bits_of_b = std::max(bits_of_b, value.bits());
  // By Cramer's rule and Hadamard's bound the fractions have no more bits than this above and below: after so many digits there is no doubt.
  const double bits = 2 * (column_bits_ + static_cast<double>(bits_of_b) + static_cast<double>(log2_up(n_)) + 2);
  const auto needed = static_cast<std::size_t>(std::ceil(bits / std::log2(static_cast<double>(prime_)))) + 2;
  Digits digits(n_);
  const auto run = [&](auto zero) -> std::optional<ExactSolution> {
    using R = decltype(zero);
    std::vector<R> r;
    r.reserve(b.size());
    for (const Integer& value : b) r.push_back(whole_of<R>(value));
    const Integer prime(prime_);
    const Int128 inverse = inverse_modulo_2_128(prime_);
    std::vector<double> rest(n_), x(n_), sums;
    constexpr std::size_t kFirstLook = 8;
    std::size_t look = kFirstLook;
    for (std::size_t k = 0; k < needed; ++k) {
      if (patience.ended()) return std::nullopt;
      for (std::size_t i = 0; i < n_; ++i) rest[i] = static_cast<double>(residue(r[i], prime_));
      for (std::size_t j = 0; j < n_; ++j) {
        x[j] = balanced(product_of(inverse_[j], rest), prime_);
        digits.push(j, static_cast<std::int64_t>(x[j]));
      }
      for (std::size_t i = 0; i < n_; ++i) {
        sums.clear();
        for (const std::vector<double>& piece : rows_[i].pieces) sums.push_back(product_of(piece, x));
        step(r[i], sums, piece_bits_, prime, inverse);
      }
      if (k + 1 != look) continue;
      look *= 2;
      if (auto early = fractions(digits, k + 1, false, bits_of_b, patience)) return early;
    }
    return fractions(digits, needed, true, bits_of_b, patience);
  };
  // |r| stays below |b|/p + n·max|A|.
  constexpr std::size_t kRoom = 120;
  return std::max(entry_bits_ + log2_up(n_), bits_of_b) + 2 < kRoom ? run(Int128{}) : run(Integer());
}

// Numbers n_j with n_j ≡ d·x_j modulo m = p^n_digits solve A·n ≡ d·b, and A·n = d·b where both sides are below m/2.
std::optional<ExactSolution> Lifting::fractions(const Digits& digits, std::size_t n_digits, bool certain, std::size_t bits_of_b, Patience& patience) const {
  Integer m = 1, power = prime_;
  for (std::size_t rest = n_digits; rest > 0; rest /= 2) {
    if (rest % 2 == 1) m *= power;
    if (rest > 1) power *= Integer(power);
  }
  ExactSolution result;
  Integer& d = result.denominator;
  const std::size_t row_bits = entry_bits_ + log2_up(n_) + 2;
  if (m.bits() <= row_bits + bits_of_b) return std::nullopt;
  for (std::size_t j = 0; j < n_; ++j) {
    if (patience.ended()) return std::nullopt;
    Integer x = digits.number(j, n_digits, prime_);
    const auto reduced = [&m](Integer value) {
      value = Integer::modulo(value, m);
      Integer below = value - m;
      return Integer::compare_abs(below, value) < 0 ? below : value;
    };
    Integer numerator = reduced(x * d);
    // A number that is below m only by chance is about as long as m.
    if (numerator.bits() + d.bits() + kWordBits > m.bits()) {
      std::optional<Fraction> fraction = fraction_of(numerator, m, patience);
      if (!fraction || (!certain && fraction->n.bits() + fraction->d.bits() + kWordBits > m.bits())) return std::nullopt;
      numerator = std::move(fraction->n);
      for (Integer& before : result.numerators) before *= fraction->d;
      d *= fraction->d;
    }
    result.numerators.push_back(std::move(numerator));
  }
  std::size_t longest = 0;
  Integer divisor = d;
  for (const Integer& value : result.numerators) {
    longest = std::max(longest, value.bits());
    if (!divisor.is_one()) divisor = Integer::gcd(divisor, value);
  }
  if (longest + row_bits >= m.bits() || d.bits() + bits_of_b + 2 >= m.bits()) return std::nullopt;
  if (divisor.is_one()) return result;
  for (Integer& value : result.numerators) value.divide_exactly(divisor);
  d.divide_exactly(divisor);
  return result;
}

}  // namespace novikoff
