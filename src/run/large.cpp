#include "run/large.hpp"

#include <numeric>
#include <vector>

namespace novikoff {
namespace {

Result<ExactRows> all_rows(RowPasses& rows) {
  std::vector<std::uint64_t> all(static_cast<std::size_t>(rows.size()));
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  return rows.exact(all);
}

}  // namespace

Result<Separation> separate_large(RowPasses& rows, const SearchOptions& options) {
  const Result<ExactRows> all = all_rows(rows);
  if (!all) return all.error();
  return separate(*all, options);
}

Result<Certificate> max_margin_large(RowPasses& rows, const Certificate& separator, const MarginOptions& options) {
  const Result<ExactRows> all = all_rows(rows);
  if (!all) return all.error();
  return max_margin(*all, separator, options);
}

}  // namespace novikoff
