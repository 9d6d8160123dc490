// Bounds and margins of real runs in doubles: they hold, they are what the theory says, and rounding never makes them say too much.
#include "run/bounds.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "novikoff/core/random.hpp"
#include "novikoff/run/report.hpp"
#include "run/rows.hpp"

namespace novikoff::bounds_test {
namespace {

using testing::kAnd;
using testing::kLiHang;
using testing::kXor;
using testing::Row;
using testing::trained;

Rational exactly(const Scaled& s) { return Rational::of(s.mantissa) * Rational::power(2, s.exponent); }

const Bound& the(const TrainReport& report, BoundId id) { return report.bounds[static_cast<std::size_t>(id)]; }

Rational dot(const std::vector<double>& a, const std::vector<double>& b) {
  Rational sum;
  for (std::size_t j = 0; j < std::min(a.size(), b.size()); ++j) sum = sum + Rational::of(a[j]) * Rational::of(b[j]);
  return sum;
}

// Rows of doubles of one scale that a random hyperplane through 0 separates, some of them near it.
std::vector<Row> separable(std::uint64_t seed, std::size_t n, std::size_t d, double scale) {
  Rng rng(seed);
  const auto value = [&] { return static_cast<double>(static_cast<std::int64_t>(rng.below(20001)) - 10000) * 1e-3; };
  std::vector<double> u(d);
  for (double& v : u) v = value();
  std::vector<Row> rows;
  while (rows.size() < n) {
    Row row{std::vector<double>(d), 1};
    double side = 0;
    for (std::size_t j = 0; j < d; ++j) {
      row.x[j] = value();
      side += u[j] * row.x[j];
    }
    if (std::fabs(side) < 3) continue;
    row.y = side > 0 ? 1 : -1;
    for (double& v : row.x) v *= scale;
    rows.push_back(row);
  }
  return rows;
}

constexpr Order kOrders[] = {Order::cyclic, Order::shuffled, Order::random, Order::restart, Order::worst, Order::online};

TEST(Bounds, HoldInEveryOrderFromEveryStartUnderEveryRuleAtEveryScale) {
  for (std::uint64_t seed = 0; seed < 12; ++seed)
    for (const double scale : {1.0, 0x1p-300, 0x1p300, 0x1p-520}) {
      const std::vector<Row> rows = separable(seed, 15, 3, scale);
      for (const Order order : kOrders)
        for (const double eta : {1.0, 0.3}) {
          const std::vector<LearnerSpec> specs{
              {.eta = eta, .bias_value = 0, .order = order},
              {.eta = eta, .tie = Tie::plus, .bias_value = scale, .order = order},
              {.eta = eta, .bias_value = 0, .order = order, .w0 = {scale, -2 * scale, scale}},
          };
          for (const LearnerSpec& spec : specs) {
            const TrainReport report = trained(rows, spec);  // a violated bound is an error
            std::size_t held = 0;
            for (const Bound& bound : report.bounds) {
              EXPECT_NE(check(bound), Holding::violated);
              EXPECT_EQ(check(bound) == Holding::holds, bound.value && bound.measured) << describe(bound.id).name;
              held += check(bound) == Holding::holds ? 1 : 0;
            }
            EXPECT_GE(held, 1U);
            EXPECT_FALSE(report.margin.high && *report.margin.high < *report.margin.low);
          }
        }
    }
}

TEST(Bounds, OfUnitVectorsAreMetInEveryOrder) {
  for (std::size_t n = 1; n <= 200; n += n < 20 ? 1 : 36)
    for (const Order order : kOrders) {
      const TrainReport report = trained(testing::unit_vectors(n, true), {.bias_value = 0, .order = order, .passes = order == Order::online ? 1U : 0U});
      const Bound& bound = the(report, BoundId::novikoff);
      EXPECT_EQ(check(bound), Holding::holds);
      EXPECT_EQ(report.model.counts.updates, n);
      EXPECT_EQ(floor(bound.value->high), n);
      EXPECT_EQ(exactly(bound.value->high), Rational(static_cast<std::int64_t>(n))) << "exact: nothing in it rounds";
      EXPECT_NE(train_text(report, {}, {}).find("= " + std::to_string(n) + " = ⌊(R/γ)²⌋ (Novikoff 1962): the bound is met"), std::string::npos);
    }
}

TEST(Bounds, OfAndUseTheAugmentedVectors) {
  const TrainReport report = trained(kAnd, {.passes = 0});
  // w = (3, 2 | −4) separates with margin 1: R²‖w‖² = 3·29.
  EXPECT_EQ(the(report, BoundId::novikoff).value->high.to_double(), 87);
  EXPECT_EQ(exactly(the(report, BoundId::progress).value->low) <= Rational(29), true);
  EXPECT_EQ(floor(the(report, BoundId::passes).value->high), 88U);
  EXPECT_GE(exactly(the(report, BoundId::bias_constant).value->high), Rational(87));
  EXPECT_NEAR(the(report, BoundId::bias_constant).value->high.to_double(), 87, 1e-9);
  EXPECT_LE(exactly(*report.margin.low) * exactly(*report.margin.low), Rational(Integer(1), Integer(17))) << "γ*² = 1/17";
  EXPECT_GE(exactly(*report.margin.high) * exactly(*report.margin.high), Rational(Integer(1), Integer(17)));
}

// The best separator of AND is found by the margin rule with a large τ: its bound is then near 51.
TEST(Bounds, ComeNearNovikoffsBestWithTheMarginRule) {
  const TrainReport report = trained(kAnd, {.rule = RuleKind::margin, .tau = 3000, .passes = 0});
  EXPECT_EQ(check(the(report, BoundId::margin_rule)), Holding::holds);
  EXPECT_EQ(check(the(report, BoundId::margin_rule_margin)), Holding::holds);
  EXPECT_GT(report.margin.low->to_double(), 0.24) << "γ* = 0.2425";
  EXPECT_FALSE(the(report, BoundId::novikoff).value);
}

// In exact arithmetic, from the doubles of the report: the margin's ends and the bound are on the right side, at all scales, and sharp.
TEST(MarginInterval, IsRoundedOutward) {
  for (std::uint64_t seed = 0; seed < 40; ++seed)
    for (const double scale : {1.0, 0x1p-450, 0x1p400, 1e-3}) {
      const std::vector<Row> rows = separable(seed, 12, 3, scale);
      const TrainReport report = trained(rows, {.eta = 0.7, .bias_value = 0, .keep = KeepKind::last, .passes = 0});
      ASSERT_EQ(report.model.stop, Stop::converged);
      const std::vector<double>& w = report.last.weights;
      Rational least, largest;
      for (const Row& row : rows) {
        const Rational margin = dot(w, row.x) * Rational::of(row.y);
        if (least.sign() == 0 || margin < least) least = margin;
        largest = std::max(largest, dot(row.x, row.x));
      }
      const Rational low = exactly(*report.margin.low), low2 = low * low * dot(w, w);
      EXPECT_LE(low2, least * least);
      EXPECT_LE(least * least - low2, least * least * Rational::power(2, -40)) << "and sharp";
      // The point of the hull that the updates make: γ* is at most its norm.
      std::vector<Rational> sum(3);
      for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < 3; ++j)
          sum[j] = sum[j] + Rational(static_cast<std::int64_t>(report.updates_per_example[i])) * Rational::of(rows[i].y) * Rational::of(rows[i].x[j]);
      Rational norm2;
      for (const Rational& value : sum) norm2 = norm2 + value * value;
      const Rational k(static_cast<std::int64_t>(report.model.counts.updates)), high = exactly(*report.margin.high);
      EXPECT_GE(high * high * k * k, norm2);
      EXPECT_LE(high * high * k * k - norm2, norm2 * Rational::power(2, -30)) << "and sharp";
      const Rational bound = largest * dot(w, w) / (least * least);
      EXPECT_GE(exactly(the(report, BoundId::novikoff).value->high), bound);
      EXPECT_LE(exactly(the(report, BoundId::novikoff).value->high) - bound, bound * Rational::power(2, -40));
    }
}

// What is recorded at updates bounds what rounding did: w_k − w_0 against η·Σ z_i in exact arithmetic.
TEST(UpdateRecorder, BoundsTheDriftAndTheExcessOfARun) {
  for (std::uint64_t seed = 0; seed < 40; ++seed)
    for (const double scale : {1.0, 0x1p-530, 0x1p420}) {
      const std::vector<Row> rows = separable(seed, 10, 4, scale);
      const TrainReport report = trained(rows, {.eta = 0.1, .bias_value = 0, .w0 = {0.3 * scale, 0, -0.1 * scale, 0}, .passes = 3});
      const Trace& trace = report.trace;
      Rational drift2, sqnorms, w0;
      const std::vector<double> start{0.3 * scale, 0, -0.1 * scale, 0};
      for (std::size_t j = 0; j < 4; ++j) {
        Rational exact = Rational::of(start[j]);
        for (const std::uint64_t row : report.update_sequence) exact = exact + Rational::of(0.1) * Rational::of(rows[row].y) * Rational::of(rows[row].x[j]);
        const Rational off = exact - Rational::of(report.last.weights[j]);
        drift2 = drift2 + off * off;
      }
      for (const std::uint64_t row : report.update_sequence) sqnorms = sqnorms + dot(rows[row].x, rows[row].x);
      const Rational drift = exactly(trace.recorded->drift);
      EXPECT_LE(drift2, drift * drift);
      EXPECT_GE(exactly(trace.recorded->sqnorms.high), sqnorms);
      EXPECT_LE(exactly(trace.recorded->sqnorms.low), sqnorms);
      const Rational eta2 = Rational::of(0.1) * Rational::of(0.1), most = dot(start, start) + eta2 * sqnorms + exactly(trace.recorded->excess);
      EXPECT_LE(dot(report.last.weights, report.last.weights), most);
      if (scale < 0x1p-500) continue;  // products near the least double lose much
      EXPECT_LE(exactly(trace.recorded->excess), most * Rational::power(2, -40)) << "small beside what it is added to";
    }
}

// Four terms of 0.99 that doubles lose beside 10^16: x·(1, …, 1) is 1.96, and -2 as it is summed.
const std::vector<double> kLost{1e16, -1e16 - 2, 0.99, 0.99, 0.99, 0.99};

// With w = (2, …, 2) the row x updates although its score is above 0, and ‖w‖² grows by more than ‖x‖².
TEST(UpdateRecorder, CountsADecisionThatRoundingMade) {
  const std::vector<double> before(6, 2);
  std::vector<double> after = kLost;
  for (double& w : after) w += 2;
  const FeatureView row{nullptr, kLost.data(), kLost.size()};
  ASSERT_EQ((Hypothesis{before, 0, 0}.score(row).value), -4);
  UpdateRecorder recorder(1, 0);
  recorder.note(row, after, 0);
  EXPECT_GT(dot(after, after), dot(before, before) + dot(kLost, kLost) + Rational(7));
  EXPECT_LE(dot(after, after), dot(before, before) + dot(kLost, kLost) + exactly(recorder.total().excess));
}

// The row whose score is least in doubles has the score 1.96; the least is another row's.
TEST(MarginInterval, LooksAtEveryRowThatMayBeTheLeast) {
  const Dataset data = testing::dataset({{kLost, +1}, {{0, 0, 0, 0, 0, 0.5}, +1}});
  const Hypothesis w{std::vector<double>(6, 1), 0, 0};
  const Evaluation seen = or_throw(evaluate(data, w));
  ASSERT_EQ(seen.margin_min.to_double(), -2);
  const MarginInterval margin = margin_interval(data, w, seen, trace_of({.bias_value = 0}, {{}, 0, 0}, {}, w, std::nullopt));
  EXPECT_NEAR(margin.low->to_double(), 0.5 / std::sqrt(6), 1e-15);
  EXPECT_LE(exactly(*margin.low) * exactly(*margin.low) * Rational(24), Rational(1));
}

TEST(Bounds, OfInseparableRowsAreThoseForAnyRows) {
  const TrainReport report = trained(kXor, {.passes = 5});
  for (const BoundId id : {BoundId::freund_schapire, BoundId::freund_schapire_updates, BoundId::hinge, BoundId::hinge_updates})
    EXPECT_EQ(check(the(report, id)), Holding::holds) << describe(id).name;
  EXPECT_EQ(the(report, BoundId::novikoff).why, "no weights of the run are known to separate the rows");
  EXPECT_EQ(report.margin.low->sign(), 0);
  EXPECT_FALSE(the(report, BoundId::freund_schapire).value->high < the(report, BoundId::freund_schapire_updates).value->high) << "over updates is tighter";
  EXPECT_FALSE(the(report, BoundId::hinge).value->high < the(report, BoundId::hinge_updates).value->high);
}

TEST(Bounds, OfRandomLabelsHold) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng(seed);
    std::vector<Row> rows = separable(seed, 20, 3, 1);
    for (Row& row : rows) row.y = rng.below(2) == 0 ? -1 : 1;
    const TrainReport report = trained(rows, {.order = seed % 2 == 0 ? Order::cyclic : Order::shuffled, .passes = 6});
    for (const Bound& bound : report.bounds) EXPECT_NE(check(bound), Holding::violated);
    const bool separated = the(report, BoundId::novikoff).value.has_value();
    EXPECT_EQ(check(the(report, BoundId::hinge)) == Holding::holds, !separated);
  }
}

