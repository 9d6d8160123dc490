#include "cache_ahead.hpp"

#include <system_error>

#include "no_signals.hpp"

namespace novikoff {

void LoadedBlock::load(const CacheFile& file, std::size_t block) {
  failed.reset();
  const Result<cache::Bytes> bytes = file.read(block, buffer);
  if (!bytes) {
    failed = bytes.error();
    return;
  }
  const char* fault = decoded.decode(*bytes, file.limits());
  if (fault == nullptr) fault = decoded.check_canonical();
  if (fault == nullptr && decoded.head().rows != file.first_row(block + 1) - file.first_row(block)) fault = "it has another number of rows than the tables say";
  if (fault != nullptr) failed = file.invalid(block, fault);
}

CacheAhead::CacheAhead(std::shared_ptr<CacheFile> file, unsigned threads, std::uint64_t memory) : file_(std::move(file)), ring_(1) {
  constexpr std::uint64_t kPart = 4;  // of the memory: the rest is for what is made of the rows
  // Few blocks are decoded before a thread has started.
  if (threads < 2 || file_->blocks() < 2 * kAhead || file_->block_memory() > memory / (kPart * kAhead)) return;
  const NoSignals during;
  ring_ = std::vector<LoadedBlock>(kAhead);
  try {
    thread_ = std::thread(&CacheAhead::decode, this);
  } catch (const std::system_error&) {
    ring_.resize(1);  // this thread does it all
  }
}

CacheAhead::~CacheAhead() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
  }
  room_.notify_one();
  thread_.join();
}

void CacheAhead::decode() {
  for (std::size_t block = 0; block < file_->blocks(); ++block) {
    LoadedBlock& into = ring_[block % ring_.size()];
    {
      // The one before block_ is in use. Woken only when half of the ring is free, so that the threads do not wake each other for every block.
      std::unique_lock<std::mutex> lock(mutex_);
      if (block - (block_ - (held_ ? 1 : 0)) >= ring_.size())
        room_.wait(lock, [&] { return stopping_ || block - (block_ - (held_ ? 1 : 0)) <= ring_.size() / 2; });
      if (stopping_) return;
    }
    into.load(*file_, block);
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      ready_ = block + 1;
    }
    loaded_.notify_one();
    if (into.failed) return;  // nobody asks for more
  }
}

const LoadedBlock& CacheAhead::next() {
  const std::size_t block = block_;
  if (!thread_.joinable()) {
    ++block_;
    ring_[0].load(*file_, block);
    return ring_[0];
  }
  bool wake = false;
  {
    std::unique_lock<std::mutex> lock(mutex_);
    ++block_;
    held_ = true;
    wake = ready_ - block <= ring_.size() / 2;
  }
  if (wake) room_.notify_one();
  std::unique_lock<std::mutex> lock(mutex_);
  loaded_.wait(lock, [&] { return ready_ > block; });
  return ring_[block % ring_.size()];
}

}  // namespace novikoff
