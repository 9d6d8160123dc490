// Where rows were read, in a few bytes for a file without gaps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "novikoff/core/error.hpp"
#include "novikoff/data/block.hpp"
#include "novikoff/data/source.hpp"

namespace novikoff {

/// The places of rows 0, 1, … of a data set: an entry for each run of rows whose lines are consecutive.
class Places {
 public:
  /// Notes that `row`, the next one, begins at `place`; line 0 (from memory) is not noted. False, and nothing noted, if growing would take more than `free`
  /// bytes.
  bool add(std::size_t row, RowPlace place, std::uint64_t free);
  /// File and line of a row; line 0 if it came from memory.
  RowPlace of(std::size_t row) const noexcept;
  std::size_t memory() const noexcept { return runs_.capacity() * sizeof(Run); }

  /// The same for people and errors: the file as the user named it; "row N" (from 1) for rows from memory.
  Place place(std::size_t row, const Schema& schema) const;
  std::string where(std::size_t row, const Schema& schema) const;

 private:
  // Row r of it stands at line + (r − row).
  struct Run {
    std::size_t row;
    RowPlace place;
  };
  std::vector<Run> runs_;
};

}  // namespace novikoff
