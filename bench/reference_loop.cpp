// The plain loop that reading is measured against: read() into a buffer, fast_float a number, a perceptron in double, one pass.
// No checks at all. Reads LIBSVM text from standard input: reference_loop FEATURES; or CSV without a header whose label is the last of FEATURES + 1 cells:
// reference_loop FEATURES csv
#include <fast_float/fast_float.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

namespace {

int csv(std::size_t features) {
  std::vector<double> w(features), x(features);
  std::vector<char> buffer(1 << 18U);
  std::size_t have = 0, updates = 0, rows = 0;
  double bias = 0;
  while (true) {
    const ssize_t got = read(0, buffer.data() + have, buffer.size() - have);
    if (got <= 0) break;
    have += static_cast<std::size_t>(got);
    const char* p = buffer.data();
    const char* const end = buffer.data() + have;
    while (const void* newline = std::memchr(p, '\n', static_cast<std::size_t>(end - p))) {
      const char* const stop = static_cast<const char*>(newline);
      double score = bias;
      for (std::size_t j = 0; j < features; ++j) {
        p = fast_float::from_chars(p, stop, x[j]).ptr + 1;
        score += w[j] * x[j];
      }
      double y = 0;
      fast_float::from_chars(p, stop, y);
      ++rows;
      if (y * score <= 0) {
        ++updates;
        bias += y;
        for (std::size_t j = 0; j < features; ++j) w[j] += y * x[j];
      }
      p = stop + 1;
    }
    have = static_cast<std::size_t>(end - p);
    std::memmove(buffer.data(), p, have);
    if (have == buffer.size()) buffer.resize(2 * buffer.size());
  }
  std::printf("%zu rows, %zu updates, b = %g\n", rows, updates, bias);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 2) return csv(std::strtoull(argv[1], nullptr, 10));
  std::vector<double> w(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1 << 20U);
  std::vector<char> buffer(1 << 18U);
  std::vector<std::pair<unsigned, double>> row;
  std::size_t have = 0, updates = 0, rows = 0;
  double bias = 0;
  while (true) {
    const ssize_t got = read(0, buffer.data() + have, buffer.size() - have);
    if (got <= 0) break;
    have += static_cast<std::size_t>(got);
    const char* p = buffer.data();
    const char* const end = buffer.data() + have;
    while (const void* newline = std::memchr(p, '\n', static_cast<std::size_t>(end - p))) {
      const char* const stop = static_cast<const char*>(newline);
      double y = 0;
      p = fast_float::from_chars(p, stop, y).ptr;
      row.clear();
      double score = bias;
      while (p < stop) {
        ++p;
        unsigned index = 0;
        while (*p != ':') index = index * 10 + static_cast<unsigned>(*p++ - '0');
        double value = 0;
        p = fast_float::from_chars(p + 1, stop, value).ptr;
        row.emplace_back(index - 1, value);
        score += w[index - 1] * value;
      }
      ++rows;
      if (y * score <= 0) {
        ++updates;
        bias += y;
        for (const auto& [index, value] : row) w[index] += y * value;
      }
      p = stop + 1;
    }
    have = static_cast<std::size_t>(end - p);
    std::memmove(buffer.data(), p, have);
    if (have == buffer.size()) buffer.resize(2 * buffer.size());
  }
  std::printf("%zu rows, %zu updates, b = %g\n", rows, updates, bias);
  return 0;
}
