#include "prove/contradictions.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <unordered_map>
#include <utility>

namespace novikoff {
namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) noexcept {
  constexpr std::uint64_t kMultiplier = 0x9e3779b97f4a7c15U;
  constexpr unsigned kHalf = 32;
  hash = (hash ^ value) * kMultiplier;
  return hash ^ (hash >> kHalf);
}

std::uint64_t bits_of_size(std::int64_t value) noexcept { return static_cast<std::uint64_t>(value < 0 ? -value : value); }
std::uint64_t bits_of_size(const Integer& value) noexcept {
  const double mantissa = value.to_scaled().mantissa;  // the leading bits will do: what is equal is confirmed
  const double size = mantissa < 0 ? -mantissa : mantissa;
  std::uint64_t bits = 0;
  std::memcpy(&bits, &size, sizeof(bits));
  return bits;
}
int sign(std::int64_t value) noexcept { return value > 0 ? 1 : -1; }
int sign(const Integer& value) noexcept { return value.sign(); }

// The rows are coprime whole numbers: opposite directions are opposite numbers.
struct LineDirection {
  std::uint64_t hash = 0;  // the same for a row and its opposite
  int side = 0;            // the sign of its first entry
};

LineDirection direction_of(const WorkRows& rows, std::uint32_t row) {
  LineDirection direction;
  rows.each(row, [&](std::uint32_t column, const auto& value) {
    if (direction.side == 0) direction.side = sign(value);
    direction.hash = mixed(mixed(direction.hash, column), bits_of_size(value) + (sign(value) == direction.side ? 0 : 1));
  });
  return direction;
}

// n_a = sign·n_b.
bool same(const WorkRows& rows, std::uint32_t a, std::uint32_t b, int sign) {
  std::vector<std::pair<std::uint32_t, Integer>> entries;
  rows.each(a, [&](std::uint32_t column, const auto& value) { entries.emplace_back(column, sign > 0 ? Integer(value) : -Integer(value)); });
  std::size_t k = 0;
  bool same = true;
  rows.each(b, [&](std::uint32_t column, const auto& value) {
    same = same && k < entries.size() && entries[k].first == column && entries[k].second == Integer(value);
    ++k;
  });
  return same && k == entries.size();
}

// Rows on one line through 0. Those that wait for an opposite one all point the same way.
struct Line {
  std::uint32_t first;
  int side;  // of the first row
  int waiting_side = 0;
  std::deque<std::uint32_t> waiting = {};
};

// z is its factor times a whole row, so z_a/f_a + z_b/f_b = 0.
Conflict pair_of(const WorkRows& rows, std::uint32_t a, std::uint32_t b) {
  const Integer total = rows.row_factor(a) + rows.row_factor(b);
  return {{a, Rational(rows.row_factor(b), total)}, {b, Rational(rows.row_factor(a), total)}};
}

}  // namespace

std::vector<Conflict> contradictions(const WorkRows& rows, const std::vector<std::uint32_t>& among, Patience& patience) {
  std::vector<Conflict> zeros, pairs;
  std::unordered_map<std::uint64_t, std::vector<Line>> lines;  // by hash: seldom more than one
  for (const std::uint32_t row : among) {
    if (patience.ended()) break;
    if (rows.n_values(row) == 0) {
      zeros.push_back({{row, Rational(1)}});
      continue;
    }
    const LineDirection direction = direction_of(rows, row);
    std::vector<Line>& alike = lines[direction.hash];
    auto line = std::find_if(alike.begin(), alike.end(), [&](const Line& l) { return same(rows, l.first, row, l.side * direction.side); });
    if (line == alike.end()) line = alike.insert(alike.end(), {.first = row, .side = direction.side});
    if (line->waiting.empty() || line->waiting_side == direction.side) {
      line->waiting_side = direction.side;
      line->waiting.push_back(row);
      continue;
    }
    pairs.push_back(pair_of(rows, line->waiting.front(), row));
    line->waiting.pop_front();
  }
  zeros.insert(zeros.end(), pairs.begin(), pairs.end());
  return zeros;
}

}  // namespace novikoff
