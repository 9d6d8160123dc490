#include "run/generate_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace novikoff {
namespace {

// Apart from the rows' streams, which are their numbers.
constexpr std::uint64_t kDirectionStream = ~std::uint64_t{0};
constexpr std::int64_t kUnit = 1000;  // of values with three places
constexpr std::int64_t kMicro = 1'000'000;

// Uniform over −most … most.
std::int64_t signed_below(Rng& rng, std::int64_t most) { return static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(2 * most + 1))) - most; }

std::int64_t sign_of(bool positive) { return positive ? 1 : -1; }

}  // namespace

RowMaker::RowMaker(const GenerateOptions& options) : options_(options), features_(options.features) {
  switch (options.kind) {
    case GenerateKind::unit_vectors:
    case GenerateKind::staircase:
      features_ = options.rows;
      break;
    case GenerateKind::xor_signs:
      places_ = 3;
      break;
    case GenerateKind::separable:
    case GenerateKind::noisy:
      places_ = 3;
      draw_direction();
      break;
    case GenerateKind::text:
      places_ = 6;
      draw_direction();
      break;
  }
}

void RowMaker::draw_direction() {
  constexpr std::int64_t kMost = 9;
  Rng rng(options_.seed, kDirectionStream);
  std::int64_t largest = 0;
  direction_.resize(static_cast<std::size_t>(features_));
  for (std::int32_t& h : direction_) {
    h = static_cast<std::int32_t>(signed_below(rng, kMost));
    largest = std::max<std::int64_t>(largest, std::abs(h));
  }
  if (largest == 0) direction_.front() = static_cast<std::int32_t>(largest = 1);
  // Small beside the others, so that with one feature too both classes lie among the values drawn.
  bias_ = options_.kind == GenerateKind::text ? 0 : static_cast<std::int64_t>(std::floor(options_.bias_value * kUnit + 0.5));
  bias_direction_ = bias_ == 0 ? 0 : signed_below(rng, largest / 2);
  direction_sqnorm_ = bias_direction_ * bias_direction_;
  for (const std::int32_t h : direction_) direction_sqnorm_ += std::int64_t{h} * h;
  // The double is wrong by a few units in its last place at most, far less than the 1 that is added.
  const double least = options_.margin * kUnit * std::sqrt(static_cast<double>(direction_sqnorm_));
  threshold_ = static_cast<std::int64_t>(least) + 2;
}

void RowMaker::make(std::uint64_t i, MadeRow& row) const {
  row.values.clear();
  switch (options_.kind) {
    case GenerateKind::unit_vectors:
      row.positive = i % 2 == 0;
      row.values.push_back({i, 1});
      return;
    case GenerateKind::staircase:
      // z_i = (−1, …, −1, 1, 0, …, 0) and x_i = y_i·z_i, with labels in turn so that there are two.
      row.positive = i % 2 == 0;
      for (std::uint64_t j = 0; j < i; ++j) row.values.push_back({j, -sign_of(row.positive)});
      row.values.push_back({i, sign_of(row.positive)});
      return;
    case GenerateKind::xor_signs:
      return make_xor(i, row);
    case GenerateKind::text:
      return make_text(i, row);
    default:
      return make_separable(i, row);
  }
}

void RowMaker::make_separable(std::uint64_t i, MadeRow& row) const {
  Rng rng(options_.seed, i);
  draw_values(rng, row);
  const std::int64_t s = score(row);
  // Rows 0 and 1 are of either class, all others on the side where they fell.
  row.positive = i < 2 ? i == 0 : s >= 0;
  const std::int64_t margin = sign_of(row.positive) * s;
  if (margin < threshold_) push(row, threshold_ - margin);
  std::erase_if(row.values, [](const MadeRow::Value& v) { return v.value == 0; });
  if (options_.kind == GenerateKind::noisy && rng.uniform() < options_.noise) row.positive = !row.positive;
}

