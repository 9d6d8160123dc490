// The online protocol: see an example, predict, see its label, learn, wait for the next.
#pragma once

#include <functional>

#include "novikoff/run/train.hpp"

namespace novikoff {

/// One example of a stream, after it was predicted and (if labelled) learned from.
struct OnlineStep {
  std::uint64_t row = 0;  ///< from 0
  RowPlace place;
  double score = 0;            ///< of the weights before the step
  bool score_in_range = true;  ///< see Score
  bool labelled = false;
  double y = 0;       ///< if labelled
  Step step;          ///< if labelled
  Progress progress;  ///< after the step
};

/// Runs the protocol over a stream, one row at a time: `each` is called for a row before the next is read, and may stop the run.
/// Rows without a label are predicted and not learned from. Otherwise as train_stream.
Result<TrainReport> run_online(Source& source, Labels& labels, const TrainOptions& options, const Model* resume,
                               const std::function<std::optional<Stop>(const OnlineStep&)>& each);

}  // namespace novikoff
