#include "novikoff/run/curve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "novikoff/run/report.hpp"
#include "run/rows.hpp"

namespace novikoff::curve_test {
namespace {

using testing::dataset;
using testing::kAnd;
using testing::kXor;
using testing::Row;
using testing::trained;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++n;
  return n;
}

// A curve of n passes with errors that fall from n to 1, of n rows.
std::vector<CurvePoint> falling(std::uint64_t n, bool held_out) {
  std::vector<CurvePoint> curve;
  for (std::uint64_t pass = 1; pass <= n; ++pass) {
    CurvePoint point;
    point.pass = pass;
    point.training.rows = n;
    point.training.errors = n + 1 - pass;
    point.training.risk = Scaled::of(static_cast<double>(n + 1 - pass));
    if (held_out) point.holdout = point.training;
    curve.push_back(point);
  }
  return curve;
}

TEST(Risk, IsTheSumOfMinusYSOverTheErrors) {
  // Course note 001: depths {0.1, 0.2} give 0.3 and one of depth 5 gives 5: fewer errors need not have a smaller risk.
  const Hypothesis h{{1}, 0, 0};
  const Evaluation two = or_throw(evaluate(dataset({{{0.1}, -1}, {{0.2}, -1}, {{9}, 1}}), h));
  EXPECT_EQ(two.errors, 2U);
  EXPECT_EQ(two.risk.to_double(), 0.1 + 0.2);
  const Evaluation one = or_throw(evaluate(dataset({{{5}, -1}, {{9}, 1}}), h));
  EXPECT_EQ(one.errors, 1U);
  EXPECT_EQ(one.risk.to_double(), 5);
}

TEST(Risk, IsZeroForTiesAndAfterConvergence) {
  EXPECT_EQ(or_throw(evaluate(dataset(kXor), Hypothesis{{0, 0}, 1, 0})).risk.to_double(), 0);
  EXPECT_EQ(trained(kAnd, {}).last_evaluation->risk.to_double(), 0);
}

TEST(Risk, IsKnownBeyondTheDoubles) {
  const TrainReport report = trained({{{1e300}, 1}, {{1e300}, -1}}, {.bias_value = 0, .passes = 1});
  const Scaled risk = report.curve.front().training.risk;
  TrainOptions options;
  options.curve = true;
  EXPECT_FALSE(report.curve.front().training.errors == 0);
  // Both rows are ties at w = 0 again; one update more leaves the other row 1e600 deep.
  EXPECT_EQ(risk.to_double(), 0);
  const TrainReport deep = trained({{{1e300}, 1}, {{1e300}, -1}}, {.bias_value = 0, .max_updates = 1});
  EXPECT_FALSE(deep.last_evaluation->risk.fits_double());
  EXPECT_NEAR(deep.last_evaluation->risk.log2(), 600 * 3.321928094887362, 1e-6);
  EXPECT_NE(train_json(deep, options).find("\"risk\": null,\n  \"risk_log2\": 1993.15"), std::string::npos);
}

TEST(Curve, HasAPointAPassWithTheCountsUntilThen) {
  const TrainReport report = trained(kAnd, {});
  ASSERT_EQ(report.curve.size(), 9U);
  std::uint64_t updates = 0;
  for (std::size_t i = 0; i < report.curve.size(); ++i) {
    const CurvePoint& point = report.curve[i];
    updates += point.pass_updates;
    EXPECT_EQ(point.pass, i + 1);
    EXPECT_EQ(point.counts.seen, 4 * (i + 1));
    EXPECT_EQ(point.counts.updates, updates);
    EXPECT_FALSE(point.holdout);
  }
}

TEST(Curve, HasTheLastPassOfARunThatEndsWithItsLastRow) {
  const std::vector<Row> rows{{{1, 0}, 1}, {{0, 1}, -1}};
  const TrainReport report = trained(rows, {.keep = KeepKind::pocket_every});
  ASSERT_EQ(report.model.stop, Stop::converged);
  ASSERT_EQ(report.model.counts.seen, 2U);
  ASSERT_EQ(report.curve.size(), 1U);
  EXPECT_EQ(report.curve[0].pass, 1U);
  EXPECT_EQ(report.curve[0].pass_updates, 2U);
  EXPECT_EQ(report.curve[0].training.errors, 0U);
  const TrainReport midway = trained({{{1, 0}, 1}, {{0, 1}, -1}, {{0, 2}, -1}}, {.keep = KeepKind::pocket_every});
  EXPECT_EQ(midway.model.counts.seen, 2U);
  EXPECT_TRUE(midway.curve.empty()) << "no pass is complete";
}

TEST(CurveJson, ListsThePointsAndKeepsErrorsPerPass) {
  TrainOptions options;
  options.curve = true;
  const std::string json = train_json(trained(kAnd, {.passes = 2}), options);
  EXPECT_NE(json.find("\"errors_per_pass\": ["), std::string::npos);
  EXPECT_NE(json.find("    {\"pass\": 1, \"seen\": 4, \"updates\": "), std::string::npos) << json;
  EXPECT_EQ(count(json, "\"holdout_errors\": null, \"margin_low\": "), 2U);
  options.curve = false;
  EXPECT_EQ(train_json(trained(kAnd, {.passes = 2}), options).find("learning_curve"), std::string::npos) << "only on request";
}

TEST(CurveSvg, IsTheSameBytesForTheSameCurve) { EXPECT_EQ(curve_svg(falling(12, true)), curve_svg(falling(12, true))); }

TEST(CurveSvg, HasALegendALineAndDotsForEachSeries) {
  const std::string with = curve_svg(falling(5, true)), without = curve_svg(falling(5, false));
  for (const char* title : {"training errors, % of 5 rows", "risk on the training rows"}) {
    EXPECT_EQ(count(with, title), 1U) << title;
    EXPECT_EQ(count(without, title), 1U) << title;
  }
  EXPECT_EQ(count(with, "errors on rows held out"), 1U);
  EXPECT_EQ(count(without, "errors on rows held out"), 0U);
  EXPECT_EQ(count(with, "<circle"), 15U);
  EXPECT_EQ(count(without, "<circle"), 10U);
}

TEST(CurveSvg, FollowsLightAndDarkModeAndSaysItsEndInWords) {
  const std::string svg = curve_svg(falling(5, true));
  EXPECT_EQ(count(svg, "prefers-color-scheme: dark"), 1U);
  EXPECT_EQ(count(svg, "After pass 5: 1 training error of 5 rows, risk 1, 1 error of 5 rows held out."), 1U);
}

TEST(CurveSvg, KeepsWithinItsFrame) {
  const std::string svg = curve_svg(falling(7, false));
  // The first point stands at the left edge with all rows wrong, the last at the right edge.
  EXPECT_NE(svg.find("d=\"M80.0 40.0L"), std::string::npos) << svg;
  EXPECT_NE(svg.find("L700.0 "), std::string::npos);
}

TEST(CurveSvg, DrawsOnePassAndNoPass) {
  EXPECT_NE(curve_svg(falling(1, true)).find("M390.0 "), std::string::npos);
  EXPECT_NE(curve_svg({}).find("No pass was completed."), std::string::npos);
}

TEST(CurveSvg, DrawsAThousandPointsAtMostAndTheLastOne) {
  const std::string svg = curve_svg(falling(5000, false));
  EXPECT_LT(svg.size(), 100'000U);
  EXPECT_NE(svg.find("After pass 5000: 1 training error"), std::string::npos);
}

TEST(CurveSvg, ShowsARiskThatNoDoubleHolds) {
  std::vector<CurvePoint> curve = falling(3, false);
  for (CurvePoint& point : curve) point.training.risk.exponent += 3000;
  const std::string svg = curve_svg(curve);
  EXPECT_NE(svg.find("in units of 2^3001.6"), std::string::npos) << svg;
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
}

TEST(CurvePlot, IsPureAsciiWithoutBraille) {
  const std::string plot = curve_plot(falling(30, true), false);
  EXPECT_TRUE(std::all_of(plot.begin(), plot.end(), [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
  EXPECT_EQ(count(plot, "pass 1"), 3U) << "a panel each for training errors, rows held out and risk";
  EXPECT_EQ(count(curve_plot(falling(30, false), false), "pass 1"), 2U);
}

TEST(CurvePlot, FallsFromTheUpperLeftToTheLowerRightCorner) {
  const std::string plot = curve_plot(falling(60, false), false);
  EXPECT_NE(plot.find("         100 |*"), std::string::npos) << plot;
  const std::size_t lowest = plot.find("           0 |"), end = plot.find('\n', lowest);
  EXPECT_EQ(plot[end - 1], '*');
  EXPECT_EQ(end - lowest, 14U + 60U) << "the last column of sixty";
}

TEST(CurvePlot, SetsTheRightDotsOfBraille) {
  // A flat line at the top: the upper two dots of every cell in the first line, nothing elsewhere.
  std::vector<CurvePoint> curve = falling(2, false);
  curve[1].training = curve[0].training;
  const std::string plot = curve_plot(curve, true);
  EXPECT_EQ(count(plot, "⠉"), 120U) << plot;
  EXPECT_EQ(count(plot, "⠀"), 2U * 5U * 60U);
}

TEST(CurvePlot, IsEmptyWithoutPasses) { EXPECT_EQ(curve_plot({}, true), ""); }

TEST(NamesUtf8, TheFirstVariableThatIsSetDecides) {
  EXPECT_TRUE(names_utf8("C.UTF-8", nullptr, nullptr));
  EXPECT_TRUE(names_utf8(nullptr, nullptr, "de_DE.utf8"));
  EXPECT_TRUE(names_utf8("", "en_GB.UTF-8", "C"));
  EXPECT_FALSE(names_utf8("C", "en_GB.UTF-8", "en_GB.UTF-8"));
  EXPECT_FALSE(names_utf8(nullptr, "POSIX", "en_GB.UTF-8"));
  EXPECT_FALSE(names_utf8(nullptr, nullptr, nullptr));
}

TEST(AxisTicks, AreRoundNumbersThatReachTheLargestValue) {
  EXPECT_EQ(axis_ticks(0), (std::vector<double>{0, 1}));
  EXPECT_EQ(axis_ticks(87), (std::vector<double>{0, 20, 40, 60, 80, 100}));
  EXPECT_EQ(axis_ticks(0.3), (std::vector<double>{0, 0.1, 0.2, 0.3}));
  for (const double most : {1e-200, 3e-7, 0.011, 1.0, 2.0, 4.2, 5.0, 9.99, 10.0, 123456.0, 1e250}) {
    const std::vector<double> ticks = axis_ticks(most);
    EXPECT_GE(ticks.size(), 4U) << most;
    EXPECT_LE(ticks.size(), 6U) << most;
    EXPECT_GE(ticks.back(), most);
    EXPECT_LT(ticks[ticks.size() - 2], most);
  }
}

}  // namespace
}  // namespace novikoff::curve_test
