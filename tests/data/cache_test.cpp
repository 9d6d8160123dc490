// A cache gives what its text gives, and is refused where it is not whole.
#include "novikoff/data/cache.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "cache_bytes.hpp"
#include "data/cache_unpack.hpp"
#include "novikoff/core/random.hpp"
#include "novikoff/data/dataset.hpp"
#include "reading.hpp"

namespace novikoff::cache_test {
namespace {

using caches::cache_of;
using caches::head_of;
using reading::Outcome;
using reading::Row;

Outcome read_cache(std::string_view bytes, ReadOptions options = {}, std::size_t max_rows = 100, Labels labels = Labels::collect()) {
  Result<std::unique_ptr<Source>> source = open_cache_bytes(bytes, "t.nvk", options, labels);
  if (!source) return {{}, source.error(), {}};
  return reading::drain(**source, options, labels, max_rows);
}

// Rows with text have their zeros, which caches do not keep, and spellings, of which they keep the number.
Outcome canonical(Outcome outcome) {
  for (Row& row : outcome.rows) {
    Row kept = row;
    kept.features.clear();
    kept.texts.clear();
    for (std::size_t k = 0; k < row.texts.size(); ++k) {
      const Decimal decimal = *parse_decimal(row.texts[k]);
      if (decimal.digits.empty()) continue;
      kept.features.push_back(row.features[k]);
      kept.texts.push_back((decimal.negative ? "-" : "") + decimal.digits + 'e' + std::to_string(decimal.exponent));
    }
    if (!row.texts.empty() || row.features.empty()) row = kept;
    row.dense = false;
    row.label = Label::of(row.label).number ? Label::of(row.label).number->digits + (Label::of(row.label).number->negative ? "-" : "+") : row.label;
  }
  if (outcome.error) outcome.error->where.column = 0, outcome.error->source_line.clear();  // a cache knows the line
  return outcome;
}

// Names the first row that is another, for there may be many.
void expect_equal(const Outcome& got, const Outcome& expected) {
  for (std::size_t r = 0; r < std::min(got.rows.size(), expected.rows.size()); ++r)
    ASSERT_TRUE(got.rows[r] == expected.rows[r]) << Outcome{{got.rows[r]}, {}, {}} << "for " << Outcome{{expected.rows[r]}, {}, {}};
  EXPECT_EQ(got.rows.size(), expected.rows.size());
  EXPECT_TRUE(got == expected) << (got.error ? to_string(*got.error) : "no error") << " for " << (expected.error ? to_string(*expected.error) : "no error");
}

void expect_same(const std::string& text, const ReadOptions& options = {}, const std::string& name = "t.svm") {
  const std::string bytes = cache_of(text, options, true, name);
  ASSERT_FALSE(bytes.empty()) << text.substr(0, 200);
  for (const std::size_t max_rows : {std::size_t{1}, std::size_t{3}, std::size_t{5000}}) {
    Outcome expected = reading::read(text, options, {}, Labels::collect(), name);
    if (expected.error) expected.error->where.column = 0, expected.error->source_line.clear();  // a cache knows the line
    ReadOptions plain = options;
    plain.format = std::nullopt;
    expect_equal(read_cache(bytes, plain, max_rows), expected);
  }
  ReadOptions exact = options;
  exact.keep_text = exact.decimals = true;
  const Outcome expected = canonical(reading::read(text, exact, {}, Labels::collect(), name));
  exact.format = std::nullopt;
  expect_equal(canonical(read_cache(bytes, exact)), expected);
}

std::string digits(Rng& rng, std::uint64_t most) {
  std::string out;
  for (std::uint64_t n = 1 + rng.below(most); n > 0; --n) out += static_cast<char>('0' + rng.below(10));
  return out;
}

// A value as people or programs write one.
std::string value(Rng& rng, std::uint64_t kind) {
  const std::string sign = rng.below(2) == 0 ? "-" : "";
  switch (kind) {
    case 0:
      return "1";
    case 1:
      return sign + digits(rng, 4);
    case 2:
      return sign + "0." + digits(rng, 6);
    case 3:
      return to_text(static_cast<double>(static_cast<float>(rng.uniform() - 0.5)));
    case 4:
      return to_text(rng.uniform() - 0.5);
    case 5:
      return sign + "1." + digits(rng, 25) + "e" + std::to_string(static_cast<int>(rng.below(40)) - 20);
    case 6:
      return sign + digits(rng, 3) + "e-" + std::to_string(300 + rng.below(40));
    default:
      return value(rng, rng.below(7));
  }
}

std::string made_text(std::uint64_t seed, std::uint64_t kind, std::uint64_t rows, std::uint64_t width) {
  Rng rng(seed, kind);
  std::string text;
  for (std::uint64_t row = 0; row < rows; ++row) {
    if (rng.below(40) == 0) text += "# a comment\n";
    text += rng.below(2) == 0 ? "+1" : "-1";
    std::uint64_t index = 0;
    for (std::uint64_t k = rng.below(6); k > 0; --k) {
      index += 1 + (rng.below(3) == 0 ? rng.below(width) : 0);
      text += ' ' + std::to_string(index) + ':' + value(rng, kind);
    }
    text += '\n';
  }
  return text;
}

TEST(Cache, GivesWhatItsTextGives) {
  for (std::uint64_t kind = 0; kind < 8; ++kind)
    for (const std::uint64_t width : {2U, 50U, 70000U, 900000000U}) expect_same(made_text(1, kind, 60, width));
}

TEST(Cache, GivesWhatItsTextGivesOverManyBlocks) {
  const std::string text = made_text(2, 7, 9000, 300);
  expect_same(text);
  EXPECT_GT(caches::foot_of(cache_of(text)).blocks, 2U);
}

// Short blocks: many of them for a thread that decodes ahead and comes to wait for room, and for the one that takes rows to wait for it.
TEST(Cache, DecodedAheadGivesTheSameRowsAndErrors) {
  std::string text;
  Rng rng(21, 0);
  for (int row = 0; row < 500; ++row) {
    text += rng.below(2) == 0 ? "+1" : "-1";
    for (std::uint64_t index = 1 + rng.below(50); index < 30000; index += 1 + rng.below(50)) text += ' ' + std::to_string(index) + ':' + digits(rng, 3);
    text += '\n';
  }
  std::string bytes = cache_of(text);
  const cache::Foot foot = caches::foot_of(bytes);
  ASSERT_GE(foot.blocks, 24U);
  ReadOptions alone, ahead;
  alone.threads = 1;
  ahead.threads = 2;
  for (const std::size_t max_rows : {1U, 5000U}) expect_equal(read_cache(bytes, ahead, max_rows), read_cache(bytes, alone, max_rows));
  // Taken no further than its third block, and never: the other thread is then in the middle of its work.
  for (const std::size_t blocks : {0U, 3U}) {
    Labels labels = Labels::collect();
    const auto source = or_throw(open_cache_bytes(bytes, "t.nvk", ahead, labels));
    for (std::size_t k = 0; k < blocks; ++k) EXPECT_GT(or_throw(source->next(5000))->size(), 0U);
  }
  for (const std::uint64_t broken : {std::uint64_t{0}, foot.blocks / 2, foot.blocks - 1}) {
    std::string altered = bytes;
    const auto entry =
        cache::get<cache::DirectoryEntry>(caches::at(bytes, static_cast<std::size_t>(foot.tables_offset + broken * sizeof(cache::DirectoryEntry))));
    altered[static_cast<std::size_t>(entry.offset) + 200] ^= 1;
    const Outcome got = read_cache(altered, ahead);
    EXPECT_EQ(got.rows.size(), entry.first_row);
    EXPECT_EQ(got.error->code, ErrorCode::checksum_mismatch);
    expect_equal(got, read_cache(altered, alone));
  }
}

TEST(Cache, KeepsZerosOutAndTheWidthThatTheyMention) { expect_same("1 1:1 7:0\n-1 2:0\n1 3:-0 4:1\n-1 9:0.0\n1\n"); }

TEST(Cache, KeepsDecimalsThatAreNotTheShortestOfTheirDoubles) {
  const std::string text =
      "1 1:0.1000000000000000055511151231257827 2:0.1 3:9007199254740993 4:123456789012345678901234567890e-9\n-1 1:-2.50000000000000000001\n";
  expect_same(text);
  EXPECT_EQ(head_of(cache_of(text)).decimals, 4U);
  ReadOptions exact;
  exact.keep_text = exact.decimals = true;
  const Outcome got = read_cache(cache_of(text), exact);
  EXPECT_EQ(got.rows[0].texts, (std::vector<std::string>{"0.1000000000000000055511151231257827", "0.1", "9007199254740993", "123456789012345678901.23456789"}));
}

TEST(Cache, KeepsDecimalsBeyondTheDoublesAndRefusesThemAsDoubles) {
  expect_same("1 1:1 2:1e-400 3:2\n-1 1:-1e-3000 2:0\n-1 4:1\n");
  const std::string text = "1 1:1\n-1 1:1 2:-1e400\n1 3:1\n";
  const Outcome got = read_cache(cache_of(text));
  ASSERT_TRUE(got.error);
  EXPECT_EQ(got.error->code, ErrorCode::number_out_of_range);
  EXPECT_EQ(got.error->where.file, "t.svm");
  EXPECT_EQ(got.error->where.line, 2U);
  EXPECT_EQ(got.rows.size(), 1U);
  ReadOptions exact;
  exact.keep_text = exact.decimals = true;
  const Outcome all = read_cache(cache_of(text), exact);
  EXPECT_FALSE(all.error);
  EXPECT_EQ(all.rows.at(1).texts, (std::vector<std::string>{"1", "-1e400"}));
}

TEST(Cache, KeepsTheSignOfAZeroInADenseRow) {
  const std::string bytes = cache_of("1 1:-0 2:3\n-1 1:1\n");
  ReadOptions options;
  Labels labels = Labels::any();
  const auto source = or_throw(open_cache_bytes(bytes, "t.nvk", options, labels));
  const FeatureView x = or_throw(source->next(1))->features(0);
  ASSERT_TRUE(x.dense());
  EXPECT_TRUE(std::signbit(x.value[0]));
}

TEST(Cache, TakesTheSmallestCodingOfValues) {
  using cache::ValueCoding;
  const auto coding = [](const std::string& values) { return head_of(cache_of("1 " + values + "\n-1 1:1\n")); };
  EXPECT_EQ(head_of(cache_of("1 5:1 9:1\n-1 7:1\n")).values.bits, 0U);
  EXPECT_EQ(coding("1:0.5 2:0.75 3:-1.25").value_coding, ValueCoding::scaled);
  EXPECT_EQ(coding("1:0.5 2:0.75 3:-1.25").places, 2U);
  EXPECT_EQ(coding("1:0.5 2:1.52587890625e-05").value_coding, ValueCoding::binary32);
  EXPECT_EQ(coding("1:0.5 2:1e-20").value_coding, ValueCoding::binary64);
  EXPECT_EQ(coding("1:2147483647 2:-1").value_coding, ValueCoding::scaled);
  EXPECT_EQ(coding("1:2147483649 2:-1").value_coding, ValueCoding::binary64);
}

TEST(Cache, TakesStepsWhereTheyAreMuchSmaller) {
  std::string near = "1", one_each;
  for (int k = 0; k < 200; ++k) near += ' ' + std::to_string(1000000 + 3 * k) + ":1", one_each += "1 " + std::to_string(60000 - 31 * k) + ":1\n";
  EXPECT_EQ(head_of(cache_of(near + "\n-1 4000000000:1\n")).index_coding, cache::IndexCoding::steps);
  EXPECT_EQ(head_of(cache_of(one_each + "-1 1:1\n")).index_coding, cache::IndexCoding::packed);
  expect_same(near + "\n-1 4000000000:1\n");
}

TEST(Cache, KeepsLabelsAsFirstSpelledAndErrorsAboutThemAtTheirRow) {
  expect_same("+1 1:1\n2.0 1:1\n1 1:2\n2 1:3\n");
  expect_same("1 1:1\n\n2 1:1\n# three\n3 1:2\n1 1:1\n");
  const Outcome got = read_cache(cache_of("5 1:1\n1 1:1\n-1 2:1\n"), {}, 100, Labels::sign());
  ASSERT_TRUE(got.error);
  EXPECT_EQ(got.error->code, ErrorCode::labels_ambiguous);
  EXPECT_EQ(got.error->where.line, 2U);
}

TEST(Cache, KeepsColumnNamesAndMatchesThemWithThoseOfAModel) {
  const std::string text = "a,\"b,c\",y\n1,2.5,no\n0,-1,yes\n3,0,no\n";
  expect_same(text, reading::csv(), "t.csv");
  const std::string bytes = cache_of(text, reading::csv(), true, "t.csv");
  ReadOptions swapped;
  swapped.columns = {"b,c", "a"};
  const Outcome got = read_cache(bytes, swapped);
  EXPECT_EQ(got.rows.at(0).features, (std::vector<std::pair<std::uint64_t, double>>{{0, 2.5}, {1, 1}}));
  EXPECT_EQ(got.rows.at(2).features, (std::vector<std::pair<std::uint64_t, double>>{{1, 3}}));
  EXPECT_EQ(got.schema.names, swapped.columns);
  swapped.columns = {"a", "b,c", "d"};
  EXPECT_EQ(read_cache(bytes, swapped).error->code, ErrorCode::column_missing);
  swapped.columns = {"a", "d"};
  EXPECT_EQ(read_cache(bytes, swapped).error->code, ErrorCode::column_unknown);
  swapped.columns = {};
  swapped.label_name = "z";
  EXPECT_EQ(read_cache(bytes, swapped).error->code, ErrorCode::column_unknown);
}

TEST(Cache, DecidesTheIndexBaseAndRefusesAnother) {
  ReadOptions zero;
  zero.index_base = 0;
  const std::string bytes = cache_of("1 0:1\n-1 2:1\n", zero);
  ReadOptions options;
  Labels labels = Labels::any();
  EXPECT_EQ(or_throw(open_cache_bytes(bytes, "t.nvk", options, labels))->schema().index_base, 0U);
  EXPECT_EQ(options.index_base, 0U);
  options = {};
  options.index_base_said = true;
  EXPECT_EQ(open_cache_bytes(bytes, "t.nvk", options, labels).error().code, ErrorCode::index_base_mismatch);
}

TEST(Cache, RefusesMoreFeaturesThanDeclaredAtTheFirstRowThatHasThem) {
  ReadOptions few;
  few.n_features = 3;
  const Outcome got = read_cache(cache_of("1 1:1\n-1 3:1\n1 4:1\n"), few);
  ASSERT_TRUE(got.error);
  EXPECT_EQ(got.error->code, ErrorCode::index_too_large);
  EXPECT_EQ(got.error->where.line, 3U);
  EXPECT_EQ(got.rows.size(), 2U);
}

TEST(Cache, HasTheSameBytesHoweverTheTextWasRead) {
  const std::string text = made_text(3, 7, 500, 1000);
  EXPECT_EQ(cache_of(text), cache_of(text));
  EXPECT_EQ(cache_of(text), cache_of("\n" + text).size() == cache_of(text).size() ? cache_of(text) : "");
}

TEST(Cache, OfDoublesHasTheirShortestDecimals) {
  const std::string bytes = cache_of("1 1:0.1000000000000000055511151231257827\n-1 2:1e-400 3:7\n", {}, false);
  EXPECT_EQ(head_of(bytes).decimals, 0U);
  ReadOptions exact;
  exact.keep_text = exact.decimals = true;
  const Outcome got = read_cache(bytes, exact);
  EXPECT_EQ(got.rows.at(0).texts, (std::vector<std::string>{"0.1"}));
  EXPECT_EQ(got.rows.at(1).texts, (std::vector<std::string>{"7"}));
}

bool is_refusal(const Outcome& got) {
  return got.error &&
         (got.error->code == ErrorCode::checksum_mismatch || got.error->code == ErrorCode::cache_invalid || got.error->code == ErrorCode::cache_version_newer);
}

TEST(Cache, IsRefusedIfAnyByteIsAltered) {
  const std::string bytes = cache_of(made_text(4, 7, 30, 1000));
  ASSERT_FALSE(read_cache(bytes).error);
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    std::string other = bytes;
    other[k] = static_cast<char>(other[k] ^ (1 << (k % 8)));
    EXPECT_TRUE(is_refusal(read_cache(other))) << "byte " << k;
  }
}

TEST(Cache, IsRefusedIfItIsCutOffOrGoesOn) {
  const std::string bytes = cache_of(made_text(5, 2, 30, 1000));
  for (std::size_t size = 0; size < bytes.size(); ++size) EXPECT_TRUE(is_refusal(read_cache(bytes.substr(0, size)))) << size;
  EXPECT_TRUE(is_refusal(read_cache(bytes + std::string(64, '\0'))));
  EXPECT_EQ(read_cache(bytes.substr(0, bytes.size() - 64)).error->message, "the cache was cut off or altered after it was written");
}

TEST(Cache, OfANewerVersionIsRefusedWithBothVersions) {
  std::string bytes = cache_of("1 1:1\n-1 2:1\n");
  bytes[8] = 7;
  const Outcome got = read_cache(bytes);
  EXPECT_EQ(got.error->code, ErrorCode::cache_version_newer);
  EXPECT_EQ(got.error->message, "the cache has version 7, and this program reads versions up to 1");
}

// A cache of 40 rows with a member of its first block's head changed and every checksum made right again.
template <class T>
Outcome forged(std::size_t member, T number) {
  std::string bytes = cache_of(made_text(6, 2, 40, 1000));
  caches::write(bytes, cache::kHeadSize + member, &number, sizeof number);
  caches::reseal(bytes);
  return read_cache(bytes);
}

TEST(Cache, ThatContradictsItselfIsRefused) {
  EXPECT_FALSE(forged(12, std::uint32_t{0}).error);
  for (const std::size_t member : {0U, 72U, 76U}) {
    EXPECT_TRUE(is_refusal(forged(member, std::uint32_t{0xffffffff}))) << member;
    EXPECT_TRUE(is_refusal(forged(member, std::uint32_t{39}))) << member;
  }
  for (std::size_t member = 4; member < 12; ++member) EXPECT_TRUE(is_refusal(forged(member, std::uint8_t{31}))) << member;
  for (const std::size_t member : {16U, 24U, 48U, 56U, 64U, 80U, 88U})
    for (const std::uint64_t number : {std::uint64_t{3}, std::uint64_t{12345}, ~std::uint64_t{0}, std::uint64_t{1} << 47U})
      EXPECT_TRUE(is_refusal(forged(member, number))) << member << ' ' << number;
  EXPECT_TRUE(is_refusal(forged(40, std::uint32_t{0xfffffff0})));  // base of the indices
  EXPECT_TRUE(is_refusal(forged(36, std::uint32_t{2})));           // of the labels
  EXPECT_TRUE(is_refusal(forged(12, std::uint32_t{2})));           // a flag that there is not
}

TEST(Cache, RowsAreNoWiderThanTheFeaturesNamedSoFar) {
  std::string bytes = cache_of("1 1:1 2:1 3:1\n-1 1:1 2:1\n");
  const cache::BlockHead head = head_of(bytes);
  ASSERT_EQ(head.growths, 1U);
  const cache::Growth late{3, 1, 0};  // one row too late
  caches::write(bytes, cache::kHeadSize + static_cast<std::size_t>(cache::sections_of(head).growths), &late, sizeof late);
  caches::reseal(bytes);
  EXPECT_TRUE(is_refusal(read_cache(bytes)));
}

TEST(Cache, AsksForNoMoreMemoryThanAllowed) {
  std::string bytes = cache_of("1 1:1\n-1 2:1\n");
  cache::Foot foot = caches::foot_of(bytes);
  foot.most_values = std::uint64_t{1} << 40U;
  caches::write(bytes, bytes.size() - cache::kFootSize, &foot, sizeof foot);
  caches::reseal(bytes);
  EXPECT_EQ(read_cache(bytes).error->code, ErrorCode::memory_limit);
  ReadOptions little;
  little.memory = 100;
  EXPECT_EQ(read_cache(cache_of("1 1:1\n-1 2:1\n"), little).error->code, ErrorCode::memory_limit);
}

TEST(Cache, WhoseValuesAreNotFiniteIsRefused) {
  std::string bytes = cache_of("1 1:0.3333333333333333 2:1e-20\n-1 1:1\n");
  const cache::BlockHead head = head_of(bytes);
  ASSERT_EQ(head.value_coding, cache::ValueCoding::binary64);
  const double inf = std::numeric_limits<double>::infinity();
  caches::write(bytes, cache::kHeadSize + static_cast<std::size_t>(cache::sections_of(head).values), &inf, sizeof inf);
  caches::reseal(bytes);
  EXPECT_TRUE(is_refusal(read_cache(bytes)));
}

TEST(Dataset, LooksAtTheRowsOfACacheAgainWhereMemoryIsTooSmall) {
  const std::string bytes = cache_of(made_text(7, 2, 100000, 300));
  Labels labels = Labels::collect(), other = Labels::collect();
  ReadOptions options;
  const auto whole = or_throw(Dataset::read(*or_throw(open_cache_bytes(bytes, "t.nvk", options, labels)), labels, std::uint64_t{1} << 30U));
  for (const std::uint64_t memory : {whole.memory() - whole.memory() / 4, whole.memory() - whole.memory() / 8}) {
    other = Labels::collect();
    const auto part = or_throw(Dataset::read(*or_throw(open_cache_bytes(bytes, "t.nvk", options, other)), other, memory));
    EXPECT_FALSE(part.in_memory());
    EXPECT_LE(part.memory(), memory);
    ASSERT_EQ(part.size(), whole.size());
    EXPECT_EQ(part.max_sqnorm().to_double(), whole.max_sqnorm().to_double());
    Rng rng(1, 2);
    for (std::size_t k = 0; k < 2 * whole.size(); ++k) {
      const std::size_t row = k < whole.size() ? k : static_cast<std::size_t>(k % 100 == 0 ? rng.below(whole.size()) : k - whole.size());
      const ExampleView a = whole[row], b = part[row];
      ASSERT_EQ(a.y, b.y);
      ASSERT_EQ(a.x.dense(), b.x.dense());
      ASSERT_TRUE(std::equal(a.x.value, a.x.value + a.x.size, b.x.value, b.x.value + b.x.size)) << row;
      ASSERT_TRUE(a.x.dense() || std::equal(a.x.index, a.x.index + a.x.size, b.x.index)) << row;
      if (k % 1000 == 0) {
        ASSERT_EQ(whole.where(row), part.where(row));
      }
    }
    EXPECT_FALSE(part.failed());
  }
}

// The levels that this CPU has, besides the plain loops.
std::vector<const cache::Unpacking*> fast_levels() {
  std::vector<const cache::Unpacking*> levels;
#if defined(__x86_64__)
  if (cache::avx2_unpacking() != nullptr && __builtin_cpu_supports("avx2")) levels.push_back(cache::avx2_unpacking());
  if (cache::avx512_unpacking() != nullptr && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512vbmi"))
    levels.push_back(cache::avx512_unpacking());
#endif
  return levels;
}

struct PackedNumbers {
  const unsigned char* bytes;
  std::size_t n;
  unsigned bits, places;
};

// With base 0, so that narrow entries have zeros among them, and with one that leaves none.
void expect_unpacking_at_once(const cache::Unpacking& fast, const PackedNumbers& packed) {
  const cache::Unpacking& plain = cache::plain_unpacking();
  std::vector<std::uint32_t> whole(packed.n);
  std::vector<double> a(packed.n), b(packed.n), c(packed.n);
  for (const std::uint32_t base : {0U, 1U}) {
    plain.unpack(packed.bytes, packed.n, packed.bits, base, whole.data());
    const bool no_zeros = plain.scale(whole.data(), packed.n, packed.places, a.data());
    ASSERT_EQ(plain.unpack_scaled(packed.bytes, packed.n, packed.bits, base, packed.places, b.data()), no_zeros);
    ASSERT_EQ(fast.unpack_scaled(packed.bytes, packed.n, packed.bits, base, packed.places, c.data()), no_zeros);
    ASSERT_EQ(a, b) << packed.bits << " bits, " << packed.places << " places";
    ASSERT_EQ(a, c) << packed.bits << " bits, " << packed.places << " places";
  }
}

void expect_the_plain_bits(const cache::Unpacking& fast) {
  const cache::Unpacking& plain = cache::plain_unpacking();
  Rng rng(11, 0);
  std::vector<unsigned char> bytes(4 * 300 + cache::kSlack + 100);
  for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(rng.below(256));
  for (const std::size_t n : {0U, 1U, 3U, 4U, 5U, 7U, 8U, 9U, 31U, 64U, 257U}) {
    std::vector<std::uint32_t> a(n), b(n);
    for (unsigned bits = 0; bits <= 32; ++bits) {
      if (!cache::is_width(bits)) continue;
      plain.unpack(bytes.data() + bits, n, bits, 77, a.data());
      fast.unpack(bytes.data() + bits, n, bits, 77, b.data());
      ASSERT_EQ(a, b) << bits << " bits, " << n;
      std::fill(b.begin(), b.end(), 0U);
      ASSERT_EQ(fast.unpack_indices(bytes.data() + bits, n, bits, 77, b.data()), plain.descents(a.data(), n)) << bits << " bits, " << n;
      ASSERT_EQ(a, b) << bits << " bits, " << n;
      for (const unsigned places : {0U, 6U, cache::kMostReciprocal + 1}) expect_unpacking_at_once(fast, {bytes.data() + bits, n, bits, places});
    }
    std::vector<unsigned char> codes(n / 8 + 1);
    for (unsigned char& code : codes) code = static_cast<unsigned char>(rng.below(cache::kStepCodes) + 16 * rng.below(cache::kStepCodes));
    ASSERT_LE(cache::steps_size(codes.data(), n)->bytes, bytes.size() - cache::kSlack);
    ASSERT_EQ(plain.steps(codes.data(), bytes.data(), n, a.data()), bytes.data() + cache::steps_size(codes.data(), n)->bytes);
    ASSERT_EQ(fast.steps(codes.data(), bytes.data(), n, b.data()), bytes.data() + cache::steps_size(codes.data(), n)->bytes);
    ASSERT_EQ(a, b);
    for (std::uint32_t& step : a) step %= 1000;
    b = a;
    plain.accumulate(a.data(), n);
    fast.accumulate(b.data(), n);
    ASSERT_EQ(a, b);
    ASSERT_EQ(fast.descents(b.data(), n), 0U);
    for (std::size_t k = 1; k < n; ++k) {
      b = a;
      b[k] = b[k - 1];
      ASSERT_EQ(fast.descents(b.data(), n), 1U) << k;
      ASSERT_EQ(plain.descents(b.data(), n), 1U) << k;
      b[k] = static_cast<std::uint32_t>(rng.next());
      b[k / 2] = static_cast<std::uint32_t>(rng.next());
      ASSERT_EQ(fast.descents(b.data(), n), plain.descents(b.data(), n)) << k;
    }
  }
}

TEST(CacheUnpacking, OfEveryLevelGivesTheSameBits) {
  for (const cache::Unpacking* const fast : fast_levels()) expect_the_plain_bits(*fast);
}

TEST(CacheUnpacking, RoundsQuotientsCorrectlyWithoutDividing) {
  Rng rng(12, 0);
  constexpr std::size_t kNumbers = 200000;
  std::vector<std::uint32_t> whole(kNumbers);
  std::vector<double> a(kNumbers), b(kNumbers);
  for (unsigned places = 0; places <= cache::kMostPlaces; ++places) {
    for (std::size_t k = 0; k < kNumbers; ++k) {
      const std::uint64_t most = std::uint64_t{1} << (1 + k % 32);
      whole[k] = static_cast<std::uint32_t>(k < 4000 ? k - 2000 : rng.below(most));
    }
    const std::size_t n = kNumbers - places;
    for (const bool zeros : {true, false}) {
      if (!zeros) std::replace(whole.begin(), whole.end(), std::uint32_t{0}, std::uint32_t{7});
      ASSERT_EQ(cache::plain_unpacking().scale(whole.data(), n, places, a.data()), !zeros);
      for (const cache::Unpacking* const fast : fast_levels()) {
        b = a;
        std::fill_n(b.begin(), n, -1.0);
        ASSERT_EQ(fast->scale(whole.data(), n, places, b.data()), !zeros);
        ASSERT_EQ(a, b) << places;
      }
    }
  }
}

}  // namespace
}  // namespace novikoff::cache_test
