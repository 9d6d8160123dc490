#include "run/model_input.hpp"

#include <algorithm>
#include <functional>

#include "novikoff/core/number.hpp"
#include "novikoff/learn/keep.hpp"
#include "novikoff/run/json_writer.hpp"

namespace novikoff {
namespace {

int hex_digit(char c) noexcept { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

}  // namespace

Pair read_pair(Input& in, std::uint64_t before) {
  Pair pair;
  in.json.begin_array_of(2);
  pair.position = in.json.element(0).whole();
  if (pair.position == 0) in.json.fail("position 0; positions count from 1");
  if (pair.position <= before) in.json.fail("position " + std::to_string(pair.position) + " does not follow " + std::to_string(before));
  if (pair.position > in.positions) in.json.fail("position " + std::to_string(pair.position) + " is above " + std::to_string(in.positions));
  pair.value = in.json.element(1).number();
  if (pair.value == 0) in.json.fail("a value of 0 (zeros are not stored)");
  in.json.end_array();
  return pair;
}

std::uint32_t place_in_table(Input& in, std::uint64_t position) {
  const std::uint64_t before = in.table->size();
  const std::uint32_t place = in.table->insert(static_cast<std::uint32_t>(position - 1));
  if (in.table->size() != before) in.take(FeatureTable::kBytesAPlace);
  return place;
}

namespace {

// The array while it grows, and once more when it is put in order.
constexpr std::uint64_t kBytesAPlacedWeight = 3 * sizeof(double);

std::vector<double> read_placed_weights(Input& in, std::string_view key) {
  std::vector<double> weights;
  in.json.at(key);
  read_pairs(in, [&](const Pair& pair) {
    const std::uint32_t place = place_in_table(in, pair.position);
    if (place >= weights.size()) {
      if (!in.take((place + std::uint64_t{1} - weights.size()) * kBytesAPlacedWeight)) return;
      weights.resize(place + std::size_t{1});
    }
    weights[place] = pair.value;
  });
  return weights;
}

}  // namespace

// Twice over the list: first how long the dense weights are, so that nothing is allocated before all is known to be right.
std::vector<double> read_weights(Input& in, std::string_view key) {
  if (in.table != nullptr) return read_placed_weights(in, key);
  const std::size_t begin = in.json.at(key).position();
  std::uint64_t width = 0;
  read_pairs(in, [&](const Pair& pair) { width = pair.position; });
  std::vector<double> weights;
  if (!in.take(width * sizeof(double))) return weights;
  weights.resize(width);
  in.json.rewind(begin);
  read_pairs(in, [&](const Pair& pair) { weights[pair.position - 1] = pair.value; });
  return weights;
}

std::optional<std::uint64_t> read_optional(Input& in, std::string_view key) {
  if (in.json.at(key).null()) return std::nullopt;
  return in.json.whole();
}

double read_at_least_0(Input& in, std::string_view key) {
  const double value = in.json.at(key).number();
  if (value < 0) in.json.fail(to_text(value) + " is below 0");
  return value;
}

std::vector<std::uint64_t> read_counts(Input& in, std::string_view key) {
  return read_list(in, key, [&] { return in.json.whole(); });
}

std::vector<std::uint64_t> read_rows(Input& in, std::string_view key) {
  return read_list(in, key, [&] { return in.json.null() ? kNoRow : in.json.whole(kNoRow - 1); });
}

std::vector<std::uint64_t> read_ascending(Input& in, std::string_view key) {
  std::vector<std::uint64_t> rows = read_list(in, key, [&] { return in.json.whole(kNoRow - 1); });
  if (std::adjacent_find(rows.begin(), rows.end(), std::greater_equal<>()) != rows.end()) in.json.fail("the rows of the support vectors do not ascend");
  return rows;
}

std::string read_sha256(Input& in, std::string_view key) {
  constexpr std::size_t kDigits = 64;
  const std::string_view digits = in.json.at(key).text();
  const bool hex = std::all_of(digits.begin(), digits.end(), [](char c) { return hex_digit(c) >= 0; });
  if (!hex || digits.size() != kDigits) in.json.fail("this is not 64 lower-case hex digits");
  return std::string(digits);
}

Hypothesis read_hypothesis(Input& in, double bias_value) {
  Hypothesis h;
  h.bias_value = bias_value;
  in.json.begin_object();
  h.weights = read_weights(in, "weights");
  h.bias_weight = in.json.at("bias_weight").number();
  in.json.end_object();
  return h;
}

std::string read_bytes(Input& in) {
  if (!in.json.next_is_object()) return std::string(in.json.text());
  in.json.begin_object();
  const std::string_view hex = in.json.at("hex").text();
  std::string bytes;
  for (std::size_t k = 0; k + 1 < hex.size(); k += 2) {
    const int high = hex_digit(hex[k]), low = hex_digit(hex[k + 1]);
    if (high < 0 || low < 0) in.json.fail("something else than lower-case hex digits");
    bytes += static_cast<char>((high << 4) | low);
  }
  if (hex.size() % 2 != 0) in.json.fail("an odd number of hex digits");
  if (is_utf8(bytes)) in.json.fail("this is UTF-8 and must be a string");
  in.json.end_object();
  return bytes;
}

}  // namespace novikoff
