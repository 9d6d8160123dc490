#include "novikoff/prove/kernel_space.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "novikoff/prove/enclosure.hpp"
#include "prove/check_kernel.hpp"
#include "prove/gram.hpp"
#include "prove/gram_columns.hpp"

namespace novikoff {
namespace {

// Rows of one point.
struct Group {
  std::uint32_t first = 0;
  std::array<std::vector<std::uint32_t>, 2> rows;  // negative, positive

  bool mixed() const noexcept { return !rows[0].empty() && !rows[1].empty(); }
  const std::vector<std::uint32_t>& most() const noexcept { return rows[1].size() >= rows[0].size() ? rows[1] : rows[0]; }
  const std::vector<std::uint32_t>& fewest() const noexcept { return rows[1].size() >= rows[0].size() ? rows[0] : rows[1]; }
};

// In the order of their first rows.
std::vector<Group> groups_of(const ExactRows& rows) {
  std::vector<std::uint32_t> order(rows.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return compare_points(rows, a, b) < 0; });
  std::vector<Group> groups;
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (k == 0 || !same_point(rows, order[k - 1], order[k])) groups.push_back({.first = order[k], .rows = {}});
    groups.back().rows[rows.y(order[k]) > 0 ? 1 : 0].push_back(order[k]);
  }
  std::sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) { return a.first < b.first; });
  return groups;
}

using Entries = std::vector<std::pair<std::uint64_t, Rational>>;

void sort_by_row(Entries& entries) {
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
}

Scaled root_above(const Rational& value) { return sqrt(Enclosure::of(value)).high; }

}  // namespace

KernelSpace::KernelSpace(const ExactRows& rows, ExactKernel kernel) : rows_(rows), kernel_(std::move(kernel)) {}

std::optional<std::size_t> KernelSpace::row_not_defined(const ExactRows& rows, const ExactKernel& kernel) { return novikoff::row_not_defined(rows, kernel); }

Rational KernelSpace::max_sqnorm() const {
  Rational most;
  for (std::size_t row = 0; row < rows_.size(); ++row)
    if (Rational square = squared_length(rows_, kernel_, row); most < square) most = std::move(square);
  return most;
}

Certificate KernelSpace::certificate(Claim claim, Verdict verdict) const {
  return {.claim = claim, .verdict = verdict, .numbers = rows_.numbers(), .bias_value = rows_.bias_value(), .kernel = kernel_};
}

// The hyperplane's own margin below, and above the shortest row or, if u is a point of the hull but for its length, that point.
Separation KernelSpace::separable(Certificate c) {
  separator_ = c.u;
  Separation result{.verdict = Verdict::separable, .certificate = {}};
  Rational shortest = squared_length(rows_, kernel_, 0);
  for (std::size_t row = 1; row < rows_.size(); ++row)
    if (Rational square = squared_length(rows_, kernel_, row); square < shortest) shortest = std::move(square);
  if (kernel_.exact()) {
    const bool in_hull = std::all_of(c.u.begin(), c.u.end(), [](const auto& entry) { return entry.second.sign() > 0; });
    const checking::MarginEnds ends = checking::margin_ends(c.u, in_hull ? c.u : Entries(), rows_, kernel_);
    result.margin_low = sqrt(Enclosure::of(ends.low)).low;
    if (in_hull && ends.high < shortest) shortest = ends.high;
  }
  result.margin_high = root_above(shortest);
  result.certificate = std::move(c);
  return result;
}

// Two rows of a point with both labels contradict each other whatever the kernel; all other points lie apart.
Separation KernelSpace::of_points(Claim claim) {
  Certificate c = certificate(claim, Verdict::separable);
  std::vector<std::uint64_t> overlapped;
  std::int64_t mixed = 0;
  const std::vector<Group> groups = groups_of(rows_);
  for (const Group& group : groups) mixed += group.mixed() ? 1 : 0;
  const Rational weight = mixed == 0 ? Rational() : Rational(Integer(1), Integer(claim == Claim::strict ? 2 : 2 * mixed));
  for (const Group& group : groups) {
    if (!group.mixed()) {
      c.u.emplace_back(group.first, Rational(1));
      continue;
    }
    for (const auto& rows : group.rows) {
      overlapped.insert(overlapped.end(), rows.begin(), rows.end());
      if (claim != Claim::strict || c.lambda.size() < 2) c.lambda.emplace_back(rows.front(), weight);
    }
  }
  if (mixed == 0) return separable(std::move(c));
  std::sort(overlapped.begin(), overlapped.end());
  sort_by_row(c.lambda);
  c.verdict = claim == Claim::strict ? Verdict::inseparable : overlapped.size() < rows_.size() ? Verdict::quasi_separable : Verdict::overlapping;
  Separation result{.verdict = c.verdict, .certificate = {}};
  if (claim == Claim::strict)
    c.u.clear();
  else
    result.overlapped = std::move(overlapped);
  result.certificate = std::move(c);
  return result;
}

