#include "prove/exact_scores.hpp"

namespace novikoff {
namespace {

// z_i·z_j of rows whose columns ascend.
template <class S, class T>
S product(const ExactRow<T>& a, const ExactRow<T>& b) {
  S sum = 0;
  for (std::size_t i = 0, j = 0; i < a.size && j < b.size;) {
    if (a.column[i] == b.column[j]) {
      sum += S(a.value[i]) * S(b.value[j]);
      ++i, ++j;
    } else if (a.column[i] < b.column[j]) {
      ++i;
    } else {
      ++j;
    }
  }
  return sum;
}

// m_i = W·z_i of all rows. W itself is made from the counts when it is asked for.
template <class S>
class Dual final : public ExactScores<Dual<S>, S> {
 public:
  Dual(const ExactTask& task, const std::vector<Integer>& weights)
      : ExactScores<Dual<S>, S>(task), start_(weights), counts_(task.rows.size()), gram_(task.rows.size()) {
    scores_.reserve(counts_.size());
    const ExactDot dot(task.rows, weights);
    for (std::size_t row = 0; row < counts_.size(); ++row) scores_.push_back(whole_of<S>(dot(row)));
  }

  const S& score(std::size_t row) const noexcept { return scores_[row]; }

  void add(std::size_t row, int times) override {
    counts_[row] += times;
    std::vector<S>& gram = gram_[row];
    if (gram.empty()) make_gram(row, gram);
    const std::size_t n = scores_.size();
    S* const m = scores_.data();
    const S* const g = gram.data();
    if (times > 0)
      for (std::size_t i = 0; i < n; ++i) m[i] += g[i];
    else
      for (std::size_t i = 0; i < n; ++i) m[i] -= g[i];
  }

  std::vector<Integer> weights() const override {
    std::vector<Integer> weights = start_;
    for (std::size_t row = 0; row < counts_.size(); ++row)
      if (counts_[row] != 0) add_row(this->task().rows, row, this->task().step * Integer(counts_[row]), weights);
    return weights;
  }

  // Equal scores are equal weights: W − W' is a sum D of rows, and D·z_i = 0 for all i gives D·D = 0.
  void mark() override { mark_ = scores_; }
  bool at_mark() const override { return scores_ == mark_; }

 private:
  // step·z_row·z_i of all i.
  void make_gram(std::size_t row, std::vector<S>& gram) {
    const ExactRows& rows = this->task().rows;
    const S step = whole_of<S>(this->task().step);
    gram.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) gram.push_back(step * (rows.is_wide() ? wide(row, i) : product<S>(rows.narrow(row), rows.narrow(i))));
  }
  S wide(std::size_t row, std::size_t i) const { return whole_of<S>(product<Integer>(this->task().rows.wide(row), this->task().rows.wide(i))); }

  std::vector<Integer> start_;
  std::vector<std::int64_t> counts_;
  std::vector<S> scores_, mark_;
  std::vector<std::vector<S>> gram_;
};

}  // namespace

std::unique_ptr<ExactSpace> make_dual(const ExactTask& task, Tier tier, const std::vector<Integer>& weights) {
  switch (tier) {
    case Tier::doubles:
    case Tier::sixty_four:
      return std::make_unique<Dual<std::int64_t>>(task, weights);
    case Tier::hundred_twenty_eight:
      return std::make_unique<Dual<Int128>>(task, weights);
    default:
      return std::make_unique<Dual<Integer>>(task, weights);
  }
}

}  // namespace novikoff
