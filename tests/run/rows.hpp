// Small data sets for tests, written as rows of numbers.
#pragma once

#include <vector>

#include "novikoff/run/train.hpp"

namespace novikoff::testing {

struct Row {
  std::vector<double> x;
  double y;
};

inline Dataset dataset(const std::vector<Row>& rows) {
  std::vector<ExampleView> views;
  std::size_t width = 0;
  for (const Row& row : rows) {
    views.push_back({{nullptr, row.x.data(), row.x.size()}, row.y});
    width = std::max(width, row.x.size());
  }
  return Dataset::from_examples(views, width);
}

inline TrainReport trained(const std::vector<Row>& rows, const LearnerSpec& spec) {
  TrainOptions options;
  options.spec = spec;
  options.per_example = options.sequence = options.curve = true;
  return or_throw(train(dataset(rows), options));
}

inline const std::vector<Row> kAnd{{{0, 0}, -1}, {{0, 1}, -1}, {{1, 0}, -1}, {{1, 1}, +1}};
inline const std::vector<Row> kXor{{{0, 0}, -1}, {{0, 1}, +1}, {{1, 0}, +1}, {{1, 1}, -1}};
inline const std::vector<Row> kLiHang{{{3, 3}, +1}, {{4, 3}, +1}, {{1, 1}, -1}};
inline const std::vector<Row> kContradiction{{{1}, +1}, {{1}, -1}};

inline std::vector<Row> unit_vectors(std::size_t n, bool alternate) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < n; ++i) {
    rows.push_back({std::vector<double>(n), alternate && i % 2 == 1 ? -1.0 : 1.0});
    rows.back().x[i] = 1;
  }
  return rows;
}

}  // namespace novikoff::testing
