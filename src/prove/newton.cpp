#include "prove/newton.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <thread>
#include <utility>

#include "novikoff/vec/kernels.hpp"
#include "prove/hull_bound.hpp"
#include "prove/near_rows.hpp"

namespace novikoff {
namespace {

using Vector = std::vector<double>;

constexpr int kMostSteps = 100;
constexpr std::size_t kMostProducts = 200;  // with all rows, a step
constexpr double kForcing = 0.3;            // of the residual, far from the end
constexpr double kFewChanges = 0.05;        // of the active rows
constexpr double kFinest = 1e-7;            // what copies of 24 bits allow
// A sum so much below Σ λ ‖z‖ is as near to 0 as one should ask: the decimals themselves are no nearer to their doubles.
constexpr double kNearEnough = 0x1p-54;

// Rows with λ below are right: w·z > 0, and by more than the λ, which steps add up, are off.
constexpr double kRight = 1 - 0x1p-20;

double dot_of(const Vector& a, const Vector& b) noexcept {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

// The rows with λ > 0 are called active.
class Newton {
 public:
  Newton(RowPasses& rows, const NewtonOptions& options, Patience& patience)
      : rows_(rows),
        options_(options),
        patience_(patience),
        bias_(rows.bias_value()),
        n_columns_(static_cast<std::size_t>(rows.n_features()) + 1),
        w_(n_columns_),
        lambda_(static_cast<std::size_t>(rows.size()), 1.0),
        along_(lambda_.size()) {}

  Result<NewtonGuess> run();

 private:
  Status look();
  Status squares();
  Status multiply(const Vector& v, Vector& product);
  Result<double> solve(double forcing);
  Status move();
  double best_step() const noexcept;
  void step(double size) noexcept;
  double norm() const noexcept;

  double dot(const ExampleView& z, const Vector& v) const noexcept { return z.y * (novikoff::dot(z.x, v.data()) + bias_ * v.back()); }
  void add(double a, const ExampleView& z, Vector& sum) const noexcept {
    axpy(a * z.y, z.x, sum.data());
    sum.back() += a * z.y * bias_;
  }
  void clear_parts() {
    for (Vector& part : parts_) part.assign(n_columns_, 0);
  }
  void add_up(Vector& total) const {
    total.assign(n_columns_, 0);
    for (const Vector& part : parts_)
      for (std::size_t j = 0; j < n_columns_; ++j) total[j] += part[j];
  }
  // Calls f(z, sum) for all active rows, where there are no copies.
  template <class F>
  Status pass_active(const F& f) {
    return rows_.pass([&](std::size_t part, std::uint64_t first, std::span<const ExampleView> views) {
      for (std::size_t k = 0; k < views.size(); ++k)
        if (lambda_[first + k] > 0) f(views[k], parts_[part]);
    });
  }
  template <class F>
  void each_part(const F& f) const;

  RowPasses& rows_;
  const NewtonOptions& options_;
  Patience& patience_;
  double bias_;
  std::size_t n_columns_;
  Vector w_, lambda_, along_;  // λ: 1 − w·z, below 0 too; along: step·z
  Vector sum_, squares_;       // Σ λ z and Σ z_j² of the active rows
  Vector step_;
  double weight_ = 0, n_active_ = 0, largest_ = 1;  // of λ
  double n_changed_ = 0;                            // rows that became active or ceased to be, at the last step
  NearRows copies_;
  bool copied_ = false, changed_ = true;  // the active rows have copies; they are, or may be, others than at the last look
  std::array<Vector, RowPasses::kParts> parts_;
};

template <class F>
void Newton::each_part(const F& f) const {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t part; (part = next.fetch_add(1)) < RowPasses::kParts;) f(part);
  };
  std::vector<std::thread> others;
  constexpr std::uint64_t kWorthIt = 1U << 16U;  // values; fewer are not worth a thread
  for (unsigned k = 1; k < options_.threads && rows_.n_values() > kWorthIt; ++k) others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
}

// Σ λ z, and copies of the rows in it. At the first step, where all rows are in it, few products are asked for and copies cost more than they save.
Status Newton::look() {
  const bool copy = changed_ && !sum_.empty();
  const std::uint64_t room = options_.memory / RowPasses::kParts;
  std::array<bool, RowPasses::kParts> fits{};
  fits.fill(true);
  if (copy)
    for (NearRows::Part& part : copies_.parts) part.clear();
  clear_parts();
  const Status read = rows_.pass([&](std::size_t part, std::uint64_t first, std::span<const ExampleView> views) {
    for (std::size_t k = 0; k < views.size(); ++k) {
      const double lambda = lambda_[first + k];
      if (lambda <= 0) continue;
      add(lambda, views[k], parts_[part]);
      if (copy && fits[part]) copies_.parts[part].append(views[k], bias_, static_cast<std::uint32_t>(n_columns_ - 1));
    }
    if (copies_.parts[part].memory() > room) fits[part] = false;
  });
  if (copy) copied_ = std::all_of(fits.begin(), fits.end(), [](bool part_fits) { return part_fits; });
  add_up(sum_);
  return read;
}

Status Newton::squares() {
  clear_parts();
  Status read;
  if (copied_) {
    each_part([&](std::size_t part) { copies_.parts[part].add_squares(parts_[part].data()); });
  } else {
    read = pass_active([&](const ExampleView& z, Vector& sum) {
      for (std::size_t k = 0; k < z.x.size; ++k) sum[z.x.dense() ? k : z.x.index[k]] += z.x.value[k] * z.x.value[k];
      sum.back() += bias_ * bias_;
    });
  }
  add_up(squares_);
  return read;
}

// Σ z (z·v) over the active rows.
Status Newton::multiply(const Vector& v, Vector& product) {
  clear_parts();
  Status read;
  if (copied_)
    each_part([&](std::size_t part) { copies_.parts[part].multiply(v.data(), parts_[part].data()); });
  else
    read = pass_active([&](const ExampleView& z, Vector& sum) { add(dot(z, v), z, sum); });
  add_up(product);
  return read;
}

// Conjugate gradients for Σ z (z·step) = Σ λ z over the active rows, until the residual is `forcing` of what it was; gives how much it is of it.
Result<double> Newton::solve(double forcing) {
  step_.assign(n_columns_, 0);
  Vector residual = sum_, direction(n_columns_), product;
  const auto scaled_square = [&] {
    double sum = 0;
    for (std::size_t j = 0; j < n_columns_; ++j)
      if (squares_[j] > 0) sum += residual[j] * residual[j] / squares_[j];
    return sum;
  };
  const double first = scaled_square();
  double now = first, keep = 0;
  for (std::size_t k = 0; k < std::min(kMostProducts, 2 * n_columns_ + 8) && now > forcing * forcing * first && !patience_.ended(); ++k) {
    for (std::size_t j = 0; j < n_columns_; ++j) direction[j] = (squares_[j] > 0 ? residual[j] / squares_[j] : 0) + keep * direction[j];
    if (const Status read = multiply(direction, product); !read) return read.error();
    const double curvature = dot_of(direction, product);
    if (!(curvature > 0)) break;
    const double size = now / curvature;
    for (std::size_t j = 0; j < n_columns_; ++j) {
      step_[j] += size * direction[j];
      residual[j] -= size * product[j];
    }
    const double next = scaled_square();
    keep = next / now;
    now = next;
  }
  return first > 0 ? std::sqrt(now / first) : 0;
}

// The size a at which f(w + a·step) is least: a zero of its slope, which is piecewise linear and increasing.
double Newton::best_step() const noexcept {
  constexpr int kMost = 40;
  constexpr double kClose = 1e-3;  // the next step makes up for it
  double low = 0, high = std::numeric_limits<double>::infinity(), size = 1;
  for (int k = 0; k < kMost; ++k) {
    double slope = 0, curvature = 0;
    for (std::size_t row = 0; row < lambda_.size(); ++row) {
      const double lambda = lambda_[row] - size * along_[row];
      if (lambda <= 0) continue;
      slope -= along_[row] * lambda;
      curvature += along_[row] * along_[row];
    }
    (slope < 0 ? low : high) = size;
    double next = curvature > 0 ? size - slope / curvature : size;
    if (std::fabs(next - size) <= kClose * size) return next;
    if (!(next > low && next < high)) next = std::isfinite(high) ? (low + high) / 2 : 2 * size;
    size = next;
  }
  return size;
}

void Newton::step(double size) noexcept {
  weight_ = n_active_ = n_changed_ = 0;
  largest_ = -std::numeric_limits<double>::infinity();
  for (std::size_t row = 0; row < lambda_.size(); ++row) {
    double& lambda = lambda_[row];
    const bool was_active = lambda > 0;
    lambda -= size * along_[row];
    largest_ = std::max(largest_, lambda);
    if (was_active != (lambda > 0)) n_changed_ += 1;
    if (lambda <= 0) continue;
    weight_ += lambda;
    n_active_ += 1;
  }
  changed_ = n_changed_ > 0;
  for (std::size_t j = 0; j < n_columns_; ++j) w_[j] += size * step_[j];
}

Status Newton::move() {
  const Status read = rows_.pass([&](std::size_t, std::uint64_t first, std::span<const ExampleView> views) {
    for (std::size_t k = 0; k < views.size(); ++k) along_[first + k] = dot(views[k], step_);
  });
  if (read) step(best_step());
  return read;
}

double Newton::norm() const noexcept {
  double sum = 0;
  for (std::size_t j = 0; j < n_columns_; ++j)
    if (squares_[j] > 0) sum += sum_[j] * sum_[j] / squares_[j];
  return std::sqrt(sum);
}

Result<NewtonGuess> Newton::run() {
  NewtonGuess guess{.w = Vector(n_columns_), .lambda = lambda_};
  // Sums of columns: in parts, and some more.
  if (rows_.size() == 0 || 2 * RowPasses::kParts * sizeof(double) > options_.memory / n_columns_) return guess;
  weight_ = n_active_ = static_cast<double>(rows_.size());
  double before = 0, residual = 0, least = std::numeric_limits<double>::infinity();
  int in_vain = 0;
  for (int k = 0; k < kMostSteps && !patience_.ended(); ++k) {
    if (const Status read = look(); !read) return read.error();
    if (changed_)
      if (const Status read = squares(); !read) return read.error();
    double trace = 0;
    for (const double square : squares_) trace += square;
    const double length = std::sqrt(dot_of(sum_, sum_)), all = weight_ * std::sqrt(trace / n_active_);
    if (!(length > kNearEnough * all) || !std::isfinite(length)) break;
    constexpr double kGain = 0.9;
    in_vain = length / weight_ < kGain * least ? 0 : in_vain + 1;
    least = std::min(least, length / weight_);
    constexpr int kPatient = 10;
    if (in_vain > kPatient && !changed_) break;
    // What the last step left beside what its equations left is due to rows that became active or ceased to be: no more is worth solving for, and where these
    // are many, little.
    const double now = norm();
    const bool settled = before > 0 && n_changed_ < kFewChanges * n_active_;
    const double forcing = settled ? std::min(kForcing, std::fabs(now - residual * before) / before) : kForcing;
    before = now;
    const Result<double> left = solve(std::max({forcing, kFinest, kNearEnough * all / length / 2}));
    if (!left) return left.error();
    residual = *left;
    if (const Status read = move(); !read) return read.error();
    if (largest_ < kRight) break;
  }
  guess.w = w_;
  for (std::size_t row = 0; row < lambda_.size(); ++row) guess.lambda[row] = std::max(lambda_[row], 0.0);
  guess.clean = largest_ < kRight;
  if (guess.clean) return guess;
  Result<std::optional<Scaled>> high = hull_bound(rows_, guess.lambda);
  if (!high) return high.error();
  guess.high = *high;
  return guess;
}

}  // namespace

Result<NewtonGuess> newton_guess(RowPasses& rows, const NewtonOptions& options, Patience& patience) { return Newton(rows, options, patience).run(); }

}  // namespace novikoff
