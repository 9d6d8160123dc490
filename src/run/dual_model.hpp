// Models of the dual space: what they score, and how they are made from a run.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "novikoff/learn/dual.hpp"
#include "novikoff/learn/model.hpp"

namespace novikoff {

/// The same vote, its examples (unit vectors) moved to other places.
template <class To>
VotedHypothesis with_examples(const VotedHypothesis& voted, To to) {
  RowStore examples;
  UnitRow unit;
  for (std::size_t e = 0; e < voted.examples().size(); ++e) examples.append(unit(to(voted.examples()[e].width() - 1)));
  return {voted.start(), voted.start_count(), std::move(examples), voted.steps()};
}

/// Scores rows by a model with an expansion. The model must outlive it.
class ExpansionScorer {
 public:
  explicit ExpansionScorer(const Model& model);
  ExpansionScorer(const ExpansionScorer&) = delete;
  ExpansionScorer& operator=(const ExpansionScorer&) = delete;

  /// s = Σ c_k·K(x_k, x) + b, or the vote Σ c_v·sign(s_v); features that the model does not know are left out. `sign_known` false: a value is not finite.
  Score score(const FeatureView& x);

 private:
  Score vote() const;

  const Model& model_;
  KernelRows rows_;
  std::vector<double> values_, weights_;
  std::optional<Hypothesis> linear_;
};

/// Of a linear kernel the weights that the coefficients `h` stand for, Σ c_k·x_k; none for other kernels.
std::optional<Hypothesis> input_weights(const Model& model, const Hypothesis& h);

}  // namespace novikoff
