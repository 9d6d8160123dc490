#include "novikoff/run/output.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

namespace novikoff::output_test {
namespace {

namespace fs = std::filesystem;

class Output : public ::testing::Test {
 protected:
  Output() {
    std::string pattern = ::testing::TempDir() + "novikoff-output-XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
  }
  ~Output() override {
    std::error_code ignored;
    fs::permissions(folder_, fs::perms::owner_all, ignored);
    fs::remove_all(folder_, ignored);
  }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void put(const std::string& name, const std::string& text) const { std::ofstream(path(name), std::ios::binary) << text; }
  std::string get(const std::string& name) const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_)) names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }
  unsigned mode(const std::string& name) const {
    struct stat status {};
    ::stat(path(name).c_str(), &status);
    return status.st_mode & 0777U;
  }
  using Names = std::vector<std::string>;

  fs::path folder_;
};

void expect_write_failed(const Status& status, const std::string& path, const std::string& reason) {
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::write_failed);
  EXPECT_EQ(status.error().where.file, path);
  EXPECT_NE(status.error().message.find(reason), std::string::npos) << status.error().message;
}

// The superuser may write where nobody else may; refusals are seen as somebody else.
class Unprivileged {
 public:
  explicit Unprivileged(const std::vector<std::string>& owned) : superuser_(::geteuid() == 0) {
    constexpr uid_t kNobody = 65534;
    if (!superuser_) return;
    for (const std::string& path : owned) EXPECT_EQ(::chown(path.c_str(), kNobody, kNobody), 0);
    EXPECT_EQ(::seteuid(kNobody), 0);
  }
  ~Unprivileged() { EXPECT_TRUE(!superuser_ || ::seteuid(0) == 0); }
  Unprivileged(const Unprivileged&) = delete;
  Unprivileged& operator=(const Unprivileged&) = delete;

 private:
  bool superuser_;
};

TEST_F(Output, WritesAnyNumberOfBytes) {
  for (const std::size_t size : {0U, 1U, 65535U, 65536U, 65537U, 1000000U}) {
    const std::string text(size, 'x');
    ASSERT_TRUE(write_file(path("f"), text));
    EXPECT_EQ(get("f"), text);
  }
  EXPECT_EQ(files(), Names{"f"});
}

TEST_F(Output, PiecesOfAnySizeBecomeOneFile) {
  Result<OutputFile> file = OutputFile::create(path("f"));
  ASSERT_TRUE(file);
  std::string expected;
  for (const std::size_t size : {1U, 70000U, 3U, 65536U, 65535U, 2U, 0U, 200000U}) {
    const std::string piece(size, static_cast<char>('a' + expected.size() % 26));
    ASSERT_TRUE(file->write(piece));
    expected += piece;
  }
  ASSERT_TRUE(file->commit());
  EXPECT_EQ(get("f"), expected);
}

TEST_F(Output, NothingIsUnderTheNameBeforeCommit) {
  put("f", "old");
  {
    Result<OutputFile> file = OutputFile::create(path("f"));
    ASSERT_TRUE(file && file->write(std::string(200000, 'x')));
    EXPECT_EQ(get("f"), "old");
    EXPECT_EQ(files().size(), 2U);
    EXPECT_TRUE(files()[0].starts_with(".f." + std::to_string(::getpid()) + '.') && files()[0].ends_with(".tmp")) << files()[0];
  }
  EXPECT_EQ(get("f"), "old");
  EXPECT_EQ(files(), Names{"f"}) << "not committed: the temporary file is gone";
}

TEST_F(Output, AReaderOfTheOldFileKeepsIt) {
  put("f", "old");
  std::ifstream reader(path("f"));
  ASSERT_TRUE(write_file(path("f"), "new"));
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(reader), {}), "old");
  EXPECT_EQ(get("f"), "new");
}

