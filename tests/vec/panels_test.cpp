#include "novikoff/vec/panels.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "novikoff/core/random.hpp"
#include "novikoff/core/row_store.hpp"
#include "vec/kernels_panel.hpp"

namespace novikoff::panels_test {
namespace {

constexpr PairSum kSums[] = {PairSum::product, PairSum::square, PairSum::absolute, PairSum::least, PairSum::chi2};

// Values of every size that are not negative, some of them 0.
std::vector<double> values(std::size_t n, Rng& rng) {
  std::vector<double> v(n);
  for (double& x : v) x = rng.below(3) == 0 ? 0 : std::ldexp(rng.uniform(), static_cast<int>(rng.below(30)) - 15);
  return v;
}

// The canonical form of a row.
void append(RowStore& rows, std::vector<double> v) {
  while (!v.empty() && v.back() == 0) v.pop_back();
  std::vector<std::uint32_t> index;
  std::vector<double> value;
  for (std::size_t j = 0; j < v.size(); ++j)
    if (v[j] != 0) index.push_back(static_cast<std::uint32_t>(j)), value.push_back(v[j]);
  if (2 * index.size() >= v.size()) return rows.append({nullptr, v.data(), v.size()});
  rows.append({index.data(), value.data(), value.size()});
}

double plain(PairSum what, const std::vector<double>& x, const std::vector<double>& z) {
  double sum = 0;
  for (std::size_t j = 0; j < x.size(); ++j) {
    const double d = x[j] - z[j], both = x[j] + z[j];
    switch (what) {
      case PairSum::product:
        sum += x[j] * z[j];
        break;
      case PairSum::square:
        sum += d * d;
        break;
      case PairSum::absolute:
        sum += std::fabs(d);
        break;
      case PairSum::least:
        sum += std::min(x[j], z[j]);
        break;
      case PairSum::chi2:
        sum += both == 0 ? 0 : std::min(x[j], z[j]) * (std::max(x[j], z[j]) / (both / 2));
        break;
    }
  }
  return sum;
}

TEST(PairSums, AreOneSumInTheOrderOfTheFeaturesHoweverTheRowsAreHeld) {
  for (const std::size_t width : {1U, 3U, 20U, 67U})
    for (const std::size_t n : {1U, 31U, 32U, 70U}) {
      Rng rng(width * 100 + n);
      RowPanels panels(width);
      RowStore rows;
      std::vector<std::vector<double>> all;
      for (std::size_t i = 0; i < n; ++i) {
        all.push_back(values(width, rng));
        append(rows, all.back());
        panels.append(rows[i]);
      }
      std::vector<double> once(panels.padded()), twice(2 * panels.padded());
      double* const alone[] = {once.data()};
      double* const both[] = {twice.data(), twice.data() + panels.padded()};
      std::vector<double> two = all[0];
      two.insert(two.end(), all[n - 1].begin(), all[n - 1].end());
      for (const PairSum what : kSums) {
        for (std::size_t first = 0; first < n; first += RowPanels::kLanes) {
          panels.sums(what, all[0].data(), 1, first, alone);
          panels.sums(what, two.data(), 2, first, both);
        }
        for (std::size_t i = 0; i < n; ++i) {
          const double expected = plain(what, all[0], all[i]);
          EXPECT_EQ(pair_sum(what, rows[0], rows[i]), expected);
          EXPECT_EQ(pair_sum(what, rows[i], rows[0]), expected);
          EXPECT_EQ(once[i], expected);
          EXPECT_EQ(both[0][i], expected);
          EXPECT_EQ(both[1][i], plain(what, all[n - 1], all[i]));
          if (what != PairSum::square && what != PairSum::absolute) {
            EXPECT_EQ(pair_sum_with(what, all[0].data(), rows[i]), expected);
          }
        }
      }
    }
}

TEST(Exp, IsWithinItsBoundOfTheTrueValue) {
  Rng rng(5);
  std::vector<double> v;
  for (int i = 0; i < 200000; ++i) v.push_back(i % 2 == 0 ? -750 * rng.uniform() : -std::ldexp(rng.uniform(), -static_cast<int>(rng.below(60))));
  std::vector<double> e = v;
  exp_nonpositive(1, e.data(), e.size());
  for (std::size_t i = 0; i < v.size(); ++i) {
    const long double truth = std::exp(static_cast<long double>(v[i])), error = std::fabs(e[i] - truth);
    EXPECT_LE(error, truth >= 0x1p-1022L ? truth * 0x1p-52L : 0x1p-1074L) << v[i];
  }
}

TEST(Exp, KeepsItsEnds) {
  double v[] = {0, -0.0, -745.13, -745.2, -1e300, -std::numeric_limits<double>::infinity()};
  exp_nonpositive(1, v, 6);
  EXPECT_EQ(v[0], 1);
  EXPECT_EQ(v[1], 1);
  EXPECT_EQ(v[2], 0x1p-1074);
  for (int i = 3; i < 6; ++i) EXPECT_EQ(v[i], 0);
  double scaled = 0.25;
  exp_nonpositive(-4, &scaled, 1);
  EXPECT_EQ(scaled, 0x1.78b56362cef38p-2);  // e^−1, correctly rounded
}

TEST(Panels, HaveTheSameBitsOnEveryCpuLevel) {
  std::vector<PanelKernels> levels;
  levels.push_back({{baseline::panel_product, baseline::panel_square, baseline::panel_absolute, baseline::panel_least, baseline::panel_chi2},
                    baseline::subtract_tile_product,
                    baseline::exp_nonpositive,
                    baseline::affine_power});
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2"))
    levels.push_back({{avx2::panel_product, avx2::panel_square, avx2::panel_absolute, avx2::panel_least, avx2::panel_chi2},
                      avx2::subtract_tile_product,
                      avx2::exp_nonpositive,
                      avx2::affine_power});
  if (__builtin_cpu_supports("avx512f"))
    levels.push_back({{avx512::panel_product, avx512::panel_square, avx512::panel_absolute, avx512::panel_least, avx512::panel_chi2},
                      avx512::subtract_tile_product,
                      avx512::exp_nonpositive,
                      avx512::affine_power});
#endif
  Rng rng(9);
  constexpr std::size_t kWidth = 13;
  const std::vector<double> x = values(kWidth, rng), panel = values(kWidth * RowPanels::kLanes, rng);
  for (const PanelKernels& level : levels) {
    for (std::size_t s = 0; s < 5; ++s) {
      std::vector<double> one(RowPanels::kLanes), other(RowPanels::kLanes);
      levels[0].sums[s](x.data(), panel.data(), kWidth, one.data());
      level.sums[s](x.data(), panel.data(), kWidth, other.data());
      EXPECT_EQ(one, other);
    }
    std::vector<double> one = values(1003, rng), other = one;
    levels[0].exp_nonpositive(-0.7, one.data(), one.size());
    level.exp_nonpositive(-0.7, other.data(), other.size());
    EXPECT_EQ(one, other);
    for (std::size_t k = 0; k < one.size(); ++k) one[k] = other[k] = -700 - 0.05 * static_cast<double>(k);  // where results are below the normal doubles
    levels[0].exp_nonpositive(1, one.data(), one.size());
    level.exp_nonpositive(1, other.data(), other.size());
    EXPECT_EQ(one, other);
    const std::vector<double> a = values(kTile * kTile, rng), b = values(kTile * kTile, rng);
    one = other = values(kTile * kTile, rng);
    std::vector<double> plain = one;
    for (std::size_t j = 0; j < kTile; ++j)
      for (std::size_t i = 0; i < kTile; ++i) {
        double sum = 0;
        for (std::size_t k = 0; k < kTile; ++k) sum += a[k * kTile + i] * b[k * kTile + j];
        plain[j * kTile + i] -= sum;
      }
    level.subtract_tile_product(a.data(), b.data(), other.data());
    EXPECT_EQ(plain, other);
    subtract_tile_product(a.data(), b.data(), one.data());
    EXPECT_EQ(plain, one);
    one = other = values(1003, rng);
    levels[0].affine_power(0.3, 1, 7, one.data(), one.size());
    level.affine_power(0.3, 1, 7, other.data(), other.size());
    EXPECT_EQ(one, other);
  }
}

TEST(AffinePower, MultipliesByTheBitsOfTheDegree) {
  for (unsigned degree = 1; degree <= 40; ++degree) {
    double v[] = {1, 2, -3};
    affine_power(0.5, 1, degree, v, 3);
    EXPECT_EQ(v[1], std::ldexp(1.0, static_cast<int>(degree)));  // 0.5·2 + 1 = 2
    EXPECT_EQ(v[2], (degree % 2 == 0 ? 1 : -1) * std::ldexp(1.0, -static_cast<int>(degree)));
    double power = 1;
    for (unsigned k = 0; k < degree; ++k) power *= 1.5;
    EXPECT_NEAR(v[0] / power, 1, 2 * degree * 0x1p-53);
  }
}

TEST(AllFinite, SeesInfinitiesAndNanAnywhere) {
  for (std::size_t n = 0; n < 20; ++n) {
    std::vector<double> v(n, std::numeric_limits<double>::max());
    EXPECT_TRUE(all_finite(v.data(), n));
    for (std::size_t k = 0; k < n; ++k)
      for (const double bad : {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(), std::nan("")}) {
        std::vector<double> w = v;
        w[k] = bad;
        EXPECT_FALSE(all_finite(w.data(), n));
      }
  }
}

}  // namespace
}  // namespace novikoff::panels_test
