// Whether what stands for the kernel is one.
#pragma once

#include <string>

#include "novikoff/run/train.hpp"

namespace novikoff {

/// Of the precomputed kernel: each row has a serial number, of its own and with a column, and K(x, z) = K(z, x) for all of them. Errors: kernel_not_defined,
/// kernel_not_symmetric, which names the two rows. Nothing to do for other kernels. Cost: a look at all pairs. `holdout` may be null.
Status check_gram(const Kernel& kernel, const Dataset& data, const Dataset* holdout);

/// kernel_not_defined, if a row to learn from with the precomputed kernel has no serial number.
Status check_serial(const Kernel& kernel, const FeatureView& x, Place place, const std::string& where);

/// Whether the kernel is symmetric and positive semidefinite on the rows, but for the rounding of its doubles (of the precomputed kernel: exactly, the doubles
/// that were read). Errors: kernel_not_symmetric; kernel_not_semidefinite, with the witness in the message; kernel_not_representable; memory_limit.
/// Cost: n² values and up to n³ multiplications.
Result<KernelCheck> check_kernel_on(const Dataset& data, const Kernel& kernel, std::uint64_t memory, unsigned threads);

}  // namespace novikoff
