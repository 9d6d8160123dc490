#include <algorithm>

#include "novikoff/prove/check.hpp"
#include "prove/check_entries.hpp"
#include "prove/check_span.hpp"

namespace novikoff {
namespace {

using namespace checking;

// In whole numbers: z in the unit of the rows, u and λ times a common denominator of their entries. Signs, zeros and spans stay the same.
template <class F>
void for_each_entry(const ExactRows& rows, std::size_t row, const F& f) {
  rows.visit(row, [&](const auto& z) {
    for (std::size_t k = 0; k < z.size; ++k) f(z.column[k], z.value[k]);
  });
}

// u on the columns of a stretch of rows.
class Direction {
 public:
  Direction(const Certificate& c, const ExactRows& rows, const Integer& denominator) : rows_(rows), u_(rows.n_columns()), narrow_(rows.n_columns()) {
    std::size_t column = 0;
    for (const auto& [feature, value] : c.u) {
      while (column < u_.size() && rows.feature(column) < feature) ++column;
      if (column < u_.size() && rows.feature(column) == feature) u_[column] = times(value, denominator);  // else it is 0 in every row
    }
    if (rows.has_bias()) u_.back() = times(c.u_bias, denominator);
    is_narrow_ = !rows.is_wide() && std::all_of(u_.begin(), u_.end(), [](const Integer& entry) { return entry.fits_int64(); });
    for (std::size_t k = 0; is_narrow_ && k < u_.size(); ++k) narrow_[k] = u_[k].to_int64();
  }
  // Of u·z. A product of two 64-bit numbers fits 128 bits; where the sum does not, big integers go on.
  int sign(std::size_t row) const {
    __extension__ __int128 total = 0;
    bool fits = is_narrow_;
    if (const auto z = fits ? rows_.narrow(row) : ExactRow<std::int64_t>(); fits)
      for (std::size_t k = 0; k < z.size && fits; ++k) {
        __extension__ const __int128 product = static_cast<__int128>(narrow_[z.column[k]]) * z.value[k];
        fits = !__builtin_add_overflow(total, product, &total);
      }
    if (fits) return total > 0 ? 1 : total < 0 ? -1 : 0;
    Integer sum;
    for_each_entry(rows_, row, [&](std::uint32_t column, const auto& value) { sum.add_product(u_[column], value); });
    return sum.sign();
  }

