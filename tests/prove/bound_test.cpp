// The bounds of the theory as formulas: exact values, brute force, runs in exact arithmetic, and what a check says.
#include "novikoff/prove/bound.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "novikoff/core/random.hpp"

namespace novikoff::bound_test {
namespace {

Rational exactly(const Scaled& s) { return Rational::of(s.mantissa) * Rational::power(2, s.exponent); }
Enclosure whole(std::int64_t n) { return Enclosure::of(Rational(n)); }

using Vector = std::vector<std::int64_t>;
std::int64_t dot(const Vector& a, const Vector& b) {
  std::int64_t sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

// Signed rows z_i of whole numbers.
struct Rows {
  std::vector<Vector> z;
  std::int64_t radius2() const {
    std::int64_t most = 0;
    for (const Vector& row : z) most = std::max(most, dot(row, row));
    return most;
  }
  std::int64_t least(const Vector& u) const {
    std::int64_t m = INT64_MAX;
    for (const Vector& row : z) m = std::min(m, dot(u, row));
    return m;
  }
};

Vector random_vector(Rng& rng, std::size_t d, std::uint64_t range) {
  Vector v(d);
  for (std::int64_t& value : v) value = static_cast<std::int64_t>(rng.below(2 * range + 1)) - static_cast<std::int64_t>(range);
  return v;
}

// Rows on the positive side of u.
Rows separable(Rng& rng, const Vector& u, std::size_t n) {
  Rows rows;
  while (rows.z.size() < n) {
    Vector z = random_vector(rng, u.size(), 9);
    const std::int64_t side = dot(u, z);
    if (side == 0) continue;
    if (side < 0)
      for (std::int64_t& value : z) value = -value;
    rows.z.push_back(z);
  }
  return rows;
}

// Cyclic scans with η = 1 from w0: every update is told to `each` with k, the row and the weights after it. Ends with a clean scan.
std::uint64_t run(const Rows& rows, Vector w, std::int64_t tau, std::uint64_t scans,
                  const std::function<void(std::uint64_t, std::size_t, const Vector&)>& each) {
  std::uint64_t k = 0;
  for (std::uint64_t scan = 0; scan < scans; ++scan) {
    const std::uint64_t before = k;
    for (std::size_t i = 0; i < rows.z.size(); ++i) {
      if (dot(w, rows.z[i]) > tau) continue;
      for (std::size_t j = 0; j < w.size(); ++j) w[j] += rows.z[i][j];
      each(++k, i, w);
    }
    if (k == before) break;
  }
  return k;
}
constexpr std::uint64_t kForever = ~std::uint64_t{0};

TEST(NovikoffBound, HoldsWithEachStepOfItsProofInExactArithmetic) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng(seed);
    Vector u = random_vector(rng, 3, 5);
    if (dot(u, u) == 0) u[0] = 1;
    const Rows rows = separable(rng, u, 15);
    const std::int64_t m = rows.least(u), r2 = rows.radius2(), uu = dot(u, u);
    std::int64_t sqnorms = 0;
    const std::uint64_t updates = run(rows, Vector(3), 0, kForever, [&](std::uint64_t count, std::size_t row, const Vector& w) {
      const auto k = static_cast<std::int64_t>(count);
      sqnorms += dot(rows.z[row], rows.z[row]);
      EXPECT_GE(dot(u, w), k * m) << "u·w_k ≥ kηγ, times ‖u‖";
      EXPECT_LE(dot(w, w), sqnorms);
      EXPECT_LE(sqnorms, k * r2) << "‖w_k‖² ≤ kη²R²";
      EXPECT_GE(dot(u, w) * dot(u, w) * r2, k * m * m * dot(w, w)) << "cos(w_k, u) ≥ √k·γ/R, squared";
      Trace trace{.updates = count, .sqnorm = whole(dot(w, w)), .moved_sqnorm = whole(dot(w, w)), .recorded = Trace::Updates{whole(sqnorms), {}, {}}};
      EXPECT_GE(exactly(*margin_at_most(trace)) * exactly(*margin_at_most(trace)) * Rational(uu), Rational(m * m)) << "γ* ≤ ‖w_k‖/(ηk)";
    });
    const Enclosure value = bound::novikoff(whole(r2), whole(uu), whole(m));
    EXPECT_GE(exactly(value.high), Rational(Integer(r2 * uu), Integer(m * m))) << "rounded up";
    EXPECT_GE(value.high.to_double(), static_cast<double>(updates));
  }
}

TEST(NovikoffBound, IsMetExactlyByUnitVectors) {
  for (std::int64_t n = 1; n <= 200; ++n) {
    const Enclosure value = bound::novikoff(whole(1), whole(n), whole(1));  // u = (1, …, 1)
    EXPECT_TRUE(value.exact());
    EXPECT_EQ(floor(value.high), static_cast<std::uint64_t>(n));
    // The same u of unit length, its margin 1/√n: rounded, and still not below n.
    const Enclosure margin = Enclosure(1.0) / sqrt(whole(n));
    EXPECT_EQ(floor(bound::novikoff(whole(1), Enclosure(1.0), margin).high), static_cast<std::uint64_t>(n));
  }
}

TEST(NovikoffBound, IsOfTheAugmentedVectors) {
  // AND, inputs 0 and 1, B = 1: γ*² = 1/17 and R² = 3.
  const Enclosure rounded = bound::novikoff(whole(3), whole(1), sqrt(Enclosure::of(Rational(Integer(1), Integer(17)))));
  EXPECT_GE(exactly(rounded.high), Rational(51));
  EXPECT_LE(exactly(rounded.low), Rational(51));
  EXPECT_EQ(floor(rounded.high), 51U);
  EXPECT_EQ(bound::novikoff(whole(3), whole(17), whole(1)).high.to_double(), 51);
}

// Li Hang's points (3,3)+ (4,3)+ (1,1)−, with their best separator: γ* is the distance of 0 from the hull of the augmented z_i.
TEST(NovikoffBound, ChangesWhenOnlyTheFeaturesAreScaled) {
  // With features s times as large and the bias coordinate 1, the segment between z_1 = (3s, 3s, 1) and z_3 = −(s, s, 1) decides: the least norm on it is
  // at λ with γ*² = (|z_1|²|z_3|² − (z_1·z_3)²)/|z_1 − z_3|² = 8s²/(32s² + 4), and R² = 25s² + 1.
  const auto value = [](const Rational& s) {
    const Rational s2 = s * s, gamma2 = Rational(8) * s2 / (Rational(32) * s2 + Rational(4));
    return (Rational(25) * s2 + Rational(1)) / gamma2;
  };
  EXPECT_EQ(value(1), Rational(117));
  EXPECT_EQ(value(10), Rational(Integer(2501 * 3204), Integer(800))) << "10016.505";
  for (const std::int64_t s : {std::int64_t{1}, std::int64_t{10}}) {
    // u = λz_1 + (1 − λ)z_3 up to scale, from p·z_1 = p·z_3.
    const Vector u{s, s, -4 * s * s};
    const Rows rows{{{3 * s, 3 * s, 1}, {4 * s, 3 * s, 1}, {-s, -s, -1}}};
    const Enclosure bound = bound::novikoff(whole(rows.radius2()), whole(dot(u, u)), whole(rows.least(u)));
    EXPECT_GE(exactly(bound.high), value(s));
    EXPECT_NEAR(bound.high.to_double(), value(s).to_scaled().to_double(), 1e-9 * value(s).to_scaled().to_double());
  }
  const Rational thousandth(Integer(1), Integer(1000));
  EXPECT_NEAR(value(thousandth).to_scaled().to_double(), 500016.5, 0.001);
}

// Largest k that the two inequalities of the proof leave: a + kηγ ≤ √(β² + kη²R²) in whole numbers, times ‖u‖.
TEST(StartBound, IsTheLargestKThatTheProofLeaves) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Rng rng(seed);
    Vector u = random_vector(rng, 2, 4), w0 = random_vector(rng, 2, 20);
    if (dot(u, u) == 0) u[0] = 1;
    const Rows rows = separable(rng, u, 6);
    const std::int64_t m = rows.least(u), r2 = rows.radius2(), uu = dot(u, u), a = dot(u, w0), b2 = dot(w0, w0);
    const std::int64_t eta = 1 + static_cast<std::int64_t>(rng.below(4));
    std::uint64_t most = 0;
    for (std::int64_t k = 0; k < 40 * r2 * uu + 2000; ++k) {
      const std::int64_t left = a + k * eta * m;
      if (left <= 0 || left * left <= uu * (b2 + k * eta * eta * r2)) most = static_cast<std::uint64_t>(k);
    }
    const Enclosure gamma = whole(m) / sqrt(whole(uu)), start = whole(b2);
    const Enclosure root = bound::from_start(whole(r2), gamma, whole(a) / sqrt(whole(uu)), start, whole(eta));
    EXPECT_EQ(floor(root.high), most) << seed;
    const Enclosure simple = bound::from_start_simple(whole(r2), gamma, start, whole(eta));
    EXPECT_FALSE(simple.high < root.low) << seed;
    if (eta != 1) continue;
    EXPECT_LE(run(rows, w0, 0, kForever, [](auto, auto, const auto&) {}), most);
  }
}

