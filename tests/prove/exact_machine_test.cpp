#include "prove/exact_machine.hpp"

#include <gtest/gtest.h>

#include "novikoff/core/random.hpp"
#include "prove/whole.hpp"

namespace novikoff::exact_machine_test {
namespace {

ExactRows rows_of(const std::vector<std::vector<double>>& rows, Numbers numbers = Numbers::binary64) {
  ExactRows::Builder builder(numbers, 0);
  for (const auto& row : rows) {
    for (std::size_t j = 0; j < row.size(); ++j) builder.add(static_cast<std::uint32_t>(j), row[j]);
    builder.end_row(1);
  }
  return or_throw(builder.finish(rows.front().size(), std::uint64_t{1} << 30U, [](std::int8_t y) { return int{y}; }));
}

ExactTask task(const ExactRows& rows, const Integer& threshold, const Integer& step = 1) {
  return {.rows = rows, .step = step, .threshold_of_positives = threshold, .threshold_of_negatives = threshold};
}

constexpr SpaceKind kKinds[] = {SpaceKind::primal, SpaceKind::dual};

// W grows by one row again and again, which uses the bound up as fast as anything can.
TEST(ExactMachine, LeavesATierBeforeItsNumbersOverflow) {
  const ExactRows rows = rows_of({{4194304, 3}});
  const Integer sqnorm = rows.sqnorm(0);
  struct Run {
    SpaceKind kind;
    std::int64_t updates;
    Tier first, last;
  };
  for (const Run& run :
       {Run{SpaceKind::primal, 1500, Tier::doubles, Tier::sixty_four}, Run{SpaceKind::primal, 600000, Tier::sixty_four, Tier::hundred_twenty_eight},
        Run{SpaceKind::dual, 600000, Tier::sixty_four, Tier::hundred_twenty_eight}}) {
    ExactMachine machine(task(rows, sqnorm * Integer(run.updates)), {.kind = run.kind}, {0, 0});
    Tier now = machine.tier();
    EXPECT_EQ(now, run.first);
    for (std::int64_t k = 1; k <= run.updates; ++k) {
      machine.update(0);
      if (machine.tier() == now) continue;
      now = machine.tier();
      ASSERT_TRUE(machine.weights()[0] == Integer(4194304 * k)) << k;
    }
    EXPECT_EQ(now, run.last);
    EXPECT_TRUE(machine.weights()[0] == Integer(4194304 * run.updates));
    EXPECT_TRUE(machine.weights()[1] == Integer(3 * run.updates));
    EXPECT_TRUE(machine.updates(0)) << "the score is the threshold";
    machine.update(0);
    EXPECT_FALSE(machine.updates(0));
  }
}

TEST(ExactMachine, NumbersOfATierStayWithinItsBits) {
  // The largest rows with which a tier may begin: the sums must be below its power of two as long as it lasts.
  for (const SpaceKind kind : kKinds)
    for (int bits = 10; bits < 61; ++bits) {
      const auto size = static_cast<double>(std::int64_t{1} << bits);
      const ExactRows rows = rows_of({{size, 1}, {-size, 1}});
      const Integer threshold = rows.sqnorm(0) * Integer(100);
      ExactMachine machine(task(rows, threshold), {.kind = kind}, {0, 0});
      Integer w0, w1;
      for (int k = 0; k < 300; ++k) {
        const std::size_t row = machine.updates(0) ? 0 : 1;
        if (!machine.updates(row)) break;
        machine.update(row);
        w0 += Integer(row == 0 ? std::int64_t{1} << bits : -(std::int64_t{1} << bits));
        w1 += Integer(1);
        const std::vector<Integer> w = machine.weights();
        ASSERT_TRUE(w[0] == w0 && w[1] == w1) << bits << ' ' << k;
        const std::size_t limit = machine.tier() == Tier::doubles                ? 53
                                  : machine.tier() == Tier::sixty_four           ? 63
                                  : machine.tier() == Tier::hundred_twenty_eight ? 127
                                                                                 : 100000;
        for (std::size_t i = 0; i < rows.size(); ++i) {
          const Integer score = dot(rows, i, w);
          ASSERT_LE(score.bits(), limit) << bits << ' ' << k;
          ASSERT_EQ(machine.sign(i), score.sign());
          ASSERT_EQ(machine.updates(i), score <= threshold);
        }
        ASSERT_TRUE(kind == SpaceKind::dual || machine.tier() == Tier::unlimited || w0.bits() <= 63U);
      }
    }
}

TEST(ExactMachine, AStartTooWideForATierGetsAnother) {
  const ExactRows rows = rows_of({{1, 2}, {3, -1}});
  const auto tier = [&](std::uint64_t bits) { return ExactMachine(task(rows, 0), {.kind = SpaceKind::primal}, {Integer(1).shift_left(bits), 0}).tier(); };
  EXPECT_EQ(tier(50), Tier::doubles);  // R < 4
  EXPECT_EQ(tier(52), Tier::sixty_four);
  EXPECT_EQ(tier(61), Tier::sixty_four);
  EXPECT_EQ(tier(62), Tier::hundred_twenty_eight);
  EXPECT_EQ(tier(63), Tier::unlimited);
}

// All widths and both spaces give the same answers to every question.
TEST(ExactMachine, AnswersTheSameInEverySpaceAndWidth) {
  Rng rng(7);
  for (int i = 0; i < 100; ++i) {
    std::vector<std::vector<double>> values;
    for (int row = 0; row < 6; ++row) {
      values.emplace_back();
      for (int j = 0; j < 5; ++j) values.back().push_back(rng.below(3) == 0 ? 0 : static_cast<double>(rng.below(9)) - 4);
    }
    const ExactRows rows = rows_of(values);
    const std::vector<Integer> start(rows.n_columns(), Integer(static_cast<std::int64_t>(rng.below(3)) - 1));
    const ExactTask asked = task(rows, Integer(static_cast<std::int64_t>(rng.below(5))), Integer(static_cast<std::int64_t>(1 + rng.below(3))));
    std::vector<std::unique_ptr<ExactMachine>> machines;
    for (const SpaceKind kind : kKinds)
      for (const Tier tier : {Tier::doubles, Tier::sixty_four, Tier::hundred_twenty_eight, Tier::unlimited})
        machines.push_back(std::make_unique<ExactMachine>(asked, MachinePlan{.kind = kind, .lowest = tier}, start));
    const std::vector<std::uint64_t> order = permutation(rows.size(), 1, static_cast<std::uint64_t>(i));
    for (int k = 0; k < 30; ++k) {
      const Hit plain = machines[0]->first_update(nullptr, 0, rows.size());
      const Hit hit = machines[0]->first_update(order.data(), 1, rows.size());
      const std::size_t least = machines[0]->least();
      const std::uint64_t errors = machines[0]->errors();
      const std::vector<Integer> weights = machines[0]->weights();
      for (const auto& machine : machines) {
        EXPECT_EQ(machine->first_update(nullptr, 0, rows.size()).position, plain.position);
        EXPECT_EQ(machine->first_update(order.data(), 1, rows.size()).position, hit.position);
        EXPECT_EQ(machine->first_update(order.data(), 1, rows.size()).sign, hit.sign);
        EXPECT_EQ(machine->least(), least);
        EXPECT_EQ(machine->errors(), errors);
        EXPECT_TRUE(machine->weights() == weights);
      }
      if (plain.position == rows.size()) break;
      for (const auto& machine : machines) machine->mark();
      for (const auto& machine : machines) {
        EXPECT_TRUE(machine->at_mark());
        machine->update(plain.position);
        EXPECT_EQ(machine->at_mark(), rows.sqnorm(plain.position).sign() == 0);
      }
    }
  }
}

TEST(Whole, ConvertsWordsOfAnyWidthBothWays) {
  Rng rng(8);
  for (int i = 0; i < 1000; ++i) {
    const Int128 n =
        (static_cast<Int128>(static_cast<std::int64_t>(rng.next())) * (Int128{1} << 63) + static_cast<std::int64_t>(rng.next() >> 1U)) >> rng.below(126);
    EXPECT_TRUE(whole_of<Int128>(integer_of(n)) == n);
    Integer high(static_cast<std::int64_t>(n >> 63));
    if (n >> 126 == 0 || n >> 126 == -1) {
      EXPECT_TRUE(integer_of(n) == high.shift_left(63) + Integer(static_cast<std::int64_t>(n & ((Int128{1} << 63) - 1))));
    }
  }
  const Int128 largest = ((Int128{1} << 126) - 1) * 2 + 1;
  EXPECT_TRUE(threshold_of<Int128>(Integer(1).shift_left(200)) == largest);
  EXPECT_TRUE(threshold_of<Int128>(integer_of(largest)) == largest);
  EXPECT_EQ(threshold_of<double>(Integer(1).shift_left(53)), 9007199254740992.0);
  EXPECT_EQ(threshold_of<double>(Integer(1).shift_left(53) - Integer(1)), 9007199254740991.0);
  EXPECT_EQ(threshold_of<std::int64_t>(Integer(1).shift_left(63)), std::numeric_limits<std::int64_t>::max());
}

}  // namespace
}  // namespace novikoff::exact_machine_test
