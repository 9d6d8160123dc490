// Features of a data set under numbers that follow one another.
#include <algorithm>

#include "cache_rows.hpp"
#include "novikoff/data/dataset.hpp"

namespace novikoff {
namespace {

ErrorInfo too_many(std::uint64_t most_places) {
  return {ErrorCode::memory_limit,
          "weights for more than " + std::to_string(most_places) + " different features need more than --memory allows",
          {},
          "raise --memory",
          {}};
}

// Every feature of a sparse row, and how wide the widest dense row is.
struct Occurring {
  FeatureTable features;
  std::size_t widest = 0;
};

Status gather(const Dataset& data, std::uint64_t most_places, Occurring& found) {
  for (std::size_t row = 0; row < data.size(); ++row) {
    const FeatureView x = data[row].x;
    if (x.dense()) {
      found.widest = std::max(found.widest, x.size);
      continue;
    }
    if (found.features.size() + x.size > most_places) {
      const auto fresh = std::count_if(x.index, x.index + x.size, [&](std::uint32_t j) { return found.features.find(j) == FeatureTable::kNone; });
      if (found.features.size() + static_cast<std::uint64_t>(fresh) > most_places) return too_many(most_places);
    }
    for (std::size_t k = 0; k < x.size; ++k) found.features.insert(x.index[k]);
  }
  return data.failed() ? Status(*data.failed()) : Status();
}

}  // namespace

Status Dataset::number_features(std::span<Dataset* const> sets, std::span<const std::uint32_t> others, std::uint64_t most_places) {
  Occurring found;
  if (others.size() > most_places) return too_many(most_places);
  for (const std::uint32_t feature : others) found.features.insert(feature);
  for (const Dataset* data : sets)
    if (Status gathered = gather(*data, most_places, found); !gathered) return gathered;
  // Dense rows are dot products with the first weights, which so are those of the first features.
  if (found.widest > most_places) return too_many(most_places);
  const Columns sparse = found.features.columns();
  const auto table = std::make_shared<const FeatureTable>(static_cast<std::uint32_t>(found.widest), sparse);
  if (table->size() > most_places) return too_many(most_places);
  for (Dataset* data : sets) {
    data->table_ = table;
    data->columns_ = table->columns();
    data->rows_.renumber([&](std::uint32_t feature) { return table->find(feature); });
    if (data->stored_) data->stored_->number(table);
  }
  return {};
}

}  // namespace novikoff
