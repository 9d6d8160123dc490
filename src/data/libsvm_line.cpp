#include "libsvm_line.hpp"

#include <algorithm>

#include "novikoff/core/number.hpp"
#include "scan.hpp"

namespace novikoff::text {
namespace {

constexpr std::uint64_t kLargestIndex = 0xffffffffU;  // as written, with either base

// The first byte of `text` that may stand nowhere: lines are given without their end, so a carriage return is a stray one.
std::optional<Fault> forbidden_byte(std::string_view text, std::size_t offset) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\0') return Fault{ErrorCode::nul_byte, offset + i, "a NUL byte stands in the text"};
    if (text[i] == '\r') return Fault{ErrorCode::stray_carriage_return, offset + i, "a carriage return stands where no line ends"};
  }
  return std::nullopt;
}

bool all_digits(std::string_view text) noexcept {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return digit(c) <= 9; });
}

bool is_query_id(std::string_view token) noexcept { return token.substr(0, 4) == "qid:"; }

}  // namespace

LibsvmLine::LibsvmLine(const ReadOptions& options, Labels& labels, Block& block) : options_(options), labels_(labels), block_(block) {}

LibsvmLine::Token LibsvmLine::next_token(std::string_view line, std::size_t& at) const noexcept {
  while (at < line.size() && is_blank(line[at])) ++at;
  const std::size_t begin = at;
  while (at < line.size() && !is_blank(line[at]) && line[at] != '#') ++at;
  return {line.substr(begin, at - begin), begin};
}

std::optional<Fault> LibsvmLine::parse(std::string_view line, std::size_t start, RowPlace place) {
  kind_ = Kind::nothing;
  n_features_ = 0;
  seen_.clear();
  std::size_t at = start;
  const Token first = next_token(line, at);
  if (first.text.empty()) return forbidden_byte(line.substr(at), at);
  block_.begin_row(place);
  std::optional<Fault> fault = read_row(line, start);
  if (!fault && block_.end_row(label_, label_text_) < 0) {
    kind_ = Kind::row;
    return std::nullopt;
  }
  block_.drop_row();
  // A repeated index stands left of whatever else ended the reading.
  if (std::optional<Fault> repeated = repeated_index(line)) return repeated;
  return fault;
}

std::optional<Fault> LibsvmLine::read_row(std::string_view line, std::size_t at) {
  const std::size_t start = at;
  Token token = next_token(line, at);
  label_ = Labels::kNone;
  label_text_ = {};
  if (std::optional<Fault> fault = read_label(token)) return fault;
  if (label_text_.empty()) at = start;  // the first token is a pair
  token = next_token(line, at);
  if (is_query_id(token.text)) {
    if (std::optional<Fault> fault = forbidden_byte(token.text, token.offset)) return fault;
    const std::string_view id = token.text.substr(4);
    if (id.empty()) return Fault{ErrorCode::value_missing, token.offset + 3, "nothing stands after " + in_quotes(token.text)};
    if (!all_digits(id)) return Fault{ErrorCode::value_invalid, token.offset + 4, "query id " + in_quotes(id) + " is not a whole number"};
    token = next_token(line, at);
  }
  for (; !token.text.empty(); token = next_token(line, at))
    if (std::optional<Fault> fault = read_pair(token)) return fault;
  return forbidden_byte(line.substr(at), at);  // a comment
}

std::optional<Fault> LibsvmLine::read_label(const Token& token) {
  const auto& [text, offset] = token;
  if (std::optional<Fault> fault = forbidden_byte(text, offset)) return fault;
  if (text.find(':') != std::string_view::npos) {
    if (options_.labels_optional) return std::nullopt;
    return Fault{ErrorCode::label_missing, offset, "the row starts with " + in_quotes(text) + " and has no label"};
  }
  if (text.find(',') != std::string_view::npos)
    return Fault{ErrorCode::several_labels, offset, in_quotes(text) + " is not one label",
                 "if the file is CSV, say --format csv; several labels a row are not supported"};
  if (!is_number(text)) {
    if (spells_nan(text) || spells_infinity(text)) return Fault{ErrorCode::label_not_finite, offset, "label " + in_quotes(text) + " is not finite"};
    return Fault{ErrorCode::label_invalid, offset, "label " + in_quotes(text) + " is not a number"};
  }
  if (label_too_long(text)) return value_fault(Verdict::too_long, text, offset, "label");
  ErrorInfo error;
  label_ = labels_.intern(text, error);
  if (label_ == Labels::kNone) return Fault{error.code, offset, std::move(error.message), std::move(error.hint)};
  label_text_ = text;
  return std::nullopt;
}

