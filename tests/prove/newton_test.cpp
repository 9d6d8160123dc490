// Newton's method on the hinge loss: what it says about rows is what whole numbers say, and its bound of the margin is one.
#include "prove/newton.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "novikoff/core/random.hpp"
#include "novikoff/prove/existence.hpp"
#include "novikoff/prove/large.hpp"
#include "novikoff/prove/margin.hpp"
#include "novikoff/prove/separation.hpp"
#include "property.hpp"
#include "prove/hull_bound.hpp"
#include "prove/scan.hpp"
#include "prove/tables.hpp"

namespace novikoff::newton_test {
namespace {

NewtonGuess guess_of(RowsInMemory& rows, const NewtonOptions& options = {}) {
  const std::function<bool()> never;
  Patience patience(never, std::uint64_t{1} << 30U);
  Result<NewtonGuess> guess = newton_guess(rows, options, patience);
  EXPECT_TRUE(guess);
  return *std::move(guess);
}

// Sparse rows, labels of a hidden direction, some of them flipped.
Table sparse(std::size_t n, std::size_t d, double density, double noise, std::uint64_t seed) {
  Rng direction_rng(seed, n);
  std::vector<double> direction(d);
  for (double& value : direction) value = direction_rng.uniform() - 0.5;
  Table table;
  for (std::size_t i = 0; i < n; ++i) {
    Rng rng(seed + 1, i);
    std::vector<double> x(d);
    double score = 0;
    for (std::size_t j = 0; j < d; ++j)
      if (rng.uniform() < density) score += (x[j] = rng.uniform()) * direction[j];
    table.x.push_back(x);
    table.y.push_back(static_cast<std::int8_t>((score > 0) != (rng.uniform() < noise) ? 1 : -1));
  }
  return table;
}

double radius(const Table& table, double bias) {
  double most = 0;
  for (const std::vector<double>& row : table.x) {
    double sum = bias * bias;
    for (const double value : row) sum += value * value;
    most = std::max(most, std::sqrt(sum));
  }
  return most;
}

RC_GTEST_PROP(NewtonProperty, IsCleanForNoRowsThatCannotBeSeparatedAndItsBoundHolds, ()) {
  const auto n = *rc::gen::inRange<std::size_t>(1, 25);
  const auto d = *rc::gen::inRange<std::size_t>(1, 5);
  Table table;
  for (std::size_t i = 0; i < n; ++i) {
    table.x.emplace_back(d);
    for (double& value : table.x.back()) value = *rc::gen::element(0.0, 1.0, -1.0, 0.1, 0.2, 0.3, -0.7, 2.0, 3.0, 1e-8, 1.00000001);
    table.y.push_back(*rc::gen::element<std::int8_t>(-1, 1));
  }
  RowsInMemory rows = in_memory(table, *rc::gen::element(Numbers::decimal, Numbers::binary64));
  const NewtonGuess guess = guess_of(rows);
  const ExactRows exact = all_exactly(rows);
  const Separation separation = separate(exact, {});
  if (guess.clean) {
    RC_ASSERT(separation.verdict == Verdict::separable);
    RC_ASSERT(scan(rows, whole_numbers(guess.w))->all_above());
    return;
  }
  if (separation.verdict != Verdict::separable) {
    RC_ASSERT(guess.high.has_value());
    return;
  }
  const Certificate margin = max_margin(exact, *separation.certificate, {});
  if (guess.high) RC_ASSERT(margin.gamma2_high <= Rational::of(guess.high->to_double()) * Rational::of(guess.high->to_double()));
}

TEST(Newton, FindsAHyperplaneOfSparseRowsThatHaveOne) {
  RowsInMemory rows = in_memory(sparse(3000, 150, 0.05, 0, 1));
  const NewtonGuess guess = guess_of(rows);
  ASSERT_TRUE(guess.clean);
  EXPECT_TRUE(scan(rows, whole_numbers(guess.w))->all_above());
}

// Rows with false labels in 150 columns: some hundred are separable, more are not; on either side of where that changes the answer is a proof.
TEST(Newton, DecidesPrefixesOfNoisyRowsOnEitherSideOfTheLastSeparableOne) {
  const Table all = sparse(1200, 150, 0.2, 0.05, 2);
  int separated = 0, bounded = 0;
  bool before = true;
  for (std::size_t n = 200; n <= 1200; n += 50) {
    Table prefix;
    prefix.x.assign(all.x.begin(), all.x.begin() + static_cast<std::ptrdiff_t>(n));
    prefix.y.assign(all.y.begin(), all.y.begin() + static_cast<std::ptrdiff_t>(n));
    RowsInMemory rows = in_memory(prefix, Numbers::decimal);
    const NewtonGuess guess = guess_of(rows);
    if (guess.clean) {
      EXPECT_TRUE(before) << "rows of a prefix that is not separable";
      EXPECT_TRUE(scan(rows, whole_numbers(guess.w))->all_above());
      ++separated;
    } else {
      ASSERT_TRUE(guess.high.has_value());
      EXPECT_LE(guess.high->to_double(), 1e-15 * radius(prefix, 1)) << n;
      ++bounded;
    }
    before = guess.clean;
  }
  EXPECT_GE(separated, 3);
  EXPECT_GE(bounded, 3);
}

TEST(Newton, DoesNotDependOnThreadsNorOnWhetherRowsAreCopiedForThem) {
  const Table table = sparse(4000, 60, 0.3, 0.1, 3);
  RowsInMemory one = in_memory(table, Numbers::decimal, 1, 1), three = in_memory(table, Numbers::decimal, 1, 3);
  const NewtonGuess a = guess_of(one), b = guess_of(three, {.threads = 3});
  EXPECT_EQ(a.w, b.w);
  EXPECT_EQ(a.lambda, b.lambda);
  EXPECT_EQ(a.high->to_double(), b.high->to_double());
  const NewtonGuess without = guess_of(one, {.memory = 65536});  // no room for copies
  EXPECT_FALSE(without.clean);
  EXPECT_LE(without.high->to_double(), 1e-15 * radius(table, 1));
}

TEST(Newton, GivesUpWhenAskedToWithABoundThatHolds) {
  const Table table = sparse(2000, 60, 0.3, 0.1, 4);
  RowsInMemory rows = in_memory(table);
  int asked = 0;
  const std::function<bool()> soon = [&] { return ++asked > 4; };
  Patience patience(soon, std::uint64_t{1} << 30U);
  const Result<NewtonGuess> guess = newton_guess(rows, {}, patience);
  ASSERT_TRUE(guess);
  EXPECT_FALSE(guess->clean);
  ASSERT_TRUE(guess->high.has_value());
  EXPECT_GT(guess->high->to_double(), 1e-12);
}

TEST(Newton, SeparatesRowsInManyColumnsForTheSearchOrBoundsTheirMargin) {
  RowsInMemory clean = in_memory(sparse(4000, 400, 0.05, 0, 5), Numbers::decimal);
  const Result<Separation> separable = separate(clean, {});
  ASSERT_TRUE(separable);
  EXPECT_EQ(separable->verdict, Verdict::separable);
  EXPECT_GT(separable->margin_low.sign(), 0);
  EXPECT_FALSE(separable->margin_high < separable->margin_low);
  // No room for whole numbers: undecided, and an interval as narrow as decimals allow.
  const Table noisy = sparse(3000, 400, 0.1, 0.2, 6);
  RowsInMemory many = in_memory(noisy, Numbers::decimal);
  const Result<Separation> bounded = separate(many, {.memory = 2'000'000});
  ASSERT_TRUE(bounded);
  EXPECT_EQ(bounded->verdict, Verdict::undecided);
  EXPECT_FALSE(bounded->certificate.has_value());
  EXPECT_EQ(bounded->margin_low.sign(), 0);
  EXPECT_LE(bounded->margin_high.to_double(), 1e-15 * radius(noisy, 1));
}

TEST(Newton, ItsWeightsProveToAnExhaustiveSearchThatRowsInManyColumnsOverlap) {
  RowsInMemory rows = in_memory(sparse(3000, 310, 0.1, 0.2, 7), Numbers::decimal);
  const Result<Separation> found = separate(rows, {.exhaustive = true});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->verdict, Verdict::overlapping);
  EXPECT_FALSE(found->certificate.has_value());
  EXPECT_EQ(found->margin_high.sign(), 0);
  const auto checked = check_existence(rows, found->existence);
  ASSERT_TRUE(checked);
  EXPECT_TRUE(std::holds_alternative<Proved>(*checked));
  EXPECT_EQ(separate(rows, {.claim = Claim::strict, .exhaustive = true})->verdict, Verdict::inseparable);
}

TEST(Newton, LeavesNumbersBeyondItsRangeToOthers) {
  const Table table{{{1e300, 1}, {1e300, -1}, {-1e300, 1}}, {1, -1, 1}};
  RowsInMemory rows = in_memory(table);
  const NewtonGuess guess = guess_of(rows);
  EXPECT_FALSE(guess.clean && !scan(rows, whole_numbers(guess.w))->all_above());
  if (guess.high) {
    EXPECT_GE(guess.high->to_double(), 0.0);
  }
}

// Counts how often the rows are looked at, as if each time they were read.
class CountedRows : public RowsInMemory {
 public:
  explicit CountedRows(RowsInMemory rows) : RowsInMemory(std::move(rows)) {}
  bool in_memory() const noexcept override { return false; }
  Status pass(const Visit& visit) override {
    ++n_passes;
    return RowsInMemory::pass(visit);
  }

