#include "novikoff/run/data_reference.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <system_error>
#include <utility>

#include "novikoff/run/digest.hpp"
#include "novikoff/run/embedded.hpp"
#include "run/data_reference.hpp"

namespace novikoff {
namespace {

// What gives the same rows whenever it is read, and soon ends: not an embedded set of any size that a model asks for.
bool can_be_read_again(const std::string& input) {
  std::error_code error;
  if (is_embedded(input)) return input.find(':') == std::string::npos;
  return std::filesystem::is_regular_file(input, error) && !error;
}

// The rows of the data on their way past: all go into the digest, those that are support vectors into the model.
class SupportReader {
 public:
  SupportReader(Model& model, const std::string& name, std::uint64_t memory) : model_(model), name_(name), memory_(memory) {}

  void add(const FeatureView& x, double y) {
    digest_.add({x, y});
    const std::vector<std::uint64_t>& rows = *model_.expansion->rows;
    const std::size_t k = model_.expansion->support.size();
    if (kept_ && k < rows.size() && rows[k] == digest_.rows() - 1) kept_ = keep(x);
  }
  std::uint64_t rows() const noexcept { return digest_.rows(); }
  // That a row cannot be what the model says is the model's fault only if these are its data.
  Status finish() {
    const ExamplesSeen& wanted = model_.source.data->examples;
    const std::string found = digest_.hex();
    if (rows() == wanted.rows && found == wanted.sha256) return kept_;
    const std::string counted = rows() > wanted.rows ? "more than " + std::to_string(wanted.rows) : std::to_string(rows());
    const std::string digest = rows() > wanted.rows ? "" : ", SHA-256 " + found;
    return ErrorInfo{ErrorCode::checksum_mismatch,
                     "the data that the model " + name_ + " refers to are not what they were: it was learned from " + std::to_string(wanted.rows) +
                         " rows, SHA-256 " + wanted.sha256 + ", and here are " + counted + digest,
                     {model_.source.data->files.front()},
                     "restore the data, or train again",
                     {}};
  }

 private:
  Status keep(const FeatureView& x) {
    index_.clear();
    value_.clear();
    for (std::size_t k = 0; k < x.size; ++k) {
      if (x.value[k] == 0) continue;
      index_.push_back(x.dense() ? static_cast<std::uint32_t>(k) : x.index[k]);
      value_.push_back(x.value[k]);
    }
    if (!index_.empty() && index_.back() >= std::max<std::uint64_t>(model_.n_features, model_.spec.w0.size()))
      return invalid("has a feature that the model does not have");
    if (model_.expansion->kernel.needs_nonnegative() && std::any_of(value_.begin(), value_.end(), [](double v) { return v < 0; }))
      return invalid("has a negative value, which its kernel does not take");
    // The row store, while it grows, of a row that may be dense with half of it zeros; then the panels.
    const std::uint64_t needed = 2 * value_.size() * (2 * sizeof(double) + kPanelBytes) + sizeof(FeatureView);
    if (needed > memory_)
      return ErrorInfo{ErrorCode::memory_limit,
                       "the support vectors that the model " + name_ + " refers to need more than is left of --memory",
                       {model_.source.data->files.front()},
                       {},
                       {}};
    memory_ -= needed;
    append_example(model_.expansion->support, index_, value_);
    return {};
  }

  ErrorInfo invalid(const std::string& why) const {
    return {ErrorCode::model_invalid,
            "row " + std::to_string(rows() - 1) + ", a support vector that the model " + name_ + " refers to, " + why,
            {model_.source.data->files.front()},
            {},
            {}};
  }

