#include "prove/exact_passes.hpp"

#include <utility>

namespace novikoff {
namespace {

constexpr std::size_t kMostBits = 400;  // of a value

double in_double(std::int64_t value) noexcept { return static_cast<double>(value); }
double in_double(const Integer& value) { return nearest_double(value); }

RowStore in_doubles(const ExactRows& rows) {
  RowStore store;
  std::vector<double> values;
  for (std::size_t row = 0; row < rows.size(); ++row)
    rows.visit(row, [&](const auto& z) {
      values.clear();
      for (std::size_t k = 0; k < z.size; ++k) values.push_back(rows.y(row) * in_double(z.value[k]));
      store.append({z.column, values.data(), z.size});
    });
  return store;
}

std::vector<std::int8_t> labels(const ExactRows& rows) {
  std::vector<std::int8_t> y(rows.size());
  for (std::size_t row = 0; row < y.size(); ++row) y[row] = static_cast<std::int8_t>(rows.y(row));
  return y;
}

}  // namespace

bool ExactPasses::possible(const ExactRows& rows) {
  if (rows.is_wide())
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const ExactRow<Integer> z = rows.wide(row);
      for (std::size_t k = 0; k < z.size; ++k)
        if (z.value[k].bits() > kMostBits) return false;
    }
  return true;
}

ExactPasses::ExactPasses(const ExactRows& rows, unsigned threads)
    : RowsInMemory(in_doubles(rows), labels(rows), rows.n_columns(), rows.numbers(), 0, threads), rows_(rows) {}

Result<ExactRows> ExactPasses::exact(std::span<const std::uint64_t> wanted) { return rows_.subset({wanted.begin(), wanted.end()}).by_column(); }

}  // namespace novikoff
