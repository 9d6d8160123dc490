// The statements of the theory that learning alone can show, on random sets of small integers: all arithmetic is exact there.
#include <gtest/gtest.h>

#include <cmath>

#include "novikoff/core/random.hpp"
#include "run/rows.hpp"

namespace novikoff::theory_test {
namespace {

using testing::Row;
using testing::trained;

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

// Integer rows in d dimensions, labelled by an integer u with margin ≥ 1 before ‖u‖ is divided out; no bias coordinate beside x.
struct Separable {
  std::vector<Row> rows;
  std::vector<double> u;
  double radius2 = 0;  // R²
  double least = 0;    // min y u·x, so γ = least/‖u‖
  double bound() const { return radius2 * dot(u, u) / (least * least); }
};

Separable separable(std::uint64_t seed, std::size_t n, std::size_t d) {
  Rng rng(seed);
  Separable s;
  const auto integer = [&rng](std::uint64_t range) { return static_cast<double>(rng.below(2 * range + 1)) - static_cast<double>(range); };
  do {
    s.u.assign(d, 0);
    for (double& v : s.u) v = integer(5);
  } while (dot(s.u, s.u) == 0);
  while (s.rows.size() < n) {
    std::vector<double> x(d);
    for (double& v : x) v = integer(9);
    const double side = dot(s.u, x);
    if (side == 0) continue;
    s.rows.push_back({x, side > 0 ? 1.0 : -1.0});
    s.radius2 = std::max(s.radius2, dot(x, x));
    s.least = s.least == 0 ? std::fabs(side) : std::min(s.least, std::fabs(side));
  }
  return s;
}

constexpr Order kOrders[] = {Order::cyclic, Order::shuffled, Order::random, Order::restart, Order::worst};

TEST(Novikoff, BoundsTheUpdatesInEveryOrderUnderBothTieRulesForEveryEta) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Separable s = separable(seed, 20, 3);
    for (Order order : kOrders)
      for (Tie tie : {Tie::update, Tie::plus}) {
        const TrainReport report = trained(s.rows, {.eta = 4, .tie = tie, .bias_value = 0, .order = order, .seed = seed, .passes = 0});
        EXPECT_EQ(report.model.stop, Stop::converged);
        EXPECT_LE(static_cast<double>(report.model.counts.updates), s.bound()) << name(order) << ' ' << name(tie) << " seed " << seed;
        if (tie == Tie::update) {
          EXPECT_GT(report.answer_evaluation->margin_min.sign(), 0) << "a clean scan under tie update separates";
        }
      }
  }
}

TEST(Novikoff, HoldsForEachStepOfItsProof) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Separable s = separable(seed, 15, 4);
    const double norm_u = std::sqrt(dot(s.u, s.u));
    const std::uint64_t updates = trained(s.rows, {.bias_value = 0, .passes = 0}).model.counts.updates;
    double sqnorms = 0;
    for (std::uint64_t k = 1; k <= updates; ++k) {
      const TrainReport report = trained(s.rows, {.bias_value = 0, .passes = 0, .max_updates = k});
      const std::vector<double>& w = report.last.weights;
      const auto count = static_cast<double>(k);
      const std::vector<double>& x = s.rows[report.update_sequence.back()].x;
      sqnorms += dot(x, x);
      EXPECT_GE(dot(s.u, w), count * s.least) << "u·w_k ≥ kηγ";
      EXPECT_LE(dot(w, w), sqnorms) << "‖w_k‖² ≤ Σ over updates ‖x‖²";
      EXPECT_LE(sqnorms, count * s.radius2) << "≤ kη²R²";
      const double cosine = dot(s.u, w) / (norm_u * std::sqrt(dot(w, w)));
      EXPECT_GE(cosine * (1 + 1e-12), std::sqrt(count) * (s.least / norm_u) / std::sqrt(s.radius2)) << "cos(w_k, u) ≥ √k·γ/R, with room for its rounding";
    }
  }
}

TEST(Novikoff, EndsFullScansWithinTheBoundPlusOnePasses) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Separable s = separable(seed, 12, 3);
    const TrainReport report = trained(s.rows, {.bias_value = 0, .passes = 0});
    EXPECT_LE(static_cast<double>(*report.model.passes), std::floor(s.bound()) + 1);
  }
}

TEST(Novikoff, MakesEtaAUnitOnlyFromZero) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Separable s = separable(seed, 12, 3);
    const TrainReport one = trained(s.rows, {.bias_value = 0, .passes = 0});
    const TrainReport eighth = trained(s.rows, {.eta = 0.125, .bias_value = 0, .passes = 0});
    EXPECT_EQ(one.update_sequence, eighth.update_sequence);
  }
}

