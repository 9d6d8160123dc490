// Rows held out from training.
#include <algorithm>
#include <cmath>

#include "novikoff/core/random.hpp"
#include "novikoff/data/dataset.hpp"

namespace novikoff {
namespace {

// Apart from the streams of the orders (passes and examples seen) and of a drawn start (the last of all).
constexpr std::uint64_t kHoldoutStream = ~std::uint64_t{1};

std::uint64_t held_out_rows(double fraction, std::size_t rows) {
  const double wanted = std::floor(fraction * static_cast<double>(rows) + 0.5);
  return std::clamp<std::uint64_t>(static_cast<std::uint64_t>(wanted), 1, rows - 1);
}

std::vector<bool> draw(double fraction, std::uint64_t seed, std::size_t rows) {
  const std::vector<std::uint64_t> order = permutation(rows, seed, kHoldoutStream);
  std::vector<bool> held_out(rows);
  for (std::uint64_t i = 0; i < held_out_rows(fraction, rows); ++i) held_out[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])] = true;
  return held_out;
}

}  // namespace

Result<std::pair<Dataset, Dataset>> Dataset::split(double fraction, std::uint64_t seed, std::uint64_t memory) const {
  if (size() < 2) return ErrorInfo{ErrorCode::usage, "to hold rows out there must be two at least: one to learn from and one to hold out", {}, {}, {}};
  const std::vector<bool> held_out = draw(fraction, seed, size());
  std::pair<Dataset, Dataset> parts;
  for (Dataset* part : {&parts.first, &parts.second}) {
    part->schema_ = schema_;
    part->classes_ = classes_;
    part->table_ = table_;
    part->columns_ = columns_;
  }
  for (std::size_t row = 0; row < size(); ++row) {
    Dataset& part = held_out[row] ? parts.second : parts.first;
    const Dataset& other = held_out[row] ? parts.first : parts.second;
    const std::uint64_t free = memory - std::min<std::uint64_t>(memory, this->memory() + other.memory());
    const ExampleView example = (*this)[row];
    if (!part.append(example.x, example.y > 0 ? 1 : -1, place_of(row), free))
      return ErrorInfo{ErrorCode::memory_limit,
                       "the rows and their copies in two parts need more than the " + std::to_string(memory) + " bytes that --memory allows",
                       {},
                       {},
                       {}};
  }
  if (failed()) return *failed();
  return parts;
}

}  // namespace novikoff
