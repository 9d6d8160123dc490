#include "prove/cholesky.hpp"

#include <atomic>
#include <cmath>
#include <thread>

#include "novikoff/vec/panels.hpp"

namespace novikoff {
namespace {

// f(k) for first ≤ k < end, by several threads.
template <class F>
void in_parallel(std::size_t first, std::size_t end, unsigned threads, const F& f) {
  std::atomic<std::size_t> next{first};
  const auto work = [&] {
    for (std::size_t k; (k = next.fetch_add(1)) < end;) f(k);
  };
  std::vector<std::thread> others;
  for (unsigned k = 1; k < threads && first + k < end; ++k) others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
}

}  // namespace

TiledMatrix::TiledMatrix(std::size_t n) : n_(n), n_tiles_((n + kTile - 1) / kTile), tiles_(n_tiles_ * (n_tiles_ + 1) / 2 * kTile * kTile) {
  for (std::size_t k = n; k < n_tiles_ * kTile; ++k) at(k, k) = 1;  // beyond the matrix: one that is factorised at once
}

double TiledMatrix::memory(std::size_t n) noexcept {
  const double side = static_cast<double>(n) + 2 * static_cast<double>(kTile);
  return side * side / 2 * sizeof(double);
}

void TiledMatrix::subtract(std::size_t row, std::size_t column) noexcept {
  for (std::size_t k = 0; k < column; ++k) subtract_tile_product(tile(row, k), tile(column, k), tile(row, column));
}

bool TiledMatrix::factorise_diagonal(std::size_t column) noexcept {
  double* const a = tile(column, column);
  for (std::size_t j = 0; j < kTile; ++j) {
    for (std::size_t k = 0; k < j; ++k)
      for (std::size_t i = j; i < kTile; ++i) a[j * kTile + i] -= a[k * kTile + i] * a[k * kTile + j];
    const double pivot = a[j * kTile + j];
    if (!(pivot > 0) || !std::isfinite(pivot)) return false;
    const double root = std::sqrt(pivot);
    a[j * kTile + j] = root;
    for (std::size_t i = j + 1; i < kTile; ++i) a[j * kTile + i] /= root;
  }
  return true;
}

void TiledMatrix::solve(std::size_t row, std::size_t column) noexcept {
  double* const a = tile(row, column);
  const double* const r = tile(column, column);
  for (std::size_t j = 0; j < kTile; ++j) {
    for (std::size_t k = 0; k < j; ++k)
      for (std::size_t i = 0; i < kTile; ++i) a[j * kTile + i] -= a[k * kTile + i] * r[k * kTile + j];
    for (std::size_t i = 0; i < kTile; ++i) a[j * kTile + i] /= r[j * kTile + j];
  }
}

bool TiledMatrix::factorise(unsigned threads) {
  for (std::size_t column = 0; column < n_tiles_; ++column) {
    in_parallel(column, n_tiles_, threads, [&](std::size_t row) { subtract(row, column); });
    if (!factorise_diagonal(column)) return false;
    in_parallel(column + 1, n_tiles_, threads, [&](std::size_t row) { solve(row, column); });
  }
  return true;
}

}  // namespace novikoff
