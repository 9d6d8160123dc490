// Properties checked on random input, the same input on every run.
#pragma once

#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>

namespace novikoff {

/// rapidcheck seeds itself from the clock unless it is told otherwise before its first use. RC_PARAMS in the environment wins.
inline const bool kSeeded = ::setenv("RC_PARAMS", "seed=1962 max_success=300", 0) == 0;

}  // namespace novikoff