// Values so different in size that most steps round and some vanish, labels by chance or by a hyperplane: what the theory says of exact runs may fail here, and
// what is said of these runs may not.
TEST(Bounds, AreNeverCalledViolatedForWhatRoundingDid) {
  std::size_t separated = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Rng rng(seed);
    const int spread = seed % 2 == 0 ? 8 : 60;
    std::vector<Row> rows;
    for (int i = 0; i < 6; ++i) {
      Row row{std::vector<double>(2 + seed % 2), seed % 3 == 0 && rng.below(2) == 0 ? -1.0 : 1.0};
      for (double& v : row.x)
        v = std::ldexp(static_cast<double>(1 + rng.below(1000)) * (rng.below(4) == 0 ? -1 : 1),
                       static_cast<int>(rng.below(static_cast<std::uint64_t>(2 * spread))) - spread);
      rows.push_back(row);
    }
    const LearnerSpec spec{.eta = seed % 5 == 0 ? 0.1 : 1, .bias_value = seed % 7 == 0 ? 0x1p30 : 0, .order = kOrders[seed % 5], .seed = seed, .passes = 300};
    const TrainReport report = trained(rows, spec);
    for (const Bound& bound : report.bounds) EXPECT_NE(check(bound), Holding::violated) << seed;
    separated += report.margin.low->sign() > 0 ? 1 : 0;
    EXPECT_FALSE(report.margin.high && *report.margin.high < *report.margin.low) << seed;
  }
  EXPECT_GE(separated, 100U) << "else nothing was tried";
}

