#include "novikoff/prove/errors.hpp"

#include <algorithm>
#include <utility>

#include "prove/cone.hpp"
#include "prove/contradictions.hpp"
#include "prove/hitting.hpp"
#include "prove/hyperplane.hpp"
#include "prove/pocket_guess.hpp"

namespace novikoff {
namespace {

constexpr std::uint64_t kSeeds = 4;
constexpr std::size_t kTakenBack = 64;                 // errors up to which rows are taken back one by one
constexpr std::size_t kCells = std::size_t{1} << 20U;  // of the linear program of all conflicts
constexpr std::size_t kConflictsMost = std::size_t{1} << 15U;

class ErrorSearch {
 public:
  ErrorSearch(const ExactRows& rows, const Separation& separation, ErrorsOptions options)
      : rows_(rows),
        separation_(separation),
        options_(std::move(options)),
        patience_(options_.give_up, options_.memory),
        best_(rows, separation),
        hitting_(rows.size(), options_.largest_tree) {}

  ErrorsFound run() {
    if (separation_.verdict == Verdict::separable) {
      best_.consider(separation_.certificate->u, separation_.certificate->u_bias);
      complete_ = true;
      return result();
    }
    const std::size_t bytes = 3 * rows_.memory() + rows_.n_values() * (sizeof(Integer) + sizeof(double)) + rows_.size() * (2 * sizeof(Integer));
    if (patience_.ended_by(bytes)) return result();
    const WorkRows work(rows_);
    if (options_.bracket) guess(work);
    for (Conflict& conflict : contradictions(work, candidates(), patience_)) add(std::move(conflict));
    RowSet hit;
    for (const RowSet& set : hitting_.sets()) hit.insert(hit.end(), set.begin(), set.end());
    std::sort(hit.begin(), hit.end());
    RowSet rest = candidates_without(hit);
    complete_ = !patience_.ended() && take_out_conflicts(rest) == Rest::separable;
    n_disjoint_ = conflicts_.size();
    if (options_.bracket) {
      raise();
      take_back();
      close();
      best_.shorten(work, patience_);
    }
    return result();
  }

 private:
  enum class Rest { separable, conflicting, unknown };

  // Only what is overlapped can be in a conflict; not known without Tucker's split.
  RowSet candidates() const {
    const bool split = separation_.verdict == Verdict::quasi_separable || separation_.verdict == Verdict::overlapping;
    RowSet rows;
    if (split) rows.assign(separation_.overlapped.begin(), separation_.overlapped.end());
    for (std::uint32_t row = 0; !split && row < rows_.size(); ++row) rows.push_back(row);
    return rows;
  }

  RowSet candidates_without(const RowSet& out) const {
    const RowSet all = candidates();
    RowSet rest;
    std::set_difference(all.begin(), all.end(), out.begin(), out.end(), std::back_inserter(rest));
    return rest;
  }

  void guess(const WorkRows& work) {
    const RowSet all = candidates();
    for (std::uint64_t seed = 0; seed < kSeeds && !patience_.ended(); ++seed) best_.consider(work, pocket_guess(work, all, seed, patience_), patience_);
  }

  void add(Conflict conflict) {
    RowSet set;
    for (const auto& entry : conflict) set.push_back(static_cast<std::uint32_t>(entry.first));
    hitting_.add(std::move(set));
    conflicts_.push_back(std::move(conflict));
  }

  // An irreducible conflict of these rows, or a hyperplane that is right on all of them.
  Rest look(const RowSet& rows) {
    if (rows.empty()) return Rest::separable;
    SearchOptions search;
    search.claim = Claim::strict;
    search.give_up = [this] { return patience_.ended(); };
    search.memory = options_.memory;
    const Separation found = separate(rows_.subset(rows), search);
    if (found.verdict == Verdict::undecided) return Rest::unknown;
    if (found.verdict == Verdict::separable) {
      if (options_.bracket) best_.consider(found.certificate->u, found.certificate->u_bias);
      return Rest::separable;
    }
    Conflict conflict = found.certificate->lambda;
    for (auto& entry : conflict) entry.first = rows[entry.first];
    add(std::move(conflict));
    return Rest::conflicting;
  }

  // The rows of the newest conflict.
  void take_out(RowSet& rest) const {
    const RowSet& set = hitting_.sets().back();
    RowSet left;
    std::set_difference(rest.begin(), rest.end(), set.begin(), set.end(), std::back_inserter(left));
    rest.swap(left);
  }

  // Disjoint conflicts, until what is left is separable.
  Rest take_out_conflicts(RowSet& rest) {
    for (;;) {
      const Rest seen = patience_.ended() ? Rest::unknown : look(rest);
      if (seen != Rest::conflicting) return seen;
      take_out(rest);
    }
  }

  // Conflicts that do not touch `hit`, or a hyperplane with no errors but there.
  Rest probe(const RowSet& hit) {
    RowSet rest = candidates_without(hit);
    const Rest first = patience_.ended() ? Rest::unknown : look(rest);
    if (first != Rest::conflicting) return first;
    take_out(rest);
    return take_out_conflicts(rest) == Rest::unknown ? Rest::unknown : first;
  }

