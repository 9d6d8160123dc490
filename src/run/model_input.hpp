// The pieces that models are read in, each checked: words, counts, weights, bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "novikoff/core/feature_table.hpp"
#include "novikoff/learn/hypothesis.hpp"
#include "run/json_reader.hpp"
#include "run/model_format.hpp"

namespace novikoff {

/// The reader, what it may still allocate, and the largest feature position.
struct Input {
  JsonReader& json;
  std::uint64_t memory;
  std::uint64_t positions = kMaxFeatures;
  std::uint64_t features = kMaxFeatures;  // positions may be those of support vectors
  FeatureTable* table = nullptr;          // places of the features that have weights, where weights of all of them would not fit

  /// Counts an allocation that is about to be made; memory_limit if it may not be.
  bool take(std::uint64_t bytes) {
    if (bytes <= memory) {
      memory -= bytes;
    } else {
      json.fail(ErrorCode::memory_limit, "this needs " + std::to_string(bytes) + " bytes, and " + std::to_string(memory) + " are left of --memory");
    }
    return json.ok();
  }
};

/// The place of a feature of `in.table`, its memory counted.
std::uint32_t place_in_table(Input& in, std::uint64_t position);

struct Pair {
  std::uint64_t position = 0;  // from 1
  double value = 0;
};

/// One [position, value] that follows `before`.
Pair read_pair(Input& in, std::uint64_t before);

/// Calls each(pair) for a list of pairs.
template <class Each>
void read_pairs(Input& in, const Each& each) {
  const std::uint64_t n = in.json.begin_array();
  std::uint64_t before = 0;
  for (std::uint64_t i = 0; i < n && in.json.ok(); ++i) {
    in.json.element(i);
    const Pair pair = read_pair(in, before);
    before = pair.position;
    if (in.json.ok()) each(pair);
  }
  in.json.end_array();
}

/// The member `key`, a word that named() knows.
template <class E>
E read_word(Input& in, std::string_view key, std::optional<E> (*named)(std::string_view) noexcept) {
  const std::string_view word = in.json.at(key).text();
  const std::optional<E> value = named(word);
  if (!value) in.json.fail("the word " + quoted_for_message(word) + " is not known here");
  return value.value_or(E{});
}

/// A list of numbers, each read by read().
template <class Read>
std::vector<std::uint64_t> read_list(Input& in, std::string_view key, const Read& read) {
  std::vector<std::uint64_t> list;
  const std::uint64_t n = in.json.at(key).begin_array();
  if (!in.take(n * sizeof(std::uint64_t))) return list;
  list.reserve(n);
  for (std::uint64_t i = 0; i < n && in.json.ok(); ++i) {
    in.json.element(i);
    list.push_back(read());
  }
  in.json.end_array();
  return list;
}

// Members, by their key.
std::vector<double> read_weights(Input& in, std::string_view key);
std::optional<std::uint64_t> read_optional(Input& in, std::string_view key);
double read_at_least_0(Input& in, std::string_view key);
std::vector<std::uint64_t> read_counts(Input& in, std::string_view key);
std::vector<std::uint64_t> read_rows(Input& in, std::string_view key);
/// Rows that the support vectors are.
std::vector<std::uint64_t> read_ascending(Input& in, std::string_view key);
std::string read_sha256(Input& in, std::string_view key);

// Values.
Hypothesis read_hypothesis(Input& in, double bias_value);
/// A string, or {"hex": …} for bytes that are no UTF-8.
std::string read_bytes(Input& in);

/// The member `state`, of the model that was read so far. Requires that its `hypothesis`, `voted` and `spec` are.
void read_state(Input& in, Model& model);

}  // namespace novikoff
