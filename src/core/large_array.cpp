#include "novikoff/core/large_array.hpp"

#include <cstdlib>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace novikoff {

LargeArray::LargeArray(std::size_t size) {
  constexpr std::size_t kPage = std::size_t{1} << 21U;
  constexpr std::size_t kSmall = 64;
  const std::size_t bytes = size * sizeof(double);
  const std::size_t unit = bytes >= kPage ? kPage : kSmall;
  const std::size_t whole = (bytes + unit - 1) / unit * unit;
  values_.reset(static_cast<double*>(std::aligned_alloc(unit, whole)));
  if (!values_) std::abort();  // as operator new does where there are no exceptions
#if defined(__linux__)
  if (unit == kPage) ::madvise(values_.get(), whole, MADV_HUGEPAGE);
#endif
}

}  // namespace novikoff
