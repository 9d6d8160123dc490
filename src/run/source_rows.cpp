#include "run/source_rows.hpp"

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

namespace novikoff {
namespace {

constexpr std::size_t kSourceRowsAtOnce = 1024;

// Whether the decimal `text` is not the shortest one of `value`, its nearest double, which is normal. Of decimals of up to 15 digits each is.
bool says_more(std::string_view text, double value) {
  constexpr std::size_t kSure = 15;
  if (text.size() <= kSure) return false;
  const std::string shortest = to_text(value);
  return text != shortest && compare(*parse_decimal(text), *parse_decimal(shortest)) != 0;
}

}  // namespace

ErrorInfo SourceRows::error(ErrorCode code, std::string message) const {
  return {code, std::move(message), {source_.schema().files[place().file], place().line, 0}, {}, {}};
}

Result<bool> SourceRows::next() {
  if (block_ == nullptr || ++at_ == block_->size()) {
    const Result<const Block*> block = source_.next(kSourceRowsAtOnce);
    if (!block) return block.error();
    block_ = *block;
    at_ = 0;
    if (block_->size() == 0) return false;
  }
  ++rows_;
  if (label() == Labels::kNone) return error(ErrorCode::label_missing, "the row has no label");
  x_ = block_->features(at_);
  if (with_text_) take_texts();
  return true;
}

// Rows with text are in the order of their features, explicit zeros among them.
void SourceRows::take_texts() {
  long_values_.clear();
  values_.assign(x_.value, x_.value + x_.size);
  for (std::size_t k = 0; k < x_.size; ++k) {
    const std::string_view text = block_->value_text(at_, k);
    const bool normal = std::isnormal(values_[k]);
    if (normal ? !says_more(text, values_[k]) : values_[k] == 0 && (text == "0" || parse_decimal(text)->digits.empty())) continue;
    long_values_.push_back({row(), x_.index[k], std::string(text)});
    if (normal) continue;
    doubles_hold_ = false;
    values_[k] = 1;  // so that the value has a place in the row
  }
  canonical_.clear();
  [[maybe_unused]] const std::int64_t twice = canonical_.add_row(place(), label(), {x_.index, x_.size}, values_);
  x_ = canonical_.features(0);
}

}  // namespace novikoff
