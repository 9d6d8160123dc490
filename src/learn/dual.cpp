#include "novikoff/learn/dual.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "novikoff/vec/kernels.hpp"

namespace novikoff {

GramRows::GramRows(KernelRows& rows, std::uint64_t bytes) : rows_(rows), made_at_use_(rows.size()), slot_of_(rows.size(), kNone) {
  const std::uint64_t fit = bytes / std::max<std::uint64_t>(row_bytes(rows), 1);
  capacity_ = static_cast<std::size_t>(std::clamp<std::uint64_t>(fit, 1, rows.size()));
  constexpr std::uint64_t kFirst = std::uint64_t{1} << 20U;
  const std::uint64_t first = std::max<std::uint64_t>(kFirst / std::max<std::uint64_t>(row_bytes(rows), 1), 2 * kAtOnce);
  room_ = static_cast<std::size_t>(std::min<std::uint64_t>(first, capacity_));
}

const double* GramRows::get(std::size_t row, const std::function<void(std::vector<std::size_t>&)>& soon) {
  if (holds(row)) {
    touch(slot_of_[row]);
    made_at_use_[row] = made_;
    return slots_[slot_of_[row]].values;
  }
  wanted_.assign(1, row);
  if (soon && rows_.better_in_blocks()) soon(wanted_);
  const std::size_t n = std::min({wanted_.size(), kAtOnce, room_});
  for (std::size_t k = 0; k < n; ++k)
    if (made_at_use_[wanted_[k]] != 0) made_again(made_ - made_at_use_[wanted_[k]]);
  double* to[kAtOnce];
  // The one that is needed comes last, so that it is the newest.
  std::reverse(wanted_.begin(), wanted_.begin() + static_cast<std::ptrdiff_t>(n));
  for (std::size_t k = 0; k < n; ++k) to[k] = slots_[take_slot(wanted_[k])].values;
  make(wanted_.data(), n, to);
  // A row that was only guessed at is refused when it is needed, or never.
  for (std::size_t k = 0; k + 1 < n; ++k)
    if (!rows_.kernel().bounded() && !all_finite(to[k], rows_.size())) forget(wanted_[k]);
  return finite(row, to[n - 1]) ? to[n - 1] : nullptr;
}

void GramRows::make(const std::size_t* which, std::size_t n, double* const* to) {
  FeatureView xs[kAtOnce];
  for (std::size_t k = 0; k < n; ++k) xs[k] = rows_.row(which[k]);
  rows_.values(xs, n, to);
  made_ += n;
  for (std::size_t k = 0; k < n; ++k) made_at_use_[which[k]] = made_;
}

void GramRows::made_again(std::uint64_t others) {
  const auto bits = static_cast<std::size_t>(std::bit_width(others));
  ++again_[bits];
  const std::uint64_t enough = std::uint64_t{1} << bits;
  const std::span<const std::uint64_t> nearer = std::span(again_).first(bits + 1);
  if (enough <= room_ || 4 * std::accumulate(nearer.begin(), nearer.end(), std::uint64_t{0}) < enough - room_) return;
  room_ = static_cast<std::size_t>(std::min<std::uint64_t>(enough, capacity_));
  again_.fill(0);
}

bool GramRows::finite(std::size_t row, const double* values) {
  if (rows_.kernel().bounded() || all_finite(values, rows_.size())) return true;
  const double* const bad = std::find_if(values, values + rows_.size(), [](double v) { return !std::isfinite(v); });
  refused_ = {row, static_cast<std::size_t>(bad - values)};
  return false;
}

void GramRows::forget(std::size_t row) {
  slots_[slot_of_[row]].row = kNoRowHeld;
  slot_of_[row] = kNone;
}

bool GramRows::combine(const std::vector<double>& c, std::vector<double>& sums) {
  sums.assign(rows_.size(), 0);
  std::vector<double> room;
  std::vector<std::size_t> block;
  for (std::size_t i = 0; i < c.size();) {
    block.clear();
    for (; i < c.size() && block.size() < kAtOnce; ++i)
      if (c[i] != 0) block.push_back(i);
    std::size_t which[kAtOnce];
    double* to[kAtOnce];
    std::size_t n = 0;
    room.resize(kAtOnce * rows_.padded());
    for (const std::size_t row : block) {
      if (holds(row)) continue;
      which[n] = row;
      to[n] = room.data() + n * rows_.padded();
      ++n;
    }
    make(which, n, to);
    for (std::size_t k = 0; k < n; ++k)
      if (!finite(which[k], to[k])) return false;
    std::size_t next = 0;
    for (const std::size_t row : block) {
      const double* const values = holds(row) ? slots_[slot_of_[row]].values : to[next++];
      axpy(c[row], {nullptr, values, rows_.size()}, sums.data());
    }
  }
  return true;
}

void GramRows::unlink(std::uint32_t slot) {
  const Slot& s = slots_[slot];
  (s.older == kNone ? oldest_ : slots_[s.older].newer) = s.newer;
  (s.newer == kNone ? newest_ : slots_[s.newer].older) = s.older;
}

void GramRows::link_newest(std::uint32_t slot) {
  slots_[slot].older = newest_;
  slots_[slot].newer = kNone;
  (newest_ == kNone ? oldest_ : slots_[newest_].newer) = slot;
  newest_ = slot;
}

void GramRows::touch(std::uint32_t slot) {
  if (slot == newest_) return;
  unlink(slot);
  link_newest(slot);
}

// Fresh memory costs as much time as what is put there; on large pages it costs a fraction. A block is for all rows that there is room for: those that nobody
// needs take none.
double* GramRows::fresh_row() {
  if (free_rows_ == 0) {
    free_rows_ = room_ - (slots_.size() - 1);
    const std::size_t bytes = free_rows_ * static_cast<std::size_t>(row_bytes());
    blocks_.emplace_back(static_cast<double*>(allocate_block(bytes)), Freed{bytes});
    free_ = blocks_.back().get();
  }
  --free_rows_;
  return std::exchange(free_, free_ + rows_.padded());
}

std::uint32_t GramRows::take_slot(std::size_t row) {
  std::uint32_t slot = oldest_;
  if (slots_.size() < room_) {
    slot = static_cast<std::uint32_t>(slots_.size());
    slots_.emplace_back();
    slots_.back().values = fresh_row();
  } else {
    unlink(slot);
    if (slots_[slot].row != kNoRowHeld) forget(slots_[slot].row);
  }
  link_newest(slot);
  slots_[slot].row = row;
  slot_of_[row] = slot;
  return slot;
}

DualSpace::DualSpace(KernelRows& rows, std::size_t to_learn, const Hypothesis& start, std::uint64_t cache_bytes)
    : rows_(rows), gram_(rows, cache_bytes), current_{std::vector<double>(to_learn), start.bias_weight, start.bias_value}, scores_(rows.size()) {}

Score DualSpace::score(std::size_t row) const noexcept {
  const double value = scores_[row] + current_.bias();
  Score score{value};
  score.sign_known = std::isfinite(value);
  return score;
}

bool DualSpace::ready(const FeatureView& /*x*/, std::uint64_t row) { return gram_.get(static_cast<std::size_t>(row), soon) != nullptr; }

FeatureView DualSpace::add(double a, const FeatureView& /*x*/, std::uint64_t row) {
  const double* const gram = gram_.get(static_cast<std::size_t>(row));
  axpy(a, {nullptr, gram, scores_.size()}, scores_.data());
  const FeatureView unit = unit_(row);
  current_.add(a, unit);
  return unit;
}

void DualSpace::weigh(double t, double a, std::uint64_t row) {
  if (weighted_.empty()) weighted_.resize(scores_.size());
  axpy(t * a, {nullptr, gram_.get(static_cast<std::size_t>(row)), scores_.size()}, weighted_.data());
}

StreamDualSpace::StreamDualSpace(Kernel kernel, const Hypothesis& start, std::uint64_t limit)
    : rows_(
          std::move(kernel), [this](std::size_t i) { return support_[i]; }, limit),
      current_{{}, start.bias_weight, start.bias_value},
      limit_(limit) {}

Score StreamDualSpace::score(const FeatureView& x, std::uint64_t /*row*/) {
  rows_.extend(support_.size(), x.width());
  values_.resize(rows_.padded());
  rows_.values(x, values_.data());
  refused_.reset();
  if (!all_finite(values_.data(), support_.size())) {
    const auto bad = std::find_if(values_.begin(), values_.end(), [](double v) { return !std::isfinite(v); });
    refused_ = static_cast<std::size_t>(bad - values_.begin());
  }
  // In the order of the updates, as DualSpace adds them: where scores are rounded to 0, both must see it.
  double sum = 0;
  for (std::size_t k = 0; k < support_.size(); ++k) sum += current_.weights[k] * values_[k];
  Score score{sum + current_.bias()};
  score.sign_known = !refused_ && std::isfinite(score.value);
  return score;
}

bool StreamDualSpace::ready(const FeatureView& x, std::uint64_t /*row*/) {
  // In panels a row takes at most 16 times its values, and while an array grows it is held twice.
  full_ = support_.memory() + rows_.memory() > limit_ / 4 || !support_.append_within(support_row_(kernel(), x), limit_ / 4);
  return !full_;
}

FeatureView StreamDualSpace::add(double a, const FeatureView& /*x*/, std::uint64_t /*row*/) {
  const std::uint64_t place = support_.size() - 1;
  current_.weights.push_back(0);
  const FeatureView unit = unit_(place);
  current_.add(a, unit);
  return unit;
}

void StreamDualSpace::restore_support(const RowStore& support) {
  support_ = support;
  std::size_t width = 0;
  for (std::size_t i = 0; i < support_.size(); ++i) width = std::max(width, support_[i].width());
  rows_.extend(support_.size(), width);
}

}  // namespace novikoff
