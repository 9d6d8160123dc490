#include "novikoff/run/model_io.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <clocale>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <thread>

#include "novikoff/run/sha256.hpp"
#include "run/json_reader.hpp"
#include "run/rows.hpp"

namespace novikoff::model_io_test {
namespace {

constexpr std::uint64_t kMemory = std::uint64_t{64} << 20U;

Model linear(std::vector<double> weights, double bias_weight = 0) {
  Model model;
  model.n_features = weights.size();
  model.hypothesis = {std::move(weights), bias_weight, 1};
  model.source.negative = "-1";
  model.source.positive = "+1";
  return model;
}

Model with_state(Model model) {
  model.state.emplace();
  model.state->current = model.hypothesis;
  return model;
}

Model voted() {
  Model model = linear({});
  model.spec.keep = model.answer = KeepKind::voted;
  model.n_features = 5;
  const double dense[] = {1, 0, 3}, sparse[] = {0.1};
  const std::uint32_t index[] = {4};
  RowStore rows;
  rows.append({nullptr, dense, 3});
  rows.append({index, sparse, 1});
  rows.append({nullptr, nullptr, 0});
  model.voted = VotedHypothesis({{0, 0.5}, -1, 1}, 2, std::move(rows), {{0, 1, 3}, {1, -1, 1}, {0, 1, 7}, {2, 1, 1}});
  model.counts = {.seen = 14, .updates = 4, .mistakes = 3};
  model.state.emplace();
  model.state->current = {{2, 0.5, 6, 0, -0.1}, 1, 1};
  model.state->voted_rows = {8, kNoRow, 3};
  model.state->holdout = HoldoutBest{.pass = 7, .errors = 2};
  model.state->examples = ExamplesSeen{.rows = 9, .sha256 = sha256_hex("examples")};
  return model;
}

// `bytes` of a model with its parts replaced, under the right checksum.
std::string edited(const Model& model, const std::string& from, const std::string& to) {
  std::string document(*unsealed(model_bytes(model)));
  const std::size_t at = document.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) document.replace(at, from.size(), to);
  seal(document);
  return document;
}

void expect_error(const Result<Model>& model, ErrorCode code, const std::string& part) {
  ASSERT_FALSE(model) << part;
  EXPECT_EQ(model.error().code, code) << to_string(model.error());
  EXPECT_NE(model.error().message.find(part), std::string::npos) << to_string(model.error());
}

void expect_invalid(const Model& model, const std::string& from, const std::string& to, const std::string& part) {
  expect_error(parse_model(edited(model, from, to), "m", kMemory), ErrorCode::model_invalid, part);
}

Model reloaded(const Model& model) {
  Result<Model> again = parse_model(model_bytes(model), "m", kMemory);
  EXPECT_TRUE(again) << to_string(again.error());
  return again ? *std::move(again) : Model{};
}

TEST(ModelFile, LooksAsDocumented) {
  Model model = linear({0.5, 0, -3}, 0.25);
  model.spec.bias_value = model.hypothesis.bias_value = 2;
  model.counts = {.seen = 7, .updates = 2, .mistakes = 1};
  model.passes = 2;
  model.stop = Stop::converged;
  model.spec.keep = KeepKind::last;
  EXPECT_EQ(*unsealed(model_bytes(model)), R"({
  "format": "novikoff-model",
  "version": 1,
  "learned": {
    "options": {
      "rule": "perceptron",
      "eta": 1,
      "tau": 0,
      "tie": "update",
      "bias_value": 2,
      "order": "cyclic",
      "seed": 1,
      "keep": "last",
      "w0": [],
      "b0": 0,
      "passes": null,
      "max_updates": 0,
      "max_seen": null,
      "max_seconds": 0,
      "holdout": 0,
      "patience": 0
    },
    "answer": "last",
    "stop": "converged",
    "passes": 2,
    "seen": 7,
    "updates": 2,
    "mistakes": 1,
    "n_features": 3,
    "weights": [
      [1, 0.5],
      [3, -3]
    ],
    "bias": 0.5,
    "bias_weight": 0.25
  },
  "source": {
    "classes": ["-1", "+1"],
    "index_base": 1,
    "names": [],
    "label_name": "",
    "label_column": 0
  },
  "state": null)");
}

TEST(ModelFile, WeightsComeBackToTheBit) {
  const std::vector<double> weights{0.1,  1.0 / 3,          5e-324, 1.0000000000000909, -2.2250738585072014e-308, 1.7976931348623157e308, 123456789012345680,
                                    1e22, -9007199254740992};
  const Model again = reloaded(linear(weights, 0.1));
  ASSERT_EQ(again.hypothesis.weights.size(), weights.size());
  for (std::size_t j = 0; j < weights.size(); ++j)
    EXPECT_EQ(std::bit_cast<std::uint64_t>(again.hypothesis.weights[j]), std::bit_cast<std::uint64_t>(weights[j])) << weights[j];
  EXPECT_EQ(again.hypothesis.bias_weight, 0.1);
}

TEST(ModelFile, AMinusZeroIsNeverStored) {
  Model model = linear({1, -0.0}, -0.0);
  model.spec.b0 = -0.0;
  EXPECT_EQ(model_bytes(model).find("-0"), std::string::npos);
  EXPECT_EQ(model_bytes(model), model_bytes(linear({1, 0}, 0)));
}

TEST(ModelFile, EveryOptionComesBack) {
  Model model = linear({1}, 1);
  LearnerSpec& spec = model.spec;
  spec = {
      .rule = RuleKind::margin, .eta = 0.1, .tau = 0.25, .bias_value = 3, .order = Order::shuffled, .seed = ~std::uint64_t{0}, .keep = KeepKind::pocket_every};
  spec.w0 = {0, 0.5, 0, -1e-300};
  spec.b0 = -2.5;
  spec.passes = 0;
  spec.max_updates = 11;
  spec.max_seen = 0;
  spec.max_seconds = 1.5;
  spec.holdout = 0.25;
  spec.patience = 4;
  model.hypothesis.bias_value = 3;
  model.answer = KeepKind::pocket_every;
  model.stop = Stop::seen_limit;
  model.passes = 9;
  model.counts = {.seen = 30, .updates = 20, .mistakes = 10};
  model.n_features = 100;
  const Model again = reloaded(model);
  EXPECT_EQ(again.spec.rule, spec.rule);
  EXPECT_EQ(again.spec.eta, spec.eta);
  EXPECT_EQ(again.spec.tau, spec.tau);
  spec.tau = 0;
  spec.tie = Tie::plus;  // with a margin it would contradict it
  EXPECT_EQ(reloaded(model).spec.tie, Tie::plus);
  EXPECT_EQ(again.spec.bias_value, spec.bias_value);
  EXPECT_EQ(again.spec.order, spec.order);
  EXPECT_EQ(again.spec.seed, spec.seed);
  EXPECT_EQ(again.spec.keep, spec.keep);
  EXPECT_EQ(again.spec.w0, spec.w0);
  EXPECT_EQ(again.spec.b0, spec.b0);
  EXPECT_EQ(again.spec.passes, spec.passes);
  EXPECT_EQ(again.spec.max_updates, spec.max_updates);
  EXPECT_EQ(again.spec.max_seen, spec.max_seen);
  EXPECT_EQ(again.spec.max_seconds, spec.max_seconds);
  EXPECT_EQ(again.spec.holdout, spec.holdout);
  EXPECT_EQ(again.spec.patience, spec.patience);
  EXPECT_EQ(again.answer, model.answer);
  EXPECT_EQ(again.stop, model.stop);
  EXPECT_EQ(again.passes, model.passes);
  EXPECT_EQ(again.counts, model.counts);
  EXPECT_EQ(again.n_features, 100U);
  EXPECT_EQ(again.hypothesis.bias_value, 3);
  EXPECT_FALSE(again.state);
}

TEST(ModelFile, EveryWordComesBack) {
  for (const RuleKind rule : {RuleKind::perceptron, RuleKind::margin})
    for (const Order order : {Order::online, Order::cyclic, Order::shuffled, Order::random, Order::restart, Order::worst})
      for (const KeepKind keep : {KeepKind::automatic, KeepKind::last, KeepKind::averaged, KeepKind::pocket, KeepKind::pocket_every}) {
        Model model = linear({1});
        model.spec.rule = rule;
        model.spec.order = order;
        model.spec.keep = keep;
        model.answer = keep == KeepKind::automatic ? KeepKind::averaged : keep;
        const Model again = reloaded(model);
        EXPECT_EQ(again.spec.rule, rule);
        EXPECT_EQ(again.spec.order, order);
        EXPECT_EQ(again.spec.keep, keep);
        EXPECT_EQ(again.answer, model.answer);
      }
  for (int stop = 0; stop <= static_cast<int>(Stop::interrupted); ++stop) {
    Model model = linear({1});
    model.stop = static_cast<Stop>(stop);
    EXPECT_EQ(reloaded(model).stop, model.stop);
  }
}

TEST(ModelFile, LabelsAndNamesMayBeAnyBytes) {
  Model model = linear({1, 2});
  const std::string every = [] {
    std::string bytes;
    for (int c = 0; c < 256; ++c) bytes += static_cast<char>(c);
    return bytes;
  }();
  model.n_features = 4;
  model.source = {"M\xE4nnchen", "\"quoted\"\n\\", {every, "γ", "", std::string("\0", 1)}, "label\r", 0, 0};
  const Model again = reloaded(model);
  EXPECT_EQ(again.source.negative, model.source.negative);
  EXPECT_EQ(again.source.positive, model.source.positive);
  EXPECT_EQ(again.source.names, model.source.names);
  EXPECT_EQ(again.source.label_name, model.source.label_name);
  EXPECT_EQ(again.source.index_base, 0U);
  EXPECT_NE(model_bytes(model).find(R"({"hex": "4de46e6e6368656e"})"), std::string::npos);
  EXPECT_EQ(model_bytes(model).find('\r'), std::string::npos);
}

TEST(ModelFile, TheWholeStateComesBack) {
  Model model = with_state(linear({1, 2, 3}, 4));
  model.counts = {.seen = 77, .updates = 12, .mistakes = 11};
  RunState& state = *model.state;
  state.current = {{1, 0, 2.5}, -4, 1};
  state.cursor = {.pass = 3, .position = 5, .pass_updates = 2};
  state.updates_per_pass = {7, 0, ~std::uint64_t{0}};
  state.averaged_seen = 77;
  state.weighted_steps = Hypothesis{{0, 0.1, 0, 0}, 0.3, 1};
  state.pocket.emplace();
  *state.pocket = {{{9}, 8, 1}, 4, 3, 2, 1, true, {{0, 9}, {5, 4}}};
  const Model again = reloaded(model);
  ASSERT_TRUE(again.state && again.state->weighted_steps && again.state->pocket);
  EXPECT_EQ(again.state->current.weights, state.current.weights);
  EXPECT_EQ(again.state->current.bias_weight, -4);
  EXPECT_EQ(again.state->cursor, state.cursor);
  EXPECT_EQ(again.state->updates_per_pass, state.updates_per_pass);
  EXPECT_EQ(again.state->averaged_seen, 77U);
  EXPECT_EQ(again.state->weighted_steps->weights, (std::vector<double>{0, 0.1, 0}));
  EXPECT_EQ(again.state->weighted_steps->bias_weight, 0.3);
  const PocketKeep::State& pocket = *again.state->pocket;
  EXPECT_EQ(pocket.best.weights, (std::vector<double>{9}));
  EXPECT_EQ(pocket.best.bias_weight, 8);
  EXPECT_EQ(pocket.best_errors, 4U);
  EXPECT_EQ(pocket.best_run, 3U);
  EXPECT_EQ(pocket.run, 2U);
  EXPECT_EQ(pocket.seen, 1U);
  EXPECT_TRUE(pocket.counted);
  EXPECT_EQ(pocket.history, state.pocket->history);
}

TEST(ModelFile, TheAverageOfWhatIsReadTouchesNothingBeyondTheWeights) {
  // Stored without trailing zeros, the current weights would be shorter than the steps they are averaged with.
  Model model = with_state(linear({0, 0}, 1));
  model.state->weighted_steps = Hypothesis{{0, 5}, 0, 1};
  model.state->averaged_seen = model.counts.seen = 10;
  const Model again = reloaded(model);
  AveragedKeep keep;
  keep.restore(again.state->averaged_seen, *again.state->weighted_steps);
  EXPECT_EQ(keep.average(again.state->current).weights, (std::vector<double>{0, -0.5}));
}

TEST(ModelFile, AHypothesisThatIsTheAnswerIsNotStoredTwice) {
  Model model = with_state(linear({1, 2}, 3));
  model.state->current.weights.push_back(0);
  EXPECT_NE(model_bytes(model).find("\"current\": null"), std::string::npos);
  const Model again = reloaded(model);
  EXPECT_EQ(again.state->current.weights, model.hypothesis.weights);
  EXPECT_EQ(again.state->current.bias_weight, 3);
  model.state->current.weights[1] = std::nextafter(2.0, 3.0);
  EXPECT_EQ(reloaded(model).state->current.weights[1], std::nextafter(2.0, 3.0));
}

TEST(ModelFile, AVoteComesBack) {
  const Model model = voted(), again = reloaded(model);
  ASSERT_TRUE(again.voted);
  EXPECT_EQ(again.voted->counts(), model.voted->counts());
  EXPECT_EQ(again.voted->start().weights, model.voted->start().weights);
  EXPECT_EQ(again.voted->examples().size(), 3U);
  EXPECT_TRUE(again.voted->examples()[0].dense());
  EXPECT_FALSE(again.voted->examples()[1].dense());
  EXPECT_EQ(again.voted->examples()[1].width(), 5U);
  EXPECT_EQ(again.voted->examples()[2].size, 0U);
  EXPECT_EQ(again.state->voted_rows, model.state->voted_rows);
  EXPECT_EQ(again.state->holdout->pass, model.state->holdout->pass);
  EXPECT_EQ(again.state->holdout->errors, model.state->holdout->errors);
  EXPECT_EQ(again.state->examples->rows, model.state->examples->rows);
  EXPECT_EQ(again.state->examples->sha256, model.state->examples->sha256);
  EXPECT_EQ(again.state->current.weights, model.state->current.weights);
}

TEST(ModelFile, SavingWhatWasLoadedGivesTheSameBytes) {
  Model full = with_state(linear({0.1, 0, 1.0 / 3}, 5e-324));
  full.state->weighted_steps = Hypothesis{{0.5}, 1, 1};
  full.state->pocket.emplace();
  full.source.names = {"a", "\xFF", "c"};
  for (const Model& model : {linear({}), linear({1, 2}), full, voted()}) EXPECT_EQ(model_bytes(reloaded(model)), model_bytes(model));
}

TEST(ModelFile, LearnedIsASliceThatDependsOnNothingElse) {
  Model model = voted();
  const std::string learned = learned_bytes(model);
  EXPECT_NE(model_bytes(model).find("\"learned\": " + learned + ",\n"), std::string::npos);
  model.source = {"a", "b", {"x"}, "y", 3, 0};
  model.state.reset();
  EXPECT_EQ(learned_bytes(model), learned);
  model.counts.seen++;
  EXPECT_NE(learned_bytes(model), learned);
}

TEST(ModelFile, ABiasThatNoDoubleHoldsIsNull) {
  Model model = linear({1}, 1e300);
  model.spec.bias_value = model.hypothesis.bias_value = 1e300;
  EXPECT_NE(model_bytes(model).find("\"bias\": null"), std::string::npos);
  EXPECT_EQ(reloaded(model).hypothesis.bias_weight, 1e300);
  expect_invalid(linear({1}, 1), "\"bias\": 1", "\"bias\": null", "learned.bias_weight: bias is not");
}

TEST(ModelFile, IsReadWhateverTheLocale) {
  // A locale with a decimal comma, made by the build (tests/CMakeLists.txt): none needs to be installed.
  ASSERT_EQ(setenv("LOCPATH", NOVIKOFF_TEST_LOCALES, 1), 0);
  const std::string before = std::setlocale(LC_ALL, nullptr);
  ASSERT_NE(std::setlocale(LC_ALL, "de_DE.UTF-8"), nullptr);
  EXPECT_STREQ(std::localeconv()->decimal_point, ",");
  const Model model = linear({0.1, -2.5e-7}), again = reloaded(model);
  std::setlocale(LC_ALL, before.c_str());
  EXPECT_EQ(again.hypothesis.weights, model.hypothesis.weights);
}

TEST(DamagedModel, CutAtAnyByteIsAnError) {
  for (const Model& model : {with_state(linear({1, 2}, 3)), voted()}) {
    const std::string bytes = model_bytes(model);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      const Result<Model> cut = parse_model(bytes.substr(0, size), "m", kMemory);
      ASSERT_FALSE(cut) << size;
      ASSERT_TRUE(cut.error().code == ErrorCode::checksum_mismatch || cut.error().code == ErrorCode::model_invalid) << size;
    }
  }
}

