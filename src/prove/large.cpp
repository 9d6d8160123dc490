#include "novikoff/prove/large.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "novikoff/prove/existence.hpp"
#include "prove/exact_conflict.hpp"
#include "prove/large_search.hpp"
#include "prove/margin_interval.hpp"
#include "prove/newton.hpp"
#include "prove/pool.hpp"
#include "prove/precise_pool.hpp"
#include "prove/scan.hpp"
#include "prove/work_rows.hpp"

namespace novikoff {
namespace {

constexpr std::size_t kPoolRowsPerColumn = 20;
constexpr std::size_t kMostValues = std::size_t{1} << 24U;    // of the first pool
constexpr std::size_t kMostColumns = 4096;                    // that the active set, which is dense, is tried with
constexpr std::size_t kMostHandedOn = std::size_t{1} << 20U;  // values of a pool that did not suffice
constexpr std::size_t kUnseenThatJoin = 64;
constexpr std::size_t kColumnsForNewton = 300;  // with fewer, a pool is quicker

class LargeSearch {
 public:
  LargeSearch(RowPasses& rows, const SearchOptions& options, const LargeTuning& tuning)
      : rows_(rows),
        options_(options),
        patience_(options.give_up, options.memory, &rows),
        n_columns_(static_cast<std::size_t>(rows.n_features()) + (rows.bias_value() != 0 ? 1 : 0)) {
    const std::size_t columns = std::max<std::size_t>(1, n_columns_);
    pool_rows_ = tuning.pool_rows > 0 ? tuning.pool_rows : std::max(2 * columns, std::min(kPoolRowsPerColumn * columns + 100, kMostValues / columns));
    per_part_ = tuning.worst_per_part > 0 ? tuning.worst_per_part : pool_rows_ / RowPasses::kParts + 1;
    doubles_ = tuning.doubles && n_columns_ > 0 && n_columns_ <= kMostColumns;
  }

  Result<Separation> run() {
    if (n_columns_ > kColumnsForNewton) {
      const Result<bool> done = by_newton();
      if (!done) return done.error();
      if (*done) return std::move(result_);
    }
    if (doubles_) {
      for (const auto step : {&LargeSearch::by_doubles, &LargeSearch::by_double_doubles}) {
        const Result<bool> done = (this->*step)();
        if (!done) return done.error();
        if (*done) return std::move(result_);
      }
    } else {
      const std::vector<std::uint64_t> drawn = drawn_rows(rows_.size(), pool_rows_);
      exact_.insert(drawn.begin(), drawn.end());
    }
    const Status status = by_whole_numbers();
    if (!status) return status.error();
    return std::move(result_);
  }

 private:
  // What a pool has found to be overlapped.
  struct Overlap {
    std::size_t n_contradictions = 0;
    Conflict lambda;
    std::optional<Complement> complement;
  };

  static std::vector<std::uint64_t> rows_of(const std::vector<Contradiction>& contradictions) {
    std::vector<std::uint64_t> result;
    for (const Contradiction& contradiction : contradictions) {
      result.push_back(contradiction.last);
      result.insert(result.end(), contradiction.rows.begin(), contradiction.rows.end());
    }
    std::sort(result.begin(), result.end());
    return result;
  }

  // All rows at once: weights that separate them, or a bound of the margin. Ends the search too where even a matrix of whole numbers on the columns has no
  // room.
  Result<bool> by_newton() {
    const Result<NewtonGuess> guess = newton_guess(rows_, {.threads = options_.threads, .memory = options_.memory / 2}, patience_);
    if (!guess) return guess.error();
    if (guess->clean) {
      note_norms(*guess->scanned);
      conclude(whole_numbers(guess->w), {}, *guess->scanned);
      return true;
    }
    if (guess->high) note_high(*guess->high);
    if (guess->high && options_.exhaustive && !patience_.ended()) {
      const Result<bool> done = by_existence(guess->lambda);
      if (!done || *done) return done;
    }
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    const std::uint64_t matrix = n_columns_ < kMost / sizeof(Integer) ? n_columns_ * n_columns_ * sizeof(Integer) : std::numeric_limits<std::uint64_t>::max();
    return patience_.ended() || patience_.ended_by(matrix) ? undecided() : false;
  }

