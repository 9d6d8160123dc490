#include "novikoff/run/exact_input.hpp"

#include <limits>

#include "novikoff/run/digest.hpp"

namespace novikoff {
namespace {

constexpr std::size_t kRowsAtOnce = 1024;

ErrorInfo row_error(ErrorCode code, std::string message, const Source& source, RowPlace place) {
  return {code, std::move(message), {source.schema().files[place.file], place.line, 0}, {}, {}};
}

// Reads the rows; labels stay ids until all are known.
class ExactReader {
 public:
  ExactReader(Source& source, Numbers numbers, double bias_value, std::uint64_t memory)
      : source_(source), numbers_(numbers), memory_(memory), builder_(numbers, bias_value) {}

  Result<ExactData> read(Labels& labels) {
    for (;;) {
      const Result<const Block*> block = source_.next(kRowsAtOnce);
      if (!block) return block.error();
      if ((*block)->size() == 0) break;
      for (std::size_t row = 0; row < (*block)->size(); ++row)
        if (Status added = add(**block, row); !added) return added.error();
      if (builder_.memory() > memory_)
        return row_error(ErrorCode::memory_limit, "the examples up to this row need more than the " + std::to_string(memory_) + " bytes that --memory allows",
                         source_, (*block)->place((*block)->size() - 1));
    }
    ExactData data;
    data.schema = source_.schema();
    const std::string file = data.schema.files.size() == 1 ? data.schema.files.front() : std::string();
    if (builder_.size() == 0) return ErrorInfo{ErrorCode::no_rows, "no rows", {file}, {}, {}};
    if (Status status = labels.resolve(); !status) {
      if (status.error().where.file.empty()) status.error().where.file = file;
      return status.error();
    }
    data.classes = labels.classes();
    data.places = std::move(places_);
    Result<ExactRows> rows = builder_.finish(data.schema.n_features, memory_, [&](std::int8_t label) { return labels.y(label); });
    if (!rows) {
      if (rows.error().where.file.empty()) rows.error().where.file = file;
      return rows.error();
    }
    data.rows = *std::move(rows);
    data.sha256 = examples_sha256(data.rows);
    return data;
  }

 private:
  Status add(const Block& block, std::size_t row) {
    if (block.label(row) == Labels::kNone) return row_error(ErrorCode::label_missing, "the row has no label", source_, block.place(row));
    const FeatureView x = block.features(row);
    for (std::size_t k = 0; k < x.size; ++k) {
      const auto feature = x.dense() ? static_cast<std::uint32_t>(k) : x.index[k];
      if (numbers_ == Numbers::binary64) {
        if (x.value[k] != 0) builder_.add(feature, x.value[k]);
        continue;
      }
      builder_.add_decimal(feature, block.value_text(row, k));  // the reader has checked it
    }
    places_.add(builder_.size(), block.place(row), std::numeric_limits<std::uint64_t>::max());
    builder_.end_row(static_cast<std::int8_t>(block.label(row)));
    return {};
  }

  Source& source_;
  Numbers numbers_;
  std::uint64_t memory_;
  ExactRows::Builder builder_;
  Places places_;
};

}  // namespace

void ask_for_exact_values(ReadOptions& options, Numbers numbers) {
  options.keep_text = numbers == Numbers::decimal;
  options.decimals = numbers == Numbers::decimal;
}

Result<ExactData> read_exact(Source& source, Labels& labels, Numbers numbers, double bias_value, std::uint64_t memory) {
  return ExactReader(source, numbers, bias_value, memory).read(labels);
}

}  // namespace novikoff