// In exact arithmetic (−1, 10¹⁷), (0, −1) come back to no weights; in doubles they do, and the margin's upper end must not say what only exact weights say.
TEST(MarginInterval, IsNotFooledByDoublesThatRepeat) {
  const std::vector<Row> rows{{{-1, 1e17}, +1}, {{0, -1}, +1}};
  const TrainReport report = trained(rows, {.bias_value = 0, .passes = 50});
  std::vector<Rational> sum(2);
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 2; ++j) sum[j] = sum[j] + Rational(static_cast<std::int64_t>(report.updates_per_example[i])) * Rational::of(rows[i].x[j]);
  const Rational k(static_cast<std::int64_t>(report.model.counts.updates)), high = exactly(*report.margin.high);
  EXPECT_NE(sum[1], Rational::of(report.last.weights[1])) << "a step was lost";
  EXPECT_GE(high * high * k * k, sum[0] * sum[0] + sum[1] * sum[1]);
}

// The oracle's values: u over all presentations, L or D over one pass given exactly.
TEST(Bounds, AreTheOraclesForItsVectors) {
  std::size_t compared = 0;
  for (const char* name : {"xor_01", "pocket_10", "iris_versicolor_virginica"}) {
    std::ifstream file(std::string(NOVIKOFF_TEST_DATA) + "/cases/" + name + ".json");
    const nlohmann::json document = nlohmann::json::parse(file);
    for (const auto& group : document["mistake_bounds"]) {
      const Rational passes(group["passes"].get<std::int64_t>());
      Rational r2;
      for (const auto& geometry : document["geometry"])
        if (geometry["bias"] == group["bias"]) r2 = *Rational::parse(geometry["expected"]["R2"]["exact"].get<std::string>());
      for (const auto& item : group["items"]) {
        if (!item["v_norm2"].contains("exact") || !item["sum_hinge"].contains("exact")) continue;
        const Rational v2 = *Rational::parse(item["v_norm2"]["exact"].get<std::string>());
        const Rational loss = passes * *Rational::parse(item["sum_hinge"]["exact"].get<std::string>());
        const Rational squares = passes * *Rational::parse(item["sum_hinge_sq"]["exact"].get<std::string>());
        const Enclosure gamma = Enclosure(1.0) / sqrt(Enclosure::of(v2));
        const bool hinge = item["kind"] == "hinge_l1";
        const Enclosure value = hinge ? bound::hinge(Enclosure::of(r2), Enclosure::of(v2), Enclosure::of(loss))
                                      : bound::freund_schapire(Enclosure::of(r2), gamma, Enclosure::of(squares) * square(gamma));
        const double expected = item["value_at_v"]["double"].get<double>();
        EXPECT_NEAR(value.high.to_double(), expected, 1e-9 * expected) << name;
        EXPECT_GE(value.high.to_double(), group["mistakes"].get<double>());
        ++compared;
      }
    }
  }
  EXPECT_GE(compared, 4U);
}

