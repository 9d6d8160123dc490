// The equations of Newton's method on the squared hinge loss.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include "novikoff/prove/row_passes.hpp"
#include "prove/column_block.hpp"
#include "prove/near_rows.hpp"
#include "prove/newton.hpp"
#include "prove/work_rows.hpp"

namespace novikoff {

/// Σ z (z·step) = Σ λ z over the rows with λ > 0, which are called active, λ one a row and somebody else's. Vectors have an entry for each feature and behind
/// them one for the bias coordinate.
class ActiveRows {
 public:
  using Vector = std::vector<double>;

  ActiveRows(RowPasses& rows, const Vector& lambda, const NewtonOptions& options, Patience& patience);

  /// z·v.
  double dot(const ExampleView& z, const Vector& v) const noexcept;
  /// Gets ready for new λ, of which `n_active` are above 0: Σ λ z, the first time with the squares of the active rows, and copies of these where they pay: of
  /// those alone that have changed sides since the last look, if they are few. If rows are many, half of them makes the first equations. One pass, none where
  /// all that is known.
  Status look(double n_active);
  /// All active rows are in the equations.
  bool complete() const noexcept { return stride_ == 1; }
  /// Conjugate gradients, until the residual is `forcing` of what it was; gives how much it is of it. The last solutions' directions are a preconditioner:
  /// where few rows change sides the next equations are nearly these, and what was learnt of them is not to be learnt again (Morales & Nocedal 2000).
  Result<double> solve(double forcing, Vector& step);
  /// along = step·z for all rows, and whether a whole step is nearly the best; if so Σ λ z is from then on that of λ − along, found in the same pass.
  Result<bool> try_whole(const Vector& step, Vector& along);
  /// So many rows have become active or ceased to be since the last look, `n_active` are active now.
  void note_changes(double n, double n_active);

  double length() const noexcept;                               ///< ‖Σ λ z‖, about where not complete()
  double norm() const noexcept { return norm(sum_); }           ///< of the sum, in the columns' norms
  double mean_sqnorm() const noexcept { return mean_sqnorm_; }  ///< of the rows, about
  /// f(part) for all parts of the rows, by the threads that there are.
  template <class F>
  void each_part(const F& f) const;

 private:
  using Parts = std::array<Vector, RowPasses::kParts>;
  struct Learnt {
    Vector direction, product;
    double curvature;  // direction·product
  };

  Status look_at_strangers();
  std::size_t most_copied() const noexcept;
  void copy_row(std::size_t part, std::uint64_t row, const ExampleView& z);
  void note_side(std::size_t part, std::uint64_t row, const ExampleView& z, bool active);
  void add_up_squares(const Parts& parts);
  void multiply(const ExampleView& z, const Vector& v, const std::vector<float>& near, Vector& sum) const noexcept;
  Status multiply(const Vector& v, Vector& product);
  void precondition(const Vector& residual, Vector& result) const;
  double norm(const Vector& sum) const noexcept;
  void add(double a, const ExampleView& z, Vector& sum) const noexcept;
  void add_with_squares(double a, const ExampleView& z, Vector& sum, Vector& squares) const noexcept;
  void clear(Parts& parts) const;
  void add_up(const Parts& parts, Vector& total) const;
  bool taken(std::uint64_t row) const noexcept;
  void refine();

  RowPasses& rows_;
  const Vector& lambda_;
  const NewtonOptions& options_;
  Patience& patience_;
  double bias_;
  std::size_t n_columns_;
  Vector sum_;      // Σ λ z
  Vector squares_;  // Σ z_j² of the rows first looked at, later of the active ones
  double mean_sqnorm_ = 0;
  std::vector<Learnt> learnt_;
  ColumnBlock block_;
  NearRows copies_, joined_, left_;                           // of the active rows when they were last copied, and of those that have changed sides since
  std::vector<std::uint8_t> member_;                          // 1: the row has a copy, and none among those that left
  double n_strangers_ = 0;                                    // rows whose copies are missing, or one too many
  unsigned stride_;                                           // of the blocks of rows that are in the equations
  bool copied_ = false, known_ = false;                       // active rows have copies; the sum is that of the present λ
  std::array<std::uint64_t, RowPasses::kParts> copied_to_{};  // the row of each part from which on they have none
  double n_apart_ = 0;                                        // rows among those that joined or left
  bool refined_ = false;                                      // squares and block are those of the active rows
  Parts parts_;
};

template <class F>
void ActiveRows::each_part(const F& f) const {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t part; (part = next.fetch_add(1)) < RowPasses::kParts;) f(part);
  };
  std::vector<std::thread> others;
  constexpr std::uint64_t kWorthIt = 1U << 16U;  // values; fewer are not worth a thread
  for (unsigned k = 1; k < options_.threads && rows_.n_values() > kWorthIt; ++k) others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
}

}  // namespace novikoff