TEST(DamagedModel, CutAtAnyByteUnderARightChecksumIsAnError) {
  for (const Model& model : {with_state(linear({1, 2}, 3)), voted()}) {
    const std::string document(*unsealed(model_bytes(model)));
    for (std::size_t size = 0; size < document.size(); ++size) {
      std::string cut = document.substr(0, size);
      seal(cut);
      ASSERT_FALSE(parse_model(cut, "m", kMemory)) << size;
    }
  }
}

TEST(DamagedModel, AnyBitFlippedIsAnError) {
  const std::string bytes = model_bytes(with_state(linear({1, 0.25}, 3)));
  for (std::size_t at = 0; at < bytes.size(); ++at)
    for (int bit = 0; bit < 8; ++bit) {
      std::string flipped = bytes;
      flipped[at] = static_cast<char>(flipped[at] ^ (1 << bit));
      ASSERT_FALSE(parse_model(flipped, "m", kMemory)) << at << ' ' << bit;
    }
}

TEST(DamagedModel, AnyBitFlippedUnderARightChecksumNeverCrashes) {
  const std::string document(*unsealed(model_bytes(voted())));
  for (std::size_t at = 0; at < document.size(); ++at)
    for (int bit = 0; bit < 8; ++bit) {
      std::string flipped = document;
      flipped[at] = static_cast<char>(flipped[at] ^ (1 << bit));
      seal(flipped);
      const Result<Model> model = parse_model(flipped, "m", kMemory);
      if (!model) continue;
      ASSERT_EQ(model_bytes(reloaded(*model)), model_bytes(*model));
    }
}

