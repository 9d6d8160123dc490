// Rows and errors depend on the bytes alone: not on how reads cut them, not on the path taken, not on compression.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "compressing.hpp"
#include "property.hpp"
#include "reading.hpp"

namespace novikoff::chunking_test {
namespace {

using reading::How;
using reading::Outcome;

rc::Gen<std::string> pieces(std::vector<std::string> usual, std::vector<std::string> odd) {
  const auto piece = rc::gen::weightedOneOf<std::string>({{30, rc::gen::elementOf(std::move(usual))}, {1, rc::gen::elementOf(std::move(odd))}});
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(piece), [](const std::vector<std::string>& all) {
    std::string text;
    for (const std::string& one : all) text += one;
    return text;
  });
}

rc::Gen<std::string> libsvm_text() {
  return pieces(
      {"1 ", "-1 ", "\n1 ", "\n-1 ", "\n", "1:1 ", "2:0.5 ", "3:-1e-3 ", "7:0 ", "5:12345678901234567 ", "2:.5\t", "\n+1\t1:1 2:2 3:3\n", "900:1e300 "},
      {"\r\n",
       "\r",
       "#",
       "# c\r\n",
       ":",
       "x",
       "1:nan",
       "qid:7 ",
       "0:1 ",
       "12:",
       ",",
       std::string(1, '\0'),
       "\xef\xbb\xbf",
       "4294967295:1 ",
       "4294967296:1 ",
       "4:1e400 ",
       "4:1e-400 ",
       "8:0.12345678901234567890123456789 ",
       "6:1e5000 ",
       "\n2 "});
}

rc::Gen<std::string> csv_text() {
  return pieces({"1,2,3\n", "-1,0.5,0\n", "1,", "2,", "3\n", "\"1\",\"2\",\"3\"\n", "a,1e3,0\r\n", "\n"},
                {"\"", "\"\"", "\"a\nb\",1,2\n", "\"a\r\nb\",1,2\n", "\r", ",", "NA", "x", std::string(1, '\0'), "\xef\xbb\xbf", " ", "1e400", "1e-5000,",
                 "0e5000,", "-", ",,\n", "\"x\"\"y\""});
}

ReadOptions some_options(Format format) {
  ReadOptions options;
  options.format = format;
  options.labels_optional = *rc::gen::arbitrary<bool>();
  options.keep_text = *rc::gen::arbitrary<bool>();
  options.decimals = options.keep_text && *rc::gen::arbitrary<bool>();
  options.memory = *rc::gen::weightedElement<std::uint64_t>({{5, 4096}, {1, 20}, {1, 50}});
  if (format == Format::libsvm) {
    options.index_base = *rc::gen::element(0U, 1U);
    options.n_features = *rc::gen::weightedElement<std::uint64_t>({{5, 0}, {1, 5}, {1, 1000}});
  } else {
    options.header = *rc::gen::arbitrary<bool>();
    options.n_features = *rc::gen::weightedElement<std::uint64_t>({{5, 0}, {1, 2}, {1, 3}});
    if (options.header) {
      options.label_name = "y";
    } else {
      options.label_column = *rc::gen::inRange<std::uint64_t>(1, 4);
    }
  }
  return options;
}

Labels some_labels() {
  switch (*rc::gen::inRange(0, 3)) {
    case 0:
      return Labels::collect();
    case 1:
      return Labels::sign();
    default:
      return Labels::any();
  }
}

void expect_the_same_however_read(const std::string& text, const ReadOptions& options, const Labels& labels) {
  const Outcome plain = reading::read(text, options, {.path = text::Path::plain}, labels);
  const auto same = [&](const std::string& bytes, const How& how) {
    const Outcome got = reading::read(bytes, options, how, labels);
    if (!(got == plain)) RC_FAIL("read otherwise:\n" + ::testing::PrintToString(got) + "not as:\n" + ::testing::PrintToString(plain));
  };
  same(text, {});
  for (const std::size_t chunk : {1U, 2U, 3U, 7U, 64U})
    for (const text::Path path : {text::Path::fast, text::Path::plain}) same(text, {.chunk = chunk, .max_rows = 1 + chunk, .path = path});
  // Read ahead in pieces, which are never longer than the longest line where threads are used.
  for (const std::size_t ahead : {6U, 300U})
    if (ahead <= options.memory) same(text, {.max_rows = 1 + ahead / 4, .ahead = ahead});
  const auto cut = *rc::gen::inRange<std::size_t>(0, text.size() + 1);
  const std::string head = text.substr(0, cut), tail = text.substr(cut);
  for (const std::size_t chunk : {1U, 5U, 1000000U}) {
    same(compressing::gzip(head) + compressing::gzip(tail), {.chunk = chunk});
    same(compressing::zstd(head) + compressing::zstd(tail), {.chunk = chunk});
  }
}

RC_GTEST_PROP(Chunking, GivesTheSameLibsvmRowsAndErrorHoweverTheBytesArrive, ()) {
  expect_the_same_however_read(*libsvm_text(), some_options(Format::libsvm), some_labels());
}

RC_GTEST_PROP(Chunking, GivesTheSameCsvRowsAndErrorHoweverTheBytesArrive, ()) {
  const ReadOptions options = some_options(Format::csv);
  expect_the_same_however_read((options.header ? "y,b,c\n" : "") + *csv_text(), options, some_labels());
}

// Damaged compressed data: the rows before the damage, then the same error.
RC_GTEST_PROP(Chunking, GivesTheSameRowsBeforeTheSameDamage, ()) {
  std::string text;
  for (int i = 0, n = *rc::gen::inRange(1, 800); i < n; ++i) text += "1 " + std::to_string(i % 97 + 1) + ":" + std::to_string(i * 7919 % 1009) + "\n";
  std::string bytes = *rc::gen::arbitrary<bool>() ? compressing::gzip(text) + compressing::gzip(text) : compressing::zstd(text) + compressing::zstd(text);
  const auto at = *rc::gen::inRange<std::size_t>(4, bytes.size());
  if (*rc::gen::arbitrary<bool>()) {
    bytes.resize(at);
  } else {
    bytes[at] = static_cast<char>(bytes[at] ^ (1 << *rc::gen::inRange(0, 8)));
  }
  const Outcome whole = reading::read(bytes);
  for (const std::size_t chunk : {1U, 3U, 100U, 4096U}) RC_ASSERT(reading::read(bytes, {}, {.chunk = chunk}) == whole);
  for (const std::size_t ahead : {20U, 1000U}) RC_ASSERT(reading::read(bytes, {}, {.ahead = ahead}) == whole);
}

}  // namespace
}  // namespace novikoff::chunking_test
