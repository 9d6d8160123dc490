// Cuts CSV into records and cells (RFC 4180), however the bytes arrive.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text.hpp"

namespace novikoff::text {

/// A cell's content within its record: without the quotes around it, quotes inside still doubled.
struct CsvField {
  std::size_t begin = 0, size = 0;
  bool quoted = false;
  bool doubled = false;

  /// Where the cell starts as written, its quote included.
  std::size_t offset() const noexcept { return quoted ? begin - 1 : begin; }
  /// The content; `store` is used if quotes have to be undoubled.
  std::string_view content(std::string_view record, std::string& store) const;
};

class CsvScanner {
 public:
  explicit CsvScanner(char delimiter) : delimiter_(delimiter) {}

  /// The next record begins `offset` bytes into its data; at most `max_fields` of its fields are kept (all are counted).
  void start(std::size_t offset, std::size_t max_fields) noexcept;

  enum class Outcome { record, incomplete, end, fault };
  /// Scans on in `data`, the input from the record's first byte as far as it is there; each call must show at least what the one
  /// before showed. `complete`: no more will come. end: there is no further record.
  Outcome scan(std::string_view data, bool complete);

  const std::vector<CsvField>& fields() const noexcept { return fields_; }
  std::size_t field_count() const noexcept { return count_; }
  /// Bytes of the record, its line end included.
  std::size_t size() const noexcept { return size_; }
  /// Whether the record is a line without a byte.
  bool blank() const noexcept { return blank_; }
  const Fault& fault() const noexcept { return fault_; }

 private:
  enum class State { cell_start, unquoted, quoted, closing };
  std::optional<Outcome> byte(std::string_view data, bool complete);
  std::optional<Outcome> carriage_return(std::string_view data, bool complete);
  Outcome finish(std::size_t size);
  Outcome fail(ErrorCode code, std::size_t offset, std::string message);
  void end_field();

  char delimiter_;
  State state_ = State::cell_start;
  std::size_t start_ = 0, at_ = 0;     // of the record; of the scan
  std::size_t begin_ = 0, close_ = 0;  // of the cell's content; of its closing quote
  bool doubled_ = false;
  std::size_t max_fields_ = 0, count_ = 0, size_ = 0;
  bool blank_ = false;
  std::vector<CsvField> fields_;
  Fault fault_;
};

}  // namespace novikoff::text
