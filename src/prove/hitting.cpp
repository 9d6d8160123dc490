#include "prove/hitting.hpp"

#include <algorithm>
#include <queue>
#include <unordered_map>
#include <utility>

namespace novikoff {
namespace {

constexpr std::size_t kNodeCells = std::size_t{1} << 15U;  // of the linear program at a node

std::unordered_map<std::uint32_t, std::size_t> degrees(const std::vector<RowSet>& sets) {
  std::unordered_map<std::uint32_t, std::size_t> degree;
  for (const RowSet& set : sets)
    for (const std::uint32_t row : set) ++degree[row];
  return degree;
}

}  // namespace

std::size_t Hitting::n_values() const noexcept {
  std::size_t n = 0;
  for (const RowSet& set : sets_) n += set.size();
  return n;
}

RowSet Hitting::greedy() const {
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> sets_of;
  for (std::size_t k = 0; k < sets_.size(); ++k)
    for (const std::uint32_t row : sets_[k]) sets_of[row].push_back(k);
  std::vector<std::size_t> hits(sets_.size());
  // {how many sets it hit when it was looked at last, the row}: it hits no more of them now.
  std::priority_queue<std::pair<std::size_t, std::uint32_t>> queue;
  for (const auto& [row, sets] : sets_of) queue.emplace(sets.size(), ~row);  // of equals the lowest row
  RowSet chosen;
  while (!queue.empty()) {
    const auto [before, complement] = queue.top();
    queue.pop();
    const std::vector<std::size_t>& sets = sets_of[~complement];
    const auto now = static_cast<std::size_t>(std::count_if(sets.begin(), sets.end(), [&](std::size_t k) { return hits[k] == 0; }));
    if (now == 0) continue;
    if (now < before) {
      queue.emplace(now, complement);
      continue;
    }
    for (const std::size_t k : sets) ++hits[k];
    chosen.push_back(~complement);
  }
  RowSet needed;
  for (const std::uint32_t row : chosen) {
    const std::vector<std::size_t>& sets = sets_of[row];
    if (std::any_of(sets.begin(), sets.end(), [&](std::size_t k) { return hits[k] == 1; }))
      needed.push_back(row);
    else
      for (const std::size_t k : sets) --hits[k];
  }
  std::sort(needed.begin(), needed.end());
  return needed;
}

Hitting::Answer Hitting::decide(std::uint64_t target, Patience& patience) {
  target_ = target;
  std::fill(state_.begin(), state_.end(), State::free);
  removed_ = {};
  tree_ = {};
  too_large_ = ended_ = false;
  const bool proved = is_proved(patience);
  if (too_large_ || !proved) tree_ = {};
  return proved ? Answer::at_least : ended_ ? Answer::ended : Answer::smaller;
}

Hitting::Open Hitting::open() const {
  Open open;
  for (std::size_t k = 0; k < sets_.size(); ++k) {
    if (std::any_of(sets_[k].begin(), sets_[k].end(), [&](std::uint32_t row) { return state_[row] == State::removed; })) continue;
    open.numbers.push_back(k);
    open.free.emplace_back();
    for (const std::uint32_t row : sets_[k])
      if (state_[row] == State::free) open.free.back().push_back(row);
  }
  return open;
}

void Hitting::note(ErrorsProof::Node node) {
  too_large_ = too_large_ || tree_.size() >= largest_tree_;
  if (too_large_)
    tree_.clear();
  else
    tree_.push_back(std::move(node));
}

bool Hitting::leaf(const Open& open, const Packing& packing, std::uint64_t need) {
  if (packing.bound < need) return false;
  ErrorsProof::Node node;
  for (const auto& [set, weight] : packing.weights) node.conflicts.emplace_back(open.numbers[set], weight);
  note(std::move(node));
  return true;
}

// Whether every hitting set in the state of now has target_ rows; false: hit_ has fewer, or patience ended.
bool Hitting::is_proved(Patience& patience) {
  if ((ended_ = patience.ended())) return false;
  const std::uint64_t need = target_ - std::min<std::uint64_t>(target_, removed_.size());
  const Open open = this->open();
  if (need == 0) return leaf(open, {}, need);
  const auto nothing_free = std::find_if(open.free.begin(), open.free.end(), [](const RowSet& set) { return set.empty(); });
  if (nothing_free != open.free.end()) {
    const auto set = static_cast<std::size_t>(nothing_free - open.free.begin());
    return leaf(open, {.weights = {{set, Rational(static_cast<std::int64_t>(need))}}, .bound = need}, need);
  }
  if (open.free.empty()) {
    hit_ = removed_;
    std::sort(hit_.begin(), hit_.end());
    return false;
  }
  return leaf(open, disjoint_packing(open.free), need) || leaf(open, fractional_packing(open.free, kNodeCells, patience), need) || branch(open, patience);
}

bool Hitting::branch(const Open& open, Patience& patience) {
  auto degree = degrees(open.free);
  std::size_t best = 0;
  const auto weight = [&](const RowSet& set) {
    std::size_t sum = 0;
    for (const std::uint32_t row : set) sum += degree[row];
    return sum;
  };
  for (std::size_t k = 1; k < open.free.size(); ++k) {
    const RowSet &a = open.free[k], &b = open.free[best];
    if (a.size() < b.size() || (a.size() == b.size() && weight(a) > weight(b))) best = k;
  }
  RowSet rows = open.free[best];
  std::stable_sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) { return degree[a] > degree[b]; });
  note({.conflicts = {{open.numbers[best], Rational(1)}}, .branch = {rows.begin(), rows.end()}});
  bool proved = true;
  for (std::size_t k = 0; proved && k < rows.size(); ++k) {
    state_[rows[k]] = State::removed;
    removed_.push_back(rows[k]);
    proved = is_proved(patience);
    removed_.pop_back();
    state_[rows[k]] = State::kept;
  }
  for (const std::uint32_t row : rows) state_[row] = State::free;
  return proved;
}

}  // namespace novikoff
