#include "novikoff/learn/kernel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace novikoff {
namespace {

constexpr std::array<std::pair<KernelKind, std::string_view>, 8> kKernels{{{KernelKind::linear, "linear"},
                                                                           {KernelKind::poly, "poly"},
                                                                           {KernelKind::rbf, "rbf"},
                                                                           {KernelKind::laplace, "laplace"},
                                                                           {KernelKind::intersection, "intersection"},
                                                                           {KernelKind::chi2, "chi2"},
                                                                           {KernelKind::precomputed, "precomputed"},
                                                                           {KernelKind::function, "function"}}};

// Panels take 8 bytes a feature and a fraction of a nanosecond, a value of a sparse row some nanoseconds.
constexpr std::size_t kDenseEnough = 16;
// A row with its zeros is written down up to this width.
constexpr std::size_t kScattered = std::size_t{1} << 20U;

}  // namespace

double Kernel::operator()(const FeatureView& x, const FeatureView& z) const {
  if (kind == KernelKind::function) return function(x, z);
  if (in_rows()) return feature_value(x, row_serial(z));
  double value = pair_sum(sum(), x, z);
  finish(&value, 1);
  return value;
}

PairSum Kernel::sum() const noexcept {
  switch (kind) {
    case KernelKind::rbf:
      return PairSum::square;
    case KernelKind::laplace:
      return PairSum::absolute;
    case KernelKind::intersection:
      return PairSum::least;
    case KernelKind::chi2:
      return PairSum::chi2;
    default:
      return PairSum::product;
  }
}

void Kernel::finish(double* values, std::size_t n) const noexcept {
  if (kind == KernelKind::poly) return affine_power(gamma, coef0, degree, values, n);
  if (bounded()) exp_nonpositive(-gamma, values, n);
}

double feature_value(const FeatureView& x, std::size_t feature) noexcept {
  if (x.dense()) return feature < x.size ? x.value[feature] : 0;
  const std::uint32_t* const end = x.index + x.size;
  const std::uint32_t* const found = std::lower_bound(x.index, end, feature);
  return found != end && *found == feature ? x.value[found - x.index] : 0;
}

std::size_t row_serial(const FeatureView& x) noexcept {
  const double serial = feature_value(x, 0);
  return serial >= 1 && serial < 0x1p32 && serial == std::floor(serial) ? static_cast<std::size_t>(serial) : 0;
}

std::string_view name(KernelKind kind) noexcept { return kKernels[static_cast<std::size_t>(kind)].second; }

std::optional<KernelKind> kernel_named(std::string_view name) noexcept {
  for (const auto& [kind, known] : kKernels)
    if (known == name) return kind;
  return std::nullopt;
}

void KernelRows::extend(std::size_t n, std::size_t width) {
  const std::size_t before = size_;
  const bool wider = width > width_;
  for (; size_ < n; ++size_) values_ += row_(size_).size;
  width_ = std::max(width_, width);
  const bool dense = size_ > 0 && kernel_.kind != KernelKind::function && !kernel_.in_rows() && values_ * kDenseEnough >= padded() * width_ &&
                     RowPanels::memory(size_, width_) <= limit_;
  if (panels_ && dense && (!wider || width_ <= panels_->width())) {
    for (std::size_t i = before; i < size_; ++i) panels_->append(row_(i));
    return;
  }
  panels_.reset();
  if (!dense) return;
  panels_.emplace(width_);
  panels_->reserve(size_);
  for (std::size_t i = 0; i < size_; ++i) panels_->append(row_(i));
}

void KernelRows::replaced(std::size_t i, std::size_t values_before) {
  values_ += row_(i).size;
  values_ -= values_before;
  if (panels_) panels_->replace(i, row_(i));
}

void KernelRows::scatter(const FeatureView& x, double* to, bool set) const noexcept {
  for (std::size_t k = 0; k < x.size; ++k) to[x.dense() ? k : x.index[k]] = set ? x.value[k] : 0;
}

void KernelRows::values(const FeatureView& x, double* values) { this->values(&x, 1, &values); }

void KernelRows::values(const FeatureView* xs, std::size_t n, double* const* values) {
  if (!panels_) {
    for (std::size_t k = 0; k < n; ++k) values_sparse(xs[k], values[k]);
    return;
  }
  const std::size_t width = panels_->width();
  spread_.assign(n * width, 0);
  for (std::size_t k = 0; k < n; ++k) scatter(xs[k], spread_.data() + k * width, true);
  for (std::size_t row = 0; row < size_; row += RowPanels::kLanes) {
    panels_->sums(kernel_.sum(), spread_.data(), n, row, values);
    for (std::size_t k = 0; k < n; ++k) kernel_.finish(values[k] + row, RowPanels::kLanes);
  }
}

void KernelRows::values_sparse(const FeatureView& x, double* values) {
  if (kernel_.kind == KernelKind::function) {
    for (std::size_t i = 0; i < size_; ++i) values[i] = kernel_.function(x, row_(i));
    return;
  }
  if (kernel_.in_rows()) {
    for (std::size_t i = 0; i < size_; ++i) values[i] = kernel_(x, row_(i));
    return;
  }
  // Features of one row alone add 0 to these sums, so that a look-up for each value of the other row is all.
  const PairSum sum = kernel_.sum();
  const bool common_only = sum == PairSum::product || sum == PairSum::least || sum == PairSum::chi2;
  if (common_only && width_ <= kScattered) {
    scattered_.resize(width_);
    scatter(x, scattered_.data(), true);
    for (std::size_t i = 0; i < size_; ++i) values[i] = pair_sum_with(sum, scattered_.data(), row_(i));
    scatter(x, scattered_.data(), false);
  } else {
    for (std::size_t i = 0; i < size_; ++i) values[i] = pair_sum(sum, x, row_(i));
  }
  kernel_.finish(values, size_);
}

}  // namespace novikoff
