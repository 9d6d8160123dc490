#include "novikoff/data/places.hpp"

#include <algorithm>

#include "novikoff/core/row_store.hpp"

namespace novikoff {

bool Places::add(std::size_t row, RowPlace place, std::uint64_t free) {
  if (place.line == 0) return true;
  if (!runs_.empty() && runs_.back().place.file == place.file && runs_.back().place.line + (row - runs_.back().row) == place.line) return true;
  if (!grow_within(runs_, 1, free)) return false;
  runs_.push_back({row, place});
  return true;
}

RowPlace Places::of(std::size_t row) const noexcept {
  if (runs_.empty()) return {};
  const auto behind = std::upper_bound(runs_.begin(), runs_.end(), row, [](std::size_t r, const Run& run) { return r < run.row; });
  const Run& run = *(behind - 1);
  return {run.place.file, run.place.line + (row - run.row)};
}

Place Places::place(std::size_t row, const Schema& schema) const {
  if (runs_.empty()) return {{}, row + 1, 0};
  const RowPlace place = of(row);
  return {schema.files[place.file], place.line, 0};
}

std::string Places::where(std::size_t row, const Schema& schema) const {
  const Place place = this->place(row, schema);
  return (place.file.empty() ? "row " : place.file + ':') + std::to_string(place.line);
}

}  // namespace novikoff
