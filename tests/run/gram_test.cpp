// Gram matrices in the place of a kernel, and kernels that are none.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "novikoff/core/random.hpp"
#include "novikoff/data/source.hpp"
#include "novikoff/run/model_io.hpp"
#include "run/dual_model.hpp"
#include "run/gram_check.hpp"
#include "run/rows.hpp"

namespace novikoff::gram_test {
namespace {

constexpr std::uint64_t kMemory = std::uint64_t{1} << 26U;
constexpr Order kOrders[] = {Order::online, Order::cyclic, Order::shuffled, Order::random, Order::restart, Order::worst};
constexpr KeepKind kKeeps[] = {KeepKind::automatic, KeepKind::last, KeepKind::averaged, KeepKind::voted, KeepKind::pocket, KeepKind::pocket_every};
const Kernel kPoly{.kind = KernelKind::poly};
const Kernel kPrecomputed{.kind = KernelKind::precomputed};

FeatureView view(const std::vector<double>& x) { return {nullptr, x.data(), x.size()}; }

// The rows' kernels with all rows, behind their serial numbers.
std::vector<testing::Row> gram_of(const std::vector<testing::Row>& rows, const Kernel& kernel) {
  std::vector<testing::Row> gram;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    gram.push_back({{static_cast<double>(i + 1)}, rows[i].y});
    for (const testing::Row& other : rows) gram.back().x.push_back(kernel(view(rows[i].x), view(other.x)));
  }
  return gram;
}

std::vector<testing::Row> some_rows(int n) {
  std::vector<testing::Row> rows;
  for (int i = 0; i < n; ++i) rows.push_back({{double(i % 5), double(i % 3) - 1, double(i % 7) - 3, 1}, i % 4 == 0 ? 1.0 : -1.0});
  return rows;
}

// exp(−|x − z|⁴) is no kernel.
double fourth_power(const FeatureView& x, const FeatureView& z) {
  const double d = feature_value(x, 0) - feature_value(z, 0);
  return std::exp(-d * d * d * d);
}

std::vector<testing::Row> points_of_the_unit_interval() {
  std::vector<testing::Row> rows;
  for (int i = 0; i < 50; ++i) rows.push_back({{i / 49.0}, i % 2 == 0 ? 1.0 : -1.0});
  return rows;
}

TEST(Precomputed, UpdatesOnTheRowsOfItsKernelInEveryOrderAndKeep) {
  const std::vector<testing::Row> rows = some_rows(24), gram = gram_of(rows, kPoly);
  for (const Order order : kOrders)
    for (const KeepKind keep : kKeeps) {
      LearnerSpec spec;
      spec.order = order;
      spec.keep = keep;
      spec.kernel = kPoly;
      if (order != Order::online) spec.max_seen = 200;
      const TrainReport kernel = testing::trained(rows, spec);
      spec.kernel = kPrecomputed;
      const TrainReport precomputed = testing::trained(gram, spec);
      EXPECT_EQ(precomputed.update_sequence, kernel.update_sequence) << name(order) << ' ' << name(keep);
      EXPECT_EQ(precomputed.model.hypothesis.weights, kernel.model.hypothesis.weights);
      EXPECT_EQ(precomputed.answer_evaluation->errors, kernel.answer_evaluation->errors);
      EXPECT_EQ(precomputed.radius.to_double(), kernel.radius.to_double());
      // Its model holds serial numbers and scores a row by its kernels.
      const Model model = or_throw(parse_model(model_bytes(precomputed.model), "m", kMemory));
      ExpansionScorer one(kernel.model), other(model);
      for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(other.score(view(gram[i].x)).value, one.score(view(rows[i].x)).value);
      for (std::size_t k = 0; k < model.expansion->support.size(); ++k) EXPECT_EQ(model.expansion->support[k].size, 1U);
    }
}

TEST(Precomputed, IsTheKernelOnABudgetToo) {
  const std::vector<testing::Row> rows = some_rows(24), gram = gram_of(rows, kPoly);
  for (const BudgetRule rule : {BudgetRule::randomised, BudgetRule::forgetron, BudgetRule::projectron, BudgetRule::projectron_plus}) {
    LearnerSpec spec;
    spec.passes = 6;
    spec.kernel = kPoly;
    spec.budget = {.size = 4, .rule = rule};
    const TrainReport kernel = testing::trained(rows, spec);
    spec.kernel = kPrecomputed;
    const TrainReport precomputed = testing::trained(gram, spec);
    EXPECT_EQ(precomputed.update_sequence, kernel.update_sequence);
    EXPECT_EQ(precomputed.model.hypothesis.weights, kernel.model.hypothesis.weights);
  }
}

ErrorInfo refused(const std::vector<testing::Row>& gram) {
  TrainOptions options;
  options.spec.kernel = kPrecomputed;
  const Result<TrainReport> report = train(testing::dataset(gram), options);
  return report ? ErrorInfo{} : report.error();
}

TEST(Precomputed, IsRefusedWhereItIsNotSymmetricOrNotNumbered) {
  std::vector<testing::Row> gram = gram_of(some_rows(6), kPoly);
  EXPECT_EQ(refused(gram).message, "");
  gram[4].x[2] = std::nextafter(gram[4].x[2], 1e9);
  const ErrorInfo pair = refused(gram);
  EXPECT_EQ(pair.code, ErrorCode::kernel_not_symmetric);
  EXPECT_NE(pair.message.find("row 5 and row 2"), std::string::npos) << pair.message;
  for (const double serial : {0.0, 1.5, -1.0, 5.0, 7.0, 1e300}) {
    gram = gram_of(some_rows(6), kPoly);
    gram[2].x[0] = serial;
    EXPECT_EQ(refused(gram).code, ErrorCode::kernel_not_defined) << serial;
  }
  // Rows in any order, and not all of them.
  gram = gram_of(some_rows(6), kPoly);
  std::swap(gram[0], gram[5]);
  gram.erase(gram.begin() + 2);
  EXPECT_EQ(refused(gram).message, "");
}

// As they arrive, each row is seen beside those before it.
TEST(Precomputed, IsRefusedInAStreamWhereTwoRowsDisagree) {
  const auto streamed = [](const std::vector<testing::Row>& gram, std::uint64_t memory) {
    TrainOptions options;
    options.spec.kernel = kPrecomputed;
    options.spec.order = Order::online;
    options.memory = memory;
    Labels labels = Labels::sign();
    std::string text;
    for (const testing::Row& row : gram) {
      text += row.y > 0 ? "1" : "-1";
      for (std::size_t j = 0; j < row.x.size(); ++j) text += ' ' + std::to_string(j) + ':' + to_text(row.x[j]);
      text += '\n';
    }
    const auto source = or_throw(open_source(memory_bytes(text), "k.svm", {.index_base = 0}, labels));
    const Result<TrainReport> report = train_stream(*source, labels, options, nullptr, true);
    return report ? ErrorInfo{} : report.error();
  };
  std::vector<testing::Row> gram = gram_of(some_rows(6), kPoly);
  EXPECT_EQ(streamed(gram, kMemory).message, "");
  EXPECT_EQ(streamed(gram, 64).code, ErrorCode::memory_limit);
  gram[4].x[2] = std::nextafter(gram[4].x[2], 1e9);
  EXPECT_EQ(streamed(gram, kMemory).code, ErrorCode::kernel_not_symmetric);
  EXPECT_NE(streamed(gram, kMemory).message.find("k.svm:5 and k.svm:2"), std::string::npos);
  gram = gram_of(some_rows(6), kPoly);
  gram[3].x[0] = 2;
  EXPECT_EQ(streamed(gram, kMemory).code, ErrorCode::kernel_not_defined);
  EXPECT_NE(streamed(gram, kMemory).message.find("k.svm:2"), std::string::npos);
}

TEST(Precomputed, ModelWithoutSerialNumbersIsRefused) {
  LearnerSpec spec;
  spec.kernel = kPrecomputed;
  const Model good = testing::trained(gram_of(some_rows(6), kPoly), spec).model;
  EXPECT_TRUE(parse_model(model_bytes(good), "m", kMemory));
  for (const double serial : {0.5, 7.0}) {
    Model bad = good;
    RowStore support;
    for (std::size_t k = 0; k < good.expansion->support.size(); ++k) support.append(k == 1 ? FeatureView{nullptr, &serial, 1} : good.expansion->support[k]);
    bad.expansion->support = support;
    EXPECT_FALSE(parse_model(model_bytes(bad), "m", kMemory)) << serial;
  }
}

TEST(KernelCheck, RefusesTheFourthPowerOfTheDistanceAsAFunctionAndAsAMatrix) {
  const std::vector<testing::Row> rows = points_of_the_unit_interval();
  const Kernel function{.kind = KernelKind::function, .function = fourth_power};
  TrainOptions options;
  options.check_kernel = true;
  options.spec.passes = 2;
  for (const bool matrix : {false, true}) {
    options.spec.kernel = matrix ? kPrecomputed : function;
    const Result<TrainReport> report = train(testing::dataset(matrix ? gram_of(rows, function) : rows), options);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::kernel_not_semidefinite);
    EXPECT_NE(report.error().message.find("vᵀKv = -"), std::string::npos) << report.error().message;
    EXPECT_NE(report.error().message.find(" at row "), std::string::npos) << report.error().message;
  }
}

