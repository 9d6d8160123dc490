#include "novikoff/prove/margin.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "novikoff/prove/check.hpp"
#include "novikoff/prove/separation.hpp"
#include "property.hpp"
#include "prove/brute_force.hpp"
#include "prove/written_rows.hpp"

namespace novikoff::margin_test {
namespace {

using brute::Row;

using Set = std::vector<WrittenRow>;

// Of separable rows, checked.
Certificate margin_of(const ExactRows& rows, const MarginOptions& options = {}) {
  const Separation found = separate(rows, {});
  EXPECT_EQ(found.verdict, Verdict::separable);
  Certificate c = max_margin(rows, *found.certificate, options);
  EXPECT_EQ(reason(check(c, rows)), "holds");
  return c;
}

// γ*², which must be found exactly.
Rational exact_of(const ExactRows& rows, const MarginOptions& options = {}) {
  const Certificate c = margin_of(rows, options);
  EXPECT_EQ(c.gamma2_low, c.gamma2_high);
  EXPECT_LE(c.lambda.size(), rows.n_columns()) << "an affinely independent support";
  return c.gamma2_low;
}

// The shortest of the nearest points of the affine hulls of all supports, where it is in the hull: Σ λ = 1, z_i·Σ λ_k z_k = t for all i.
Rational by_brute_force(const ExactRows& rows) {
  const std::vector<Row> z = brute::dense(rows);
  std::optional<Rational> least;
  for (std::uint64_t subset = 1; subset < std::uint64_t{1} << z.size(); ++subset) {
    std::vector<std::size_t> chosen;
    for (std::size_t k = 0; k < z.size(); ++k)
      if ((subset >> k & 1U) != 0) chosen.push_back(k);
    const std::size_t n = chosen.size();
    if (n > rows.n_columns()) continue;
    std::vector<Row> equations(n + 1, Row(n + 2));
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < n; ++k) equations[i][k] = brute::dot(z[chosen[i]], z[chosen[k]]);
      equations[i][n] = Rational(-1);
      equations[n][i] = Rational(1);
    }
    equations[n][n + 1] = Rational(1);
    if (brute::eliminate(equations).size() != n + 1) continue;  // a smaller support has the same point
    const bool inside = std::all_of(equations.begin(), equations.end() - 1, [&](const Row& row) { return row[n + 1].sign() >= 0; });
    if (inside && (!least || equations[n][n + 1] < *least)) least = equations[n][n + 1];
  }
  return *least * rows.unit() * rows.unit();
}

const Set kAnd = {{-1, {"0", "0"}}, {-1, {"0", "1"}}, {-1, {"1", "0"}}, {+1, {"1", "1"}}};
const Set kLiHang = {{+1, {"3", "3"}}, {+1, {"4", "3"}}, {-1, {"1", "1"}}};

TEST(Margin, of_known_sets) {
  EXPECT_EQ(exact_of(written(kAnd, 1)), fraction("1/17"));
  EXPECT_EQ(exact_of(written(kLiHang, 1)), fraction("2/9"));
  EXPECT_EQ(exact_of(written({{+1, {"3", "4"}}}, 0)), fraction("25"));
  EXPECT_EQ(exact_of(written({{-1, {"0.3", "-0.4"}}}, 0.5)), fraction("1/2"));
  Set units;
  for (std::size_t k = 0; k < 40; ++k) {
    units.push_back({k % 2 == 0 ? +1 : -1, std::vector<std::string>(40, "0")});
    units.back().x[k] = "1";
  }
  EXPECT_EQ(exact_of(written(units, 0)), fraction("1/40"));
}

TEST(Margin, certificate_of_and_is_the_nearest_point) {
  const ExactRows rows = written(kAnd, 1);
  const Certificate c = margin_of(rows);
  EXPECT_EQ(c.claim, Claim::margin);
  EXPECT_EQ(c.verdict, Verdict::separable);
  EXPECT_EQ(c.u, (std::vector<std::pair<std::uint64_t, Rational>>{{0, 2}, {1, 2}}));
  EXPECT_EQ(c.u_bias, Rational(-3));
  EXPECT_EQ(c.lambda, (std::vector<std::pair<std::uint64_t, Rational>>{{1, fraction("5/17")}, {2, fraction("5/17")}, {3, fraction("7/17")}}));
}

