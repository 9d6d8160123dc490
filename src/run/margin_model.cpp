// The hyperplane of largest margin as a model.
#include <algorithm>
#include <cmath>
#include <limits>

#include "novikoff/run/certify.hpp"
#include "novikoff/run/settings.hpp"
#include "run/keeps.hpp"

namespace novikoff {
namespace {

// The double nearest to a fraction below 1 in size; of two as near the first tried.
double nearest(const Rational& value) {
  const double guess = value.to_scaled().to_double();
  double best = guess;
  const auto error = [&](double candidate) {
    const Rational difference = Rational::of(candidate) - value;
    return difference.sign() < 0 ? -difference : difference;
  };
  // The guess is off by at most two units in the last place.
  for (const double outward : {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()}) {
    double candidate = guess;
    for (int step = 0; step < 2; ++step) {
      candidate = std::nextafter(candidate, outward);
      if (error(candidate) < error(best)) best = candidate;
    }
  }
  return best;
}

}  // namespace

Provenance provenance_of(const CertifyReport& report) {
  Provenance source = provenance_of(report.data->schema, report.data->classes);
  note_label_column(report.setting->reading, source);
  return source;
}

Result<Model> margin_model(const CertifyReport& report) {
  const Certificate& c = *report.margin;
  const std::uint64_t width = c.u.empty() ? 0 : c.u.back().first + 1;
  if (width > report.setting->reading.memory / sizeof(double))
    return ErrorInfo{
        ErrorCode::memory_limit, "a model of " + std::to_string(width) + " weights needs more memory than --memory allows", {}, "raise --memory", {}};
  // All of them times one power of 2, so that the largest is at least 1/2 and at most 1 in size.
  std::int64_t exponent = c.u_bias.to_scaled().exponent;
  for (const auto& entry : c.u) exponent = std::max(exponent, entry.second.to_scaled().exponent);  // that of a bias of 0 is 0, of a whole number not less
  const Rational scale = Rational::power(2, -exponent);
  Model model;
  model.spec.bias_value = report.setting->bias_value;
  model.spec.arithmetic = Arithmetic::exact;
  model.spec.numbers = report.setting->numbers;
  model.stop = Stop::proof;
  model.n_features = report.data->n_features();
  model.hypothesis.bias_value = report.setting->bias_value;
  model.hypothesis.weights.resize(static_cast<std::size_t>(width));
  for (const auto& [feature, value] : c.u) model.hypothesis.weights[static_cast<std::size_t>(feature)] = nearest(value * scale);
  model.hypothesis.bias_weight = nearest(c.u_bias * scale);
  model.source = provenance_of(report);
  return model;
}

}  // namespace novikoff
