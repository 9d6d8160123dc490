// An array that grows without being copied: in chunks that stay where they are.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace novikoff {

/// Memory for `bytes` bytes that begins with a cache line, from kLargePage on on large pages where the system has them for the asking: a pass over many
/// megabytes then misses fewer address translations (measured: 1.1 to 1.6 times as fast). Not initialised; free_block gives it back.
inline constexpr std::size_t kLargePage = std::size_t{1} << 21U;
void* allocate_block(std::size_t bytes);
void free_block(void* block, std::size_t bytes) noexcept;

/// Where vectors stand whose loops are to load no register from two cache lines.
template <class T>
struct BlockAllocator {
  using value_type = T;
  BlockAllocator() = default;
  template <class U>
  BlockAllocator(const BlockAllocator<U>&) noexcept {}  // NOLINT(google-explicit-constructor): what allocators must have
  T* allocate(std::size_t n) { return static_cast<T*>(allocate_block(n * sizeof(T))); }
  void deallocate(T* first, std::size_t n) noexcept { free_block(first, n * sizeof(T)); }
  friend bool operator==(const BlockAllocator&, const BlockAllocator&) noexcept { return true; }
};

/// Elements in blocks of memory; a run of elements never lies in two. Nothing moves when more are added, so the memory touched is that of the elements, also
/// while it grows: a vector holds its old and its new memory then.
template <class T>
class Chunks {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Chunks() = default;
  Chunks(const Chunks& other) { *this = other; }
  Chunks(Chunks&& other) noexcept { swap(other); }
  Chunks& operator=(const Chunks& other) {
    if (this == &other) return *this;
    Chunks copy;
    for (std::size_t c = 0; c < other.data_.size(); ++c) {
      copy.open(other.room_[c].used);
      copy.push(other.data_[c], other.room_[c].used);
    }
    swap(copy);
    return *this;
  }
  Chunks& operator=(Chunks&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Chunks() {
    for (std::size_t c = 0; c < data_.size(); ++c) free_block(data_[c], room_[c].size * sizeof(T));
  }

  static constexpr std::size_t kMostChunks = 0xffff;
  /// Where a run begins: element `at` of chunk `chunk`.
  struct Place {
    std::uint16_t chunk = 0;
    std::uint32_t at = 0;
  };
  /// The first element of each chunk.
  T* const* data() const noexcept { return data_.data(); }
  /// Bytes of all chunks, unused ends included.
  std::size_t memory() const noexcept { return elements_ * sizeof(T); }

  /// Room for a run of `n`, if it costs at most `free` bytes; false: there is none, and nothing changed. Requires n < 2^32.
  /// Chunks grow with the array, so that kMostChunks hold more than memory can.
  bool reserve(std::size_t n, std::uint64_t free) {
    if (n <= left()) return true;
    // The next chunk after the filled ones (clear), or a new one: an eighth of what there is, so that little is unused and there are few.
    for (std::size_t next = chunk_ + 1; next < data_.size(); ++next)
      if (room_[next].size >= n) {
        chunk_ = next;
        return true;
      }
    std::size_t wanted = std::clamp(elements_ / 8, kLeast, std::max(kMost, elements_ / 1024));
    while (wanted > n && wanted > free / sizeof(T)) wanted /= 2;
    wanted = std::max(wanted / n, std::size_t{1}) * n;  // whole runs, if all are as long
    const std::size_t whole_pages = (wanted + kPage - 1) / kPage * kPage;
    if (wanted >= kPage && whole_pages <= free / sizeof(T)) wanted = whole_pages;
    if (wanted > free / sizeof(T) || data_.size() == kMostChunks) return false;
    open(wanted);
    return true;
  }
  /// Appends a run. Requires that reserve made room for it.
  Place push(const T* first, std::size_t n) {
    if (n == 0) return {};
    Room& room = room_[chunk_];
    const Place place{static_cast<std::uint16_t>(chunk_), static_cast<std::uint32_t>(room.used)};
    std::copy_n(first, n, data_[chunk_] + room.used);
    room.used += n;
    return place;
  }
  /// Calls f(element) for each of them, to be changed.
  template <class F>
  void each(const F& f) {
    for (std::size_t c = 0; c < data_.size(); ++c) std::for_each_n(data_[c], room_[c].used, f);
  }
  /// Forgets the elements and keeps their memory.
  void clear() noexcept {
    for (Room& room : room_) room.used = 0;
    chunk_ = 0;
  }

 private:
  struct Room {
    std::size_t used, size;
  };
  static constexpr std::size_t kLeast = 64, kPage = kLargePage / sizeof(T), kMost = 16 * kPage;

  std::size_t left() const noexcept { return data_.empty() ? 0 : room_[chunk_].size - room_[chunk_].used; }
  void open(std::size_t n) {
    data_.push_back(static_cast<T*>(allocate_block(n * sizeof(T))));
    room_.push_back({0, n});
    chunk_ = data_.size() - 1;
    elements_ += n;
  }
  void swap(Chunks& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(room_, other.room_);
    std::swap(chunk_, other.chunk_);
    std::swap(elements_, other.elements_);
  }

  std::vector<T*> data_;
  std::vector<Room> room_;
  std::size_t chunk_ = 0, elements_ = 0;  // the chunk that grows; elements that all of them hold
};

}  // namespace novikoff