  int n_passes = 0;
};

TEST(Newton, SeparatesInFewPassesByLengtheningWhatIsNearlyRight) {
  CountedRows rows(in_memory(sparse(8000, 400, 0.05, 0, 8)));
  EXPECT_TRUE(guess_of(rows).clean);
  EXPECT_LE(rows.n_passes, 14);
}

// Rows that are far on the right side are not looked at for some steps.
TEST(Newton, IsNotMistakenAboutRowsThatItDidNotLookAt) {
  for (std::uint64_t seed = 10; seed < 14; ++seed) {
    CountedRows rows(in_memory(sparse(3000, 300, 0.03, 0, seed)));
    const NewtonGuess guess = guess_of(rows);
    ASSERT_TRUE(guess.clean);
    EXPECT_TRUE(scan(rows, whole_numbers(guess.w))->all_above()) << seed << " " << rows.n_passes;
  }
}

TEST(Newton, BoundsTheMarginOfRowsThatOverlapInFewPasses) {
  for (const auto& [noise, most] : {std::pair{0.002, 28}, {0.05, 20}, {0.3, 15}}) {
    const Table table = sparse(6000, 200, 0.1, noise, 9);
    CountedRows rows(in_memory(table));
    const NewtonGuess guess = guess_of(rows);
    ASSERT_TRUE(guess.high.has_value());
    EXPECT_LE(guess.high->to_double(), 1e-15 * radius(table, 1));
    EXPECT_LE(rows.n_passes, most) << noise;
  }
}

TEST(Newton, BoundsTheMarginOfRowsInMemoryAsCloselyThoughItCopiesThemLate) {
  for (const double noise : {0.002, 0.05, 0.3}) {
    const Table table = sparse(6000, 200, 0.1, noise, 9);
    RowsInMemory rows = in_memory(table);
    const NewtonGuess guess = guess_of(rows);
    ASSERT_TRUE(guess.high.has_value());
    EXPECT_LE(guess.high->to_double(), 1e-15 * radius(table, 1)) << noise;
  }
}

TEST(Newton, BoundsTheMarginAsCloselyWithRoomForCopiesOfSomeRowsOnly) {
  const Table table = sparse(6000, 200, 0.1, 0.05, 9);
  int passes = 0;
  for (const std::uint64_t memory : {std::uint64_t{1} << 30U, std::uint64_t{400'000}, std::uint64_t{170'000}}) {
    CountedRows rows(in_memory(table));
    const NewtonGuess guess = guess_of(rows, {.memory = memory});
    ASSERT_TRUE(guess.high.has_value());
    EXPECT_LE(guess.high->to_double(), 1e-15 * radius(table, 1)) << memory;
    // Rows without copies are read for each product.
    EXPECT_GT(rows.n_passes, passes);
    if (passes == 0) passes = rows.n_passes + 10;
  }
}

// ‖Σ λ z‖² and (Σ λ)² in whole numbers.
std::pair<Rational, Rational> exact_sums(RowsInMemory& rows, const std::vector<double>& lambda) {
  const ExactRows exact = all_exactly(rows);
  std::vector<Rational> sum(exact.n_columns());
  Rational weight;
  for (std::size_t row = 0; row < exact.size(); ++row) {
    const Rational factor = Rational::of(lambda[row]);
    weight = weight + factor;
    exact.visit(row, [&](const auto& z) {
      for (std::size_t k = 0; k < z.size; ++k) sum[z.column[k]] = sum[z.column[k]] + factor * Rational(z.value[k]) * exact.unit();
    });
  }
  Rational square;
  for (const Rational& value : sum) square = square + value * value;
  return {square, weight * weight};
}

RC_GTEST_PROP(HullBoundProperty, IsAboveWhatWholeNumbersSayAndByAboutARounding, ()) {
  const auto n = *rc::gen::inRange<std::size_t>(1, 30);
  const auto numbers = *rc::gen::element(Numbers::decimal, Numbers::binary64);
  Table table;
  std::vector<double> lambda;
  double length = 0, weight = 0;
  for (std::size_t i = 0; i < n; ++i) {
    // Pairs whose sums cancel but for what rounding left of decimals.
    const double a = *rc::gen::element(0.1, 0.3, 1e-9, 123456.789, 1e15, 0.7, 3.3);
    const bool first = i % 2 == 0;
    table.x.push_back(first ? std::vector<double>{a, 0.1} : std::vector<double>{table.x.back()[0], 0.1 + *rc::gen::element(0.0, 1e-17, 1e-14)});
    table.y.push_back(first ? 1 : -1);
    lambda.push_back(first ? *rc::gen::element(0.0, 1.0, 0.3, 1.0 / 3, 1e-13, 5e10) : lambda.back() * *rc::gen::element(1.0, 1 + 0x1p-52));
    weight += lambda.back();
    length += lambda.back() * (std::hypot(table.x.back()[0], 0.2) + 1);
  }
  RowsInMemory rows = in_memory(table, numbers);
  const Result<std::optional<Scaled>> bound = hull_bound(rows, lambda);
  RC_ASSERT(static_cast<bool>(bound));
  RC_ASSERT(bound->has_value() == (weight > 0));
  if (weight == 0) return;
  const auto [square, weight2] = exact_sums(rows, lambda);
  const Rational high = Rational::of((**bound).to_double());
  RC_ASSERT(square <= high * high * weight2);
  // Not much above: √square + 2^−52·Σ λ‖z‖ + …
  const double norm = std::sqrt(square.to_scaled().to_double());
  RC_ASSERT((**bound).to_double() <= (norm * (1 + 1e-12) + (numbers == Numbers::decimal ? 1.2e-16 : 1e-27) * length) / weight * (1 + 1e-12));
}

TEST(HullBound, CountsWhatADecimalDiffersFromItsDouble) {
  // As decimals 3·0.1 is 0.3. The double of 0.1 is 2^−57·0.8 above it and that of 0.3 2^−56·0.8 below it, which makes 2^−55.
  const Table table{{{0.1}, {0.3}}, {1, -1}};
  const std::vector<double> lambda = {3, 1};
  RowsInMemory decimal = in_memory(table, Numbers::decimal, 0), binary = in_memory(table, Numbers::binary64, 0);
  constexpr double as_doubles = 0x1p-55;
  EXPECT_GE((**hull_bound(binary, lambda)).to_double(), as_doubles / 4 * 0.99);
  EXPECT_LE((**hull_bound(binary, lambda)).to_double(), as_doubles / 4 * 1.01);
  EXPECT_GE((**hull_bound(decimal, lambda)).to_double(), as_doubles / 4 + 0x1p-53 * 0.6 / 4);
  // Here doubles add up to 0 and decimals do not.
  const Table near{{{0.1}, {0.1}}, {1, -1}};
  RowStore store;
  for (const auto& row : near.x) store.append({nullptr, row.data(), 1});
  RowsInMemory written(std::move(store), {1, -1}, 1, Numbers::decimal, 0, 1, {{1, 0, "0.1000000000000000055"}});
  const auto [square, weight2] = exact_sums(written, {1, 1});
  EXPECT_GT(square.sign(), 0);
  const Rational high = Rational::of((**hull_bound(written, {1, 1})).to_double());
  EXPECT_TRUE(square <= high * high * weight2);
}

}  // namespace
}  // namespace novikoff::newton_test
