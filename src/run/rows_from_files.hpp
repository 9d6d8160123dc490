// Rows that are read again for each pass: for data that do not fit memory.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "novikoff/prove/row_passes.hpp"
#include "novikoff/run/exact_input.hpp"
#include "run/source_rows.hpp"

namespace novikoff {

/// A fingerprint of rows as doubles, in order: 64 bits for those of each label id. It notices what changes by accident; it is no SHA-256.
class RowsHash {
 public:
  void add(std::uint64_t row, const FeatureView& x, std::int32_t label) noexcept;
  std::uint64_t of(std::int32_t label) const noexcept { return sums_[label == 0 ? 0 : 1]; }

 private:
  std::array<std::uint64_t, 2> sums_{};
};

/// What the first look at the files said; every later one must agree.
struct FileFacts {
  std::uint64_t size = 0, n_features = 0, n_values = 0;
  std::pair<std::string, std::string> classes;  ///< {negative, positive}
  std::array<std::uint64_t, 2> hashes{};        ///< RowsHash of the two
  Numbers numbers = Numbers::decimal;
  double bias_value = 1;
};

/// Constant memory: a block of rows. One thread. Error of everything that reads: read_failed if the files are not what they were.
class RowsFromFiles : public RowPasses {
 public:
  RowsFromFiles(InputAgain input, FileFacts facts, std::uint64_t memory) : input_(std::move(input)), facts_(std::move(facts)), memory_(memory) {}

  std::uint64_t size() const noexcept override { return facts_.size; }
  std::uint64_t n_features() const noexcept override { return facts_.n_features; }
  std::uint64_t n_values() const noexcept override { return facts_.n_values; }
  Numbers numbers() const noexcept override { return facts_.numbers; }
  double bias_value() const noexcept override { return facts_.bias_value; }
  std::size_t memory() const noexcept override { return 0; }  // a block, and only while it reads
  Status pass(const Visit& visit) override;
  Result<ExactRows> exact(std::span<const std::uint64_t> rows) override;
  Status stretches(std::uint64_t values, const Stretch& look) override;
  /// ExactExamplesDigest of all rows.
  Result<std::string> sha256();

 private:
  /// Called for each row with its y; false ends the look, which then vouches for nothing.
  using Take = std::function<Result<bool>(const SourceRows& rows, std::int8_t y)>;
  Status read(bool with_text, const Take& take);
  ErrorInfo changed() const;

  InputAgain input_;
  FileFacts facts_;
  std::uint64_t memory_;
};

/// Rows in memory that can be read again: held until they are released, and then read for each pass.
class RowsHeld : public RowPasses {
 public:
  /// `again`: of the same rows; nullopt if they cannot be read again. `memory`: what may be taken in all once they are released.
  RowsHeld(std::unique_ptr<RowsInMemory> rows, std::optional<InputAgain> again, std::pair<std::string, std::string> classes, std::uint64_t memory)
      : held_(std::move(rows)), again_(std::move(again)), classes_(std::move(classes)), memory_(memory) {}

  std::uint64_t size() const noexcept override { return rows().size(); }
  std::uint64_t n_features() const noexcept override { return rows().n_features(); }
  std::uint64_t n_values() const noexcept override { return rows().n_values(); }
  Numbers numbers() const noexcept override { return rows().numbers(); }
  double bias_value() const noexcept override { return rows().bias_value(); }
  Status pass(const Visit& visit) override { return rows().pass(visit); }
  bool in_memory() const noexcept override { return held_ != nullptr; }
  std::size_t memory() const noexcept override { return rows().memory(); }
  std::uint64_t release() override;
  Result<ExactRows> exact(std::span<const std::uint64_t> wanted) override;
  Status stretches(std::uint64_t values, const Stretch& look) override { return rows().stretches(values, look); }

 private:
  RowPasses& rows() noexcept { return held_ ? static_cast<RowPasses&>(*held_) : *read_; }
  const RowPasses& rows() const noexcept { return held_ ? static_cast<const RowPasses&>(*held_) : *read_; }
  void let_go();

  std::unique_ptr<RowsInMemory> held_;
  std::unique_ptr<RowsFromFiles> read_;
  std::optional<InputAgain> again_;
  std::pair<std::string, std::string> classes_;
  std::uint64_t memory_, freed_ = 0;
};

}  // namespace novikoff
