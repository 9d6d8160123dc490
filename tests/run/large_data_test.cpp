// Large data say the same as small data, of whatever numbers they are made and wherever they are kept.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <numeric>
#include <random>

#include "novikoff/core/random.hpp"
#include "novikoff/run/certify.hpp"
#include "novikoff/run/digest.hpp"
#include "novikoff/run/embedded.hpp"
#include "novikoff/run/model_io.hpp"
#include "novikoff/run/predict.hpp"

namespace novikoff::large_data_test {
namespace {

constexpr std::uint64_t kPlenty = std::uint64_t{1} << 30U;

// A file that is gone at the end.
class File {
 public:
  explicit File(const std::string& text) {
    path_ = ::testing::TempDir() + "large_XXXXXX";
    const int file = ::mkstemp(path_.data());
    EXPECT_GE(file, 0);
    ::close(file);
    write(text);
  }
  ~File() { ::unlink(path_.c_str()); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  const std::string& path() const { return path_; }
  void write(const std::string& text) const { std::ofstream(path_, std::ios::binary | std::ios::trunc) << text; }
  // Other bytes, which size and times do not show.
  void forge(const std::string& text) const {
    struct stat before {};
    ::stat(path_.c_str(), &before);
    write(text);
    const struct timespec times[] = {before.st_atim, before.st_mtim};
    ::utimensat(AT_FDCWD, path_.c_str(), times, 0);
  }

 private:
  std::string path_;
};

struct How {
  Numbers numbers = Numbers::decimal;
  double bias_value = 1;
  std::uint64_t small = 0, memory = kPlenty;
  bool again = true;
};

Result<ExactData> read(const std::string& input, const How& how) {
  ReadOptions options;
  options.memory = kPlenty;
  ask_for_exact_values(options, how.numbers);
  Labels labels = Labels::collect();
  auto again = how.again ? input_again({input}, options) : std::nullopt;
  Result<std::unique_ptr<Source>> source = open_input({input}, options, labels);
  if (!source) return source.error();
  return read_for_proof(
      **source, labels,
      {.numbers = how.numbers, .bias_value = how.bias_value, .memory = how.memory, .threads = 3, .small = how.small, .again = std::move(again)});
}

ExactRows all_rows(RowPasses& rows) {
  std::vector<std::uint64_t> all(static_cast<std::size_t>(rows.size()));
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  return or_throw(rows.exact(all));
}

// `large` is what the small data are.
void expect_same(const ExactData& small, const ExactData& large) {
  ASSERT_EQ(small.large, nullptr);
  ASSERT_NE(large.large, nullptr);
  EXPECT_EQ(large.sha256, small.sha256);
  EXPECT_EQ(large.classes, small.classes);
  EXPECT_EQ(large.size(), small.size());
  EXPECT_EQ(large.n_features(), small.n_features());
  EXPECT_EQ(large.numbers(), small.numbers());
  EXPECT_EQ(large.bias_value(), small.bias_value());
  EXPECT_EQ(large.has_bias(), small.has_bias());
  ASSERT_EQ(large.n_columns(), small.n_columns());
  for (std::size_t column = 0; column < small.n_columns(); ++column) EXPECT_EQ(large.feature(column), small.feature(column));
  EXPECT_EQ(large.max_sqnorm(), small.max_sqnorm());
  for (std::uint64_t row = 0; row < small.size(); ++row) EXPECT_EQ(large.where(row), small.where(row));
  const std::string canonical = canonical_examples(small.rows);
  EXPECT_EQ(canonical_examples(all_rows(*large.large)), canonical);
  for (const std::uint64_t values : {1U, 7U, 50U}) {
    std::string rows = canonical.substr(0, canonical.find('\n') + 1);
    const std::size_t head = rows.size();
    EXPECT_TRUE(large.large->stretches(values, [&](std::uint64_t /*first*/, const ExactRows& stretch) {
      rows += canonical_examples(stretch).substr(head);
      return true;
    }));
    EXPECT_EQ(rows, canonical) << values;
  }
}

// Values of every kind that a double holds.
std::string made_rows(std::size_t n) {
  std::mt19937_64 random(3);
  std::string text;
  for (std::size_t row = 0; row < n; ++row) {
    text += row % 3 == 0 ? "-1" : "+1";
    for (unsigned feature = 1; feature < 12; ++feature) {
      const auto word = random();
      const double value = std::ldexp(static_cast<double>(word >> 11U), -53);
      if (word % 5 == 0) continue;
      text += ' ' + std::to_string(feature == 11 ? 70000 + word % 9 : feature) + ':' + (word % 2 == 0 ? "" : "-");
      if (word % 7 == 0)
        text += std::to_string(word);  // 19 or 20 digits
      else if (word % 7 == 1)
        text += to_text(value);  // 16 or 17
      else if (word % 7 == 2)
        text += "0." + std::to_string(word) + std::to_string(word);  // more
      else if (word % 7 == 3)
        text += std::to_string(word % 1000) + ".5000e-" + std::to_string(word % 290);
      else if (word % 7 == 4)
        text += std::to_string(word % 1000) + "e+" + std::to_string(word % 290);
      else
        text += std::to_string(word % 1000) + "." + std::to_string(word % 10000);
    }
    text += '\n';
  }
  return text;
}

TEST(LargeData, say_the_same_as_small_data) {
  const File made(made_rows(60)), zeros("1 1:0 2:0.0\n-1 2:0e5 9:-0\n1 4:1\n");
  for (const std::string& input :
       {std::string("@and"), std::string("@credit"), std::string("@iris-virginica"), std::string("@unit-vectors:9"), made.path(), zeros.path()})
    for (const Numbers numbers : {Numbers::decimal, Numbers::binary64})
      for (const double bias_value : {1.0, 0.0, 0.1}) {
        SCOPED_TRACE(input + ' ' + std::string(name(numbers)) + ' ' + to_text(bias_value));
        const Result<ExactData> small = read(input, {.numbers = numbers, .bias_value = bias_value, .small = kPlenty});
        ASSERT_TRUE(small);
        const Result<ExactData> memory = read(input, {.numbers = numbers, .bias_value = bias_value});
        ASSERT_TRUE(memory);
        EXPECT_TRUE(memory->large->in_memory());
        expect_same(*small, *memory);
      }
}

void expect_passes_as(RowPasses& rows, RowPasses& others) {
  struct Copy {
    double y;
    bool dense;
    std::vector<double> value;
    std::vector<std::uint32_t> index;
    bool operator==(const Copy&) const = default;
  };
  const auto copies = [](RowPasses& from) {
    std::vector<Copy> copied(static_cast<std::size_t>(from.size()));
    EXPECT_TRUE(from.pass([&](std::size_t part, std::uint64_t first, std::span<const ExampleView> views) {
      EXPECT_GE(first, RowPasses::part_begin(part, from.size()));
      EXPECT_LE(first + views.size(), RowPasses::part_begin(part + 1, from.size()));
      for (std::size_t k = 0; k < views.size(); ++k) {
        const FeatureView& x = views[k].x;
        copied[static_cast<std::size_t>(first) + k] = {views[k].y, x.dense(), {x.value, x.value + x.size}, {}};
        if (!x.dense()) copied[static_cast<std::size_t>(first) + k].index.assign(x.index, x.index + x.size);
      }
    }));
    return copied;
  };
  ASSERT_EQ(rows.size(), others.size());
  EXPECT_TRUE(copies(rows) == copies(others));
}

TEST(LargeData, are_read_again_where_they_do_not_fit_memory) {
  const File made(made_rows(400));
  for (const Numbers numbers : {Numbers::decimal, Numbers::binary64}) {
    const Result<ExactData> small = read(made.path(), {.numbers = numbers, .small = kPlenty}), memory = read(made.path(), {.numbers = numbers});
    const Result<ExactData> files = read(made.path(), {.numbers = numbers, .memory = 20000});
    ASSERT_TRUE(small && memory && files);
    EXPECT_FALSE(files->large->in_memory());
    EXPECT_EQ(files->sha256, small->sha256);
    EXPECT_EQ(files->max_sqnorm(), small->max_sqnorm());
    EXPECT_EQ(files->n_columns(), small->n_columns());
    EXPECT_EQ(files->large->n_values(), memory->large->n_values());
    expect_passes_as(*memory->large, *files->large);
    const std::vector<std::uint64_t> some{3, 7, 399};
    EXPECT_EQ(canonical_examples(or_throw(files->large->exact(some))), canonical_examples(or_throw(memory->large->exact(some))));
    // Rows that were held are what they were, once released.
    const std::uint64_t held = memory->large->memory();
    EXPECT_EQ(memory->large->release(), held);
    EXPECT_EQ(memory->large->release(), 0U);
    EXPECT_FALSE(memory->large->in_memory());
    expect_same(*small, *memory);
    const Result<ExactData> again = read(made.path(), {.numbers = numbers});
    expect_passes_as(*again->large, *memory->large);
  }
}

TEST(LargeData, that_are_held_make_room_for_a_search) {
  // 40 columns: a pool of doubles takes more than these rows leave.
  std::mt19937_64 random(5);
  std::string text;
  for (int row = 0; row < 2000; ++row) {
    double score = 0;
    std::string x;
    for (unsigned feature = 1; feature <= 40; ++feature) {
      const auto value = static_cast<double>(random() % 2001) - 1000;
      score += (feature % 3 == 0 ? -1 : 1) * value;
      x += ' ' + std::to_string(feature) + ':' + to_text(value);
    }
    text += (score >= 0 ? "+1" : "-1") + x + '\n';
  }
  const File made(text);
  struct Case {
    std::uint64_t memory;
    bool held, kept;
  };
  // Rows may take three quarters.
  const std::uint64_t rows = or_throw(read(made.path(), {})).large->memory(), enough = rows + rows / 3 + 20000;
  for (const auto& [memory, held, kept] : {Case{rows, false, false}, Case{enough, true, false}, Case{10 * enough, true, true}}) {
    SCOPED_TRACE(memory);
    const Result<ExactData> data = read(made.path(), {.memory = memory});
    ASSERT_TRUE(data);
    EXPECT_EQ(data->large->in_memory(), held);
    CertifySetting setting;
    setting.claim = Claim::strict;
    setting.margin = true;
    setting.gap = 0.5;
    setting.reading.memory = memory;
    const Result<CertifyReport> report = certify(*data, setting, [](double) { return false; });
    ASSERT_TRUE(report);
    EXPECT_EQ(report->verdict(), Verdict::separable);
    EXPECT_EQ(data->large->in_memory(), kept);
  }
}

TEST(LargeData, that_change_between_passes_are_an_error) {
  std::string text = made_rows(400);
  const File made(text);
  const Result<ExactData> files = read(made.path(), {.memory = 20000});
  ASSERT_TRUE(files);
  const auto nothing = [](std::size_t, std::uint64_t, std::span<const ExampleView>) {};
  EXPECT_TRUE(files->large->pass(nothing));
  std::string other = text;
  other[other.rfind("-1")] = '+';  // another label
  for (const std::string& forged : {other, text.substr(0, text.size() - 3) + "71\n", text.substr(0, text.rfind('\n', text.size() - 2) + 1), text + "1 1:1\n"}) {
    made.forge(forged);
    const Status status = files->large->pass(nothing);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, ErrorCode::read_failed);
    const std::vector<std::uint64_t> first{0};
    EXPECT_FALSE(files->large->exact(first));
    made.forge(text);
  }
  EXPECT_TRUE(files->large->pass(nothing));
  ::unlink(made.path().c_str());
  EXPECT_FALSE(files->large->pass(nothing));
}

TEST(LargeData, with_a_value_that_is_no_normal_double_are_whole_numbers) {
  for (const char* value : {"1e-400", "-1e400", "5e-324", "4.9e-324", "1e-310",
                            "1"
                            "e2000"}) {
    const File file("1 1:" + std::string(value) + "\n-1 1:3 2:0.5\n");
    const Result<ExactData> data = read(file.path(), {}), same = read(file.path(), {.small = kPlenty});
    ASSERT_TRUE(data && same) << value;
    EXPECT_EQ(data->large, nullptr) << value;
    EXPECT_EQ(canonical_examples(data->rows), canonical_examples(same->rows));
    ReadOptions options;
    ask_for_exact_values(options, Numbers::decimal);
    Labels labels = Labels::collect();
    const auto source = or_throw(open_input({file.path()}, options, labels));
    EXPECT_EQ(or_throw(read_exact(*source, labels, Numbers::decimal, 1, kPlenty)).sha256, data->sha256) << value;
  }
  const File subnormal("1 1:5e-324\n-1 1:3\n");
  EXPECT_NE(or_throw(read(subnormal.path(), {.numbers = Numbers::binary64})).large, nullptr);
  // Not even from files, where such rows would have to be in memory all at once.
  const Result<ExactData> refused = read(File(made_rows(400) + "1 1:1e-400\n").path(), {.memory = 20000});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::memory_limit);
  EXPECT_EQ(refused.error().where.line, 401U);
}

TEST(LargeData, that_cannot_be_read_again_are_held_against_the_memory) {
  const File made(made_rows(400));
  const Result<ExactData> data = read(made.path(), {.memory = 20000, .again = false});
  ASSERT_FALSE(data);
  EXPECT_EQ(data.error().code, ErrorCode::memory_limit);
  EXPECT_EQ(data.error().where.file, made.path());
  EXPECT_GT(data.error().where.line, 10U);
  EXPECT_LT(data.error().where.line, 400U);
  EXPECT_NE(data.error().hint.find("give files"), std::string::npos);
  ReadOptions options;
  EXPECT_FALSE(input_again({"-"}, options));
  EXPECT_FALSE(input_again({"@and"}, options));
  EXPECT_FALSE(input_again({"/dev/null"}, options));
  EXPECT_FALSE(input_again({made.path(), "no such file"}, options));
  EXPECT_TRUE(input_again({made.path(), made.path()}, options));
}

std::string outcome(const Result<std::variant<Proved, Refusal>>& checked) {
  if (!checked) return to_string(checked.error());
  if (const auto* refusal = std::get_if<Refusal>(&*checked)) return refusal->why + (refusal->row ? " @" + std::to_string(*refusal->row) : "");
  std::string out(name(std::get<Proved>(*checked).verdict));
  for (const std::uint64_t row : std::get<Proved>(*checked).overlapped) out += ' ' + std::to_string(row);
  return out;
}

// What the checker says of certificates with something altered.
std::vector<Certificate> altered(const Certificate& c) {
  std::vector<Certificate> all(1, c);
  for (std::size_t k = 0; k < c.u.size(); ++k) {
    (all.emplace_back(c).u[k].second) = -c.u[k].second;
    auto& u = all.emplace_back(c).u;
    u.erase(u.begin() + static_cast<std::ptrdiff_t>(k));
  }
  for (std::size_t k = 0; k < c.lambda.size() && k < 4; ++k) {
    (all.emplace_back(c).lambda[k].second) = c.lambda[k].second * Rational(2);
    auto& lambda = all.emplace_back(c).lambda;
    lambda.erase(lambda.begin() + static_cast<std::ptrdiff_t>(k));
    (all.emplace_back(c).lambda[k].first) += 1;
  }
  (all.emplace_back(c).u_bias) = c.u_bias + Rational(1);
  (all.emplace_back(c).bias_value) = c.bias_value + Rational(1);
  (all.emplace_back(c).gamma2_low) = c.gamma2_low * Rational(2);
  (all.emplace_back(c).gamma2_high) = c.gamma2_high * Rational(1, 2);
  for (const Verdict verdict : {Verdict::separable, Verdict::quasi_separable, Verdict::overlapping}) (all.emplace_back(c).verdict) = verdict;
  return all;
}

TEST(LargeData, are_checked_in_stretches_as_small_data_are_at_once) {
  for (const char* input : {"@and", "@xor", "@credit", "@contradiction", "@iris-setosa", "@iris-virginica"})
    for (const Claim claim : {Claim::separation, Claim::strict, Claim::margin}) {
      const Result<ExactData> small = read(input, {.small = kPlenty}), large = read(input, {});
      ASSERT_TRUE(small && large);
      CertifySetting setting;
      setting.claim = claim == Claim::strict ? claim : Claim::separation;
      setting.margin = claim == Claim::margin;
      const CertifyReport report = or_throw(certify(*small, setting, [](double) { return false; }));
      ASSERT_NE(report.certificate(), nullptr);
      std::size_t refused = 0, checked = 0;
      for (const Certificate& c : altered(*report.certificate())) {
        const std::string expected = outcome(check(c, small->rows));
        refused += expected == outcome(check(*report.certificate(), small->rows)) ? 0 : 1;
        const std::uint64_t a_row = large->large->n_values() / large->size() + 1;
        for (const std::uint64_t rows : {1U, 2U, 7U})
          EXPECT_EQ(outcome(check(c, rows_to_check(*large->large, rows * a_row))), expected) << input << ' ' << rows;
        ++checked;
      }
      EXPECT_GE(refused, 3U) << input;
      EXPECT_GT(checked, refused);
      // The whole way, from the file of the certificate.
      const CertificateFile file = certificate_file(report);
      EXPECT_TRUE(or_throw(check_data(file, *large, kPlenty)).holds) << input;
      // Another search, the same verdict: its certificate is one about the small data too.
      const CertifyReport same = or_throw(certify(*large, setting, [](double) { return false; }));
      EXPECT_EQ(same.verdict(), report.verdict()) << input;
      EXPECT_TRUE(or_throw(check_data(certificate_file(same), *small, kPlenty)).holds) << input;
      EXPECT_EQ(same.separation.overlapped, report.separation.overlapped);
      for (const CoefficientSigns signs : same.signs)
        EXPECT_EQ(signs, report.verdict() == Verdict::overlapping ? CoefficientSigns::finite : CoefficientSigns::unknown);
    }
}

TEST(LargeData, are_checked_within_any_memory) {
  std::string text;
  for (int row = 0; row < 600; ++row) text += (row % 2 == 0 ? "1 1:" : "-1 1:-") + std::to_string(row + 1) + ".25 2:0.5 3:" + std::to_string(row) + "\n";
  const File file(text);
  const Result<ExactData> small = read(file.path(), {.small = kPlenty});
  const CertifySetting setting;
  const CertificateFile certificate = certificate_file(or_throw(certify(*small, setting, [](double) { return false; })));
  std::size_t in_memory = 0, from_files = 0;
  for (std::uint64_t memory = 8000; memory < 80000; memory += 1500) {
    const ExactData data = or_throw(read(file.path(), {.memory = memory}));
    (data.large->in_memory() ? in_memory : from_files) += 1;
    EXPECT_TRUE(or_throw(check_data(certificate, data, memory)).holds) << memory;
  }
  EXPECT_GT(in_memory, 5U);
  EXPECT_GT(from_files, 5U);
}

TEST(LargeData, have_the_longest_of_many_rows_of_nearly_one_length) {
  // The squares differ in the 17th digit; the middle one is the longest.
  std::string text;
  for (int row = 0; row < 3000; ++row) text += (row % 2 == 0 ? "1 1:0." : "-1 1:0.") + std::string(row == 1500 ? "30000000000000004" : "3") + "\n";
  const File file(text);
  const Result<ExactData> small = read(file.path(), {.small = kPlenty}), large = read(file.path(), {});
  ASSERT_TRUE(small && large);
  EXPECT_EQ(large->max_sqnorm(), small->max_sqnorm());
  EXPECT_GT(large->max_sqnorm(), Rational(109, 100));
}

TEST(MarginModel, has_the_weights_of_the_largest_margin_rounded_once) {
  const Result<ExactData> data = read("@and", {.small = kPlenty});
  CertifySetting setting;
  setting.margin = true;
  const CertifyReport report = or_throw(certify(*data, setting, [](double) { return false; }));
  const Model model = *or_throw(margin_model(report)).model;
  EXPECT_EQ(model.hypothesis.weights, (std::vector<double>{0.5, 0.5}));  // (2, 2, −3)/4
  EXPECT_EQ(model.hypothesis.bias_weight, -0.75);
  EXPECT_EQ(model.hypothesis.bias_value, 1);
  EXPECT_EQ(model.stop, Stop::proof);
  EXPECT_FALSE(model.state);
  CertifyReport thirds = report;
  thirds.margin->u = {{0, Rational(1, 3)}, {4, Rational((std::int64_t{1} << 60) + 1)}};
  thirds.margin->u_bias = 0;
  const Model rounded = *or_throw(margin_model(thirds)).model;
  EXPECT_EQ(rounded.hypothesis.weights[0], std::ldexp(1.0 / 3, -61));
  EXPECT_EQ(rounded.hypothesis.weights[4], 0.5);
}

// The hyperplane of largest margin in a feature space, evaluated by its model on the rows that it was found from.
TEST(MarginModel, has_every_row_on_its_side_in_a_feature_space) {
  for (const KernelKind kind : {KernelKind::poly, KernelKind::rbf, KernelKind::laplace, KernelKind::intersection, KernelKind::chi2})
    for (const double bias : {0.0, 1.0, 0.3}) {
      const File file("+1 1:0.1 2:0.7\n-1 1:0.3 2:2 3:0\n+1 1:0.2 9:0.6\n-1 2:0.15 4:0.7 5:1e-3\n-1 1:0.5 2:0.25\n+1 9:0.3 40:0.25\n-1 40:0.2 41:0.1\n");
      const Result<ExactData> data = read(file.path(), {.bias_value = bias, .small = kPlenty});
      CertifySetting setting;
      setting.margin = true;
      setting.bias_value = bias;
      setting.kernel.kind = kind;
      const CertifyReport report = or_throw(certify(*data, setting, [](double) { return false; }));
      ASSERT_TRUE(report.margin) << name(kind);
      const MarginModel made = or_throw(margin_model(report));
      ASSERT_TRUE(made.model) << made.why_not;
      const Model model = or_throw(parse_model(model_bytes(*made.model), "m", kPlenty));
      EXPECT_EQ(model.expansion->support.size(), report.margin->u.size());
      Labels labels = Labels::fixed("-1", "+1");
      const auto source = or_throw(open_source({file.path()}, {}, labels));
      const PredictReport predicted = or_throw(predict(model, *source, labels, {}, [](const Prediction&) { return true; }));
      EXPECT_EQ(predicted.labelled, 7U);
      EXPECT_EQ(predicted.evaluation.errors, 0U) << name(kind);
      EXPECT_FALSE(model.state);
    }
}

TEST(MarginModel, is_none_where_doubles_do_not_have_every_row_on_its_side) {
  for (const char* text : {"+1 1:1\n-1 1:1.00000001\n+1 1:1.00000002\n", "+1 1:1e200\n-1 1:-1e200 2:1e-200\n"}) {
    const File file(text);
    const Result<ExactData> data = read(file.path(), {.small = kPlenty});
    CertifySetting setting;
    setting.margin = true;
    setting.kernel.kind = KernelKind::poly;
    CertifyReport report = or_throw(certify(*data, setting, [](double) { return false; }));
    ASSERT_TRUE(report.margin_is_exact());
    const MarginModel made = or_throw(margin_model(report));
    EXPECT_FALSE(made.model);
    EXPECT_NE(made.why_not.find("on the wrong side (first " + file.path() + ":1)"), std::string::npos) << made.why_not;
    setting.model_out = "m";
    report.why_no_model = made.why_not;
    EXPECT_NE(certify_text(report, {}, {}).find("none: the hyperplane is proved, but in doubles it has 2 rows on the wrong side"), std::string::npos);
  }
}

// Rows of many columns without a small conflict: weights near those found add up to 0 exactly.
TEST(LargeData, of_many_columns_overlap_by_a_proof_of_existence) {
  constexpr int kColumns = 310;
  std::string text;
  Rng random(5);
  for (int row = 0; row < 4000; ++row) {
    text += random.below(2) == 0 ? "-1" : "+1";
    for (int j = 1; j <= kColumns; ++j)
      if (random.below(8) == 0) text += ' ' + std::to_string(j) + ':' + std::to_string(static_cast<int>(random.below(19)) - 9);
    text += '\n';
  }
  const File file(text);
  const ExactData data = or_throw(read(file.path(), {}));
  CertifySetting setting;
  setting.exhaustive = true;
  const CertifyReport report = or_throw(certify(data, setting, [](double) { return false; }));
  ASSERT_NE(report.certificate(), nullptr);
  EXPECT_EQ(report.certificate()->claim, Claim::existence);
  EXPECT_EQ(report.verdict(), Verdict::overlapping);
  EXPECT_EQ(report.separation.overlapped.size(), data.size());
  const CertificateFile made = or_throw(parse_certificate(certificate_bytes(certificate_file(report)), "made", kPlenty));
  EXPECT_TRUE(or_throw(check_data(made, data, kPlenty)).holds);
  const auto reason = [&](const auto& change) {
    CertificateFile altered = made;
    change(altered.certificate);
    return or_throw(check_data(altered, data, kPlenty)).reason;
  };
  EXPECT_EQ(reason([](Certificate& c) { c.lambda[7].second = -c.lambda[7].second; }), "λ is not above 0");
  EXPECT_EQ(reason([](Certificate& c) { c.lambda[7].second = Rational(1, 3); }), "λ is no double");
  EXPECT_EQ(reason([](Certificate& c) { std::swap(c.lambda[7], c.lambda[8]); }), "λ names a row twice or out of order");
  EXPECT_EQ(reason([](Certificate& c) { c.lambda.back().first = 4000; }), "λ names a row that the data do not have");
  EXPECT_EQ(reason([](Certificate& c) { c.u_bias = Rational(1); }), "a proof of existence has no u");
  EXPECT_EQ(reason([](Certificate& c) { c.verdict = Verdict::separable; }), "the claim existence has no verdict separable");
  EXPECT_EQ(reason([](Certificate& c) { c.bias_value = Rational(2); }), "it is about another bias value: 2");
  EXPECT_EQ(reason([](Certificate& c) { c.numbers = Numbers::binary64; }), "it is about numbers of another kind: binary64");
  // Others make up for one weight that is wrong by a little, or is missing; not for what is far off.
  EXPECT_EQ(reason([](Certificate& c) { c.lambda.erase(c.lambda.begin() + 100); }), "");
  EXPECT_NE(reason([](Certificate& c) { c.lambda[7].second = c.lambda[7].second * Rational(std::int64_t{1} << 20U); }), "");
  EXPECT_NE(reason([](Certificate& c) { c.lambda.resize(300); }), "");
  EXPECT_NE(reason([](Certificate& c) { c.lambda.clear(); }), "");
  // In stretches or at once, the other checkers leave it to this one.
  EXPECT_TRUE(std::get<Refusal>(check(made.certificate, or_throw(read(file.path(), {.small = kPlenty})).rows)).undecided);
}

}  // namespace
}  // namespace novikoff::large_data_test
