// The blocks of a cache in order, decoded by the thread that asks or by another one ahead of it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "cache_file.hpp"

namespace novikoff {

/// A block and all that is found out about it without the blocks before.
struct LoadedBlock {
  std::vector<std::uint64_t> buffer;
  cache::DecodedBlock decoded;
  std::optional<ErrorInfo> failed;  ///< then `decoded` means nothing

  void load(const CacheFile& file, std::size_t block);
};

class CacheAhead {
 public:
  /// With `threads` > 1 and room for it in `memory` another thread decodes ahead; no result depends on it.
  CacheAhead(std::shared_ptr<CacheFile> file, unsigned threads, std::uint64_t memory);
  CacheAhead(const CacheAhead&) = delete;
  CacheAhead& operator=(const CacheAhead&) = delete;
  ~CacheAhead();

  /// The next block, which there is; the one before is gone.
  const LoadedBlock& next();

 private:
  static constexpr std::size_t kAhead = 8;
  void decode();

  std::shared_ptr<CacheFile> file_;
  std::size_t block_ = 0;  // the next to be asked for
  std::mutex mutex_;
  std::condition_variable room_, loaded_;
  std::vector<LoadedBlock> ring_;  // block b lies at b modulo its size
  std::size_t ready_ = 0;          // blocks decoded
  bool held_ = false, stopping_ = false;
  std::thread thread_;
};

}  // namespace novikoff