Set random_set() {
  const auto d = *rc::gen::inRange<std::size_t>(1, 5);
  const auto n = *rc::gen::inRange<std::size_t>(1, 8);
  const auto spread = *rc::gen::element(2, 4, 30);
  const auto scale = *rc::gen::element<std::string>("", "e-9", "e20", "e-400");
  Set set;
  std::vector<int> w;
  for (std::size_t j = 0; j < d; ++j) w.push_back(*rc::gen::inRange(-3, 4));
  for (std::size_t k = 0; k < n; ++k) {
    WrittenRow example{0, {}};
    int score = 0;
    for (std::size_t j = 0; j < d; ++j) {
      const int value = *rc::gen::inRange(-spread, spread + 1);
      score += w[j] * value;
      example.x.push_back(std::to_string(value) + (j == 0 ? scale : ""));
    }
    example.y = score >= 0 ? +1 : -1;
    set.push_back(example);
  }
  if (*rc::gen::arbitrary<bool>()) set.push_back(set.front());
  return set;
}

RC_GTEST_PROP(Margin, is_what_brute_force_over_all_supports_finds, ()) {
  const ExactRows rows = written(random_set(), *rc::gen::element(0.0, 1.0, 0.125, 1000.0));
  const Separation found = separate(rows, {});
  RC_PRE(found.verdict == Verdict::separable);
  const Certificate c = max_margin(rows, *found.certificate, {});
  RC_ASSERT(reason(check(c, rows)) == "holds");
  RC_ASSERT(c.gamma2_low == c.gamma2_high);
  RC_ASSERT(c.gamma2_low == by_brute_force(rows));
}

TEST(Margin, scales_with_rows_and_forgets_their_order_and_copies) {
  const Set set = {{+1, {"1", "2", "-1"}}, {+1, {"2", "-1", "3"}}, {-1, {"-1", "1", "2"}}, {-1, {"0.5", "-2", "1"}}, {+1, {"3", "3", "1"}}};
  const Rational gamma2 = exact_of(written(set, 0));
  EXPECT_EQ(gamma2, by_brute_force(written(set, 0)));
  Set scaled = set, copied = set, beyond = set, permuted = set;
  for (WrittenRow& example : scaled)
    for (std::string& value : example.x) value += "e-7";
  EXPECT_EQ(exact_of(written(scaled, 0)), gamma2 * Rational::power(10, -14));
  copied.insert(copied.end(), set.begin(), set.end());
  EXPECT_EQ(exact_of(written(copied, 0)), gamma2);
  // A row that every candidate has far on its right side changes nothing.
  beyond.push_back({+1, {"6", "6", "2"}});
  EXPECT_EQ(exact_of(written(beyond, 0)), gamma2);
  std::reverse(permuted.begin(), permuted.end());
  for (WrittenRow& example : permuted) std::reverse(example.x.begin(), example.x.end());
  EXPECT_EQ(exact_of(written(permuted, 0)), gamma2);
}

// Two points of one dimension, a step h apart: far from 0 the margin is about h/(2x), far below what doubles see of it.
TEST(Margin, that_is_tiny_beside_the_rows_is_exact_too) {
  for (const char* x : {"1", "1000", "123456.75", "1e9", "1e15", "1e40"})
    for (const char* h : {"1e-3", "1e-9", "1e-14", "1e-30"}) {
      const Rational at = Rational::of(*parse_decimal(x)), step = Rational::of(*parse_decimal(h));
      // z = (x + h, 1), (−x, −1): nearest on the line between them, det²/‖difference‖² with det = h, the difference (2x + h, 2).
      const Rational along = at + at + step;
      Decimal far = *parse_decimal(x);
      ExactRows::Builder builder(Numbers::decimal, 1);
      const auto digits = [&](const Rational& value) {
        const Rational whole = value * Rational::power(10, 40);
        EXPECT_TRUE(whole.denominator().is_one());
        return *parse_decimal(whole.numerator().to_text() + "e-40");
      };
      builder.add(0, digits(at + step));
      builder.end_row(+1);
      builder.add(0, far);
      builder.end_row(-1);
      const ExactRows rows = std::move(*builder.finish(1, kPlenty, [](std::int8_t y) { return y; }));
      EXPECT_EQ(exact_of(rows), step * step / (along * along + Rational(4))) << x << " " << h;
    }
}

TEST(Margin, of_neighbouring_doubles) {
  const ExactRows rows = written({{-1, {"1"}}, {+1, {"1.0000000000000002"}}}, 1, Numbers::binary64);
  const Rational ulp = Rational::power(2, -52), along = Rational(2) + ulp;
  EXPECT_EQ(exact_of(rows), ulp * ulp / (along * along + Rational(4)));
}