  Result<bool> by_existence(const std::vector<double>& weights) {
    std::vector<std::pair<std::uint64_t, double>> lambda;
    for (std::uint64_t row = 0; row < weights.size(); ++row)
      if (weights[static_cast<std::size_t>(row)] > 0) lambda.emplace_back(row, weights[static_cast<std::size_t>(row)]);
    const auto check = [&](std::uint64_t memory) { return check_existence(rows_, lambda, {.threads = options_.threads, .memory = memory}); };
    auto checked = check(patience_.memory());
    if (!checked && checked.error().code == ErrorCode::memory_limit) checked = check(patience_.more_memory());
    if (!checked) return checked.error();
    if (std::holds_alternative<Refusal>(*checked)) return false;
    result_.verdict = options_.claim == Claim::strict ? Verdict::inseparable : std::get<Proved>(*checked).verdict;
    result_.existence = std::move(lambda);
    return true;
  }

  // Whether result_ says how it ended; otherwise exact_ are rows to go on with.
  Result<bool> by_doubles() {
    if (patience_.ended_by(2 * pool_rows_ * n_columns_ * sizeof(double))) return undecided();
    const Result<std::vector<CopiedRow>> first = copied_rows(rows_, drawn_rows(rows_.size(), pool_rows_));
    if (!first) return first.error();
    Pool pool(rows_.n_features(), rows_.bias_value(), *first);
    for (;;) {
      if (patience_.ended_by(2 * pool.memory())) return undecided();
      const ActiveSet<double>::Answer answer = pool.solve(options_.give_up);
      if (answer == ActiveSet<double>::Answer::ended) return undecided();
      for (const std::uint64_t row : pool.active()) exact_.insert(row);
      if (answer == ActiveSet<double>::Answer::conflict) {
        const Result<bool> done = conflict(pool.conflict());
        return done && !*done ? hand_on(pool) : done;
      }
      if (!pool.zeros().empty()) exact_.insert(pool.zeros().front());
      if (answer == ActiveSet<double>::Answer::no_further || !pool.zeros().empty()) return hand_on(pool);
      std::vector<Integer> u = pool.separator();
      Result<Scanned> scanned = look(u, {.n_worst = per_part_, .worth_keeping = pool.widest()});
      if (!scanned) return scanned.error();
      if (scanned->ended) return undecided();
      if (scanned->all_above()) {
        if (const Status status = bound_from_above(pool.hull_point()); !status) return status.error();
        conclude(u, {}, *scanned);
        return true;
      }
      if (pool.add(scanned->worst) == 0) {
        join_unseen(*scanned);
        return hand_on(pool);
      }
      exact_.clear();
    }
  }

  bool hand_on(const Pool& pool) {
    if (pool.memory() <= kMostHandedOn * sizeof(double)) handed_on_ = pool.numbers();
    return false;
  }

  // A conflict that doubles have found.
  Result<bool> conflict(const std::vector<std::uint64_t>& numbers) {
    exact_.insert(numbers.begin(), numbers.end());
    const Result<ExactRows> rows = rows_.exact(numbers);
    if (!rows) return rows.error();
    std::optional<ExactConflict> found = exact_conflict(*rows, numbers, patience_);
    if (patience_.ended()) return undecided();
    if (!found || (options_.claim != Claim::strict && found->rank < n_columns_)) return false;
    result_.verdict = options_.claim == Claim::strict ? Verdict::inseparable : Verdict::overlapping;
    result_.certificate = certificate(result_.verdict);
    result_.certificate->lambda = std::move(found->lambda);
    return true;
  }

  // The same on the rows that doubles could not decide about, with twice their precision and then in whole numbers; rows that touch are split here.
  Result<bool> by_double_doubles() {
    const bool strict = options_.claim == Claim::strict;
    PrecisePool pool(rows_.n_features(), rows_.bias_value());
    Overlap overlap;
    for (;;) {
      const std::vector<std::uint64_t> numbers(exact_.begin(), exact_.end());
      const Result<ExactRows> rows = rows_.exact(numbers);
      if (!rows) return rows.error();
      const bool grew = pool.add(*rows, numbers) > 0;
      if (!handed_on_.empty()) {
        // Behind those that doubles were busy with, which so come first.
        const Result<ExactRows> others = rows_.exact(handed_on_);
        if (!others) return others.error();
        pool.add(*others, handed_on_);
        handed_on_.clear();
      }
      if (!grew || (strict && !pool.zeros().empty())) return false;
      if (patience_.ended_by(2 * pool.memory())) return undecided();
      const auto answer = pool.solve(strict, options_.give_up);
      if (answer == ActiveSet<DoubleDouble>::Answer::ended) return undecided();
      if (answer == ActiveSet<DoubleDouble>::Answer::no_further) return false;
      if (!strict && !pool.contradictions().empty()) {
        const Result<bool> more = find_refuting(pool.separator());
        if (!more) return more.error();
        if (*more) continue;
      }
      const Result<std::optional<Certificate>> found = certificate(pool, overlap);
      if (!found) return found.error();
      if (!*found) return patience_.ended() ? undecided() : false;
      if (pool.contradictions().empty())
        if (const Status status = bound_from_above(pool.hull_point()); !status) return status.error();
      const Result<bool> holds = holds_for_all(**found, overlap.complement ? &*overlap.complement : nullptr);
      if (!holds || *holds) return holds;
    }
  }