std::optional<Fault> LibsvmLine::read_pair(const Token& token) {
  const auto& [text, offset] = token;
  if (std::optional<Fault> fault = forbidden_byte(text, offset)) return fault;
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return Fault{ErrorCode::colon_missing, offset, in_quotes(text) + " has no colon: features are written index:value"};
  std::uint32_t index = 0;
  if (std::optional<Fault> fault = read_index(text, offset, index)) return fault;
  const std::string_view value_text = text.substr(colon + 1);
  if (value_text.empty()) return Fault{ErrorCode::value_missing, offset + colon, "nothing stands after " + in_quotes(text)};
  double value = 0;
  const Verdict verdict = read_number(value_text, options_.decimals, value);
  if (verdict != Verdict::number) return value_fault(verdict, value_text, offset + colon + 1, "value");
  seen_.push_back({index, offset});
  n_features_ = std::max(n_features_, std::uint64_t{index} + 1);
  if (options_.keep_text || options_.decimals) {
    block_.add(index, value, value_text);
  } else {
    block_.add(index, value);
  }
  return std::nullopt;
}

std::optional<Fault> LibsvmLine::read_index(std::string_view text, std::size_t offset, std::uint32_t& index) const {
  const std::string_view digits = text.substr(0, text.find(':'));
  if (!all_digits(digits)) {
    Fault fault{ErrorCode::index_invalid, offset, "feature index " + in_quotes(digits) + " is not a whole number"};
    if (is_query_id(text)) fault.hint = "a query id stands right after the label, once";
    return fault;
  }
  const std::size_t zeros = std::min(digits.find_first_not_of('0'), digits.size() - 1);
  const std::optional<std::uint64_t> written = parse_unsigned(digits.substr(zeros), kLargestIndex);
  if (!written) return Fault{ErrorCode::index_too_large, offset, "feature index " + in_quotes(digits) + " is larger than 4294967295"};
  if (*written < options_.index_base)
    return Fault{ErrorCode::index_zero, offset, "feature index 0 in " + in_quotes(text) + ", but indices count from 1",
                 "if the file counts from 0, say --index-base 0"};
  const std::uint64_t position = *written - options_.index_base;
  if (options_.n_features != 0 && position >= options_.n_features)
    return Fault{ErrorCode::index_too_large, offset,
                 "feature index " + in_quotes(digits) + " is beyond the " + counted(options_.n_features, "feature", "features") + " declared",
                 "correct the index, or --features"};
  index = static_cast<std::uint32_t>(position);
  return std::nullopt;
}

std::optional<Fault> LibsvmLine::repeated_index(std::string_view line) const {
  std::vector<Seen> sorted = seen_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Seen& a, const Seen& b) { return a.index < b.index; });
  const Seen* second = nullptr;  // the leftmost token whose index was there before
  for (std::size_t k = 1; k < sorted.size(); ++k)
    if (sorted[k].index == sorted[k - 1].index && (second == nullptr || sorted[k].offset < second->offset)) second = &sorted[k];
  if (second == nullptr) return std::nullopt;
  std::size_t at = second->offset;
  const std::string_view token = next_token(line, at).text;
  return Fault{ErrorCode::duplicate_index, second->offset,
               "feature index " + std::string(token.substr(0, std::min<std::size_t>(token.find(':'), 24))) + " repeats"};
}

}  // namespace novikoff::text
