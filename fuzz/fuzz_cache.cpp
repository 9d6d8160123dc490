// Caches: whatever the bytes, no crash, no memory beyond the limit, and only rows that learners may assume; with the checksums of a stranger and with right
// ones. What is no cache is text: the cache of it gives the rows that it gives.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "../tests/data/cache_bytes.hpp"
#include "data/cache_rows.hpp"
#include "novikoff/data/dataset.hpp"

namespace {

constexpr std::uint64_t kMemory = std::uint64_t{16} << 20U;

void expect(bool right) {
  if (!right) std::abort();
}

void look_at(const novikoff::FeatureView& x, std::uint64_t n_features) {
  expect(x.width() <= n_features);
  std::size_t non_zeros = 0;
  for (std::size_t k = 0; k < x.size; ++k) {
    expect(std::isfinite(x.value[k]));
    non_zeros += x.value[k] != 0 ? 1 : 0;
    expect(x.dense() || k == 0 || x.index[k - 1] < x.index[k]);
  }
  expect(x.dense() == (2 * non_zeros >= x.width()));
}

// All rows as text, one a line, canonical; how it ended behind them.
std::string rows_of(novikoff::Source& source, bool with_text, std::size_t at_once) {
  std::string out;
  for (;;) {
    const novikoff::Result<const novikoff::Block*> block = source.next(at_once);
    if (!block) return out + "error " + std::string(novikoff::describe(block.error().code).name) + ' ' + std::to_string(block.error().where.line);
    if ((*block)->size() == 0) return out + "end";
    for (std::size_t r = 0; r < (*block)->size(); ++r) {
      const novikoff::FeatureView x = (*block)->features(r);
      if (!with_text) look_at(x, source.schema().n_features);
      out += std::to_string((*block)->label(r)) + " line " + std::to_string((*block)->place(r).line) + " of " + std::to_string((*block)->n_features(r));
      for (std::size_t k = 0; k < x.size; ++k) {
        if (x.value[k] == 0 && !with_text) continue;
        const auto decimal = with_text ? *novikoff::parse_decimal((*block)->value_text(r, k)) : novikoff::Decimal{};
        if (with_text && decimal.digits.empty()) continue;
        out += ' ' + std::to_string(x.dense() ? k : x.index[k]) + ':';
        out += with_text ? (decimal.negative ? "-" : "") + decimal.digits + 'e' + std::to_string(decimal.exponent) : novikoff::to_text(x.value[k]);
      }
      out += '\n';
    }
  }
}

void read_cache(std::string_view bytes) {
  for (const bool with_text : {false, true}) {
    novikoff::ReadOptions options;
    options.memory = kMemory;
    options.keep_text = options.decimals = with_text;
    novikoff::Labels labels = novikoff::Labels::any();
    auto source = novikoff::open_cache_bytes(bytes, "cache", options, labels);
    if (source) (void)rows_of(**source, with_text, 7);
  }
  novikoff::ReadOptions options;
  options.memory = kMemory;
  novikoff::Labels labels = novikoff::Labels::collect();
  auto source = novikoff::open_cache_bytes(bytes, "cache", options, labels);
  if (!source) return;
  const auto file = (*source)->cache();
  const auto data = novikoff::Dataset::read(**source, labels, kMemory);
  if (!data) return;
  novikoff::CacheRows rows(file, labels);
  for (std::uint64_t k = 0; k < std::min<std::uint64_t>(2 * rows.size(), 500); ++k) {
    const std::uint64_t row = k * 7 % rows.size();
    const novikoff::ExampleView again = rows.example(row), first = (*data)[static_cast<std::size_t>(row)];
    expect(again.x.size == first.x.size && again.y == first.y && std::equal(again.x.value, again.x.value + again.x.size, first.x.value));
  }
}

void read_text(std::string_view text) {
  novikoff::ReadOptions limited;
  limited.memory = kMemory;
  const std::string bytes = novikoff::caches::cache_of(text, limited);
  if (bytes.empty()) return;
  for (const bool with_text : {false, true}) {
    novikoff::ReadOptions options = limited;
    options.keep_text = options.decimals = with_text;
    novikoff::ReadOptions of_cache = options;
    novikoff::Labels one = novikoff::Labels::collect(), other = novikoff::Labels::collect();
    const auto from_text = novikoff::or_throw(novikoff::open_source(novikoff::memory_bytes(text), "t.svm", options, one));
    const auto from_cache = novikoff::or_throw(novikoff::open_cache_bytes(bytes, "cache", of_cache, other));
    expect(rows_of(*from_text, with_text, 7) == rows_of(*from_cache, with_text, 7));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string bytes(reinterpret_cast<const char*>(data), size);
  if (!bytes.starts_with(novikoff::cache::kMagic)) {
    read_text(bytes);
    return 0;
  }
  read_cache(bytes);
  novikoff::caches::reseal(bytes);
  read_cache(bytes);
  return 0;
}
