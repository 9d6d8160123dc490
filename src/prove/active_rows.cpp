#include "prove/active_rows.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

#include "novikoff/vec/kernels.hpp"
#include "prove/ahead.hpp"

namespace novikoff {
namespace {

using Vector = ActiveRows::Vector;

constexpr std::size_t kMostProducts = 200;  // with all rows, a solution
constexpr double kMostStrangers = 0.2;      // of the active rows; with more of them nothing learnt is of use
constexpr double kMostApart = 0.1;          // of the active rows; each costs every product, and with more of them all copies are made anew
// Where rows are in memory, copies pay only if many products follow: with few active rows, or few that change sides.
constexpr double kFewActive = 0.25;       // of all rows
constexpr double kFewChange = 0.1;        // of the active rows
constexpr std::size_t kBlock = 256;       // rows; for the first equations every other block is enough, if there are
constexpr double kManyRowsPerColumn = 8;  // of them
constexpr std::size_t kDirections = 32;   // that are kept
constexpr double kNearlyBest = 0.1;       // slope that a whole step leaves

FeatureView view(const Vector& a) noexcept { return {nullptr, a.data(), a.size()}; }
double dot_of(const Vector& a, const Vector& b) noexcept { return novikoff::dot(view(a), b.data()); }
void add_to(Vector& sum, double a, const Vector& x) noexcept { axpy(a, view(x), sum.data()); }

}  // namespace

ActiveRows::ActiveRows(RowPasses& rows, const Vector& lambda, const NewtonOptions& options, Patience& patience)
    : rows_(rows),
      lambda_(lambda),
      options_(options),
      patience_(patience),
      bias_(rows.bias_value()),
      n_columns_(static_cast<std::size_t>(rows.n_features()) + 1),
      member_(lambda.size()),
      stride_(static_cast<double>(rows.size()) > kManyRowsPerColumn * static_cast<double>(n_columns_) ? 2 : 1) {}

double ActiveRows::dot(const ExampleView& z, const Vector& v) const noexcept { return z.y * (novikoff::dot(z.x, v.data()) + bias_ * v.back()); }

void ActiveRows::add(double a, const ExampleView& z, Vector& sum) const noexcept {
  axpy(a * z.y, z.x, sum.data());
  sum.back() += a * z.y * bias_;
}

void ActiveRows::add_with_squares(double a, const ExampleView& z, Vector& sum, Vector& squares) const noexcept {
  const double factor = a * z.y;
  for (std::size_t k = 0; k < z.x.size; ++k) {
    const std::size_t column = z.x.dense() ? k : z.x.index[k];
    const double value = z.x.value[k];
    sum[column] += factor * value;
    squares[column] += value * value;
  }
  sum.back() += factor * bias_;
  squares.back() += bias_ * bias_;
}

void ActiveRows::clear(Parts& parts) const {
  for (Vector& part : parts) part.assign(n_columns_, 0);
}

void ActiveRows::add_up(const Parts& parts, Vector& total) const {
  total.assign(n_columns_, 0);
  for (const Vector& part : parts) add_to(total, 1, part);
}

bool ActiveRows::taken(std::uint64_t row) const noexcept { return row / kBlock % stride_ == 0; }

Status ActiveRows::look(double n_active) {
  if (known_ && n_strangers_ == 0) return {};
  if (copied_ && complete() && n_apart_ + n_strangers_ <= kMostApart * n_active) return look_at_strangers();
  const bool first_time = squares_.empty(), few_change = n_strangers_ <= kFewChange * n_active;
  const bool copy = !rows_.in_memory() || (!first_time && (few_change || n_active <= kFewActive * static_cast<double>(rows_.size())));
  if (!first_time) stride_ = 1;
  const double share = copy ? n_active / static_cast<double>(rows_.size()) / stride_ : 0;
  copies_.clear(static_cast<std::size_t>(share * static_cast<double>(rows_.n_values() + rows_.size())), n_columns_, most_copied());
  joined_.clear(0, n_columns_);
  left_.clear(0, n_columns_);
  Parts square_parts;
  if (first_time) clear(square_parts);
  clear(parts_);
  for (std::size_t part = 0; part < RowPasses::kParts; ++part) copied_to_[part] = RowPasses::part_begin(copy ? part + 1 : part, rows_.size());
  const Status read = rows_.pass([&](std::size_t part, std::uint64_t first, std::span<const ExampleView> views) {
    each_taken(
        views,
        [&](std::size_t k) {
          member_[first + k] = 0;
          return lambda_[first + k] > 0;
        },
        [&](std::size_t k) {
          const bool in_equations = taken(first + k);
          if (first_time && in_equations)
            add_with_squares(lambda_[first + k], views[k], parts_[part], square_parts[part]);
          else
            add(lambda_[first + k], views[k], parts_[part]);
          if (in_equations) copy_row(part, first + k, views[k]);
        });
  });
  copied_ = copy;
  add_up(parts_, sum_);
  if (first_time) {
    add_up_squares(square_parts);
    mean_sqnorm_ = std::accumulate(squares_.begin(), squares_.end(), 0.0) * stride_ / static_cast<double>(rows_.size());
  }
  known_ = true;
  n_strangers_ = n_apart_ = 0;
  block_.clear();
  refined_ = false;
  if (!first_time && few_change) refine();
  return read;
}

// Columns that none of these rows has are as those that have least.
void ActiveRows::add_up_squares(const Parts& parts) {
  add_up(parts, squares_);
  double least = std::numeric_limits<double>::infinity();
  for (const double square : squares_)
    if (square > 0) least = std::min(least, square);
  if (!std::isfinite(least)) return;
  for (double& square : squares_) square = std::max(square, least);
}

// Values that a part may copy. Of rows that are in memory not so much that all of this takes twice what 8 bytes a value do.
std::size_t ActiveRows::most_copied() const noexcept {
  constexpr std::uint64_t kShare = 7;
  const std::uint64_t room = rows_.in_memory() ? std::min<std::uint64_t>(options_.memory, rows_.memory() / kShare) : options_.memory;
  return static_cast<std::size_t>(room / RowPasses::kParts / copied_value_bytes(n_columns_));
}

// The first row without room is where copies end in its part.
void ActiveRows::copy_row(std::size_t part, std::uint64_t row, const ExampleView& z) {
  if (row >= copied_to_[part]) return;
  if (copies_.parts[part].append(z, bias_, n_columns_ - 1))
    member_[row] = 1;
  else
    copied_to_[part] = row;
}

// Now that the active rows are nearly known: their own squares, and the block's equations. Of rows that left copies are still there, and where there is no
// room for all of them some are a sample; of too few nothing is learnt.
void ActiveRows::refine() {
  constexpr std::uint64_t kLeastShare = 4;
  std::uint64_t n_copied = 0;
  for (std::size_t part = 0; part < RowPasses::kParts; ++part) n_copied += copied_to_[part] - RowPasses::part_begin(part, rows_.size());
  if (kLeastShare * n_copied < rows_.size()) return;
  Parts square_parts;
  clear(square_parts);
  block_.choose(squares_);
  std::vector<ColumnBlock::Gram> grams(RowPasses::kParts);
  each_part([&](std::size_t part) {
    copies_.parts[part].add_squares(square_parts[part]);
    joined_.parts[part].add_squares(square_parts[part]);
    block_.add(copies_.parts[part], grams[part]);
  });
  add_up_squares(square_parts);
  block_.factorise(grams, squares_);
  refined_ = true;
}

// Σ λ z, and copies of only those rows that became active or ceased to be.
Status ActiveRows::look_at_strangers() {
  clear(parts_);
  const Status read = rows_.pass([&](std::size_t part, std::uint64_t first, std::span<const ExampleView> views) {
    each_taken(
        views, [&](std::size_t k) { return lambda_[first + k] > 0 || member_[first + k] != 0; },
        [&](std::size_t k) {
          const double lambda = lambda_[first + k];
          if (lambda > 0) add(lambda, views[k], parts_[part]);
          note_side(part, first + k, views[k], lambda > 0);
        });
  });
  add_up(parts_, sum_);
  known_ = true;
  n_apart_ += n_strangers_;
  n_strangers_ = 0;
  if (!refined_) refine();
  return read;
}

void ActiveRows::note_side(std::size_t part, std::uint64_t row, const ExampleView& z, bool active) {
  if (row >= copied_to_[part] || active == (member_[row] != 0)) return;
  member_[row] = active;
  (active ? joined_ : left_).parts[part].append(z, bias_, n_columns_ - 1);
}

// sum += z (z·v), v cut to 24 bits where z is sparse, as in copies.
void ActiveRows::multiply(const ExampleView& z, const Vector& v, const std::vector<float>& near, Vector& sum) const noexcept {
  if (z.x.dense()) return add(dot(z, v), z, sum);
  // The label appears twice, which is 1.
  const double more = bias_ * static_cast<double>(near.back());
  sum.back() += bias_ * add_product(z.x.size, z.x.index, z.x.value, 1, more, near.data(), sum.data());
}

// Σ z (z·v) over the active rows.
Status ActiveRows::multiply(const Vector& v, Vector& product) {
  clear(parts_);
  const std::vector<float> near(v.begin(), v.end());
  each_part([&](std::size_t part) {
    copies_.parts[part].multiply(1, near.data(), parts_[part].data());
    joined_.parts[part].multiply(1, near.data(), parts_[part].data());
    left_.parts[part].multiply(-1, near.data(), parts_[part].data());
  });
  bool all_copied = true;
  for (std::size_t part = 0; part < RowPasses::kParts; ++part) all_copied = all_copied && copied_to_[part] == RowPasses::part_begin(part + 1, rows_.size());
  Status read;
  if (!all_copied)
    read = rows_.pass([&](std::size_t part, std::uint64_t first, std::span<const ExampleView> views) {
      if (first + views.size() <= copied_to_[part]) return;
      each_taken(
          views, [&](std::size_t k) { return first + k >= copied_to_[part] && lambda_[first + k] > 0 && taken(first + k); },
          [&](std::size_t k) { multiply(views[k], v, near, parts_[part]); });
    });
  add_up(parts_, product);
  return read;
}

Result<double> ActiveRows::solve(double forcing, Vector& step) {
  step.assign(n_columns_, 0);
  Vector residual = sum_, scaled, direction(n_columns_), product;
  std::vector<Learnt> found;
  const double first = norm(residual);
  double now = first, before = 0;
  for (std::size_t k = 0; k < std::min(kMostProducts, 2 * n_columns_ + 8) && now > forcing * first && !patience_.ended(); ++k) {
    precondition(residual, scaled);
    const double height = dot_of(residual, scaled), keep = k > 0 ? height / before : 0;
    before = height;
    for (std::size_t j = 0; j < n_columns_; ++j) direction[j] = scaled[j] + keep * direction[j];
    if (const Status read = multiply(direction, product); !read) return read.error();
    const double curvature = dot_of(direction, product);
    if (!(curvature > 0)) break;
    const double size = height / curvature;
    add_to(step, size, direction);
    add_to(residual, -size, product);
    now = norm(residual);
    if (learnt_.size() + found.size() < kDirections) found.push_back({direction, product, curvature});
  }
  std::move(found.begin(), found.end(), std::back_inserter(learnt_));
  return first > 0 ? now / first : 0;
}

// The inverse of the columns' squared norms, of the block's equations, and of the equations themselves along directions of earlier ones (Morales & Nocedal
// 2000).
void ActiveRows::precondition(const Vector& residual, Vector& result) const {
  result = residual;
  std::vector<double> taken(learnt_.size());
  for (std::size_t k = learnt_.size(); k-- > 0;) {
    taken[k] = dot_of(learnt_[k].direction, result) / learnt_[k].curvature;
    add_to(result, -taken[k], learnt_[k].product);
  }
  block_.solve(result, [&] {
    for (std::size_t j = 0; j < n_columns_; ++j) result[j] = squares_[j] > 0 ? result[j] / squares_[j] : 0;
  });
  for (std::size_t k = 0; k < learnt_.size(); ++k) {
    const double given = taken[k] - dot_of(learnt_[k].product, result) / learnt_[k].curvature;
    add_to(result, given, learnt_[k].direction);
  }
}

// Copies of the rows that change sides join the others, if there are any.
Result<bool> ActiveRows::try_whole(const Vector& step, Vector& along) {
  clear(parts_);
  const Status read = rows_.pass([&](std::size_t part, std::uint64_t first, std::span<const ExampleView> views) {
    each_row(views, [&](std::size_t k) {
      along[first + k] = dot(views[k], step);
      const double lambda = lambda_[first + k] - along[first + k];
      if (lambda > 0) add(lambda, views[k], parts_[part]);
      note_side(part, first + k, views[k], lambda > 0);
    });
  });
  if (!read) return read.error();
  Vector sum;
  add_up(parts_, sum);
  known_ = std::fabs(dot_of(step, sum)) <= kNearlyBest * std::fabs(dot_of(step, sum_));
  if (known_) sum_ = std::move(sum);
  // Of another step some may not have changed sides.
  n_strangers_ = known_ ? 0 : 1;
  return known_;
}

void ActiveRows::note_changes(double n, double n_active) {
  known_ = false;
  n_strangers_ += n;
  if (n > kMostStrangers * n_active) learnt_.clear();
}

double ActiveRows::length() const noexcept { return std::sqrt(dot_of(sum_, sum_)); }

// In the columns' norms.
double ActiveRows::norm(const Vector& sum) const noexcept {
  double total = 0;
  for (std::size_t j = 0; j < n_columns_; ++j)
    if (squares_[j] > 0) total += sum[j] * sum[j] / squares_[j];
  return std::sqrt(total);
}

}  // namespace novikoff
