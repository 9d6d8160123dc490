// The learning curve as an SVG.
#include <fmt/format.h>

#include <algorithm>

#include "novikoff/run/report.hpp"
#include "run/curve.hpp"

namespace novikoff {
namespace {

constexpr int kWidth = 720, kHeight = 520;
constexpr int kLeft = 80, kRight = 700;  // of both panels
constexpr std::size_t kMostPoints = 1000, kMostDots = 40;

constexpr std::string_view kHead =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 520\" width=\"720\" height=\"520\" role=\"img\" aria-labelledby=\"title description\">\n"
    "<title id=\"title\">Learning curve</title>\n";

// Plain rules rather than variables, which some viewers do not know.
constexpr std::string_view kStyle =
    "<style>\n"
    "  text { font: 13px sans-serif; }\n"
    "  .line { fill: none; stroke-width: 2; stroke-linejoin: round; }\n"
    "  .dot { stroke-width: 2; stroke-dasharray: none; }\n"
    "  .dashed { stroke-dasharray: 7 4; }\n"
    "  .dotted { stroke-dasharray: 2 3; }\n"
    "  .end { text-anchor: end; }\n"
    "  .middle { text-anchor: middle; }\n"
    "  text { fill: #1f2328; }\n"
    "  .paper, .dot { fill: #ffffff; }\n"
    "  .grid { stroke: #d5d9de; }\n"
    "  .axis { stroke: #1f2328; }\n"
    "  .training { stroke: #0b5cad; }\n"
    "  .holdout { stroke: #b3410c; }\n"
    "  .risk { stroke: #5f3dc4; }\n"
    "  @media (prefers-color-scheme: dark) {\n"
    "    text { fill: #e6e9ed; }\n"
    "    .paper, .dot { fill: #15181c; }\n"
    "    .grid { stroke: #3a4048; }\n"
    "    .axis { stroke: #e6e9ed; }\n"
    "    .training { stroke: #6cb2ff; }\n"
    "    .holdout { stroke: #ff9a62; }\n"
    "    .risk { stroke: #b79cff; }\n"
    "  }\n"
    "</style>\n";

// A rectangle of the picture and what its edges stand for.
struct Panel {
  int top, bottom;
  double first, last;  // passes at the left and right edge
  std::vector<double> ticks;