TEST(Bounds, OfARunGoneOnWithSayWhatIsNotRecorded) {
  TrainOptions options;
  options.spec = {.passes = 1};
  const Dataset data = testing::dataset(kAnd);
  const TrainReport first = or_throw(train(data, options));
  options.spec.passes = 0;
  const TrainReport rest = or_throw(train(data, options, &first.model));
  EXPECT_EQ(rest.model.stop, Stop::converged);
  EXPECT_FALSE(rest.margin.high);
  EXPECT_FALSE(rest.margin.why_no_high.empty());
  EXPECT_EQ(check(the(rest, BoundId::novikoff)), Holding::holds) << "all updates are counted";
  EXPECT_FALSE(the(rest, BoundId::norm).value);
}

TEST(Bounds, KeepTheGreedyRunTheVoteAndThePocketToTheirUpdates) {
  for (const KeepKind keep : {KeepKind::greedy, KeepKind::voted, KeepKind::pocket, KeepKind::pocket_every, KeepKind::averaged}) {
    const TrainReport report = trained(kLiHang, {.order = keep == KeepKind::greedy ? Order::restart : Order::cyclic, .keep = keep});
    EXPECT_EQ(check(the(report, BoundId::norm)), Holding::holds) << name(keep);
    EXPECT_TRUE(report.margin.high) << name(keep);
  }
}

