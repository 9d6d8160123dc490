#include "novikoff/core/label.hpp"

#include <algorithm>
#include <initializer_list>

#include "novikoff/core/spelling.hpp"

namespace novikoff {
namespace {

std::string quoted(std::string_view text) { return in_visible_quotes(text); }

// What to do about `label`, if it is one of the known ones but for what is easily overlooked.
std::string hint_of(const Label& label, std::initializer_list<std::string_view> known) {
  for (const std::string_view other : known)
    if (const std::string_view difference = only_difference(label.spelling, other); !difference.empty())
      return quoted(label.spelling) + " and " + quoted(other) + " differ only in " + std::string(difference) + ": if they are one label, spell them alike";
  return {};
}

// The third may be the first again, or the first two may be one.
void third(const Label& label, const Label& one, std::string_view where, const Label& other, ErrorInfo& error) {
  error.code = ErrorCode::third_label;
  error.message = "a third label " + quoted(label.spelling) + std::string(where) + quoted(one.spelling) + " and " + quoted(other.spelling);
  error.hint = hint_of(label, {one.spelling, other.spelling});
  if (error.hint.empty()) error.hint = hint_of(one, {other.spelling});
}

std::string not_seen(const Label& positive) { return "no row so far has the label " + quoted(positive.spelling) + ": is it spelt right?"; }

bool less(const Label& a, const Label& b) {
  if (a.number && b.number) return compare(*a.number, *b.number) < 0;
  return a.spelling < b.spelling;
}

}  // namespace

Label Label::of(std::string_view spelling) { return {std::string(spelling), parse_decimal(spelling)}; }

bool Label::same_as(const Label& other) const {
  if (number && other.number) return *number == *other.number;
  return spelling == other.spelling;
}

Labels Labels::collect(std::optional<std::string> positive) {
  Labels labels;
  labels.policy_ = Policy::collect;
  if (positive) labels.positive_ = Label::of(*positive);
  return labels;
}

Labels Labels::fixed(std::string_view negative, std::string_view positive) {
  Labels labels;
  labels.policy_ = Policy::fixed;
  labels.add(Label::of(negative), -1);
  labels.add(Label::of(positive), +1);
  return labels;
}

Labels Labels::sign(std::optional<std::string> positive) {
  Labels labels;
  labels.policy_ = Policy::sign;
  if (positive) labels.positive_ = Label::of(*positive);
  return labels;
}

Labels Labels::any() { return {}; }

std::int32_t Labels::add(Label label, double y) {
  labels_.push_back(std::move(label));
  y_.push_back(y);
  return static_cast<std::int32_t>(labels_.size()) - 1;
}

std::int32_t Labels::intern(std::string_view spelling, ErrorInfo& error) {
  if (policy_ == Policy::any) return 0;
  for (std::size_t id = 0; id < labels_.size(); ++id)
    if (labels_[id].spelling == spelling) return static_cast<std::int32_t>(id);
  for (const auto& [known, id] : spellings_)
    if (known == spelling) return id;
  Label label = Label::of(spelling);
  for (std::size_t id = 0; id < labels_.size(); ++id)
    if (labels_[id].same_as(label)) {
      constexpr std::size_t kRemembered = 8;  // a file may spell one label in ever new ways; memory stays bounded
      if (spellings_.size() < kRemembered) spellings_.emplace_back(spelling, static_cast<std::int32_t>(id));
      return static_cast<std::int32_t>(id);
    }
  return admit(std::move(label), error);
}

std::int32_t Labels::admit(Label label, ErrorInfo& error) {
  if (policy_ == Policy::collect) return admit_collect(std::move(label), error);
  if (policy_ == Policy::sign) return admit_sign(std::move(label), error);
  error.code = ErrorCode::label_unknown;
  error.message = "label " + quoted(label.spelling) + " is neither " + quoted(labels_[0].spelling) + " nor " + quoted(labels_[1].spelling);
  error.hint = hint_of(label, {labels_[0].spelling, labels_[1].spelling});
  return kNone;
}

std::int32_t Labels::admit_collect(Label label, ErrorInfo& error) {
  // With a named positive there is room for one other label only, even before the named one has appeared.
  const bool is_positive = positive_ && positive_->same_as(label);
  const bool has_positive = positive_ && std::any_of(labels_.begin(), labels_.end(), [this](const Label& known) { return positive_->same_as(known); });
  const std::size_t room = !positive_ || is_positive || has_positive ? 2 : 1;
  if (labels_.size() < room) return add(std::move(label), 0);
  third(label, labels_[0], " after ", labels_.size() > 1 ? labels_[1] : *positive_, error);
  if (labels_.size() == 1 && error.hint.empty()) error.hint = not_seen(*positive_);
  return kNone;
}

std::int32_t Labels::admit_sign(Label label, ErrorInfo& error) {
  if (positive_) {
    const double y = positive_->same_as(label) ? 1 : -1;
    const auto known = std::find(y_.begin(), y_.end(), y);
    if (known == y_.end()) return add(std::move(label), y);
    third(label, *positive_, " beside ", labels_[static_cast<std::size_t>(known - y_.begin())], error);
    if (labels_.size() == 1 && error.hint.empty()) error.hint = not_seen(*positive_);
    return kNone;
  }
  error.code = ErrorCode::labels_ambiguous;
  error.hint = "declare the two labels: --labels NEGATIVE,POSITIVE";
  if (!label.number) {
    error.message = "label " + quoted(label.spelling) + " is a word, and rows are learned as they arrive";
    return kNone;
  }
  const double y = !label.number->digits.empty() && !label.number->negative ? 1 : -1;
  const auto known = std::find(y_.begin(), y_.end(), y);
  if (known == y_.end()) return add(std::move(label), y);
  error.message = "labels " + quoted(labels_[static_cast<std::size_t>(known - y_.begin())].spelling) + " and " + quoted(label.spelling) +
                  (y > 0 ? " are both above 0" : " are both at most 0") + ", and rows are learned as they arrive";
  return kNone;
}

Status Labels::resolve() {
  if (policy_ != Policy::collect) return {};
  if (labels_.size() < 2) {
    ErrorInfo error;
    error.code = labels_.empty() ? ErrorCode::no_rows : ErrorCode::one_label;
    error.message = labels_.empty() ? "no rows" : "all rows have the label " + quoted(labels_[0].spelling);
    if (!labels_.empty()) error.hint = "if the other label is, say, X: --labels X," + labels_[0].spelling;
    return error;
  }
  const bool second = positive_ ? positive_->same_as(labels_[1]) : less(labels_[0], labels_[1]);
  y_ = second ? std::vector<double>{-1, 1} : std::vector<double>{1, -1};
  return {};
}

std::pair<std::string, std::string> Labels::classes() const {
  std::pair<std::string, std::string> classes;
  for (std::size_t id = 0; id < labels_.size(); ++id) {
    if (y_[id] < 0) classes.first = labels_[id].spelling;
    if (y_[id] > 0) classes.second = labels_[id].spelling;
  }
  if (classes.second.empty() && positive_) classes.second = positive_->spelling;
  return classes;
}

}  // namespace novikoff
