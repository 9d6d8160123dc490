#include "cache_block.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cache_unpack.hpp"

namespace novikoff::cache {
namespace {

constexpr std::uint64_t kMostCount = std::uint64_t{1} << 48U;  // below it no size in bytes overflows

constexpr const char* kNotAscending = "the indices of a row do not ascend";

// LEB128; false at the end of the bytes or beyond 64 bits.
bool take_leb(const unsigned char*& p, const unsigned char* end, std::uint64_t& value) noexcept {
  value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (p == end) return false;
    const std::uint64_t byte = *p++;
    value |= (byte & 0x7fU) << shift;
    if (byte < 0x80U) return shift < 63 || byte <= 1;
  }
  return false;
}

}  // namespace

const char* DecodedBlock::check_head(const Limits& limits) const {
  const BlockHead& head = head_;
  if (head.rows == 0 || head.rows > limits.rows) return "the number of rows is wrong";
  if (head.n_values > std::min(limits.values, kMostCount) || head.n_sparse > std::min(limits.sparse, head.n_values)) return "the number of values is wrong";
  if (head.forms > Forms::mixed || head.index_coding > IndexCoding::steps || head.value_coding > ValueCoding::binary64 || head.places > kMostPlaces ||
      head.flags > kRowsAsWritten)
    return "a coding is unknown";
  for (const Packed& array : {head.sizes, head.labels, head.indices, head.values})
    if (!is_width(array.bits)) return "a number of bits is wrong";
  if (head.index_bytes > kMostCount || head.decimal_bytes > kMostCount || head.decimals > head.n_values || (head.decimals == 0) != (head.decimal_bytes == 0))
    return "the size of a section is wrong";
  if (head.index_coding == IndexCoding::packed && head.index_bytes != packed_size(head.n_sparse, head.indices.bits)) return "the size of the indices is wrong";
  if (head.index_coding == IndexCoding::steps && head.index_bytes < step_codes_size(head.n_sparse)) return "the size of the indices is wrong";
  if (head.as_written() && (head.forms != Forms::sparse || head.value_coding != ValueCoding::binary64)) return "rows as written are of another form";
  if (head.runs == 0) return "there are no lines";
  return nullptr;
}

const char* DecodedBlock::decode(Bytes bytes, const Limits& limits) {
  bytes_ = bytes;
  n_sources_ = limits.sources;
  rows_.clear();
  if (bytes.size() < kBlockHeadSize) return "the block is too short";
  head_ = BlockHead::read(bytes.data());
  if (const char* fault = check_head(limits)) return fault;
  at_ = sections_of(head_);
  if (at_.size + kSlack > bytes.size()) return "the block is too short";
  if (const char* fault = decode_rows(limits)) return fault;
  if (const char* fault = decode_indices()) return fault;
  decode_values();
  return check_growths(limits);
}

// The sizes must add up to the numbers of values, so that no row reaches beyond them.
const char* DecodedBlock::decode_rows(const Limits& limits) {
  const unsigned char* const bytes = bytes_.data();
  const std::size_t n = head_.rows;
  scratch_.resize(2 * n);
  std::uint32_t* const sizes = scratch_.data();
  std::uint32_t* const labels = sizes + n;
  unpacking().unpack(bytes + at_.sizes, n, head_.sizes.bits, head_.sizes.base, sizes);
  unpacking().unpack(bytes + at_.labels, n, head_.labels.bits, head_.labels.base, labels);
  rows_.resize(n);
  std::uint64_t value = 0, index = 0;
  std::uint32_t last_label = 0;
  for (std::size_t r = 0; r < n; ++r) {
    const bool sparse = head_.forms == Forms::mixed ? packed_entry(bytes + at_.forms, r, 1) != 0 : head_.forms == Forms::sparse;
    rows_[r] = {static_cast<std::size_t>(value), sparse ? static_cast<std::size_t>(index) : DecodedRow::kDense, sizes[r], labels[r]};
    value += sizes[r];
    index += sparse ? sizes[r] : 0;
    last_label = std::max(last_label, labels[r]);
  }
  if (value != head_.n_values || index != head_.n_sparse) return "the sizes of the rows do not add up";
  return last_label < limits.labels ? nullptr : "a label is unknown";
}

