// That others near some weights add up to 0: accepted where rows overlap with room to spare, never where they do not overlap.
#include "novikoff/prove/existence.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "novikoff/core/random.hpp"
#include "novikoff/prove/separation.hpp"
#include "property.hpp"
#include "prove/cholesky.hpp"
#include "prove/newton.hpp"
#include "prove/tables.hpp"

namespace novikoff::existence_test {
namespace {

using Lambda = std::vector<std::pair<std::uint64_t, double>>;
bool accepted(RowsInMemory& rows, const Lambda& lambda, const ExistenceOptions& options = {}) {
  const auto verified = check_existence(rows, lambda, options);
  EXPECT_TRUE(verified);
  const auto* const proved = std::get_if<Proved>(&*verified);
  EXPECT_TRUE(proved == nullptr || proved->verdict == Verdict::overlapping);
  return proved != nullptr;
}

std::string why_not(RowsInMemory& rows, const Lambda& lambda, const ExistenceOptions& options = {}) {
  const auto verified = check_existence(rows, lambda, options);
  const auto* const refusal = std::get_if<Refusal>(&*verified);
  return refusal == nullptr ? "" : refusal->why;
}

Lambda newton_lambda(RowsInMemory& rows) {
  const std::function<bool()> never;
  Patience patience(never, std::uint64_t{1} << 30U);
  const Result<NewtonGuess> guess = newton_guess(rows, {}, patience);
  Lambda lambda;
  for (std::size_t row = 0; row < guess->lambda.size(); ++row)
    if (guess->lambda[row] > 0) lambda.emplace_back(row, guess->lambda[row]);
  return lambda;
}

Verdict exact_verdict(RowsInMemory& rows) {
  std::vector<std::uint64_t> every(static_cast<std::size_t>(rows.size()));
  for (std::size_t row = 0; row < every.size(); ++row) every[row] = row;
  return separate(*rows.exact(every), {}).verdict;
}

Table random_table(std::size_t n, std::size_t d, std::uint64_t seed) {
  Table table;
  for (std::size_t i = 0; i < n; ++i) {
    Rng rng(seed, i);
    table.x.emplace_back(d);
    for (double& value : table.x.back()) value = 2 * rng.uniform() - 1;
    table.y.push_back(static_cast<std::int8_t>(rng.below(2) == 0 ? 1 : -1));
  }
  return table;
}

TEST(Existence, AcceptsWhatNewtonsMethodFindsForRowsWithRandomLabels) {
  for (const std::size_t d : {1U, 5U, 63U, 64U, 130U}) {
    const Table table = random_table(6 * d + 30, d, d);
    RowsInMemory rows = in_memory(table, Numbers::decimal), threaded = in_memory(table, Numbers::decimal, 1, 3);
    const Lambda lambda = newton_lambda(rows);
    EXPECT_TRUE(accepted(rows, lambda)) << d;
    EXPECT_TRUE(accepted(threaded, lambda, {.threads = 3})) << d;
  }
}

RC_GTEST_PROP(ExistenceProperty, AcceptsNoRowsThatDoNotOverlap, ()) {
  const auto n = *rc::gen::inRange<std::size_t>(2, 12);
  const auto d = *rc::gen::inRange<std::size_t>(1, 4);
  Table table;
  for (std::size_t i = 0; i < n; ++i) {
    table.x.emplace_back(d);
    // Copies and their neighbours make sets that touch, or nearly.
    for (std::size_t j = 0; j < d; ++j)
      table.x.back()[j] = i > 0 && *rc::gen::inRange(0, 3) == 0 ? table.x[i - 1][j] * *rc::gen::element(1.0, 1 + 0x1p-52, 1 - 1e-8, 2.0)
                                                                : *rc::gen::element(0.0, 1.0, -1.0, 0.1, 0.3, 1e-8, -1e-16, 3.0);
    table.y.push_back(*rc::gen::element<std::int8_t>(-1, 1));
  }
  RowsInMemory rows = in_memory(table, *rc::gen::element(Numbers::decimal, Numbers::binary64), *rc::gen::element(0.0, 1.0));
  Lambda lambda = newton_lambda(rows);
  if (*rc::gen::inRange(0, 3) == 0) {
    lambda.clear();
    for (std::uint64_t row = 0; row < n; ++row) lambda.emplace_back(row, *rc::gen::element(1.0, 0.5, 2.0, 1e-9));
  }
  if (accepted(rows, lambda)) RC_ASSERT(exact_verdict(rows) == Verdict::overlapping);
}

// One column, y·x ∈ {1 + gap, −1, …}: without a bias rows of both signs overlap. Two columns whose hull passes 0 at a distance of `gap` do not.
TEST(Existence, AcceptsNoGapHoweverNarrow) {
  for (int k = 4; k <= 52; ++k) {
    const double gap = std::ldexp(1, -k);
    // z = (1, gap), (−1, gap), (1, gap/2), (−1, gap/2): separable by (0, 1); nearly Σ z = 0.
    const Table separable{{{1, gap}, {-1, gap}, {1, gap / 2}, {-1, gap / 2}}, {1, 1, 1, 1}};
    RowsInMemory rows = in_memory(separable, Numbers::binary64, 0);
    EXPECT_FALSE(accepted(rows, {{0, 1}, {1, 1}, {2, 1}, {3, 1}})) << k;
    // Touching: (1, 0) and (−1, 0) overlap, the rows off that line are separated.
    const Table touching{{{1, 0}, {-1, 0}, {1, gap}, {-1, gap}}, {1, 1, 1, 1}};
    RowsInMemory quasi = in_memory(touching, Numbers::binary64, 0);
    EXPECT_FALSE(accepted(quasi, {{0, 1}, {1, 1}, {2, gap}, {3, gap}})) << k;
    EXPECT_FALSE(accepted(quasi, {{0, 1}, {1, 1}})) << k;
    // A row on the other side, and they overlap. The sum of these weights is 0 exactly, whatever the gap.
    const Table overlapping{{{1, gap}, {-1, gap}, {1, -gap}, {-1, -gap}}, {1, 1, 1, 1}};
    RowsInMemory both = in_memory(overlapping, Numbers::binary64, 0);
    EXPECT_TRUE(accepted(both, {{0, 1}, {1, 1}, {2, 1}, {3, 1}})) << k;
  }
}

TEST(Existence, AcceptsNoRowsInASubspaceThatLeavesAColumnToOthers) {
  // The rows with λ > 0 lie on a line; another row does not.
  for (const double off : {0.0, 0x1p-52, 0x1p-40, 0.1}) {
    const double b = 1 + off;
    const Table table{{{1, b}, {-1, -b}, {2, 2 * b}, {-2, -2 * b}, {0, 1}}, {1, 1, 1, 1, 1}};
    RowsInMemory rows = in_memory(table, Numbers::binary64, 0);
    ASSERT_EQ(exact_verdict(rows), Verdict::quasi_separable) << off;
    for (const double a : {1.0, 0.5, 3.0}) EXPECT_FALSE(accepted(rows, {{0, a}, {1, a}, {2, 1}, {3, 1}})) << off;
  }
  // A column that only a row without weight has.
  const Table unseen{{{1, 0}, {-1, 0}, {0, 1e-300}}, {1, 1, 1}};
  RowsInMemory rows = in_memory(unseen, Numbers::binary64, 0);
  EXPECT_EQ(why_not(rows, {{0, 1}, {1, 1}}), "the rows with λ > 0 are 0 in feature 2, and others are not");
}

TEST(Existence, SeesADecimalThatIs0AsADouble) {
  // (1, 0) and (−1, 0) overlap; of the third row, (1, 10^−400), doubles see only the first column.
  RowStore store;
  const std::vector<std::vector<double>> x = {{1, 0}, {-1, 0}, {1, 0}};
  for (const std::vector<double>& row : x) store.append({nullptr, row.data(), 2});
  RowsInMemory rows(std::move(store), {1, 1, 1}, 2, Numbers::decimal, 0, 1, {{2, 1, "1e-400"}});
  ASSERT_EQ(exact_verdict(rows), Verdict::quasi_separable);
  EXPECT_EQ(why_not(rows, {{0, 1}, {1, 1}}), "the rows with λ > 0 are 0 in feature 2, and others are not");
}

TEST(Existence, NeedsWeightsWhoseSumIsNearerTo0ThanTheyReach) {
  const Table table{{{1}, {-1}, {3}, {-2}}, {1, 1, 1, 1}};
  RowsInMemory rows = in_memory(table, Numbers::binary64, 0);
  EXPECT_TRUE(accepted(rows, {{0, 1}, {1, 1}, {2, 2}, {3, 3.25}}));  // Σ λz = −0.5 beside ‖λz‖ = 9
  EXPECT_FALSE(accepted(rows, {{0, 1}, {2, 1}, {3, 0.25}}));         // Σ λz = 3.5 beside ‖λz‖ = 3.2
  EXPECT_FALSE(accepted(rows, {{0, 1}, {2, 1}}));                    // of one sign
}

TEST(Existence, RefusesWhatIsNotOfItsForm) {
  RowsInMemory rows = in_memory({{{1}, {-1}}, {1, 1}}, Numbers::binary64, 0);
  EXPECT_EQ(why_not(rows, {}), "λ is empty, which proves nothing");
  EXPECT_EQ(why_not(rows, {{0, 1}, {2, 1}}), "λ names a row that the data do not have");
  EXPECT_EQ(why_not(rows, {{1, 1}, {0, 1}}), "λ names a row twice or out of order");
  EXPECT_EQ(why_not(rows, {{0, 1}, {0, 1}}), "λ names a row twice or out of order");
  EXPECT_EQ(why_not(rows, {{0, 1}, {1, -1}}), "λ is not above 0");
  EXPECT_EQ(why_not(rows, {{0, 1}, {1, std::nan("")}}), "λ is not above 0");
  EXPECT_EQ(why_not(rows, {{0, 1}, {1, 1e-200}}), "numbers below 2^-200 or above 2^200 in size are not for this proof");
  EXPECT_EQ(why_not(rows, {{0, 1}, {1, 1}}, {.memory = 100}), "the matrix of 1 column takes more memory than is allowed");
}

TEST(Cholesky, FactorisesPositiveDefiniteMatricesOnly) {
  for (const std::size_t n : {1U, 5U, 64U, 65U, 200U}) {
    // The second difference matrix, whose least eigenvalue is 4·sin²(π/(2n + 2)).
    const double least = 4 * std::pow(std::sin(std::acos(-1.0) / (2 * static_cast<double>(n) + 2)), 2);
    for (const double factor : {0.999999, 1.000001}) {
      TiledMatrix matrix(n);
      for (std::size_t i = 0; i < n; ++i) {
        matrix.at(i, i) = 2 - factor * least;
        if (i > 0) matrix.at(i, i - 1) = -1;
      }
      EXPECT_EQ(matrix.factorise(2), factor < 1) << n;
    }
  }
}

TEST(Cholesky, ItsFactorGivesTheMatrixBack) {
  constexpr std::size_t kN = 150;
  TiledMatrix matrix(kN), given(kN);
  Rng rng(7);
  for (std::size_t j = 0; j < kN; ++j)
    for (std::size_t i = j; i < kN; ++i) matrix.at(i, j) = given.at(i, j) = i == j ? 100.0 : rng.uniform() - 0.5;
  ASSERT_TRUE(matrix.factorise(1));
  for (std::size_t j = 0; j < kN; ++j)
    for (std::size_t i = j; i < kN; ++i) {
      double sum = 0;
      for (std::size_t k = 0; k <= j; ++k) sum += matrix.at(i, k) * matrix.at(j, k);
      EXPECT_NEAR(sum, given.at(i, j), TiledMatrix::rounding(kN) * 100 * 1.1);
    }
}

}  // namespace
}  // namespace novikoff::existence_test
