#include "novikoff/learn/budget.hpp"

#include <algorithm>
#include <cmath>

#include "novikoff/core/random.hpp"
#include "novikoff/vec/kernels.hpp"

namespace novikoff {
namespace {

// Apart from the streams of the orders, whose numbers are passes and examples seen.
constexpr std::uint64_t kVictims = std::uint64_t{1} << 63U;
// What the forgetron may lose by removing rows, for each update: Dekel, Shalev-Shwartz & Singer 2008.
constexpr double kDamage = 15.0 / 32;
// Squares of distances are differences of numbers with a rounding of their own: below this part of them nothing is known.
constexpr double kInSpan = 0x1p-40;

// The largest φ ≤ 1 with a·φ² + b·φ ≤ free; b ≥ 0, free > 0.
double largest_factor(double a, double b, double free) {
  if (!(a + b > free)) return 1;
  return std::min(1.0, 2 * free / (b + std::sqrt(std::max(0.0, b * b + 4 * a * free))));
}

}  // namespace

BudgetSpace::BudgetSpace(const LearnerSpec& spec, std::uint64_t limit)
    : budget_(spec.budget),
      eta_(spec.eta),
      bias2_(spec.bias_value * spec.bias_value),
      seed_(spec.seed),
      limit_(limit),
      rows_(
          spec.kernel, [this](std::size_t i) { return support_[i].view(); }, limit),
      current_{{}, 0, spec.bias_value} {}

Score BudgetSpace::score(const FeatureView& x, std::uint64_t /*row*/) {
  rows_.extend(size(), x.width());
  values_.resize(rows_.padded());
  rows_.values(x, values_.data());
  refused_.reset();
  if (!all_finite(values_.data(), size())) {
    const auto bad = std::find_if(values_.begin(), values_.end(), [](double v) { return !std::isfinite(v); });
    refused_ = static_cast<std::size_t>(bad - values_.begin());
  }
  Score score{dot({nullptr, values_.data(), size()}, current_.weights.data()) + current_.bias()};
  score.sign_known = !refused_ && std::isfinite(score.value);
  return score;
}

bool BudgetSpace::look_at_itself(const FeatureView& x) {
  itself_ = kernel()(x, x) + bias2_;
  return std::isfinite(itself_);
}

Step BudgetSpace::refine(const Step& step, const Observation& seen, const FeatureView& x) {
  margin_step_ = false;
  const double loss = 1 - seen.y * seen.score / eta_;
  if (step.update || budget_.rule != BudgetRule::projectron_plus || !(loss > 0) || size() == 0 || !look_at_itself(x)) return step;
  solve();
  const double inside = itself_ - distance2_;  // ‖Px‖²
  const double slack = loss - std::sqrt(distance2_) / budget_.projection_error;
  if (!(slack > 0) || !(inside > 0)) return step;
  margin_step_ = true;
  const double size_of_step = std::min({1.0, loss / inside, 2 * slack / inside});
  return {.coefficient = eta_ * seen.y * size_of_step, .mistake = step.mistake, .update = true};
}

bool BudgetSpace::ready(const FeatureView& x, std::uint64_t /*row*/) {
  if (!look_at_itself(x)) {
    refused_ = size();
    return false;
  }
  // In panels a row takes at most 16 times its values, and while an array grows it is held twice.
  full_ = memory() + x.size * 16 * sizeof(double) + (budget_.projects() ? (size() + 1) * sizeof(double) : 0) > limit_ / 4;
  return !full_;
}

FeatureView BudgetSpace::add(double a, const FeatureView& x, std::uint64_t /*row*/) {
  ++trace_.steps;
  trace_.sqnorm = std::max(trace_.sqnorm, itself_);
  const bool room = size() < budget_.size;
  if (budget_.projects()) {
    project(a, x);
  } else if (room) {
    append(a, x);
  } else if (budget_.rule == BudgetRule::forgetron) {
    forget(a, x);
  } else {
    ++trace_.removed;
    replace(static_cast<std::size_t>(Rng(seed_, kVictims + trace_.steps).below(size())), a, x);
  }
  rebias();
  return x;
}

BudgetSpace::Row BudgetSpace::copy(const FeatureView& x) {
  Row row;
  row.value.assign(x.value, x.value + x.size);
  if (!x.dense()) row.index.assign(x.index, x.index + x.size);
  return row;
}

void BudgetSpace::append(double a, const FeatureView& x) {
  support_.push_back(copy(x));
  support_values_ += x.size;
  current_.weights.push_back(a);
}

void BudgetSpace::replace(std::size_t place, double a, const FeatureView& x) {
  const std::size_t before = support_[place].value.size();
  support_[place] = copy(x);
  support_values_ += x.size;
  support_values_ -= before;
  rows_.replaced(place, before);
  current_.weights[place] = a;
}

// Each update has taken one place, so the oldest row stands where the places have come round to.
void BudgetSpace::forget(double a, const FeatureView& x) {
  const std::size_t oldest = static_cast<std::size_t>((trace_.steps - 1) % budget_.size);
  of_oldest_.resize(rows_.padded());
  rows_.values(support_[oldest].view(), of_oldest_.data());
  std::vector<double>& c = current_.weights;
  const double f = dot({nullptr, of_oldest_.data(), size()}, c.data()) + current_.bias() + a * (values_[oldest] + bias2_);
  const double weight = std::fabs(c[oldest]) / eta_, margin = (c[oldest] < 0 ? -f : f) / eta_;
  const double curve = weight * weight * (of_oldest_[oldest] + bias2_) - 2 * weight * margin;
  const double r2 = trace_.sqnorm;
  double phi = 1;
  if (r2 > 0) {
    const double free = kDamage * static_cast<double>(trace_.steps) - (trace_.weight + trace_.damage / r2);
    phi = largest_factor(curve / r2, 2 * weight, std::max(free, kDamage));
  }
  trace_.weight += 2 * weight * phi;
  trace_.damage += phi * phi * curve;
  trace_.shrunk += (1 - phi) / (1 + phi);
  ++trace_.removed;
  if (phi != 1)
    for (double& coefficient : c) coefficient *= phi;
  replace(oldest, phi * a, x);
}

bool BudgetSpace::in_span() const noexcept { return !(distance2_ > kInSpan * itself_); }

void BudgetSpace::project(double a, const FeatureView& x) {
  solve();
  const double distance = std::sqrt(distance2_);
  if (!margin_step_ && size() < budget_.size && distance > budget_.projection_error && !in_span()) {
    append_factor();
    return append(a, x);
  }
  ++trace_.projected;
  trace_.margin_steps += margin_step_ ? 1 : 0;
  trace_.distance += margin_step_ ? 0 : distance;
  // d with K̃·d = K̃(support, x): Lᵀ·d = L⁻¹·K̃(support, x).
  for (std::size_t i = size(); i-- > 0;) {
    const double* const row = factor_.data() + i * (i + 1) / 2;
    const double d = solved_[i] / row[i];
    for (std::size_t j = 0; j < i; ++j) solved_[j] -= row[j] * d;
    current_.weights[i] += a * d;
  }
}

void BudgetSpace::solve() {
  solved_.resize(size());
  double inside = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    const double* const row = factor_.data() + i * (i + 1) / 2;
    solved_[i] = (values_[i] + bias2_ - dot({nullptr, row, i}, solved_.data())) / row[i];
    inside += solved_[i] * solved_[i];
  }
  distance2_ = std::clamp(itself_ - inside, 0.0, itself_);
}