TEST(KernelCheck, SaysTheDoubleNearestToTheFormOfItsWitness) {
  Rng rng(4);
  for (int n = 0; n < 200; ++n) {
    const double a = std::ldexp(1 + rng.uniform(), n - 100), b = std::ldexp(1 + rng.uniform(), n - 100);
    const Result<KernelCheck> check = check_kernel_on(testing::dataset({{{1, -a, b}, 1}, {{2, b, 4 * a}, -1}}), kPrecomputed, kMemory, 1);
    ASSERT_FALSE(check);
    EXPECT_NE(check.error().message.find("vᵀKv = " + to_text(-a) + " for v = 1 at row 1"), std::string::npos) << check.error().message;
  }
}

TEST(KernelCheck, PassesEveryKernelOfOurOwnWithAProof) {
  std::vector<testing::Row> rows;
  for (int i = 0; i < 60; ++i) rows.push_back({{1 + std::sin(i * 1.7), 1 + std::cos(i * 0.9), i % 9 / 8.0, i % 2 / 3.0}, i % 3 == 0 ? 1.0 : -1.0});
  rows.push_back(rows[7]);
  for (const Kernel& kernel : {Kernel{}, Kernel{.kind = KernelKind::poly, .degree = 5}, Kernel{.kind = KernelKind::rbf}, Kernel{.kind = KernelKind::laplace},
                               Kernel{.kind = KernelKind::intersection}, Kernel{.kind = KernelKind::chi2}}) {
    const Result<KernelCheck> check = check_kernel_on(testing::dataset(rows), kernel, kMemory, 1);
    ASSERT_TRUE(check) << name(kernel.kind) << ' ' << check.error().message;
    // A repeated row has an eigenvalue of 0.
    EXPECT_LT(check->least, 0) << name(kernel.kind);
    EXPECT_GT(check->least, kernel.kind == KernelKind::poly ? -1e-4 : -1e-10) << name(kernel.kind);
  }
  rows.pop_back();
  EXPECT_GT(or_throw(check_kernel_on(testing::dataset(rows), {.kind = KernelKind::laplace}, kMemory, 1)).least, 0);
  EXPECT_EQ(check_kernel_on(testing::dataset(rows), {}, 1000, 1).error().code, ErrorCode::memory_limit);
}

}  // namespace
}  // namespace novikoff::gram_test