  // Whether rows that are not yet in the pool refute weights for certain, which makes it needless to find out what is orthogonal to contradictions.
  Result<bool> find_refuting(const std::vector<Integer>& u) {
    constexpr double kCertainly = -1e-9;
    const Result<Scanned> scanned = look(u, {.n_worst = n_columns_ / RowPasses::kParts + 1, .worth_keeping = kCertainly});
    if (!scanned) return scanned.error();
    const std::size_t before = exact_.size();
    for (const CopiedRow& row : scanned->worst) exact_.insert(row.row);
    return exact_.size() > before;
  }

  // What the pool proves about its own rows (`overlap` is kept from one pool to the next); nothing where whole numbers do not confirm it, or the patience is at
  // its end.
  Result<std::optional<Certificate>> certificate(const PrecisePool& pool, Overlap& overlap) {
    std::optional<Certificate> result = certificate(Verdict::undecided);
    if (const std::size_t n = pool.contradictions().size(); !overlap.complement || overlap.n_contradictions != n) {
      overlap = {.n_contradictions = n, .lambda = {}, .complement = {}};
      const std::vector<std::uint64_t> numbers = rows_of(pool.contradictions());
      const Result<ExactRows> rows = rows_.exact(numbers);
      if (!rows) return rows.error();
      std::optional<Conflict> lambda = exact_overlap(*rows, numbers, pool.contradictions(), patience_);
      if (!lambda) return std::optional<Certificate>();
      overlap.lambda = *std::move(lambda);
      if (options_.claim != Claim::strict || n == 0) overlap.complement = Complement::of(*rows, patience_);
    }
    result->lambda = overlap.lambda;
    if (options_.claim == Claim::strict && overlap.n_contradictions > 0) {
      result->verdict = Verdict::inseparable;
      return result;
    }
    if (!overlap.complement) return std::optional<Certificate>();
    set_weights(*result, overlap.complement->orthogonal(pool.separator()));
    return result;
  }

  // A certificate about a few rows, until no row refutes it.
  Status by_whole_numbers() {
    SearchOptions options = options_;
    while (!patience_.ended()) {
      const std::vector<std::uint64_t> numbers(exact_.begin(), exact_.end());
      const Result<ExactRows> rows = rows_.exact(numbers);
      if (!rows) return rows.error();
      options.memory = patience_.memory();
      Separation found = separate_without_pools(*rows, options);
      if (found.margin_high.sign() > 0) note_high(found.margin_high);
      if (found.verdict == Verdict::undecided) {
        if (patience_.ended() || patience_.more_memory() == options.memory) break;
        continue;
      }
      for (auto& entry : found.certificate->lambda) entry.first = numbers[static_cast<std::size_t>(entry.first)];
      const Result<bool> holds = holds_for_all(*found.certificate, nullptr);
      if (!holds) return holds.error();
      if (*holds) return {};
    }
    undecided();
    return {};
  }

  // Whether the search has ended: the certificate is one about all rows, or the patience is at its end. `complement`: of the rows of λ, if that is known.
  Result<bool> holds_for_all(const Certificate& about_some, const Complement* complement) {
    if (about_some.verdict == Verdict::inseparable) {
      result_.verdict = about_some.verdict;
      result_.certificate = about_some;
      return true;
    }
    std::optional<Complement> found;
    if (complement == nullptr) {
      std::vector<std::uint64_t> support;
      for (const auto& entry : about_some.lambda) support.push_back(entry.first);
      const Result<ExactRows> rows = rows_.exact(support);
      if (!rows) return rows.error();
      found = Complement::of(*rows, patience_);
      if (!found) return undecided();
      complement = &*found;
    }
    if (complement->rank() == n_columns_ && n_columns_ > 0) {
      result_.verdict = Verdict::overlapping;
      result_.certificate = certificate(result_.verdict);
      result_.certificate->lambda = about_some.lambda;
      return true;
    }
    const std::vector<Integer> u = by_feature(about_some, rows_.n_features());
    std::uint64_t n_outside = 0;
    ScanOptions options{.n_worst = n_columns_ / RowPasses::kParts + 1, .worth_keeping = 0};
    options.on_zero = [&](const ExactRows& rows, std::size_t at, std::uint64_t number) {
      if (options_.claim != Claim::strict && complement->spans(rows, at)) return;
      if (n_outside++ < kUnseenThatJoin + n_columns_) exact_.insert(number);
    };
    const Result<Scanned> scanned = look(u, std::move(options));
    if (!scanned) return scanned.error();
    if (scanned->ended) return undecided();
    if (scanned->n_below == 0 && n_outside == 0) {
      conclude(u, about_some.lambda, *scanned);
      return true;
    }
    for (const CopiedRow& row : scanned->worst) exact_.insert(row.row);
    if (scanned->n_below > 0) {
      exact_.insert(scanned->first_below);
      join_unseen(*scanned);
    }
    return false;
  }