TEST(StartBound, FromZeroIsNovikoffs) {
  const Enclosure root = bound::from_start(whole(26), sqrt(Enclosure::of(Rational(Integer(2), Integer(9)))), whole(0), whole(0), whole(1));
  EXPECT_NEAR(root.high.to_double(), 117, 1e-9);
  EXPECT_GE(root.high.to_double(), 117);
}

TEST(BiasConstantBound, IsNovikoffsOfTheAugmentedVectorsAndLeastAtItsBestB) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Rng rng(seed);
    const Enclosure r2 = whole(1 + static_cast<std::int64_t>(rng.below(100))), t = whole(static_cast<std::int64_t>(rng.below(21)) - 10), gamma(0.25);
    const double best = bound::bias_constant_best(r2, gamma, t).low.to_double();
    for (const double b : {0.125, 0.5, 1.0, 3.0, 20.0}) {
      const Enclosure value = bound::bias_constant(r2, gamma, t, Enclosure(b));
      EXPECT_GE(value.high.to_double(), best);
      // u/‖(u, t/B)‖ has the margin γ/√(1 + t²/B²) on vectors no longer than √(R_x² + B²).
      const Enclosure augmented = Enclosure(1.0) + square(t) / square(Enclosure(b));
      const Enclosure same = bound::novikoff(r2 + square(Enclosure(b)), augmented, gamma);
      EXPECT_NEAR(value.high.to_double(), same.high.to_double(), 1e-12 * value.high.to_double());
    }
    if (t.low.sign() == 0) continue;
    const double at = std::sqrt(std::sqrt(r2.low.to_double()) * std::fabs(t.low.to_double()));
    EXPECT_NEAR(bound::bias_constant(r2, gamma, t, Enclosure(at)).high.to_double(), best, 1e-9 * best);
  }
}

