#include "novikoff/core/chunks.hpp"

#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace novikoff {
namespace {

constexpr std::size_t kCacheLine = 64;

std::align_val_t alignment_of(std::size_t bytes) noexcept { return std::align_val_t{bytes < kLargePage ? kCacheLine : kLargePage}; }

}  // namespace

void* allocate_block(std::size_t bytes) {
  void* const block = ::operator new(bytes, alignment_of(bytes));
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  if (bytes >= kLargePage) madvise(block, bytes, MADV_HUGEPAGE);  // where it fails pages are small, and nothing else is different
#endif
  return block;
}

void free_block(void* block, std::size_t bytes) noexcept { ::operator delete(block, alignment_of(bytes)); }

}  // namespace novikoff
