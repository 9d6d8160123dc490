#include "novikoff/run/exact_input.hpp"

#include <algorithm>
#include <limits>

#include "novikoff/run/digest.hpp"
#include "run/row_facts.hpp"
#include "run/rows_from_files.hpp"
#include "run/source_rows.hpp"

namespace novikoff {
namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t kExactRowsAtOnce = 1024;
constexpr std::uint64_t kSearchBytes = 100;  // of a value or row where all are searched as whole numbers

// Reads the rows; labels stay ids until all are known. As whole numbers at once (exact), or as doubles first (proof).
class ExactReader {
 public:
  ExactReader(Source& source, const ProofReading& reading)
      : source_(source), reading_(reading), rows_(source, reading.numbers == Numbers::decimal), builder_(reading.numbers, reading.bias_value) {}

  Result<ExactData> exact(Labels& labels) {
    const Status status = read([&] {
      add_row(builder_, rows_.x(), static_cast<std::int8_t>(rows_.label()), rows_.long_values());
      return rows_.row() % kExactRowsAtOnce != 0 || builder_.memory() <= reading_.memory;
    });
    if (!status) return status.error();
    Result<ExactData> data = named(labels);
    if (!data) return data;
    return whole(*std::move(data), labels);
  }

  Result<ExactData> proof(Labels& labels) {
    most_ = reading_.memory - reading_.memory / 4;
    const Status status = read([&] { return reads_again_ ? count() : keep(); });
    if (!status) return status.error();
    Result<ExactData> data = named(labels);
    if (!data) return data;
    if (reads_again_) return from_files(*std::move(data), labels);
    const bool small = values_ <= reading_.small && kSearchBytes * (values_ + rows_.rows()) <= reading_.memory;
    if (!small && rows_.doubles_hold()) return in_memory(*std::move(data), labels);
    for (std::uint64_t row = 0; row < rows_.rows(); ++row) {
      if (row % kExactRowsAtOnce == 0 && store_.memory() + builder_.memory() > reading_.memory) return too_large(places_.of(static_cast<std::size_t>(row)));
      add_row(builder_, store_[row], y_[row], long_values_of(row));
    }
    store_ = {};
    return whole(*std::move(data), labels);
  }

 private:
  template <class Add>
  Status read(Add add) {
    for (;;) {
      const Result<bool> more = rows_.next();
      if (!more) return more.error();
      if (!*more) return {};
      places_.add(static_cast<std::size_t>(rows_.row()), rows_.place(), kNoLimit);
      if (!add()) return too_large(rows_.place());
    }
  }

  ErrorInfo too_large(RowPlace place) const {
    ErrorInfo error{ErrorCode::memory_limit,
                    "the examples up to this row need more than " + std::string(most_ < reading_.memory ? "three quarters of " : "") + "the " +
                        std::to_string(reading_.memory) + " bytes that --memory allows",
                    {source_.schema().files[place.file], place.line, 0},
                    {},
                    {}};
    if (!rows_.doubles_hold())
      error.hint = "a value is beyond the doubles, so that all rows must be held as whole numbers: raise --memory";
    else if (!reading_.again && most_ < reading_.memory)
      error.hint = "raise --memory, or give files: certify and check read these again and again where they do not fit";
    return error;
  }

  std::uint64_t memory() const noexcept { return store_.memory() + y_.capacity() + places_.memory() + long_memory_; }
  std::uint64_t free() const noexcept { return most_ - std::min(most_, memory()); }

  // The row into memory; where that is too small, all rows so far are forgotten again.
  bool keep() {
    const bool kept = grow_within(y_, 1, free()) && store_.append_within(rows_.x(), free());
    if (!kept) return start_again();
    y_.push_back(static_cast<std::int8_t>(rows_.label()));
    values_ += rows_.x().size;
    for (LongValue& value : rows_.take_long_values()) {
      long_memory_ += 2 * sizeof(LongValue) + value.text.capacity();  // the vector may have grown to twice its size
      long_values_.push_back(std::move(value));
    }
    return memory() <= most_ || start_again(1);
  }

  // `held`: whether the row in hand is among those in memory.
  bool start_again(std::uint64_t held = 0) {
    if (!reading_.again || !rows_.doubles_hold()) return false;
    reads_again_ = true;
    for (std::uint64_t row = 0; row < y_.size(); ++row) note(row, store_[row], y_[row]);
    store_ = {};
    y_ = {};
    long_values_ = {};
    return held == 1 || count();
  }

  bool count() {
    if (!rows_.doubles_hold()) return false;
    note(rows_.row(), rows_.x(), rows_.label());
    return true;
  }
  void note(std::uint64_t row, const FeatureView& x, std::int32_t label) {
    hash_.add(row, x, label);
    facts_.add(x);
  }

