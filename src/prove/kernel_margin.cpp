// The largest margin in a feature space that is known by the products of its rows alone.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "novikoff/prove/enclosure.hpp"
#include "novikoff/prove/kernel_space.hpp"
#include "prove/check_kernel.hpp"
#include "prove/cone.hpp"
#include "prove/corral.hpp"
#include "prove/gram.hpp"
#include "prove/nearest_guess.hpp"

namespace novikoff {
namespace {

constexpr int kKernelWeightBits = 53;
constexpr double kKernelFeasible = 1e11;  // as of max_margin: machine words to multiply in one exact solution

using Entries = std::vector<std::pair<std::uint64_t, Rational>>;

// Whole weights of rows, ascending.
Entries entries_of(const std::map<std::uint32_t, Integer>& weights, const Integer& total) {
  Entries entries;
  for (const auto& [row, weight] : weights)
    if (weight.sign() != 0) entries.emplace_back(row, Rational(weight, total));
  return entries;
}

// Rows l_i in doubles with l_i·l_k near z_i·z_k: Cholesky's factor, the row that is longest in what is left first, until doubles see nothing more. In whole
// numbers of 2^−52, so that they are exact rows like any others.
std::optional<ExactRows> rows_with_products(const ExactRows& rows, const ExactKernel& kernel, Patience& patience) {
  constexpr double kNothing = 0x1p-48;
  const GramDoubles gram(rows, kernel);
  const std::size_t n = rows.size();
  std::vector<std::vector<double>> columns;
  std::vector<double> left(n);
  for (std::size_t i = 0; i < n; ++i) left[i] = gram.product(i, i);
  while (columns.size() < n) {
    const auto pivot = static_cast<std::size_t>(std::max_element(left.begin(), left.end()) - left.begin());
    if (!(left[pivot] > kNothing)) break;
    constexpr std::uint64_t kEach = 64;  // bytes of a value here and of those made of it
    if (patience.ended() || patience.ended_by((columns.size() + 1) * n * kEach)) return std::nullopt;
    const double root = std::sqrt(left[pivot]);
    std::vector<double> column(n);
    for (std::size_t i = 0; i < n; ++i) column[i] = left[i] > 0 ? gram.product(i, pivot) : 0;
    for (const std::vector<double>& other : columns)
      for (std::size_t i = 0; i < n; ++i) column[i] -= other[i] * other[pivot];
    for (std::size_t i = 0; i < n; ++i) {
      column[i] = left[i] > 0 ? column[i] / root : 0;
      left[i] -= column[i] * column[i];
    }
    column[pivot] = root;
    left[pivot] = 0;
    columns.push_back(std::move(column));
  }
  ExactRows::Builder builder(Numbers::binary64, 0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < columns.size(); ++k) builder.add(static_cast<std::uint32_t>(k), std::ldexp(std::nearbyint(std::ldexp(columns[k][i], 52)), -52));
    builder.end_row(1);
  }
  Result<ExactRows> result = builder.finish(columns.size(), ~std::uint64_t{0}, [](std::int8_t y) { return y; });
  return result ? std::optional(*std::move(result)) : std::nullopt;
}

std::map<std::uint32_t, Integer> guess(const ExactRows& rows, const ExactKernel& kernel, Patience& patience) {
  std::map<std::uint32_t, Integer> weights;
  const auto likely = rows_with_products(rows, kernel, patience);
  if (!likely) return weights;
  for (std::size_t row = 0; row < likely->size(); ++row)
    if (likely->sqnorm(row).sign() == 0) return weights;  // nearest_guess takes no rows of 0
  const NearestGuess nearest = nearest_guess(FloatRows(*likely), patience);
  for (std::size_t k = 0; k < nearest.rows.size(); ++k)
    if (const double weight = std::nearbyint(std::ldexp(nearest.weights[k], kKernelWeightBits)); weight > 0) weights[nearest.rows[k]] = Integer::of(weight);
  return weights;
}

// Wolfe's steps (max_margin) where products are whole numbers: exact, and finitely many.
class ExactSearch {
 public:
  ExactSearch(const ExactRows& rows, const ExactKernel& kernel, const MarginOptions& options)
      : gram_(rows, kernel, Gram::Of::values),
        options_(options),
        patience_(options.give_up, options.memory),
        corral_([this](std::uint32_t i, std::uint32_t k) { return column(i)[k]; }) {}