TEST(Novikoff, FromAnotherStartTheBoundDependsOnEta) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Separable s = separable(seed, 12, 2);
    Rng rng(seed, 1);
    const std::vector<double> w0{static_cast<double>(rng.below(41)) - 20, static_cast<double>(rng.below(41)) - 20};
    for (double eta : {0.25, 1.0, 4.0}) {
      const TrainReport report = trained(s.rows, {.eta = eta, .bias_value = 0, .w0 = w0, .passes = 0});
      const double norm_u = std::sqrt(dot(s.u, s.u)), gamma = s.least / norm_u;
      const double a = dot(s.u, w0) / norm_u, beta2 = dot(w0, w0), c = eta * s.radius2;
      const double bound = (c - 2 * gamma * a + std::sqrt(c * c - 4 * c * gamma * a + 4 * gamma * gamma * beta2)) / (2 * eta * gamma * gamma);
      EXPECT_LE(static_cast<double>(report.model.counts.updates), bound * (1 + 1e-12));
      EXPECT_LE(bound, (s.radius2 / (gamma * gamma) + 2 * std::sqrt(beta2) / (eta * gamma)) * (1 + 1e-12));
    }
  }
}

TEST(BiasConstant, BoundsTheUpdatesByTheAugmentedRadiusAndMargin) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Separable s = separable(seed, 12, 2);
    const double t_raw = static_cast<double>(Rng(seed, 2).below(7)) - 3;  // y(u·x + t) ≥ γ after the labels are drawn again
    double least = INFINITY, radius2 = 0;
    std::vector<Row> rows;
    for (Row row : s.rows) {
      const double side = dot(s.u, row.x) + t_raw;
      if (side == 0) continue;
      row.y = side > 0 ? 1 : -1;
      least = std::min(least, std::fabs(side));
      radius2 = std::max(radius2, dot(row.x, row.x));
      rows.push_back(row);
    }
    const double norm_u = std::sqrt(dot(s.u, s.u)), gamma = least / norm_u, t = t_raw / norm_u;
    for (double b : {0.5, 1.0, 8.0}) {
      const TrainReport report = trained(rows, {.bias_value = b, .passes = 0});
      EXPECT_LE(static_cast<double>(report.model.counts.updates), (radius2 + b * b) * (1 + t * t / (b * b)) / (gamma * gamma) * (1 + 1e-12));
    }
  }
}

TEST(TightCase, UnitVectorsTakeExactlyNUpdatesInAnyOrder) {
  const std::vector<Row> rows = testing::unit_vectors(100, true);
  for (Order order : kOrders) EXPECT_EQ(trained(rows, {.bias_value = 0, .order = order}).model.counts.updates, 100U) << name(order);
}

TEST(TightCase, UnderTiePlusTakesAsManyUpdatesAsThereAreNegatives) {
  EXPECT_EQ(trained(testing::unit_vectors(100, true), {.tie = Tie::plus, .bias_value = 0}).model.counts.updates, 50U);
  EXPECT_EQ(trained(testing::unit_vectors(100, false), {.tie = Tie::plus, .bias_value = 0}).model.counts.updates, 0U);
}

// Random labels: as a rule not separable. Every unit direction of a small grid and several γ must bound the updates.
TEST(Inseparable, FreundSchapireAndHingeFormsBoundTheUpdates) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng(seed);
    std::vector<Row> rows;
    double radius2 = 0;
    for (int i = 0; i < 12; ++i) {
      rows.push_back({{static_cast<double>(rng.below(13)) - 6, static_cast<double>(rng.below(13)) - 6}, rng.below(2) == 0 ? -1.0 : 1.0});
      radius2 = std::max(radius2, dot(rows.back().x, rows.back().x));
    }
    if (radius2 == 0) continue;
    const TrainReport report = trained(rows, {.bias_value = 0, .passes = 5});
    const auto k = static_cast<double>(report.model.counts.updates);
    const auto presentations = static_cast<double>(*report.model.passes);
    for (int direction = 0; direction < 16; ++direction) {
      const double angle = direction * 0.39269908169872414;
      const std::vector<double> u{std::cos(angle), std::sin(angle)};
      for (double gamma : {0.1, 1.0, 3.0}) {
        double all = 0, at_updates = 0, hinge = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
          const double short_of = std::max(0.0, gamma - rows[i].y * dot(u, rows[i].x));
          all += presentations * short_of * short_of;
          at_updates += static_cast<double>(report.updates_per_example[i]) * short_of * short_of;
          hinge += static_cast<double>(report.updates_per_example[i]) * std::max(0.0, 1 - rows[i].y * dot(u, rows[i].x) / gamma);
        }
        const double r = std::sqrt(radius2);
        EXPECT_LE(k, std::pow((r + std::sqrt(at_updates)) / gamma, 2) * (1 + 1e-12)) << "the sum over updates alone";
        EXPECT_LE(at_updates, all) << "is the tighter one";
        const double norm = 1 / gamma;
        EXPECT_LE(std::sqrt(k), (norm * r + std::sqrt(norm * norm * radius2 + 4 * hinge)) / 2 * (1 + 1e-12));
      }
    }
  }
}

