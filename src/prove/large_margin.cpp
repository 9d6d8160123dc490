#include <algorithm>
#include <set>
#include <utility>

#include "novikoff/prove/enclosure.hpp"
#include "novikoff/prove/large.hpp"
#include "prove/large_search.hpp"
#include "prove/scan.hpp"
#include "prove/work_rows.hpp"

namespace novikoff {
namespace {

constexpr std::size_t kFirstRowsPerColumn = 2;  // of the first pool: a nearest point needs one a column
constexpr std::size_t kMostRows = std::size_t{1} << 16U;

Rational rational_of(const Scaled& value) { return Rational::of(value.mantissa) * Rational::power(2, value.exponent); }

class LargeMargin {
 public:
  LargeMargin(RowPasses& rows, const MarginOptions& options, const LargeTuning& tuning)
      : rows_(rows), options_(options), patience_(options.give_up, options.memory, &rows) {
    const std::size_t columns = static_cast<std::size_t>(rows.n_features()) + 1;
    per_part_ = (tuning.pool_rows > 0 ? tuning.pool_rows : std::min(kFirstRowsPerColumn * columns, kMostRows)) / RowPasses::kParts + 1;
  }

  Result<Certificate> run(const Certificate& separator) {
    if (const Status status = begin(separator); !status) return status.error();
    while (!done_ && !patience_.ended()) {
      if (const Status status = round(separator); !status) return status.error();
    }
    return std::move(best_);
  }

 private:
  // The hyperplane that is known, and the row nearest to it: both ends, whatever happens later.
  Status begin(const Certificate& separator) {
    const std::vector<Integer> u = by_feature(separator, rows_.n_features());
    const Result<Scanned> scanned = scan(rows_, u, {.n_worst = per_part_});
    if (!scanned) return scanned.error();
    for (const CopiedRow& row : scanned->worst) pool_.insert(row.row);
    best_ = separator;
    best_.claim = Claim::margin;
    const Rational least = rational_of(scanned->least);
    best_.gamma2_low = least * least / Rational(sqnorm(u));
    const std::uint64_t nearest = *pool_.begin();
    const Result<ExactRows> row = rows_.exact({&nearest, 1});
    if (!row) return row.error();
    best_.lambda = {{nearest, Rational(1)}};
    best_.gamma2_high = Rational(row->sqnorm(0)) * row->unit() * row->unit();
    return {};
  }

  // The pool's own margin: its point bounds that of all rows from above. Its hyperplane is theirs, if no row is below `threshold`.
  Status round(const Certificate& separator) {
    const std::vector<std::uint64_t> numbers(pool_.begin(), pool_.end());
    const Result<ExactRows> rows = rows_.exact(numbers);
    if (!rows) return rows.error();
    MarginOptions options = options_;
    constexpr std::uint64_t kBesideRows = 4;
    options.memory = kBesideRows * rows->memory() > patience_.memory() ? patience_.more_memory() : patience_.memory();
    Certificate found = max_margin(*rows, separator, options);
    const std::vector<Integer> u = by_feature(found, rows_.n_features());
    const Rational t = threshold(found, *rows, u);
    for (auto& entry : found.lambda) entry.first = numbers[static_cast<std::size_t>(entry.first)];
    if (found.gamma2_high < best_.gamma2_high) {
      best_.gamma2_high = found.gamma2_high;
      best_.lambda = std::move(found.lambda);
    }
    if (patience_.ended()) return {};
    const Result<Scanned> scanned = scan(rows_, u, {.threshold = t, .n_worst = per_part_, .worth_keeping = 0, .give_up = options_.give_up});
    if (!scanned) return scanned.error();
    if (scanned->ended) return {};
    if (scanned->n_below == 0) {
      if (const Rational low = t * t / Rational(sqnorm(u)); best_.gamma2_low < low) {
        best_.gamma2_low = low;
        best_.u = std::move(found.u);
        best_.u_bias = std::move(found.u_bias);
      }
      done_ = true;
      return {};
    }
    const std::size_t before = pool_.size();
    for (const CopiedRow& row : scanned->worst) pool_.insert(row.row);
    pool_.insert(scanned->first_below);
    // The pool's rows are at or above the threshold but where its own interval was wider than asked for.
    done_ = pool_.size() == before;
    return {};
  }

  // What u·z must reach: u·p for the nearest point p where that is known, else what leaves the gap that is asked for.
  Rational threshold(const Certificate& found, const ExactRows& rows, const std::vector<Integer>& u) const {
    if (found.gamma2_low == found.gamma2_high) {
      Rational sum;
      for (const auto& [row, weight] : found.lambda) sum = sum + weight * Rational(dot_by_feature(rows, static_cast<std::size_t>(row), u));
      return sum * rows.unit();
    }
    const double gap = std::min(options_.gap.value_or(MarginOptions::kGapOtherwise), 1.0);
    const Rational part = Rational(1) - Rational::of(gap);
    return rational_of(sqrt(Enclosure::of(part * part * found.gamma2_high * Rational(sqnorm(u)))).high);
  }

  RowPasses& rows_;
  const MarginOptions& options_;
  Patience patience_;
  std::size_t per_part_ = 0;
  std::set<std::uint64_t> pool_;
  Certificate best_;
  bool done_ = false;
};

}  // namespace

Result<Certificate> max_margin(RowPasses& rows, const Certificate& separator, const MarginOptions& options, const LargeTuning& tuning) {
  return LargeMargin(rows, options, tuning).run(separator);
}
Result<Certificate> max_margin(RowPasses& rows, const Certificate& separator, const MarginOptions& options) { return max_margin(rows, separator, options, {}); }

}  // namespace novikoff
