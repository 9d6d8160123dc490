// Labels as people write them, and which of two classes each means.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "novikoff/core/error.hpp"
#include "novikoff/core/number.hpp"

namespace novikoff {

/// One label: its first spelling, and its value if it is a number (equal numbers are one label: 1, +1, 1.0).
struct Label {
  std::string spelling;
  std::optional<Decimal> number;

  static Label of(std::string_view spelling);
  bool same_as(const Label& other) const;
};

/// Which labels an input may have and which class each means. Readers intern every label they meet, so that an error
/// has its place; afterwards y() says what an id means.
///
/// Policies:
/// - collect: at most two distinct labels, mapped when all rows are seen (resolve): the one named by `positive`, else of
///   two numbers the larger, of two words the bytewise larger, is +1. A number and a word: as words.
/// - fixed: exactly the two given, negative then positive; any other is label_unknown.
/// - sign: a number > 0 is +1, ≤ 0 is −1; a second distinct label of the same sign is labels_ambiguous, a word too.
///   With `positive` named: that one is +1, the first other is −1, a third is third_label.
/// - any: whatever number or word, all with id 0 and none remembered; y() has no meaning (conversion).
class Labels {
 public:
  static Labels collect(std::optional<std::string> positive = std::nullopt);
  static Labels fixed(std::string_view negative, std::string_view positive);
  static Labels sign(std::optional<std::string> positive = std::nullopt);
  static Labels any();

  /// The id of the label written `spelling`; kNone if the label may not stand here, with `error` set (code, message, hint; no place).
  /// Cost: a comparison with the last spelling met, in the common case.
  std::int32_t intern(std::string_view spelling, ErrorInfo& error);
  static constexpr std::int32_t kNone = -1;  ///< also the id of a row without a label

  /// collect: decides which id is which class; one_label if fewer than two labels were seen and none is declared.
  /// The other policies: nothing to do.
  Status resolve();

  /// −1 or +1: the class of an id. Requires resolve() for collect; id ≥ 0.
  double y(std::int32_t id) const noexcept { return y_[static_cast<std::size_t>(id)]; }
  /// {negative, positive} as first spelled; an empty string for a class not yet seen (online) or not known.
  std::pair<std::string, std::string> classes() const;
  const std::vector<Label>& all() const noexcept { return labels_; }

 private:
  enum class Policy { collect, fixed, sign, any };
  std::int32_t admit(Label label, ErrorInfo& error);
  std::int32_t admit_collect(Label label, ErrorInfo& error);
  std::int32_t admit_sign(Label label, ErrorInfo& error);
  std::int32_t add(Label label, double y);

  Policy policy_ = Policy::any;
  std::vector<Label> labels_;  // by id, in order of first appearance (fixed: negative, positive)
  std::vector<double> y_;      // by id
  std::optional<Label> positive_;
  std::vector<std::pair<std::string, std::int32_t>> spellings_;  // other spellings of known labels; few
};

}  // namespace novikoff
