// What both pictures of a learning curve draw: series of numbers from 0 up, each with its axis.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "novikoff/run/curve.hpp"

namespace novikoff {

/// One line of a picture.
struct Series {
  std::string title;
  std::vector<double> values;  ///< in the unit of its axis; a risk that no double holds is measured in units of the largest one
  double most = 0;             ///< the largest value
};

/// Points of the curve that are drawn: all of them, or every k-th and the last.
std::vector<CurvePoint> drawn_points(std::span<const CurvePoint> curve, std::size_t most);

Series training_series(std::span<const CurvePoint> points);
/// Requires a hold-out evaluation at each point.
Series holdout_series(std::span<const CurvePoint> points);
Series risk_series(std::span<const CurvePoint> points);

}  // namespace novikoff
