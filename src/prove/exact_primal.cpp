#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "novikoff/core/row_store.hpp"
#include "novikoff/vec/kernels.hpp"
#include "novikoff/vec/rows.hpp"
#include "prove/exact_scores.hpp"

namespace novikoff {
namespace {

template <class T>
std::vector<T> wholes_of(const std::vector<Integer>& numbers) {
  std::vector<T> result;
  result.reserve(numbers.size());
  for (const Integer& n : numbers) result.push_back(whole_of<T>(n));
  return result;
}

template <class T>
std::vector<Integer> integers_of(const std::vector<T>& numbers) {
  std::vector<Integer> result;
  result.reserve(numbers.size());
  for (const T& n : numbers) result.push_back(integer_of(n));
  return result;
}

// What primal spaces share: weights that are a vector of W.
template <class Space, class W, class S>
class PrimalWeights : public ExactScores<Space, S> {
 public:
  PrimalWeights(const ExactTask& task, const std::vector<Integer>& weights) : ExactScores<Space, S>(task), weights_(wholes_of<W>(weights)) {}
  std::vector<Integer> weights() const override { return integers_of(weights_); }
  void mark() override { mark_ = weights_; }
  bool at_mark() const override { return weights_ == mark_; }

 protected:
  std::vector<W> weights_, mark_;  // NOLINT(misc-non-private-member-variables-in-classes)
};

// Whole numbers below 2^53 in doubles: products and sums of them are exact in any order, so the fast loops of vec serve.
class InDoubles final : public PrimalWeights<InDoubles, double, double> {
 public:
  InDoubles(const ExactTask& task, const std::vector<Integer>& weights)
      : PrimalWeights(task, weights),
        step_(whole_of<double>(task.step)),
        above_{threshold_of<double>(task.threshold_of_negatives), threshold_of<double>(task.threshold_of_positives)} {
    std::vector<double> dense(task.rows.n_columns()), values;
    for (std::size_t row = 0; row < task.rows.size(); ++row) {
      append(task.rows.narrow(row), dense, values);
      y_.push_back(static_cast<std::int8_t>(task.rows.y(row)));
    }
  }
  double score(std::size_t row) const noexcept { return novikoff::dot(rows_[row], weights_.data()); }
  void add(std::size_t row, int times) override { axpy(times * step_, rows_[row], weights_.data()); }
  Hit first_update(const std::uint64_t* order, std::size_t from, std::size_t to) override {
    return order == nullptr ? in_place(from, to) : in_order(order, from, to);
  }

 private:
  // The rows hold y already.
  Hit first_of(std::span<const StoredRow> rows, const std::int8_t* y, std::size_t from) const noexcept {
    const RowTask task{.weights = weights_.data(), .sign = {1, 1}, .above = {above_[0], above_[1]}};
    double score = 0;
    const std::size_t passed = first_not_above(rows, y, rows_.arrays(), task, score);
    return {from + passed, passed < rows.size() ? sign_of(score) : 0};
  }
  Hit in_place(std::size_t from, std::size_t to) const noexcept {
    while (from < to) {
      std::span<const StoredRow> rows = rows_.stored(from);
      rows = rows.first(std::min(rows.size(), to - from));
      const Hit hit = first_of(rows, y_.data() + from, from);
      if (hit.position < from + rows.size()) return hit;
      from = hit.position;
    }
    return {to, 0};
  }
  // Where the rows stand is copied for a few at first, as the next update may be near.
  Hit in_order(const std::uint64_t* order, std::size_t from, std::size_t to) const noexcept {
    constexpr std::size_t kMost = 256;
    std::array<StoredRow, kMost> rows;
    std::array<std::int8_t, kMost> y;
    for (std::size_t n = 8; from < to; n = std::min(2 * n, kMost)) {
      n = std::min(n, to - from);
      for (std::size_t k = 0; k < n; ++k) {
        const auto row = static_cast<std::size_t>(order[from + k]);
        rows[k] = rows_.stored(row).front();
        y[k] = y_[row];
      }
      const Hit hit = first_of({rows.data(), n}, y.data(), from);
      if (hit.position < from + n) return hit;
      from = hit.position;
    }
    return {to, 0};
  }

  void append(const ExactRow<std::int64_t>& z, std::vector<double>& dense, std::vector<double>& values) {
    const std::size_t width = z.size == 0 ? 0 : std::size_t{z.column[z.size - 1]} + 1;
    if (2 * z.size < width) {
      values.assign(z.value, z.value + z.size);
      return rows_.append({z.column, values.data(), z.size});
    }
    dense.assign(width, 0);
    for (std::size_t k = 0; k < z.size; ++k) dense[z.column[k]] = static_cast<double>(z.value[k]);
    rows_.append({nullptr, dense.data(), width});
  }

