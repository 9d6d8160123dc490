#include "csv_scan.hpp"

namespace novikoff::text {

std::string_view CsvField::content(std::string_view record, std::string& store) const {
  const std::string_view raw = record.substr(begin, size);
  if (!doubled) return raw;
  store.clear();
  for (std::size_t i = 0; i < raw.size(); ++i) {
    store += raw[i];
    if (raw[i] == '"') ++i;  // the scanner has seen that quotes come in pairs
  }
  return store;
}

void CsvScanner::start(std::size_t offset, std::size_t max_fields) noexcept {
  state_ = State::cell_start;
  start_ = at_ = offset;
  max_fields_ = max_fields;
  count_ = size_ = 0;
  blank_ = false;
  fields_.clear();
}

void CsvScanner::end_field() {
  const bool quoted = state_ == State::closing;
  const std::size_t end = quoted ? close_ : at_;
  if (state_ == State::cell_start) begin_ = at_;
  if (count_++ < max_fields_) fields_.push_back({begin_, end - begin_, quoted, quoted && doubled_});
  state_ = State::cell_start;
}

CsvScanner::Outcome CsvScanner::finish(std::size_t size) {
  blank_ = at_ == start_;
  end_field();
  size_ = size;
  return Outcome::record;
}

CsvScanner::Outcome CsvScanner::fail(ErrorCode code, std::size_t offset, std::string message) {
  fault_ = {code, offset, std::move(message)};
  return Outcome::fault;
}

// A carriage return is half a line end, or a fault.
std::optional<CsvScanner::Outcome> CsvScanner::carriage_return(std::string_view data, bool complete) {
  if (at_ + 1 == data.size() && !complete) return Outcome::incomplete;
  if (at_ + 1 == data.size() || data[at_ + 1] != '\n') return fail(ErrorCode::stray_carriage_return, at_, "a carriage return stands where no line ends");
  if (state_ != State::quoted) return finish(at_ + 2);
  ++at_;
  return std::nullopt;
}

// Takes the byte at at_. Nothing: the record goes on.
std::optional<CsvScanner::Outcome> CsvScanner::byte(std::string_view data, bool complete) {
  const char c = data[at_];
  if (c == '\0') return fail(ErrorCode::nul_byte, at_, "a NUL byte stands in the text");
  if (c == '\r') return carriage_return(data, complete);
  if (state_ == State::quoted) {
    if (c == '"') {
      state_ = State::closing;
      close_ = at_;
    }
  } else if (c == '\n') {
    return finish(at_ + 1);
  } else if (c == delimiter_) {
    end_field();
  } else if (state_ == State::closing) {
    if (c != '"') return fail(ErrorCode::quote_invalid, at_, "text stands between the closing quote and the next delimiter");
    doubled_ = true;
    state_ = State::quoted;
  } else if (c == '"') {
    if (state_ == State::unquoted) return fail(ErrorCode::quote_invalid, at_, "a quote stands inside a cell that is not quoted");
    state_ = State::quoted;
    begin_ = at_ + 1;
    doubled_ = false;
  } else if (state_ == State::cell_start) {
    state_ = State::unquoted;
    begin_ = at_;
  }
  return std::nullopt;
}

CsvScanner::Outcome CsvScanner::scan(std::string_view data, bool complete) {
  for (; at_ < data.size(); ++at_)
    if (const std::optional<Outcome> outcome = byte(data, complete)) return *outcome;
  if (!complete) return Outcome::incomplete;
  if (at_ == start_) return Outcome::end;
  if (state_ == State::quoted) return fail(ErrorCode::quote_not_closed, begin_ - 1, "the quote that opens here is not closed");
  return finish(at_);
}

}  // namespace novikoff::text