  Result<Scanned> look(const std::vector<Integer>& u, ScanOptions options) {
    options.largest_norm = largest_norm_;
    options.give_up = options_.give_up;
    Result<Scanned> scanned = scan(rows_, u, options);
    if (!scanned) return scanned;
    if (!std::isfinite(largest_norm_) && !scanned->ended) note_norms(*scanned);
    return scanned;
  }

  void note_norms(const Scanned& scanned) {
    constexpr double kUp = 1 + 0x1p-17;  // norms are sums of at most 2^32 squares
    note_high(Scaled::of(scanned.least_norm * kUp));
    largest_norm_ = scanned.largest_norm;
  }

  void join_unseen(const Scanned& scanned) {
    const auto n = static_cast<std::ptrdiff_t>(std::min(kUnseenThatJoin, scanned.unseen.size()));
    exact_.insert(scanned.unseen.begin(), scanned.unseen.begin() + n);
  }

  void note_high(const Scaled& high) {
    if (!has_high_ || high < high_) high_ = high;
    has_high_ = true;
  }

  // The point of the hull that the active set has found.
  Status bound_from_above(const std::vector<std::pair<std::uint64_t, double>>& point) {
    constexpr int kBits = 60;
    double largest = 0;
    for (const auto& entry : point) largest = std::max(largest, entry.second);
    std::vector<std::uint64_t> numbers;
    std::map<std::uint32_t, Integer> weights;
    for (const auto& [row, weight] : point) {
      const double whole = std::nearbyint(std::ldexp(weight / largest, kBits));
      if (!(whole > 0)) continue;
      weights[static_cast<std::uint32_t>(numbers.size())] = Integer::of(whole);
      numbers.push_back(row);
    }
    if (numbers.empty()) return {};
    const Result<ExactRows> rows = rows_.exact(numbers);
    if (!rows) return rows.error();
    note_high(hull_norm(*rows, weights));
    return {};
  }

  bool undecided() {
    result_ = {};
    result_.margin_high = high_;
    return true;
  }

  Certificate certificate(Verdict verdict) const {
    return {.claim = options_.claim, .verdict = verdict, .numbers = rows_.numbers(), .bias_value = rows_.exact_bias_value()};
  }

  static void set_weights(Certificate& certificate, const std::vector<Integer>& u) {
    for (std::size_t j = 0; j + 1 < u.size(); ++j)
      if (u[j].sign() != 0) certificate.u.emplace_back(j, Rational(u[j]));
    certificate.u_bias = Rational(u.back());
  }

  void conclude(const std::vector<Integer>& u, const Conflict& lambda, const Scanned& scanned) {
    result_.verdict = scanned.n_zero == 0 ? Verdict::separable : scanned.n_zero == rows_.size() ? Verdict::overlapping : Verdict::quasi_separable;
    result_.certificate = certificate(result_.verdict);
    set_weights(*result_.certificate, u);
    result_.certificate->lambda = lambda;
    if (result_.verdict != Verdict::separable) return;
    constexpr double kDown = 1 - 0x1p-40;
    result_.margin_low = scanned.least / sqrt(sqnorm(u).to_scaled()) * Scaled::of(kDown);
    result_.margin_high = high_;
  }

  RowPasses& rows_;
  const SearchOptions& options_;
  Patience patience_;
  std::size_t n_columns_, pool_rows_ = 0, per_part_ = 0;
  bool doubles_ = false, has_high_ = false;
  double largest_norm_ = std::numeric_limits<double>::infinity();
  Scaled high_;
  std::set<std::uint64_t> exact_;         // the pool of whole numbers
  std::vector<std::uint64_t> handed_on_;  // that of doubles, ascending
  Separation result_;
};

}  // namespace

Result<Separation> separate(RowPasses& rows, const SearchOptions& options, const LargeTuning& tuning) { return LargeSearch(rows, options, tuning).run(); }
Result<Separation> separate(RowPasses& rows, const SearchOptions& options) { return separate(rows, options, {}); }

}  // namespace novikoff
