#include "prove/check_entries.hpp"

#include <algorithm>
#include <map>

namespace novikoff::checking {
namespace {

// Walks over the nodes, each before its children, with the state of the rows that belongs to them.
class Tree {
 public:
  Tree(const ErrorsProof& proof, std::size_t rows) : proof_(proof), state_(rows, State::free) {}

  MaybeRefusal refuse() {
    for (std::size_t k = 0; k < proof_.tree.size(); ++k) {
      if (k > 0 && open_.empty()) return no("the tree has nodes that belong to no branch");
      const ErrorsProof::Node& node = proof_.tree[k];
      const std::string what = "node " + std::to_string(k) + " of the tree";
      if (auto refusal = refuse_entries(node.conflicts, proof_.conflicts.size(), what, true)) return refusal;
      for (const auto& entry : node.conflicts)
        for (const auto& [row, lambda] : proof_.conflicts[entry.first])
          if (state_[row] == State::removed) return no(what + " uses a conflict with a row that is removed", row);
      if (auto refusal = node.branch.empty() ? refuse_leaf(node, what) : refuse_branch(node, what)) return refusal;
      node.branch.empty() ? next_child() : first_child(node);
    }
    if (proof_.tree.empty() || !open_.empty()) return no("the tree is cut off");
    return std::nullopt;
  }

 private:
  enum class State : std::uint8_t { free, removed, kept };
  struct Branch {
    const std::vector<std::uint64_t>* rows;
    std::size_t at;  // its row that is removed now
  };

  MaybeRefusal refuse_branch(const ErrorsProof::Node& node, const std::string& what) const {
    if (node.conflicts.size() != 1) return no(what + " branches on " + std::to_string(node.conflicts.size()) + " conflicts");
    std::vector<std::uint64_t> free, listed = node.branch;
    for (const auto& [row, lambda] : proof_.conflicts[node.conflicts.front().first])
      if (state_[row] == State::free) free.push_back(row);
    std::sort(listed.begin(), listed.end());
    return listed == free ? std::nullopt : no(what + " does not branch on the free rows of its conflict, each once");
  }

  // Σ of the weights and what is removed, rounded up, reach `low`; no free row has more than 1.
  MaybeRefusal refuse_leaf(const ErrorsProof::Node& node, const std::string& what) const {
    const Integer one = common_denominator(node.conflicts);
    std::map<std::uint64_t, Integer> load;
    Integer total;
    for (const auto& [conflict, weight] : node.conflicts) {
      const Integer part = times(weight, one);
      total += part;
      for (const auto& [row, lambda] : proof_.conflicts[conflict])
        if (state_[row] == State::free && (load[row] += part) > one) return no(what + " packs conflicts with more than 1 on a row", row);
    }
    // n ≥ Σ w for a whole n: n ≥ ⌈Σ w⌉ = −⌊−Σ w⌋.
    const Integer least = -Integer::floor_divide(-total, one) + Integer(static_cast<std::int64_t>(open_.size()));
    if (least >= Integer(static_cast<std::int64_t>(proof_.low))) return std::nullopt;
    return no(what + " proves " + least.to_text() + (least.is_one() ? " error, not " : " errors, not ") + std::to_string(proof_.low));
  }

  void first_child(const ErrorsProof::Node& node) {
    open_.push_back({&node.branch, 0});
    state_[node.branch.front()] = State::removed;
  }

  void next_child() {
    while (!open_.empty()) {
      Branch& branch = open_.back();
      state_[(*branch.rows)[branch.at]] = State::kept;
      if (++branch.at < branch.rows->size()) {
        state_[(*branch.rows)[branch.at]] = State::removed;
        return;
      }
      for (const std::uint64_t row : *branch.rows) state_[row] = State::free;
      open_.pop_back();
    }
  }

  const ErrorsProof& proof_;
  std::vector<State> state_;
  std::vector<Branch> open_;  // one row of each is removed
};

}  // namespace

Integer common_denominator(const Entries& entries, const Rational& other) {
  Integer all = other.denominator();
  for (const auto& entry : entries) {
    Integer part = entry.second.denominator();
    all *= part.divide_exactly(Integer::gcd(all, part));
  }
  return all;
}

Integer times(const Rational& value, const Integer& denominator) {
  Integer factor = denominator;
  return value.numerator() * factor.divide_exactly(value.denominator());
}

MaybeRefusal refuse_entries(const Entries& entries, std::uint64_t end, const std::string& what, bool positive) {
  for (std::size_t k = 0; k < entries.size(); ++k) {
    if (entries[k].first >= end) return no(what + " names what is not there: " + std::to_string(entries[k].first));
    if (k > 0 && entries[k].first <= entries[k - 1].first) return no(what + " names " + std::to_string(entries[k].first) + " twice or out of order");
    if (entries[k].second.sign() == 0) return no(what + " has an entry of 0");
    if (positive && entries[k].second.sign() < 0) return no(what + " has an entry below 0");
  }
  return std::nullopt;
}

MaybeRefusal refuse_tree(const ErrorsProof& proof, std::size_t rows) { return Tree(proof, rows).refuse(); }

std::variant<Proved, Refusal> verdict_of_errors(const Certificate& certificate) {
  const ErrorsProof& proof = certificate.errors;
  const Verdict verdict = proof.high == 0 ? Verdict::separable : proof.low > 0 ? Verdict::inseparable : Verdict::undecided;
  if (certificate.verdict != verdict || verdict == Verdict::undecided)
    return Refusal{"the numbers prove " + std::string(name(verdict)) + ", not what the verdict says", {}};
  return Proved{verdict, {}};
}

}  // namespace novikoff::checking