  // The bound of all known conflicts without a search.
  void raise() {
    n_raised_ = conflicts_.size();
    Packing best = disjoint_packing(hitting_.sets());
    if (Packing fractional = fractional_packing(hitting_.sets(), kCells, patience_); fractional.bound > best.bound) best = std::move(fractional);
    if (best.bound <= low_) return;
    low_ = best.bound;
    keep({{.conflicts = {best.weights.begin(), best.weights.end()}, .branch = {}}});
  }

  void keep(std::vector<ErrorsProof::Node> tree) {
    tree_ = std::move(tree);
    tree_low_ = low_;
  }

  // Fewer errors than now, if one of them need not be: else a conflict that it alone of the errors is in.
  void take_back() {
    RowSet errors = best_.errors_among(candidates());
    for (std::size_t k = 0; k < errors.size() && errors.size() <= kTakenBack && low_ < best_.count() && !patience_.ended();) {
      RowSet others = errors;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
      const std::uint64_t before = best_.count();
      if (look(candidates_without(others)) == Rest::unknown) return;
      if (best_.count() < before) {
        errors = best_.errors_among(candidates());
        k = 0;
      } else {
        ++k;
      }
    }
  }

  void close() {
    while (!patience_.ended() && conflicts_.size() < kConflictsMost) {
      raise();
      if (low_ >= best_.count()) return;
      // Hitting sets that are found at once, as long as they bring new conflicts to light.
      while (low_ < best_.count() && conflicts_.size() < kConflictsMost && probe(hitting_.greedy()) == Rest::conflicting)
        if (conflicts_.size() > n_raised_ + n_raised_ / 2) raise();  // there may be no time for it later
      raise();
      if (low_ >= best_.count() || patience_.ended()) return;
      // The branches of one path are all open at a time.
      constexpr std::uint64_t kEach = 32;
      if (patience_.ended_by((low_ + 1) * hitting_.n_values() * kEach)) return;
      const Hitting::Answer answer = hitting_.decide(low_ + 1, patience_);
      if (answer == Hitting::Answer::ended) return;
      if (answer == Hitting::Answer::smaller) {
        if (probe(hitting_.hit()) != Rest::conflicting) return;  // separable: the two have met
        continue;
      }
      ++low_;
      if (!hitting_.tree().empty()) keep(hitting_.tree());
    }
  }

  // A verdict that has a λ has a conflict, even if there was no time for an irreducible one.
  void fall_back() {
    if (low_ > 0 || !separation_.certificate || separation_.certificate->lambda.empty()) return;
    conflicts_.push_back(separation_.certificate->lambda);
    low_ = 1;
    keep({{.conflicts = {{conflicts_.size() - 1, Rational(1)}}, .branch = {}}});
  }

  ErrorsFound result() {
    ErrorsFound found;
    found.complete = complete_;
    found.conflicts.assign(conflicts_.begin(), conflicts_.begin() + static_cast<std::ptrdiff_t>(n_disjoint_));
    fall_back();
    std::stable_sort(found.conflicts.begin(), found.conflicts.end(), [](const Conflict& a, const Conflict& b) { return a.size() < b.size(); });
    found.low = std::max<std::uint64_t>(low_, n_disjoint_);
    found.high = best_.count();
    best_.write(found.u, found.u_bias);
    found.wrong = best_.wrong();
    if (options_.bracket && (tree_low_ > 0 || found.high == 0)) found.certificate = certificate();
    return found;
  }

  Certificate certificate() {
    Certificate c{.claim = Claim::errors,
                  .verdict = tree_low_ == 0 ? Verdict::separable : Verdict::inseparable,
                  .numbers = rows_.numbers(),
                  .bias_value = rows_.bias_value()};
    best_.write(c.u, c.u_bias);
    ErrorsProof& proof = c.errors;
    proof.low = tree_low_;
    proof.high = best_.count();
    proof.tree = tree_.empty() ? std::vector<ErrorsProof::Node>(1) : tree_;
    // Only the conflicts that the proof uses, in their order.
    std::vector<std::size_t> number(conflicts_.size(), conflicts_.size());
    for (const ErrorsProof::Node& node : proof.tree)
      for (const auto& entry : node.conflicts) number[entry.first] = 0;
    for (std::size_t k = 0; k < conflicts_.size(); ++k) {
      if (number[k] != 0) continue;
      number[k] = proof.conflicts.size();
      proof.conflicts.push_back(conflicts_[k]);
    }
    for (ErrorsProof::Node& node : proof.tree)
      for (auto& entry : node.conflicts) entry.first = number[entry.first];
    return c;
  }

  const ExactRows& rows_;
  const Separation& separation_;
  const ErrorsOptions options_;
  Patience patience_;
  FewestErrors best_;
  Hitting hitting_;
  std::vector<Conflict> conflicts_;  // those of hitting_, the disjoint ones first
  std::size_t n_disjoint_ = 0, n_raised_ = 0;
  bool complete_ = false;
  std::uint64_t low_ = 0, tree_low_ = 0;
  std::vector<ErrorsProof::Node> tree_;  // proves tree_low_
};

}  // namespace

ErrorsFound find_errors(const ExactRows& rows, const Separation& separation, const ErrorsOptions& options) {
  return ErrorSearch(rows, separation, options).run();
}

}  // namespace novikoff
