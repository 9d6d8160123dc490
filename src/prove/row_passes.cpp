#include "novikoff/prove/row_passes.hpp"

#include <array>
#include <atomic>
#include <numeric>
#include <string>
#include <thread>
#include <utility>

namespace novikoff {
namespace {

constexpr std::size_t kRowsAtOnce = 256;  // their views stay in the nearest cache

}  // namespace

void add_row(ExactRows::Builder& builder, const FeatureView& x, std::int8_t label, std::span<const LongValue> others) {
  auto other = others.begin();
  for (std::size_t k = 0; k < x.size; ++k) {
    const auto feature = x.dense() ? static_cast<std::uint32_t>(k) : x.index[k];
    if (other != others.end() && other->feature == feature)
      builder.add_decimal(feature, (other++)->text);
    else if (x.value[k] != 0)
      builder.add(feature, x.value[k]);
  }
  builder.end_row(label);
}

Rational RowPasses::exact_bias_value() const {
  return numbers() == Numbers::binary64 ? Rational::of(bias_value()) : Rational::of(*parse_decimal(to_text(bias_value())));
}

Status RowPasses::stretches(std::uint64_t values, const Stretch& look) {
  const std::uint64_t a_row = n_values() / std::max<std::uint64_t>(size(), 1) + 1;
  const std::uint64_t n = std::max<std::uint64_t>(values / a_row, 1);
  std::vector<std::uint64_t> rows;
  for (std::uint64_t first = 0; first < size(); first += rows.size()) {
    rows.resize(static_cast<std::size_t>(std::min(n, size() - first)));
    std::iota(rows.begin(), rows.end(), first);
    const Result<ExactRows> exact = this->exact(rows);
    if (!exact) return exact.error();
    if (!look(first, *exact)) break;
  }
  return {};
}

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

std::span<const LongValue> RowsInMemory::long_values(std::uint64_t row) const noexcept {
  const auto before = [](const LongValue& value, std::uint64_t r) { return value.row < r; };
  const auto first = std::lower_bound(long_values_.begin(), long_values_.end(), row, before);
  return {first, std::lower_bound(first, long_values_.end(), row + 1, before)};
}

Result<ExactRows> RowsInMemory::exact(std::span<const std::uint64_t> rows) {
  ExactRows::Builder builder(numbers_, bias_value_);
  for (const std::uint64_t row : rows) {
    add_row(builder, rows_[static_cast<std::size_t>(row)], y_[static_cast<std::size_t>(row)], long_values(row));
    if (builder.size() % kRowsAtOnce == 0 && builder.memory() > memory_)
      return ErrorInfo{
          ErrorCode::memory_limit,
          std::to_string(rows.size()) + " rows as whole numbers need more than the " + std::to_string(memory_) + " bytes that --memory leaves for them",
          {},
          "raise --memory",
          {}};
  }
  return builder.finish(n_features_, memory_, [](std::int8_t label) { return label; });
}

std::size_t RowsInMemory::memory() const noexcept {
  std::size_t bytes = rows_.memory() + y_.capacity() + long_values_.capacity() * sizeof(LongValue);
  for (const LongValue& value : long_values_) bytes += value.text.capacity();
  return bytes;
}

}  // namespace novikoff
