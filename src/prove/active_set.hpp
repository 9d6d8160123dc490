// The shortest w with z·w ≥ 1 for the rows of a pool, in floating point: what likely separates them, or which of them likely contradict one another.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

#include "prove/double_double.hpp"

namespace novikoff {

/// The dual active-set method for min ½‖w‖² subject to z_i·w ≥ 1 (Goldfarb & Idnani 1983 with the identity as Hessian). Rows can join the pool at any time;
/// what was found for those before is where the search goes on.
///
/// Z_A = L·Qᵀ for the rows A that hold with equality, L lower triangular, Q with orthonormal columns: the precision is that of Z_A, not of Z_A·Z_Aᵀ. A row
/// joins A at the cost of some |A|·n products, and leaves it by rotations at the same cost. The deviation from the source is where the violated row comes from:
/// the worst of some candidates, which are the worst of the pool when they were last chosen, so that not every step looks at the whole pool.
///
/// Rows that contradict one another can be fixed: from then on z·w = 0 is asked of them and, where that says so too, of rows in their span.
///
/// T is double, or DoubleDouble for margins and contradictions that doubles cannot see (below some 1e-9 of the rows' norms).
template <class T>
class ActiveSet {
 public:
  enum class Answer {
    reached,     ///< z·w ≥ 1 for all rows of the pool (but fixed ones), as T sees it
    conflict,    ///< the rows of conflict() have 0 in the cone that they span (beside the span of fixed ones), as T sees it
    no_further,  ///< T cannot tell
    ended,       ///< by its caller
  };

  explicit ActiveSet(std::size_t n_columns) : n_(n_columns), w_(n_columns) {}

  std::size_t n_columns() const noexcept { return n_; }
  std::size_t size() const noexcept { return n_ == 0 ? 0 : pool_.size() / n_; }
  /// A row of norm about 1, behind those so far.
  void add(const std::vector<T>& z) {
    pool_.insert(pool_.end(), z.begin(), z.end());
    fixed_.push_back(false);
  }
  const T* row(std::size_t at) const noexcept { return pool_.data() + at * n_; }

  Answer solve(const std::function<bool()>& give_up);
  /// After a conflict: its rows are fixed.
  void fix_conflict();

  const std::vector<T>& w() const noexcept { return w_; }
  const std::vector<std::size_t>& active() const noexcept { return active_; }  ///< rows of the pool
  const std::vector<T>& weights() const noexcept { return alpha_; }            ///< w = Σ weights_k·z of active_k, ≥ 0 but for fixed ones
  /// Rows of the pool, the one last looked at first.
  const std::vector<std::size_t>& conflict() const noexcept { return conflict_; }
  bool fixed(std::size_t at) const noexcept { return fixed_[at]; }
  std::size_t n_steps() const noexcept { return n_steps_; }

 private:
  T score(std::size_t at) const noexcept;
  void choose_candidates();
  bool next_violated(std::size_t& at) const;
  Answer enter(std::size_t at, const std::function<bool()>& give_up);
  T project(const T* z);
  void solve_transposed();
  void append(std::size_t at, const T& height);
  void drop(std::size_t k);
  void refresh();
  T target(std::size_t k) const noexcept { return fixed_[active_[k]] ? 0.0 : 1.0; }
  void solve_for_targets();
  bool any_fixed() const noexcept {
    return std::any_of(active_.begin(), active_.end(), [this](std::size_t at) { return fixed_[at]; });
  }
  T* q(std::size_t k) noexcept { return q_[k].data(); }

  std::size_t n_;
  std::vector<T> pool_, w_;
  std::vector<bool> fixed_;  // rows of the pool
  std::vector<std::size_t> active_, candidates_, conflict_;
  std::vector<T> alpha_;
  std::vector<std::vector<T>> q_;  // column k of Q
  std::vector<std::vector<T>> l_;  // l_[k][i − k]: L_ik, i ≥ k
  std::vector<T> y_;               // L·y = 1, or 0 for fixed rows
  std::vector<T> d_, r_, h_;       // of the row that enters: d = Qᵀz, Lᵀr = d, h = z − Q·d
  T tolerance_ = 0.0;              // scores from 1 − tolerance on are taken for 1
  std::size_t n_steps_ = 0;
};

extern template class ActiveSet<double>;
extern template class ActiveSet<DoubleDouble>;

}  // namespace novikoff
