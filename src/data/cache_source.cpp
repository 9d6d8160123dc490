// Rows from a cache as from the text that it was made from.
#include <algorithm>
#include <cmath>

#include "cache_ahead.hpp"
#include "cache_values.hpp"
#include "text.hpp"

namespace novikoff {
namespace {

using namespace cache;  // NOLINT(google-build-using-namespace): the parts of this file's own format

constexpr std::int32_t kUnknown = -2;  // a label that no row has had yet

class CacheSource final : public Source {
 public:
  CacheSource(std::shared_ptr<CacheFile> file, const ReadOptions& options, Labels& labels, std::vector<std::uint32_t> columns)
      : file_(std::move(file)),
        options_(options),
        labels_(labels),
        columns_(std::move(columns)),
        block_(options.keep_text),
        ahead_(file_, options.threads, options.memory) {
    const CacheFacts& facts = file_->facts();
    for (const CacheOrigin& origin : facts.origins) schema_.files.push_back(origin.name);
    schema_.names = columns_.empty() ? facts.names : options.columns;
    schema_.label_name = facts.label_name;
    schema_.index_base = options.index_base;
    schema_.n_features = options.n_features;
    label_ids_.assign(facts.labels.size(), kUnknown);
  }

  Result<const Block*> next(std::size_t max_rows) override {
    block_.clear();
    if (!failed_ && row_ == rows() && next_block_ < file_->blocks()) load();
    for (std::size_t end = row_ + std::min(std::max<std::size_t>(max_rows, 1), rows() - row_); !failed_ && row_ < end; ++row_) failed_ = add();
    if (block_.size() == 0 && failed_) return *failed_;
    if (block_.size() > 0) schema_.n_features = std::max(options_.n_features, block_.n_features(block_.size() - 1));
    return &block_;
  }
  const Schema& schema() const noexcept override { return schema_; }
  std::shared_ptr<CacheFile> cache() const override { return columns_.empty() && !options_.keep_text ? file_ : nullptr; }

 private:
  std::size_t rows() const noexcept { return decoded_ != nullptr ? decoded_->size() : 0; }

  void load() {
    const LoadedBlock& loaded = ahead_.next();
    if (loaded.failed) {
      failed_ = loaded.failed;
      return;
    }
    decoded_ = &loaded.decoded;
    const char* fault = nullptr;
    if (decoded_->head().width_before != n_features_) fault = "the number of features is not that of the block before";
    if (fault == nullptr && (options_.keep_text || decoded_->head().as_written()) && !decoded_->long_decimals(decimals_)) fault = "the decimals are wrong";
    if (fault != nullptr) {
      failed_ = file_->invalid(next_block_, fault);
      return;
    }
    n_features_ = decoded_->head().width_after;
    ++next_block_;
    row_ = 0;
    decimal_ = 0;
    standing_ = decoded_->begin();
  }

  ErrorInfo error(ErrorCode code, std::string message) const {
    return {code, std::move(message), {schema_.files[standing_.place.file], standing_.place.line, 0}, {}, {}};
  }

  // The label's id; an error at its first row if it may not be there.
  std::optional<ErrorInfo> intern(std::uint32_t label) {
    if (label_ids_[label] != kUnknown) return std::nullopt;
    ErrorInfo why;
    const std::int32_t id = labels_.intern(file_->facts().labels[label], why);
    if (id == Labels::kNone) {
      why.where = {schema_.files[standing_.place.file], standing_.place.line, 0};
      return why;
    }
    label_ids_[label] = id;
    return std::nullopt;
  }

  std::optional<ErrorInfo> add() {
    const DecodedRow& row = decoded_->row(row_);
    decoded_->advance(standing_, static_cast<std::uint32_t>(row_));
    if (options_.n_features != 0 && standing_.n_features > options_.n_features)
      return error(ErrorCode::index_too_large, "there are " + std::to_string(standing_.n_features) + " features up to this row, more than the " +
                                                   std::to_string(options_.n_features) + " declared");
    if (std::optional<ErrorInfo> fault = intern(row.label)) return fault;
    const std::int32_t label = label_ids_[row.label];
    if (!options_.keep_text && columns_.empty() && !decoded_->head().as_written()) {
      if (block_.size() == 0) block_.lend(decoded_->indices(), decoded_->values());
      block_.add_lent(standing_.place, label, row.value, row.index, row.size);
    } else if (std::optional<ErrorInfo> fault = add_anew(row, label)) {
      return fault;
    }
    block_.note_n_features(std::max(standing_.n_features, options_.n_features));
    return std::nullopt;
  }