// A hull whose face nearest to 0 is an octahedron: its middle has many λ.
TEST(Margin, of_a_degenerate_face) {
  Set set;
  for (std::size_t j = 1; j <= 5; ++j)
    for (const char* value : {"1", "-1"}) {
      set.push_back({+1, {"2", "0", "0", "0", "0", "0"}});
      set.back().x[j] = value;
    }
  EXPECT_EQ(exact_of(written(set, 0)), Rational(4));
  set.push_back({+1, {"2", "0", "0", "0", "0", "0"}});
  EXPECT_EQ(exact_of(written(set, 0)), Rational(4));
  std::reverse(set.begin(), set.end());
  EXPECT_EQ(exact_of(written(set, 0)), Rational(4));
}

// Powers of neighbouring points (Vandermonde), columns apart by many orders, alternately labelled.
TEST(Margin, of_badly_conditioned_rows) {
  Set set;
  for (int k = 0; k < 7; ++k) {
    Rational x = Rational(Integer(100 + k), Integer(100)), power = 1;
    set.push_back({k % 2 == 0 ? +1 : -1, {}});
    for (int j = 0; j < 6; ++j) {
      power = power * x;
      set.back().x.push_back((power * Rational::power(10, 12)).numerator().to_text() + "e-" + std::to_string(12 + 3 * j));
    }
  }
  const ExactRows rows = written(set, 1);
  EXPECT_EQ(exact_of(rows), by_brute_force(rows));
}

Set planted(std::size_t n, std::size_t d) {
  std::uint64_t state = 1962;
  const auto draw = [&] {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<int>(state >> 40U & 0x7ffU) - 1024;
  };
  std::vector<int> w;
  for (std::size_t j = 0; j < d; ++j) w.push_back(draw());
  Set set;
  while (set.size() < n) {
    WrittenRow example{0, {}};
    std::int64_t score = 0;
    for (std::size_t j = 0; j < d; ++j) {
      const int value = draw();
      score += std::int64_t{value} * w[j];
      example.x.push_back(std::to_string(value));
    }
    if (score == 0) continue;
    example.y = score > 0 ? +1 : -1;
    set.push_back(std::move(example));
  }
  return set;
}

TEST(Margin, gives_up_with_an_interval_that_is_right) {
  for (const auto& [n, d] : {std::pair<std::size_t, std::size_t>{60, 8}, {200, 20}}) {
    const ExactRows rows = written(planted(n, d), 1);
    const Certificate separator = *separate(rows, {}).certificate;
    const Rational gamma2 = exact_of(rows);
    std::size_t intervals = 0;
    bool ended = false;
    for (std::size_t limit = 0; !ended; limit = limit * 5 / 4 + 1) {
      std::size_t asked = 0;
      const Certificate c = max_margin(rows, separator, {.give_up = [&] { return asked++ >= limit; }});
      EXPECT_LE(asked, limit + 1) << "asked again after it had to end";
      EXPECT_EQ(reason(check(c, rows)), "holds");
      EXPECT_LE(c.gamma2_low, gamma2);
      EXPECT_GE(c.gamma2_high, gamma2);
      ended = asked <= limit;
      intervals += c.gamma2_low < c.gamma2_high ? 1U : 0U;
      EXPECT_TRUE(!ended || c.gamma2_low == c.gamma2_high);
    }
    EXPECT_GT(intervals, 5U);
  }
}

TEST(Margin, out_of_memory_is_an_interval) {
  const ExactRows rows = written(planted(60, 8), 1);
  const Certificate c = margin_of(rows, {.memory = 1000});
  EXPECT_LT(c.gamma2_low, c.gamma2_high);
}

TEST(Margin, a_gap_is_enough_and_no_more_than_that) {
  const ExactRows rows = written(planted(200, 20), 1);
  for (const double gap : {0.5, 1e-3, 1e-9}) {
    const Certificate c = margin_of(rows, {.gap = gap});
    const Rational least = Rational(1) - Rational::of(gap);
    EXPECT_GE(c.gamma2_low, least * least * c.gamma2_high) << gap;
  }
  EXPECT_LT(margin_of(rows, {.gap = 0.5}).gamma2_low, margin_of(rows, {.gap = 0.5}).gamma2_high) << "nothing is done that was not asked for";
  EXPECT_EQ(exact_of(rows, {.gap = 0.0}), exact_of(rows));
}

}  // namespace
}  // namespace novikoff::margin_test
