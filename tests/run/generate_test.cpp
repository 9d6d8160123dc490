#include "novikoff/run/generate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "novikoff/data/bytes.hpp"
#include "novikoff/data/dataset.hpp"
#include "novikoff/run/sha256.hpp"
#include "novikoff/run/train.hpp"
#include "run/generate_rows.hpp"

namespace novikoff::generate_test {
namespace {

std::string made(const GenerateOptions& options) {
  std::string text;
  const std::string description = or_throw(generate_description(options));
  const std::uint64_t rows = or_throw(generate(options, description, [&](std::string_view part) -> Result<bool> {
    text += part;
    return true;
  }));
  EXPECT_EQ(rows, options.rows);
  return text;
}

class Bytes : public ByteSource {
 public:
  explicit Bytes(std::string text) : text_(std::move(text)) {}
  Result<std::size_t> read(std::span<char> into) override {
    const std::size_t n = text_.copy(into.data(), into.size(), at_);
    at_ += n;
    return n;
  }

 private:
  std::string text_;
  std::size_t at_ = 0;
};

Dataset read(const std::string& text, const std::string& name = "made.svm") {
  Labels labels = Labels::fixed("-1", "1");
  ReadOptions options;
  if (name.ends_with(".csv")) options.label_name = "label";
  const std::unique_ptr<Source> source = or_throw(open_source(std::make_unique<Bytes>(text), name, options, labels));
  return or_throw(Dataset::read(*source, labels, options.memory));
}

TrainReport run_on(const Dataset& data, LearnerSpec spec) {
  TrainOptions options;
  options.spec = std::move(spec);
  options.spec.passes = 0;
  return or_throw(train(data, options));
}

// The least y·h·x in thousandths less the threshold, in whole numbers, from the rows as made.
std::int64_t least_slack(const GenerateOptions& options) {
  const RowMaker maker(options);
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  MadeRow row;
  for (std::uint64_t i = 0; i < options.rows; ++i) {
    maker.make(i, row);
    std::int64_t score = maker.bias_direction() * static_cast<std::int64_t>(std::lround(options.bias_value * 1000));
    for (const MadeRow::Value& v : row.values) score += v.value * maker.direction()[static_cast<std::size_t>(v.feature)];
    least = std::min(least, (row.positive ? score : -score) - maker.threshold());
  }
  return least;
}

TEST(GenerateSeparable, EveryRowHasTheMarginAskedForInWholeNumbers) {
  for (const double margin : {1e-6, 0.05, 0.7, 40.0})
    for (const double bias : {0.0, 1.0, 2.5})
      for (const double density : {1.0, 0.1})
        for (const std::uint64_t features : {1U, 2U, 17U}) {
          const GenerateOptions options{.rows = 200, .features = features, .margin = margin, .density = density, .bias_value = bias, .seed = features};
          EXPECT_GE(least_slack(options), 0) << options.command();
          const RowMaker maker(options);
          EXPECT_GT(static_cast<double>(maker.threshold()), 1000 * margin * std::sqrt(static_cast<double>(maker.direction_sqnorm())));
        }
}

TEST(GenerateSeparable, IsLearnedWithinTheBoundOfItsMargin) {
  for (const double bias : {0.0, 1.0}) {
    const GenerateOptions options{.rows = 300, .features = 6, .margin = 0.05, .bias_value = bias};
    const Dataset data = read(made(options));
    for (const Order order : {Order::cyclic, Order::shuffled, Order::random}) {
      const TrainReport report = run_on(data, {.bias_value = bias, .order = order});
      EXPECT_EQ(report.model.stop, Stop::converged);
      const double radius = report.radius.to_double();
      EXPECT_LE(static_cast<double>(report.model.counts.updates), radius * radius / (0.05 * 0.05));
    }
  }
}

TEST(GenerateSeparable, SaysItsRadiusAsTheLearnerFindsIt) {
  const GenerateOptions options{.rows = 100, .features = 4, .margin = 0.1};
  const std::string text = made(options);
  const std::size_t at = text.find("R^2 = ") + 6;
  const double stated = std::stod(text.substr(at, text.find(' ', at) - at));
  EXPECT_NEAR(std::sqrt(stated), run_on(read(text), {}).radius.to_double(), 1e-12);
}

TEST(GenerateSeparable, HasBothClassesFromTwoRowsOn) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Dataset data = read(made({.rows = 2, .features = 3, .margin = 0.2, .seed = seed}));
    EXPECT_NE(data[0].y, data[1].y);
  }
}

