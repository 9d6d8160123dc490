#include "novikoff/data/block.hpp"

#include <algorithm>
#include <functional>

#include "novikoff/core/number.hpp"

namespace novikoff {

void Block::clear() noexcept {
  put(0, 0);
  rows_.clear();
  values_.clear();
  indices_.clear();
  text_.clear();
  value_texts_.clear();
  lend(nullptr, nullptr);
}

void Block::begin_row(RowPlace place) {
  Row& row = rows_.emplace_back();
  row.value = values_.size();
  row.index = indices_.size();
  row.label_text = text_.size();  // until the row ends: where its text begins
  row.place = place;
}

void Block::add(std::uint32_t index, double value, std::string_view text) {
  indices_.push_back(index);
  values_.push_back(value);
  value_texts_.push_back({text_.size(), text.size()});
  text_ += text;
}

void Block::keep(double value) {
  const std::size_t begin = text_.size();
  append_text(text_, value);
  value_texts_.push_back({begin, text_.size() - begin});
}

std::int64_t Block::end_row(std::int32_t label, std::string_view label_text) {
  Row& row = rows_.back();
  const auto first = indices_.begin() + static_cast<std::ptrdiff_t>(row.index);
  if (std::adjacent_find(first, indices_.end(), std::greater_equal<>()) != indices_.end()) {
    sort(row);
    const auto twice = std::adjacent_find(first, indices_.end());
    if (twice != indices_.end()) return *twice;
  }
  row.label = label;
  if (keep_text_) {
    row.label_text = text_.size();
    row.label_text_size = label_text.size();
    text_ += label_text;
    row.size = values_.size() - row.value;
    if (row.size == 0) row.index = kDense;  // the empty row has one form
  } else {
    finish(row);
  }
  return -1;
}

std::int64_t Block::add_row(RowPlace place, std::int32_t label, std::span<const std::uint32_t> index, std::span<const double> value) {
  begin_row(place);
  // Most rows that mention every feature are dense: their indices are not even copied.
  bool increasing = true;
  for (std::size_t k = 1; k < index.size(); ++k) increasing = increasing && index[k - 1] < index[k];
  if (increasing && !index.empty() && index.back() == index.size() - 1) {
    std::size_t size = value.size();
    while (size > 0 && value[size - 1] == 0) --size;
    const auto zeros = std::count(value.begin(), value.begin() + static_cast<std::ptrdiff_t>(size), 0.0);
    if (2 * (size - static_cast<std::size_t>(zeros)) >= size) {
      values_.insert(values_.end(), value.begin(), value.begin() + static_cast<std::ptrdiff_t>(size));
      Row& row = rows_.back();
      row.index = kDense;
      row.size = size;
      row.label = label;
      return -1;
    }
  }
  indices_.insert(indices_.end(), index.begin(), index.end());
  values_.insert(values_.end(), value.begin(), value.end());
  const std::int64_t twice = end_row(label);
  if (twice >= 0) drop_row();
  return twice;
}

void Block::add_sorted(RowPlace place, std::int32_t label, std::span<const std::uint32_t> index, std::span<const double> value) {
  begin_row(place);
  Row& row = rows_.back();
  const std::size_t width = index.empty() ? 0 : std::size_t{index.back()} + 1;
  const bool dense = 2 * index.size() >= width;
  values_.insert(values_.end(), value.begin(), value.end());
  row.label = label;
  row.size = value.size();
  if (dense && width == index.size()) {
    row.index = kDense;
    return;
  }
  indices_.insert(indices_.end(), index.begin(), index.end());
  if (!dense) return;
  make_dense(row, width);
  row.size = width;
}

void Block::append(const Block& other, std::size_t row) {
  const Row& from = other.rows_[row];
  Row& to = rows_.emplace_back(from);
  to.place = other.place(row);
  to.n_features = other.n_features(row);
  to.value = values_.size();
  const auto copy = [&from](auto& all, const auto& others, std::size_t begin) {
    const auto first = others.begin() + static_cast<std::ptrdiff_t>(begin);
    all.insert(all.end(), first, first + static_cast<std::ptrdiff_t>(from.size));
  };
  copy(values_, other.values_, from.value);
  if (from.index != kDense) {
    to.index = indices_.size();
    copy(indices_, other.indices_, from.index);
  }
  if (!keep_text_) return;
  for (std::size_t k = 0; k < from.size; ++k) {
    const std::string_view text = other.value_text(row, k);
    value_texts_.push_back({text_.size(), text.size()});
    text_ += text;
  }
  to.label_text = text_.size();
  text_ += other.label_text(row);
}

// Sorts by index, stably. Rare: writers of such files sort.
void Block::sort(const Row& row) {
  const std::size_t size = values_.size() - row.value;
  std::vector<std::size_t> order(size);
  for (std::size_t k = 0; k < size; ++k) order[k] = k;
  const std::uint32_t* index = indices_.data() + row.index;
  std::stable_sort(order.begin(), order.end(), [index](std::size_t a, std::size_t b) { return index[a] < index[b]; });
  const auto permute = [&order](auto& all, std::size_t begin) {
    const std::vector old(all.begin() + static_cast<std::ptrdiff_t>(begin), all.end());
    for (std::size_t k = 0; k < old.size(); ++k) all[begin + k] = old[order[k]];
  };
  permute(indices_, row.index);
  permute(values_, row.value);
  if (keep_text_) permute(value_texts_, row.value);
}

void Block::drop_zeros(const Row& row) {
  std::size_t kept = 0;
  const std::size_t size = values_.size() - row.value;
  for (std::size_t k = 0; k < size; ++k) {
    if (values_[row.value + k] == 0) continue;
    values_[row.value + kept] = values_[row.value + k];
    indices_[row.index + kept] = indices_[row.index + k];
    ++kept;
  }
  values_.resize(row.value + kept);
  indices_.resize(row.index + kept);
}

// From sorted features to the canonical form. A row that mentions every feature up to its last is dense as it stands,
// zeros included: nothing is copied.
void Block::finish(Row& row) {
  const double* value = values_.data() + row.value;
  std::size_t size = values_.size() - row.value;
  const std::size_t non_zeros = size - static_cast<std::size_t>(std::count(value, value + size, 0.0));
  while (size > 0 && value[size - 1] == 0) --size;
  values_.resize(row.value + size);
  indices_.resize(row.index + size);
  const std::size_t width = size == 0 ? 0 : std::size_t{indices_.back()} + 1;
  const bool dense = 2 * non_zeros >= width;
  if (dense && width == size) {
    indices_.resize(row.index);
    row.index = kDense;
  } else {
    if (non_zeros != size) drop_zeros(row);
    if (dense) make_dense(row, width);
  }
  row.size = values_.size() - row.value;
}

// Spreads the sorted non-zeros over `width` places, from the last so that none is overwritten before it has moved.
void Block::make_dense(Row& row, std::size_t width) {
  std::size_t k = values_.size() - row.value;
  values_.resize(row.value + width);
  double* value = values_.data() + row.value;
  const std::uint32_t* index = indices_.data() + row.index;
  for (std::size_t j = width; j-- > 0;) value[j] = k > 0 && index[k - 1] == j ? value[--k] : 0;
  indices_.resize(row.index);
  row.index = kDense;
}

void Block::drop_row() noexcept {
  const Row& row = rows_.back();
  values_.resize(row.value);
  indices_.resize(row.index);
  text_.resize(row.label_text);
  if (keep_text_) value_texts_.resize(row.value);
  rows_.pop_back();
}

FeatureView Block::features(std::size_t row) const noexcept {
  const Row& r = rows_[row];
  const bool lent = lent_value_ != nullptr;
  return {r.index == kDense ? nullptr : (lent ? lent_index_ : indices_.data()) + r.index, (lent ? lent_value_ : values_.data()) + r.value, r.size};
}

std::string_view Block::label_text(std::size_t row) const noexcept { return std::string_view(text_).substr(rows_[row].label_text, rows_[row].label_text_size); }

std::string_view Block::value_text(std::size_t row, std::size_t k) const noexcept {
  const Slice& slice = value_texts_[rows_[row].value + k];
  return std::string_view(text_).substr(slice.begin, slice.size);
}

std::size_t Block::memory() const noexcept {
  return rows_.capacity() * sizeof(Row) + values_.capacity() * sizeof(double) + indices_.capacity() * sizeof(std::uint32_t) + text_.capacity() +
         value_texts_.capacity() * sizeof(Slice);
}

}  // namespace novikoff
