// The learning curve in a terminal.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "novikoff/run/report.hpp"
#include "run/curve.hpp"

namespace novikoff {
namespace {

constexpr int kColumns = 60, kLines = 6;

// Dots in a grid; a cell of text is a × b of them.
class Canvas {
 public:
  explicit Canvas(bool braille) : braille_(braille), width_(braille ? 2 * kColumns : kColumns), height_(braille ? 4 * kLines : kLines) {
    dots_.resize(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_));
  }
  int width() const noexcept { return width_; }
  int height() const noexcept { return height_; }
  void set(int x, int y) { dots_[at(x, y)] = true; }

  /// Line `row` of the text, from the top.
  std::string line(int row) const {
    std::string out;
    for (int column = 0; column < kColumns; ++column)
      out += braille_ ? braille_cell(column, row) : std::string(1, dots_[at(column, kLines - 1 - row)] ? '*' : ' ');
    return out;
  }

 private:
  std::size_t at(int x, int y) const { return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x); }
  // U+2800 and a bit a dot: 1, 2, 4, 64 down the left column, 8, 16, 32, 128 down the right.
  std::string braille_cell(int column, int row) const {
    constexpr int kBits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    int bits = 0;
    for (int dy = 0; dy < 4; ++dy)
      for (int dx = 0; dx < 2; ++dx)
        if (dots_[at(2 * column + dx, height_ - 1 - (4 * row + dy))]) bits |= kBits[dy][dx];
    return {'\xe2', static_cast<char>(0xa0 + (bits >> 6)), static_cast<char>(0x80 + (bits & 0x3f))};
  }

  bool braille_;
  int width_, height_;
  std::vector<bool> dots_;  // from the lower left corner, line by line
};

// A line from dot to dot: at each step along x all dots between the two heights.
void join(Canvas& canvas, int x0, int y0, int x1, int y1) {
  int y = y0;
  for (int x = x0; x <= x1; ++x) {
    const int next = x1 == x0 ? y1 : y0 + (y1 - y0) * (x - x0) / (x1 - x0);
    for (int dot = std::min(y, next); dot <= std::max(y, next); ++dot) canvas.set(x, dot);
    y = next;
  }
}

Canvas drawn(const Series& series, bool braille) {
  Canvas canvas(braille);
  const auto n = static_cast<int>(series.values.size());
  const double top = series.most > 0 ? series.most : 1;
  const auto x_of = [&](int i) { return n == 1 ? 0 : i * (canvas.width() - 1) / (n - 1); };
  const auto y_of = [&](int i) { return static_cast<int>(std::floor(series.values[static_cast<std::size_t>(i)] / top * (canvas.height() - 1) + 0.5)); };
  canvas.set(x_of(0), y_of(0));
  for (int i = 1; i < n; ++i) join(canvas, x_of(i - 1), y_of(i - 1), x_of(i), y_of(i));
  return canvas;
}

std::string panel(const Series& series, bool braille, std::uint64_t first, std::uint64_t last) {
  const Canvas canvas = drawn(series, braille);
  const std::string_view bar = braille ? "│" : "|";
  std::string out = "\n  " + series.title + "\n";
  for (int row = 0; row < kLines; ++row) {
    std::string label;
    if (row == 0) label = shown(series.most > 0 ? series.most : 1);
    if (row == kLines - 1) label = "0";
    std::string text = canvas.line(row);
    while (text.ends_with(' ')) text.pop_back();
    out += fmt::format("  {:>10} {}{}\n", label, bar, text);
  }
  std::string rule;
  for (int column = 0; column < kColumns; ++column) rule += braille ? "─" : "-";
  out += fmt::format("  {:>10} {}{}\n", "", braille ? "└" : "+", rule);
  return out + fmt::format("  {:>10}  pass {}{:>{}}\n", "", first, last == first ? "" : std::to_string(last), kColumns - 5 - std::to_string(first).size());
}

}  // namespace

std::string curve_plot(std::span<const CurvePoint> curve, bool braille) {
  if (curve.empty()) return {};
  const std::vector<CurvePoint> points = drawn_points(curve, std::size_t{2} * kColumns);
  const std::uint64_t first = points.front().pass, last = points.back().pass;
  std::string out = panel(training_series(points), braille, first, last);
  if (points.front().holdout) out += panel(holdout_series(points), braille, first, last);
  return out + panel(risk_series(points), braille, first, last);
}

}  // namespace novikoff
