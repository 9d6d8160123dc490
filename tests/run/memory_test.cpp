// The formula of peak memory is what the operating system measures. Not built with sanitizers, which hold what was freed (CMakeLists.txt).
#include "novikoff/run/memory.hpp"

#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "novikoff/core/random.hpp"
#include "novikoff/run/online.hpp"
#include "novikoff/run/train.hpp"

namespace novikoff::memory_test {
namespace {

// Bytes of a line of /proc/self/status.
std::uint64_t status(const std::string& key) {
  std::ifstream file("/proc/self/status");
  for (std::string word; file >> word;)
    if (word == key + ':') {
      std::uint64_t kilobytes = 0;
      file >> kilobytes;
      return 1024 * kilobytes;
    }
  return 0;
}

// What `work` takes at its peak beside what the process holds already.
template <class Work>
double measured(const Work& work) {
#if defined(__GLIBC__)
  ::malloc_trim(0);  // what earlier tests of the process have freed
#endif
  const std::uint64_t before = status("VmRSS");
  std::ofstream("/proc/self/clear_refs") << 5;  // VmHWM starts again from VmRSS
  work();
  return static_cast<double>(status("VmHWM")) - static_cast<double>(before);
}

// Rows made as they are asked for, half of them with one label.
class MadeRows : public Source {
 public:
  struct Shape {
    std::uint64_t rows, features;
    std::size_t values;  // of a row; dense if as many as features
  };
  MadeRows(const Shape& shape, Labels& labels) : shape_(shape) {
    ErrorInfo error;
    negative_ = labels.intern("-1", error);
    positive_ = labels.intern("+1", error);
    schema_.n_features = shape.features;
    schema_.files = {"made"};
  }
  const Schema& schema() const noexcept override { return schema_; }
  Result<const Block*> next(std::size_t max_rows) override {
    block_.clear();
    for (std::size_t k = 0; k < std::min<std::size_t>(max_rows, 64) && row_ < shape_.rows; ++k, ++row_) {
      Rng rng(7, row_);
      block_.begin_row({0, row_ + 1});
      const std::uint64_t stride = shape_.features / shape_.values;
      for (std::size_t v = 0; v < shape_.values; ++v)
        block_.add(static_cast<std::uint32_t>(v * stride + rng.below(stride)), static_cast<double>(rng.below(1000) + 1) / 64);
      EXPECT_LT(block_.end_row(rng.below(2) == 0 ? negative_ : positive_), 0);
    }
    return &block_;
  }

 private:
  Shape shape_;
  std::int32_t negative_ = 0, positive_ = 0;
  Schema schema_;
  Block block_;
  std::uint64_t row_ = 0;
};

struct Case {
  MadeRows::Shape shape;
  LearnerSpec spec;
};

class PeakMemory : public ::testing::TestWithParam<Case> {};

TEST_P(PeakMemory, OfManyPassesIsWhatTheFormulaSaysWithinATenth) {
  const auto& [shape, spec] = GetParam();
  std::uint64_t formula = 0, held = 0;
  const double peak = measured([&, &shape = shape, &spec = spec] {
    Labels labels = Labels::collect();
    MadeRows rows(shape, labels);
    const Dataset data = or_throw(Dataset::read(rows, labels, std::uint64_t{1} << 30U));
    formula = peak_memory(spec, size_of(data));
    held = data.memory();
    ASSERT_TRUE(train(data, {.spec = spec}));
  });
  const auto expected = static_cast<double>(formula);
  EXPECT_GT(expected, 3.5e7) << "large enough beside the test program's own, of which a megabyte more or less is a matter of chance";
  EXPECT_GT(peak, 0.9 * expected);
  EXPECT_LT(peak, 1.1 * expected);
  const RunSize rows{.rows = shape.rows,
                     .sparse_values = shape.values == shape.features ? 0 : shape.rows * shape.values,
                     .dense_values = shape.values == shape.features ? shape.rows * shape.values : 0};
  EXPECT_GE(held, peak_memory({.order = Order::cyclic}, rows));
  EXPECT_LE(held, peak_memory({.order = Order::cyclic}, rows) * 5 / 4) << "unused capacity";
}

INSTANTIATE_TEST_SUITE_P(Cases, PeakMemory,
                         ::testing::Values(Case{{50000, 100, 100}, {.keep = KeepKind::last, .passes = 2}},
                                           Case{{50000, 40000, 70}, {.order = Order::shuffled, .keep = KeepKind::averaged, .passes = 2}},
                                           Case{{500000, 1000, 5}, {.order = Order::shuffled, .keep = KeepKind::last, .passes = 1}},
                                           Case{{9000, 1000000, 100}, {.keep = KeepKind::averaged, .passes = 2}}));

TEST(PeakMemoryOfOnePass, DoesNotDependOnTheNumberOfRows) {
  const LearnerSpec spec{.order = Order::online, .keep = KeepKind::last};
  const auto peak = [&](std::uint64_t rows) {
    return measured([&] {
      Labels labels = Labels::fixed("-1", "+1");
      MadeRows source({rows, 100, 100}, labels);
      ASSERT_TRUE(train_stream(source, labels, {.spec = spec}));
    });
  };
  EXPECT_LT(peak(1000), 1e7) << "the program's own pages";
  EXPECT_LT(peak(20000), 1e6) << "16 MB of values went through";
  EXPECT_LT(peak_memory(spec, {.rows = 20000, .dense_values = 20000 * 100, .weights = 100}), 1e4);
}

// The rows, once more as panels, and as many rows of the Gram matrix as may be held, for all update again and again.
TEST(PeakMemoryOfKernels, IsThatOfTheRowsTwiceAndOfTheCache) {
  constexpr std::uint64_t kRows = 3000, kFeatures = 100, kCache = 32'000'000;
  std::uint64_t held = 0;
  const double peak = measured([&] {
    Labels labels = Labels::collect();
    MadeRows rows({kRows, kFeatures, kFeatures}, labels);
    const Dataset data = or_throw(Dataset::read(rows, labels, std::uint64_t{1} << 30U));
    TrainOptions options{.spec = {.keep = KeepKind::last, .passes = 4}};
    options.spec.space = Space::dual;
    options.kernel_cache = kCache;
    const TrainReport report = or_throw(train(data, options));
    held = report.dual->gram_held * report.dual->gram_row;
  });
  EXPECT_LE(held, kCache);
  EXPECT_GT(held, kCache - 8 * (kRows + 32)) << "all the room was needed";
  const auto formula = static_cast<double>(8 * kRows * kFeatures + 17 * kRows + 8 * (kRows + 31) / 32 * 32 * kFeatures + held);
  EXPECT_GT(peak, 0.9 * formula);
  EXPECT_LT(peak, 1.1 * formula);
}

}  // namespace
}  // namespace novikoff::memory_test
