// A picture of characters.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "novikoff/run/demo.hpp"
#include "novikoff/run/report.hpp"

namespace novikoff {
namespace {

constexpr int kScatterWidth = 49, kScatterHeight = 17;

// One axis: the values shown, a little more than the data take.
struct Axis {
  double low = 0, high = 0;
  void take(double v, bool first) {
    low = first ? v : std::min(low, v);
    high = first ? v : std::max(high, v);
  }
  void widen() {
    const double room = high > low ? 0.15 * (high - low) : 1;
    low -= room;
    high += room;
  }
  double at(int cell, int cells) const { return low + (high - low) * cell / (cells - 1); }
  int cell(double v, int cells) const { return static_cast<int>(std::lround((v - low) / (high - low) * (cells - 1))); }
};

double value_of(const FeatureView& x, std::size_t j) {
  if (x.dense()) return j < x.size ? x.value[j] : 0;
  for (std::size_t k = 0; k < x.size; ++k)
    if (x.index[k] == j) return x.value[k];
  return 0;
}

class Picture {
 public:
  Picture() { rows_.fill(std::string(kScatterWidth, ' ')); }
  // Row 0 is the top one.
  char& at(int column, int row) { return rows_[static_cast<std::size_t>(kScatterHeight - 1 - row)][static_cast<std::size_t>(column)]; }
  void dot(int column, int row) {
    if (column >= 0 && column < kScatterWidth && row >= 0 && row < kScatterHeight) at(column, row) = '.';
  }
  const std::array<std::string, kScatterHeight>& rows() const noexcept { return rows_; }

 private:
  std::array<std::string, kScatterHeight> rows_;
};

// The line s = 0, cell by cell along the axis in which it is the less steep on the screen.
void draw_line(Picture& picture, const Axis& x, const Axis& y, const Hypothesis& h) {
  const double a = h.weights.empty() ? 0 : h.weights[0], b = h.weights.size() < 2 ? 0 : h.weights[1], c = h.bias();
  const bool flat = std::fabs(a) * (x.high - x.low) * kScatterHeight <= std::fabs(b) * (y.high - y.low) * kScatterWidth;
  if (a == 0 && b == 0) return;
  for (int cell = 0; cell < (flat ? kScatterWidth : kScatterHeight); ++cell) {
    const double other = flat ? -(a * x.at(cell, kScatterWidth) + c) / b : -(b * y.at(cell, kScatterHeight) + c) / a;
    const Axis& axis = flat ? y : x;
    if (!(other >= axis.low && other <= axis.high)) continue;
    if (flat)
      picture.dot(cell, y.cell(other, kScatterHeight));
    else
      picture.dot(x.cell(other, kScatterWidth), cell);
  }
}

}  // namespace

std::string scatter_text(const Dataset& data, const Hypothesis& hypothesis, const Provenance& source) {
  if (data.n_features() != 2 || data.size() == 0) return {};
  Axis x, y;
  for (std::size_t row = 0; row < data.size(); ++row) {
    x.take(value_of(data[row].x, 0), row == 0);
    y.take(value_of(data[row].x, 1), row == 0);
  }
  x.widen();
  y.widen();
  Picture picture;
  draw_line(picture, x, y, hypothesis);
  for (std::size_t row = 0; row < data.size(); ++row) {
    char& cell = picture.at(x.cell(value_of(data[row].x, 0), kScatterWidth), y.cell(value_of(data[row].x, 1), kScatterHeight));
    const char mark = data[row].y > 0 ? '+' : 'o', other = data[row].y > 0 ? 'o' : '+';
    cell = cell == other || cell == '*' ? '*' : mark;
  }
  std::string out = "  " + feature_name(source, 1) + '\n';
  for (std::size_t r = 0; r < kScatterHeight; ++r) {
    const std::string tick = r == 0 ? shown(std::round(y.high * 100) / 100) : r + 1 == kScatterHeight ? shown(std::round(y.low * 100) / 100) : "";
    out += fmt::format("  {:>7} |{}\n", tick, picture.rows()[r]);
  }
  out += fmt::format("  {:>7} +{}\n", "", std::string(kScatterWidth, '-'));
  out += fmt::format("  {:>7}  {:<{}}{} {}\n", "", shown(std::round(x.low * 100) / 100), kScatterWidth - 7, shown(std::round(x.high * 100) / 100),
                     feature_name(source, 0));
  return out + "           + is " + source.positive + ", o is " + source.negative + ", dots are where s = 0\n";
}

}  // namespace novikoff
