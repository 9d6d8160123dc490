// Inner products of a feature space that is never written down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "novikoff/core/example.hpp"
#include "novikoff/vec/panels.hpp"

namespace novikoff {

enum class KernelKind { linear, poly, rbf, laplace, intersection, chi2, precomputed, function };

/// K(x, z) = φ(x)·φ(z) for some φ: symmetric and positive semidefinite, up to the rounding of the doubles that it is computed in.
///
/// linear ⟨x, z⟩; poly (g⟨x, z⟩ + c)^degree; rbf exp(−g‖x − z‖²); laplace exp(−g‖x − z‖₁); intersection Σ min(x_j, z_j) and chi2 Σ 2x_j·z_j/(x_j + z_j),
/// both for features that are not negative; precomputed: the value of x in column s of its own, s the serial number of z (row_serial). The bias coordinate
/// stands beside φ(x): scores are of K + B². A kernel's double depends on the two rows' values alone (PairSum has the order of its sums), not on how they are
/// stored or on the CPU; e^x is our own. Sources: Aizerman, Braverman & Rozonoer 1964; intersection: Barla, Odone & Verri 2003; chi2: Vedaldi & Zisserman 2012,
/// Table 1.
struct Kernel {
  using Function = std::function<double(const FeatureView&, const FeatureView&)>;

  KernelKind kind = KernelKind::linear;
  double gamma = 1;        ///< g > 0: poly, rbf, laplace
  double coef0 = 1;        ///< c ≥ 0: poly
  unsigned degree = 2;     ///< 1 … kMaxDegree: poly
  Function function = {};  ///< of kind function: the caller's own, which must be symmetric and positive semidefinite; no file holds it

  static constexpr unsigned kMaxDegree = 1000;

  /// K(x, z), which may be infinite or NaN. Cost: one pass over both rows.
  double operator()(const FeatureView& x, const FeatureView& z) const;
  /// The values stand in the rows: feature 0 is the serial number of a row, feature s its kernel with row s, as in LIBSVM's `-t 4`.
  bool in_rows() const noexcept { return kind == KernelKind::precomputed; }
  /// Of these kinds features must not be negative.
  bool needs_nonnegative() const noexcept { return kind == KernelKind::intersection || kind == KernelKind::chi2; }
  /// Of these kinds every value is in [0, 1].
  bool bounded() const noexcept { return kind == KernelKind::rbf || kind == KernelKind::laplace; }
  /// The numbers that its formula has.
  bool has_gamma() const noexcept { return kind == KernelKind::poly || bounded(); }
  bool has_coef0() const noexcept { return kind == KernelKind::poly; }
  bool has_degree() const noexcept { return kind == KernelKind::poly; }
  /// From sums of the kernel's PairSum to its values, in place. Not for kind function.
  void finish(double* values, std::size_t n) const noexcept;
  PairSum sum() const noexcept;

  /// Functions are not compared.
  friend bool operator==(const Kernel& a, const Kernel& b) noexcept {
    return a.kind == b.kind && a.gamma == b.gamma && a.coef0 == b.coef0 && a.degree == b.degree;
  }
};

/// The value of one feature. Cost: of a sparse row a binary search.
double feature_value(const FeatureView& x, std::size_t feature) noexcept;
/// Of a row for the precomputed kernel: its serial number, 1 … 2³² − 1; 0 if it has none.
std::size_t row_serial(const FeatureView& x) noexcept;

std::string_view name(KernelKind) noexcept;
std::optional<KernelKind> kernel_named(std::string_view) noexcept;

/// Kernel values of one row against many: through panels where the rows are dense enough, else row by row. The bits are the same.
class KernelRows {
 public:
  using RowAt = std::function<FeatureView(std::size_t)>;

  /// `row(i)` borrows row i; what it borrows from must outlive this. `limit`: bytes that panels may take.
  KernelRows(Kernel kernel, RowAt row, std::uint64_t limit) : kernel_(std::move(kernel)), row_(std::move(row)), limit_(limit) {}

  /// There are `n` rows now, and no feature beyond `width` in any of them or in what they are compared with. Neither ever shrinks.
  void extend(std::size_t n, std::size_t width);
  /// row(i) is another one now, no wider than what extend was told; it had `values_before` values.
  void replaced(std::size_t i, std::size_t values_before);
  std::size_t size() const noexcept { return size_; }
  /// Room that a row of values needs: the rows, up to a whole panel.
  std::size_t padded() const noexcept { return (size_ + RowPanels::kLanes - 1) / RowPanels::kLanes * RowPanels::kLanes; }
  const Kernel& kernel() const noexcept { return kernel_; }
  FeatureView row(std::size_t i) const { return row_(i); }
  /// Bytes held besides the rows.
  std::size_t memory() const noexcept { return (panels_ ? panels_->memory() : 0) + (spread_.capacity() + scattered_.capacity()) * sizeof(double); }
  /// Whether one row of values reads more than the caches near the processor hold, so that several at once are cheaper.
  bool better_in_blocks() const noexcept { return panels_ && panels_->memory() > (std::size_t{1} << 18U); }

  /// values[i] = K(x, row i) for all rows. Cost: one pass over all rows.
  void values(const FeatureView& x, double* values);
  /// The same for n rows at a time, values[k] of xs[k]: each panel is read once.
  void values(const FeatureView* xs, std::size_t n, double* const* values);

 private:
  void values_sparse(const FeatureView& x, double* values);
  void scatter(const FeatureView& x, double* to, bool set) const noexcept;

  Kernel kernel_;
  RowAt row_;
  std::uint64_t limit_;
  std::size_t size_ = 0, width_ = 0, values_ = 0;
  std::optional<RowPanels> panels_;
  std::vector<double> spread_;     // rows with their zeros, compared with panels
  std::vector<double> scattered_;  // one such row; between two calls it is all zeros
};

}  // namespace novikoff
