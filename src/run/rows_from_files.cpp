#include "run/rows_from_files.hpp"

#include <bit>

#include "novikoff/run/digest.hpp"

namespace novikoff {
namespace {

constexpr std::size_t kReadAtOnce = 256;

// A step of a multiplicative hash: both factors are odd, so that no bit is lost.
std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) noexcept {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15U;
  return hash ^ (hash >> 29U);
}

}  // namespace

void RowsHash::add(std::uint64_t row, const FeatureView& x, std::int32_t label) noexcept {
  std::uint64_t hash = mixed(row + 1, x.size);
  for (std::size_t k = 0; k < x.size; ++k) hash = mixed(hash, std::bit_cast<std::uint64_t>(x.value[k]));
  for (std::size_t k = 0; !x.dense() && k < x.size; ++k) hash = mixed(hash, x.index[k]);
  sums_[label == 0 ? 0 : 1] += mixed(hash, 0);
}

ErrorInfo RowsFromFiles::changed() const {
  return {ErrorCode::read_failed, "the data have changed while they were read again and again", {input_.name}, "leave the files alone until the end", {}};
}

Status RowsFromFiles::read(bool with_text, const Take& take) {
  if (!input_.unchanged()) return changed();
  Labels labels = Labels::fixed(facts_.classes.first, facts_.classes.second);
  const Result<std::unique_ptr<Source>> source = input_.open(with_text, labels);
  if (!source) return source.error();
  SourceRows rows(**source, with_text);
  RowsHash hash;
  for (;;) {
    const Result<bool> more = rows.next();
    if (!more) return input_.unchanged() ? more.error() : changed();
    if (!*more) break;
    if (rows.row() >= facts_.size) return changed();
    hash.add(rows.row(), rows.x(), rows.label());
    const Result<bool> taken = take(rows, static_cast<std::int8_t>(labels.y(rows.label())));
    if (!taken) return taken.error();
    if (!*taken) return input_.unchanged() ? Status{} : Status(changed());
  }
  const bool same = rows.rows() == facts_.size && hash.of(0) == facts_.hashes[0] && hash.of(1) == facts_.hashes[1];
  if (!same || !rows.doubles_hold() || !input_.unchanged()) return changed();
  return {};
}

Status RowsFromFiles::pass(const Visit& visit) {
  RowStore some;
  std::vector<double> y;
  std::vector<ExampleView> views;
  std::size_t part = 0;
  std::uint64_t first = 0;
  const auto give = [&] {
    views.clear();
    for (std::size_t k = 0; k < y.size(); ++k) views.push_back({some[k], y[k]});
    if (!views.empty()) visit(part, first, views);
    first += views.size();
    some.clear();
    y.clear();
  };
  const Status status = read(false, [&](const SourceRows& rows, std::int8_t label) -> Result<bool> {
    const std::uint64_t end = part_begin(part + 1, size());
    if (rows.row() == end || y.size() == kReadAtOnce) give();
    while (rows.row() >= part_begin(part + 1, size())) ++part;
    some.append(rows.x());
    y.push_back(label);
    return true;
  });
  if (!status) return status;
  give();
  return {};
}

Result<ExactRows> RowsFromFiles::exact(std::span<const std::uint64_t> wanted) {
  ExactRows::Builder builder(numbers(), bias_value());
  auto next = wanted.begin();
  const Status status = read(numbers() == Numbers::decimal, [&](const SourceRows& rows, std::int8_t y) -> Result<bool> {
    if (next == wanted.end() || rows.row() != *next) return true;
    ++next;
    add_row(builder, rows.x(), y, rows.long_values());
    if (builder.size() % kReadAtOnce == 0 && builder.memory() > memory_)
      return rows.error(ErrorCode::memory_limit,
                        "the rows up to this one, as whole numbers, need more than the " + std::to_string(memory_) + " bytes that --memory allows");
    return true;
  });
  if (!status) return status.error();
  return builder.finish(n_features(), memory_, [](std::int8_t label) { return label; });
}

Status RowsFromFiles::stretches(std::uint64_t values, const Stretch& look) {
  ExactRows::Builder builder(numbers(), bias_value());
  std::uint64_t first = 0, held = 0;
  const auto give = [&]() -> Result<bool> {
    const Result<ExactRows> rows = builder.finish(n_features(), memory_, [](std::int8_t label) { return label; });
    if (!rows) return rows.error();
    builder = ExactRows::Builder(numbers(), bias_value());
    held = 0;
    const bool more = look(first, *rows);
    first += rows->size();
    return more;
  };
  return read(numbers() == Numbers::decimal, [&](const SourceRows& rows, std::int8_t y) -> Result<bool> {
    add_row(builder, rows.x(), y, rows.long_values());
    held += rows.x().size;
    return held < values && rows.row() + 1 < size() ? Result<bool>(true) : give();
  });
}

void RowsHeld::let_go() {
  if (!held_ || !again_) return;
  RowsHash hash;
  for (std::uint64_t row = 0; row < held_->size(); ++row) hash.add(row, (*held_)[row].x, (*held_)[row].y > 0 ? 1 : 0);
  FileFacts facts{held_->size(), held_->n_features(), held_->n_values(), classes_, {hash.of(0), hash.of(1)}, held_->numbers(), held_->bias_value()};
  freed_ += held_->memory();
  held_.reset();
  read_ = std::make_unique<RowsFromFiles>(*std::exchange(again_, std::nullopt), std::move(facts), memory_);
}

std::uint64_t RowsHeld::release() {
  let_go();
  return std::exchange(freed_, 0);
}

// Rows as whole numbers may be the most that a search needs.
Result<ExactRows> RowsHeld::exact(std::span<const std::uint64_t> wanted) {
  Result<ExactRows> found = rows().exact(wanted);
  if (found || found.error().code != ErrorCode::memory_limit || !held_ || !again_) return found;
  let_go();
  return rows().exact(wanted);
}

Result<std::string> RowsFromFiles::sha256() {
  ExactExamplesDigest digest(numbers());
  const Status status = read(numbers() == Numbers::decimal, [&](const SourceRows& rows, std::int8_t y) -> Result<bool> {
    digest.add({rows.x(), static_cast<double>(y)}, rows.long_values());
    return true;
  });
  if (!status) return status.error();
  return digest.hex();
}

}  // namespace novikoff
