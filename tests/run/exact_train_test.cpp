#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>
#include <string>

#include "novikoff/run/model_io.hpp"
#include "novikoff/run/report.hpp"
#include "novikoff/run/sha256.hpp"
#include "run/exact_reference.hpp"
#include "run/exact_units.hpp"

namespace novikoff::exact_train_test {
namespace {

using testing::fraction;
using testing::Fractions;
using testing::inner;
using testing::plus;
using testing::Reference;

// A row of decimals as they would stand in a file.
struct TextRow {
  std::vector<std::string> x;
  int y;
};

ExactData exact_data(const std::vector<TextRow>& rows, Numbers numbers, double bias_value = 1) {
  ExactRows::Builder builder(numbers, bias_value);
  std::size_t width = 0;
  for (const TextRow& row : rows) {
    for (std::size_t j = 0; j < row.x.size(); ++j) {
      if (numbers == Numbers::decimal)
        builder.add(static_cast<std::uint32_t>(j), *parse_decimal(row.x[j]));
      else
        builder.add(static_cast<std::uint32_t>(j), std::strtod(row.x[j].c_str(), nullptr));
    }
    builder.end_row(static_cast<std::int8_t>(row.y));
    width = std::max(width, row.x.size());
  }
  ExactData data;
  data.rows = or_throw(builder.finish(width, std::uint64_t{1} << 30U, [](std::int8_t y) { return int{y}; }));
  data.schema.n_features = width;
  data.classes = {"-1", "+1"};
  return data;
}

Reference reference(const std::vector<TextRow>& rows, const LearnerSpec& spec) {
  std::vector<Fractions> x;
  std::vector<int> y;
  for (const TextRow& row : rows) {
    Fractions values;
    for (const std::string& text : row.x)
      values.push_back(spec.numbers == Numbers::decimal ? Rational::of(*parse_decimal(text)) : Rational::of(std::strtod(text.c_str(), nullptr)));
    x.push_back(std::move(values));
    y.push_back(row.y);
  }
  Reference result(std::move(x), std::move(y), spec);
  result.run();
  return result;
}

TrainReport trained(const std::vector<TextRow>& rows, LearnerSpec spec, bool until_proof = false) {
  spec.arithmetic = Arithmetic::exact;
  TrainOptions options;
  options.spec = spec;
  options.until_proof = until_proof;
  options.per_example = options.sequence = options.curve = true;
  return or_throw(train(exact_data(rows, spec.numbers, spec.bias_value), options));
}

// The nearest doubles of exact weights, the bias coordinate last.
std::vector<double> doubles(const Fractions& w) {
  std::vector<double> result;
  for (const Rational& value : w) result.push_back(nearest_double(value));
  return result;
}

std::vector<double> doubles(const Hypothesis& h) {
  std::vector<double> result = h.weights;
  if (h.bias_value != 0) result.push_back(h.bias_weight);
  return result;
}

void expect_equal(const Scaled& got, const Rational& exact) {
  EXPECT_EQ(got.mantissa, exact.to_scaled().mantissa);
  EXPECT_EQ(got.exponent, exact.to_scaled().exponent);
}

void expect_evaluation(const Evaluation& got, const Reference& reference, const Fractions& w) {
  std::uint64_t wrong = 0, zero = 0;
  Rational least, risk;
  for (std::size_t i = 0; i < reference.rows.size(); ++i) {
    const Rational margin = Rational(reference.y[i]) * inner(w, reference.rows[i]);
    wrong += reference.wrong(i, w) ? 1 : 0;
    zero += margin.sign() == 0 ? 1 : 0;
    if (margin.sign() < 0) risk = risk - margin;
    if (i == 0 || margin < least) least = margin;
  }
  EXPECT_EQ(got.errors, reference.errors_of(w));
  EXPECT_EQ(got.wrong_predictions, wrong);
  EXPECT_EQ(got.zero_scores, zero);
  expect_equal(got.margin_min, least);
  expect_equal(got.risk, risk);
  const Scaled norm = sqrt(inner(w, w).to_scaled());
  EXPECT_EQ(got.exact_norm->mantissa, norm.mantissa);
  EXPECT_EQ(got.exact_norm->exponent, norm.exponent);
}

std::uint64_t vote_errors(const Reference& reference) {
  std::uint64_t errors = 0;
  for (std::size_t i = 0; i < reference.rows.size(); ++i) {
    std::int64_t vote = 0;
    for (const auto& [v, count] : reference.vectors) vote += inner(v, reference.rows[i]).sign() * static_cast<std::int64_t>(count);
    errors += reference.y[i] * vote <= 0 ? 1 : 0;
  }
  return errors;
}

void expect_answer(const TrainReport& got, const Reference& reference) {
  switch (reference.spec.keep) {
    case KeepKind::automatic:
    case KeepKind::averaged: {
      const Rational count(static_cast<std::int64_t>(std::max<std::uint64_t>(reference.seen, 1)));
      Fractions mean = reference.seen == 0 ? reference.w : reference.sum;
      for (Rational& value : mean) value = value / count;
      EXPECT_EQ(doubles(*got.averaged), doubles(mean));
      return expect_evaluation(*got.averaged_evaluation, reference, mean);
    }
    case KeepKind::voted: {
      std::vector<std::uint64_t> counts;
      for (const auto& [v, count] : reference.vectors) counts.push_back(count);
      EXPECT_EQ(got.model.voted->counts(), counts);
      EXPECT_EQ(got.answer_evaluation->errors, vote_errors(reference));
      return;
    }
    case KeepKind::pocket:
    case KeepKind::pocket_every:
      EXPECT_EQ(doubles(got.model.hypothesis), doubles(reference.best));
      EXPECT_EQ(got.pocket_history, reference.history);
      return expect_evaluation(*got.answer_evaluation, reference, reference.best);
    case KeepKind::greedy:
      EXPECT_EQ(got.pocket_history, reference.history);
      [[fallthrough]];
    default:
      EXPECT_EQ(doubles(got.model.hypothesis), doubles(reference.w));
  }
}

void expect_same(const TrainReport& got, const Reference& reference) {
  EXPECT_EQ(got.model.stop, reference.stop) << name(got.model.stop);
  EXPECT_EQ(got.model.counts.seen, reference.seen);
  EXPECT_EQ(got.model.counts.updates, reference.updates);
  EXPECT_EQ(got.model.counts.mistakes, reference.mistakes);
  EXPECT_EQ(got.update_sequence, reference.sequence);
  EXPECT_EQ(got.updates_per_example, reference.per_example);
  EXPECT_EQ(got.updates_per_pass, reference.per_pass);
  EXPECT_EQ(doubles(got.last), doubles(reference.w));
  expect_evaluation(*got.last_evaluation, reference, reference.w);
  expect_answer(got, reference);
}

constexpr Space kSpaces[] = {Space::primal, Space::dual, Space::automatic};

// Rows of one-digit decimals times `scale`, some with a value far smaller beside them if `offset` is given.
std::vector<TextRow> drawn_rows(Rng& rng, const std::string& scale, const std::string& offset) {
  std::vector<TextRow> rows;
  const std::size_t n = 2 + rng.below(4), d = 1 + rng.below(3);
  for (std::size_t i = 0; i < n; ++i) {
    TextRow row{{}, rng.below(2) == 0 ? -1 : +1};
    for (std::size_t j = 0; j < d; ++j) {
      const auto digit = static_cast<std::int64_t>(rng.below(11)) - 5;
      const bool far = !offset.empty() && rng.below(4) == 0;
      row.x.push_back(std::to_string(digit) + ".1" + (far ? offset : scale));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

LearnerSpec drawn_spec(Rng& rng, double size) {
  LearnerSpec spec;
  constexpr double kEtas[] = {1, 0.1, 3, 0.3};
  spec.eta = kEtas[rng.below(4)];
  spec.bias_value = rng.below(4) == 0 ? 0 : rng.below(3) == 0 ? 0.7 : 1;
  if (rng.below(2) == 0) {
    spec.w0 = {size * 0.3};
    if (spec.bias_value != 0) spec.b0 = -0.1;
  }
  spec.seed = rng.below(1000);
  return spec;
}

TEST(ExactTrain, DecidesAsFractionsDoForEveryOrderKeepRuleTieStartAndWidth) {
  struct Width {
    const char *scale, *offset;
    double size;
  };
  // Sums below 2^53; below 2^63; below 2^127; beyond; far beyond the doubles.
  const Width widths[] = {{"", "", 1}, {"e6", "e-2", 1e6}, {"e9", "e-6", 1e9}, {"e25", "e-20", 1e25}, {"e40", "", 1e40}};
  constexpr Order kOrders[] = {Order::online, Order::cyclic, Order::shuffled, Order::random, Order::restart, Order::worst};
  constexpr KeepKind kKeeps[] = {KeepKind::automatic, KeepKind::last, KeepKind::averaged, KeepKind::voted, KeepKind::pocket, KeepKind::pocket_every};
  Rng rng(20);
  std::set<Space> spaces_of_auto;
  for (const Width& width : widths)
    for (const Order order : kOrders)
      for (const KeepKind keep : kKeeps)
        for (const Numbers numbers : {Numbers::decimal, Numbers::binary64})
          for (int rule = 0; rule < 3; ++rule) {
            const std::vector<TextRow> rows = drawn_rows(rng, width.scale, width.offset);
            LearnerSpec spec = drawn_spec(rng, width.size);
            if (spec.w0.size() > rows.front().x.size()) spec.w0.clear();
            spec.order = order;
            spec.keep = keep;
            spec.numbers = numbers;
            spec.tie = rule == 1 ? Tie::plus : Tie::update;
            if (rule == 2) {
              spec.rule = RuleKind::margin;
              spec.tau = 0.7 * width.size;
            }
            spec.max_seen = 40 + rng.below(40);
            if (rng.below(4) == 0) spec.max_updates = 1 + rng.below(20);
            const Reference expected = reference(rows, spec);
            for (const Space space : kSpaces) {
              SCOPED_TRACE(std::string(width.scale) + ' ' + std::string(name(order)) + ' ' + std::string(name(keep)) + ' ' + std::string(name(numbers)) +
                           " rule " + std::to_string(rule) + " seed " + std::to_string(spec.seed) + ' ' + std::string(name(space)));
              spec.space = space;
              const TrainReport got = trained(rows, spec);
              expect_same(got, expected);
              if (space == Space::automatic) spaces_of_auto.insert(*got.space);
              if (::testing::Test::HasFailure()) return;
            }
          }
  EXPECT_EQ(spaces_of_auto.size(), 2U) << "auto has been tested on both sides of its choice";
}

TEST(ExactTrain, GreedyTakesTheSameUpdatesAsFractions) {
  Rng rng(21);
  std::uint64_t updates = 0;
  for (int i = 0; i < 200; ++i) {
    const std::vector<TextRow> rows = drawn_rows(rng, i % 2 == 0 ? "" : "e25", i % 2 == 0 ? "" : "e-20");
    LearnerSpec spec = drawn_spec(rng, 1);
    spec.w0.clear();
    spec.order = Order::restart;
    spec.keep = KeepKind::greedy;
    spec.tie = i % 3 == 0 ? Tie::plus : Tie::update;
    for (const Space space : kSpaces) {
      spec.space = space;
      const Reference expected = reference(rows, spec);
      expect_same(trained(rows, spec), expected);
      updates += expected.updates;
    }
  }
  EXPECT_GT(updates, 100U);
}

// One width after the other within a run: with a large margin the weights grow far beyond the rows.
TEST(ExactTrain, GoesOnInWiderNumbersWithTheSameWeights) {
  const std::vector<TextRow> rows{{{"4194304", "1"}, +1}, {{"-4194303", "3"}, -1}, {{"4194305.5", "-7"}, +1}};
  for (const double growth : {300.0, 2000.0})
    for (const Space space : kSpaces) {
      LearnerSpec spec{.rule = RuleKind::margin, .tau = 4194304.0 * 4194304.0 * growth, .passes = 0, .space = space};
      const Reference expected = reference(rows, spec);
      EXPECT_GT(expected.updates, 200U);
      expect_same(trained(rows, spec), expected);
    }
}

TEST(ExactTrain, HoldsAtTheEdgesOfTheWords) {
  Rng rng(22);
  // Around 2^31 (sums at 2^62), 2^61, 2^62 (where rows become wide), 2^63.
  for (const char* size : {"2147483647", "3037000499", "2305843009213693952", "4611686018427387903", "4611686018427387904", "9223372036854775807"})
    for (int i = 0; i < 20; ++i) {
      std::vector<TextRow> rows;
      for (int row = 0; row < 4; ++row) {
        TextRow made{{}, rng.below(2) == 0 ? -1 : 1};
        for (int j = 0; j < 2; ++j) made.x.push_back((rng.below(2) == 0 ? "-" : "") + std::string(rng.below(3) == 0 ? "1" : size));
        rows.push_back(made);
      }
      LearnerSpec spec{.max_seen = 200};
      const Reference expected = reference(rows, spec);
      for (const Space space : kSpaces) {
        spec.space = space;
        expect_same(trained(rows, spec), expected);
      }
      if (::testing::Test::HasFailure()) return;
    }
}

TEST(ExactTrain, TakesNumbersThatNoDoubleHolds) {
  for (const char* size : {"e-600", "e400"}) {
    const std::vector<TextRow> rows{{{"3" + std::string(size), "3" + std::string(size)}, +1},
                                    {{"4" + std::string(size), "3" + std::string(size)}, +1},
                                    {{"1" + std::string(size), "1" + std::string(size)}, -1}};
    LearnerSpec spec{.passes = 1000};
    const Reference expected = reference(rows, spec);
    for (const Space space : kSpaces) {
      spec.space = space;
      expect_same(trained(rows, spec), expected);
    }
    const std::string json = train_json(trained(rows, spec), {.spec = spec});
    EXPECT_EQ(json.find("\"radius_log2\"") != std::string::npos, std::string(size) == "e400");
  }
}

// THEORY 3: with w0 = 0 and tau = 0 eta is only a unit, also where the doubles' 0.1 would round.
TEST(ExactTrain, EtaIsOnlyAUnitFromZeroWeights) {
  Rng rng(23);
  for (int i = 0; i < 50; ++i) {
    const std::vector<TextRow> rows = drawn_rows(rng, "", "e-7");
    const TrainReport one = trained(rows, {.max_seen = 300});
    for (const double eta : {0.1, 1e-300, 7.3e200, 3.0}) {
      const TrainReport other = trained(rows, {.eta = eta, .max_seen = 300});
      EXPECT_EQ(one.update_sequence, other.update_sequence);
      EXPECT_EQ(one.model.counts, other.model.counts);
    }
  }
}

TEST(ExactTrain, DoesNotTakeARoundedScoreForZero) {
  // In doubles 10^17 + 1 − 10^17 is 0: (−1, 10^17), (0, −1) seem to come back to where they were, and do not.
  const std::vector<TextRow> rows{{{"-1", "100000000000000000"}, +1}, {{"0", "-1"}, +1}};
  LearnerSpec spec{.bias_value = 0, .max_updates = 500};
  const TrainReport report = trained(rows, spec, true);
  EXPECT_EQ(report.model.counts.updates, reference(rows, spec).updates);
  EXPECT_NE(report.proof->certificate.verdict, Verdict::inseparable);
  // 0.1 + 0.2 = 0.3 for decimals, not for doubles.
  const std::vector<TextRow> sums{{{"0.1"}, +1}, {{"0.2"}, +1}, {{"-0.3"}, +1}};
  EXPECT_EQ(trained(sums, {.bias_value = 0}, true).model.stop, Stop::proof);
  // The same in three dimensions, where the doubles' small difference is all that separates them.
  const std::vector<TextRow> thirds{{{"0.1", "1", "0"}, +1}, {{"0.2", "-1", "1"}, +1}, {{"-0.3", "0", "-1"}, +1}};
  EXPECT_EQ(trained(thirds, {.bias_value = 0}, true).proof->certificate.verdict, Verdict::inseparable);
  const TrainReport doubles = trained(thirds, {.bias_value = 0, .passes = 0, .numbers = Numbers::binary64}, true);
  EXPECT_EQ(doubles.proof->certificate.verdict, Verdict::separable);
  EXPECT_EQ(doubles.proof->by, Proof::By::certificate) << "the margin is 10^-17: the updates take too long";
}

// Σ λ_i z_i = 0, λ > 0, Σ λ = 1.
void expect_gordan(const Certificate& certificate, const Reference& rows) {
  Fractions sum(rows.rows.front().size());
  Rational all;
  for (const auto& [row, weight] : certificate.lambda) {
    EXPECT_GT(weight.sign(), 0);
    sum = plus(sum, weight * Rational(rows.y[row]), rows.rows[row]);
    all = all + weight;
  }
  EXPECT_TRUE(all == Rational(1));
  for (const Rational& value : sum) EXPECT_EQ(value.sign(), 0);
}

void expect_separator(const Certificate& certificate, const Reference& rows) {
  Fractions u(rows.rows.front().size());
  for (const auto& [feature, value] : certificate.u) u[feature] = value;
  if (rows.spec.bias_value != 0) u.back() = certificate.u_bias;
  for (std::size_t i = 0; i < rows.rows.size(); ++i) EXPECT_GT((Rational(rows.y[i]) * inner(u, rows.rows[i])).sign(), 0);
}

TEST(ExactTrain, EndsWithAProofThatHolds) {
  Rng rng(24);
  std::set<std::string> ways;
  constexpr Order kOrders[] = {Order::cyclic, Order::shuffled, Order::random, Order::restart, Order::worst};
  for (int i = 0; i < 300; ++i) {
    const std::vector<TextRow> rows = drawn_rows(rng, i % 3 == 0 ? "e9" : "", i % 3 == 0 ? "e-6" : "");
    LearnerSpec spec = drawn_spec(rng, 1);
    if (spec.w0.size() > rows.front().x.size()) spec.w0.clear();
    spec.order = kOrders[rng.below(5)];
    spec.passes = 0;
    spec.space = kSpaces[rng.below(3)];
    const TrainReport report = trained(rows, spec, true);
    ASSERT_TRUE(report.proof);
    const Certificate& certificate = report.proof->certificate;
    EXPECT_EQ(certificate.claim, Claim::strict);
    EXPECT_EQ(report.model.stop == Stop::converged, report.proof->by == Proof::By::clean_scan);
    ways.insert(std::string(name(report.proof->by)) + ' ' + std::string(name(certificate.verdict)));
    spec.max_seen = 1;
    const Reference plain = reference(rows, spec);
    ASSERT_NE(certificate.verdict, Verdict::undecided);
    certificate.verdict == Verdict::separable ? expect_separator(certificate, plain) : expect_gordan(certificate, plain);
  }
  EXPECT_TRUE(ways.contains("clean scan separable"));
  EXPECT_TRUE(ways.contains("repeated state inseparable"));
}

TEST(ExactTrain, XorAndAContradictionRepeat) {
  const std::vector<TextRow> exclusive{{{"0", "0"}, -1}, {{"0", "1"}, +1}, {{"1", "0"}, +1}, {{"1", "1"}, -1}};
  const std::vector<TextRow> contradiction{{{"1"}, +1}, {{"1"}, -1}};
  for (const auto& rows : {exclusive, contradiction})
    for (const Space space : kSpaces) {
      const TrainReport report = trained(rows, {.passes = 0, .space = space}, true);
      EXPECT_EQ(report.model.stop, Stop::proof);
      EXPECT_EQ(report.proof->by, Proof::By::repeated_state);
      const Rational share(Integer(1), Integer(static_cast<std::int64_t>(rows.size())));
      ASSERT_EQ(report.proof->certificate.lambda.size(), rows.size());
      for (const auto& [row, weight] : report.proof->certificate.lambda) EXPECT_TRUE(weight == share) << row;
    }
}

TEST(ExactTrain, FindsTheCycleBehindALongWayToIt) {
  // From far away the weights come in first, and to the start they never come back.
  const std::vector<TextRow> rows{{{"1"}, +1}, {{"1"}, -1}};
  for (const Space space : kSpaces) {
    LearnerSpec spec{.w0 = {50}, .passes = 0, .max_seen = 1000, .space = space};
    const TrainReport report = trained(rows, spec, true);
    ASSERT_EQ(report.model.stop, Stop::proof);
    EXPECT_EQ(report.proof->by, Proof::By::repeated_state);
    EXPECT_GT(report.model.counts.updates, 20U);
    expect_gordan(report.proof->certificate, reference(rows, spec));
  }
}

TEST(ExactTrain, CallsALimitUndecided) {
  const std::vector<TextRow> rows{{{"3", "3"}, +1}, {{"4", "3"}, +1}, {{"1", "1"}, -1}};
  const TrainReport report = trained(rows, {.max_updates = 3}, true);
  EXPECT_EQ(report.model.stop, Stop::update_limit);
  EXPECT_EQ(report.proof->by, Proof::By::none);
  EXPECT_EQ(report.proof->certificate.verdict, Verdict::undecided);
}

TEST(ExactTrain, UnderTiePlusACleanScanProvesNothingAtAScoreOfZero) {
  const std::vector<TextRow> rows{{{"1"}, +1}, {{"-1"}, +1}};
  const TrainReport report = trained(rows, {.tie = Tie::plus, .bias_value = 0}, true);
  EXPECT_EQ(report.model.stop, Stop::converged);
  EXPECT_EQ(report.proof->certificate.verdict, Verdict::undecided);
}

TEST(ExactTrain, ModelPredictsButDoesNotGoOnAndComesBackFromItsFile) {
  const std::vector<TextRow> rows{{{"3", "3"}, +1}, {{"4", "3"}, +1}, {{"1", "1"}, -1}};
  for (const Numbers numbers : {Numbers::decimal, Numbers::binary64}) {
    const TrainReport report = trained(rows, {.numbers = numbers, .space = Space::dual});
    EXPECT_FALSE(report.model.state);
    const std::string bytes = model_bytes(report.model);
    const Model again = or_throw(parse_model(bytes, "m", std::uint64_t{1} << 20U));
    EXPECT_EQ(again.spec.arithmetic, Arithmetic::exact);
    EXPECT_EQ(again.spec.numbers, numbers);
    EXPECT_EQ(model_bytes(again), bytes);
    EXPECT_EQ(learned_bytes(report.model), learned_bytes(trained(rows, {.numbers = numbers, .space = Space::primal}).model));
  }
}

TEST(ExactTrain, ModelFileSaysExactOrNothingOfItsArithmetic) {
  const TrainReport report = trained({{{"3"}, +1}, {{"1"}, -1}}, {.numbers = Numbers::binary64});
  const std::string bytes = model_bytes(report.model);
  EXPECT_EQ(bytes.find("\"arithmetic\""), bytes.rfind("\"arithmetic\""));
  const auto refused = [&](const std::string& from, const std::string& to) {
    std::string document(*unsealed(bytes));
    document.replace(document.find(from), from.size(), to);
    seal(document);
    const Result<Model> model = parse_model(document, "m", std::uint64_t{1} << 20U);
    return !model && model.error().code == ErrorCode::model_invalid;
  };
  EXPECT_TRUE(refused("\"arithmetic\": \"exact\"", "\"arithmetic\": \"double\"")) << "there is one way to write a model";
  EXPECT_TRUE(refused("\"arithmetic\": \"exact\"", "\"arithmetic\": \"rough\""));
  EXPECT_TRUE(refused("\"numbers\": \"binary64\"", "\"numbers\": \"octal\""));
  EXPECT_TRUE(refused("\"numbers\": \"binary64\"", "\"digits\": \"binary64\""));
}

TEST(ExactTrain, SaysWhatItProvedAndWhatNot) {
  const auto text = [](const std::vector<TextRow>& rows, const LearnerSpec& spec, bool until_proof) {
    return train_text(trained(rows, spec, until_proof), {.spec = spec, .until_proof = until_proof}, [](std::uint64_t) { return std::string(); });
  };
  const auto says = [](const std::string& out, const std::string& part) { return out.find(part) != std::string::npos; };
  const std::vector<TextRow> separable{{{"3"}, +1}, {{"1"}, -1}}, contradiction{{{"1"}, +1}, {{"1"}, -1}}, apart{{{"2"}, +1}, {{"-1"}, -1}},
      tie{{{"1"}, +1}, {{"-1"}, +1}};
  EXPECT_TRUE(says(text(separable, {}, false), "in exact arithmetic: a proof that the rows are separable"));
  EXPECT_TRUE(says(text(separable, {.keep = KeepKind::pocket}, false), "in exact arithmetic: a proof that the rows are separable"));
  EXPECT_TRUE(says(text(apart, {.tie = Tie::plus}, false), "none has a score of 0: in exact arithmetic a proof"));
  EXPECT_TRUE(says(text(tie, {.tie = Tie::plus, .bias_value = 0}, false), "That is no proof"));
  EXPECT_TRUE(says(text(contradiction, {}, true), "a proof that no hyperplane is right on every row"));
  EXPECT_TRUE(says(text(separable, {.max_updates = 1}, true), "undecided"));
  EXPECT_TRUE(says(text(separable, {.numbers = Numbers::binary64, .space = Space::dual}, false), "exact, of the nearest doubles' own values; dual space"));
}

TEST(ExactTrain, RefusesWhatItDoesNotDo) {
  const ExactData data = exact_data({{{"1"}, +1}, {{"2"}, -1}}, Numbers::decimal);
  TrainOptions options;
  options.spec.arithmetic = Arithmetic::exact;
  options.checkpoint.save = [](const Model&) { return Status{}; };
  EXPECT_EQ(train(data, options).error().code, ErrorCode::usage);
  options.checkpoint = {};
  options.spec.holdout = 0.5;
  EXPECT_EQ(train(data, options).error().code, ErrorCode::usage);
  options.spec.holdout = 0;
  options.spec.space = Space::dual;
  options.memory = 16;
  EXPECT_EQ(train(data, options).error().code, ErrorCode::memory_limit);
}

TEST(NearestDouble, RoundsToTheNearestAndTiesToEven) {
  const auto nearest = [](const char* text) { return nearest_double(Rational::of(*parse_decimal(text))); };
  for (const char* text : {"0.1",
                           "-0.3",
                           "1e308",
                           "1.7976931348623157e308",
                           "1.7976931348623158e308",
                           "1.7976931348623159e308",
                           "1e400",
                           "-1e400",
                           "5e-324",
                           "2e-324",
                           "3e-324",
                           "-2.4703282292062328e-324",
                           "2.2250738585072011e-308",
                           "2.2250738585072014e-308",
                           "1e-310",
                           "9007199254740993",
                           "9007199254740995",
                           "9007199254740993.0000000000000000000000001",
                           "123456789.123456789",
                           "1e-600",
                           "4.4501477170144020e-308"})
    EXPECT_EQ(nearest(text), std::strtod(text, nullptr)) << text;
  Rng rng(25);
  for (int i = 0; i < 10000; ++i) {
    const std::string text = std::to_string(rng.next()) + std::to_string(rng.next()) + "e" + std::to_string(static_cast<int>(rng.below(700)) - 370);
    EXPECT_EQ(nearest(text.c_str()), std::strtod(text.c_str(), nullptr)) << text;
  }
}

TEST(ExactCurve, HasTheLastPassOfARunThatEndsWithItsLastRow) {
  const TrainReport report = trained({{{"1", "0"}, +1}, {{"0", "1"}, -1}}, {.keep = KeepKind::pocket_every});
  ASSERT_EQ(report.model.stop, Stop::converged);
  ASSERT_EQ(report.curve.size(), 1U);
  EXPECT_EQ(report.curve[0].pass, 1U);
  EXPECT_EQ(report.curve[0].pass_updates, 2U);
  EXPECT_EQ(report.curve[0].training.errors, 0U);
}

}  // namespace
}  // namespace novikoff::exact_train_test
