// Reads inputs ahead of the one who asks: a thread that reads and decompresses cuts the bytes at line ends, other threads turn the pieces into rows.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "fast_lines.hpp"
#include "inputs.hpp"
#include "novikoff/core/error.hpp"
#include "novikoff/data/block.hpp"
#include "novikoff/data/source.hpp"

namespace novikoff::text {

/// A piece of an input, cut behind a line end (or where there is none in all of it), and the rows that the fast lines found in it.
struct Chunk {
  std::vector<char> store;  // the bytes, between margins
  std::size_t size = 0;
  std::uint32_t file = 0;
  bool begins = false, ends = false;  // the first, the last of its file
  std::optional<ErrorInfo> error;     // instead of bytes: why there are no more

  enum class State : std::uint8_t { empty, raw, parsing, parsed };
  State state = State::empty;
  // If the piece begins where a row may begin: its rows up to byte `parsed`, with line numbers from 0 and what they alone say of the width.
  Block block;
  std::size_t parsed = 0;
  std::uint64_t lines = 0, n_features = 0;

  const char* bytes() const noexcept;
};

class Pipeline {
 public:
  /// `threads` ≥ 2, of which the caller's is one; the thread that reads is another beside them. Pieces have `size` bytes.
  Pipeline(std::vector<Input> inputs, const ReadOptions& options, std::vector<std::string> names, unsigned threads, std::size_t size);
  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;
  /// Waits for what the threads are at.
  ~Pipeline();

  // For one thread, that which asks:
  /// The oldest piece, its rows found; while it waits this thread does the same work.
  Chunk& front();
  /// The oldest piece as it is; its rows will not be asked for.
  Chunk& front_bytes();
  /// Lets the oldest piece go.
  void pop();
  /// What has been found out: pieces taken up from now on are read with it.
  void publish(const Known& known);

 private:
  void start(unsigned workers);
  bool spawn(void (Pipeline::*task)());
  void read_inputs();
  bool read_input(std::uint32_t file);
  std::optional<ErrorInfo> fill(Chunk& chunk, ByteSource& bytes);
  void work();
  Chunk* wait_for_room(std::uint32_t file, bool begins);
  Chunk* take_raw() noexcept;
  void parse(Chunk& chunk, FastLines& lines, std::unique_lock<std::mutex>& lock);
  void push(Chunk& chunk);

  std::vector<Input> inputs_;
  ReadOptions options_;
  std::vector<std::string> names_;
  std::size_t chunk_size_;
  std::string carried_;  // of the reading thread: bytes of the line that the last piece left
  std::unique_ptr<FastLines> lines_;

  std::mutex mutex_;
  std::condition_variable room_, raw_, parsed_;
  // A ring: those in use are in the order of the input.
  std::vector<Chunk> chunks_;
  std::size_t first_ = 0, used_ = 0;
  std::shared_ptr<const Known> known_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace novikoff::text
