// What is learned and proved from a cache is what is learned and proved from its text.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "novikoff/core/random.hpp"
#include "novikoff/data/cache.hpp"
#include "novikoff/run/convert.hpp"
#include "novikoff/run/digest.hpp"
#include "novikoff/run/embedded.hpp"
#include "novikoff/run/exact_input.hpp"
#include "novikoff/run/model_io.hpp"
#include "novikoff/run/output.hpp"
#include "novikoff/run/train.hpp"

namespace novikoff::cache_test {
namespace {

constexpr std::uint64_t kPlenty = std::uint64_t{1} << 30U;

// A folder of its own, gone at the end.
class Folder {
 public:
  Folder() {
    path_ = ::testing::TempDir() + "cache_XXXXXX";
    EXPECT_NE(::mkdtemp(path_.data()), nullptr);
  }
  ~Folder() {
    for (const std::string& file : files_) ::unlink(file.c_str());
    ::rmdir(path_.c_str());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string file(const std::string& name, const std::string& bytes) {
    const std::string path = path_ + '/' + name;
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
    files_.push_back(path);
    return path;
  }
  /// Converts inputs of the folder to a cache in it.
  Status convert(const std::vector<std::string>& inputs, const std::string& cache, ReadOptions reading = {}) {
    reading.keep_text = reading.decimals = true;
    Labels labels = Labels::any();
    const Result<std::unique_ptr<Source>> source = open_input(inputs, reading, labels);
    if (!source) return source.error();
    files_.push_back(path_ + '/' + cache);
    Result<OutputFile> out = OutputFile::create(files_.back());
    if (!out) return out.error();
    const Result<std::uint64_t> rows = convert_to_cache(**source, inputs, reading, files_.back(), {}, [&](std::string_view bytes) -> Result<bool> {
      const Status written = out->write(bytes);
      return written ? Result<bool>(true) : written.error();
    });
    return rows ? out->commit() : rows.error();
  }
  std::string operator/(const std::string& name) const { return path_ + '/' + name; }

 private:
  std::string path_;
  std::vector<std::string> files_;
};

std::string rows(std::uint64_t seed, std::size_t n, std::uint64_t width) {
  std::string text;
  for (std::size_t row = 0; row < n; ++row) {
    Rng rng(seed, row);
    double sum = 0;
    std::string features;
    for (std::uint64_t index = 1 + rng.below(3); index <= width; index += 1 + rng.below(width / 4)) {
      const auto m = static_cast<double>(rng.below(2001)) - 1000;
      sum += index % 2 == 0 ? m : -m;
      features += ' ' + std::to_string(index) + ':' + to_text(m / 1000);
    }
    text += ((sum > 0) != (rng.below(50) == 0) ? "+1" : "-1") + features + '\n';
  }
  return text;
}

Result<Dataset> load(const std::string& input, std::uint64_t memory = kPlenty) {
  ReadOptions reading;
  reading.memory = std::uint64_t{64} << 20U;
  Labels labels = Labels::collect();
  const Result<std::unique_ptr<Source>> source = open_input({input}, reading, labels);
  if (!source) return source.error();
  return Dataset::read(**source, labels, memory);
}

template <class T>
std::string outcome(const Result<T>& result) {
  return result ? "" : std::string(describe(result.error().code).name);
}

std::string learned(const Dataset& data, const LearnerSpec& spec) {
  TrainOptions options;
  options.spec = spec;
  const Result<TrainReport> report = train(data, options);
  return report ? model_bytes(report->model) : to_string(report.error());
}

constexpr KeepKind kKeeps[] = {KeepKind::last, KeepKind::averaged, KeepKind::voted, KeepKind::pocket, KeepKind::pocket_every};
constexpr Order kOrders[] = {Order::cyclic, Order::shuffled, Order::random, Order::restart, Order::worst, Order::online};

TEST(CacheTraining, GivesTheSameBytesAsTheTextWithEveryKeepAndOrder) {
  Folder folder;
  const std::string text = folder.file("t.svm", rows(1, 150, 30));
  ASSERT_TRUE(folder.convert({text}, "t.nvk"));
  const Dataset a = or_throw(load(text)), b = or_throw(load(folder / "t.nvk"));
  for (const KeepKind keep : kKeeps)
    for (const Order order : kOrders) {
      LearnerSpec spec;
      spec.keep = keep;
      spec.order = order;
      spec.max_seen = 400;
      EXPECT_EQ(learned(a, spec), learned(b, spec)) << name(keep) << ' ' << name(order);
    }
}

TEST(CacheTraining, GivesTheSameBytesWhereTheRowsDoNotFitMemory) {
  Folder folder;
  const std::string text = folder.file("t.svm", rows(2, 30000, 30));
  ASSERT_TRUE(folder.convert({text}, "t.nvk"));
  const Dataset a = or_throw(load(text)), b = or_throw(load(folder / "t.nvk", a.memory() * 7 / 8));
  ASSERT_FALSE(b.in_memory());
  EXPECT_EQ(examples_sha256(a), examples_sha256(b));
  for (const Order order : kOrders) {
    LearnerSpec spec;
    spec.keep = order == Order::cyclic ? KeepKind::averaged : order == Order::restart ? KeepKind::pocket : KeepKind::last;
    spec.order = order;
    spec.max_updates = 12;
    spec.seed = 3;
    EXPECT_EQ(learned(a, spec), learned(b, spec)) << name(order);
  }
  LearnerSpec kernel;
  kernel.kernel.kind = KernelKind::rbf;
  const Result<TrainReport> dual = train(b, TrainOptions{.spec = kernel});
  EXPECT_EQ(outcome(dual), "memory_limit");
  EXPECT_EQ(outcome(train(or_throw(load(folder.file("few.svm", rows(4, 20, 30)))), TrainOptions{.spec = kernel, .holdout = &b})), "memory_limit");
  const auto halves = or_throw(b.split(0.01, 1, kPlenty)), expected = or_throw(a.split(0.01, 1, kPlenty));
  EXPECT_EQ(examples_sha256(halves.first, &halves.second), examples_sha256(expected.first, &expected.second));
}

// More passes than one, over blocks of sparse, dense and mixed rows, and an end of the run within one.
TEST(CacheTraining, FromTheMappingGivesTheSameBytesForFurtherPassesWhereverTheyStop) {
  Folder folder;
  std::string lines = rows(5, 20000, 30);
  for (int k = 0; k < 2000; ++k) lines += std::string(k % 3 == 0 ? "-1" : "1") + " 1:0." + std::to_string(k % 7 + 1) + " 2:" + std::to_string(k % 5 + 1) + "\n";
  const std::string text = folder.file("t.svm", lines + rows(6, 20000, 30));
  ASSERT_TRUE(folder.convert({text}, "t.nvk"));
  const Dataset a = or_throw(load(text)), b = or_throw(load(folder / "t.nvk", a.memory() * 7 / 8));
  ASSERT_FALSE(b.in_memory());
  const std::size_t last = b.size() - 1;
  ASSERT_FALSE(b.stretch(last).rows.empty());
  EXPECT_EQ(b.stretch(last).y[0], a.held_y()[last]);
  for (const KeepKind keep : {KeepKind::last, KeepKind::averaged})
    for (const std::uint64_t seen : {std::uint64_t{0}, 2 * a.size(), 2 * a.size() - 1, 3 * a.size() - 1234}) {
      LearnerSpec spec;
      spec.keep = keep;
      spec.passes = 3;
      spec.max_seen = seen;
      EXPECT_EQ(learned(a, spec), learned(b, spec)) << name(keep) << ' ' << seen;
    }
}

TEST(CacheTraining, OfAStreamGivesTheSameBytesWhereverItStops) {
  Folder folder;
  const std::string text = folder.file("t.svm", "1 1:1\n-1 5:1 7:0\n# none\n1 2:-0.25\n-1 3:4 12:1\n1 9:1\n");
  ASSERT_TRUE(folder.convert({text}, "t.nvk"));
  for (std::uint64_t seen = 1; seen < 7; ++seen) {
    std::vector<std::string> models;
    for (const std::string& input : {text, folder / "t.nvk"}) {
      ReadOptions reading;
      Labels labels = Labels::sign();
      TrainOptions options;
      options.spec.order = Order::online;
      options.spec.max_seen = seen;
      const auto source = or_throw(open_input({input}, reading, labels));
      models.push_back(model_bytes(or_throw(train_stream(*source, labels, options)).model));
    }
    EXPECT_EQ(models[0], models[1]) << seen;
  }
}

TEST(CacheTraining, StopsWithAnErrorIfTheFileIsChangedMeanwhile) {
  Folder folder;
  ASSERT_TRUE(folder.convert({folder.file("t.svm", rows(3, 30000, 30))}, "t.nvk"));
  std::string bytes;
  {
    std::ifstream in(folder / "t.nvk", std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(in), {});
  }
  const Dataset whole = or_throw(load(folder / "t.nvk"));
  const Dataset data = or_throw(load(folder / "t.nvk", whole.memory() * 7 / 8));
  ASSERT_FALSE(data.in_memory());
  LearnerSpec spec;
  spec.passes = 2;
  EXPECT_EQ(learned(data, spec).substr(0, 1), "{");
  ASSERT_EQ(::truncate((folder / "t.nvk").c_str(), static_cast<off_t>(bytes.size() / 2)), 0);
  const std::string error = learned(data, spec);
  EXPECT_NE(error.find("the file was changed while it was read [read_failed]"), std::string::npos) << error;
}

// {digest, rows}, or the error.
std::pair<std::string, std::uint64_t> exact(const std::vector<std::string>& inputs, Numbers numbers, ReadOptions reading = {}) {
  ask_for_exact_values(reading, numbers);
  Labels labels = Labels::collect();
  const Result<std::unique_ptr<Source>> source = open_input(inputs, reading, labels);
  if (!source) return {to_string(source.error()), 0};
  const Result<ExactData> data = read_exact(**source, labels, numbers, 1, kPlenty);
  return data ? std::pair(data->sha256, data->size()) : std::pair(to_string(data.error()), std::uint64_t{0});
}

TEST(CacheProofs, AreAboutTheSameNumbers) {
  Folder folder;
  const std::string text = folder.file("t.svm",
                                       "1 1:0.1 2:0.30000000000000001 3:1e-400\n-1 1:0.12345678901234567890123 4:1e25\n1 1:100 2:-0.50\n-1 2:5e-324 3:1e17\n"
                                       "1 3:192238558613715000 5:-1234567890123456789e-3\n");
  ASSERT_TRUE(folder.convert({text}, "t.nvk"));
  for (const Numbers numbers : {Numbers::decimal, Numbers::binary64}) {
    const auto expected = exact({text}, numbers);
    EXPECT_EQ(expected.second, 5U);
    EXPECT_EQ(exact({folder / "t.nvk"}, numbers), expected) << name(numbers);
  }
}

TEST(CacheProofs, OfSeveralFilesKeepThePlaceOfEachRow) {
  Folder folder;
  const std::vector<std::string> inputs{folder.file("a.csv", "x,y\n1,a\n\n2,b\n"), folder.file("b.csv", "y,x\na,3.5\n")};
  ReadOptions reading;
  reading.label_name = "y";
  ASSERT_TRUE(folder.convert(inputs, "t.nvk", reading));
  const Dataset data = or_throw(load(folder / "t.nvk"));
  EXPECT_EQ(data.where(0), inputs[0] + ":2");
  EXPECT_EQ(data.where(1), inputs[0] + ":4");
  EXPECT_EQ(data.where(2), inputs[1] + ":2");
  EXPECT_EQ(data.schema().names, std::vector<std::string>{"x"});
  EXPECT_EQ(data.schema().label_name, "y");
  EXPECT_EQ(exact({folder / "t.nvk"}, Numbers::decimal), exact(inputs, Numbers::decimal, reading));
}

TEST(CacheStaleness, IsSeenBySizeAndWhereTheSourceIsYoungerByItsBytes) {
  Folder folder;
  const std::string text = folder.file("t.svm", "1 1:1\n-1 1:2\n");
  ASSERT_TRUE(folder.convert({text}, "t.nvk"));
  const std::string cache = folder / "t.nvk";
  const auto touch = [](const std::string& path, std::int64_t seconds) {
    const struct timespec times[] = {{seconds, 0}, {seconds, 0}};
    ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
  };
  touch(cache, 2000);
  touch(text, 3000);  // younger, but the same
  EXPECT_TRUE(load(cache));
  EXPECT_TRUE(check_cache(cache, kPlenty));
  folder.file("t.svm", "1 1:1\n-1 1:3\n");
  touch(text, 3000);
  EXPECT_EQ(outcome(load(cache)), "cache_stale");
  touch(text, 1000);  // as old as nobody would believe: only a look at the bytes tells
  EXPECT_TRUE(load(cache));
  EXPECT_EQ(outcome(check_cache(cache, kPlenty)), "cache_stale");
  folder.file("t.svm", "1 1:1\n-1 1:2\n1 1:1\n");
  touch(text, 1000);
  const Result<Dataset> stale = load(cache);
  ASSERT_EQ(outcome(stale), "cache_stale");
  EXPECT_EQ(stale.error().where.file, cache);
  ASSERT_EQ(::unlink(text.c_str()), 0);  // a cache without its source stands for itself
  EXPECT_TRUE(load(cache));
  const Result<CacheCheck> check = check_cache(cache, kPlenty);
  ASSERT_TRUE(check);
  EXPECT_EQ(check->origins_seen, std::vector<bool>{false});
}

TEST(CacheInput, StandsAlone) {
  Folder folder;
  const std::string text = folder.file("t.svm", "1 1:1\n-1 1:2\n");
  ASSERT_TRUE(folder.convert({text}, "t.nvk"));
  ReadOptions reading;
  Labels labels = Labels::collect();
  EXPECT_EQ(outcome(open_input({text, folder / "t.nvk"}, reading, labels)), "usage");
  reading.format = Format::libsvm;
  EXPECT_EQ(outcome(open_input({folder / "t.nvk"}, reading, labels)), "usage");
}

TEST(CacheInput, ConvertedAgainIsTheSameFile) {
  Folder folder;
  const std::string text = folder.file("t.svm", rows(4, 500, 30) + "1 1:0.1234567890123456789 2:1e-400\n");
  ASSERT_TRUE(folder.convert({text}, "a.nvk"));
  ASSERT_TRUE(folder.convert({folder / "a.nvk"}, "b.nvk"));
  const auto a = or_throw(check_cache(folder / "a.nvk", kPlenty)), b = or_throw(check_cache(folder / "b.nvk", kPlenty));
  EXPECT_EQ(exact({folder / "a.nvk"}, Numbers::decimal), exact({folder / "b.nvk"}, Numbers::decimal));
  EXPECT_EQ(a.index_bytes, b.index_bytes);
  EXPECT_EQ(a.value_bytes, b.value_bytes);
  EXPECT_EQ(a.decimal_bytes, b.decimal_bytes);
}

}  // namespace
}  // namespace novikoff::cache_test