  double step_;
  double above_[2];  // what a negative's and a positive's score must be above
  RowStore rows_;
  std::vector<std::int8_t> y_;
};

// Weights of 64 bits, sums in S.
template <class S>
class InWords final : public PrimalWeights<InWords<S>, std::int64_t, S> {
 public:
  InWords(const ExactTask& task, const std::vector<Integer>& weights)
      : PrimalWeights<InWords<S>, std::int64_t, S>(task, weights), step_(whole_of<std::int64_t>(task.step)) {}
  S score(std::size_t row) const noexcept {
    // In two sums, which do not wait for each other: the bound holds for the sum over any of the columns.
    const ExactRow<std::int64_t> z = this->task().rows.narrow(row);
    const auto term = [&](std::size_t k) { return static_cast<S>(this->weights_[z.column[k]]) * z.value[k]; };
    S even = 0, odd = 0;
    std::size_t k = 0;
    for (; k + 2 <= z.size; k += 2) {
      even += term(k);
      odd += term(k + 1);
    }
    return k < z.size ? even + odd + term(k) : even + odd;
  }
  void add(std::size_t row, int times) override {
    const ExactRow<std::int64_t> z = this->task().rows.narrow(row);
    const std::int64_t a = times * step_;
    for (std::size_t k = 0; k < z.size; ++k) this->weights_[z.column[k]] += a * z.value[k];
  }

 private:
  std::int64_t step_;
};

class Unlimited final : public PrimalWeights<Unlimited, Integer, Integer> {
 public:
  Unlimited(const ExactTask& task, const std::vector<Integer>& weights) : PrimalWeights(task, weights), step_(task.step), minus_step_(-task.step) {}
  Integer score(std::size_t row) const { return novikoff::dot(task().rows, row, weights_); }
  void add(std::size_t row, int times) override { add_row(task().rows, row, times > 0 ? step_ : minus_step_, weights_); }

 private:
  Integer step_, minus_step_;
};

}  // namespace

std::unique_ptr<ExactSpace> make_primal(const ExactTask& task, Tier tier, const std::vector<Integer>& weights) {
  switch (tier) {
    case Tier::doubles:
      return std::make_unique<InDoubles>(task, weights);
    case Tier::sixty_four:
      return std::make_unique<InWords<std::int64_t>>(task, weights);
    case Tier::hundred_twenty_eight:
      return std::make_unique<InWords<Int128>>(task, weights);
    default:
      return std::make_unique<Unlimited>(task, weights);
  }
}

ExactDot::ExactDot(const ExactRows& rows, const std::vector<Integer>& weights) : rows_(rows), weights_(weights) {
  if (rows.is_wide()) return;
  std::size_t bits = 0;
  for (const Integer& w : weights) bits = std::max(bits, w.bits());
  // |sum| < columns·2^bits·2^value_bits ≤ 2^127.
  std::uint64_t values = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const ExactRow<std::int64_t> z = rows.narrow(row);
    for (std::size_t k = 0; k < z.size; ++k) values |= static_cast<std::uint64_t>(z.value[k] < 0 ? -z.value[k] : z.value[k]);
  }
  const auto value_bits = static_cast<std::size_t>(std::bit_width(values)), sum_bits = static_cast<std::size_t>(std::bit_width(rows.n_columns()));
  if (bits <= 63 && bits + value_bits + sum_bits <= 127) words_ = wholes_of<std::int64_t>(weights);
}

Integer ExactDot::operator()(std::size_t row) const {
  if (words_.empty()) return dot(rows_, row, weights_);
  const ExactRow<std::int64_t> z = rows_.narrow(row);
  Int128 sum = 0;
  for (std::size_t k = 0; k < z.size; ++k) sum += static_cast<Int128>(words_[z.column[k]]) * z.value[k];
  return integer_of(sum);
}

Integer dot(const ExactRows& rows, std::size_t row, const std::vector<Integer>& weights) {
  return rows.visit(row, [&](const auto& z) {
    Integer sum;
    for (std::size_t k = 0; k < z.size; ++k) sum.add_product(weights[z.column[k]], z.value[k]);
    return sum;
  });
}

void add_row(const ExactRows& rows, std::size_t row, const Integer& a, std::vector<Integer>& weights) {
  rows.visit(row, [&](const auto& z) {
    for (std::size_t k = 0; k < z.size; ++k) weights[z.column[k]].add_product(a, z.value[k]);
  });
}

}  // namespace novikoff