  std::span<const LongValue> long_values_of(std::uint64_t row) {
    const std::size_t first = next_long_;
    while (next_long_ < long_values_.size() && long_values_[next_long_].row == row) ++next_long_;
    return {long_values_.data() + first, next_long_ - first};
  }

  // What is known when all rows have been read.
  Result<ExactData> named(Labels& labels) {
    ExactData data;
    data.schema = source_.schema();
    if (rows_.rows() == 0) return with_header_hint({ErrorCode::no_rows, "no rows", {file(data)}, {}, {}}, data.schema.names);
    if (Status status = labels.resolve(); !status) return in_file(data, with_header_hint(status.error(), data.schema.names));
    data.classes = labels.classes();
    data.places = std::move(places_);
    return data;
  }
  static std::string file(const ExactData& data) { return data.schema.files.size() == 1 ? data.schema.files.front() : std::string(); }
  static ErrorInfo in_file(const ExactData& data, ErrorInfo error) {
    if (error.where.file.empty()) error.where.file = file(data);
    return error;
  }

  Result<ExactData> whole(ExactData data, const Labels& labels) {
    Result<ExactRows> rows = builder_.finish(data.schema.n_features, reading_.memory, [&](std::int8_t label) { return labels.y(label); });
    if (!rows) return in_file(data, rows.error());
    data.rows = *std::move(rows);
    data.sha256 = examples_sha256(data.rows);
    return data;
  }

  Result<ExactData> in_memory(ExactData data, const Labels& labels) {
    for (std::int8_t& y : y_) y = static_cast<std::int8_t>(labels.y(y));
    const std::uint64_t left = reading_.memory - memory();
    auto rows = std::make_unique<RowsInMemory>(std::move(store_), std::move(y_), data.schema.n_features, reading_.numbers, reading_.bias_value,
                                               static_cast<unsigned>(reading_.threads), std::move(long_values_), left);
    data.sha256 = examples_sha256(*rows);
    for (std::uint64_t row = 0; row < rows->size(); ++row) facts_.add((*rows)[row].x);
    data.large = std::make_unique<RowsHeld>(std::move(rows), reading_.again, data.classes, reading_.memory);
    return with_facts(std::move(data));
  }

  Result<ExactData> from_files(ExactData data, const Labels& labels) {
    FileFacts facts{facts_.size(), data.schema.n_features, facts_.n_values(), data.classes, {}, reading_.numbers, reading_.bias_value};
    for (const std::int32_t id : {0, 1})
      if (static_cast<std::size_t>(id) < labels.all().size()) facts.hashes[labels.y(id) > 0 ? 1 : 0] = hash_.of(id);
    auto rows = std::make_unique<RowsFromFiles>(*reading_.again, std::move(facts), reading_.memory);
    Result<std::string> sha256 = rows->sha256();
    if (!sha256) return sha256.error();
    data.sha256 = *std::move(sha256);
    data.large = std::move(rows);
    return with_facts(std::move(data));
  }

  Result<ExactData> with_facts(ExactData data) {
    data.large_columns = facts_.columns();
    Result<Rational> longest = max_sqnorm(*data.large, facts_.longest(), std::min<std::uint64_t>(1U << 20U, reading_.memory / 256));
    if (!longest) return in_file(data, longest.error());
    data.large_max_sqnorm = *std::move(longest);
    return data;
  }

  Source& source_;
  const ProofReading& reading_;
  SourceRows rows_;
  ExactRows::Builder builder_;
  Places places_;
  RowStore store_;
  std::vector<std::int8_t> y_;
  std::vector<LongValue> long_values_;
  std::size_t next_long_ = 0;
  std::uint64_t most_ = reading_.memory;  // for the rows; a quarter is left for what is done with rows that are held as doubles
  std::uint64_t values_ = 0, long_memory_ = 0;
  bool reads_again_ = false;
  RowsHash hash_;
  RowFacts facts_;
};

}  // namespace

void ask_for_exact_values(ReadOptions& options, Numbers numbers) {
  options.keep_text = numbers == Numbers::decimal;
  options.decimals = numbers == Numbers::decimal;
}

Result<ExactData> read_exact(Source& source, Labels& labels, Numbers numbers, double bias_value, std::uint64_t memory) {
  const ProofReading reading{.numbers = numbers, .bias_value = bias_value, .memory = memory};
  return ExactReader(source, reading).exact(labels);
}

Result<ExactData> read_for_proof(Source& source, Labels& labels, const ProofReading& reading) { return ExactReader(source, reading).proof(labels); }

}  // namespace novikoff