 private:
  const ExactRows& rows_;
  Integers u_;
  std::vector<std::int64_t> narrow_;
  bool is_narrow_ = false;
};

std::optional<Refusal> refuse_places(const Entries& entries, std::uint64_t end, bool of_rows) {
  const std::string what = of_rows ? "λ" : "u", names = of_rows ? "λ names a row" : "u names a feature";
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const auto row = of_rows && entries[k].first < end ? std::optional(entries[k].first) : std::nullopt;
    if (entries[k].first >= end) return Refusal{names + " that the data do not have", row};
    if (k > 0 && entries[k].first <= entries[k - 1].first) return Refusal{names + " twice or out of order", row};
    if (entries[k].second.sign() == 0) return Refusal{what + " has an entry of 0", row};
    if (of_rows && entries[k].second.sign() < 0) return Refusal{"λ is below 0", row};
  }
  return std::nullopt;
}

// `rows`: those of λ.
std::optional<Refusal> refuse_sum(const Entries& lambda, const ExactRows& rows) {
  const Integer denominator = common_denominator(lambda, Rational());
  Integers sum(rows.n_columns());
  for (std::size_t k = 0; k < lambda.size(); ++k)
    for_each_entry(rows, k, [&, f = times(lambda[k].second, denominator)](std::uint32_t column, const auto& z) { sum[column].add_product(f, z); });
  for (std::size_t column = 0; column < sum.size(); ++column)
    if (sum[column].sign() != 0)
      return Refusal{"the sum of λ·z is not 0 in coordinate " + std::to_string(rows.feature(column) + 1) + " (the bias comes last)", {}};
  return std::nullopt;
}

std::optional<Refusal> refuse_form(const Certificate& c, const RowsToCheck& rows) {
  if (c.claim == Claim::existence) return Refusal{"a proof of existence is checked in another way (--exhaustive)", {}, true};
  if (c.claim != Claim::separation && c.claim != Claim::strict) return Refusal{"the claim " + std::string(name(c.claim)) + " needs all rows at once", {}, true};
  if (rows.size == 0) return Refusal{"there are no rows", {}};
  if (c.numbers != rows.numbers) return Refusal{"it is about numbers of another kind: " + std::string(name(c.numbers)), {}};
  if (!(c.bias_value == rows.bias_value)) return Refusal{"it is about another bias value: " + c.bias_value.to_text(), {}};
  if (c.u_bias.sign() != 0 && rows.bias_value.sign() == 0) return Refusal{"u has a bias coordinate, but there is no bias", {}};
  if (auto refusal = refuse_places(c.u, rows.n_features, false)) return refusal;
  if (auto refusal = refuse_places(c.lambda, rows.size, true)) return refusal;
  const bool strict = c.claim == Claim::strict;
  if (c.verdict == Verdict::undecided || (c.verdict == Verdict::inseparable) != (strict && c.verdict != Verdict::separable))
    return Refusal{"the claim " + std::string(name(c.claim)) + " has no verdict " + std::string(name(c.verdict)), {}};
  if (c.verdict == Verdict::inseparable && (!c.u.empty() || c.u_bias.sign() != 0)) return Refusal{"a proof of inseparability has no u", {}};
  if (strict && c.verdict == Verdict::separable && !c.lambda.empty()) return Refusal{"a strict proof of separability has no λ", {}};
  if (c.verdict == Verdict::inseparable && c.lambda.empty()) return Refusal{"λ is empty, which proves nothing", {}};
  return std::nullopt;
}

// What the rows themselves say.
class Look {
 public:
  Look(const Certificate& c, const ExactRows& of_lambda, std::uint64_t memory)
      : c_(c), of_lambda_(of_lambda), memory_(memory), denominator_(common_denominator(c.u, c.u_bias)) {}
  std::optional<Refusal> refuse(std::uint64_t first, const ExactRows& rows) {
    const Direction u(c_, rows, denominator_);
    std::vector<std::uint32_t> places;  // those of the rows in the span
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const std::uint64_t row = first + k;
      const int sign = u.sign(k);
      if (sign < 0) return Refusal{"u·z is below 0", row};
      if (sign > 0) continue;
      if (c_.verdict == Verdict::separable) return Refusal{"u·z is 0, not above it", row};
      if (!span_) span_.emplace(of_lambda_, memory_);  // for the first row that asks
      if (span_->too_large()) return Refusal{"the rank test of the rows with λ > 0 may take more memory than is allowed", row, true};
      if (places.empty()) places = span_->places(rows);
      if (!span_->contains(rows, k, places)) return Refusal{"u·z is 0, but the row is no combination of those with λ > 0", row};
      proved.overlapped.push_back(row);
    }
    return std::nullopt;
  }
  Proved proved;

 private:
  const Certificate& c_;
  const ExactRows& of_lambda_;
  std::uint64_t memory_;
  Integer denominator_;
  std::optional<Span> span_;
};

}  // namespace

Result<std::variant<Proved, Refusal>> check(const Certificate& certificate, const RowsToCheck& rows, std::uint64_t memory) {
  using Outcome = std::variant<Proved, Refusal>;
  if (certificate.kernel) return Outcome(Refusal{"a proof with a kernel needs all rows at once", {}, true});
  if (certificate.claim == Claim::margin) return check_margin(certificate, rows);
  if (auto refusal = refuse_form(certificate, rows)) return Outcome(*std::move(refusal));
  std::vector<std::uint64_t> wanted;
  for (const auto& entry : certificate.lambda) wanted.push_back(entry.first);
  const Result<ExactRows> of_lambda = wanted.empty() ? Result<ExactRows>(ExactRows()) : rows.some(wanted);
  if (!of_lambda) return of_lambda.error();
  if (auto refusal = refuse_sum(certificate.lambda, *of_lambda)) return Outcome(*std::move(refusal));
  if (certificate.verdict == Verdict::inseparable) return Outcome(Proved{Verdict::inseparable, {}});
  Look look(certificate, *of_lambda, memory);
  std::optional<Refusal> refusal;
  const Status status = rows.all([&](std::uint64_t first, const ExactRows& stretch) { return !(refusal = look.refuse(first, stretch)); });
  if (!status) return status.error();
  if (refusal) return Outcome(*std::move(refusal));
  const std::size_t n = look.proved.overlapped.size();
  look.proved.verdict = n == 0 ? Verdict::separable : n == rows.size ? Verdict::overlapping : Verdict::quasi_separable;
  if (look.proved.verdict != certificate.verdict)
    return Outcome(Refusal{"the numbers prove " + std::string(name(look.proved.verdict)) + ", not what the verdict says", {}});
  return Outcome(std::move(look.proved));
}

}  // namespace novikoff