TEST(Violation, IsAnInternalErrorThatHoldsTheTrace) {
  TrainReport report = trained(kAnd, {.passes = 0});
  report.model.counts.updates = 88;  // a false trace: AND's bound is 87
  const Dataset data = testing::dataset(kAnd);
  const Status status = note_bounds(&data, report);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::internal);
  EXPECT_EQ(static_cast<int>(describe(ErrorCode::internal).error_class), 5) << "the exit code";
  EXPECT_NE(status.error().message.find("the bound novikoff does not hold"), std::string::npos) << status.error().message;
  EXPECT_NE(status.error().hint.find("updates 88, seen"), std::string::npos) << status.error().hint;
}

TEST(Curve, TellsTheIntervalAfterEachPass) {
  const TrainReport report = trained(kAnd, {.passes = 0});
  ASSERT_FALSE(report.curve.empty());
  for (const CurvePoint& point : report.curve) {
    ASSERT_TRUE(point.margin.low && point.margin.high);
    EXPECT_EQ(point.margin.low->sign() > 0, point.training.errors == 0);
    EXPECT_FALSE(*point.margin.high < *point.margin.low);
    EXPECT_GE(exactly(*point.margin.high) * exactly(*point.margin.high), Rational(Integer(1), Integer(17)));
  }
  EXPECT_EQ(exactly(*report.curve.back().margin.high), exactly(*report.margin.high));
}

}  // namespace
}  // namespace novikoff::bounds_test
