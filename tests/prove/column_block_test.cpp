// The block of the preconditioner solves the equations of its own columns and leaves all others alone.
#include "prove/column_block.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "novikoff/core/random.hpp"

namespace novikoff::column_block_test {
namespace {

constexpr std::size_t kColumns = 100;

// Rows of which column j has a value in about a share of 1/(1 + j/8), and squares of every kStride-th of them.
struct Rows {
  NearRows::Part part;
  std::vector<std::vector<double>> sampled;
  std::vector<double> squares = std::vector<double>(kColumns);

  explicit Rows(std::size_t n) {
    part.clear(n * kColumns, kColumns);
    for (std::size_t i = 0; i < n; ++i) {
      Rng rng(7, i);
      std::vector<double> row(kColumns);
      for (std::size_t j = 0; j < kColumns; ++j)
        if (rng.uniform() * (1 + static_cast<double>(j) / 8) < 1) row[j] = std::ldexp(static_cast<double>(1 + rng.below(63)), -5);
      part.append({{nullptr, row.data(), row.size()}, 1}, 0, kColumns - 1);
      for (std::size_t j = 0; j < kColumns; ++j) squares[j] += row[j] * row[j];
      if (i % ColumnBlock::kStride == 0) sampled.push_back(row);
    }
  }

  double gram(std::size_t a, std::size_t b) const {
    double sum = 0;
    for (const std::vector<double>& row : sampled) sum += row[a] * row[b];
    return sum;
  }
};

std::vector<std::size_t> largest(const std::vector<double>& squares) {
  std::vector<std::size_t> columns(squares.size());
  for (std::size_t j = 0; j < columns.size(); ++j) columns[j] = j;
  std::sort(columns.begin(), columns.end(), [&](std::size_t a, std::size_t b) { return squares[a] > squares[b]; });
  columns.resize(ColumnBlock::kMost);
  return columns;
}

TEST(ColumnBlock, SolvesTheSampledEquationsOfTheColumnsOfLargestSquares) {
  const Rows rows(2000);
  ColumnBlock block;
  block.choose(rows.squares);
  std::vector<ColumnBlock::Gram> grams(2);
  block.add(rows.part, grams[1]);
  block.factorise(grams, rows.squares);
  std::vector<double> right(kColumns), solution;
  for (std::size_t j = 0; j < kColumns; ++j) right[j] = std::sin(static_cast<double>(j));
  solution = right;
  block.solve(solution, [&] { std::fill(solution.begin(), solution.end(), 3.0); });
  const std::vector<std::size_t> columns = largest(rows.squares);
  for (const std::size_t a : columns) {
    double sum = 1e-3 * rows.squares[a] * solution[a];
    for (const std::size_t b : columns)
      sum += rows.gram(a, b) * std::sqrt(rows.squares[a] / rows.gram(a, a)) * std::sqrt(rows.squares[b] / rows.gram(b, b)) * solution[b];
    EXPECT_NEAR(sum, right[a], 1e-9);
  }
  for (std::size_t j = 0; j < kColumns; ++j)
    if (std::find(columns.begin(), columns.end(), j) == columns.end()) {
      EXPECT_EQ(solution[j], 3.0);
    }
}

TEST(ColumnBlock, LeavesAllColumnsToTheOthersWhereThereIsNoFactor) {
  const Rows rows(100);
  ColumnBlock block;
  std::vector<double> values(kColumns, 1.0);
  block.solve(values, [&] { std::fill(values.begin(), values.end(), 2.0); });
  EXPECT_EQ(values, std::vector<double>(kColumns, 2.0));
  block.choose(rows.squares);
  block.factorise(std::vector<ColumnBlock::Gram>(1), std::vector<double>(kColumns, 0.0));  // no pivot above 0
  block.solve(values, [&] { std::fill(values.begin(), values.end(), 4.0); });
  EXPECT_EQ(values, std::vector<double>(kColumns, 4.0));
}

}  // namespace
}  // namespace novikoff::column_block_test
