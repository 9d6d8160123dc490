// Predictions of a model on a stream of rows.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "novikoff/data/source.hpp"
#include "novikoff/learn/model.hpp"
#include "novikoff/run/train.hpp"

namespace novikoff {

/// One row's answer. `score` is s, or for a vote Σ c_k·sign(v_k·x); predict(0) = +1.
struct Prediction {
  std::uint64_t row = 0;  ///< from 0
  RowPlace place;
  double score = 0;
  bool score_in_range = true;
  double predicted = 0;     ///< −1 or +1
  std::optional<double> y;  ///< the label, if the row has one
};

struct PredictOptions {
  std::function<bool()> after_block = {};  ///< called when the rows at hand are answered and the next may have to be waited for; false stops
  bool unseen_is_error = false;            ///< a feature the model does not know: error unseen_index instead of weight 0 and a count
};

/// Confusion counts over the labelled rows, and what else there is to say.
struct PredictReport {
  std::uint64_t rows = 0, labelled = 0;
  std::uint64_t unseen_values = 0;                                                                 ///< non-zero values of features the model does not know
  std::uint64_t unseen_rows = 0;                                                                   ///< rows that have any
  std::uint64_t true_positives = 0, false_positives = 0, true_negatives = 0, false_negatives = 0;  ///< by predict(0) = +1
  Evaluation evaluation;                                                                           ///< of the labelled rows
};

/// Predicts every row of `source`, calling `each` in order; `each` may return false to stop. The model is not changed.
/// `labels` is the source's: fixed to the model's classes, or any that cannot fail, as the caller chose.
/// Errors: the source's; unseen_index; score_not_representable naming the row.
Result<PredictReport> predict(const Model& model, Source& source, const Labels& labels, const PredictOptions& options,
                              const std::function<bool(const Prediction&)>& each);

}  // namespace novikoff