TEST(DamagedModel, ConvertedLineEndsAreNamed) {
  std::string dos;
  for (const char c : model_bytes(linear({1}))) dos += c == '\n' ? std::string("\r\n") : std::string(1, c);
  expect_error(parse_model(dos, "m", kMemory), ErrorCode::checksum_mismatch, "line ends of the model were converted");
}

TEST(DamagedModel, BytesAfterTheEndOrAMissingLineEndAreNamed) {
  const std::string bytes = model_bytes(linear({1}));
  for (const std::string& wrong : {bytes + "x", bytes + "\n", bytes + bytes.substr(0, 30), bytes.substr(0, bytes.size() - 1)})
    expect_error(parse_model(wrong, "m", kMemory), ErrorCode::checksum_mismatch, "cut off, or something was added");
}

TEST(DamagedModel, AnAlteredNumberIsNamedByItsChecksum) {
  std::string bytes = model_bytes(linear({0.5}));
  bytes[bytes.find("0.5") + 2] = '6';
  expect_error(parse_model(bytes, "m", kMemory), ErrorCode::checksum_mismatch, "checksum");
}

TEST(DamagedModel, OtherFilesAreNoModels) {
  expect_error(parse_model("", "m", kMemory), ErrorCode::model_invalid, "empty");
  for (const char* text : {"+1 1:0.5\n", "{}", "[", "{\"format\": \"novikoff-certificate\", \"version\": 1}", "\xEF\xBB\xBF{"})
    expect_error(parse_model(text, "m", kMemory), ErrorCode::model_invalid, "no model of novikoff");
}

