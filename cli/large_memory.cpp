// Large arrays (weights of many features, rows in memory) in pages of 2 MB where the system gives them on request: faults on small pages and look-ups of their
// addresses cost more than what is done with the numbers in them.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NOVIKOFF_CHECKED_MEMORY  // whose own operators find misuse
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define NOVIKOFF_CHECKED_MEMORY
#endif

#if defined(__linux__) && !defined(NOVIKOFF_CHECKED_MEMORY)

#include <sys/mman.h>

#include <cstdlib>
#include <new>

namespace {

constexpr std::size_t kHugePage = std::size_t{1} << 21U;

void* allocate(std::size_t size) noexcept {
  if (size < kHugePage) return std::malloc(size == 0 ? 1 : size);
  void* const memory = std::aligned_alloc(kHugePage, (size + kHugePage - 1) / kHugePage * kHugePage);
  // Advice: where it is not taken the pages are small.
  if (memory != nullptr) ::madvise(memory, size / kHugePage * kHugePage, MADV_HUGEPAGE);
  return memory;
}

}  // namespace

void* operator new(std::size_t size) {
  while (true) {
    if (void* const memory = allocate(size)) return memory;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }

#endif