  // A row value by value: with text, with its columns in another order, or one whose values are not all doubles.
  std::optional<ErrorInfo> add_anew(const DecodedRow& row, std::int32_t label) {
    const FeatureView x = decoded_->features(row_);
    block_.begin_row(standing_.place);
    for (std::size_t k = 0; k < x.size; ++k) {
      const std::size_t position = row.value + k;
      const Decimal* const written = long_decimal(position);
      if (!std::isfinite(x.value[k]) && (!options_.decimals || written == nullptr)) {
        block_.drop_row();
        text_.clear();
        if (written != nullptr) append_decimal(text_, *written);
        return error(ErrorCode::number_out_of_range, "value " + text::in_quotes(text_) + " is larger than a double holds (1.7976931348623157e308)");
      }
      if (x.value[k] == 0 && (written == nullptr || !options_.decimals)) continue;
      const auto feature = x.dense() ? static_cast<std::uint32_t>(k) : x.index[k];
      add_value(columns_.empty() ? feature : columns_[feature], x.value[k], position, written);
    }
    const std::string_view label_text = options_.keep_text ? std::string_view(file_->facts().labels[row.label]) : std::string_view();
    if (block_.end_row(label, label_text) < 0) return std::nullopt;
    block_.drop_row();
    return error(ErrorCode::internal, "two columns are one feature");
  }

  void add_value(std::uint32_t feature, double value, std::size_t position, const Decimal* written) {
    if (!options_.keep_text) return block_.add(feature, value);
    text_.clear();
    if (written != nullptr)
      append_decimal(text_, *written);
    else if (decoded_->head().value_coding == ValueCoding::scaled)
      append_scaled(text_, decoded_->scaled(position), decoded_->head().places);
    else
      append_text(text_, value);
    block_.add(feature, value, text_);
  }

  // Asked for in the order of the values.
  const Decimal* long_decimal(std::size_t position) noexcept {
    if (!options_.keep_text && !decoded_->head().as_written()) return nullptr;
    while (decimal_ < decimals_.size() && decimals_[decimal_].position < position) ++decimal_;
    return decimal_ < decimals_.size() && decimals_[decimal_].position == position ? &decimals_[decimal_].decimal : nullptr;
  }

