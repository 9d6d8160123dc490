// The equations of Newton's method on the squared hinge loss.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "novikoff/prove/row_passes.hpp"
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
  /// Gets ready for new λ, of which `n_active` are above 0: Σ λ z, the active rows' squares, copies of them. At first, where few products are asked for, no
  /// copies, and only half of the rows' squares if these are many. One pass, none where all that is known.
  Status look(double n_active);
  /// Conjugate gradients, until the residual is `forcing` of what it was; gives how much it is of it. The last solutions' directions are a preconditioner:
  /// where few rows change sides the next equations are nearly these, and what was learnt of them is not to be learnt again (Morales & Nocedal 2000).
  Result<double> solve(double forcing, Vector& step);
  /// along = step·z for all rows, and whether a whole step is nearly the best; if so Σ λ z is from then on that of λ − along, found in the same pass.
  Result<bool> try_whole(const Vector& step, Vector& along);
  /// So many rows have become active or ceased to be since the last look, `n_active` are active now.
  void note_changes(double n, double n_active);

  const Vector& sum() const noexcept { return sum_; }  ///< Σ λ z
  double norm() const noexcept { return norm(sum_); }  ///< of the sum, in the columns' norms
  double sqnorm() const noexcept;                      ///< Σ ‖z‖² of the active rows, about

 private:
  using Parts = std::array<Vector, RowPasses::kParts>;
  struct Learnt {
    Vector direction, product;
    double curvature;  // direction·product
  };

  Status look_at_strangers();
  void note_side(std::size_t part, std::uint64_t row, const ExampleView& z, bool active);
  void add_joined_squares();
  Status multiply(const Vector& v, Vector& product);
  void precondition(const Vector& residual, Vector& result) const;
  double norm(const Vector& sum) const noexcept;
  void add(double a, const ExampleView& z, Vector& sum) const noexcept;
  void add_squares(const ExampleView& z, Vector& sum) const noexcept;
  void clear(Parts& parts) const;
  void add_up(const Parts& parts, Vector& total) const;
  bool taken(std::uint64_t row) const noexcept;
  template <class F>
  void each_part(const F& f) const;

  RowPasses& rows_;
  const Vector& lambda_;
  const NewtonOptions& options_;
  Patience& patience_;
  double bias_;
  std::size_t n_columns_;
  Vector sum_, squares_;  // Σ λ z and Σ z_j²
  std::vector<Learnt> learnt_;
  NearRows copies_, joined_, left_;      // of the active rows when they were last copied, and of those that have changed sides since
  std::vector<std::uint8_t> member_;     // 1: the row has a copy, and none among those that left
  double n_strangers_ = 0;               // rows whose copies are missing, or one too many; their squares too
  bool halved_;                          // only every other block of rows is in the equations
  bool copied_ = false, known_ = false;  // the active rows have copies; the sum is that of the present λ
  Parts parts_, square_parts_;
};

}  // namespace novikoff
