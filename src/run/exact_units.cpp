#include "run/exact_units.hpp"

#include <algorithm>

#include "run/data_reference.hpp"

namespace novikoff {
namespace {

Integer least_common_multiple(const Integer& a, const Integer& b) {
  Integer quotient = a;
  quotient.divide_exactly(Integer::gcd(a, b));
  return quotient * b;
}

Scaled norm_of(const ExactWeights& weights, const ExactUnits& units) {
  Rational sum = Rational(sqnorm(weights.whole)) * weights.scale * weights.scale;
  for (const auto& [feature, weight] : units.fixed) sum = sum + weight * weight;
  return sqrt(sum.to_scaled());
}

}  // namespace

Rational rational_of(double value, Numbers numbers) { return numbers == Numbers::decimal ? Rational::of(*parse_decimal(to_text(value))) : Rational::of(value); }

ExactUnits::ExactUnits(const LearnerSpec& spec, const ExactRows& rows) : step(1), start(rows.n_columns()) {
  const Rational eta = rational_of(spec.eta, spec.numbers);
  weight = eta * rows.unit();
  std::vector<Rational> start_weights(rows.n_columns());
  std::size_t column = 0;
  const std::size_t features = rows.n_columns() - (rows.has_bias() ? 1 : 0);
  for (std::size_t j = 0; j < spec.w0.size(); ++j) {
    while (column < features && rows.feature(column) < j) ++column;
    const Rational w0 = rational_of(spec.w0[j], spec.numbers);
    if (column < features && rows.feature(column) == j)
      start_weights[column] = w0 / weight;
    else if (w0.sign() != 0)
      fixed.emplace_back(j, w0);
  }
  if (rows.has_bias()) start_weights.back() = rational_of(spec.b0, spec.numbers) / rows.bias_value() / weight;
  for (const Rational& w : start_weights) step = least_common_multiple(step, w.denominator());
  for (std::size_t j = 0; j < start.size(); ++j) start[j] = (start_weights[j] * Rational(step)).numerator();
  weight = weight / Rational(step);
  margin = weight * rows.unit();
  threshold = spec.rule == RuleKind::margin ? (rational_of(spec.tau, spec.numbers) / margin).floor() : Integer();
}

ExactTask task_of(const LearnerSpec& spec, const ExactRows& rows, const ExactUnits& units) {
  // Tie rule plus: the predicted label is wrong iff W·z < 0, or W·z = 0 and y = −1.
  if (spec.tie == Tie::plus) return {.rows = rows, .step = units.step, .threshold_of_positives = -1, .threshold_of_negatives = 0};
  return {.rows = rows, .step = units.step, .threshold_of_positives = units.threshold, .threshold_of_negatives = units.threshold};
}

Hypothesis hypothesis_of(const ExactWeights& weights, const LearnerSpec& spec, const ExactRows& rows, const ExactUnits& units) {
  Hypothesis result{std::vector<double>(static_cast<std::size_t>(std::max<std::uint64_t>(rows.n_features(), spec.w0.size()))), 0, spec.bias_value};
  for (const auto& [feature, weight] : units.fixed) result.weights[static_cast<std::size_t>(feature)] = nearest_double(weight);
  for (std::size_t column = 0; column < weights.whole.size(); ++column) {
    const double nearest = nearest_double(Rational(weights.whole[column]) * weights.scale);
    const std::uint64_t feature = rows.feature(column);
    (feature < rows.n_features() ? result.weights[static_cast<std::size_t>(feature)] : result.bias_weight) = nearest;
  }
  return result;
}

void append_row(const ExactRows& rows, std::size_t row, RowStore& store) {
  std::vector<std::uint32_t> index;
  std::vector<double> value;
  rows.visit(row, [&](const auto& z) {
    const std::size_t size = z.size - (rows.has_bias() ? 1 : 0);
    for (std::size_t k = 0; k < size; ++k) {
      const double x = nearest_double(Rational(Integer(z.value[k])) * rows.unit()) * rows.y(row);
      if (x == 0) continue;
      index.push_back(static_cast<std::uint32_t>(rows.feature(z.column[k])));
      value.push_back(x);
    }
  });
  append_example(store, index, value);
}

Evaluation evaluate(const ExactWeights& weights, const ExactRows& rows, const ExactUnits& units) {
  Evaluation result;
  result.rows = rows.size();
  Integer least, risk;
  const ExactDot dot(rows, weights.whole);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    Integer margin = dot(row);
    const int sign = margin.sign();
    result.errors += sign <= 0 ? 1 : 0;
    result.wrong_predictions += sign < 0 || (sign == 0 && rows.y(row) < 0) ? 1 : 0;
    result.zero_scores += sign == 0 ? 1 : 0;
    if (sign < 0) risk -= margin;
    if (row == 0 || margin < least) least.swap(margin);
  }
  const Rational scale = weights.scale * rows.unit();
  result.margin_min = (Rational(least) * scale).to_scaled();
  result.risk = (Rational(risk) * scale).to_scaled();
  result.exact_norm = norm_of(weights, units);
  return result;
}

Scaled radius_of(const ExactRows& rows) { return sqrt((Rational(rows.max_sqnorm()) * rows.unit() * rows.unit()).to_scaled()); }

}  // namespace novikoff