const char* DecodedBlock::decode_indices() {
  const std::size_t n = static_cast<std::size_t>(head_.n_sparse);
  indices_.resize(n);
  if (head_.index_coding == IndexCoding::steps) return decode_steps();
  const std::size_t descents = unpacking().unpack_indices(bytes_.data() + at_.indices, n, head_.indices.bits, head_.indices.base, indices_.data());
  // Indices descend nowhere but where another row begins.
  std::size_t between_rows = 0;
  for (const DecodedRow& row : rows_)
    if (row.index != DecodedRow::kDense && row.size > 0 && row.index > 0) between_rows += indices_[row.index - 1] >= indices_[row.index] ? 1 : 0;
  return descents == between_rows ? nullptr : kNotAscending;
}

// Some steps at a time, so that they are still near when they become indices.
const char* DecodedBlock::decode_steps() {
  constexpr std::size_t kAtOnce = 512;  // a multiple of 8, so that each part begins with a byte of codes
  const std::size_t n = static_cast<std::size_t>(head_.n_sparse);
  const std::uint64_t codes_size = step_codes_size(head_.n_sparse);
  scratch_.resize(static_cast<std::size_t>(codes_size / 4 + 1));
  // A copy, so that what was measured is what is followed.
  auto* const codes = reinterpret_cast<unsigned char*>(scratch_.data());
  const unsigned char* bytes = bytes_.data() + at_.indices;
  std::memcpy(codes, bytes, static_cast<std::size_t>(codes_size));
  const std::optional<StepsSize> size = steps_size(codes, head_.n_sparse);
  if (!size || codes_size + size->bytes != head_.index_bytes) return "the steps of the indices do not add up";
  bytes += codes_size;
  std::size_t decoded = 0;
  for (const DecodedRow& row : rows_) {
    if (row.index == DecodedRow::kDense) continue;
    while (decoded < row.index + row.size) {
      const std::size_t some = std::min(kAtOnce, n - decoded);
      bytes = unpacking().steps(codes + decoded / 8, bytes, some, indices_.data() + decoded);
      decoded += some;
    }
    std::uint32_t* const indices = indices_.data() + row.index;
    unpacking().accumulate(indices, row.size);
    // Steps are not negative: indices ascend unless they pass 32 bits.
    const bool may_pass = size->most_bits == 32 || row.size >= std::uint64_t{1} << (32 - size->most_bits - 1);
    if (may_pass && unpacking().descents(indices, row.size) != 0) return kNotAscending;
  }
  return nullptr;
}

void DecodedBlock::decode_values() {
  const std::size_t n = static_cast<std::size_t>(head_.n_values);
  const unsigned char* const bytes = bytes_.data() + at_.values;
  no_zeros_ = false;
  if (head_.value_coding == ValueCoding::binary64 && reinterpret_cast<std::uintptr_t>(bytes) % alignof(double) == 0) {
    values_ = reinterpret_cast<const double*>(bytes);
    return;
  }
  own_values_.resize(n);
  double* const values = own_values_.data();
  values_ = values;
  switch (head_.value_coding) {
    case ValueCoding::binary64:
      if (n > 0) std::memcpy(values, bytes, 8 * n);
      return;
    case ValueCoding::binary32:
      for (std::size_t k = 0; k < n; ++k) values[k] = static_cast<double>(get<float>(bytes + 4 * k));
      return;
    case ValueCoding::scaled:
      break;
  }
  no_zeros_ = unpacking().unpack_scaled(bytes, n, head_.values.bits, head_.values.base, head_.places, values);
}

// Rows may be as wide as the features named so far, and these grow.
const char* DecodedBlock::check_growths(const Limits& limits) const {
  std::uint64_t width = head_.width_before;
  std::uint32_t next = 0;
  for (std::uint32_t r = 0; r < head_.rows; ++r) {
    if (next < head_.growths && growth(next).row == r) {
      const std::uint64_t grown = growth(next++).width;
      if (grown <= width) return "the number of features does not grow";
      width = grown;
    }
    if (features(r).width() > width) return "a row has an index beyond the number of features";
  }
  if (next != head_.growths || width != head_.width_after || width > limits.n_features) return "the number of features is wrong";
  for (std::uint32_t k = 0; k < head_.runs; ++k) {
    const Run now = run(k);
    const bool in_order = k == 0 ? now.row == 0 : now.row > run(k - 1).row && now.row < head_.rows;
    if (!in_order || now.source >= limits.sources) return "the lines of the rows are wrong";
  }
  return nullptr;
}

