// What the command line says of kernels and budgets.
#pragma once

#include "novikoff/run/settings.hpp"

namespace novikoff {

/// --kernel-cache without a Gram matrix of doubles (usage).
Status check_kernel_cache(const Arguments& arguments, const LearnerSpec& spec);
Status set_kernel(const Arguments& arguments, LearnerSpec& spec);
Status set_budget(const Arguments& arguments, LearnerSpec& spec);

}  // namespace novikoff