  Model& model_;
  const std::string& name_;
  std::uint64_t memory_;
  Status kept_;
  ExamplesDigest digest_;
  std::vector<std::uint32_t> index_;
  std::vector<double> value_;
};

ReadOptions reading_of(const Provenance& source, std::uint64_t memory) {
  ReadOptions options;
  options.format = format_named(source.data->format);
  options.delimiter = source.data->delimiter;
  options.memory = memory;
  read_as(source, options);
  return options;
}

}  // namespace

std::optional<Format> format_named(std::string_view word) noexcept {
  if (word == "libsvm") return Format::libsvm;
  if (word == "csv") return Format::csv;
  if (word == "tsv") return Format::tsv;
  return std::nullopt;
}

void read_as(const Provenance& source, ReadOptions& options) {
  options.index_base = source.index_base;
  options.index_base_said = true;
  options.columns = source.names;
  options.ignored_if_there = source.ignored;
  if (source.label_column != 0) options.header = false;  // or the first row would be taken for names, in silence
  if (options.label_name || options.label_column != 0 || options.format == Format::libsvm) return;
  if (!source.label_name.empty() && options.header) options.label_name = source.label_name;
  if (source.label_name.empty()) options.label_column = source.label_column;
}

void note_reading(const ReadOptions& options, Provenance& source) {
  source.label_column = options.header ? 0 : options.label_column;
  note_ignored(options, source);
}

void note_ignored(const ReadOptions& options, Provenance& source) {
  std::set<std::string> ignored(options.ignored_if_there.begin(), options.ignored_if_there.end());
  ignored.insert(options.ignored.begin(), options.ignored.end());
  // What was ignored once may be the label now; and of a stream without rows nobody has seen whether its columns are as the options say.
  ignored.erase(source.label_name);
  for (const std::string& feature : source.names) ignored.erase(feature);
  source.ignored.assign(ignored.begin(), ignored.end());
}

void append_example(RowStore& rows, const std::vector<std::uint32_t>& index, const std::vector<double>& value) {
  const std::size_t width = index.empty() ? 0 : std::size_t{index.back()} + 1;
  if (2 * index.size() < width) return rows.append({index.data(), value.data(), value.size()});
  std::vector<double> dense(width);
  for (std::size_t k = 0; k < index.size(); ++k) dense[index[k]] = value[k];
  rows.append({nullptr, dense.data(), width});
}

Status check_support(const Arguments& arguments, const LearnerSpec& spec) {
  if (arguments.text("--support").value_or("stored") == "stored") return {};
  if (!spec.in_dual() || spec.arithmetic == Arithmetic::exact)
    return usage_error("--support reference names the support vectors of a run in the dual space, in doubles: it needs --kernel or --space dual");
  if (spec.budget.size != 0) return usage_error("--support reference names rows of the data, and --budget keeps support vectors that are none");
  if (spec.kernel.in_rows()) return usage_error("--support reference saves copies of rows, and a model with --kernel precomputed has none");
  if (spec.holdout != 0) return usage_error("--support reference names rows of the data, and --holdout learns from some of them under other numbers");
  if (!arguments.given("--output") && !arguments.given("--checkpoint"))
    return usage_error("--support says what a model holds, and no model is written: say -o MODEL");
  for (const std::string& input : arguments.positions())
    if (!can_be_read_again(input))
      return usage_error("--support reference needs data that can be read again, files or an embedded set without a size, and " + input + " is neither");
  return {};
}

DataReference data_reference(const std::vector<std::string>& inputs, const ReadOptions& reading, const Dataset& data) {
  DataReference reference{inputs, {}, reading.delimiter, {data.size(), examples_sha256(data)}};
  if (reading.format) reference.format = *reading.format == Format::csv ? "csv" : *reading.format == Format::tsv ? "tsv" : "libsvm";
  return reference;
}

void refer_to(const DataReference& data, std::vector<std::uint64_t> rows, Model& model) {
  model.expansion->rows = std::move(rows);
  model.source.data = data;
}

// What reading the data met, with the model that needs them.
static ErrorInfo read_for(const std::string& name, const std::string& file, ErrorInfo error) {
  if (error.where.file.empty()) error.where.file = file;
  error.message += "; the model " + name + " refers to these data for its support vectors";
  return error;
}

Status read_support(Model& model, const std::string& name, std::uint64_t memory) {
  const std::vector<std::string>& files = model.source.data->files;
  for (const std::string& file : files)
    if (!can_be_read_again(file))
      return ErrorInfo{ErrorCode::cannot_open,
                       "the model " + name + " refers to this file for its support vectors, and there is no such regular file",
                       {file},
                       "restore the file, or run where this path leads to it",
                       {}};
  Labels labels = Labels::fixed(model.source.negative, model.source.positive);
  ReadOptions reading = reading_of(model.source, memory);
  const Result<std::unique_ptr<Source>> source = open_input(files, reading, labels);
  if (!source) return read_for(name, files.front(), source.error());
  SupportReader reader(model, name, memory);
  constexpr std::size_t kRowsAtOnce = 256;
  while (reader.rows() <= model.source.data->examples.rows) {
    const Result<const Block*> block = (*source)->next(kRowsAtOnce);
    if (!block) return read_for(name, files.front(), block.error());
    if ((*block)->size() == 0) break;
    for (std::size_t i = 0; i < (*block)->size(); ++i) reader.add((*block)->features(i), labels.y((*block)->label(i)));
  }
  return reader.finish();
}

}  // namespace novikoff
