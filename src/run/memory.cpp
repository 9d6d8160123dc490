#include "novikoff/run/memory.hpp"

#include "run/keeps.hpp"

namespace novikoff {

RunSize size_of(const Dataset& data) {
  RunSize size{.rows = data.size(), .weights = data.n_places()};
  for (std::size_t row = 0; row < data.size(); ++row) {
    const FeatureView x = data[row].x;
    (x.dense() ? size.dense_values : size.sparse_values) += x.size;
  }
  return size;
}

std::uint64_t peak_memory(const LearnerSpec& spec, const RunSize& size) {
  const std::uint64_t vectors = with_keep(spec.keep, {}, [](const auto& keep) { return weight_vectors(keep); });
  const std::uint64_t weights = vectors * size.weights * sizeof(double);
  if (spec.order == Order::online) return weights;
  constexpr std::uint64_t kSparse = sizeof(double) + sizeof(std::uint32_t), kDense = sizeof(double), kRow = sizeof(StoredRow) + sizeof(std::int8_t);
  const std::uint64_t permutation = spec.order == Order::shuffled ? size.rows * sizeof(std::uint64_t) : 0;
  return weights + kSparse * size.sparse_values + kDense * size.dense_values + kRow * size.rows + permutation;
}

}  // namespace novikoff
