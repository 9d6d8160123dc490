// The same rows as a linear program for Clp: are there λ ≥ 0 with Σ λ = 1 and Σ λ z = 0 (inseparable), or not (separable)? Its answer is in doubles, and no
// proof. Few rows and many columns, which its primal method with a growing choice of columns ("sprint") solves fastest; the program with a row for each
// example, is there a w with z·w ≥ 1, takes it several times as long.
// scale_clp KIND ROWS FEATURES GAP SECONDS; prints one line of JSON. KIND and GAP as of scale; SECONDS: when to stop.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <ClpSimplex.hpp>
#include <ClpSolve.hpp>
#include <CoinPackedMatrix.hpp>

#include "made_rows.hpp"

int main(int argc, char** argv) {
  if (argc != 6) return 2;
  const std::string kind = argv[1];
  const std::size_t n = std::strtoull(argv[2], nullptr, 10), d = std::strtoull(argv[3], nullptr, 10);
  const double gap = std::strtod(argv[4], nullptr), limit = std::strtod(argv[5], nullptr);
  ClpSimplex model;
  model.setLogLevel(0);
  {
    const made::Rows made = made::make(kind, n, d, gap);
    std::vector<CoinBigIndex> begin;
    std::vector<int> index;
    std::vector<double> value;
    index.reserve(n * (d + 2));
    value.reserve(n * (d + 2));
    for (std::size_t row = 0; row < n; ++row) {
      begin.push_back(static_cast<CoinBigIndex>(value.size()));
      for (std::size_t j = 0; j < d; ++j) {
        index.push_back(static_cast<int>(j));
        value.push_back(made.y[row] * made.rows[row].value[j]);
      }
      index.push_back(static_cast<int>(d));  // the bias
      value.push_back(made.y[row]);
      index.push_back(static_cast<int>(d) + 1);  // Σ λ
      value.push_back(1);
    }
    begin.push_back(static_cast<CoinBigIndex>(value.size()));
    const CoinPackedMatrix matrix(true, static_cast<int>(d) + 2, static_cast<int>(n), static_cast<CoinBigIndex>(value.size()), value.data(), index.data(),
                                  begin.data(), nullptr);
    std::vector<double> sums(d + 2);
    sums.back() = 1;
    model.loadProblem(matrix, nullptr, nullptr, nullptr, sums.data(), sums.data());
  }
  model.setMaximumSeconds(limit);
  const auto start = std::chrono::steady_clock::now();
  ClpSolve how;
  how.setSolveType(ClpSolve::usePrimalorSprint);
  how.setPresolveType(ClpSolve::presolveOff);
  model.initialSolve(how);
  const double taken = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const char* answer = model.isProvenOptimal() ? "inseparable" : model.isProvenPrimalInfeasible() ? "separable" : "stopped";
  std::printf("{\"kind\": \"%s\", \"rows\": %zu, \"features\": %zu, \"gap\": %g, \"seconds\": %.2f, \"answer\": \"%s\"}\n", kind.c_str(), n, d, gap, taken,
              answer);
  return 0;
}
