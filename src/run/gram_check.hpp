// Whether what stands for the kernel is one.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "novikoff/run/train.hpp"

namespace novikoff {

/// Of the precomputed kernel: each row has a serial number, of its own and with a column, and K(x, z) = K(z, x) for all of them. Errors: kernel_not_defined,
/// kernel_not_symmetric, which names the two rows. Nothing to do for other kernels. Cost: a look at all pairs. `holdout` may be null.
Status check_gram(const Kernel& kernel, const Dataset& data, const Dataset* holdout);

/// The same of rows to learn from that arrive one by one, each beside those before it, which are kept for that.
class ArrivedRows {
 public:
  /// `limit`: bytes that the rows may take.
  ArrivedRows(const Kernel& kernel, std::uint64_t limit) : needed_(kernel.in_rows()), limit_(limit) {}
  /// The rows are those of a Gram matrix; others are not to be added.
  bool needed() const noexcept { return needed_; }
  /// kernel_not_defined, if the row has no serial number or that of one before it; kernel_not_symmetric, which names the two rows; memory_limit, if it cannot
  /// be kept. Cost: a look at the rows before it.
  Status add(const FeatureView& x, Place place, const std::string& where);

 private:
  struct Known {
    std::size_t serial;
    std::string where;
  };
  bool needed_;
  std::uint64_t limit_;
  RowStore rows_;
  std::vector<Known> known_;
};

/// Whether the kernel is symmetric and positive semidefinite on the rows, but for the rounding of its doubles (of the precomputed kernel: exactly, the doubles
/// that were read). Errors: kernel_not_symmetric; kernel_not_semidefinite, with the witness in the message; kernel_not_representable; memory_limit.
/// Cost: n² values and up to n³ multiplications.
Result<KernelCheck> check_kernel_on(const Dataset& data, const Kernel& kernel, std::uint64_t memory, unsigned threads);

}  // namespace novikoff
