#include "novikoff/prove/semidefinite.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "novikoff/prove/enclosure.hpp"
#include "prove/cholesky.hpp"

namespace novikoff {
namespace {

// Σ v_i·v_j·K_ij exactly.
Rational form(const std::vector<std::pair<std::size_t, double>>& v, const std::function<double(std::size_t, std::size_t)>& entry) {
  Rational sum;
  for (const auto& [i, vi] : v) {
    Rational row;
    for (const auto& [j, vj] : v) row = row + Rational::of(vj) * Rational::of(entry(std::max(i, j), std::min(i, j)));
    sum = sum + Rational::of(vi) * row;
  }
  return sum;
}

using Vector = std::vector<std::pair<std::size_t, double>>;

// v with its form, if that is below 0 whatever K is within the rounding.
std::optional<IndefiniteWitness> negative(Vector v, const std::function<double(std::size_t, std::size_t)>& entry, double rounding) {
  double weight = 0;
  for (const auto& [i, value] : v) weight += std::fabs(value) * std::sqrt(std::max(0.0, entry(i, i)));
  IndefiniteWitness found{std::move(v), {}};
  found.value = form(found.v, entry);
  // The sum and the square are rounded by less than a thousandth.
  const Rational allowed = Rational::of(rounding * 1.001) * Rational::of(weight) * Rational::of(weight);
  if (found.value.sign() < 0 && (found.value + allowed).sign() < 0) return found;
  return std::nullopt;
}

// One row, or two, of any size beside the others, which a factorisation of all in doubles would not see.
std::optional<IndefiniteWitness> of_two_rows(std::size_t n, const std::function<double(std::size_t, std::size_t)>& entry, double rounding) {
  for (std::size_t i = 0; i < n; ++i)
    if (entry(i, i) < 0)
      if (auto found = negative({{i, 1.0}}, entry, rounding)) return found;
  int tries = 1000;  // parallel rows look like this, but for rounding
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i && tries > 0; ++j) {
      const double k = entry(i, j), a = entry(i, i), b = entry(j, j);
      if (!(k * k > a * b)) continue;
      --tries;
      // a + 2tk + t²b is least at t = −k/b.
      const double t = b >= a ? -k / b : 1, s = b >= a ? 1 : -k / a;
      const bool squares = std::max(a, b) > 0 && std::isfinite(t) && std::isfinite(s);
      if (auto found = negative(squares ? Vector{{j, t}, {i, s}} : Vector{{j, k > 0 ? -1.0 : 1.0}, {i, 1.0}}, entry, rounding)) return found;
    }
  return std::nullopt;
}

// Factors of K with the largest pivot first, until a vector of negative form shows.
class WitnessSearch {
 public:
  WitnessSearch(std::size_t n, const std::function<double(std::size_t, std::size_t)>& entry, double rounding)
      : n_(n), entry_(entry), rounding_(rounding), rest_(n * n), active_(n, true) {
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j <= i; ++j) rest_[i * n + j] = rest_[j * n + i] = entry(i, j);
    for (std::size_t i = 0; i < n; ++i) scale_ = std::max(scale_, std::fabs(at(i, i)));
  }

  std::optional<IndefiniteWitness> run() {
    while (true) {
      if (std::optional<IndefiniteWitness> found = by_diagonal()) return found;
      std::size_t pivot = n_;
      for (std::size_t i = 0; i < n_; ++i)
        if (active_[i] && (pivot == n_ || at(i, i) > at(pivot, pivot))) pivot = i;
      if (pivot == n_ || !(at(pivot, pivot) > noise())) return by_pair();
      eliminate(pivot);
    }
  }

 private:
  double& at(std::size_t i, std::size_t j) noexcept { return rest_[i * n_ + j]; }
  // What the entries that are left may owe to rounding.
  double noise() const noexcept { return 8 * static_cast<double>(pivots_.size() + 2) * kUnitRoundoff * scale_; }

  void eliminate(std::size_t pivot) {
    std::vector<double>& column = factors_.emplace_back(n_);
    const double root = std::sqrt(at(pivot, pivot));
    for (std::size_t i = 0; i < n_; ++i)
      if (active_[i]) column[i] = at(i, pivot) / root;
    active_[pivot] = false;
    pivots_.push_back(pivot);
    for (std::size_t i = 0; i < n_; ++i) {
      if (!active_[i] || column[i] == 0) continue;
      double* const row = rest_.data() + i * n_;
      for (std::size_t j = 0; j < n_; ++j) row[j] -= column[i] * column[j];
    }
  }

  // The most negative entry of what is left of the diagonal, if it is no rounding.
  std::optional<IndefiniteWitness> by_diagonal() {
    std::size_t least = n_;
    for (std::size_t i = 0; i < n_; ++i)
      if (active_[i] && (least == n_ || at(i, i) < at(least, least))) least = i;
    if (least == n_ || !(at(least, least) < -noise())) return std::nullopt;
    return witness({{least, 1.0}});
  }

