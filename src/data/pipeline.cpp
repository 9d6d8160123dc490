#include "pipeline.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <system_error>
#include <utility>

#include "kernels.hpp"
#include "no_signals.hpp"

namespace novikoff::text {
namespace {

constexpr std::size_t kMostRows = 4096;  // a piece of very short lines must not become much larger than it was

// Behind the last line feed of the first `size` bytes; 0 if there is none.
std::size_t behind_last_line(const char* bytes, std::size_t size) noexcept {
  while (size > 0 && bytes[size - 1] != '\n') --size;
  return size;
}

}  // namespace

const char* Chunk::bytes() const noexcept { return store.data() + kMargin; }

Pipeline::Pipeline(std::vector<Input> inputs, const ReadOptions& options, std::vector<std::string> names, unsigned threads, std::size_t size)
    : inputs_(std::move(inputs)),
      options_(options),
      names_(std::move(names)),
      chunk_size_(size),
      lines_(make_lines(options)),
      chunks_(2 * std::size_t{threads} + 2),
      known_(std::make_shared<const Known>()) {
  for (Chunk& chunk : chunks_) {
    chunk.store.resize(kMargin + chunk_size_ + kMargin);
    chunk.block = Block(options_.keep_text);
  }
  start(threads - 1);
}

Pipeline::~Pipeline() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
  }
  room_.notify_all();
  raw_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Pipeline::start(unsigned workers) {
  const NoSignals during;
  if (!spawn(&Pipeline::read_inputs)) {
    // Without it nothing would come.
    chunks_[0].error = ErrorInfo{ErrorCode::memory_limit, "no thread can be started to read", {}, "say --threads 1", {}};
    push(chunks_[0]);
    return;
  }
  for (unsigned i = 0; i < workers; ++i)
    if (!spawn(&Pipeline::work)) return;  // the others, or this thread alone, do its part
}

bool Pipeline::spawn(void (Pipeline::*task)()) {
  try {
    threads_.emplace_back(task, this);
    return true;
  } catch (const std::system_error&) {
    return false;
  }
}

// --- The thread that reads

void Pipeline::read_inputs() {
  for (std::uint32_t file = 0; file < inputs_.size(); ++file)
    if (!read_input(file)) return;
}

// A piece that is free, made ready for more of `file`; null if the pipeline ends.
Chunk* Pipeline::wait_for_room(std::uint32_t file, bool begins) {
  Chunk* chunk = nullptr;
  {
    std::unique_lock<std::mutex> lock(mutex_);
    room_.wait(lock, [this] { return stopping_ || used_ < chunks_.size(); });
    if (stopping_) return nullptr;
    chunk = &chunks_[(first_ + used_) % chunks_.size()];
  }
  chunk->file = file;
  chunk->begins = begins;
  chunk->ends = false;
  chunk->size = 0;
  return chunk;
}

void Pipeline::push(Chunk& chunk) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    chunk.state = chunk.error ? Chunk::State::parsed : Chunk::State::raw;
    ++used_;
  }
  raw_.notify_one();
  parsed_.notify_one();
}

// False: nothing comes behind it, because of an error or because the pipeline ends.
bool Pipeline::read_input(std::uint32_t file) {
  Result<std::unique_ptr<ByteSource>> bytes = open_input(inputs_[file], names_[file], options_.memory);
  std::optional<ErrorInfo> failed;
  if (!bytes) failed = std::move(bytes.error());
  carried_.clear();
  for (bool begins = true;; begins = false) {
    Chunk* const chunk = wait_for_room(file, begins);
    if (chunk == nullptr) return false;
    if (!failed) failed = fill(*chunk, **bytes);
    // What was read before an error is a piece of its own.
    if (failed && chunk->size == 0) chunk->error = failed;
    const bool ends = chunk->ends, last = chunk->error.has_value();
    push(*chunk);
    if (ends || last) return ends;
  }
}

// Fills the piece and cuts it.
std::optional<ErrorInfo> Pipeline::fill(Chunk& chunk, ByteSource& bytes) {
  char* const data = chunk.store.data() + kMargin;
  std::memcpy(data, carried_.data(), carried_.size());
  chunk.size = carried_.size();
  carried_.clear();
  while (chunk.size < chunk_size_ && !chunk.ends) {
    Result<std::size_t> got = bytes.read({data + chunk.size, chunk_size_ - chunk.size});
    if (!got) return std::move(got.error());
    chunk.size += *got;
    chunk.ends = *got == 0;
  }
  const std::size_t cut = behind_last_line(data, chunk.size);
  if (chunk.ends || cut == 0) return std::nullopt;
  carried_.assign(data + cut, chunk.size - cut);
  chunk.size = cut;
  return std::nullopt;
}

// --- The threads that find rows

// The oldest piece that nobody has taken up.
Chunk* Pipeline::take_raw() noexcept {
  for (std::size_t i = 0; i < used_; ++i) {
    Chunk& chunk = chunks_[(first_ + i) % chunks_.size()];
    if (chunk.state != Chunk::State::raw) continue;
    chunk.state = Chunk::State::parsing;
    return &chunk;
  }
  return nullptr;
}

// Finds the rows of a piece just taken, without the lock.
void Pipeline::parse(Chunk& chunk, FastLines& lines, std::unique_lock<std::mutex>& lock) {
  const std::shared_ptr<const Known> known = known_;
  lock.unlock();
  chunk.block.clear();
  lines.moved();
  Position position{{chunk.file, 0}, 0};
  const char* const begin = chunk.bytes();
  const char* const next = lines.read(*known, begin, begin + behind_last_line(begin, chunk.size), kMostRows, chunk.block, position);
  chunk.parsed = static_cast<std::size_t>(next - begin);
  chunk.lines = position.place.line;
  chunk.n_features = position.n_features;
  lock.lock();
  chunk.state = Chunk::State::parsed;
}

void Pipeline::work() {
  const std::unique_ptr<FastLines> lines = make_lines(options_);
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    Chunk* chunk = nullptr;
    raw_.wait(lock, [&] { return stopping_ || (chunk = take_raw()) != nullptr; });
    if (stopping_) return;
    parse(*chunk, *lines, lock);
    parsed_.notify_one();
  }
}

// --- The thread that asks

Chunk& Pipeline::front() {
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    if (used_ > 0 && chunks_[first_].state == Chunk::State::parsed) return chunks_[first_];
    if (Chunk* chunk = take_raw()) {
      parse(*chunk, *lines_, lock);
    } else {
      parsed_.wait(lock);
    }
  }
}

Chunk& Pipeline::front_bytes() {
  std::unique_lock<std::mutex> lock(mutex_);
  parsed_.wait(lock, [this] { return used_ > 0; });
  Chunk& chunk = chunks_[first_];
  if (chunk.state == Chunk::State::raw) chunk.state = Chunk::State::parsed;
  return chunk;
}

void Pipeline::pop() {
  {
    std::unique_lock<std::mutex> lock(mutex_);
    Chunk& chunk = chunks_[first_];
    parsed_.wait(lock, [&chunk] { return chunk.state == Chunk::State::parsed; });
    chunk.state = Chunk::State::empty;
    first_ = (first_ + 1) % chunks_.size();
    --used_;
  }
  room_.notify_one();
}

void Pipeline::publish(const Known& known) {
  auto copy = std::make_shared<const Known>(known);
  const std::lock_guard<std::mutex> lock(mutex_);
  known_ = std::move(copy);
}

}  // namespace novikoff::text
