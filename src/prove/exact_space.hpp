// Where an exact run holds its weights: whole numbers of one of several widths, as weights or as the scores of all rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "novikoff/prove/exact_rows.hpp"
#include "prove/work_rows.hpp"

namespace novikoff {

__extension__ using Int128 = __int128;

/// What an exact run asks of its weights W, in units in which an update of row i is W ← W + step·z_i: the row updates iff W·z_i ≤ its threshold.
struct ExactTask {
  const ExactRows& rows;
  Integer step = 1;                    ///< Q ≥ 1
  Integer threshold_of_positives = 0;  ///< of rows with y = +1
  Integer threshold_of_negatives = 0;  ///< of rows with y = −1
  const Integer& threshold(std::size_t row) const { return rows.y(row) > 0 ? threshold_of_positives : threshold_of_negatives; }
};

/// The width of the numbers. A space never checks for overflow: who makes it has shown that it cannot come (ExactMachine).
enum class Tier {
  doubles,               ///< primal: every number and every sum below 2^53, so that doubles are exact; dual: as sixty_four
  sixty_four,            ///< every number and every sum below 2^63
  hundred_twenty_eight,  ///< primal: weights below 2^63, sums below 2^127; dual: scores and the Gram matrix below 2^127
  unlimited,
};

enum class SpaceKind {
  primal,  ///< holds W: a look at a row costs a dot product, an update an axpy
  dual,    ///< holds W·z_i of all rows: a look costs a load, an update a row of the Gram matrix, made when first needed
};

/// A row that would update, and the sign of W·z there; position = the end if there is none.
struct Hit {
  std::size_t position = 0;
  int sign = 0;
};

/// Weights of one width in one form. All answers are exact and the same for every kind and tier.
class ExactSpace {
 public:
  ExactSpace() = default;
  ExactSpace(const ExactSpace&) = delete;
  ExactSpace& operator=(const ExactSpace&) = delete;
  virtual ~ExactSpace() = default;

  /// The first position in [from, to) whose row updates. `order`: the row at each position; null: position = row.
  virtual Hit first_update(const std::uint64_t* order, std::size_t from, std::size_t to) = 0;
  /// The sign of W·z.
  virtual int sign(std::size_t row) = 0;
  virtual bool updates(std::size_t row) = 0;
  /// The row of least W·z, the lowest of equals, but of those at 0 one that updates there if there is one.
  virtual std::size_t least() = 0;
  /// Rows with W·z ≤ 0.
  virtual std::uint64_t errors() = 0;
  /// W ← W + times·step·z, times = ±1.
  virtual void add(std::size_t row, int times) = 0;
  virtual std::vector<Integer> weights() const = 0;
  /// Remembers W; at_mark: whether W is what it was then.
  virtual void mark() = 0;
  virtual bool at_mark() const = 0;
};

/// The space with W = `weights` (one for each column of the rows). Requires narrow rows for every tier but unlimited.
std::unique_ptr<ExactSpace> make_primal(const ExactTask& task, Tier tier, const std::vector<Integer>& weights);
std::unique_ptr<ExactSpace> make_dual(const ExactTask& task, Tier tier, const std::vector<Integer>& weights);

/// W·z of rows, for many of them: in words of 128 bits where the sizes of weights and values show that the sums fit. What is borrowed must outlive it.
class ExactDot {
 public:
  ExactDot(const ExactRows& rows, const std::vector<Integer>& weights);
  Integer operator()(std::size_t row) const;

 private:
  const ExactRows& rows_;
  const std::vector<Integer>& weights_;
  std::vector<std::int64_t> words_;  // the weights, if sums of words do; else empty
};

/// W·z_row.
Integer dot(const ExactRows& rows, std::size_t row, const std::vector<Integer>& weights);
/// W ← W + a·z_row.
void add_row(const ExactRows& rows, std::size_t row, const Integer& a, std::vector<Integer>& weights);

}  // namespace novikoff
