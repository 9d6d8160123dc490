#include "cache_encode.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <optional>

#include "cache_unpack.hpp"

namespace novikoff::cache {
namespace {

void put_leb(std::string& out, std::uint64_t value) {
  for (; value >= 0x80U; value >>= 7U) out += static_cast<char>(value | 0x80U);
  out += static_cast<char>(value);
}

// The narrowest packing of numbers that lie between `low` and `high` as unsigned differences.
Packed packing(std::uint32_t low, std::uint32_t high) noexcept {
  const auto bits = static_cast<unsigned>(std::bit_width(high - low));
  return {low, static_cast<std::uint8_t>(bits <= kMostNarrowBits ? bits : 32)};
}

template <class Number>
Packed packing_of(const std::vector<Number>& all) {
  if (all.empty()) return {};
  const auto [low, high] = std::minmax_element(all.begin(), all.end());
  return packing(static_cast<std::uint32_t>(*low), static_cast<std::uint32_t>(*high));
}

template <class Number>
std::string pack(const std::vector<Number>& all, Packed packed) {
  std::string out;
  out.reserve(static_cast<std::size_t>(packed_size(all.size(), packed.bits)) + 8);
  std::uint64_t word = 0;
  unsigned filled = 0;
  for (const Number number : all) {
    word |= std::uint64_t{static_cast<std::uint32_t>(number) - packed.base} << filled;
    for (filled += packed.bits; filled >= 8; filled -= 8, word >>= 8U) out += static_cast<char>(word);
  }
  if (filled > 0) out += static_cast<char>(word);
  return out;
}

bool is_float(double value) noexcept {
  return std::fabs(value) <= double{std::numeric_limits<float>::max()} && static_cast<double>(static_cast<float>(value)) == value;
}

}  // namespace

bool BlockEncoder::is_beyond(const Block& block, std::size_t row) const {
  if (!as_written_) return false;
  const FeatureView x = block.features(row);
  for (std::size_t k = 0; k < x.size; ++k) {
    if (x.value[k] != 0 && std::isfinite(x.value[k])) continue;
    const std::string_view text = block.value_text(row, k);
    if (text == "0") continue;
    const std::optional<Decimal> decimal = parse_decimal(text);
    if (decimal && !decimal->digits.empty()) return true;
  }
  return false;
}

Status BlockEncoder::add(const Block& block, std::size_t row, std::uint32_t label, std::uint64_t width) {
  const FeatureView x = block.features(row);
  if (x.size >= std::numeric_limits<std::uint32_t>::max()) return ErrorInfo{ErrorCode::usage, "a row has more values than caches take", {}, {}, {}};
  if (rows_.empty()) width_before_ = width_;
  const auto number = static_cast<std::uint32_t>(rows_.size());
  if (width > width_) growths_.push_back({width_ = width, number, 0});
  const RowPlace place = block.place(row);
  const bool follows = !runs_.empty() && runs_.back().source == place.file && runs_.back().line + (number - runs_.back().row) == place.line;
  if (!follows) runs_.push_back({number, place.file, place.line});
  const std::size_t before = values_.size();
  if (is_beyond(block, row)) {
    beyond_ = true;
    for (std::size_t k = 0; k < x.size; ++k) {
      const std::string_view text = block.value_text(row, k);
      if (x.value[k] == 0 && parse_decimal(text)->digits.empty()) continue;
      indices_.push_back(x.dense() ? static_cast<std::uint32_t>(k) : x.index[k]);
      add_value(x.value[k], text);
    }
    rows_.push_back({static_cast<std::uint32_t>(values_.size() - before), label, true});
    return {};
  }
  canonical_.clear();
  if (canonical_.add_row(place, 0, {x.index, x.index == nullptr ? 0 : x.size}, {x.value, x.size}) >= 0)
    return ErrorInfo{ErrorCode::internal, "a row has a feature twice", {}, {}, {}};
  const FeatureView kept = canonical_.features(0);
  add_canonical(block, row, kept);
  rows_.push_back({static_cast<std::uint32_t>(kept.size), label, !kept.dense()});
  return {};
}

// The row's values as learners see them, each with the text that it was written as: mentions ascend, and zeros may be missing or come in between.
void BlockEncoder::add_canonical(const Block& block, std::size_t row, const FeatureView& x) {
  const FeatureView mentioned = block.features(row);
  if (!x.dense()) indices_.insert(indices_.end(), x.index, x.index + x.size);
  std::size_t mention = 0;
  for (std::size_t k = 0; k < x.size; ++k) {
    if (x.value[k] == 0) {
      add_value(x.value[k], "0");
      continue;
    }
    const auto feature = x.dense() ? static_cast<std::uint32_t>(k) : x.index[k];
    while (mentioned.index[mention] != feature) ++mention;
    add_value(x.value[k], block.value_text(row, mention));
  }
}

void BlockEncoder::add_value(double value, std::string_view text) {
  // Far above the subnormal numbers, which have fewer digits than others; and below whole numbers that to_text may write with all digits of the double.
  constexpr double kLeastSure = 1e-290, kMostSure = 1e15;
  std::optional<ScaledDecimal> scaled;
  if (value == 0)
    scaled = std::signbit(value) ? std::nullopt : std::optional(ScaledDecimal{});
  else
    scaled = as_written_ ? scaled_decimal(text) : scaled_double(value, double_places_);
  const bool sure =
      !as_written_ || (value == 0 && !beyond_) || (scaled && scaled->digits <= kSureDigits && std::fabs(value) >= kLeastSure && std::fabs(value) < kMostSure);
  if (!sure) note_long(value, text);
  scalable_ = scalable_ && scaled;
  if (scalable_) {
    scaled_.push_back(*scaled);
    places_ = std::max(places_, scaled->places);
  }
  narrow_ = narrow_ && is_float(value);
  values_.push_back(value);
}

// Keeps the decimal if it is not the shortest one of its double.
void BlockEncoder::note_long(double value, std::string_view text) {
  const std::optional<Decimal> decimal = parse_decimal(text);
  if (!decimal || decimal->digits.empty()) return;
  if (value != 0 && std::isfinite(value) && compare(*decimal, *parse_decimal(to_text(value))) == 0) return;
  put_leb(decimals_, values_.size() - behind_decimal_);
  behind_decimal_ = values_.size() + 1;
  ++n_decimals_;
  const std::int64_t e = decimal->exponent;
  put_leb(decimals_, e < 0 ? static_cast<std::uint64_t>(-e) * 2 - 1 : static_cast<std::uint64_t>(e) * 2);
  put_leb(decimals_, decimal->digits.size() * 2 + (decimal->negative ? 1 : 0));
  if (decimal->digits.size() <= kLebDigits)
    put_leb(decimals_, *parse_unsigned(decimal->digits));
  else
    decimals_ += decimal->digits;
}

// The values as whole numbers of 32 bits with one power of ten, if they fit.
bool BlockEncoder::scale(BlockHead& head, std::vector<std::uint32_t>& whole) const {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  if (!scalable_ || beyond_) return false;
  std::int64_t low = kMost, high = -kMost;
  whole.clear();
  for (const ScaledDecimal& value : scaled_) {
    std::int64_t m = value.m;
    for (unsigned k = value.places; k < places_ && m != 0; ++k) {
      if (std::abs(m) > kMost) return false;
      m *= 10;
    }
    if (std::abs(m) > kMost) return false;
    low = std::min(low, m);
    high = std::max(high, m);
    whole.push_back(static_cast<std::uint32_t>(static_cast<std::int32_t>(m)));
  }
  head.values = whole.empty()
                    ? Packed{}
                    : packing(static_cast<std::uint32_t>(static_cast<std::int32_t>(low)), static_cast<std::uint32_t>(static_cast<std::int32_t>(high)));
  head.places = static_cast<std::uint8_t>(places_);
  return true;
}

std::string BlockEncoder::encode_values(BlockHead& head) const {
  std::vector<std::uint32_t> whole;
  const std::uint64_t plain = values_.size() * (narrow_ && !beyond_ ? 4 : 8);
  if (scale(head, whole) && packed_size(whole.size(), head.values.bits) <= plain) {
    head.value_coding = ValueCoding::scaled;
    return pack(whole, head.values);
  }
  head.values = {};
  head.places = 0;
  std::string out;
  head.value_coding = narrow_ && !beyond_ ? ValueCoding::binary32 : ValueCoding::binary64;
  for (const double value : values_) {
    if (head.value_coding == ValueCoding::binary32)
      put(out, static_cast<float>(value));
    else
      put(out, value);
  }
  return out;
}

// A row's first index, then each one's distance from the one before, less 1: four together in as few bits as they need.
std::string BlockEncoder::encode_steps() const {
  std::vector<std::uint32_t> all;
  for (const Row& row : rows_) {
    if (!row.sparse) continue;
    const std::size_t first = all.size();
    for (std::size_t k = first; k < first + row.size; ++k) all.push_back(k == first ? indices_[k] : indices_[k] - indices_[k - 1] - 1);
  }
  std::string codes(static_cast<std::size_t>(step_codes_size(all.size())), '\0'), steps;
  for (std::size_t k = 0; k < all.size(); k += 4) {
    const std::vector<std::uint32_t> four(all.begin() + static_cast<std::ptrdiff_t>(k), all.begin() + static_cast<std::ptrdiff_t>(std::min(k + 4, all.size())));
    unsigned code = 0;
    while (step_bits(code) < 32 && *std::max_element(four.begin(), four.end()) >> step_bits(code) != 0) ++code;
    codes[k / 8] = static_cast<char>(static_cast<unsigned char>(codes[k / 8]) | code << (k / 4 % 2 * 4));
    std::string packed = pack(four, {0, static_cast<std::uint8_t>(step_bits(code))});
    packed.resize(step_bits(code) / 2, '\0');
    steps += packed;
  }
  return codes + steps;
}

std::string BlockEncoder::encode_indices(BlockHead& head, std::uint64_t value_bytes) const {
  std::string out = encode_steps();
  const Packed packed = packing_of(indices_);
  // Packed indices are decoded faster, so steps must make the whole a quarter smaller.
  const std::uint64_t with_packed = packed_size(indices_.size(), packed.bits) + value_bytes;
  head.index_coding = 4 * (out.size() + value_bytes) <= 3 * with_packed ? IndexCoding::steps : IndexCoding::packed;
  if (head.index_coding == IndexCoding::packed) {
    head.indices = packed;
    out = pack(indices_, packed);
  }
  head.index_bytes = out.size();
  return out;
}

void BlockEncoder::encode_rows(BlockHead& head, std::string& sizes, std::string& forms, std::string& labels) const {
  std::vector<std::uint32_t> size, label;
  std::vector<std::uint8_t> sparse;
  for (const Row& row : rows_) {
    size.push_back(row.size);
    label.push_back(row.label);
    sparse.push_back(row.sparse ? 1 : 0);
  }
  const auto n_sparse = static_cast<std::size_t>(std::count(sparse.begin(), sparse.end(), 1));
  head.rows = static_cast<std::uint32_t>(rows_.size());
  head.forms = n_sparse == 0 ? Forms::dense : n_sparse == rows_.size() ? Forms::sparse : Forms::mixed;
  head.sizes = packing_of(size);
  head.labels = packing_of(label);
  sizes = pack(size, head.sizes);
  labels = pack(label, head.labels);
  if (head.forms == Forms::mixed) forms = pack(sparse, {0, 1});
}

std::string BlockEncoder::finish() {
  BlockHead head;
  std::string sizes, forms, labels;
  encode_rows(head, sizes, forms, labels);
  const std::string values = encode_values(head), indices = encode_indices(head, values.size());
  head.flags = beyond_ ? kRowsAsWritten : 0;
  head.n_values = values_.size();
  head.n_sparse = indices_.size();
  head.width_before = width_before_;
  head.width_after = width_;
  head.growths = static_cast<std::uint32_t>(growths_.size());
  head.runs = static_cast<std::uint32_t>(runs_.size());
  head.decimals = n_decimals_;
  head.decimal_bytes = decimals_.size();
  std::string growths, runs, out;
  for (const Growth& growth : growths_) put(growths, growth);
  for (const Run& run : runs_) put(runs, run);
  head.write(out);
  for (const std::string* section : std::initializer_list<const std::string*>{&sizes, &forms, &labels, &indices, &values, &growths, &runs, &decimals_}) {
    out += *section;
    pad(out, 8);
  }
  out.append(kSlack, '\0');
  pad(out, kAlign);
  *this = [&] {
    BlockEncoder next(as_written_);
    next.width_ = width_;
    next.double_places_ = double_places_;
    return next;
  }();
  return out;
}

}  // namespace novikoff::cache