void RowMaker::draw_values(Rng& rng, MadeRow& row) const {
  bool movable = false;
  for (std::uint64_t j = 0; j < features_; ++j) {
    if (options_.density < 1 && !(rng.uniform() < options_.density)) continue;
    row.values.push_back({j, signed_below(rng, kUnit)});
    movable = movable || direction_[static_cast<std::size_t>(j)] != 0;
  }
  if (movable) return;
  // Some feature must be there along which the row can be moved: the first that h knows.
  const auto known = std::find_if(direction_.begin(), direction_.end(), [](std::int32_t h) { return h != 0; });
  const auto j = static_cast<std::uint64_t>(known - direction_.begin());
  const auto at = std::lower_bound(row.values.begin(), row.values.end(), j, [](const MadeRow::Value& v, std::uint64_t feature) { return v.feature < feature; });
  if (at == row.values.end() || at->feature != j) row.values.insert(at, {j, signed_below(rng, kUnit)});
}

std::int64_t RowMaker::score(const MadeRow& row) const {
  std::int64_t sum = bias_direction_ * bias_;
  for (const MadeRow::Value& v : row.values) sum += v.value * direction_[static_cast<std::size_t>(v.feature)];
  return sum;
}

// Moves the row along the part of h on its features, by the least whole multiple that adds `missing` to y·h·x.
void RowMaker::push(MadeRow& row, std::int64_t missing) const {
  std::int64_t sqnorm = 0;
  for (const MadeRow::Value& v : row.values)
    sqnorm += std::int64_t{direction_[static_cast<std::size_t>(v.feature)]} * direction_[static_cast<std::size_t>(v.feature)];
  const std::int64_t steps = sign_of(row.positive) * ((missing + sqnorm - 1) / sqnorm);
  for (MadeRow::Value& v : row.values) v.value += steps * direction_[static_cast<std::size_t>(v.feature)];
}

void RowMaker::make_xor(std::uint64_t i, MadeRow& row) const {
  Rng rng(options_.seed, i);
  // The corners first: their z add up to 0, with any bias, so no hyperplane separates them. Then signs and sizes at random.
  const std::uint64_t corner = i < 4 ? i : rng.below(4);
  const bool first = corner % 2 == 1, second = corner / 2 == 1;
  row.positive = first == second;
  for (std::uint64_t j = 0; j < features_; ++j) {
    const std::int64_t size = i < 4 ? (j < 2 ? kUnit : 0) : 1 + static_cast<std::int64_t>(rng.below(kUnit));
    const bool positive = j == 0 ? first : j == 1 ? second : rng.below(2) == 1;
    if (size != 0) row.values.push_back({j, sign_of(positive) * size});
  }
}

// A feature from 0, feature j about as often as 1/(j + 1): an octave of 1 … features uniformly, then uniformly within it.
std::uint64_t RowMaker::word(Rng& rng) const {
  std::uint64_t octaves = 0;
  while (octaves < 64 && (features_ >> octaves) != 0) ++octaves;
  while (true) {
    const std::uint64_t first = std::uint64_t{1} << rng.below(octaves);
    const std::uint64_t rank = first + rng.below(first);
    if (rank <= features_) return rank - 1;
  }
}

void RowMaker::make_text(std::uint64_t i, MadeRow& row) const {
  Rng rng(options_.seed, i);
  const std::uint64_t mean = options_.values_per_row;
  const std::uint64_t size = std::max<std::uint64_t>(1, mean / 2 + rng.below(mean + 1));
  for (std::uint64_t n = 0; n < size; ++n) row.values.push_back({word(rng), 0});
  const auto before = [](const MadeRow::Value& a, const MadeRow::Value& b) { return a.feature < b.feature; };
  std::sort(row.values.begin(), row.values.end(), before);
  row.values.erase(std::unique(row.values.begin(), row.values.end(), [](const auto& a, const auto& b) { return a.feature == b.feature; }), row.values.end());
  std::int64_t sqnorm = 0;
  for (MadeRow::Value& v : row.values) {
    v.value = 100 + static_cast<std::int64_t>(rng.below(kUnit));
    sqnorm += v.value * v.value;
  }
  row.positive = score(row) > 0;
  if (rng.uniform() < options_.noise) row.positive = !row.positive;
  const double norm = std::sqrt(static_cast<double>(sqnorm));
  for (MadeRow::Value& v : row.values) v.value = static_cast<std::int64_t>(std::floor(static_cast<double>(v.value * kMicro) / norm + 0.5));
}

}  // namespace novikoff
