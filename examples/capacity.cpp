// How often a hyperplane through 0 can have N random points of R^d on the sides that coin tosses ask for: capacity [DRAWS]
//
// Cover 1965: for points in general position with probability C(N, d) = 2^(1−N)·Σ_{k<d} C(N − 1, k): 1 up to N = d, 1/2 at N = 2d. Here the points are
// Gaussian, in steps of 10^-4, and every answer is proved and the proof checked.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <variant>

#include "novikoff/core/random.hpp"
#include "novikoff/prove/check.hpp"
#include "novikoff/prove/separation.hpp"

using namespace novikoff;

namespace {

// Marsaglia's polar method.
double gaussian(Rng& random) {
  for (;;) {
    const double u = 2 * random.uniform() - 1, v = 2 * random.uniform() - 1, s = u * u + v * v;
    if (s > 0 && s < 1) return u * std::sqrt(-2 * std::log(s) / s);
  }
}

ExactRows draw(unsigned n, unsigned d, std::uint64_t seed) {
  Rng random(seed, 1000 * n + d);
  ExactRows::Builder builder(Numbers::decimal, 0);
  for (unsigned i = 0; i < n; ++i) {
    for (unsigned j = 0; j < d; ++j) builder.add(j, std::nearbyint(1e4 * gaussian(random)));
    builder.end_row(random.below(2) == 0 ? -1 : +1);
  }
  return or_throw(builder.finish(d, std::uint64_t{1} << 30U, [](std::int8_t y) { return y; }));
}

double cover(unsigned n, unsigned d) {
  double sum = 0, choose = 1;
  for (unsigned k = 0; k < d; ++k) {
    sum += choose;
    choose *= static_cast<double>(n - 1 - k) / (k + 1);
  }
  return std::ldexp(sum, 1 - static_cast<int>(n));
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned draws = argc == 2 ? static_cast<unsigned>(std::strtoul(argv[1], nullptr, 10)) : 2000;
  if (draws == 0) return 2;
  constexpr unsigned kPairs[20][2] = {{3, 2},  {4, 2},  {6, 2},  {5, 3},  {6, 3},  {8, 3},   {7, 4},   {8, 4},   {10, 4},  {10, 5},
                                      {12, 5}, {14, 6}, {12, 7}, {16, 8}, {20, 8}, {18, 10}, {20, 10}, {24, 10}, {30, 15}, {40, 20}};
  std::printf("   N   d  separable    Cover  off by\n");
  for (const auto& [n, d] : kPairs) {
    unsigned separable = 0;
    for (unsigned k = 0; k < draws; ++k) {
      const ExactRows rows = draw(n, d, k);
      const Separation found = separate(rows, {.claim = Claim::strict});
      if (!found.certificate || !std::holds_alternative<Proved>(check(*found.certificate, rows))) return std::fprintf(stderr, "not proved\n"), 1;
      separable += found.verdict == Verdict::separable ? 1 : 0;
    }
    const double frequency = static_cast<double>(separable) / draws, p = cover(n, d), error = std::sqrt(p * (1 - p) / draws);
    std::printf("%4u%4u%11.4f%9.4f%+6.1f standard errors\n", n, d, frequency, p, (frequency - p) / error);
    if (std::fabs(frequency - p) > 4 * error) return std::fprintf(stderr, "further off than chance explains\n"), 1;
  }
  return 0;
}