TEST(GenerateNoisy, FlipsAboutAsManyLabelsAsAsked) {
  const GenerateOptions noisy{.kind = GenerateKind::noisy, .rows = 2000, .features = 5, .noise = 0.2};
  GenerateOptions clean = noisy;
  clean.kind = GenerateKind::separable;
  const Dataset a = read(made(noisy)), b = read(made(clean));
  std::size_t flipped = 0;
  for (std::size_t row = 0; row < a.size(); ++row) flipped += a[row].y != b[row].y ? 1 : 0;
  EXPECT_NEAR(static_cast<double>(flipped), 400, 5 * std::sqrt(2000 * 0.2 * 0.8)) << "five standard deviations, and the seed is fixed";
}

TEST(GenerateUnitVectors, TakeExactlyAsManyUpdatesAsTheBoundSaysInAnyOrder) {
  const Dataset data = read(made({.kind = GenerateKind::unit_vectors, .rows = 31}));
  for (const Order order : {Order::cyclic, Order::shuffled, Order::random, Order::restart, Order::worst}) {
    EXPECT_EQ(run_on(data, {.bias_value = 0, .order = order}).model.counts.updates, 31U);
    EXPECT_EQ(run_on(data, {.tie = Tie::plus, .bias_value = 0, .order = order}).model.counts.updates, 15U) << "the negatives";
  }
}

TEST(GenerateStaircase, IsTheCaseOfTheOracleAndItsLabelsInTurn) {
  EXPECT_EQ(made({.kind = GenerateKind::staircase, .rows = 4}),
            "# novikoff generate staircase --rows 4: y_i*x_i = (-1, ..., -1, 1, 0, ..., 0), the 1 in place i; without a bias R^2 = n, margin^2 = 3/(4^n - 1), "
            "from zero weights at least (4^n - 1)/3 = 85 and at most n*(4^n - 1)/3 = 340 updates in any order\n"
            "1 1:1\n-1 1:1 2:-1\n1 1:-1 2:-1 3:1\n-1 1:1 2:1 3:1 4:-1\n");
}

TEST(GenerateStaircase, NeedsFourToTheNMinusOneThirdsUpdatesInAnyOrder) {
  const Dataset data = read(made({.kind = GenerateKind::staircase, .rows = 6}));
  for (const Order order : {Order::cyclic, Order::shuffled, Order::random, Order::restart, Order::worst}) {
    const std::uint64_t updates = run_on(data, {.bias_value = 0, .order = order}).model.counts.updates;
    EXPECT_GE(updates, 1365U);
    EXPECT_LE(updates, 8190U);
  }
  EXPECT_EQ(run_on(data, {.bias_value = 0}).model.counts.updates, 1365U) << "in file order it is reached";
}

TEST(GenerateXor, IsNeverSeparableForItsFirstFourRowsCancel) {
  for (const std::uint64_t features : {2U, 5U}) {
    const Dataset data = read(made({.kind = GenerateKind::xor_signs, .rows = 50, .features = features}));
    std::vector<double> sum(features);
    double labels = 0;
    for (std::size_t row = 0; row < 4; ++row) {
      labels += data[row].y;
      const FeatureView x = data[row].x;
      for (std::size_t k = 0; k < x.size; ++k) sum[x.dense() ? k : x.index[k]] += data[row].y * x.value[k];
    }
    EXPECT_EQ(labels, 0) << "the bias coordinates cancel";
    EXPECT_EQ(sum, std::vector<double>(features));
    for (std::size_t row = 0; row < data.size(); ++row) EXPECT_EQ(data[row].y, data[row].x.value[0] * data[row].x.value[1] > 0 ? 1 : -1);
  }
}

TEST(GenerateText, HasRowsOfUnitLengthAndFewFeaturesThatAreFrequent) {
  const GenerateOptions options{.kind = GenerateKind::text, .rows = 400, .features = 1000, .values_per_row = 30};
  const Dataset data = read(made(options));
  std::vector<int> frequency(1000);
  for (std::size_t row = 0; row < data.size(); ++row) {
    const FeatureView x = data[row].x;
    double sqnorm = 0;
    for (std::size_t k = 0; k < x.size; ++k) {
      sqnorm += x.value[k] * x.value[k];
      ++frequency[x.dense() ? k : x.index[k]];
    }
    EXPECT_NEAR(sqnorm, 1, 45 * 2 * 0.5e-6) << "45 values at most, each rounded by half a millionth at most";
    EXPECT_LE(x.size, 45U);
  }
  EXPECT_GT(frequency[0], 10 * frequency[99]);
  EXPECT_GT(frequency[9] + frequency[10] + frequency[11], 3 * (frequency[199] + frequency[200] + frequency[201]));
}