  void run(const std::map<std::uint32_t, Integer>& start) {
    for (const auto& [row, weight] : start) {
      if (!enter(row, weight)) return;
    }
    if (start.empty() && !enter(shortest(), Integer(1))) return;
    if (!offer() || enough()) return;
    while (corral_.settle(patience_)) {
      const std::optional<Lowest> lowest = offer();
      if (!lowest || lowest->nearest || enough() || !enter(lowest->row, Integer())) return;
    }
    offer();
  }

  Rational low, high;
  std::map<std::uint32_t, Integer> u, lambda;

 private:
  struct Lowest {
    std::uint32_t row;
    bool nearest;  // p·z_i ≥ p·p for all rows
  };

  bool enter(std::uint32_t row, Integer weight) {
    constexpr std::uint64_t kEach = 2 * sizeof(Integer);
    std::uint64_t bytes = 0;
    for (const auto& [other, products] : columns_) bytes += products.size() * (kEach + products.front().bits() / 8);
    if (patience_.ended() || patience_.ended_by(bytes)) return false;
    corral_.join(row, std::move(weight));
    return true;
  }

  std::uint32_t shortest() const {
    std::vector<Integer> squares;
    for (std::size_t row = 0; row < gram_.size(); ++row) squares.push_back(gram_.product(row, row));
    return static_cast<std::uint32_t>(std::min_element(squares.begin(), squares.end()) - squares.begin());
  }

  const std::vector<Integer>& column(std::uint32_t row) {
    const auto [known, is_new] = columns_.try_emplace(row);
    if (is_new)
      for (std::size_t k = 0; k < gram_.size(); ++k) known->second.push_back(gram_.product(row, k));
    return known->second;
  }

  // The point p of the corral's weights bounds γ* from above, and as a hyperplane from below.
  std::optional<Lowest> offer() {
    if (corral_.set().empty()) return std::nullopt;
    std::vector<Integer> products(gram_.size());
    for (std::size_t s = 0; s < corral_.set().size(); ++s) {
      const std::vector<Integer>& of = column(corral_.set()[s]);
      for (std::size_t i = 0; i < products.size(); ++i) products[i].add_product(corral_.weights()[s], of[i]);
    }
    Integer square;
    std::map<std::uint32_t, Integer> weights;
    for (std::size_t s = 0; s < corral_.set().size(); ++s) {
      square.add_product(corral_.weights()[s], products[corral_.set()[s]]);
      weights[corral_.set()[s]] = corral_.weights()[s];
    }
    const auto least = std::min_element(products.begin(), products.end());
    const Integer total = corral_.total();
    if (total.sign() == 0) return std::nullopt;
    if (Rational squared = Rational(square, total * total) * gram_.unit(); lambda.empty() || squared < high) {
      high = std::move(squared);
      lambda = weights;
    }
    if (least->sign() > 0)
      if (Rational squared = Rational(*least * *least, square) * gram_.unit(); u.empty() || low < squared) {
        low = std::move(squared);
        u = std::move(weights);
      }
    return Lowest{static_cast<std::uint32_t>(least - products.begin()), *least * total >= square};
  }

  bool enough() const {
    if (!options_.gap && corral_.work() < kKernelFeasible) return false;
    const double gap = options_.gap.value_or(MarginOptions::kGapOtherwise);
    if (u.empty()) return false;
    if (gap >= 1) return true;
    const Rational least = Rational(1) - Rational::of(gap);
    return low >= least * least * high;
  }

