// The learning curve as a picture: an SVG file, or lines of text for a terminal.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "novikoff/run/train.hpp"

namespace novikoff {

/// The curve as an SVG of its own: errors after each pass as a share of the rows (training, and held out if there are any) above, the empirical risk
/// of the training rows below, with axes, ticks and a legend. Colours follow the viewer's light or dark mode; lines differ by their dashes too.
/// The same curve gives the same bytes everywhere. Of more than 1,000 passes every k-th and the last are drawn, k the least that leaves at most 1,000.
std::string curve_svg(std::span<const CurvePoint> curve);

/// The same for a terminal: a small panel each for training errors, errors on rows held out, and risk; with braille dots, or in ASCII.
/// Empty for a curve without points.
std::string curve_plot(std::span<const CurvePoint> curve, bool braille);

/// Whether a terminal takes UTF-8, by the locale's environment: of LC_ALL, LC_CTYPE and LANG the first that is set and not empty
/// decides, by naming UTF-8 (utf8, in either case) or not. A null pointer is a variable that is not set.
bool names_utf8(const char* lc_all, const char* lc_ctype, const char* lang);

/// Ticks of an axis from 0 to `most` ≥ 0: multiples of a step of 1, 2 or 5 times a power of ten, four to six of them (0, 1 for most = 0), the last one at least
/// `most`. No libm.
std::vector<double> axis_ticks(double most);

}  // namespace novikoff
