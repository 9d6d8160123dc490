#include "prove/active_set.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "novikoff/vec/kernels.hpp"

namespace novikoff {
namespace {

constexpr double kDependent = 1e-11;  // of a row's norm: what is left of it outside the span of the active ones
constexpr double kNegligible = 1e-9;  // of the largest coefficient
constexpr double kViolated = 1e-7;    // below 1, or where ‖w‖ is large so much of it as scores are rounded by
constexpr double kRounding = 4e-15;
constexpr double kMostViolated = 0.5;
constexpr std::size_t kStepsPerColumn = 60;

double dot_of(const double* a, const double* b, std::size_t n) noexcept { return dot({nullptr, a, n}, b); }
void add_to(double* w, double a, const double* x, std::size_t n) noexcept { axpy(a, {nullptr, x, n}, w); }

}  // namespace

double ActiveSet::score(std::size_t at) const noexcept { return dot_of(row(at), w_.data(), n_); }

ActiveSet::Answer ActiveSet::solve(const std::function<bool()>& give_up) {
  conflict_.clear();
  const std::size_t limit = n_steps_ + kStepsPerColumn * (n_ + 10);
  for (;;) {
    refresh();
    choose_candidates();
    if (candidates_.empty()) return Answer::reached;
    for (std::size_t at = 0; next_violated(at);) {
      if (n_steps_ > limit) return Answer::no_further;
      if (const Answer answer = enter(at, give_up); answer != Answer::reached) return answer;
    }
  }
}

// The worst rows of the pool.
void ActiveSet::choose_candidates() {
  std::vector<std::pair<double, std::size_t>> scores;
  tolerance_ = std::min(kMostViolated, std::max(kViolated, kRounding * std::sqrt(dot_of(w_.data(), w_.data(), n_))));
  for (std::size_t at = 0; at < size(); ++at)
    if (const double value = score(at); value < 1 - tolerance_) scores.emplace_back(value, at);
  const std::size_t most = 2 * n_ + 20;
  if (scores.size() > most) {
    std::nth_element(scores.begin(), scores.begin() + static_cast<std::ptrdiff_t>(most), scores.end());
    scores.resize(most);
  }
  std::sort(scores.begin(), scores.end());
  candidates_.clear();
  for (const auto& entry : scores) candidates_.push_back(entry.second);
}

bool ActiveSet::next_violated(std::size_t& at) const {
  double lowest = 1 - tolerance_;
  bool found = false;
  for (const std::size_t candidate : candidates_) {
    const double value = score(candidate);
    if (!(value < lowest)) continue;
    lowest = value;
    at = candidate;
    found = true;
  }
  return found;
}

// d, h and what is left of z: twice, so that h is orthogonal to Q to the last bits.
double ActiveSet::project(const double* z) {
  const std::size_t k = active_.size();
  d_.assign(k, 0);
  h_.assign(z, z + n_);
  for (int time = 0; time < 2; ++time) {
    r_.resize(k);
    for (std::size_t i = 0; i < k; ++i) r_[i] = dot_of(q(i), h_.data(), n_);
    for (std::size_t i = 0; i < k; ++i) {
      add_to(h_.data(), -r_[i], q(i), n_);
      d_[i] += r_[i];
    }
  }
  return std::sqrt(dot_of(h_.data(), h_.data(), n_));
}

// Lᵀ·r = d.
void ActiveSet::solve_transposed() {
  r_ = d_;
  for (std::size_t k = r_.size(); k-- > 0;) {
    const std::vector<double>& column = l_[k];
    r_[k] = (r_[k] - dot_of(column.data() + 1, r_.data() + k + 1, column.size() - 1)) / column[0];
  }
}

ActiveSet::Answer ActiveSet::enter(std::size_t at, const std::function<bool()>& give_up) {
  double weight = 0;
  for (;;) {
    if (give_up && give_up()) return Answer::ended;
    ++n_steps_;
    const double height = project(row(at));
    solve_transposed();
    const bool independent = active_.size() < n_ && height > kDependent;
    double largest = 0;
    for (const double value : r_) largest = std::max(largest, std::abs(value));
    constexpr double kNever = std::numeric_limits<double>::infinity();
    const double full = independent ? std::max(0.0, (1 - score(at)) / (height * height)) : kNever;
    double step = full;
    std::size_t leaves = active_.size();
    for (std::size_t k = 0; k < active_.size(); ++k) {
      if (!(r_[k] > kNegligible * largest) || !(alpha_[k] / r_[k] < step)) continue;
      step = alpha_[k] / r_[k];
      leaves = k;
    }
    if (step == kNever) {
      conflict_ = {at};
      for (std::size_t k = 0; k < active_.size(); ++k)
        if (r_[k] < -kNegligible * largest) conflict_.push_back(active_[k]);
      return Answer::conflict;
    }
    if (!std::isfinite(step)) return Answer::no_further;
    for (std::size_t k = 0; k < active_.size(); ++k) alpha_[k] = std::max(0.0, alpha_[k] - step * r_[k]);
    weight += step;
    if (independent) add_to(w_.data(), step, h_.data(), n_);
    if (leaves == active_.size()) {
      append(at, height);
      alpha_.back() = weight;
      return Answer::reached;
    }
    drop(leaves);
  }
}

void ActiveSet::append(std::size_t at, double height) {
  for (double& value : h_) value /= height;
  y_.push_back((1 - dot_of(d_.data(), y_.data(), y_.size())) / height);
  for (std::size_t k = 0; k < d_.size(); ++k) l_[k].push_back(d_[k]);
  l_.push_back({height});
  q_.push_back(h_);
  active_.push_back(at);
  alpha_.push_back(0);
}

// Row k of L goes; what then stands right of the diagonal is turned away by rotations of neighbouring columns.
void ActiveSet::drop(std::size_t k) {
  const auto offset = static_cast<std::ptrdiff_t>(k);
  for (std::size_t i = 0; i <= k; ++i) l_[i].erase(l_[i].begin() + (offset - static_cast<std::ptrdiff_t>(i)));
  for (std::size_t i = k; i + 1 < l_.size(); ++i) {
    // Columns i and i + 1, both from row i on.
    std::vector<double>&a = l_[i], &b = l_[i + 1];
    const double length = std::hypot(a[0], b[0]), c = length > 0 ? a[0] / length : 1, s = length > 0 ? b[0] / length : 0;
    const auto turn = [c, s](double& x, double& y) {
      const double old = x;
      x = c * old + s * y;
      y = c * y - s * old;
    };
    // a has lost its first entry only where i = k; b starts one row above its own diagonal.
    for (std::size_t j = 0; j < b.size(); ++j) turn(a[j], b[j]);
    b.erase(b.begin());
    for (std::size_t j = 0; j < n_; ++j) turn(q_[i][j], q_[i + 1][j]);
    // The signs of the diagonal stay positive.
    if (a[0] < 0) {
      for (double& value : a) value = -value;
      for (double& value : q_[i]) value = -value;
    }
  }
  l_.pop_back();
  q_.pop_back();
  active_.erase(active_.begin() + offset);
  alpha_.erase(alpha_.begin() + offset);
  y_.clear();
  for (std::size_t i = 0; i < active_.size(); ++i) {
    double sum = 1;
    for (std::size_t j = 0; j < i; ++j) sum -= l_[j][i - j] * y_[j];
    y_.push_back(sum / l_[i][0]);
  }
}

// w = Q·y, Lᵀ·alpha = y: what the steps' rounding has added goes.
void ActiveSet::refresh() {
  std::fill(w_.begin(), w_.end(), 0.0);
  for (std::size_t k = 0; k < active_.size(); ++k) add_to(w_.data(), y_[k], q(k), n_);
  d_ = y_;
  solve_transposed();
  for (std::size_t k = 0; k < active_.size(); ++k) alpha_[k] = std::max(0.0, r_[k]);
}

}  // namespace novikoff