  Gram gram_;
  const MarginOptions& options_;
  Patience patience_;
  std::map<std::uint32_t, std::vector<Integer>> columns_;
  Corral corral_;
};

// A short number below and above: one of 64 binary digits, moved by 2^−40 of itself, so that checkers with less precision agree.
Rational moved(const Rational& value, int outward) {
  const Enclosure ends = Enclosure::of(value);
  const Scaled& end = outward < 0 ? ends.low : ends.high;
  constexpr int kDigits = 64, kSlack = 24;
  Integer mantissa = Integer::of(end.mantissa, kDigits);
  mantissa += Integer(outward).shift_left(kSlack);
  return Rational(std::move(mantissa)) * Rational::power(2, end.exponent - kDigits);
}

Integer total_of(const std::map<std::uint32_t, Integer>& weights) {
  Integer total;
  for (const auto& entry : weights) total += entry.second;
  return total;
}

std::map<std::uint32_t, Integer> coprime(std::map<std::uint32_t, Integer> weights) {
  std::vector<Integer> values;
  values.reserve(weights.size());
  for (const auto& entry : weights) values.push_back(entry.second);
  make_coprime(values);
  std::size_t next = 0;
  for (auto& entry : weights) entry.second = std::move(values[next++]);
  return weights;
}

// The point of the hull that a separator with weights above 0 is but for its length; of any other the shortest row.
Entries hull_point(const Entries& separator, const ExactRows& rows, const ExactKernel& kernel) {
  Rational total;
  for (const auto& entry : separator) total = total + entry.second;
  if (std::all_of(separator.begin(), separator.end(), [](const auto& entry) { return entry.second.sign() > 0; })) {
    Entries point = separator;
    for (auto& entry : point) entry.second = entry.second / total;
    return point;
  }
  Rational least = squared_length(rows, kernel, 0);
  std::uint64_t shortest = 0;
  for (std::size_t row = 1; row < rows.size(); ++row)
    if (Rational square = squared_length(rows, kernel, row); square < least) least = std::move(square), shortest = row;
  return {{shortest, Rational(1)}};
}

// A search that ended early may have proved less than the separator that was known before it.
void take_known(const Entries& separator, const ExactRows& rows, const ExactKernel& kernel, Certificate& c) {
  if (separator.empty()) return;
  const Entries point = hull_point(separator, rows, kernel);
  checking::MarginEnds known = checking::margin_ends(separator, point, rows, kernel);
  if (c.u.empty() || c.gamma2_low < known.low) {
    c.u = separator;
    c.gamma2_low = std::move(known.low);
  }
  if (c.lambda.empty() || known.high < c.gamma2_high) {
    c.lambda = point;
    c.gamma2_high = std::move(known.high);
  }
}

}  // namespace

std::optional<Certificate> KernelSpace::max_margin(const MarginOptions& options) {
  Patience patience(options.give_up, options.memory);
  const std::map<std::uint32_t, Integer> start = guess(rows_, kernel_, patience);
  if (start.empty() && !kernel_.exact()) return std::nullopt;
  Certificate c = certificate(Claim::margin, Verdict::separable);
  if (kernel_.exact()) {
    ExactSearch search(rows_, kernel_, options);
    search.run(start);
    c.gamma2_low = std::move(search.low);
    c.gamma2_high = std::move(search.high);
    if (!search.u.empty()) c.u = entries_of(coprime(std::move(search.u)), Integer(1));
    if (!search.lambda.empty()) c.lambda = entries_of(search.lambda, total_of(search.lambda));
    if (c.u.empty() || c.gamma2_low < c.gamma2_high) take_known(separator_, rows_, kernel_, c);
    return c.gamma2_low.sign() > 0 ? std::optional(std::move(c)) : std::nullopt;
  }
  c.u = entries_of(coprime(start), Integer(1));
  c.lambda = entries_of(start, total_of(start));
  const checking::MarginEnds ends = checking::margin_ends(c.u, c.lambda, rows_, kernel_);
  if (ends.low.sign() <= 0) return std::nullopt;
  c.gamma2_low = moved(ends.low, -1);
  c.gamma2_high = moved(ends.high, 1);
  return c;
}

}  // namespace novikoff
