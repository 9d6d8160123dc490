#include "novikoff/prove/row_passes.hpp"

#include <array>
#include <atomic>
#include <thread>
#include <utility>

namespace novikoff {
namespace {

constexpr std::size_t kRowsAtOnce = 256;  // their views stay in the nearest cache

}  // namespace

RowsInMemory::RowsInMemory(RowStore rows, std::vector<std::int8_t> y, std::uint64_t n_features, Numbers numbers, double bias_value, unsigned threads,
                           std::vector<LongValue> long_values, std::uint64_t memory)
    : rows_(std::move(rows)),
      y_(std::move(y)),
      long_values_(std::move(long_values)),
      n_features_(n_features),
      memory_(memory),
      numbers_(numbers),
      bias_value_(bias_value),
      threads_(std::max(1U, threads)) {
  for (std::size_t row = 0; row < rows_.size(); ++row) n_values_ += rows_[row].size;
}

void RowsInMemory::visit_part(std::size_t part, const Visit& visit) const {
  std::array<ExampleView, kRowsAtOnce> views;
  const std::uint64_t end = part_begin(part + 1, size());
  for (std::uint64_t first = part_begin(part, size()); first < end;) {
    const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(kRowsAtOnce, end - first));
    for (std::size_t k = 0; k < n; ++k) views[k] = (*this)[first + k];
    visit(part, first, {views.data(), n});
    first += n;
  }
}

Status RowsInMemory::pass(const Visit& visit) {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t part; (part = next.fetch_add(1)) < kParts;) visit_part(part, visit);
  };
  std::vector<std::thread> others;
  // Small data are not worth a thread.
  constexpr std::uint64_t kWorthIt = 1U << 16U;
  for (unsigned k = 1; k < threads_ && n_values_ > kWorthIt; ++k) others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
  return {};
}

Result<ExactRows> RowsInMemory::exact(std::span<const std::uint64_t> rows) {
  ExactRows::Builder builder(numbers_, bias_value_);
  for (const std::uint64_t row : rows) {
    const FeatureView x = rows_[static_cast<std::size_t>(row)];
    auto other = std::lower_bound(long_values_.begin(), long_values_.end(), row, [](const LongValue& value, std::uint64_t r) { return value.row < r; });
    for (std::size_t k = 0; k < x.size; ++k) {
      const auto feature = x.dense() ? static_cast<std::uint32_t>(k) : x.index[k];
      if (other != long_values_.end() && other->row == row && other->feature == feature)
        builder.add_decimal(feature, (other++)->text);
      else if (x.value[k] != 0)
        builder.add(feature, x.value[k]);
    }
    builder.end_row(y_[static_cast<std::size_t>(row)]);
  }
  return builder.finish(n_features_, memory_, [](std::int8_t label) { return label; });
}

std::size_t RowsInMemory::memory() const noexcept {
  std::size_t bytes = rows_.memory() + y_.capacity() + long_values_.capacity() * sizeof(LongValue);
  for (const LongValue& value : long_values_) bytes += value.text.capacity();
  return bytes;
}

}  // namespace novikoff
