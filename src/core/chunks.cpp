#include "novikoff/core/chunks.hpp"

#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace novikoff {
void* allocate_block(std::size_t bytes) {
  if (bytes < kLargePage) return ::operator new(bytes);
  void* const block = ::operator new (bytes, std::align_val_t{kLargePage});
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  madvise(block, bytes, MADV_HUGEPAGE);  // where it fails pages are small, and nothing else is different
#endif
  return block;
}

void free_block(void* block, std::size_t bytes) noexcept {
  if (bytes >= kLargePage)
    ::operator delete (block, std::align_val_t{kLargePage});
  else
    ::operator delete(block);
}

}  // namespace novikoff