// Any rows, any u, any γ: over the updates, which is tighter, and over the presentations.
TEST(InseparableBounds, HoldForEveryUOnRandomRows) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng(seed);
    Rows rows;
    for (int i = 0; i < 10; ++i) rows.z.push_back(random_vector(rng, 2, 6));
    if (rows.radius2() == 0) continue;
    constexpr std::uint64_t kScans = 5;
    std::vector<std::int64_t> updates(rows.z.size());
    const std::uint64_t k = run(rows, Vector(2), 0, kScans, [&](auto, std::size_t row, const auto&) { ++updates[row]; });
    const Enclosure r2 = whole(rows.radius2());
    for (int choice = 0; choice < 30; ++choice) {
      const Vector u = random_vector(rng, 2, 5);
      const std::int64_t uu = dot(u, u), scale = 1 + static_cast<std::int64_t>(rng.below(12));
      if (uu == 0) continue;
      // v = u/scale: L = Σ max(0, 1 − v·z), and D²/γ² = Σ max(0, 1 − v·z)² with γ = 1/‖v‖.
      Rational loss, loss_all, squares, squares_all;
      for (std::size_t i = 0; i < rows.z.size(); ++i) {
        const Rational lack = Rational(1) - Rational(Integer(dot(u, rows.z[i])), Integer(scale));
        if (lack.sign() <= 0) continue;
        loss = loss + Rational(updates[i]) * lack;
        squares = squares + Rational(updates[i]) * lack * lack;
        loss_all = loss_all + Rational(static_cast<std::int64_t>(kScans)) * lack;
        squares_all = squares_all + Rational(static_cast<std::int64_t>(kScans)) * lack * lack;
      }
      const Enclosure v2 = Enclosure::of(Rational(Integer(uu), Integer(scale * scale))), gamma = Enclosure(1.0) / sqrt(v2);
      const Enclosure hinge = bound::hinge(r2, v2, Enclosure::of(loss)), hinge_all = bound::hinge(r2, v2, Enclosure::of(loss_all));
      const Enclosure squared = bound::freund_schapire(r2, gamma, Enclosure::of(squares) * square(gamma));
      const Enclosure squared_all = bound::freund_schapire(r2, gamma, Enclosure::of(squares_all) * square(gamma));
      for (const Enclosure& value : {hinge, hinge_all, squared, squared_all}) EXPECT_FALSE(value.high < Enclosure::of(k).low) << seed;
      EXPECT_FALSE(hinge_all.high < hinge.low);
      EXPECT_FALSE(squared_all.high < squared.low);
    }
  }
}