TEST(Generate, GivesTheSameBytesForTheSameOptionsAndOthersForAnotherSeed) {
  for (const GenerateKind kind : {GenerateKind::separable, GenerateKind::noisy, GenerateKind::xor_signs, GenerateKind::text}) {
    GenerateOptions options{.kind = kind, .rows = 20, .features = 12, .noise = 0.1};
    const std::string one = made(options);
    EXPECT_EQ(one, made(options));
    options.seed = 2;
    EXPECT_NE(one, made(options));
  }
}

TEST(Generate, RowsDoNotDependOnHowManyFollow) {
  for (const GenerateKind kind : {GenerateKind::noisy, GenerateKind::xor_signs, GenerateKind::text}) {
    const std::string few = made({.kind = kind, .rows = 5, .features = 9, .noise = 0.3}), many = made({.kind = kind, .rows = 50, .features = 9, .noise = 0.3});
    const std::string rows = few.substr(few.find('\n'));
    EXPECT_EQ(many.substr(many.find('\n'), rows.size()), rows);
  }
}

TEST(Generate, WritesTheSameRowsAsCsv) {
  for (const GenerateKind kind : {GenerateKind::separable, GenerateKind::staircase, GenerateKind::text}) {
    GenerateOptions options{.kind = kind, .rows = 8, .features = 8, .density = 0.5};
    const Dataset libsvm = read(made(options));
    options.csv = true;
    const Dataset csv = read(made(options), "made.csv");
    ASSERT_EQ(libsvm.size(), csv.size());
    for (std::size_t row = 0; row < libsvm.size(); ++row) {
      ASSERT_EQ(libsvm[row].x.size, csv[row].x.size);
      EXPECT_EQ(libsvm[row].y, csv[row].y);
      EXPECT_TRUE(std::equal(libsvm[row].x.value, libsvm[row].x.value + libsvm[row].x.size, csv[row].x.value));
    }
  }
}

TEST(Generate, TheFirstLineSaysHowTheFileWasMade) {
  const std::string text = made({.rows = 3, .features = 2, .margin = 0.25, .density = 0.5, .bias_value = 2, .seed = 9});
  EXPECT_TRUE(text.starts_with("# novikoff generate separable --rows 3 --features 2 --margin 0.25 --density 0.5 --bias 2 --seed 9: ")) << text;
  EXPECT_NE(text.find("; h = "), std::string::npos);
}

TEST(Generate, RefusesWhatDoesNotGoTogether) {
  const auto refused = [](const std::string& kind, const std::vector<std::pair<std::string, std::string>>& options) {
    const Result<Arguments> arguments = Arguments::make(Command::generate, {kind}, options);
    const Result<GenerateOptions> made = arguments ? generate_options(*arguments) : Result<GenerateOptions>(arguments.error());
    if (made) {
      const Result<std::string> description = generate_description(*made);
      return !description && description.error().code == ErrorCode::usage;
    }
    return made.error().code == ErrorCode::usage;
  };
  EXPECT_TRUE(refused("separabel", {}));
  EXPECT_TRUE(refused("separable", {{"--noise", "0.1"}}));
  EXPECT_TRUE(refused("noisy", {{"--noise", "1.5"}}));
  EXPECT_TRUE(refused("text", {{"--margin", "1"}}));
  EXPECT_TRUE(refused("staircase", {{"--features", "3"}}));
  EXPECT_TRUE(refused("xor", {{"--rows", "3"}}));
  EXPECT_TRUE(refused("xor", {{"--features", "1"}}));
  EXPECT_TRUE(refused("separable", {{"--bias", "0.0005"}}));
  EXPECT_TRUE(refused("separable", {{"--density", "2"}}));
  EXPECT_TRUE(refused("separable", {{"--margin", "1001"}}));
  EXPECT_TRUE(refused("separable", {{"--margin", "1000"}, {"--features", "100000"}}));
  EXPECT_TRUE(refused("separable", {{"--features", "10000001"}}));
  EXPECT_FALSE(refused("noisy", {{"--noise", "1"}, {"--density", "0.5"}, {"--bias", "0.001"}}));
}

// The bytes of all kinds, so that a change of what is made is seen.
TEST(Generate, MakesWhatItAlwaysMade) {
  std::string all;
  for (const GenerateKind kind :
       {GenerateKind::separable, GenerateKind::noisy, GenerateKind::unit_vectors, GenerateKind::staircase, GenerateKind::xor_signs, GenerateKind::text})
    all += made({.kind = kind, .rows = 50, .features = 20, .noise = 0.1, .density = 0.7});
  EXPECT_EQ(sha256_hex(all), "f73e4ae75aa463c27d6689ebde9d780bd9404fecb0d4d7a4ecef772280e9ed4d");
}

}  // namespace
}  // namespace novikoff::generate_test