TEST(DamagedModel, ANewerVersionIsRefusedWithBothVersions) {
  std::string bytes = model_bytes(linear({1}));
  bytes.replace(bytes.find("\"version\": 1"), 12, "\"version\": 3");
  expect_error(parse_model(bytes, "m", kMemory), ErrorCode::model_version_newer, "version 3; this program reads up to version 2");
  expect_error(parse_model(edited(linear({1}), "\"version\": 1", "\"version\": 99999999999999999999999"), "m", kMemory), ErrorCode::model_version_newer,
               "version 9999");
  expect_invalid(linear({1}), "\"version\": 1", "\"version\": 0", "version: there is no such version");
}

TEST(ModelOfIgnoredColumns, HasVersion2AndKnowsThem) {
  Model model = linear({1, 2});
  model.source.names = {"a", "b"};
  model.source.label_name = "y";
  EXPECT_NE(model_bytes(model).find("\"version\": 1"), std::string::npos);
  model.source.ignored = {"id", "note, \xff"};
  const std::string bytes = model_bytes(model);
  EXPECT_NE(bytes.find("\"version\": 2"), std::string::npos);
  const Result<Model> again = parse_model(bytes, "m", kMemory);
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_EQ(again->source.ignored, model.source.ignored);
  EXPECT_EQ(model_bytes(*again), bytes);
  model.source.ignored = {"id", "no"};
  expect_invalid(model, "\"id\"", "\"zd\"", "the columns ignored do not ascend");
  expect_invalid(model, "\"no\"", "\"y\"", "two columns have one name");
  expect_invalid(model, "\"no\"", "\"id\"", "two columns have one name");
  model.source.ignored = {"a", "no"};
  expect_error(parse_model(model_bytes(model), "m", kMemory), ErrorCode::model_invalid, "two columns have one name");
}