TEST_F(Output, TwoWritersOfOneNameDoNotMix) {
  Result<OutputFile> a = OutputFile::create(path("f"));
  Result<OutputFile> b = OutputFile::create(path("f"));
  ASSERT_TRUE(a && b && a->write("aaaa") && b->write("bb"));
  ASSERT_TRUE(a->commit());
  EXPECT_EQ(get("f"), "aaaa");
  ASSERT_TRUE(b->commit());
  EXPECT_EQ(get("f"), "bb");
  EXPECT_EQ(files(), Names{"f"});
}

TEST_F(Output, MovingHandsTheFileOver) {
  Result<OutputFile> first = OutputFile::create(path("f"));
  Result<OutputFile> second = OutputFile::create(path("g"));
  ASSERT_TRUE(first && second && first->write("one") && second->write("two"));
  *second = *std::move(first);
  EXPECT_EQ(files().size(), 1U) << "what was not committed is gone";
  ASSERT_TRUE(second->commit());
  EXPECT_EQ(get("f"), "one");
}

TEST_F(Output, CommittingTwiceIsAnError) {
  Result<OutputFile> file = OutputFile::create(path("f"));
  ASSERT_TRUE(file && file->commit());
  EXPECT_FALSE(file->commit());
  EXPECT_FALSE(file->write("x"));
  EXPECT_EQ(files(), Names{"f"});
}

TEST_F(Output, KeepsTheOldPermissionsAndGivesNewFilesTheUsualOnes) {
  put("f", "old");
  ::chmod(path("f").c_str(), 0640);
  ASSERT_TRUE(write_file(path("f"), "new"));
  EXPECT_EQ(mode("f"), 0640U);
  const mode_t mask = ::umask(027);
  const bool written = static_cast<bool>(write_file(path("g"), "new"));
  ::umask(mask);
  ASSERT_TRUE(written);
  EXPECT_EQ(mode("g"), 0640U);
}

TEST_F(Output, AWriteProtectedFileIsNotReplaced) {
  put("f", "old");
  ::chmod(path("f").c_str(), 0444);
  const Unprivileged somebody({folder_.string(), path("f")});
  expect_write_failed(write_file(path("f"), "new"), path("f"), "write-protected");
  EXPECT_EQ(get("f"), "old");
  EXPECT_EQ(files(), Names{"f"});
}

