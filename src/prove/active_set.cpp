#include "prove/active_set.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "novikoff/vec/kernels.hpp"

namespace novikoff {
namespace {

constexpr double kViolated = 1e-7;  // below 1, or where ‖w‖ is large so much of it as scores are rounded by
constexpr double kMostViolated = 0.5;
constexpr std::size_t kStepsPerColumn = 60;

template <class T>
struct Precision;
template <>
struct Precision<double> {
  static constexpr double kDependent = 1e-11;  // of a row's norm: what is left of it outside the span of the active ones
  static constexpr double kNegligible = 1e-9;  // of the largest coefficient
  static constexpr double kUnsure = 0;         // of it, over the least height of an active row
  static constexpr double kRounding = 4e-15;   // of a score, in norms
};
template <>
struct Precision<DoubleDouble> {
  static constexpr double kDependent = 1e-28;
  static constexpr double kNegligible = 1e-18;
  static constexpr double kUnsure = 1e-31;
  static constexpr double kRounding = 1e-29;
};

double dot_of(const double* a, const double* b, std::size_t n) noexcept { return dot({nullptr, a, n}, b); }
void add_to(double* w, double a, const double* x, std::size_t n) noexcept { axpy(a, {nullptr, x, n}, w); }

// Two sums: the additions of one wait for those of the other.
DoubleDouble dot_of(const DoubleDouble* a, const DoubleDouble* b, std::size_t n) noexcept {
  DoubleDouble even, odd;
  for (std::size_t k = 0; k + 2 <= n; k += 2) {
    even += a[k] * b[k];
    odd += a[k + 1] * b[k + 1];
  }
  return n % 2 == 1 ? even + odd + a[n - 1] * b[n - 1] : even + odd;
}
void add_to(DoubleDouble* w, const DoubleDouble& a, const DoubleDouble* x, std::size_t n) noexcept {
  for (std::size_t k = 0; k < n; ++k) w[k] += a * x[k];
}

double high_of(double value) noexcept { return value; }
double high_of(const DoubleDouble& value) noexcept { return value.high; }

}  // namespace

template <class T>
T ActiveSet<T>::score(std::size_t at) const noexcept {
  return dot_of(row(at), w_.data(), n_);
}

template <class T>
typename ActiveSet<T>::Answer ActiveSet<T>::solve(const std::function<bool()>& give_up) {
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
template <class T>
void ActiveSet<T>::choose_candidates() {
  std::vector<std::pair<T, std::size_t>> scores;
  const double norm = std::sqrt(high_of(dot_of(w_.data(), w_.data(), n_)));
  tolerance_ = std::min(kMostViolated, std::max(kViolated, Precision<T>::kRounding * norm));
  for (std::size_t at = 0; at < size(); ++at)
    if (const T value = score(at); !fixed_[at] && value < T(1.0) - tolerance_) scores.emplace_back(value, at);
  const auto worse = [](const auto& a, const auto& b) { return a.first < b.first || (a.first == b.first && a.second < b.second); };
  const std::size_t most = 2 * n_ + 20;
  if (scores.size() > most) {
    std::nth_element(scores.begin(), scores.begin() + static_cast<std::ptrdiff_t>(most), scores.end(), worse);
    scores.resize(most);
  }
  std::sort(scores.begin(), scores.end(), worse);
  candidates_.clear();
  for (const auto& entry : scores) candidates_.push_back(entry.second);
}

template <class T>
bool ActiveSet<T>::next_violated(std::size_t& at) const {
  T lowest = T(1.0) - tolerance_;
  bool found = false;
  for (const std::size_t candidate : candidates_) {
    if (fixed_[candidate]) continue;
    const T value = score(candidate);
    if (!(value < lowest)) continue;
    lowest = value;
    at = candidate;
    found = true;
  }
  return found;
}

// d, h and what is left of z: twice, so that h is orthogonal to Q to the last bits.
template <class T>
T ActiveSet<T>::project(const T* z) {
  using std::sqrt;
  const std::size_t k = active_.size();
  d_.assign(k, 0.0);
  h_.assign(z, z + n_);
  for (int time = 0; time < 2; ++time) {
    r_.resize(k);
    for (std::size_t i = 0; i < k; ++i) r_[i] = dot_of(q(i), h_.data(), n_);
    for (std::size_t i = 0; i < k; ++i) {
      add_to(h_.data(), -r_[i], q(i), n_);
      d_[i] += r_[i];
    }
  }
  return sqrt(dot_of(h_.data(), h_.data(), n_));
}

// Lᵀ·r = d.
template <class T>
void ActiveSet<T>::solve_transposed() {
  r_ = d_;
  for (std::size_t k = r_.size(); k-- > 0;) {
    const std::vector<T>& column = l_[k];
    r_[k] = (r_[k] - dot_of(column.data() + 1, r_.data() + k + 1, column.size() - 1)) / column[0];
  }
}

template <class T>
typename ActiveSet<T>::Answer ActiveSet<T>::enter(std::size_t at, const std::function<bool()>& give_up) {
  using std::abs, std::isfinite;
  T weight = 0.0;
  for (;;) {
    if (give_up && give_up()) return Answer::ended;
    ++n_steps_;
    const T height = project(row(at));
    solve_transposed();
    const bool independent = active_.size() < n_ && height > T(Precision<T>::kDependent);
    T largest = 0.0;
    for (const T& value : r_) largest = std::max(largest, T(abs(value)));
    T lowest = 1.0;  // height of an active row: coefficients are as much less precise
    for (const std::vector<T>& column : l_) lowest = std::min(lowest, column[0]);
    const T negligible = largest * std::max(T(Precision<T>::kNegligible), T(Precision<T>::kUnsure) / lowest);
    const T full = independent ? std::max(T(0.0), (T(1.0) - score(at)) / (height * height)) : T(0.0);
    bool bounded = independent;
    T step = full;
    std::size_t leaves = active_.size();
    for (std::size_t k = 0; k < active_.size(); ++k) {
      if (fixed_[active_[k]] || !(r_[k] > negligible) || (bounded && !(alpha_[k] < step * r_[k]))) continue;
      step = alpha_[k] / r_[k];
      bounded = true;
      leaves = k;
    }
    if (!bounded) {
      conflict_ = {at};
      for (std::size_t k = 0; k < active_.size(); ++k)
        if (!fixed_[active_[k]] && r_[k] < -negligible) conflict_.push_back(active_[k]);
      if (conflict_.size() > 1 || !any_fixed()) return Answer::conflict;
      fixed_[at] = true;  // in the span of fixed ones
      return Answer::reached;
    }
    if (!isfinite(step)) return Answer::no_further;
    for (std::size_t k = 0; k < active_.size(); ++k) {
      alpha_[k] -= step * r_[k];
      if (!fixed_[active_[k]]) alpha_[k] = std::max(T(0.0), alpha_[k]);
    }
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

template <class T>
void ActiveSet<T>::append(std::size_t at, const T& height) {
  for (T& value : h_) value /= height;
  y_.push_back((T(1.0) - dot_of(d_.data(), y_.data(), y_.size())) / height);
  for (std::size_t k = 0; k < d_.size(); ++k) l_[k].push_back(d_[k]);
  l_.push_back({height});
  q_.push_back(h_);
  active_.push_back(at);
  alpha_.push_back(0.0);
}

// Row k of L goes; what then stands right of the diagonal is turned away by rotations of neighbouring columns.
template <class T>
void ActiveSet<T>::drop(std::size_t k) {
  using std::hypot;
  const auto offset = static_cast<std::ptrdiff_t>(k);
  for (std::size_t i = 0; i <= k; ++i) l_[i].erase(l_[i].begin() + (offset - static_cast<std::ptrdiff_t>(i)));
  for (std::size_t i = k; i + 1 < l_.size(); ++i) {
    // Columns i and i + 1, both from row i on.
    std::vector<T>&a = l_[i], &b = l_[i + 1];
    const T length = hypot(a[0], b[0]), c = length > T(0.0) ? a[0] / length : T(1.0), s = length > T(0.0) ? b[0] / length : T(0.0);
    const auto turn = [c, s](T& x, T& y) {
      const T old = x;
      x = c * old + s * y;
      y = c * y - s * old;
    };
    // a has lost its first entry only where i = k; b starts one row above its own diagonal.
    for (std::size_t j = 0; j < b.size(); ++j) turn(a[j], b[j]);
    b.erase(b.begin());
    for (std::size_t j = 0; j < n_; ++j) turn(q_[i][j], q_[i + 1][j]);
    // The signs of the diagonal stay positive.
    if (a[0] < T(0.0)) {
      for (T& value : a) value = -value;
      for (T& value : q_[i]) value = -value;
    }
  }
  l_.pop_back();
  q_.pop_back();
  active_.erase(active_.begin() + offset);
  alpha_.erase(alpha_.begin() + offset);
  solve_for_targets();
}

// L·y = 1, and 0 for fixed rows.
template <class T>
void ActiveSet<T>::solve_for_targets() {
  y_.clear();
  for (std::size_t i = 0; i < active_.size(); ++i) {
    T sum = target(i);
    for (std::size_t j = 0; j < i; ++j) sum -= l_[j][i - j] * y_[j];
    y_.push_back(sum / l_[i][0]);
  }
}

// w = Q·y, Lᵀ·alpha = y: what the steps' rounding has added goes.
template <class T>
void ActiveSet<T>::refresh() {
  std::fill(w_.begin(), w_.end(), T(0.0));
  for (std::size_t k = 0; k < active_.size(); ++k) add_to(w_.data(), y_[k], q(k), n_);
  d_ = y_;
  solve_transposed();
  for (std::size_t k = 0; k < active_.size(); ++k) alpha_[k] = fixed_[active_[k]] ? r_[k] : std::max(T(0.0), r_[k]);
}

// Rows whose weights would be below 0 without what the fixed ones carried have to leave: the rest is a state of the method.
template <class T>
void ActiveSet<T>::fix_conflict() {
  for (const std::size_t at : conflict_) fixed_[at] = true;
  conflict_.clear();
  for (;;) {
    solve_for_targets();
    d_ = y_;
    solve_transposed();
    std::size_t leaves = active_.size();
    for (std::size_t k = 0; k < active_.size(); ++k)
      if (!fixed_[active_[k]] && r_[k] < T(0.0) && (leaves == active_.size() || r_[k] < r_[leaves])) leaves = k;
    if (leaves == active_.size()) return;
    drop(leaves);
  }
}

template class ActiveSet<double>;
template class ActiveSet<DoubleDouble>;

}  // namespace novikoff
