// What a run of training takes at most of the machine's memory, as a formula.
#pragma once

#include <cstdint>

#include "novikoff/data/dataset.hpp"
#include "novikoff/learn/spec.hpp"

namespace novikoff {

/// What the memory of a run depends on. Of a dense row every value counts, zeros too.
struct RunSize {
  std::uint64_t rows = 0, sparse_values = 0, dense_values = 0;
  std::uint64_t weights = 0;  ///< features, or those that occur where weights are held for these only
};

/// That of rows in memory.
RunSize size_of(const Dataset& data);

/// Bytes that a run in doubles and in primal space holds at its peak, besides the program and its buffers for reading:
///   8·v·weights + 12·sparse_values + 8·dense_values + 17·rows, and 8·rows more in order shuffled;
/// in order online the first term alone: the rows are gone once learned from. v is the number of vectors of weights at the end, those of the report and of the
/// model included: 4 for keep last, 7 averaged, 6 pocket. Not counted: what a vote holds, which grows with its updates, and what is asked for besides
/// (sequences of updates, checkpoints, a curve). True within a tenth; what --memory allows is compared with more, unused capacity included.
std::uint64_t peak_memory(const LearnerSpec& spec, const RunSize& size);

}  // namespace novikoff
