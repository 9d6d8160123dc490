// A source whose inputs are read ahead by threads. Rows and errors are those of a source that reads by itself: what the fast lines of a piece do not
// take, the careful reader takes here, in the order of the input.
#include <algorithm>
#include <cstring>

#include "pipeline.hpp"
#include "reader.hpp"
#include "text.hpp"

namespace novikoff::text {
namespace {

class AheadSource final : public Source {
 public:
  AheadSource(std::vector<Input> inputs, const ReadOptions& options, Labels& labels, unsigned threads, std::size_t chunk)
      : options_(options), n_files_(inputs.size()), block_(options.keep_text), buffer_(longest_line(options.memory)) {
    for (const Input& input : inputs) schema_.files.push_back(shown(input.path));
    schema_.index_base = options_.index_base;
    schema_.n_features = options_.n_features;
    const Context context{options_, labels, schema_, block_, buffer_};
    reader_ = *options_.format == Format::libsvm ? make_libsvm_reader(context) : make_csv_reader(context);
    pipeline_.emplace(std::move(inputs), options_, schema_.files, threads, chunk);
    feed_.emplace(*pipeline_);
  }

  Result<const Block*> next(std::size_t max_rows) override {
    max_rows = std::max<std::size_t>(max_rows, 1);
    block_.clear();
    for (;;) {
      if (fast_ != nullptr) {
        if (given_ < fast_->block.size()) return give(max_rows);
        leave(*fast_);
      } else if (failed_) {
        return *failed_;
      } else if (file_ == n_files_) {
        return &block_;
      } else {
        step(max_rows);
        if (block_.size() > 0) return &block_;
      }
    }
  }
  const Schema& schema() const noexcept override { return schema_; }

 private:
  // The bytes of the pieces, for the careful reader: the oldest one's from byte `at` on, then those of its file that follow.
  class Feed final : public ByteSource {
   public:
    explicit Feed(Pipeline& pipeline) : pipeline_(pipeline) {}
    Result<std::size_t> read(std::span<char> into) override {
      for (;;) {
        const Chunk& chunk = pipeline_.front_bytes();
        if (chunk.error) return *chunk.error;
        if (at < chunk.size) {
          const std::size_t size = std::min(into.size(), chunk.size - at);
          std::memcpy(into.data(), chunk.bytes() + at, size);
          at += size;
          return size;
        }
        if (chunk.ends) return std::size_t{0};
        pipeline_.pop();
        at = 0;
      }
    }
    std::size_t at = 0;

   private:
    Pipeline& pipeline_;
  };

  void step(std::size_t max_rows) {
    if (!careful_ && !take(pipeline_->front())) return;
    Result<Reader::Progress> progress = reader_->read(max_rows);
    if (!progress) {
      failed_ = std::move(progress.error());
      return;
    }
    if (reader_->known().version != published_) {
      published_ = reader_->known().version;
      pipeline_->publish(reader_->known());
    }
    // Where a row may begin at a piece's begin, its rows count again.
    const bool between = buffer_.begin() == buffer_.end() && feed_->at == pipeline_->front_bytes().size;
    if (*progress != Reader::Progress::end && !between) return;
    careful_ = false;
    finish();
  }

  // Takes up a piece at whose begin a row may begin. False: there are rows of it to give, or there was an error.
  bool take(Chunk& chunk) {
    if (chunk.error) {
      failed_ = chunk.error;
      return false;
    }
    if (chunk.begins) {
      buffer_.open(*feed_);
      reader_->open(chunk.file);
    }
    const std::size_t parsed = chunk.begins && *options_.format != Format::libsvm ? 0 : chunk.parsed;
    if (parsed == 0) {
      look_closer(0);
      return true;
    }
    chunk.block.put(reader_->line(), schema_.n_features);
    reader_->pass_lines(chunk.lines);
    schema_.n_features = std::max(schema_.n_features, chunk.n_features);
    fast_ = &chunk;
    given_ = 0;
    return false;
  }

  void look_closer(std::size_t at) {
    careful_ = true;
    feed_->at = at;
  }

  // All rows of the piece are given: on with what is left of it, or with the next one.
  void leave(const Chunk& chunk) {
    fast_ = nullptr;
    if (chunk.parsed < chunk.size) return look_closer(chunk.parsed);
    finish();
  }

  void finish() {
    if (pipeline_->front_bytes().ends) ++file_;
    pipeline_->pop();
  }

  const Block* give(std::size_t max_rows) {
    const Block& block = fast_->block;
    if (given_ == 0 && block.size() <= max_rows) {
      given_ = block.size();
      return &block;
    }
    const std::size_t end = std::min(block.size(), given_ + max_rows);
    for (; given_ < end; ++given_) block_.append(block, given_);
    return &block_;
  }

  ReadOptions options_;
  std::size_t n_files_;
  Schema schema_;
  Block block_;
  Buffer buffer_;
  std::unique_ptr<Reader> reader_;
  std::optional<Pipeline> pipeline_;
  std::optional<Feed> feed_;
  std::uint64_t published_ = 0;
  std::size_t file_ = 0;
  bool careful_ = false;         // the reader is at work on the oldest piece, from feed_->at on
  const Chunk* fast_ = nullptr;  // the piece whose rows are being given, the first `given_` of them already
  std::size_t given_ = 0;
  std::optional<ErrorInfo> failed_;
};

}  // namespace

std::unique_ptr<Source> make_ahead_source(std::vector<Input> inputs, const ReadOptions& settled, Labels& labels, unsigned threads, std::size_t chunk) {
  return std::make_unique<AheadSource>(std::move(inputs), settled, labels, threads, chunk);
}

}  // namespace novikoff::text
