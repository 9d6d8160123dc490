// The CSV reader: cells to labels and features.
#include <algorithm>

#include "csv_columns.hpp"
#include "csv_scan.hpp"
#include "novikoff/core/number.hpp"
#include "reader.hpp"

namespace novikoff::text {
namespace {

constexpr std::size_t kBytesPerColumn = 128;  // what a column's name and place may cost, at the outside

bool is_missing(std::string_view cell) noexcept {
  return cell.empty() || equal_ignoring_case(cell, "na") || equal_ignoring_case(cell, "n/a") || equal_ignoring_case(cell, "nan") ||
         equal_ignoring_case(cell, "null");
}

std::string missing(std::string_view cell) { return cell.empty() ? "is empty" : "says " + in_quotes(cell) + ", which means missing"; }

bool begins_a_word(std::string_view cell) noexcept {
  const auto first = static_cast<unsigned char>(cell.empty() ? '0' : cell.front());
  return (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first >= 0x80;
}

// A column is left out by its name, which only a header gives.
std::string words_hint(bool header) {
  return std::string("a feature is a number: make a column of 0 and 1 of each word") + (header ? ", or leave the column out with --ignore NAME" : "");
}

class CsvReader final : public Reader {
 public:
  CsvReader(const Context& context, Path path)
      : context_(context),
        columns_(context.options, context.schema),
        scanner_(context.options.delimiter),
        fast_(path == Path::fast ? make_csv_lines(context.options) : nullptr),
        keep_text_(context.options.keep_text) {}

  void open(std::uint32_t file) override {
    place_ = {file, 1};
    stage_ = Stage::begin;
  }
  Result<Progress> read(std::size_t max_rows) override;
  const Known& known() const noexcept override { return known_; }
  std::uint64_t line() const noexcept override { return place_.line; }
  void pass_lines(std::uint64_t lines) noexcept override { place_.line += lines; }

 private:
  // begin: nothing is known of the file; columns: it has begun, its columns are not known yet; rows: they are.
  enum class Stage { begin, columns, rows };
  bool begin();
  Result<bool> plain_record();
  Status take_record(std::string_view record);
  std::optional<Fault> take_columns(std::string_view record);
  std::optional<Fault> take_row(std::string_view record);
  std::optional<Fault> take_label(const CsvField& field, std::string_view record);
  std::optional<Fault> take_value(const CsvField& field, std::size_t number, std::string_view record);
  void start_record(std::size_t offset) noexcept;
  const char* fast_lines(std::size_t max_rows);
  ErrorInfo located(const Fault& fault);

  std::string_view data() const noexcept { return {context_.buffer.begin(), static_cast<std::size_t>(context_.buffer.end() - context_.buffer.begin())}; }

  Context context_;
  CsvColumns columns_;
  CsvScanner scanner_;
  std::unique_ptr<FastLines> fast_;
  bool keep_text_;
  bool scanning_ = false;  // a record is begun and not complete
  Stage stage_ = Stage::begin;
  RowPlace place_;
  Known known_;
  std::int32_t label_ = Labels::kNone;  // of the row in hand
  std::string label_text_, store_;
};

std::optional<Fault> CsvReader::take_columns(std::string_view record) {
  const std::vector<CsvField>& fields = scanner_.fields();
  if (scanner_.field_count() > fields.size())
    return Fault{ErrorCode::memory_limit, fields.back().offset(),
                 "there are " + counted(scanner_.field_count(), "column", "columns") + ", more than --memory allows", "raise --memory"};
  if (!context_.options.header) return columns_.open(fields.size(), fields.front().offset());
  CsvColumns::Header header;
  for (const CsvField& field : fields) {
    header.names.emplace_back(field.content(record, store_));
    header.offsets.push_back(field.offset());
  }
  return columns_.open(header);
}

std::optional<Fault> CsvReader::take_label(const CsvField& field, std::string_view record) {
  const std::string_view cell = field.content(record, store_);
  if (cell.empty() && context_.options.labels_optional) return std::nullopt;
  if (is_missing(cell)) return Fault{ErrorCode::label_missing, field.offset(), "the cell of the label " + missing(cell)};
  if (spells_infinity(cell) || spells_nan(cell)) return Fault{ErrorCode::label_not_finite, field.offset(), "label " + in_quotes(cell) + " is not finite"};
  if (label_too_long(cell)) return value_fault(Verdict::too_long, cell, field.offset(), "label");
  ErrorInfo error;
  label_ = context_.labels.intern(cell, error);
  if (label_ == Labels::kNone) return Fault{error.code, field.offset(), std::move(error.message), std::move(error.hint)};
  // What the fast path compares with stands without quotes, and must not look like the start of another cell.
  if (!field.quoted && known_.labels.remember(cell, label_)) ++known_.version;
  label_text_ = cell;
  return std::nullopt;
}

std::optional<Fault> CsvReader::take_value(const CsvField& field, std::size_t number, std::string_view record) {
  const std::string_view cell = field.content(record, store_);
  double value = 0;
  const Verdict verdict = read_number(cell, context_.options.decimals, value);
  if (verdict != Verdict::number) {
    if (is_missing(cell)) return Fault{ErrorCode::cell_missing, field.offset(), "the cell of " + columns_.describe(number) + ' ' + missing(cell)};
    Fault fault = value_fault(verdict, cell, field.offset(), "value in " + columns_.describe(number));
    if (fault.hint.empty() && begins_a_word(cell)) fault.hint = words_hint(context_.options.header);
    return fault;
  }
  if (keep_text_) {
    context_.block.add(columns_.feature(number), value, cell);
  } else {
    context_.block.add(columns_.feature(number), value);
  }
  return std::nullopt;
}

std::optional<Fault> CsvReader::take_row(std::string_view record) {
  const std::vector<CsvField>& fields = scanner_.fields();
  const std::size_t expected = columns_.size();
  if (scanner_.field_count() != expected) {
    const CsvField& at = scanner_.field_count() > expected ? fields[expected] : fields.front();
    return Fault{ErrorCode::field_count, at.offset(), "row has " + std::to_string(scanner_.field_count()) + " fields, expected " + std::to_string(expected)};
  }
  label_ = Labels::kNone;
  label_text_.clear();
  context_.block.begin_row(place_);
  std::optional<Fault> fault;
  for (std::size_t k = 0; k < expected && !fault; ++k)
    if (!columns_.is_ignored(k)) fault = columns_.is_label(k) ? take_label(fields[k], record) : take_value(fields[k], k, record);
  if (!fault && context_.block.end_row(label_, label_text_) >= 0) fault = Fault{ErrorCode::internal, 0, "two columns are one feature"};
  if (fault) {
    context_.block.drop_row();
  } else {
    context_.block.note_n_features(context_.schema.n_features);
  }
  return fault;
}

Status CsvReader::take_record(std::string_view record) {
  std::optional<Fault> fault;
  if (!scanner_.blank()) {
    bool is_row = stage_ == Stage::rows;
    if (!is_row) {
      fault = take_columns(record);
      if (!fault) columns_.tell(place_.file, known_);
      is_row = !context_.options.header;
      stage_ = Stage::rows;
    }
    if (!fault && is_row) fault = take_row(record);
  }
  if (fault) return located(*fault);
  place_.line += static_cast<std::uint64_t>(std::count(record.begin(), record.end(), '\n'));
  context_.buffer.consume_to(record.data() + record.size());
  scanning_ = false;
  return {};
}

// The fault's offset in the record becomes a line and a column; the line shown is completed first, as far as it is short, so that the error does
// not depend on how much of it had arrived.
ErrorInfo CsvReader::located(const Fault& fault) {
  constexpr std::size_t kFar = 8192;
  if (fast_) fast_->moved();
  while (data().find('\n', fault.offset) == std::string_view::npos && data().size() < fault.offset + kFar && !context_.buffer.complete()) {
    const Result<Buffer::Fill> filled = context_.buffer.fill();
    if (!filled || *filled == Buffer::Fill::too_long) break;
  }
  const std::string_view rest = data();
  const std::size_t end = std::min(rest.find('\n', fault.offset), rest.size());
  const std::string_view before = rest.substr(0, fault.offset);
  const std::size_t begin = before.rfind('\n') + 1;  // npos + 1 = 0
  std::string_view line = rest.substr(begin, end - begin);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  const std::uint64_t number = place_.line + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
  Fault moved = fault;
  moved.offset -= begin;
  return error_at(moved, context_.schema.files[place_.file], number, line);
}

void CsvReader::start_record(std::size_t offset) noexcept {
  const std::size_t most = static_cast<std::size_t>(context_.options.memory / kBytesPerColumn) + 1;
  scanner_.start(offset, stage_ == Stage::rows ? columns_.size() + 1 : most);
  scanning_ = true;
}

// Steps over a byte-order mark. Returns false if more bytes are needed to tell.
bool CsvReader::begin() {
  const std::string_view start = data().substr(0, kByteOrderMark.size());
  const bool marked = kByteOrderMark.substr(0, start.size()) == start;
  if (marked && start.size() < kByteOrderMark.size() && !context_.buffer.complete()) return false;
  stage_ = Stage::columns;
  start_record(marked && start.size() == kByteOrderMark.size() ? start.size() : 0);
  return true;
}

// Scans one record. True: it was taken; false: it is not complete, or there is none.
Result<bool> CsvReader::plain_record() {
  if (stage_ == Stage::begin && !begin()) return false;
  if (!scanning_) start_record(0);
  switch (scanner_.scan(data(), context_.buffer.complete())) {
    case CsvScanner::Outcome::fault:
      return located(scanner_.fault());
    case CsvScanner::Outcome::record:
      if (Status status = take_record(data().substr(0, scanner_.size())); !status) return std::move(status.error());
      return true;
    default:
      return false;
  }
}

// Reads what the fast lines take. Returns where they stopped.
const char* CsvReader::fast_lines(std::size_t max_rows) {
  const Buffer& buffer = context_.buffer;
  Position position{place_, context_.schema.n_features};
  const char* const next = fast_->read(known_, buffer.begin(), buffer.lines_end(), max_rows, context_.block, position);
  place_ = position.place;
  return next;
}

Result<Reader::Progress> CsvReader::read(std::size_t max_rows) {
  Buffer& buffer = context_.buffer;
  while (context_.block.size() < max_rows) {
    if (fast_ && stage_ == Stage::rows && !scanning_ && buffer.begin() != buffer.lines_end()) {
      buffer.consume_to(fast_lines(max_rows));
      if (context_.block.size() == max_rows) break;
    }
    Result<bool> taken = plain_record();
    if (!taken) return std::move(taken.error());
    if (*taken) continue;
    if (buffer.complete()) {
      scanning_ = false;
      return Progress::end;
    }
    if (context_.block.size() > 0) return Progress::rows;
    if (fast_) fast_->moved();
    Result<Buffer::Fill> filled = buffer.fill();
    if (!filled) return std::move(filled.error());
    if (*filled == Buffer::Fill::too_long) return too_long(context_, place_, "record");
  }
  return Progress::rows;
}

}  // namespace

std::unique_ptr<Reader> make_csv_reader(const Context& context, Path path) { return std::make_unique<CsvReader>(context, path); }

}  // namespace novikoff::text
