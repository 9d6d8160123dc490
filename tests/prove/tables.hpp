// Tables of doubles as data that are looked at in passes.
#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "novikoff/prove/row_passes.hpp"

namespace novikoff {

struct Table {
  std::vector<std::vector<double>> x;
  std::vector<std::int8_t> y;
};

/// Rows in the form that a reader would give them.
inline RowsInMemory in_memory(const Table& table, Numbers numbers = Numbers::binary64, double bias = 1, unsigned threads = 1,
                              std::vector<LongValue> long_values = {}) {
  RowStore store;
  for (const std::vector<double>& row : table.x) {
    std::vector<std::uint32_t> index;
    std::vector<double> value;
    for (std::uint32_t k = 0; k < row.size(); ++k) {
      if (row[k] == 0) continue;
      index.push_back(k);
      value.push_back(row[k]);
    }
    const std::size_t width = index.empty() ? 0 : index.back() + 1;
    store.append(2 * index.size() >= width ? FeatureView{nullptr, row.data(), width} : FeatureView{index.data(), value.data(), value.size()});
  }
  return {std::move(store), table.y, table.x.front().size(), numbers, bias, threads, std::move(long_values)};
}

inline ExactRows all_exactly(RowsInMemory& rows) {
  std::vector<std::uint64_t> every(static_cast<std::size_t>(rows.size()));
  std::iota(every.begin(), every.end(), std::uint64_t{0});
  return std::move(*rows.exact(every));
}

}  // namespace novikoff
