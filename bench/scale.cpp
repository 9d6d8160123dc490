// The search for a certificate against plain passes over the same rows: made data of a known verdict, in memory.
// scale KIND ROWS FEATURES [GAP [THREADS [BIAS]]]; prints one line of JSON. KIND: gap (separable by GAP), flipped (1 % of the labels wrong), pairs (a margin of
// GAP that some pairs of rows make sure of; below 0 they overlap), decimals (flipped, with 4 digits), touching (4 digits, rows of both classes on the
// hyperplane).
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "made_rows.hpp"
#include "novikoff/prove/check.hpp"
#include "novikoff/prove/large.hpp"
#include "novikoff/vec/kernels.hpp"

namespace {

using novikoff::ExampleView;

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double pass_seconds(novikoff::RowPasses& rows) {
  const std::vector<double> w(rows.n_features(), 0.5);
  double best = 1e9;
  for (int time = 0; time < 5; ++time) {
    double sums[novikoff::RowPasses::kParts * 8] = {};
    const double begin = seconds();
    const novikoff::Status status = rows.pass([&](std::size_t part, std::uint64_t, std::span<const ExampleView> views) {
      double sum = 0;
      for (const ExampleView& view : views) sum += view.y * novikoff::dot(view.x, w.data());
      sums[8 * part] += sum;
    });
    if (!status || sums[0] == 0.123) std::abort();
    best = std::min(best, seconds() - begin);
  }
  return best;
}

// λ on its own rows, u on these and the first rows: what fits.
bool accepted(novikoff::RowPasses& rows, const novikoff::Certificate& certificate) {
  std::vector<std::uint64_t> numbers;
  novikoff::Certificate here = certificate;
  for (const auto& entry : here.lambda) numbers.push_back(entry.first);
  if (!here.u.empty())
    for (std::uint64_t row = 0; row < std::min<std::uint64_t>(rows.size(), 2000); ++row) numbers.push_back(row);
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  for (auto& entry : here.lambda) entry.first = static_cast<std::uint64_t>(std::lower_bound(numbers.begin(), numbers.end(), entry.first) - numbers.begin());
  return std::holds_alternative<novikoff::Proved>(novikoff::check(here, *rows.exact(numbers)));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  const std::string kind = argv[1];
  const std::size_t n = std::strtoull(argv[2], nullptr, 10), d = std::strtoull(argv[3], nullptr, 10);
  const double gap = argc > 4 ? std::strtod(argv[4], nullptr) : 1e-3;
  const auto threads = static_cast<unsigned>(argc > 5 ? std::strtoul(argv[5], nullptr, 10) : 2);
  const double bias = argc > 6 ? std::strtod(argv[6], nullptr) : 1;
  made::Rows made = made::make(kind, n, d, gap);
  novikoff::RowsInMemory rows(std::move(made.rows), std::move(made.y), d, made::decimal(kind) ? novikoff::Numbers::decimal : novikoff::Numbers::binary64, bias,
                              threads);
  const double pass = pass_seconds(rows), begin = seconds();
  const novikoff::Result<novikoff::Separation> found = novikoff::separate(rows, {});
  const double taken = seconds() - begin;
  if (!found || !found->certificate) return 1;
  std::size_t bits = 0;
  for (const auto& entry : found->certificate->u) bits = std::max(bits, entry.second.numerator().bits());
  std::printf(
      "{\"kind\": \"%s\", \"rows\": %zu, \"features\": %zu, \"gap\": %g, \"pass_seconds\": %.4f, \"seconds\": %.4f, \"passes\": %.1f, \"verdict\": \"%s\", ",
      kind.c_str(), n, d, gap, pass, taken, taken / pass, std::string(name(found->verdict)).c_str());
  std::printf("\"lambda_rows\": %zu, \"u_bits\": %zu, \"margin_low\": %.3g, \"margin_high\": %.3g, \"accepted\": %s}\n", found->certificate->lambda.size(),
              bits, found->margin_low.to_double(), found->margin_high.to_double(), accepted(rows, *found->certificate) ? "true" : "false");
  return 0;
}
