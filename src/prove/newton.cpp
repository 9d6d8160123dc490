#include "prove/newton.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

#include "novikoff/vec/kernels.hpp"
#include "prove/active_rows.hpp"
#include "prove/ahead.hpp"
#include "prove/hull_bound.hpp"

namespace novikoff {
namespace {

using Vector = ActiveRows::Vector;

constexpr int kMostSteps = 100;
constexpr double kForcing = 0.3;      // of the residual, far from the end
constexpr double kFewChanges = 0.05;  // of the active rows
constexpr double kFinest = 1e-7;      // what copies of 24 bits allow
constexpr double kHardlyAny = 1e-5;   // changes: what is left is what these copies leave
// A sum so much below Σ λ ‖z‖ is as near to 0 as one should ask: the decimals themselves are hardly nearer to their doubles.
constexpr double kNearEnough = 0x1p-50;

// Rows with λ below are right: w·z > 0, and by more than the λ, which steps add up, are off.
constexpr double kRight = 1 - 0x1p-20;

// Where so few of the active rows are errors, the rows are likely separable. Then w may as well be longer, so long that only some times as many rows as are
// errors remain active; these few are soon mended, and rows that are far on the right side need no look meanwhile.
constexpr double kFewErrors = 0.1;
constexpr double kFewerErrors = 0.8;  // than before; otherwise they are not
constexpr double kActivePerError = 4;
constexpr double kFarBelow = 2;  // −λ
constexpr std::size_t kLeastActive = 64;

class Newton {
 public:
  Newton(RowPasses& rows, const NewtonOptions& options, Patience& patience)
      : rows_(rows),
        patience_(patience),
        w_(static_cast<std::size_t>(rows.n_features()) + 1),
        lambda_(static_cast<std::size_t>(rows.size()), 1.0),
        along_(lambda_.size()),
        active_(rows, lambda_, options, patience) {}

  Result<NewtonGuess> run();

 private:
  Result<bool> look();
  double forcing();
  Status move();
  template <class F>
  void each_part(const F& f) const;
  double best_step() const;
  void step(double size);
  void count();
  Result<bool> ends(NewtonGuess& guess);
  Status refresh();
  Status lengthen(double n_errors);