TEST(HostileModel, DeclaredSizesCostNothing) {
  const std::string declared = "\"n_features\": 3";
  expect_invalid(linear({1, 2, 3}), declared, "\"n_features\": 1000000000000000000", "learned.n_features: 1000000000000000000 is above");
  expect_invalid(linear({1, 2, 3}), declared, "\"n_features\": -1", "learned.n_features");
  expect_invalid(linear({1, 2, 3}), declared, "\"n_features\": 2.5", "learned.n_features");
  expect_invalid(linear({1, 2, 3}), declared, "\"n_features\": 1e3", "learned.n_features");
  expect_invalid(linear({1, 2, 3}), declared, "\"n_features\": 2", "learned.weights[2][0]: position 3 is above 2");
  const Result<Model> large = parse_model(edited(linear({1, 2, 3}), declared, "\"n_features\": 2147483647"), "m", kMemory);
  ASSERT_TRUE(large);
  EXPECT_EQ(large->hypothesis.weights.size(), 3U);
}

TEST(HostileModel, AFarWeightTakesNoRoomForThoseBefore) {
  std::string bytes = edited(linear({1, 2, 3}), "\"n_features\": 3", "\"n_features\": 4294967296");
  const std::string from = "[3, 3]";
  std::string document(*unsealed(bytes));
  document.replace(document.find(from), from.size(), "[4294967296, 3]");
  seal(document);
  const Result<Model> model = parse_model(document, "m", kMemory);
  ASSERT_TRUE(model) << to_string(model.error());
  EXPECT_EQ(model->columns, (Columns{0, 1, 4294967295U}));
  EXPECT_EQ(model->hypothesis.weights, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(model_bytes(*model), document);
}

TEST(HostileModel, TheLimitHoldsForAllWeightsTogether) {
  Model model = with_state(linear(std::vector<double>(20000, 1), 0));
  model.state->current = {{1}, 0, 1};
  model.state->weighted_steps = model.hypothesis;
  const std::string bytes = model_bytes(model);
  const std::uint64_t file = JsonTape::memory(bytes);
  EXPECT_TRUE(parse_model(bytes, "m", file + 500000)) << "three arrays of a number a feature, of which one is short";
  EXPECT_TRUE(parse_model(bytes, "m", file + 3 * 20000 * 8));
  expect_error(parse_model(bytes, "m", file + 3 * 20000 * 8 - 1000), ErrorCode::memory_limit, "");
}

TEST(HostileModel, AFileLargerThanTheLimitIsNotRead) {
  expect_error(parse_model(model_bytes(linear({1, 2, 3})), "m", 1000), ErrorCode::memory_limit, "reading this file needs");
}

TEST(HostileModel, WeightsAreCheckedOneByOne) {
  const Model model = linear({1, 2, 3});
  expect_invalid(model, "[2, 2]", "[2, nan]", "");
  expect_invalid(model, "[2, 2]", "[2, Infinity]", "");
  expect_invalid(model, "[2, 2]", "[2, 1e400]", "no double holds");
  expect_invalid(model, "[2, 2]", "[2, 1e-400]", "learned.weights[1][1]: a value of 0");
  expect_invalid(model, "[2, 2]", "[2, 0]", "learned.weights[1][1]: a value of 0");
  expect_invalid(model, "[2, 2]", "[2, -0]", "learned.weights[1][1]: a value of 0");
  expect_invalid(model, "[2, 2]", "[2, null]", "learned.weights[1][1]: null where a number is expected");
  expect_invalid(model, "[2, 2]", "[2, \"2\"]", "learned.weights[1][1]: a string where a number is expected");
  expect_invalid(model, "[2, 2]", "[2, 0x10]", "");
  expect_invalid(model, "[2, 2]", "[0, 2]", "learned.weights[1][0]: position 0");
  expect_invalid(model, "[2, 2]", "[1, 2]", "learned.weights[1][0]: position 1 does not follow 1");
  expect_invalid(model, "[2, 2]", "[-1, 2]", "learned.weights[1][0]");
  expect_invalid(model, "[2, 2]", "[2.0, 2]", "learned.weights[1][0]");
  expect_invalid(model, "[2, 2]", "[2]", "learned.weights[1]: a list of 1 where one of 2");
  expect_invalid(model, "[2, 2]", "[2, 2, 2]", "learned.weights[1]: a list of 3");
  expect_invalid(model, "[2, 2]", "{}", "learned.weights[1]: an object where a list is expected");
}

TEST(HostileModel, WhatNoRunCanLeaveIsRefused) {
  Model model = linear({1, 2}, 3);
  model.counts = {.seen = 9, .updates = 4, .mistakes = 3};
  expect_invalid(model, "\"seen\": 9", "\"seen\": 3", "learned.updates");
  expect_invalid(model, "\"seen\": 9", "\"seen\": 18446744073709551615", "learned.seen");
  expect_invalid(model, "\"mistakes\": 3", "\"mistakes\": 5", "learned.mistakes");
  expect_invalid(model, "\"tau\": 0", "\"tau\": 1", "contradict each other: --tau");
  expect_invalid(model, "[\"-1\", \"+1\"]", "[\"1\", \"+1.0\"]", "the two classes are one label");
  expect_invalid(model, "\"names\": []", "\"names\": [\"a\", \"a\"]", "two columns have one name");
  expect_invalid(model, "\"names\": []", "\"names\": [\"a\", \"b\", \"c\", \"d\"]", "more names than features");
  expect_invalid(voted(), "\"seen\": 14", "\"seen\": 15", "do not sum to seen");
}

TEST(HostileModel, KeysAreExactlyTheKnownOnes) {
  const Model model = linear({1});
  expect_invalid(model, "\"seen\": 0", "\"seen\": 0, \"seen\": 0", "learned: the key \"seen\" where \"updates\" is expected");
  expect_invalid(model, "\"seen\": 0,", "", "learned: the key \"updates\" where \"seen\" is expected");
  expect_invalid(model, "\"seen\": 0", "\"seen\": 0, \"extra\": 1", "learned: the key \"extra\"");
  expect_invalid(model, "\"patience\": 0", "\"patience\": 0, \"extra\": 1", "learned.options: the key \"extra\" is not known");
  expect_invalid(model, ",\n      \"patience\": 0", "", "learned.options: the key \"patience\" is missing");
  expect_invalid(model, "\"state\": null", "\"state\": null, \"sha256\": \"\"", "is not known or stands twice");
}

TEST(HostileModel, ValuesAreOfTheirTypeAndRange) {
  const Model model = linear({1});
  expect_invalid(model, "\"perceptron\"", "\"Perceptron\"", "learned.options.rule: the word \"Perceptron\" is not known");
  expect_invalid(model, "\"end_of_data\"", "7", "learned.stop: a whole number where a string is expected");
  expect_invalid(model, "\"eta\": 1", "\"eta\": 0", "learned.options.eta: 0 is not above 0");
  expect_invalid(model, "\"eta\": 1", "\"eta\": 1e-400", "learned.options.eta");
  expect_invalid(model, "\"tau\": 0", "\"tau\": -1", "learned.options.tau: -1 is below 0");
  expect_invalid(model, "\"answer\": \"last\"", "\"answer\": \"pocket\"", "learned.answer: the keep of the options");
  expect_invalid(model, "\"answer\": \"last\"", "\"answer\": \"auto\"", "learned.answer");
  expect_invalid(model, "\"updates\": 0", "\"updates\": 18446744073709551616", "learned.updates");
  expect_invalid(model, "\"bias\": 0", "\"bias\": 1", "bias is not bias_value times bias_weight");
  expect_invalid(model, "\"index_base\": 1", "\"index_base\": 2", "source.index_base: 2 is above");
  expect_invalid(model, "[\"-1\", \"+1\"]", "[\"-1\"]", "source.classes: a list of 1");
  expect_invalid(model, "\"-1\"", "{\"hex\": \"2d31\"}", "source.classes[0].hex: this is UTF-8");
  expect_invalid(model, "\"-1\"", "{\"hex\": \"F\"}", "source.classes[0].hex");
  expect_invalid(model, "\"-1\"", "{\"hex\": \"FF\"}", "source.classes[0].hex");
  expect_invalid(model, "\"-1\"", "\"\xFF\"", "this is no JSON");
  expect_invalid(model, "\"state\": null", "\"state\": 0", "state: a whole number where an object is expected");
}

TEST(HostileModel, VotesAreCheckedOneByOne) {
  const Model model = voted();
  expect_invalid(model, "[2, 1, 1]", "[3, 1, 1]", "learned.vote.steps[3][0]: there is no example 3");
  expect_invalid(model, "[2, 1, 1]", "[2, 0, 1]", "learned.vote.steps[3][1]: a step of 0");
  expect_invalid(model, "[2, 1, 1]", "[2, 1, 0]", "learned.vote.steps[3][2]: a count of 0");
  expect_invalid(model, "[2, 1, 1]", "[2, 1, 4611686018427387904]", "learned.vote.steps[3][2]");
  expect_invalid(model, "[[5, 0.1]]", "[[6, 0.1]]", "learned.vote.examples[1][0][0]: position 6 is above 5");
  expect_invalid(model, "[8, null, 3]", "[8, null]", "one row for each");
  expect_invalid(model, "\"current\": {", "\"current\": null, \"x\": {", "state.current: null, but a vote");
}

TEST(HostileModel, ADigestIsSixtyFourHexDigits) {
  Model model = with_state(linear({1}));
  model.state->examples = ExamplesSeen{.rows = 1, .sha256 = std::string(64, 'a')};
  EXPECT_EQ(reloaded(model).state->examples->sha256, std::string(64, 'a'));
  expect_invalid(model, std::string(64, 'a'), std::string(63, 'a'), "state.examples.sha256: this is not 64");
  expect_invalid(model, std::string(64, 'a'), std::string(64, 'A'), "state.examples.sha256");
}

TEST(HostileModel, DeepNestingIsRefused) {
  expect_invalid(linear({1}), "\"state\": null", "\"state\": " + std::string(100000, '['), "nested too deeply");
  std::string objects;
  for (int i = 0; i < 1000; ++i) objects += "{\"a\":";
  expect_invalid(linear({1}), "\"state\": null", "\"state\": " + objects, "nested too deeply");
}

TEST(HostileModel, SyntaxErrorsHaveALineAndAColumn) {
  const Result<Model> model = parse_model(edited(linear({1}), "\"version\": 1", "\"version\": 1;"), "m.json", kMemory);
  ASSERT_FALSE(model);
  EXPECT_EQ(to_string(model.error()), "m.json:3:15: error: this is no JSON [model_invalid]");
  expect_invalid(linear({1}), "\"state\": null", std::string("\"state\": null\0", 14), "NUL");
}

class ModelOnDisk : public ::testing::Test {
 protected:
  ModelOnDisk() {
    std::string pattern = ::testing::TempDir() + "novikoff-model-XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
  }
  ~ModelOnDisk() override { std::filesystem::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  static std::string get(const std::string& file_path) {
    std::ifstream file(file_path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::filesystem::path folder_;
};

TEST_F(ModelOnDisk, IsTheBytesOfTheModel) {
  const Model model = voted();
  ASSERT_TRUE(save_model(model, path("m")));
  EXPECT_EQ(get(path("m")), model_bytes(model));
  const Result<Model> again = load_model(path("m"), kMemory);
  ASSERT_TRUE(again);
  EXPECT_EQ(model_bytes(*again), model_bytes(model));
}

TEST_F(ModelOnDisk, IsReadFromAPipe) {
  const std::string bytes = model_bytes(linear(std::vector<double>(20000, 0.1)));
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(path("pipe"), std::ios::binary) << bytes; });
  const Result<Model> model = load_model(path("pipe"), kMemory);
  writer.join();
  ASSERT_TRUE(model);
  EXPECT_EQ(model_bytes(*model), bytes);
}

TEST_F(ModelOnDisk, MissingFilesFoldersAndEndlessFilesAreErrors) {
  expect_error(load_model(path("missing"), kMemory), ErrorCode::cannot_open, "");
  expect_error(load_model(folder_.string(), kMemory), ErrorCode::cannot_open, "");
  expect_error(load_model("/dev/zero", 1000000), ErrorCode::memory_limit, "1000000 bytes");
}

TEST_F(ModelOnDisk, ErrorsNameTheFile) {
  std::ofstream(path("m")) << "no model";
  EXPECT_EQ(load_model(path("m"), kMemory).error().where.file, path("m"));
}

TEST_F(ModelOnDisk, AFullDiskOrAModelThatIsNotFiniteLeavesTheOldFile) {
  const Status full = save_model(linear({1}), "/dev/full");
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().code, ErrorCode::write_failed);
  ASSERT_TRUE(save_model(linear({1}), path("m")));
  const std::string before = get(path("m"));
  const Status infinite = save_model(linear({std::numeric_limits<double>::infinity()}), path("m"));
  ASSERT_FALSE(infinite);
  EXPECT_EQ(infinite.error().code, ErrorCode::weights_overflow);
  EXPECT_EQ(get(path("m")), before);
}

TEST(ModelsToFuzzWith, AreModels) {
  // Seeds of an older form would stop at the first field that changed, and nothing behind it would be fuzzed.
  for (const char* seed : {"auto", "averaged", "by-reference", "last", "pocket", "voted"}) {
    const Result<Model> model = load_model(std::string(NOVIKOFF_TEST_DATA) + "/../../fuzz/corpus/model/" + seed, kMemory);
    EXPECT_TRUE(model) << to_string(model.error());
  }
}

void expect_resuming_changes_nothing(const Dataset& data) {
  for (const Order order : {Order::cyclic, Order::shuffled, Order::random, Order::restart, Order::worst})
    for (const KeepKind keep : {KeepKind::automatic, KeepKind::last, KeepKind::averaged, KeepKind::voted, KeepKind::pocket, KeepKind::pocket_every})
      for (const std::uint64_t stop : {1U, 2U, 7U, 23U}) {
        TrainOptions whole, part;
        whole.spec.order = part.spec.order = order;
        whole.spec.keep = part.spec.keep = keep;
        whole.spec.eta = part.spec.eta = 0.1;
        whole.spec.max_seen = 60;
        part.spec.max_seen = stop;
        const TrainReport once = or_throw(train(data, whole));
        const Model saved = reloaded(or_throw(train(data, part)).model);
        const TrainReport twice = or_throw(train(data, whole, &saved));
        EXPECT_TRUE(model_bytes(twice.model) == model_bytes(once.model)) << name(order) << ' ' << name(keep) << ' ' << stop;
      }
}

const std::vector<testing::Row> kSeparable{{{0.1, 0.7}, +1}, {{1.0 / 3, -2}, -1}, {{0.2, 0.6}, -1}, {{-3, 0.1}, +1}, {{0, 0, 0, 0, 1e-3}, -1}};

TEST(ResumedRun, GivesTheBytesOfTheUninterruptedOne) {
  std::vector<testing::Row> overlapping = kSeparable;
  overlapping.push_back({{0.1, 0.7}, -1});
  expect_resuming_changes_nothing(testing::dataset(kSeparable));
  expect_resuming_changes_nothing(testing::dataset(overlapping));
}

TEST(ResumedRun, RefusesACursorBeyondTheRows) {
  TrainOptions options;
  Model model = or_throw(train(testing::dataset(kSeparable), options)).model;
  model.stop = Stop::pass_limit;
  model.state->cursor.position = kSeparable.size() + 1;
  const Result<TrainReport> report = train(testing::dataset(kSeparable), options, &model);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::model_not_resumable);
}

}  // namespace
}  // namespace novikoff::model_io_test
