#include "novikoff/prove/check.hpp"

#include <algorithm>
#include <map>

namespace novikoff {
namespace {

using Entries = std::vector<std::pair<std::uint64_t, Rational>>;
using Vector = std::vector<Integer>;  // by column
using MaybeRefusal = std::optional<Refusal>;

MaybeRefusal no(std::string why, std::optional<std::uint64_t> row = {}) { return Refusal{std::move(why), row}; }

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

// Places ascend and are below `end`, values are not 0 and, of `names`, above 0.
MaybeRefusal refuse_entries(const Entries& entries, std::uint64_t end, const std::string& what, bool positive) {
  for (std::size_t k = 0; k < entries.size(); ++k) {
    if (entries[k].first >= end) return no(what + " names what is not there: " + std::to_string(entries[k].first));
    if (k > 0 && entries[k].first <= entries[k - 1].first) return no(what + " names " + std::to_string(entries[k].first) + " twice or out of order");
    if (entries[k].second.sign() == 0) return no(what + " has an entry of 0");
    if (positive && entries[k].second.sign() < 0) return no(what + " has an entry below 0");
  }
  return std::nullopt;
}

// λ > 0 on some rows, Σ λ·z = 0: not all of them have y·s > 0, whatever the hyperplane.
MaybeRefusal refuse_conflict(const Conflict& conflict, const ExactRows& rows, const std::string& what) {
  if (conflict.empty()) return no(what + " is empty, which proves nothing");
  if (auto refusal = refuse_entries(conflict, rows.size(), what, true)) return refusal;
  const Integer denominator = common_denominator(conflict, Rational());
  Vector sum(rows.n_columns());
  for (const auto& [row, lambda] : conflict)
    rows.visit(row, [&, factor = times(lambda, denominator)](const auto& z) {
      for (std::size_t k = 0; k < z.size; ++k) sum[z.column[k]].add_product(factor, z.value[k]);
    });
  const auto not_zero = std::find_if(sum.begin(), sum.end(), [](const Integer& entry) { return entry.sign() != 0; });
  if (not_zero == sum.end()) return std::nullopt;
  const auto column = static_cast<std::size_t>(not_zero - sum.begin());
  return no(what + ": the sum of λ·z is not 0 in coordinate " + std::to_string(rows.feature(column) + 1) + " (the bias comes last)");
}

// Rows with u·z ≤ 0.
std::uint64_t errors_of(const Certificate& c, const ExactRows& rows) {
  const Integer denominator = common_denominator(c.u, c.u_bias);
  Vector u(rows.n_columns());
  std::size_t column = 0;
  for (const auto& [feature, value] : c.u) {
    while (column < u.size() && rows.feature(column) < feature) ++column;
    if (column < u.size() && rows.feature(column) == feature) u[column] = times(value, denominator);  // else it is 0 in every row
  }
  if (rows.has_bias()) u.back() = times(c.u_bias, denominator);
  std::uint64_t errors = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    Integer score;
    rows.visit(row, [&](const auto& z) {
      for (std::size_t k = 0; k < z.size; ++k) score.add_product(u[z.column[k]], z.value[k]);
    });
    errors += score.sign() <= 0 ? 1 : 0;
  }
  return errors;
}

// Walks over the nodes, each before its children, with the state of the rows that belongs to them.
class Tree {
 public:
  Tree(const ErrorsProof& proof, const ExactRows& rows) : proof_(proof), state_(rows.size(), State::free) {}

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
    const Integer one = common_denominator(node.conflicts, Rational());
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
    return no(what + " proves " + least.to_text() + " errors, not " + std::to_string(proof_.low));
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

MaybeRefusal refuse_form(const Certificate& c, const ExactRows& rows) {
  if (rows.size() == 0) return no("there are no rows");
  if (c.numbers != rows.numbers()) return no("it is about numbers of another kind: " + std::string(name(c.numbers)));
  if (!(c.bias_value == rows.bias_value())) return no("it is about another bias value: " + c.bias_value.to_text());
  if (c.u_bias.sign() != 0 && !rows.has_bias()) return no("u has a bias coordinate, but there is no bias");
  if (auto refusal = refuse_entries(c.u, rows.n_features(), "u", false)) return refusal;
  if (!c.lambda.empty()) return no("a proof about errors has no λ but those of its conflicts");
  if (c.errors.low > rows.size()) return no("there are not so many rows to err on");  // and low fits 63 bits
  return std::nullopt;
}

}  // namespace

std::variant<Proved, Refusal> check_errors(const Certificate& certificate, const ExactRows& rows) {
  if (auto refusal = refuse_form(certificate, rows)) return *std::move(refusal);
  const ErrorsProof& proof = certificate.errors;
  const std::uint64_t errors = errors_of(certificate, rows);
  if (errors != proof.high) return Refusal{"u has " + std::to_string(errors) + " errors, not " + std::to_string(proof.high), {}};
  for (std::size_t k = 0; k < proof.conflicts.size(); ++k)
    if (auto refusal = refuse_conflict(proof.conflicts[k], rows, "conflict " + std::to_string(k))) return *std::move(refusal);
  if (auto refusal = Tree(proof, rows).refuse()) return *std::move(refusal);
  const Verdict verdict = proof.high == 0 ? Verdict::separable : proof.low > 0 ? Verdict::inseparable : Verdict::undecided;
  if (certificate.verdict != verdict || verdict == Verdict::undecided)
    return Refusal{"the numbers prove " + std::string(name(verdict)) + ", not what the verdict says", {}};
  return Proved{verdict, {}};
}

}  // namespace novikoff
