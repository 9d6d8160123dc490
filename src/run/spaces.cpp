// The primal and the dual space side by side.
#include <algorithm>

#include "novikoff/run/options.hpp"
#include "novikoff/run/train.hpp"
#include "run/keeps.hpp"

namespace novikoff {

SpaceCost space_cost(const Counts& counts, std::uint64_t rows, std::uint64_t values, std::uint64_t support) noexcept {
  const auto n = static_cast<double>(rows), all = static_cast<double>(values);
  const auto seen = static_cast<double>(counts.seen), updates = static_cast<double>(counts.updates);
  return {.primal = (seen + updates) * (rows == 0 ? 0 : all / n), .dual = seen + updates * n + static_cast<double>(support) * all};
}

Result<SpaceComparison> compare_spaces(const Dataset& data, TrainOptions options) {
  const LearnerSpec& spec = options.spec;
  if (spec.kernel.kind != KernelKind::linear || spec.budget.size != 0) return usage_error("--compare-spaces: only the dual space knows kernels and budgets");
  if (spec.arithmetic == Arithmetic::exact) return usage_error("--compare-spaces: in exact arithmetic the spaces always agree");
  // The dual space takes rows with their features, not with places for them.
  if (!data.columns().empty()) {
    const Status fits = with_keep(spec.keep, {}, [&](auto keep) { return check_weights_memory(keep, data.n_features(), options.memory); });
    return fits ? usage_error("--compare-spaces: the rows have places for features") : fits.error();
  }
  options.checkpoint = {};
  options.per_example = options.curve = options.check_kernel = false;
  options.sequence = true;
  options.spec.space = Space::primal;
  const Result<TrainReport> primal = train(data, options);
  if (!primal) return primal.error();
  options.spec.space = Space::dual;
  const Result<TrainReport> dual = train(data, options);
  if (!dual) return dual.error();
  const std::vector<std::uint64_t>&a = primal->update_sequence, &b = dual->update_sequence;
  const auto [in_a, in_b] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  SpaceComparison comparison;
  comparison.updates = static_cast<std::uint64_t>(in_a - a.begin());
  comparison.differs = in_a != a.end() || in_b != b.end();
  if (in_a != a.end()) comparison.primal = *in_a;
  if (in_b != b.end()) comparison.dual = *in_b;
  return comparison;
}

}  // namespace novikoff