TEST(InseparableBounds, AreNovikoffsWhereNothingIsMissing) {
  const Enclosure gamma = Enclosure(1.0) / sqrt(whole(17));
  EXPECT_NEAR(bound::freund_schapire(whole(3), gamma, whole(0)).high.to_double(), 51, 1e-12);
  EXPECT_NEAR(bound::hinge(whole(3), whole(17), whole(0)).high.to_double(), 51, 1e-12);
}

TEST(MarginRuleBound, HoldsAndGuaranteesAMarginInExactArithmetic) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng(seed);
    Vector u = random_vector(rng, 3, 5);
    if (dot(u, u) == 0) u[0] = 1;
    const Rows rows = separable(rng, u, 12);
    const std::int64_t m = rows.least(u), r2 = rows.radius2(), uu = dot(u, u);
    for (const std::int64_t tau : {r2 / 2, r2, 4 * r2}) {
      Vector w(3);
      const std::uint64_t k = run(rows, Vector(3), tau, kForever, [&](auto, auto, const Vector& now) { w = now; });
      const Enclosure gamma = whole(m) / sqrt(whole(uu));
      EXPECT_FALSE(bound::margin_rule(whole(r2), square(gamma), whole(tau)).high < Enclosure::of(k).low);
      const Enclosure reached = whole(rows.least(w)) / sqrt(whole(dot(w, w)));
      EXPECT_FALSE(reached.high < bound::margin_rule_margin(whole(r2), gamma, whole(tau)).low);
    }
    // τ = cR²: c/(1 + 2c)·γ, below γ/2.
    EXPECT_NEAR(bound::margin_rule_margin(whole(r2), whole(1), whole(4 * r2)).low.to_double(), 4.0 / 9, 1e-12);
  }
}