TEST_F(Output, AFileOfSomebodyElseStaysTheirsWhereTheSystemAllowsIt) {
  if (::geteuid() != 0) GTEST_SKIP() << "only the superuser may give files away";
  put("f", "old");
  ASSERT_EQ(::chown(path("f").c_str(), 65534, 65534), 0);
  ASSERT_TRUE(write_file(path("f"), "new"));
  struct stat status {};
  ASSERT_EQ(::stat(path("f").c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, 65534U);
}

TEST_F(Output, ASymbolicLinkStaysAndItsTargetIsReplaced) {
  fs::create_directory(path("inner"));
  put("inner/target", "old");
  fs::create_symlink("inner/target", path("link"));
  fs::create_symlink(path("link"), path("link-to-link"));
  ASSERT_TRUE(write_file(path("link-to-link"), "new"));
  EXPECT_TRUE(fs::is_symlink(path("link")) && fs::is_symlink(path("link-to-link")));
  EXPECT_EQ(get("inner/target"), "new");
  EXPECT_FALSE(fs::is_symlink(path("inner/target")));
}

TEST_F(Output, ADanglingLinkGetsItsTarget) {
  fs::create_symlink("later", path("link"));
  ASSERT_TRUE(write_file(path("link"), "new"));
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(get("later"), "new");
}

TEST_F(Output, LinksInACircleAreAnError) {
  fs::create_symlink("b", path("a"));
  fs::create_symlink("a", path("b"));
  expect_write_failed(write_file(path("a"), "x"), path("a"), "symbolic links");
}

TEST_F(Output, AFullDiskIsAnErrorThatNamesThePathAndTheReason) {
  const Status status = write_file("/dev/full", "x");
  expect_write_failed(status, "/dev/full", "No space left on device");
  EXPECT_NE(status.error().hint.find("free some space"), std::string::npos);
}

TEST_F(Output, AFailureInTheMiddleLeavesTheOldFileAlone) {
  put("f", "old");
  rlimit old_limit{};
  ::getrlimit(RLIMIT_FSIZE, &old_limit);
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = old_limit;
  small.rlim_cur = 100000;  // the first part of a write fits, the second does not
  ::setrlimit(RLIMIT_FSIZE, &small);
  Result<OutputFile> file = OutputFile::create(path("f"));
  const Status status = file->write(std::string(300000, 'x'));
  const Names seen = files();
  const Status committed = file->commit();
  ::setrlimit(RLIMIT_FSIZE, &old_limit);
  std::signal(SIGXFSZ, old_handler);
  expect_write_failed(status, path("f"), "File too large");
  EXPECT_EQ(seen, Names{"f"}) << "the partial file is removed at once";
  EXPECT_FALSE(committed);
  EXPECT_EQ(get("f"), "old");
}

TEST_F(Output, AFolderOrAMissingFolderIsRefusedAtOnce) {
  expect_write_failed(write_file(folder_.string(), "x"), folder_.string(), "directory");
  expect_write_failed(write_file(path("no/f"), "x"), path("no/f"), "No such file");
  expect_write_failed(write_file(path("no/"), "x"), path("no/"), "No such file");
  expect_write_failed(write_file("", "x"), "", "No such file");
  put("file", "");
  expect_write_failed(write_file(path("file/f"), "x"), path("file/f"), "Not a directory");
  expect_write_failed(write_file(path(std::string(300, 'n')), "x"), path(std::string(300, 'n')), "too long");
}

TEST_F(Output, AFolderWithoutWriteRightIsRefusedAtOnce) {
  put("f", "old");
  ::chmod(folder_.c_str(), 0555);
  const Unprivileged somebody({folder_.string(), path("f")});
  expect_write_failed(write_file(path("f"), "new"), path("f"), "Permission denied");
  EXPECT_EQ(get("f"), "old");
}

TEST_F(Output, ANameOfTheGreatestLengthWorks) {
  const std::string name(255, 'n');
  ASSERT_TRUE(write_file(path(name), "x"));
  EXPECT_EQ(files(), Names{name});
}

TEST_F(Output, ANameWithoutAFolderIsInTheCurrentOne) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_);
  const bool written = static_cast<bool>(write_file("f", "x"));
  fs::current_path(before);
  ASSERT_TRUE(written);
  EXPECT_EQ(files(), Names{"f"});
}

TEST_F(Output, APipeIsWrittenInPlace) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  std::string read;
  std::thread reader([&] {
    std::ifstream pipe(path("pipe"), std::ios::binary);
    read.assign(std::istreambuf_iterator<char>(pipe), {});
  });
  const bool written = static_cast<bool>(write_file(path("pipe"), std::string(200000, 'x')));
  reader.join();
  ASSERT_TRUE(written);
  EXPECT_EQ(read.size(), 200000U);
  EXPECT_TRUE(fs::is_fifo(path("pipe")));
}

TEST_F(Output, ANumberedDescriptorIsWrittenWhereItStands) {
  const int descriptor = ::open(path("f").c_str(), O_WRONLY | O_CREAT, 0600);
  ASSERT_EQ(::write(descriptor, "before ", 7), 7);
  ASSERT_TRUE(write_file("/dev/fd/" + std::to_string(descriptor), "in "));
  ASSERT_EQ(::write(descriptor, "after", 5), 5) << "it stays open";
  ::close(descriptor);
  EXPECT_EQ(get("f"), "before in after");
}

}  // namespace
}  // namespace novikoff::output_test
