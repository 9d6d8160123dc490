#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <thread>

#include "novikoff/prove/existence.hpp"
#include "prove/cholesky.hpp"

namespace novikoff {
namespace {

using Lambda = std::vector<std::pair<std::uint64_t, double>>;
using Verified = std::variant<Proved, Refusal>;

std::optional<Refusal> refuse_form(const Lambda& lambda, std::uint64_t n_rows) {
  if (lambda.empty()) return Refusal{"λ is empty, which proves nothing", {}};
  for (std::size_t k = 0; k < lambda.size(); ++k) {
    const auto [row, value] = lambda[k];
    if (row >= n_rows) return Refusal{"λ names a row that the data do not have", {}};
    if (k > 0 && row <= lambda[k - 1].first) return Refusal{"λ names a row twice or out of order", row};
    if (!(value > 0) || !std::isfinite(value)) return Refusal{"λ is not above 0", row};
  }
  return std::nullopt;
}

// Where products of two numbers of the rows, of λ and of C neither overflow nor underflow, and a double is off by 2^−53 of itself at most.
bool in_range(double value) { return value == 0 || (std::fabs(value) > 0x1p-200 && std::fabs(value) < 0x1p200); }

// λ̂·z of the rows of lambda, rounded: doubles b with the columns they stand in.
struct Products {
  struct Part {
    std::vector<double> value;
    std::vector<std::uint32_t> column;
    std::vector<std::size_t> begin = {0};
    std::vector<double> high, low;  // of Σ λ̂ z, by column
    std::vector<bool> in_data;      // columns where some row is not 0
    bool in_range = true;
    void add(std::uint32_t j, double lambda, double z) {
      const double product = lambda * z, rest = std::fma(lambda, z, -product);
      in_range = in_range && novikoff::in_range(z) && novikoff::in_range(lambda);
      value.push_back(product);
      column.push_back(j);
      add_to_sum(j, product, rest);
    }
    void add_to_sum(std::size_t j, double number, double rest) {
      const double sum = high[j] + number, part = sum - high[j];
      low[j] += ((high[j] - (sum - part)) + (number - part)) + rest;
      high[j] = sum;
    }
  };
  std::array<Part, RowPasses::kParts> parts;
  std::size_t n_columns = 0;
};

Status read(RowPasses& rows, const Lambda& lambda, Products& products) {
  const auto bias_column = static_cast<std::uint32_t>(rows.n_features());
  products.n_columns = std::size_t{bias_column} + (rows.bias_value() != 0 ? 1 : 0);
  for (Products::Part& part : products.parts) {
    part.high.assign(products.n_columns, 0);
    part.low = part.high;
    part.in_data.assign(products.n_columns, rows.bias_value() != 0);
    std::fill(part.in_data.begin(), part.in_data.begin() + bias_column, false);
  }
  return rows.pass([&](std::size_t p, std::uint64_t first, std::span<const ExampleView> views) {
    Products::Part& part = products.parts[p];
    auto next = std::lower_bound(lambda.begin(), lambda.end(), first, [](const auto& entry, std::uint64_t row) { return entry.first < row; });
    for (std::size_t k = 0; k < views.size(); ++k) {
      const FeatureView& x = views[k].x;
      const double weight = next != lambda.end() && next->first == first + k ? views[k].y * (next++)->second : 0;
      for (std::size_t q = 0; q < x.size; ++q) {
        const std::uint32_t j = x.dense() ? static_cast<std::uint32_t>(q) : x.index[q];
        if (x.value[q] == 0) continue;
        part.in_data[j] = true;
        if (weight != 0) part.add(j, weight, x.value[q]);
      }
      if (weight == 0) continue;
      if (rows.bias_value() != 0) part.add(bias_column, weight, rows.bias_value());
      part.begin.push_back(part.value.size());
    }
  });
}

// The columns that are not 0 in all rows, numbered anew, with their scale c.
struct Columns {
  std::vector<std::uint32_t> place;
  std::vector<double> scale;  // by old number
  std::size_t n = 0;
};

// A decimal may be other than 0 where its double is 0: a column that is 0 in all doubles is one that the data do not have only if whole numbers say so.
Result<std::optional<std::uint64_t>> hidden_feature(RowPasses& rows, const std::vector<bool>& in_data) {
  if (rows.numbers() != Numbers::decimal || std::find(in_data.begin(), in_data.end(), false) == in_data.end()) return std::optional<std::uint64_t>();
  constexpr std::uint64_t kAtOnce = 4096;
  for (std::uint64_t first = 0; first < rows.size(); first += kAtOnce) {
    std::vector<std::uint64_t> some;
    for (std::uint64_t row = first; row < std::min(first + kAtOnce, rows.size()); ++row) some.push_back(row);
    const Result<ExactRows> exact = rows.exact(some);
    if (!exact) return exact.error();
    for (std::size_t column = 0; column < exact->n_columns(); ++column)
      if (!in_data[static_cast<std::size_t>(exact->feature(column))]) return std::optional(exact->feature(column));
  }
  return std::optional<std::uint64_t>();
}

// Gives the lower triangle of BᵀB for B = (c_j·b_sj), in the order of the rows whatever the threads, and its entries' trace.
void add_squares(const Products& products, const Columns& columns, unsigned threads, TiledMatrix& matrix) {
  constexpr std::size_t kStripe = kTile;
  const auto work = [&](unsigned thread) {
    for (const Products::Part& part : products.parts)
      for (std::size_t row = 0; row + 1 < part.begin.size(); ++row)
        for (std::size_t q = part.begin[row]; q < part.begin[row + 1]; ++q) {
          const std::size_t j = columns.place[part.column[q]];
          if (j / kStripe % threads != thread) continue;
          const double b = part.value[q] * columns.scale[part.column[q]];
          for (std::size_t p = q; p < part.begin[row + 1]; ++p)
            matrix.at(columns.place[part.column[p]], j) += b * (part.value[p] * columns.scale[part.column[p]]);
        }
  };
  std::vector<std::thread> others;
  for (unsigned thread = 1; thread < threads; ++thread) others.emplace_back(work, thread);
  work(0);
  for (std::thread& other : others) other.join();
}

// All of the proof, with u = 2^−53, n columns, m rows with λ̂ > 0 of N, B the matrix of the doubles c_j·b_sj (c_j is a power of two) and T ≥ ‖B‖²_F =
// trace(BBᵀ):
// - b is λ̂·z rounded once, and the double z may be off by u from a decimal: ‖CAD − B‖ ≤ ‖CAD − B‖_F ≤ 2.1·u·√T;
// - entries of the computed G ≈ BBᵀ are sums of at most m products: off by γ_m·Σ|b||b|, which is a matrix of norm at most γ_m·T; γ_m ≤ 1.01·(m + 2)·u;
// - taking the shift off the diagonal rounds by u·T at most, and what the factorisation proves is off by rounding(n)·T (TiledMatrix);
// - what underflows, in these products and in those of the factorisation, is below n³·m·2^−1070 together, and so below 2^−300; so is what decimals leave
//   that are 0 as doubles, times λ̂ ≤ 2^200 and c ≤ 2^401;
// - Σ λ̂ z in compensated sums is off by (4·(N + 16)²·u² + u)·Σ λ̂|z_j| in column j (HullBound derives it; u for decimals), and c_j·Σ_s λ̂_s|z_sj|
// ≤ 1.01·√m·‖B_j‖,
//   in all (…)·1.01·√(m·T).
Verified verify(const Products& products, const Columns& columns, double n_rows, double m, const ExistenceOptions& options) {
  const std::size_t n = columns.n;
  TiledMatrix matrix(n);
  add_squares(products, columns, std::max(1U, options.threads), matrix);
  double trace = 0, squares = 0;
  for (std::size_t j = 0; j < n; ++j) trace += matrix.at(j, j);
  trace *= 1 + 2 * (m + static_cast<double>(n) + 8) * kUnitRoundoff;
  Products::Part sum = products.parts.front();
  for (std::size_t p = 1; p < products.parts.size(); ++p)
    for (std::size_t j = 0; j < products.n_columns; ++j) sum.add_to_sum(j, products.parts[p].high[j], products.parts[p].low[j]);
  for (std::size_t j = 0; j < products.n_columns; ++j) {
    const double scaled = columns.scale[j] * (sum.high[j] + sum.low[j]);
    squares += scaled * scaled;
  }
  const double up = 1 + 4 * (static_cast<double>(n) + 16) * kUnitRoundoff;
  const double off = (4 * (n_rows + 16) * (n_rows + 16) * kUnitRoundoff * kUnitRoundoff + kUnitRoundoff) * 1.02 * std::sqrt(m * trace);
  const double residual = std::sqrt(squares) * up + off + 0x1p-300;  // ‖C·r‖ is below
  const double between = 2.2 * kUnitRoundoff * std::sqrt(trace);     // ‖CAD − B‖ is below
  const double lost = (1.02 * (m + 2) * kUnitRoundoff + 2 * kUnitRoundoff + TiledMatrix::rounding(n)) * 1.01 * trace + 0x1p-300;
  const double needed = (residual + between) * 1.01;  // of the smallest singular value of B
  const double shift = (needed * needed + lost) * 1.01;
  for (std::size_t j = 0; j < n; ++j) matrix.at(j, j) -= shift;
  if (!std::isfinite(shift) || !std::isfinite(trace)) return Refusal{"the numbers leave the range of double", {}};
  if (!matrix.factorise(std::max(1U, options.threads)))
    return Refusal{"the rows with λ > 0 do not span the columns by so much that others near λ must add up to 0", {}};
  return Proved{Verdict::overlapping, {}};
}

}  // namespace

Result<Verified> check_existence(RowPasses& rows, const Lambda& lambda, const ExistenceOptions& options) {
  if (auto refusal = refuse_form(lambda, rows.size())) return Verified(*std::move(refusal));
  const double m = static_cast<double>(lambda.size()), n_rows = static_cast<double>(rows.size());
  const auto memory = static_cast<double>(options.memory);
  if (n_rows > 0x1p40 || m / n_rows * static_cast<double>(rows.n_values()) * 24 > memory)
    return Verified(Refusal{"copies of the rows with λ > 0 may take more memory than is allowed", {}, true});
  Products products;
  if (const Status status = read(rows, lambda, products); !status) return status.error();
  Columns columns{std::vector<std::uint32_t>(products.n_columns), std::vector<double>(products.n_columns)};
  std::vector<double> squares(products.n_columns);
  for (const Products::Part& part : products.parts) {
    if (!part.in_range) return Verified(Refusal{"numbers below 2^-200 or above 2^200 in size are not for this proof", {}});
    for (std::size_t k = 0; k < part.value.size(); ++k) squares[part.column[k]] += part.value[k] * part.value[k];
  }
  std::vector<bool> in_data(products.n_columns);
  for (const Products::Part& part : products.parts)
    for (std::size_t j = 0; j < products.n_columns; ++j) in_data[j] = in_data[j] || part.in_data[j];
  const Result<std::optional<std::uint64_t>> hidden = hidden_feature(rows, in_data);
  if (!hidden) return hidden.error();
  if (*hidden) in_data[static_cast<std::size_t>(**hidden)] = true;
  for (std::size_t j = 0; j < products.n_columns; ++j) {
    if (!in_data[j]) continue;
    if (squares[j] == 0) return Verified(Refusal{"the rows with λ > 0 are 0 in feature " + std::to_string(j + 1) + ", and others are not", {}});
    columns.scale[j] = std::ldexp(1, -std::ilogb(std::sqrt(squares[j])));
    columns.place[j] = static_cast<std::uint32_t>(columns.n++);
  }
  if (columns.n == 0) return Verified(Refusal{"all values are 0", {}});
  if (TiledMatrix::memory(columns.n) > memory)
    return Verified(Refusal{"the matrix of " + counted(columns.n, "column", "columns") + " takes more memory than is allowed", {}, true});
  return verify(products, columns, n_rows, m, options);
}

}  // namespace novikoff
