// The fewest rows that hit every one of some sets: a search whose answer is a proof.
#pragma once

#include <cstdint>
#include <vector>

#include "novikoff/prove/certificate.hpp"
#include "prove/packing.hpp"

namespace novikoff {

/// Sets of rows, to be hit by as few rows as possible. NP-hard (Karp 1972): decide() takes its time.
class Hitting {
 public:
  enum class Answer {
    at_least,  ///< every hitting set has `target` rows or more; tree() proves it
    smaller,   ///< hit() is one with fewer
    ended,     ///< patience did
  };

  /// Rows below `n_rows`; trees of more than `largest_tree` nodes are not kept.
  Hitting(std::size_t n_rows, std::size_t largest_tree) : state_(n_rows), largest_tree_(largest_tree) {}

  void add(RowSet set) { sets_.push_back(std::move(set)); }
  const std::vector<RowSet>& sets() const noexcept { return sets_; }
  std::size_t n_values() const noexcept;

  /// Takes the row that hits most of what is not yet hit, again and again, and leaves out those that turn out not to be needed.
  RowSet greedy() const;

  /// Branch and bound, as ErrorsProof describes it: on the smallest set, its rows in the order of how many sets they hit; bounded by packings.
  Answer decide(std::uint64_t target, Patience& patience);
  const RowSet& hit() const noexcept { return hit_; }
  /// Empty if it was too large.
  const std::vector<ErrorsProof::Node>& tree() const noexcept { return tree_; }

 private:
  enum class State : std::uint8_t { free, removed, kept };
  struct Open {
    std::vector<std::size_t> numbers;  // of the sets without removed rows
    std::vector<RowSet> free;          // and their free rows
  };

  Open open() const;
  bool is_proved(Patience& patience);
  bool leaf(const Open& open, const Packing& packing, std::uint64_t need);
  bool branch(const Open& open, Patience& patience);
  void note(ErrorsProof::Node node);

  std::vector<RowSet> sets_;
  std::vector<State> state_;
  std::size_t largest_tree_;
  std::uint64_t target_ = 0;
  RowSet removed_, hit_;
  std::vector<ErrorsProof::Node> tree_;
  bool too_large_ = false, ended_ = false;
};

}  // namespace novikoff
