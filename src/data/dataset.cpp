#include "novikoff/data/dataset.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cache_rows.hpp"
#include "novikoff/vec/kernels.hpp"

namespace novikoff {
namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

// ‖x‖², through plain doubles where they neither overflow nor lose bits.
Scaled sqnorm_of(const FeatureView& x) noexcept {
  const double plain = sqnorm(x);
  return plain > 0x1p-900 && std::isfinite(plain) ? Scaled::of(plain) : scaled_sqnorm(x);
}

ErrorInfo row_error(ErrorCode code, std::string message, const Schema& schema, RowPlace place) {
  return {code, std::move(message), {schema.files.empty() ? std::string() : schema.files[place.file], place.line, 0}, {}, {}};
}

}  // namespace

ExampleView Dataset::operator[](std::size_t row) const noexcept {
  if (row < y_.size()) return {rows_[row], static_cast<double>(y_[row])};
  return stored_->example(row);
}

Stretch Dataset::stretch(std::size_t row) const noexcept {
  if (row < y_.size()) return {rows_.stored(row), y_.data() + row, rows_.arrays()};
  return stored_->stretch(row);
}

const std::optional<ErrorInfo>& Dataset::failed() const noexcept {
  static const std::optional<ErrorInfo> never;
  return stored_ ? stored_->failed() : never;
}

RowPlace Dataset::place_of(std::size_t row) const { return row < y_.size() ? places_.of(row) : stored_->place(row); }

Place Dataset::place(std::size_t row) const {
  const RowPlace place = place_of(row);
  if (place.line == 0) return {{}, row + 1, 0};
  return {schema_.files[place.file], place.line, 0};
}

std::string Dataset::where(std::size_t row) const {
  const Place place = this->place(row);
  return (place.file.empty() ? "row " : place.file + ':') + std::to_string(place.line);
}

std::size_t Dataset::memory() const noexcept { return rows_.memory() + y_.capacity() + places_.memory(); }

bool Dataset::append(const FeatureView& x, std::int32_t label, RowPlace place, std::uint64_t memory) {
  const auto free = [&] { return memory - std::min<std::uint64_t>(memory, this->memory()); };
  if (!grow_within(y_, 1, free()) || !places_.add(size(), place, free()) || !rows_.append_within(x, free())) return false;
  y_.push_back(static_cast<std::int8_t>(label));
  note(x);
  return true;
}

void Dataset::note(const FeatureView& x) {
  ++size_;
  const Scaled norm = sqnorm_of(x);
  if (max_sqnorm_ < norm) max_sqnorm_ = norm;
}

void Dataset::map_labels(const Labels& labels) {
  if (labels.all().empty()) return;  // Labels::any: rows without classes
  for (std::int8_t& y : y_) y = static_cast<std::int8_t>(labels.y(y));
  classes_ = labels.classes();
}

Result<Dataset> Dataset::read(Source& source, Labels& labels, std::uint64_t memory) {
  constexpr std::size_t kRows = 4096;
  Dataset data;
  std::shared_ptr<CacheFile> cache = source.cache();
  // Room for the blocks of rows that stay in the file; where there is none they must all be in memory.
  if (cache && CacheRows::memory(*cache) > memory / 2) cache = nullptr;
  const std::uint64_t room = memory - (cache ? CacheRows::memory(*cache) : 0);
  bool full = false;
  for (;;) {
    Result<const Block*> next = source.next(kRows);
    if (!next) return std::move(next.error());
    const Block& block = **next;
    if (block.size() == 0) break;
    for (std::size_t r = 0; r < block.size(); ++r) {
      if (block.label(r) == Labels::kNone) return row_error(ErrorCode::label_missing, "the row has no label", source.schema(), block.place(r));
      full = full || !data.append(block.features(r), block.label(r), block.place(r), room);
      if (full && cache)
        data.note(block.features(r));
      else if (full)
        return row_error(ErrorCode::memory_limit, "the examples up to this row need more than the " + std::to_string(memory) + " bytes that --memory allows",
                         source.schema(), block.place(r));
    }
  }
  data.schema_ = source.schema();
  const std::string file = data.schema_.files.size() == 1 ? data.schema_.files.front() : std::string();
  if (data.size() == 0) return with_header_hint({ErrorCode::no_rows, "no rows", {file}, {}, {}}, data.schema_.names);
  if (Status status = labels.resolve(); !status) {
    if (status.error().where.file.empty()) status.error().where.file = file;
    return with_header_hint(std::move(status.error()), data.schema_.names);
  }
  data.map_labels(labels);
  if (full) data.stored_ = std::make_shared<CacheRows>(std::move(cache), labels);
  return data;
}

Dataset Dataset::from_examples(const std::vector<ExampleView>& rows, std::uint64_t n_features) {
  Dataset data;
  Block block;
  for (const ExampleView& example : rows) {
    block.clear();
    block.begin_row({});
    for (std::size_t k = 0; k < example.x.size; ++k) block.add(example.x.dense() ? static_cast<std::uint32_t>(k) : example.x.index[k], example.x.value[k]);
    if (block.end_row(0) < 0) data.append(block.features(0), example.y > 0 ? 1 : -1, {}, kNoLimit);
  }
  data.schema_.n_features = n_features;
  return data;
}

}  // namespace novikoff
