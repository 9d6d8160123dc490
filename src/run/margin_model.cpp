// The hyperplane of largest margin as a model.
#include <algorithm>

#include "novikoff/run/certify.hpp"
#include "novikoff/run/data_reference.hpp"
#include "novikoff/run/settings.hpp"
#include "run/dual_model.hpp"
#include "run/exact_units.hpp"
#include "run/keeps.hpp"

namespace novikoff {
namespace {

// The power of 2 with which the largest is at least 1/2 and at most 1 in size; that of 0 is 1.
Rational scale_of(const Certificate& c) {
  std::int64_t exponent = c.u_bias.to_scaled().exponent;
  for (const auto& entry : c.u) exponent = std::max(exponent, entry.second.to_scaled().exponent);  // that of a bias of 0 is 0, of a whole number not less
  return Rational::power(2, -exponent);
}

Model without_weights(const CertifyReport& report) {
  Model model;
  model.spec.bias_value = report.setting->bias_value;
  model.spec.arithmetic = Arithmetic::exact;
  model.spec.numbers = report.setting->numbers;
  model.stop = Stop::proof;
  model.n_features = report.data->n_features();
  model.hypothesis.bias_value = report.setting->bias_value;
  model.source = provenance_of(report);
  return model;
}

// u = Σ a_k·y_k·(φ(x_k), B): coefficients a_k·y_k, and B times their sum.
Model expansion_of(const CertifyReport& report) {
  const Certificate& c = *report.margin;
  const ExactRows& rows = report.data->rows;
  const Rational scale = scale_of(c);
  Model model = without_weights(report);
  model.spec.space = Space::dual;
  model.spec.kernel = report.setting->kernel;
  model.expansion = Expansion{report.setting->kernel, {}};
  Rational sum;
  for (const auto& [row, a] : c.u) {
    const Rational coefficient = (rows.y(static_cast<std::size_t>(row)) > 0 ? a : -a) * scale;
    sum = sum + coefficient;
    append_row(rows, static_cast<std::size_t>(row), model.expansion->support);
    model.hypothesis.weights.push_back(nearest_double(coefficient));
  }
  model.hypothesis.bias_weight = nearest_double(sum * rows.bias_value());
  return model;
}

// Rows that the model, in doubles, does not have on their side; and the first of them.
std::pair<std::uint64_t, std::uint64_t> errors_of(const Model& model, const ExactRows& rows) {
  ExpansionScorer scorer(model);
  std::uint64_t errors = 0, first = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    RowStore one;
    append_row(rows, row, one);
    const Score score = scorer.score(one[0]);
    if (score.sign_known && score.value * rows.y(row) > 0) continue;
    if (errors++ == 0) first = row;
  }
  return {errors, first};
}

MarginModel in_feature_space(const CertifyReport& report) {
  Model model = expansion_of(report);
  const auto [errors, first] = errors_of(model, report.data->rows);
  if (errors == 0) return {std::move(model), {}};
  return {std::nullopt, "in doubles it has " + counted(errors, "row", "rows") + " on the wrong side (first " + report.data->where(first) +
                            "): the margin is too small beside the kernel's values for scores that are rounded, or a value is beyond the doubles"};
}

}  // namespace

Provenance provenance_of(const CertifyReport& report) {
  Provenance source = provenance_of(report.data->schema, report.data->classes);
  note_reading(report.setting->reading, source);
  return source;
}

Result<MarginModel> margin_model(const CertifyReport& report) {
  const Certificate& c = *report.margin;
  if (c.kernel) return in_feature_space(report);
  const std::uint64_t width = c.u.empty() ? 0 : c.u.back().first + 1;
  if (width > report.setting->reading.memory / sizeof(double))
    return ErrorInfo{
        ErrorCode::memory_limit, "a model of " + std::to_string(width) + " weights needs more memory than --memory allows", {}, "raise --memory", {}};
  const Rational scale = scale_of(c);
  Model model = without_weights(report);
  model.hypothesis.weights.resize(static_cast<std::size_t>(width));
  for (const auto& [feature, value] : c.u) model.hypothesis.weights[static_cast<std::size_t>(feature)] = nearest_double(value * scale);
  model.hypothesis.bias_weight = nearest_double(c.u_bias * scale);
  return MarginModel{std::move(model), {}};
}

}  // namespace novikoff
