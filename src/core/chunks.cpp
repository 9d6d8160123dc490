#include "novikoff/core/chunks.hpp"

#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace novikoff {
namespace {

constexpr std::size_t kLargePage = std::size_t{1} << 21U;

// Large pages must lie within the block, and the page at its end is touched whole.
bool large(std::size_t bytes) noexcept { return bytes >= 8 * kLargePage; }

}  // namespace

void* allocate_block(std::size_t bytes) {
  if (!large(bytes)) return ::operator new(bytes);
  void* const block = ::operator new (bytes, std::align_val_t{kLargePage});
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  madvise(block, bytes, MADV_HUGEPAGE);  // where it fails pages are small, and nothing else is different
#endif
  return block;
}

void free_block(void* block, std::size_t bytes) noexcept {
  if (large(bytes))
    ::operator delete (block, std::align_val_t{kLargePage});
  else
    ::operator delete(block);
}

}  // namespace novikoff