  double x(double pass) const { return last > first ? kLeft + (pass - first) / (last - first) * (kRight - kLeft) : (kLeft + kRight) / 2.0; }
  double y(double value) const { return bottom - value / ticks.back() * (bottom - top); }
};

void append_axes(std::string& out, const Panel& panel, bool percent) {
  for (const double tick : panel.ticks) {
    out += fmt::format("<line class=\"grid\" x1=\"{}\" y1=\"{:.1f}\" x2=\"{}\" y2=\"{:.1f}\"/>\n", kLeft, panel.y(tick), kRight, panel.y(tick));
    out += fmt::format("<text class=\"end\" x=\"{}\" y=\"{:.1f}\">{}{}</text>\n", kLeft - 8, panel.y(tick) + 4, shown(tick), percent ? " %" : "");
  }
  out += fmt::format("<path class=\"axis\" fill=\"none\" d=\"M{0} {1}V{2}H{3}\"/>\n", kLeft, panel.top, panel.bottom, kRight);
}

// Whole passes only: the ticks of an axis from 0 that are neither fractions nor left of the first pass.
void append_passes(std::string& out, const Panel& panel) {
  std::vector<double> passes{panel.first};
  for (const double tick : axis_ticks(panel.last))
    if (tick == static_cast<double>(static_cast<std::int64_t>(tick)) && tick > panel.first && tick < panel.last) passes.push_back(tick);
  if (panel.last > panel.first) passes.push_back(panel.last);
  double free_from = 0;  // a number that would run into its neighbour is left out, the last one never
  for (std::size_t i = 0; i < passes.size(); ++i) {
    const double x = panel.x(passes[i]);
    const bool crowded = x < free_from || (i + 1 < passes.size() && i > 0 && panel.x(panel.last) - x < 50);
    out += fmt::format("<line class=\"axis\" x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\"/>\n", x, panel.bottom, panel.bottom + 5);
    if (crowded) continue;
    out += fmt::format("<text class=\"middle\" x=\"{:.1f}\" y=\"{}\">{}</text>\n", x, panel.bottom + 19, shown(passes[i]));
    free_from = x + 50;
  }
}

// Lines differ without their colours too.
std::string_view dashes(std::string_view kind) { return kind == "holdout" ? " dashed" : kind == "risk" ? " dotted" : ""; }

void append_line(std::string& out, const Panel& panel, const std::vector<CurvePoint>& points, const Series& series, std::string_view kind) {
  std::string path;
  for (std::size_t i = 0; i < points.size(); ++i)
    path += fmt::format("{}{:.1f} {:.1f}", i == 0 ? 'M' : 'L', panel.x(static_cast<double>(points[i].pass)), panel.y(series.values[i]));
  out += fmt::format("<path class=\"line {}{}\" d=\"{}\"/>\n", kind, dashes(kind), path);
  if (points.size() > kMostDots) return;
  for (std::size_t i = 0; i < points.size(); ++i)
    out += fmt::format("<circle class=\"dot {}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>\n", kind, panel.x(static_cast<double>(points[i].pass)),
                       panel.y(series.values[i]));
}

void append_legend(std::string& out, int x, int y, std::string_view kind, const std::string& title) {
  out += fmt::format("<line class=\"line {}{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n", kind, dashes(kind), x, y - 4, x + 36, y - 4);
  out += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", x + 44, y, title);
}

std::string described(const std::vector<CurvePoint>& points) {
  const CurvePoint& last = points.back();
  std::string out = fmt::format("After pass {}: {} of {}, risk {}", last.pass, counted(last.training.errors, "training error", "training errors"),
                                counted(last.training.rows, "row", "rows"), shown(last.training.risk));
  if (last.holdout) out += fmt::format(", {} of {} held out", counted(last.holdout->errors, "error", "errors"), counted(last.holdout->rows, "row", "rows"));
  return out + '.';
}

void append_curves(std::string& out, const std::vector<CurvePoint>& points) {
  const auto first = static_cast<double>(points.front().pass), last = static_cast<double>(points.back().pass);
  const Series training = training_series(points), risk = risk_series(points);
  std::optional<Series> holdout;
  if (points.front().holdout) holdout = holdout_series(points);
  const Panel errors{40, 270, first, last, axis_ticks(std::max(training.most, holdout ? holdout->most : 0))};
  const Panel risks{340, 470, first, last, axis_ticks(risk.most)};
  append_axes(out, errors, true);
  append_passes(out, errors);
  append_line(out, errors, points, training, "training");
  if (holdout) append_line(out, errors, points, *holdout, "holdout");
  append_legend(out, kLeft, 22, "training", training.title);
  if (holdout) append_legend(out, kLeft + 300, 22, "holdout", holdout->title);
  append_axes(out, risks, false);
  append_passes(out, risks);
  append_line(out, risks, points, risk, "risk");
  append_legend(out, kLeft, 322, "risk", risk.title);
  out += fmt::format("<text class=\"middle\" x=\"{}\" y=\"{}\">pass</text>\n", (kLeft + kRight) / 2, kHeight - 10);
}

}  // namespace

std::string curve_svg(std::span<const CurvePoint> curve) {
  std::string out(kHead);
  const std::vector<CurvePoint> points = drawn_points(curve, kMostPoints);
  out += "<desc id=\"description\">" + (points.empty() ? std::string("No pass was completed.") : described(points)) + "</desc>\n";
  out += kStyle;
  out += fmt::format("<rect class=\"paper\" width=\"{}\" height=\"{}\"/>\n", kWidth, kHeight);
  if (points.empty())
    out += fmt::format("<text class=\"middle\" x=\"{}\" y=\"{}\">No pass was completed.</text>\n", kWidth / 2, kHeight / 2);
  else
    append_curves(out, points);
  return out + "</svg>\n";
}

}  // namespace novikoff
