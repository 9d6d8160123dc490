#include "run/curve.hpp"

#include <algorithm>
#include <string_view>

#include "novikoff/run/report.hpp"

namespace novikoff {
namespace {

double percent(const Evaluation& evaluation) {
  return evaluation.rows == 0 ? 0 : 100 * static_cast<double>(evaluation.errors) / static_cast<double>(evaluation.rows);
}

Series with_most(Series series) {
  for (const double value : series.values) series.most = std::max(series.most, value);
  return series;
}

std::string rows_text(const Evaluation& evaluation) { return std::to_string(evaluation.rows) + (evaluation.rows == 1 ? " row" : " rows"); }

}  // namespace

std::vector<CurvePoint> drawn_points(std::span<const CurvePoint> curve, std::size_t most) {
  const std::size_t step = (curve.size() + most - 1) / most;
  std::vector<CurvePoint> points;
  for (std::size_t i = 0; i < curve.size(); ++i)
    if (step <= 1 || (i + 1) % step == 0 || i + 1 == curve.size()) points.push_back(curve[i]);
  return points;
}

Series training_series(std::span<const CurvePoint> points) {
  Series series{.title = "training errors, % of " + rows_text(points.front().training), .values = {}};
  for (const CurvePoint& point : points) series.values.push_back(percent(point.training));
  return with_most(std::move(series));
}

Series holdout_series(std::span<const CurvePoint> points) {
  Series series{.title = "errors on rows held out, % of " + rows_text(*points.front().holdout), .values = {}};
  for (const CurvePoint& point : points) series.values.push_back(percent(*point.holdout));
  return with_most(std::move(series));
}

Series risk_series(std::span<const CurvePoint> points) {
  Series series{.title = "risk on the training rows, sum of -y*s over errors", .values = {}};
  Scaled most;
  for (const CurvePoint& point : points) most = most < point.training.risk ? point.training.risk : most;
  const double largest = most.to_double();
  const bool plain = most.mantissa == 0 || (largest > 1e-300 && largest < 1e300);  // room for ticks on either side
  if (!plain) series.title += ", in units of " + shown(most);
  for (const CurvePoint& point : points) series.values.push_back((plain ? point.training.risk : point.training.risk / most).to_double());
  return with_most(std::move(series));
}

bool names_utf8(const char* lc_all, const char* lc_ctype, const char* lang) {
  for (const char* variable : {lc_all, lc_ctype, lang}) {
    if (variable == nullptr || *variable == '\0') continue;
    std::string name;
    for (const char c : std::string_view(variable))
      if (c != '-') name += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return name.find("utf8") != std::string::npos;
  }
  return false;
}

std::vector<double> axis_ticks(double most) {
  if (!(most > 0)) return {0, 1};
  // The power of ten is built by multiplication, or as a quotient, so that 0.1 is the nearest double of one tenth.
  double up = 1, down = 1;
  while (most / up >= 10) up *= 10;
  while (most * down < 1) down *= 10;
  const double leading = most / up * down;                                       // 1 … 10
  const int tenths = leading > 5 ? 20 : leading > 2 ? 10 : leading > 1 ? 5 : 2;  // of the power of ten, a step
  std::vector<double> ticks;
  for (int k = 0; ticks.size() < 2 || ticks.back() < most; ++k) ticks.push_back(static_cast<double>(k * tenths) * up / (10 * down));
  return ticks;
}

}  // namespace novikoff
