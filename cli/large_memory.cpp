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

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <mutex>
#include <new>

namespace {

constexpr std::size_t kHugePage = std::size_t{1} << 21U;

// Arrays that malloc would map one by one, but that do not fill a large page, side by side in some of them: the weights of 47,236 features lie on 93 small
// pages, more than a processor has addresses at hand for (measured: a pass over sparse rows takes 1.1 times as long, and averages cost twice as much).
class Shelf {
 public:
  static constexpr std::size_t kLeast = std::size_t{1} << 17U;

  // Null: no room.
  void* take(std::size_t size) noexcept {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!open()) return nullptr;
    const std::size_t n = (size + kSlot - 1) / kSlot;
    const auto* const first = std::search_n(std::begin(owner_), std::end(owner_), static_cast<std::ptrdiff_t>(n), std::uint16_t{0});
    if (first == std::end(owner_)) return nullptr;
    const auto at = static_cast<std::size_t>(first - owner_);
    std::fill_n(owner_ + at, n, static_cast<std::uint16_t>(at + 1));
    return base_.load() + at * kSlot;
  }
  // False: it is not from here.
  bool give_back(void* memory) noexcept {
    const char* const base = base_.load(std::memory_order_relaxed);
    const auto at = reinterpret_cast<std::uintptr_t>(memory) - reinterpret_cast<std::uintptr_t>(base);
    if (base == nullptr || at >= kSlots * kSlot) return false;
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto owner = static_cast<std::uint16_t>(at / kSlot + 1);
    for (std::size_t slot = at / kSlot; slot < kSlots && owner_[slot] == owner; ++slot) owner_[slot] = 0;
    return true;
  }

 private:
  static constexpr std::size_t kSlot = std::size_t{1} << 16U, kSlots = 4096;

  bool open() noexcept {
    if (closed_ || base_ != nullptr) return !closed_;
    void* const memory = std::aligned_alloc(kHugePage, kSlots * kSlot);
    closed_ = memory == nullptr || ::madvise(memory, kSlots * kSlot, MADV_HUGEPAGE) != 0;
    if (closed_) std::free(memory);
    if (!closed_) base_ = static_cast<char*>(memory);
    return !closed_;
  }

  std::mutex mutex_;
  std::atomic<char*> base_{nullptr};  // read without the lock by those who own none of it
  bool closed_ = false;               // there are no large pages: malloc does as well
  std::uint16_t owner_[kSlots] = {};  // of each slot: the number of the first one of its array, from 1; 0: free
};

constinit Shelf shelf;

void* allocate(std::size_t size) noexcept {
  if (size < kHugePage) {
    void* const memory = size < Shelf::kLeast ? nullptr : shelf.take(size);
    return memory != nullptr ? memory : std::malloc(size == 0 ? 1 : size);
  }
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
void operator delete(void* memory) noexcept {
  if (!shelf.give_back(memory)) std::free(memory);
}
void operator delete(void* memory, std::size_t size) noexcept {
  if (size < Shelf::kLeast || !shelf.give_back(memory)) std::free(memory);
}

#endif
