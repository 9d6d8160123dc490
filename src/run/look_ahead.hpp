// Which rows of a scan will update, known before the scan gets there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "novikoff/data/dataset.hpp"
#include "novikoff/learn/dual.hpp"
#include "novikoff/learn/rule.hpp"

namespace novikoff {

/// The scan of the rule over the rows of `space`, which stands at `position` of `order` (empty: the order of the rows).
struct ScanAt {
  const DualSpace& space;
  Perceptron rule;
  const Dataset& data;
  std::span<const std::uint64_t> order;
  std::size_t position = 0;
};

/// Adds to `rows` the next rows that update, are not held and are not the one at the position itself, up to kAtOnce in all: the scan is made on some rows
/// alone, whose kernel values are few. What it says is what the scan will do, unless something stops it. Cost: a sixteenth of a pass of the rows found over all
/// rows.
void list_updates_ahead(const ScanAt& scan, std::vector<std::size_t>& rows);

}  // namespace novikoff
