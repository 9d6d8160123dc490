// Counting the failures of scores.
#pragma once

#include "novikoff/data/dataset.hpp"
#include "novikoff/learn/hypothesis.hpp"
#include "novikoff/learn/rule.hpp"

namespace novikoff {

/// The figures of the rows of `data`, whose scores are score_of(row), a Result<Scaled>; the first error ends it.
template <class Scores>
Result<Evaluation> evaluate_scores(const Dataset& data, Scores score_of) {
  Evaluation result;
  result.rows = data.size();
  for (std::size_t row = 0; row < data.size(); ++row) {
    const double y = data[row].y;
    const Result<Scaled> score = score_of(row);
    if (!score) return score.error();
    const double sign = score->sign();
    result.errors += is_error(y, sign) ? 1 : 0;
    result.wrong_predictions += is_mistake(y, sign) ? 1 : 0;
    result.zero_scores += sign == 0 ? 1 : 0;
    const Scaled margin{y * score->mantissa, score->exponent};
    if (row == 0 || margin < result.margin_min) result.margin_min = margin;
    if (margin.sign() < 0) result.risk = result.risk + Scaled{-margin.mantissa, margin.exponent};
  }
  return result;
}

}  // namespace novikoff