// The row of L that K̃ of one more support vector has.
void BudgetSpace::append_factor() {
  factor_.insert(factor_.end(), solved_.begin(), solved_.end());
  factor_.push_back(std::sqrt(distance2_));
}

void BudgetSpace::rebias() noexcept {
  double sum = 0;
  for (const double c : current_.weights) sum += c;
  current_.bias_weight = current_.bias_value * sum;
}

RowStore BudgetSpace::support() const {
  RowStore rows;
  for (const Row& row : support_) rows.append(row.view());
  return rows;
}

std::uint64_t BudgetSpace::memory() const noexcept {
  const std::uint64_t rows = support_.size() * sizeof(Row) + support_values_ * (sizeof(double) + sizeof(std::uint32_t));
  return rows + rows_.memory() + (factor_.capacity() + solved_.capacity() + values_.capacity() + of_oldest_.capacity()) * sizeof(double);
}

// L is made of its rows in the order in which they came, as the run made it.
void BudgetSpace::restore_support(const RowStore& support, const BudgetTrace& trace) {
  trace_ = trace;
  std::size_t width = 0;
  for (std::size_t i = 0; i < support.size(); ++i) {
    const FeatureView x = support[i];
    if (budget_.projects()) {
      rows_.extend(size(), x.width());
      values_.resize(rows_.padded());
      rows_.values(x, values_.data());
      look_at_itself(x);
      solve();
      append_factor();
    }
    support_.push_back(copy(x));
    support_values_ += x.size;
    width = std::max(width, x.width());
  }
  rows_.extend(size(), width);
}

}  // namespace novikoff
