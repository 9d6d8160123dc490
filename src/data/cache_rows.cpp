#include "cache_rows.hpp"

#include <algorithm>
#include <cmath>

namespace novikoff {

CacheRows::CacheRows(std::shared_ptr<CacheFile> file, const Labels& labels) : file_(std::move(file)) {
  Labels known = labels;
  for (const std::string& spelling : file_->facts().labels) {
    ErrorInfo unused;
    const std::int32_t id = known.all().empty() ? Labels::kNone : known.intern(spelling, unused);
    y_.push_back(id == Labels::kNone ? std::int8_t{1} : static_cast<std::int8_t>(known.y(id)));
  }
}

ExampleView CacheRows::example(std::uint64_t row) {
  const Window* const found = window(row);
  if (found == nullptr) return {{}, 1};
  const auto r = static_cast<std::size_t>(row - found->first);
  return {found->features(r), static_cast<double>(y_[found->decoded.row(r).label])};
}

Stretch CacheRows::stretch(std::uint64_t row) {
  const Window* const found = window(row, true);
  if (found == nullptr) return {};
  Stretch stretch = found->stretches.at(static_cast<std::size_t>(row - found->first), found->size);
  stretch.arrays.ahead = found->ahead;
  return stretch;
}

void CacheRows::number(std::shared_ptr<const FeatureTable> table) {
  table_ = std::move(table);
  for (Window& window : windows_) window.size = 0;
}

RowPlace CacheRows::place(std::uint64_t row) {
  const Window* const found = window(row);
  if (found == nullptr) return {};
  cache::DecodedBlock::Standing standing = found->decoded.begin();
  found->decoded.advance(standing, static_cast<std::uint32_t>(row - found->first));
  return standing.place;
}

CacheRows::Window* CacheRows::window(std::uint64_t row, bool in_scan) {
  for (std::size_t k = 0; k < kWindows; ++k) {
    Window& window = windows_[(current_ + kWindows - k) % kWindows];
    if (row - window.first < window.size) return &window;
  }
  if (failed_) return nullptr;
  if (!in_scan || !scans_) current_ = (current_ + 1) % kWindows;
  scans_ = in_scan;
  Window& next = windows_[current_];
  next.size = 0;
  if (Status filled = fill(next, file_->block_of(row)); !filled) {
    failed_ = filled.error();
    return nullptr;
  }
  return &next;
}

Status CacheRows::fill(Window& window, std::size_t block) {
  const Result<cache::Bytes> bytes = file_->look(block);
  if (!bytes) return bytes.error();
  const char* fault = window.decoded.decode(*bytes, file_->limits());
  const std::uint64_t first = file_->first_row(block), size = file_->first_row(block + 1) - first;
  if (fault == nullptr && window.decoded.size() != size) fault = "it has another number of rows than the tables say";
  window.anew.clear();
  if (fault == nullptr && window.decoded.head().as_written()) {
    for (std::size_t r = 0; r < window.decoded.size(); ++r) {
      const FeatureView x = window.decoded.features(r);
      const bool finite = std::all_of(x.value, x.value + x.size, [](double value) { return std::isfinite(value); });
      if (!finite || window.anew.add_row({}, 0, {x.index, x.size}, {x.value, x.size}) >= 0) fault = "a value is not finite";
    }
  }
  if (fault != nullptr) return file_->invalid(block, fault);
  if (table_) {
    const auto place = [this](std::uint32_t feature) { return table_->find(feature); };
    window.decoded.renumber(place);
    window.anew.renumber(place);
  }
  window.stretches.assign(
      window.decoded.size(), [&](std::size_t r) { return window.features(r); }, [&](std::size_t r) { return y_[window.decoded.row(r).label]; });
  window.ahead = file_->address_behind(block) - reinterpret_cast<std::uintptr_t>(window.decoded.indices());
  window.first = first;
  window.size = size;
  return {};
}

}  // namespace novikoff