  // Two rows of which a product is left and no squares.
  std::optional<IndefiniteWitness> by_pair() {
    std::size_t a = n_, b = n_;
    double most = noise();
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (active_[i] && active_[j] && std::fabs(at(i, j)) - (at(i, i) + at(j, j)) / 2 > most) {
          most = std::fabs(at(i, j)) - (at(i, i) + at(j, j)) / 2;
          a = i;
          b = j;
        }
    if (a == n_) return std::nullopt;
    return witness({{a, 1.0}, {b, at(a, b) > 0 ? -1.0 : 1.0}});
  }

  // v is 1 or −1 at the `ends` and −K_PP⁻¹·K_P·ends at the pivots P, rounded to few bits first, so that people can read it.
  std::optional<IndefiniteWitness> witness(const std::vector<std::pair<std::size_t, double>>& ends) const {
    std::vector<double> right(pivots_.size());
    for (std::size_t t = 0; t < pivots_.size(); ++t)
      for (const auto& [row, sign] : ends) right[t] -= sign * factors_[t][row];
    std::vector<double> v(n_);
    for (std::size_t t = pivots_.size(); t-- > 0;) {
      double sum = right[t];
      for (std::size_t later = t + 1; later < pivots_.size(); ++later) sum -= factors_[t][pivots_[later]] * v[pivots_[later]];
      v[pivots_[t]] = sum / factors_[t][pivots_[t]];
    }
    for (const auto& [row, sign] : ends) v[row] = sign;
    for (const int bits : {8, 20, 53})
      if (std::optional<IndefiniteWitness> found = evaluated(v, bits)) return found;
    return std::nullopt;
  }

  std::optional<IndefiniteWitness> evaluated(const std::vector<double>& v, int bits) const {
    Vector sparse;
    for (std::size_t i = 0; i < n_; ++i) {
      const double rounded = bits == 53 ? v[i] : std::ldexp(std::nearbyint(std::ldexp(v[i], bits)), -bits);
      if (rounded == 0) continue;
      if (!std::isfinite(rounded)) return std::nullopt;
      sparse.emplace_back(i, rounded);
    }
    return negative(std::move(sparse), entry_, rounding_);
  }

  std::size_t n_;
  const std::function<double(std::size_t, std::size_t)>& entry_;
  double rounding_, scale_ = 0;
  std::vector<double> rest_;  // what is left of K
  std::vector<bool> active_;
  std::vector<std::size_t> pivots_;
  std::vector<std::vector<double>> factors_;  // by pivot, by row
};

// A lower bound of the eigenvalues of K, if K + c·1 can be factored.
std::optional<double> least_with(std::size_t n, const std::function<double(std::size_t, std::size_t)>& entry, double c, unsigned threads) {
  TiledMatrix matrix(n);
  Enclosure trace;
  double most = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) matrix.at(i, j) = entry(i, j);
    const double diagonal = entry(i, i) + c;
    matrix.at(i, i) = diagonal;
    trace = trace + Enclosure(std::max(0.0, diagonal));
    most = std::max(most, std::fabs(diagonal));
  }
  if (!matrix.factorise(threads)) return std::nullopt;
  // Adding c has moved each diagonal entry by at most u of what came out.
  const Enclosure least = Enclosure(-c) - Enclosure(TiledMatrix::rounding(n)) * Enclosure(trace.high) - Enclosure(kUnitRoundoff) * Enclosure(most);
  return std::nextafter(least.low.to_double(), -HUGE_VAL);
}

}  // namespace

double semidefinite_memory(std::size_t n) noexcept { return TiledMatrix::memory(n) + 16 * static_cast<double>(n) * static_cast<double>(n); }

Semidefiniteness semidefinite(std::size_t n, const std::function<double(std::size_t, std::size_t)>& entry, double rounding, unsigned threads) {
  Semidefiniteness answer;
  answer.witness = of_two_rows(n, entry, rounding);
  if (answer.witness) return answer;
  double trace = 0;
  for (std::size_t i = 0; i < n; ++i) trace += std::fabs(entry(i, i));
  const double least_shift = std::max(4 * TiledMatrix::rounding(n) * trace, 0x1p-1000);
  if (const std::optional<double> least = least_with(n, entry, -least_shift, threads); least && *least >= 0) {
    answer.least = *least;
    return answer;
  }
  if (const std::optional<double> least = least_with(n, entry, least_shift, threads)) {
    answer.least = *least;
    return answer;
  }
  answer.witness = WitnessSearch(n, entry, rounding).run();
  for (double shift = 4 * least_shift; !answer.witness; shift *= 4)
    if (const std::optional<double> least = least_with(n, entry, shift, threads)) {
      answer.least = *least;
      return answer;
    }
  return answer;
}

}  // namespace novikoff