// Mixing once, after each shard has converged, can fail; mixing after each epoch stays within the bound.
TEST(IterativeMixing, StaysWithinTheBoundWhereMixingOnceFails) {
  const std::vector<Rows> shards{{{{-3, 3}, {1, 3}}}, {{{0, 3}, {2, 0}}}};  // (3,−3)− (−1,−3)− and (0,3)+ (2,0)+
  Vector ends[2];
  for (std::size_t s = 0; s < 2; ++s) run(shards[s], Vector(2), 0, kForever, [&](auto, auto, const Vector& w) { ends[s] = w; });
  const Vector twice{ends[0][0] + ends[1][0], ends[0][1] + ends[1][1]};
  EXPECT_EQ(twice, (Vector{-1, 6})) << "the mix is (−½, 3)";
  EXPECT_LE(dot(twice, {2, 0}), 0) << "and errs on (2, 0)";

  // Epochs from the mix, in halves: weights are kept times 2^epoch so that all stays whole.
  const Vector u{1, 2};
  Rows all;
  for (const Rows& shard : shards) all.z.insert(all.z.end(), shard.z.begin(), shard.z.end());
  ASSERT_GT(all.least(u), 0);
  Vector mix(2);
  std::int64_t unit = 1;
  std::uint64_t updates = 0;
  for (int epoch = 0; epoch < 12; ++epoch) {
    Vector sum(2);
    for (const Rows& shard : shards) {
      Vector w = mix;
      for (const Vector& z : shard.z) {
        if (dot(w, z) > 0) continue;
        for (std::size_t j = 0; j < 2; ++j) w[j] += unit * z[j];
        ++updates;
      }
      for (std::size_t j = 0; j < 2; ++j) sum[j] += w[j];
    }
    mix = sum;  // twice the mean, in the doubled unit
    unit *= 2;
  }
  EXPECT_GT(all.least(mix), 0) << "and it separates";
  const Enclosure once = bound::novikoff(whole(all.radius2()), whole(dot(u, u)), whole(all.least(u)));
  EXPECT_FALSE(bound::iterative_mixing(once, 2).high < Enclosure::of(updates).low);
  EXPECT_EQ(bound::iterative_mixing(whole(51), 3).high.to_double(), 153);
}

// Not below the exact value, at scales near both ends of the doubles.
TEST(Rounding, NeverPutsABoundBelowItsExactValue) {
  Rng rng(7);
  for (int i = 0; i < 500; ++i) {
    const std::int64_t scale = static_cast<std::int64_t>(rng.below(1900)) - 950;
    const Rational unit = Rational::power(2, scale), r(static_cast<std::int64_t>(1 + rng.below(1000000))), m(static_cast<std::int64_t>(1 + rng.below(1000000)));
    const Rational uu(Integer(static_cast<std::int64_t>(1 + rng.below(1000000))), Integer(static_cast<std::int64_t>(1 + rng.below(1000000))));
    const Rational exact = r * r * unit * unit * uu / (m * m * unit * unit);
    const Enclosure value = bound::novikoff(Enclosure::of(r * r * unit * unit), Enclosure::of(uu), Enclosure::of(m * unit));
    EXPECT_GE(exactly(value.high), exact);
    EXPECT_LE(exactly(value.low), exact);
    EXPECT_LE(exactly(value.high) - exact, exact * Rational::power(2, -48));
    const Enclosure rule = bound::margin_rule(Enclosure::of(r * r), Enclosure::of(m * m), Enclosure::of(uu));
    EXPECT_GE(exactly(rule.high), (r * r + Rational(2) * uu) / (m * m));
  }
}

Trace trace_of(std::uint64_t updates) {
  return {.updates = updates, .sqnorm = whole(9), .moved_sqnorm = whole(9), .passes = 3, .recorded = Trace::Updates{whole(1000), {}, {}}};
}
RowsKnown and_rows() {
  RowsKnown rows;
  rows.radius2 = whole(3);
  rows.radius2_x = whole(2);
  rows.separator = Separator{.sqnorm = whole(17), .margin = whole(1), .with_start = whole(0), .bias_weight = whole(-3)};
  return rows;
}
Bound the(BoundId id, const Trace& trace, const RowsKnown& rows) { return bounds_of(trace, rows)[static_cast<std::size_t>(id)]; }

TEST(Check, SaysViolatedOfAFalseTraceAndHoldsAtEquality) {
  EXPECT_EQ(check(the(BoundId::novikoff, trace_of(51), and_rows())), Holding::holds);
  EXPECT_EQ(check(the(BoundId::novikoff, trace_of(52), and_rows())), Holding::violated);
  EXPECT_EQ(check(the(BoundId::bias_constant, trace_of(52), and_rows())), Holding::violated);
  EXPECT_EQ(check(the(BoundId::progress, trace_of(12), and_rows())), Holding::holds) << "3·√17 = 12.37";
  EXPECT_EQ(check(the(BoundId::progress, trace_of(13), and_rows())), Holding::violated);
  Trace trace = trace_of(5);
  trace.sqnorm = whole(1001);
  EXPECT_EQ(check(the(BoundId::norm, trace, and_rows())), Holding::violated);
  trace.sqnorm = whole(1000);
  EXPECT_EQ(check(the(BoundId::norm, trace, and_rows())), Holding::holds);
  trace.passes = 52;
  EXPECT_EQ(check(the(BoundId::passes, trace, and_rows())), Holding::holds) << "⌊51⌋ + 1";
  trace.passes = 53;
  EXPECT_EQ(check(the(BoundId::passes, trace, and_rows())), Holding::violated);
}