const char* DecodedBlock::check_canonical() const {
  if (head_.as_written()) return nullptr;  // looked at value by value
  const auto finite = [this](std::size_t from, std::size_t size) {
    bool all = true;
    for (std::size_t k = from; k < from + size; ++k) all = all && std::fabs(values_[k]) <= std::numeric_limits<double>::max();
    return all;
  };
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const FeatureView x = features(r);
    const auto zeros = no_zeros_ ? 0 : static_cast<std::size_t>(std::count(x.value, x.value + x.size, 0.0));
    const bool as_dense = 2 * (x.size - zeros) >= x.width();
    if (x.dense() != as_dense || (x.dense() ? x.size > 0 && x.value[x.size - 1] == 0 : zeros > 0)) return "a row is not of the form that its values have";
    if (head_.value_coding != ValueCoding::scaled && !finite(rows_[r].value, rows_[r].size)) return "a value is not finite";
  }
  return nullptr;
}

void DecodedBlock::advance(Standing& standing, std::uint32_t r) const noexcept {
  while (standing.growths < head_.growths && growth(standing.growths).row <= r) standing.n_features = growth(standing.growths++).width;
  while (standing.runs < head_.runs && (standing.runs == 0 || run(standing.runs).row <= r)) standing.run = run(standing.runs++);
  // The file may change under a mapping: no number of a source is taken on trust.
  standing.place = {standing.run.source < n_sources_ ? standing.run.source : 0, standing.run.line + (r - standing.run.row)};
}

bool DecodedBlock::long_decimals(std::vector<LongDecimal>& all) const {
  all.clear();
  const unsigned char* p = bytes_.data() + at_.decimals;
  const unsigned char* const end = p + head_.decimal_bytes;
  std::uint64_t next = 0;
  for (std::uint64_t k = 0; k < head_.decimals; ++k) {
    std::uint64_t gap = 0, exponent = 0, digits = 0, m = 0;
    if (!take_leb(p, end, gap) || !take_leb(p, end, exponent) || !take_leb(p, end, digits)) return false;
    LongDecimal& entry = all.emplace_back();
    if (gap >= head_.n_values - next) return false;
    entry.position = next + gap;
    next = entry.position + 1;
    entry.decimal.negative = digits % 2 == 1;
    if ((digits /= 2) == 0 || digits > kMaxDecimalDigits || exponent > 4 * (kMaxDecimalExponent + kMaxDecimalDigits)) return false;
    entry.decimal.exponent = static_cast<std::int64_t>(exponent / 2) ^ -static_cast<std::int64_t>(exponent % 2);
    if (digits <= kLebDigits) {
      if (!take_leb(p, end, m)) return false;
      entry.decimal.digits = std::to_string(m);
    } else {
      if (static_cast<std::uint64_t>(end - p) < digits) return false;
      entry.decimal.digits.assign(p, p + digits);
      p += digits;
    }
    const std::string& written = entry.decimal.digits;
    const bool right = written.size() == digits && std::all_of(written.begin(), written.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!right || written.front() == '0' || written.back() == '0') return false;
  }
  return p == end;
}

std::int32_t DecodedBlock::scaled(std::size_t value) const noexcept {
  return static_cast<std::int32_t>(head_.values.base + packed_entry(bytes_.data() + at_.values, value, head_.values.bits));
}

std::uint64_t DecodedBlock::memory(const Limits& limits) noexcept {
  const auto times = [](std::uint64_t n, std::uint64_t bytes) { return n > kMostCount ? kMostCount * 64 : n * bytes; };
  return times(limits.values, 8) + times(limits.sparse, 5) + times(limits.rows, 64);  // of a row: 32, 8 of scratch_, and 17 where it stands in a stretch
}

}  // namespace novikoff::cache