  RowPasses& rows_;
  Patience& patience_;
  Vector w_, lambda_, along_;  // λ: 1 − w·z, below 0 too; along: step·z
  Vector step_;
  ActiveRows active_;
  double weight_ = 0, n_active_ = 0, n_errors_ = 0, largest_ = 1;  // of λ
  double n_changed_ = 0;                                           // rows that became active or ceased to be, at the last step
  double norm_ = 0, residual_ = 0;                                 // of the last sum, and what the last solution left of it
  double least_ = std::numeric_limits<double>::infinity();         // ‖Σ λ z‖/Σ λ so far
  int in_vain_ = 0;                                                // steps without a lower one
  bool settled_ = false;                                           // few rows change sides
  bool lengthened_ = false, inseparable_ = false;                  // λ of far rows are those of some steps ago; w is not to be lengthened any more
  double all_ = 0, length_ = 0;                                    // Σ λ ‖z‖, about, and ‖Σ λ z‖
};

// f(part, first row, end) of all parts.
template <class F>
void Newton::each_part(const F& f) const {
  active_.each_part([&](std::size_t part) { f(part, RowPasses::part_begin(part, lambda_.size()), RowPasses::part_begin(part + 1, lambda_.size())); });
}

// The size a at which f(w + a·step) is least: a zero of its slope, which is piecewise linear and increasing.
double Newton::best_step() const {
  constexpr int kMost = 40;
  constexpr double kClose = 1e-2;  // the next step makes up for it
  double low = 0, high = std::numeric_limits<double>::infinity(), size = 1;
  for (int k = 0; k < kMost; ++k) {
    std::array<double, RowPasses::kParts> slopes{}, curvatures{};
    each_part([&](std::size_t part, std::size_t begin, std::size_t end) {
      double slope = 0, curvature = 0;
      for (std::size_t row = begin; row < end; ++row) {
        const double lambda = lambda_[row] - size * along_[row], active = lambda > 0 ? along_[row] : 0;
        slope -= active * lambda;
        curvature += active * active;
      }
      slopes[part] = slope;
      curvatures[part] = curvature;
    });
    const double slope = std::accumulate(slopes.begin(), slopes.end(), 0.0), curvature = std::accumulate(curvatures.begin(), curvatures.end(), 0.0);
    (slope < 0 ? low : high) = size;
    double next = curvature > 0 ? size - slope / curvature : size;
    if (std::fabs(next - size) <= kClose * size) return next;
    if (!(next > low && next < high)) next = std::isfinite(high) ? (low + high) / 2 : 2 * size;
    size = next;
  }
  return size;
}

void Newton::step(double size) {
  std::array<double, RowPasses::kParts> changed{};
  each_part([&](std::size_t part, std::size_t begin, std::size_t end) {
    double n = 0;
    for (std::size_t row = begin; row < end; ++row) {
      const double before = lambda_[row], now = before - size * along_[row];
      n += (before > 0) != (now > 0) ? 1 : 0;
      lambda_[row] = now;
    }
    changed[part] = n;
  });
  n_changed_ = std::accumulate(changed.begin(), changed.end(), 0.0);
  count();
  for (std::size_t j = 0; j < w_.size(); ++j) w_[j] += size * step_[j];
}

void Newton::count() {
  struct Counts {
    double weight = 0, n_active = 0, n_errors = 0, largest = -std::numeric_limits<double>::infinity();
  };
  std::array<Counts, RowPasses::kParts> parts;
  each_part([&](std::size_t part, std::size_t begin, std::size_t end) {
    Counts counts;
    for (std::size_t row = begin; row < end; ++row) {
      const double lambda = lambda_[row];
      counts.largest = std::max(counts.largest, lambda);
      counts.weight += lambda > 0 ? lambda : 0;
      counts.n_active += lambda > 0 ? 1 : 0;
      counts.n_errors += lambda >= kRight ? 1 : 0;
    }
    parts[part] = counts;
  });
  weight_ = n_active_ = n_errors_ = 0;
  largest_ = -std::numeric_limits<double>::infinity();
  for (const Counts& counts : parts) {
    weight_ += counts.weight;
    n_active_ += counts.n_active;
    n_errors_ += counts.n_errors;
    largest_ = std::max(largest_, counts.largest);
  }
}

Status Newton::move() {
  if (settled_) {
    const Result<bool> whole = active_.try_whole(step_, along_);
    if (!whole) return whole.error();
    step(*whole ? 1 : best_step());
    return {};
  }
  const Status read = rows_.pass([&](std::size_t, std::uint64_t first, std::span<const ExampleView> views) {
    each_taken(
        views,
        [&](std::size_t k) {
          along_[first + k] = 0;
          return !lengthened_ || lambda_[first + k] >= -kFarBelow;
        },
        [&](std::size_t k) { along_[first + k] = active_.dot(views[k], step_); });
  });
  if (!read) return read;
  step(best_step());
  active_.note_changes(n_changed_, n_active_);
  return read;
}

// Whether this is the end: where none of the rows looked at is an error, a scan decides, and where it does not confirm that, how all rows lie.
Result<bool> Newton::ends(NewtonGuess& guess) {
  if (largest_ >= kRight) return false;
  Result<Scanned> scanned = scan(rows_, whole_numbers(w_));
  if (!scanned) return scanned.error();
  guess.clean = scanned->all_above();
  guess.scanned = *std::move(scanned);
  if (guess.clean || !lengthened_) return true;
  if (const Status read = refresh(); !read) return read.error();
  return largest_ < kRight;
}

Status Newton::refresh() {
  const Status read = rows_.pass([&](std::size_t, std::uint64_t first, std::span<const ExampleView> views) {
    each_row(views, [&](std::size_t k) { lambda_[first + k] = 1 - active_.dot(views[k], w_); });
  });
  count();
  n_changed_ = n_active_;
  active_.note_changes(n_active_, n_active_);
  return read;
}

// So that few rows remain active, if few are errors; `n_errors` were so before the last step.
Status Newton::lengthen(double n_errors) {
  if (lengthened_ && n_errors_ > kFewerErrors * n_errors) {
    inseparable_ = true;
    lengthened_ = false;
    return refresh();
  }
  if (inseparable_ || n_errors_ > kFewErrors * n_active_) return {};
  const auto n = static_cast<std::size_t>(kActivePerError * n_errors_) + kLeastActive;
  Vector scores;
  std::copy_if(lambda_.begin(), lambda_.end(), std::back_inserter(scores), [](double lambda) { return lambda > 0; });
  if (n >= scores.size()) return {};
  std::nth_element(scores.begin(), scores.begin() + static_cast<std::ptrdiff_t>(n), scores.end(), std::greater<>());
  const double factor = 1 / (1 - scores[n]);
  if (!(factor > 1)) return {};
  for (double& value : w_) value *= factor;
  each_part([&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) lambda_[row] = 1 - factor * (1 - lambda_[row]);
  });
  count();
  n_changed_ = n_active_;
  active_.note_changes(n_active_, n_active_);
  lengthened_ = true;
  return {};
}

// Whether there is anything to gain.
Result<bool> Newton::look() {
  if (const Status read = active_.look(n_active_); !read) return read.error();
  length_ = active_.length();
  all_ = weight_ * std::sqrt(active_.mean_sqnorm());
  if (!(length_ > kNearEnough * all_) || !std::isfinite(length_)) return false;
  constexpr double kGain = 0.9;
  in_vain_ = length_ / weight_ < kGain * least_ ? 0 : in_vain_ + 1;
  least_ = std::min(least_, length_ / weight_);
  constexpr int kPatient = 10;
  return in_vain_ <= kPatient || n_changed_ > 0;
}

// What the last step left beside what its equations left is due to rows that became active or ceased to be: no more is worth solving for, and where these are
// many, little.
double Newton::forcing() {
  const double before = norm_, worth = kNearEnough * all_ / length_;
  norm_ = active_.norm();
  if (!settled_) return std::max(kForcing, worth);
  const double left = n_changed_ > kHardlyAny * n_active_ ? std::min(kForcing, std::fabs(norm_ - residual_ * before) / before) : 0;
  return std::max({left, kFinest, worth});
}

Result<NewtonGuess> Newton::run() {
  NewtonGuess guess{.w = w_, .lambda = lambda_};
  weight_ = n_active_ = n_errors_ = n_changed_ = static_cast<double>(rows_.size());
  for (int k = 0; k < kMostSteps && !patience_.ended(); ++k) {
    const Result<bool> more = look();
    if (!more) return more.error();
    if (!*more) break;
    const Result<double> left = active_.solve(forcing(), step_);
    if (!left) return left.error();
    residual_ = *left;
    const double n_errors = n_errors_;
    if (const Status read = move(); !read) return read.error();
    const Result<bool> end = ends(guess);
    if (!end) return end.error();
    if (*end) break;
    if (const Status read = lengthen(n_errors); !read) return read.error();
    settled_ = active_.complete() && n_changed_ < kFewChanges * n_active_;
  }
  guess.w = w_;
  for (std::size_t row = 0; row < lambda_.size(); ++row) guess.lambda[row] = std::max(lambda_[row], 0.0);
  if (guess.clean) return guess;
  Result<std::optional<Scaled>> high = hull_bound(rows_, guess.lambda);
  if (!high) return high.error();
  guess.high = *high;
  return guess;
}

}  // namespace

Result<NewtonGuess> newton_guess(RowPasses& rows, const NewtonOptions& options, Patience& patience) {
  // Sums of columns: in parts, and directions that are kept.
  const std::uint64_t n_columns = rows.n_features() + 1;
  constexpr std::uint64_t kVectors = 100;
  if (rows.size() == 0 || kVectors * sizeof(double) > options.memory / n_columns)
    return NewtonGuess{.w = Vector(static_cast<std::size_t>(n_columns)), .lambda = Vector(static_cast<std::size_t>(rows.size()), 1.0)};
  return Newton(rows, options, patience).run();
}

}  // namespace novikoff