TEST(MarginRule, BoundsTheUpdatesAndGuaranteesAMargin) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Separable s = separable(seed, 15, 3);
    const double gamma2 = s.least * s.least / dot(s.u, s.u);
    for (double c : {0.5, 1.0, 4.0})
      for (double eta : {0.5, 2.0}) {
        const double tau = c * s.radius2 * eta, scaled = tau / eta;
        const TrainReport report = trained(s.rows, {.rule = RuleKind::margin, .eta = eta, .tau = tau, .bias_value = 0, .passes = 0});
        EXPECT_EQ(report.model.stop, Stop::converged);
        EXPECT_LE(static_cast<double>(report.model.counts.updates), (s.radius2 + 2 * scaled) / gamma2 * (1 + 1e-12));
        const double margin = (report.answer_evaluation->margin_min / sqrt(report.last.sqnorm())).to_double();
        EXPECT_GE(margin * (1 + 1e-12), scaled * std::sqrt(gamma2) / (s.radius2 + 2 * scaled));
      }
  }
}

TEST(Margin, IsBoundedByTheRunItself) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Separable s = separable(seed, 15, 3);
    const TrainReport report = trained(s.rows, {.bias_value = 0, .passes = 0});
    const auto k = static_cast<double>(report.model.counts.updates);
    const double gamma = s.least / std::sqrt(dot(s.u, s.u));
    EXPECT_GE(std::sqrt(report.last.sqnorm().to_double()) / k * (1 + 1e-12), gamma) << "γ* ≤ ‖w_k‖/(ηk)";
    EXPECT_GE(std::sqrt(s.radius2 / k) * (1 + 1e-12), gamma) << "no separator has a margin above R/√k";
  }
}

// Errata of the notes.
TEST(Notes, PocketsOwnCountStallsAtZeroWhereTiesAreNotErrors) {
  const std::vector<Row> rows{{{1, 0}, -1}, {{1, -3}, +1}, {{1, -2}, +1}};
  const TrainReport report = trained(rows, {.bias_value = 0, .keep = KeepKind::pocket});
  EXPECT_EQ(report.pocket_history.front().second, 3U) << "a tie is an error: w = 0 has three, not one";
}

TEST(Notes, HaltingUnderTiePlusIsNoProofOfSeparability) {
  const TrainReport halts = trained({{{1}, +1}, {{-1}, +1}}, {.tie = Tie::plus, .bias_value = 0});
  EXPECT_EQ(halts.model.stop, Stop::converged);
  EXPECT_EQ(halts.answer_evaluation->errors, 2U);
  EXPECT_EQ(halts.answer_evaluation->wrong_predictions, 0U);
  const TrainReport loops = trained({{{2, 0}, +1}, {{-2, 0}, +1}, {{1, 1}, -1}}, {.tie = Tie::plus, .bias_value = 0, .order = Order::restart});
  EXPECT_NE(loops.model.stop, Stop::converged);
}

TEST(Notes, TheCosineWithASeparatorCanFall) {
  const std::vector<Row> rows{{{4, -3}, +1}, {{-1, 1}, +1}};
  const TrainReport before = trained(rows, {.bias_value = 0, .max_updates = 5}), after = trained(rows, {.bias_value = 0, .max_updates = 6});
  EXPECT_EQ(before.last.weights, (std::vector<double>{0, 1}));
  EXPECT_EQ(after.last.weights, (std::vector<double>{4, -2}));
  const std::vector<double> u{4, 5};  // the direction of greatest margin
  const auto cosine = [&u](const std::vector<double>& w) { return dot(u, w) / std::sqrt(dot(u, u) * dot(w, w)); };
  EXPECT_NEAR(cosine(before.last.weights), .781, .0005);
  EXPECT_NEAR(cosine(after.last.weights), .210, .0005);
}

}  // namespace
}  // namespace novikoff::theory_test
