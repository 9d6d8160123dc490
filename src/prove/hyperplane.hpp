// The hyperplane with the fewest errors so far.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "novikoff/prove/certificate.hpp"
#include "novikoff/prove/exact_rows.hpp"
#include "novikoff/prove/separation.hpp"
#include "prove/packing.hpp"
#include "prove/work_rows.hpp"

namespace novikoff {

/// Keeps the best of the weights it is shown; errors (y·s ≤ 0) are counted exactly. Begins with u = 0, which errs everywhere.
class FewestErrors {
 public:
  /// `separation`: its u, if any, is right on the rows that it separates, and adds nothing on the others; so everything shown here gets enough of it to be
  /// right on those.
  FewestErrors(const ExactRows& rows, const Separation& separation);

  /// As a certificate has it.
  void consider(const std::vector<std::pair<std::uint64_t, Rational>>& u, const Rational& u_bias);
  /// Doubles on the columns of `work`, rounded to some precisions.
  void consider(const WorkRows& work, const std::vector<double>& w, Patience& patience);
  /// Looks for shorter numbers with as few errors.
  void shorten(const WorkRows& work, Patience& patience);

  std::uint64_t count() const noexcept { return count_; }
  RowSet errors_among(const RowSet& rows) const;
  std::vector<std::uint64_t> wrong() const;
  void write(std::vector<std::pair<std::uint64_t, Rational>>& u, Rational& u_bias) const;

 private:
  using Weights = std::vector<Integer>;  // by column of the data

  Integer dot(const Weights& u, std::size_t row) const;
  std::uint64_t errors(const Weights& u) const;
  Weights whole(const std::vector<std::pair<std::uint64_t, Rational>>& u, const Rational& u_bias) const;
  void lift(Weights& u) const;
  bool take(Weights u, std::uint64_t at_most);

  const ExactRows& rows_;
  Weights base_;                      // u of the separation; empty: none
  std::vector<std::size_t> settled_;  // rows that it is right on
  Weights u_;
  std::uint64_t count_;
};

}  // namespace novikoff
