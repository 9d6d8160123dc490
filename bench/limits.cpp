// What the machine's memory allows: limits triad N, once, a = b + s·c over N doubles each; limits sum N, for each line read the seconds of a plain sum over N
// doubles, as JSON. Arrays lie on large pages where the system has them.
// limits run FILE COMMAND…: runs the command and writes what it took to FILE, as JSON. The system counts in a process's peak memory that of the process it was
// started from, until it was: this one is small.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>

#include "novikoff/core/chunks.hpp"

namespace {

double seconds(const timeval& time) { return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec); }

double user_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return seconds(usage.ru_utime);
}

std::span<double> array_of(std::size_t n, double value) {
  auto* const first = static_cast<double*>(novikoff::allocate_block(n * sizeof(double)));
  for (std::size_t k = 0; k < n; ++k) first[k] = value;
  return {first, n};
}

// Eight sums, so that none waits for another.
double sum(std::span<const double> a) {
  double s[8] = {};
  std::size_t k = 0;
  for (; k + 8 <= a.size(); k += 8)
    for (std::size_t lane = 0; lane < 8; ++lane) s[lane] += a[k + lane];
  for (; k < a.size(); ++k) s[0] += a[k];
  return ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
}

void triad(std::size_t n) {
  const std::span<double> a = array_of(n, 0), b = array_of(n, 1), c = array_of(n, 2);
  for (std::size_t k = 0; k < n; ++k) a[k] = b[k] + 3 * c[k];
  if (a[n / 2] != 7) std::abort();
}

void sums(std::size_t n) {
  const std::span<double> a = array_of(n, 1);
  for (char line[16]; std::fgets(line, sizeof line, stdin) != nullptr;) {
    constexpr int kTimes = 20;
    double total = 0;
    const double before = user_seconds();
    const auto begin = std::chrono::steady_clock::now();
    for (int k = 0; k < kTimes; ++k) {
      total += sum(a);
      a[0] = total > 0 ? 1 : 2;  // another sum each time, for all that the compiler knows
    }
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    std::printf("{\"cpu\": %.9f, \"wall\": %.9f, \"memory\": %.1f}\n", (user_seconds() - before) / kTimes, wall.count() / kTimes,
                static_cast<double>(n) * sizeof(double) / 1e6);
    std::fflush(stdout);
  }
}

int run(const char* report, char** command) {
  const auto begin = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child == 0) {
    execvp(command[0], command);
    _exit(127);
  }
  int status = 0;
  rusage usage{};
  if (child < 0 || wait4(child, &status, 0, &usage) < 0) return 126;
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  std::FILE* const out = std::fopen(report, "w");
  if (out == nullptr) return 126;
  const double user = seconds(usage.ru_utime);
  std::fprintf(out, "{\"cpu\": %.6f, \"user\": %.6f, \"wall\": %.6f, \"memory\": %.3f}\n", user + seconds(usage.ru_stime), user, wall.count(),
               static_cast<double>(usage.ru_maxrss) / 1024);
  std::fclose(out);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 125;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 3 && std::strcmp(argv[1], "run") == 0) return run(argv[2], argv + 3);
  const std::size_t n = argc == 3 ? std::strtoull(argv[2], nullptr, 10) : 0;
  if (n == 0) {
    std::fputs("usage: limits triad|sum N, limits run FILE COMMAND...\n", stderr);
    return 2;
  }
  std::strcmp(argv[1], "triad") == 0 ? triad(n) : sums(n);
  return 0;
}