  std::shared_ptr<CacheFile> file_;
  ReadOptions options_;
  Labels& labels_;
  std::vector<std::uint32_t> columns_;  // the number of each feature, where it is another than in the file
  Schema schema_;
  Block block_;
  CacheAhead ahead_;
  const DecodedBlock* decoded_ = nullptr;  // of ahead_
  std::size_t next_block_ = 0, row_ = 0;   // of the file; of the decoded block
  std::uint64_t n_features_ = 0;           // of the blocks so far
  DecodedBlock::Standing standing_;
  std::vector<std::int32_t> label_ids_;
  std::vector<DecodedBlock::LongDecimal> decimals_;
  std::size_t decimal_ = 0;
  std::string text_;
  std::optional<ErrorInfo> failed_;
};

// The number that each column of the file has in the model; empty if that is the same.
Result<std::vector<std::uint32_t>> match(const CacheFile& file, const std::vector<std::string>& wanted) {
  const std::vector<std::string>& names = file.facts().names;
  if (wanted.empty() || names.empty() || names == wanted) return std::vector<std::uint32_t>{};
  std::vector<std::pair<std::string_view, std::uint32_t>> order;
  order.reserve(wanted.size());
  for (const std::string& name : wanted) order.emplace_back(name, static_cast<std::uint32_t>(order.size()));
  std::sort(order.begin(), order.end());
  std::vector<std::uint32_t> columns;
  std::vector<bool> present(wanted.size());
  for (const std::string& name : names) {
    const auto at = std::lower_bound(order.begin(), order.end(), std::pair<std::string_view, std::uint32_t>(name, 0));
    if (at == order.end() || at->first != name)
      return file.error(ErrorCode::column_unknown, "column " + text::in_quotes(name) + " is none of the model's features");
    columns.push_back(at->second);
    present[at->second] = true;
  }
  const auto missing = std::find(present.begin(), present.end(), false);
  if (missing != present.end())
    return file.error(ErrorCode::column_missing, "the cache has no column " + text::in_quotes(wanted[static_cast<std::size_t>(missing - present.begin())]));
  if (file.facts().n_features > columns.size()) return file.error(ErrorCode::column_unknown, "the cache has features without a name");
  return columns;
}

// What the file decides, and what options and file must agree on.
Status settle(const CacheFile& file, ReadOptions& options) {
  const CacheFacts& facts = file.facts();
  const bool csv = !facts.names.empty() || !facts.label_name.empty() || facts.label_column != 0;
  if (options.format) return ErrorInfo{ErrorCode::usage, file.name() + " is a cache, whatever its name, and --format is about text", {}, {}, {}};
  if (options.index_base_said && !csv && options.index_base != facts.index_base) {
    const std::string asked = std::to_string(options.index_base);
    ErrorInfo error = file.error(ErrorCode::index_base_mismatch,
                                 "the cache's indices count from " + std::to_string(facts.index_base) + ", and those asked for from " + asked);
    error.hint = "make the cache again, of the rows as text and with --index-base " + asked + ", or ask for no other base than its own";
    return error;
  }
  if (!options.index_base_said || !csv) options.index_base = facts.index_base;
  if (options.label_name && facts.label_name.empty()) return file.error(ErrorCode::column_unknown, "the columns of the cache have no names");
  if (options.label_column != 0 && facts.label_column == 0)
    return file.error(ErrorCode::column_unknown, "the cache is not of a CSV without a header, whose columns have numbers");
  if (options.label_name && *options.label_name != facts.label_name)
    return file.error(ErrorCode::column_unknown,
                      "the label column of the cache is " + text::in_quotes(facts.label_name) + ", not " + text::in_quotes(*options.label_name));
  if (options.label_column != 0 && options.label_column != facts.label_column)
    return file.error(ErrorCode::column_unknown,
                      "the label is column " + std::to_string(facts.label_column) + " in the cache, not column " + std::to_string(options.label_column));
  if (options.column_count != 0 && facts.label_column != 0 && options.column_count != facts.n_features)
    return file.error(ErrorCode::field_count,
                      "the rows have " + counted(facts.n_features, "feature", "features") + ", expected " + std::to_string(options.column_count));
  if (facts.label_column != 0) {
    options.header = false;
    options.label_column = facts.label_column;
  }
  options.keep_text = options.keep_text || options.decimals;
  return {};
}

Result<std::unique_ptr<Source>> source_over(std::shared_ptr<CacheFile> file, ReadOptions& options, Labels& labels) {
  if (Status settled = settle(*file, options); !settled) return settled.error();
  Result<std::vector<std::uint32_t>> columns = match(*file, options.columns);
  if (!columns) return columns.error();
  return std::unique_ptr<Source>(std::make_unique<CacheSource>(std::move(file), options, labels, *std::move(columns)));
}

}  // namespace

Result<std::unique_ptr<Source>> open_cache(const std::string& path, ReadOptions& options, Labels& labels) {
  Result<std::shared_ptr<CacheFile>> file = CacheFile::open(path, options.memory);
  if (!file) return file.error();
  if (Status fresh = (*file)->check_origins(false); !fresh) return fresh.error();
  return source_over(*std::move(file), options, labels);
}

Result<std::unique_ptr<Source>> open_cache_bytes(std::string_view bytes, const std::string& name, ReadOptions& options, Labels& labels) {
  Result<std::shared_ptr<CacheFile>> file = CacheFile::over(bytes, name, options.memory);
  if (!file) return file.error();
  return source_over(*std::move(file), options, labels);
}

}  // namespace novikoff
