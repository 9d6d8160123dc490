#include "prove/pocket_guess.hpp"

#include <cmath>

#include "novikoff/core/random.hpp"

namespace novikoff {
namespace {

constexpr std::size_t kMaxPocketValues = 10'000'000;  // looked at: some ten milliseconds
constexpr std::size_t kMaxSeen = 200'000;
constexpr std::size_t kAsk = 1024;

double score(const WorkRows& rows, std::uint32_t row, const std::vector<double>& w) noexcept {
  double sum = 0;
  for (std::size_t k = 0; k < rows.n_values(row); ++k) sum += w[rows.columns(row)[k]] * rows.approximate(row)[k];
  return sum;
}

void add(const WorkRows& rows, std::uint32_t row, std::vector<double>& w) noexcept {
  double sqnorm = 0;
  for (std::size_t k = 0; k < rows.n_values(row); ++k) sqnorm += rows.approximate(row)[k] * rows.approximate(row)[k];
  if (sqnorm == 0) return;
  for (std::size_t k = 0; k < rows.n_values(row); ++k) w[rows.columns(row)[k]] += rows.approximate(row)[k] / std::sqrt(sqnorm);
}

}  // namespace

std::vector<double> pocket_guess(const WorkRows& rows, const std::vector<std::uint32_t>& candidates, std::uint64_t seed, Patience& patience) {
  std::vector<double> w(rows.n_columns()), pocket = w;
  std::size_t looked_at = 0, run = 0, pocket_run = 0, fewest = candidates.size();
  const auto errors = [&] {
    std::size_t n = 0;
    for (const std::uint32_t row : candidates) n += score(rows, row, w) > 0 ? 0U : 1U;
    for (const std::uint32_t row : candidates) looked_at += rows.n_values(row);
    return n;
  };
  Rng rng(seed);
  for (std::size_t seen = 0; seen < kMaxSeen && looked_at < kMaxPocketValues && fewest > 0; ++seen) {
    if (seen % kAsk == 0 && patience.ended()) break;
    const std::uint32_t row = candidates[rng.below(candidates.size())];
    looked_at += rows.n_values(row);
    if (score(rows, row, w) <= 0) {
      add(rows, row, w);
      run = 0;
      continue;
    }
    if (++run <= pocket_run) continue;
    const std::size_t found = errors();
    if (found >= fewest) continue;
    fewest = found;
    pocket = w;
    pocket_run = run;
  }
  return pocket;
}

}  // namespace novikoff