// At each point the label that fewer of its rows have is an error, and pairs of its rows contradict one another.
ErrorsFound KernelSpace::errors_of_points(bool bracket) const {
  ErrorsFound found;
  found.complete = true;
  Certificate c = certificate(Claim::errors, Verdict::separable);
  ErrorsProof::Node leaf;
  const Rational half(Integer(1), Integer(2));
  for (const Group& group : groups_of(rows_)) {
    found.u.emplace_back(group.most().front(), Rational(1));
    const auto& fewest = group.fewest();
    found.wrong.insert(found.wrong.end(), fewest.begin(), fewest.end());
    for (std::size_t k = 0; k < fewest.size(); ++k) {
      const std::uint32_t one = std::min(fewest[k], group.most()[k]), other = std::max(fewest[k], group.most()[k]);
      leaf.conflicts.emplace_back(found.conflicts.size(), Rational(1));
      found.conflicts.push_back({{one, half}, {other, half}});
    }
  }
  sort_by_row(found.u);
  std::sort(found.wrong.begin(), found.wrong.end());
  found.low = found.high = found.wrong.size();
  if (!bracket) return found;
  c.verdict = found.low == 0 ? Verdict::separable : Verdict::inseparable;
  c.u = found.u;
  c.errors = {.low = found.low, .high = found.high, .conflicts = found.conflicts, .tree = {std::move(leaf)}};
  found.certificate = std::move(c);
  return found;
}

ErrorsFound KernelSpace::no_errors(const Separation& separation, bool bracket) const {
  ErrorsFound found;
  found.complete = true;
  found.u = separation.certificate->u;
  if (!bracket) return found;
  found.certificate = certificate(Claim::errors, Verdict::separable);
  found.certificate->u = found.u;
  found.certificate->errors.tree.resize(1);
  return found;
}

std::optional<Separation> KernelSpace::separable_at_once(const SearchOptions& options) {
  Patience patience(options.give_up, options.memory);
  auto u = separator_guess(Gram(rows_, kernel_, Gram::Of::structure), patience);
  if (!u) return std::nullopt;
  Certificate c = certificate(options.claim, Verdict::separable);
  c.u = *std::move(u);
  return separable(std::move(c));
}

Separation KernelSpace::separate(const SearchOptions& options) {
  if (kernel_.independent()) return of_points(options.claim);
  if (auto found = separable_at_once(options)) return *std::move(found);
  Patience patience(options.give_up, options.memory);
  const Gram gram(rows_, kernel_, Gram::Of::structure);
  const auto spanning = GramColumns::spanning(gram, patience);
  if (spanning) columns_ = GramColumns::make(gram, *spanning, patience);
  if (!columns_) return {};
  Separation found = novikoff::separate(*columns_, options);
  if (!found.certificate) return {};
  found.certificate->bias_value = rows_.bias_value();
  found.certificate->kernel = kernel_;
  if (found.verdict == Verdict::separable) return separable(*std::move(found.certificate));
  return found;
}

ErrorsFound KernelSpace::find_errors(const Separation& separation, const ErrorsOptions& options) {
  if (kernel_.independent()) return errors_of_points(options.bracket);
  if (separation.verdict == Verdict::separable) return no_errors(separation, options.bracket);
  if (!columns_) return {.conflicts = {}, .high = rows_.size()};
  ErrorsFound found = novikoff::find_errors(*columns_, separation, options);
  if (found.certificate) {
    found.certificate->bias_value = rows_.bias_value();
    found.certificate->kernel = kernel_;
  }
  return found;
}

}  // namespace novikoff