TEST(Check, ForgivesWhatRoundingMayExplainAndNoMore) {
  Trace trace = trace_of(52);
  trace.recorded->excess = Scaled::of(4);  // ‖w‖² may be 4 more than theory says: as R² + 4/52, 52·… ≤ 17·(3 + 4/52) = 52.3
  EXPECT_EQ(check(the(BoundId::novikoff, trace, and_rows())), Holding::not_applicable);
  trace.recorded->excess = Scaled::of(2);  // 51.65
  EXPECT_EQ(check(the(BoundId::novikoff, trace, and_rows())), Holding::violated);
  trace.recorded->excess = {};
  trace.recorded->drift = Scaled::of(0.1);  // kγ ≤ √(3·52) + 0.1 leaves 12.61 < 12.59·…
  EXPECT_EQ(check(the(BoundId::novikoff, trace, and_rows())), Holding::violated);
  trace.recorded->drift = Scaled::of(0.2);
  EXPECT_EQ(check(the(BoundId::novikoff, trace, and_rows())), Holding::not_applicable);
  trace.recorded.reset();
  EXPECT_EQ(check(the(BoundId::novikoff, trace, and_rows())), Holding::not_applicable) << "how much was rounded is not known";
}

TEST(Check, SaysWhyAStatementDoesNotApply) {
  RowsKnown rows = and_rows();
  rows.separator.reset();
  rows.no_separator = "none known";
  EXPECT_EQ(the(BoundId::novikoff, trace_of(1), rows).why, "none known");
  EXPECT_EQ(the(BoundId::passes, trace_of(1), rows).why, "none known");
  Trace trace = trace_of(1);
  trace.from_zero = false;
  trace.start_sqnorm = whole(4);
  EXPECT_FALSE(the(BoundId::novikoff, trace, and_rows()).value);
  EXPECT_TRUE(the(BoundId::start, trace, and_rows()).value);
  EXPECT_EQ(floor(square(*the(BoundId::norm, trace, and_rows()).value).high), 1004U) << "‖w0‖² is in it";
  EXPECT_TRUE(the(BoundId::progress, trace, and_rows()).value) << "from any start";
  trace = trace_of(1);
  trace.tau = whole(1);
  EXPECT_FALSE(the(BoundId::novikoff, trace, and_rows()).value);
  EXPECT_NEAR(the(BoundId::margin_rule, trace, and_rows()).value->high.to_double(), 85, 1e-12) << "(3 + 2)·17";
  trace.eta = whole(2);
  EXPECT_NEAR(the(BoundId::margin_rule, trace, and_rows()).value->high.to_double(), 68, 1e-12) << "τ/η = ½";
}

TEST(MarginAtMost, NeedsAnUpdateAndARecordAndCountsTheDrift) {
  EXPECT_FALSE(margin_at_most(trace_of(0)));
  Trace trace = trace_of(6);
  trace.eta = Enclosure(0.5);
  EXPECT_EQ(margin_at_most(trace)->to_double(), 1) << "3/(½·6)";
  trace.recorded->drift = Scaled::of(3);
  EXPECT_EQ(margin_at_most(trace)->to_double(), 2);
  trace.recorded.reset();
  EXPECT_FALSE(margin_at_most(trace));
}

TEST(BoundRows, AreInTheOrderOfTheirIdsWithDistinctNames) {
  for (std::size_t i = 0; i < bound_rows().size(); ++i) {
    EXPECT_EQ(bound_rows()[i].id, static_cast<BoundId>(i));
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(bound_rows()[i].name, bound_rows()[j].name);
    EXPECT_FALSE(bound_rows()[i].source.empty() || bound_rows()[i].conditions.empty() || bound_rows()[i].formula.empty());
  }
}

}  // namespace
}  // namespace novikoff::bound_test
