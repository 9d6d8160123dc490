// The one borrowed view of one example, whatever it came from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace novikoff {

/// The non-zero features of one example, borrowed.
///
/// Two forms, and which one a row has depends on its non-zero values alone, because the form decides the summation order:
/// - dense (`index` null): `value[j]` is feature j (0-based) for j < size, zeros included, and value[size − 1] ≠ 0;
///   exactly the rows with 2·nnz ≥ size (the empty row is dense with size 0);
/// - sparse: `value[k] ≠ 0` is feature `index[k]`, indices strictly increasing, 2·nnz < last index + 1.
/// Values are finite. RowBuilder makes this form; what breaks it is a bug of the caller, asserted, not re-checked.
struct FeatureView {
  const std::uint32_t* index = nullptr;
  const double* value = nullptr;
  std::size_t size = 0;

  bool dense() const noexcept { return index == nullptr; }
  /// 1 + the largest feature index (0-based) with a non-zero value; 0 for the empty row.
  std::size_t width() const noexcept { return size == 0 ? 0 : dense() ? size : std::size_t{index[size - 1]} + 1; }
};

/// The features below `width`, in the same form (and so with the same summation order) as the whole row.
FeatureView features_below(const FeatureView& x, std::size_t width) noexcept;

/// One labelled example, borrowed. y ∈ {−1, +1}.
struct ExampleView {
  FeatureView x;
  double y = 0;
};

}  // namespace novikoff
