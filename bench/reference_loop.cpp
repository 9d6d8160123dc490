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

// Calls learn(p, stop) for each line of standard input, which is [p, stop) and then a line feed.
template <class Learn>
void each_line(Learn learn) {
  std::vector<char> buffer(1 << 18U);
  std::size_t have = 0;
  while (true) {
    const ssize_t got = read(0, buffer.data() + have, buffer.size() - have);
    if (got <= 0) return;
    have += static_cast<std::size_t>(got);
    const char* p = buffer.data();
    const char* const end = buffer.data() + have;
    while (const void* newline = std::memchr(p, '\n', static_cast<std::size_t>(end - p))) {
      const char* const stop = static_cast<const char*>(newline);
      learn(p, stop);
      p = stop + 1;
    }
    have = static_cast<std::size_t>(end - p);
    std::memmove(buffer.data(), p, have);
    if (have == buffer.size()) buffer.resize(2 * buffer.size());
  }
}

int say(std::size_t rows, std::size_t updates, double bias) {
  std::printf("%zu rows, %zu updates, b = %g\n", rows, updates, bias);
  return 0;
}

int csv(std::size_t features) {
  std::vector<double> w(features), x(features);
  std::size_t updates = 0, rows = 0;
  double bias = 0;
  each_line([&](const char* p, const char* stop) {
    double score = bias;
    for (std::size_t j = 0; j < features; ++j) {
      p = fast_float::from_chars(p, stop, x[j]).ptr + 1;
      score += w[j] * x[j];
    }
    double y = 0;
    fast_float::from_chars(p, stop, y);
    ++rows;
    if (!(y * score <= 0)) return;
    ++updates;
    bias += y;
    for (std::size_t j = 0; j < features; ++j) w[j] += y * x[j];
  });
  return say(rows, updates, bias);
}

int libsvm(std::size_t features) {
  std::vector<double> w(features);
  std::vector<std::pair<unsigned, double>> row;
  std::size_t updates = 0, rows = 0;
  double bias = 0;
  each_line([&](const char* p, const char* stop) {
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
    if (!(y * score <= 0)) return;
    ++updates;
    bias += y;
    for (const auto& [index, value] : row) w[index] += y * value;
  });
  return say(rows, updates, bias);
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t features = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : std::size_t{1} << 20U;
  return argc > 2 ? csv(features) : libsvm(features);
}
