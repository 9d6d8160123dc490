#include "novikoff/prove/separation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "novikoff/prove/check.hpp"
#include "novikoff/prove/margin.hpp"
#include "property.hpp"
#include "prove/brute_force.hpp"
#include "prove/written_rows.hpp"

namespace novikoff::separation_test {
namespace {

using brute::Row;

using Set = std::vector<std::pair<int, std::vector<int>>>;

// u on the columns of `rows`.
Row weights_of(const ExactRows& rows, const Certificate& certificate) {
  std::map<std::uint64_t, Rational> by_feature(certificate.u.begin(), certificate.u.end());
  if (rows.has_bias()) by_feature[rows.n_features()] = certificate.u_bias;
  Row u;
  for (std::size_t j = 0; j < rows.n_columns(); ++j) u.push_back(by_feature[rows.feature(j)]);
  return u;
}

// The words of Certificate, one by one.
void expect_proof(const ExactRows& rows, const Separation& found, Claim claim = Claim::separation) {
  ASSERT_TRUE(found.certificate);
  const Certificate& certificate = *found.certificate;
  EXPECT_EQ(certificate.claim, claim);
  EXPECT_EQ(certificate.verdict, found.verdict);
  EXPECT_EQ(certificate.bias_value, rows.bias_value());
  EXPECT_EQ(certificate.numbers, rows.numbers());
  const std::vector<Row> z = brute::dense(rows);
  const Row u = weights_of(rows, certificate);
  Integer divisor;
  for (const Rational& value : u) {
    EXPECT_TRUE(value.denominator().is_one());
    divisor = Integer::gcd(divisor, value.numerator());
  }
  EXPECT_TRUE(divisor.is_one() || divisor.sign() == 0);
  for (std::size_t k = 0; k < certificate.u.size(); ++k) {
    EXPECT_NE(certificate.u[k].second.sign(), 0);
    if (k > 0) {
      EXPECT_LT(certificate.u[k - 1].first, certificate.u[k].first);
    }
  }

  Row sum(rows.n_columns());
  Rational total;
  std::vector<Row> support;
  for (std::size_t k = 0; k < certificate.lambda.size(); ++k) {
    const auto& [row, lambda] = certificate.lambda[k];
    ASSERT_LT(row, rows.size());
    EXPECT_GT(lambda.sign(), 0);
    if (k > 0) {
      EXPECT_LT(certificate.lambda[k - 1].first, row);
    }
    total = total + lambda;
    for (std::size_t j = 0; j < sum.size(); ++j) sum[j] = sum[j] + lambda * z[row][j];
    support.push_back(z[row]);
  }
  for (const Rational& value : sum) EXPECT_EQ(value.sign(), 0);
  if (!support.empty()) {
    EXPECT_EQ(total, Rational(1));
  }
  const std::size_t rank = brute::rank(support);

  if (claim == Claim::strict) {
    EXPECT_TRUE(found.overlapped.empty());
    if (found.verdict == Verdict::separable) {
      EXPECT_TRUE(support.empty());
      for (const Row& row : z) EXPECT_GT(brute::dot(u, row).sign(), 0);
    } else {
      EXPECT_EQ(found.verdict, Verdict::inseparable);
      EXPECT_TRUE(divisor.sign() == 0);
      EXPECT_EQ(support.size(), rank + 1);  // irreducible
    }
    return;
  }
  EXPECT_LE(support.size(), 2 * rank);
  std::vector<std::uint64_t> overlapped;
  for (std::size_t row = 0; row < z.size(); ++row) {
    const int sign = brute::dot(u, z[row]).sign();
    EXPECT_GE(sign, 0);
    if (sign > 0) continue;
    overlapped.push_back(row);
    std::vector<Row> with = support;
    with.push_back(z[row]);
    EXPECT_EQ(brute::rank(with), rank);
  }
  EXPECT_EQ(found.overlapped, overlapped);
  EXPECT_EQ(found.verdict, overlapped.empty() ? Verdict::separable : overlapped.size() == z.size() ? Verdict::overlapping : Verdict::quasi_separable);
}

// Finds, checks the proof and both ends of the margin, and agrees with the strict claim.
Separation proved(const ExactRows& rows) {
  const Separation found = separate(rows, {});
  expect_proof(rows, found);
  const Separation strict = separate(rows, {.claim = Claim::strict});
  expect_proof(rows, strict, Claim::strict);
  EXPECT_EQ(strict.verdict == Verdict::separable, found.verdict == Verdict::separable);
  for (const Separation* each : {&found, &strict}) {
    EXPECT_EQ(each->margin_low.sign(), found.verdict == Verdict::separable ? 1 : 0);
    EXPECT_EQ(each->margin_high.sign(), found.verdict == Verdict::separable ? 1 : 0);
    EXPECT_FALSE(each->margin_high < each->margin_low);
  }
  return found;
}

Verdict verdict(const Set& set, double bias) { return proved(integers(set, bias)).verdict; }

std::vector<std::string> signs(const ExactRows& rows) {
  std::vector<std::string> words;
  for (const CoefficientSigns sign : coefficient_signs(rows, proved(rows), {})) words.emplace_back(name(sign));
  return words;
}

using Words = std::vector<std::string>;
using List = std::vector<std::uint64_t>;

const Set kAnd = {{-1, {0, 0}}, {-1, {0, 1}}, {-1, {1, 0}}, {+1, {1, 1}}};
const Set kXor = {{-1, {0, 0}}, {+1, {0, 1}}, {+1, {1, 0}}, {-1, {1, 1}}};

TEST(Separation, of_and_is_strict) {
  const Separation found = proved(integers(kAnd, 1));
  EXPECT_EQ(found.verdict, Verdict::separable);
  // γ*² = 1/17.
  EXPECT_LE(found.margin_low.to_double(), std::sqrt(1 / 17.0));
  EXPECT_GE(found.margin_high.to_double(), std::sqrt(1 / 17.0));
  EXPECT_TRUE(found.certificate->lambda.empty());
}

TEST(Separation, of_xor_fails_with_a_quarter_on_each) {
  for (const Claim claim : {Claim::separation, Claim::strict}) {
    const Separation found = separate(integers(kXor, 1), {.claim = claim});
    EXPECT_EQ(found.verdict, claim == Claim::strict ? Verdict::inseparable : Verdict::overlapping);
    ASSERT_EQ(found.certificate->lambda.size(), 4U);
    for (const auto& entry : found.certificate->lambda) EXPECT_EQ(entry.second, Rational(Integer(1), Integer(4)));
  }
  EXPECT_EQ(verdict(kXor, 1), Verdict::overlapping);
}

TEST(Separation, of_one_x_with_both_labels_is_a_conflict_of_two) {
  const ExactRows rows = integers({{+1, {1, 5}}, {-1, {2, 7}}, {+1, {9, 1}}, {+1, {2, 7}}, {-1, {-3, 0}}}, 1);
  const Separation strict = separate(rows, {.claim = Claim::strict});
  expect_proof(rows, strict, Claim::strict);
  EXPECT_EQ(strict.verdict, Verdict::inseparable);
  EXPECT_EQ(proved(rows).overlapped, (List{1, 3}));
}

TEST(Separation, of_touching_hulls_is_quasi) {
  // Two segments on one line that share an end, and a row on each side of the line.
  const ExactRows rows = integers({{-1, {0, 0}}, {-1, {1, 0}}, {+1, {1, 0}}, {+1, {2, 0}}, {+1, {1, 1}}}, 1);
  const Separation found = proved(rows);
  EXPECT_EQ(found.verdict, Verdict::quasi_separable);
  EXPECT_EQ(found.overlapped, (List{1, 2}));
  // A point of one class in the middle of the other's segment.
  const Separation middle = proved(integers({{-1, {0, 0}}, {-1, {2, 0}}, {+1, {1, 0}}, {+1, {1, 1}}, {-1, {5, -1}}}, 1));
  EXPECT_EQ(middle.overlapped, (List{0, 1, 2}));
}

TEST(Separation, of_the_errata_is_weak) {
  EXPECT_EQ(verdict({{+1, {1}}, {+1, {-1}}}, 0), Verdict::overlapping);
  EXPECT_EQ(verdict({{+1, {1}}, {+1, {-1}}}, 1), Verdict::separable);
  EXPECT_EQ(verdict({{+1, {2, 0}}, {+1, {-2, 0}}, {-1, {1, 1}}}, 0), Verdict::quasi_separable);
  EXPECT_EQ(verdict({{-1, {1, 0}}, {+1, {1, -3}}, {+1, {1, -2}}}, 0), Verdict::separable);
}

TEST(Separation, takes_rows_of_zeros_as_overlapped) {
  EXPECT_EQ(verdict({{+1, {0, 0}}}, 0), Verdict::overlapping);
  EXPECT_EQ(verdict({{+1, {0, 0}}, {-1, {0, 0}}}, 0), Verdict::overlapping);
  const Separation found = proved(integers({{+1, {1, 0}}, {-1, {0, 0}}, {+1, {1, 1}}}, 0));
  EXPECT_EQ(found.verdict, Verdict::quasi_separable);
  EXPECT_EQ(found.overlapped, (List{1}));
  EXPECT_TRUE(found.certificate->lambda.empty());
  const Separation both = proved(integers({{+1, {1, 0}}, {-1, {0, 0}}, {-1, {1, 0}}, {-1, {0, 1}}}, 0));
  EXPECT_EQ(both.overlapped, (List{0, 1, 2}));
  EXPECT_EQ(separate(integers({{+1, {1}}, {+1, {0}}}, 0), {.claim = Claim::strict}).certificate->lambda,
            (std::vector<std::pair<std::uint64_t, Rational>>{{1, 1}}));
}

TEST(Separation, of_one_class_with_a_bias_is_strict) {
  EXPECT_EQ(verdict({{-1, {3, -1}}, {-1, {-3, 1}}, {-1, {0, 0}}}, 1), Verdict::separable);
  EXPECT_EQ(verdict({{-1, {3, -1}}, {-1, {-3, 1}}}, 0), Verdict::overlapping);
  EXPECT_EQ(verdict({{+1, {0}}}, 1), Verdict::separable);
}

TEST(Separation, bears_columns_that_depend_on_each_other) {
  Set set;
  for (const auto& [y, x] : kXor) set.push_back({y, {x[0], x[1], x[0] + x[1], 1, 2 * x[0] - x[1] + 3}});
  EXPECT_EQ(verdict(set, 1), Verdict::overlapping);
  set.clear();
  for (const auto& [y, x] : kAnd) set.push_back({y, {x[0], x[1], x[0] + x[1], 1, 2 * x[0] - x[1] + 3}});
  EXPECT_EQ(verdict(set, 0), Verdict::separable);
}

TEST(Separation, sees_gaps_of_any_size_in_one_dimension) {
  for (const int bits : {30, 40, 52}) {
    const double next = 1 + std::ldexp(1, -bits);
    const std::string after = to_text(next);
    for (const Numbers numbers : {Numbers::decimal, Numbers::binary64}) {
      EXPECT_EQ(proved(written({{-1, {"0.5"}}, {-1, {"1"}}, {+1, {after}}, {+1, {"2"}}}, 1, numbers)).verdict, Verdict::separable) << bits;
      EXPECT_EQ(proved(written({{-1, {"0.5"}}, {-1, {after}}, {+1, {"1"}}, {+1, {"2"}}}, 1, numbers)).verdict, Verdict::overlapping) << bits;
      EXPECT_EQ(proved(written({{-1, {"0.5"}}, {-1, {after}}, {+1, {after}}, {+1, {"2"}}}, 1, numbers)).verdict, Verdict::quasi_separable) << bits;
    }
  }
  // 2^−60, which no double near 1 holds.
  const std::string after = "1.000000000000000000867361737988403547205962240695953369140625";
  EXPECT_EQ(proved(written({{-1, {"1"}}, {+1, {after}}}, 1)).verdict, Verdict::separable);
  EXPECT_EQ(proved(written({{-1, {"0"}}, {-1, {after}}, {+1, {"1"}}, {+1, {"3"}}}, 1)).verdict, Verdict::overlapping);
  EXPECT_EQ(proved(written({{-1, {"1073741824"}}, {-1, {"1073741825"}}, {+1, {"1073741826"}}}, 1)).verdict, Verdict::separable);
}

TEST(Separation, bears_numbers_far_beyond_doubles) {
  const Separation found = proved(written({{+1, {"1e400", "1e-600"}}, {-1, {"1e400", "-1e-600"}}, {+1, {"-3e400", "2e-600"}}}, 1));
  EXPECT_EQ(found.verdict, Verdict::separable);
  EXPECT_FALSE(found.margin_low.fits_double());
  EXPECT_EQ(proved(written({{+1, {"1e400", "1e-600"}}, {-1, {"2e400", "2e-600"}}, {+1, {"3e400", "3e-600"}}}, 1)).verdict, Verdict::overlapping);
  EXPECT_EQ(proved(written({{+1, {"1e400"}}, {-1, {"1e-600"}}, {-1, {"0"}}}, 1)).verdict, Verdict::separable);
}

// Modulo 2^31 − 1, which finds bases, rows that differ by it are one.
const std::vector<WrittenRow> kUnlucky = {{+1, {"1", "1"}}, {+1, {"-1", "-1"}}, {+1, {"1", "2147483648"}}};

TEST(Separation, is_exact_where_the_prime_is_unlucky) {
  EXPECT_EQ(proved(written(kUnlucky, 0)).overlapped, (List{0, 1}));
  std::vector<WrittenRow> closed = kUnlucky;
  closed.push_back({+1, {"-1", "-2147483648"}});
  EXPECT_EQ(proved(written(closed, 0)).verdict, Verdict::overlapping);
  closed.push_back({-1, {"3", "3"}});
  EXPECT_EQ(proved(written(closed, 0)).verdict, Verdict::overlapping);
}

// Row counts, columns and a spread of values that random tests share.
Set random_set(std::size_t most_rows, int largest) {
  const auto n = *rc::gen::inRange<std::size_t>(1, most_rows + 1);
  const auto d = *rc::gen::inRange<std::size_t>(1, 4);
  Set set(n);
  for (auto& [y, x] : set) {
    x.resize(d);
    for (int& value : x) value = *rc::gen::inRange(-largest, largest + 1);
    y = *rc::gen::element(-1, 1);
  }
  return set;
}

List brute_overlapped(const ExactRows& rows) {
  const std::set<std::uint64_t> set = brute::overlapped(brute::dense(rows));
  return {set.begin(), set.end()};
}

RC_GTEST_PROP(SeparationProperty, is_what_all_small_conflicts_together_say, ()) {
  const ExactRows rows = integers(random_set(8, *rc::gen::inRange(1, 3)), *rc::gen::element(0.0, 1.0));
  const Separation found = proved(rows);
  RC_ASSERT(found.overlapped == brute_overlapped(rows));
  RC_ASSERT(!testing::Test::HasFailure());
}

RC_GTEST_PROP(SeparationProperty, does_not_depend_on_scales_order_or_bias_value, ()) {
  const Set set = random_set(12, 3);
  const double bias = *rc::gen::element(0.0, 1.0);
  const Separation plain = proved(integers(set, bias));
  std::vector<std::string> column_scale;
  for (std::size_t j = 0; j < set.front().second.size(); ++j)
    column_scale.push_back(*rc::gen::element<std::string>("1", "-7", "3e-5", "1e30", "0.125", "-1e-400", "999999999999999999999"));
  std::vector<std::size_t> order(set.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  for (std::size_t k = order.size(); k > 1; --k) std::swap(order[k - 1], order[*rc::gen::inRange<std::size_t>(0, k)]);
  std::vector<WrittenRow> examples;
  for (const std::size_t k : order) {
    examples.push_back({set[k].first, {}});
    for (std::size_t j = 0; j < column_scale.size(); ++j) {
      Decimal value = *parse_decimal(column_scale[j]);
      const int factor = set[k].second[j];
      const Integer digits = *Integer::parse(value.digits) * Integer((value.negative ? -1 : 1) * factor);
      examples.back().x.push_back(digits.to_text() + 'e' + std::to_string(value.exponent));
    }
  }
  const Separation scaled = proved(written(examples, bias * *rc::gen::element(1.0, 0.001, -40.0)));
  RC_ASSERT(scaled.verdict == plain.verdict);
  List back;
  for (const std::uint64_t row : scaled.overlapped) back.push_back(order[static_cast<std::size_t>(row)]);
  std::sort(back.begin(), back.end());
  RC_ASSERT(back == plain.overlapped);
  RC_ASSERT(!testing::Test::HasFailure());
}

RC_GTEST_PROP(SeparationProperty, does_not_depend_on_scales_of_rows, ()) {
  const Set set = random_set(10, 2);
  Set scaled = set;
  for (auto& [y, x] : scaled) {
    const int factor = *rc::gen::element(1, 2, 5, 1'000'000);
    for (int& value : x) value *= factor;
  }
  RC_ASSERT(proved(integers(scaled, 0)).overlapped == proved(integers(set, 0)).overlapped);
  RC_ASSERT(!testing::Test::HasFailure());
}

RC_GTEST_PROP(SeparationProperty, repeats_change_nothing, ()) {
  Set set = random_set(6, 2);
  const List once = proved(integers(set, 1)).overlapped;
  const std::size_t n = set.size();
  for (std::size_t k = 0; k < n; ++k) set.push_back(set[k]);
  List twice = once;
  for (const std::uint64_t row : once) twice.push_back(row + n);
  RC_ASSERT(proved(integers(set, 1)).overlapped == twice);
}

// A larger set with a known split: conflicts inside a subspace, everything else on one side of it.
Set planted(std::size_t n, std::size_t d, std::size_t rank, int seed) {
  std::uint32_t state = static_cast<std::uint32_t>(seed) * 2654435761U + 1;
  const auto next = [&](int range) {
    state = state * 1664525U + 1013904223U;
    return static_cast<int>(state >> 16U) % (2 * range + 1) - range;
  };
  Set set;
  for (std::size_t k = 0; k < n; ++k) {
    std::vector<int> x(d);
    const bool inside = k % 2 == 0;
    for (std::size_t j = 0; j < (inside ? rank : d); ++j) x[j] = next(20);
    if (!inside) x[d - 1] = std::abs(x[d - 1]) + 1;
    set.emplace_back(1, std::move(x));
  }
  return set;
}

TEST(Separation, finds_a_planted_split) {
  for (const auto& [n, d, rank] : std::vector<std::array<std::size_t, 3>>{{60, 6, 3}, {120, 12, 5}, {100, 10, 9}, {80, 20, 2}}) {
    const Separation found = proved(integers(planted(n, d, rank, static_cast<int>(n)), 0));
    EXPECT_EQ(found.verdict, Verdict::quasi_separable);
    List even;
    for (std::uint64_t row = 0; row < n; row += 2) even.push_back(row);
    EXPECT_EQ(found.overlapped, even);
  }
}

// Rows (u0·x = y·m) with few values, u0 of small whole numbers: margins far below their lengths. The last `n_fixed` stand twice, once with each label.
std::vector<WrittenRow> tight(std::size_t n, std::size_t d, std::size_t n_fixed) {
  std::uint32_t state = 12345;
  const auto next = [&](std::uint32_t below) {
    state = state * 1664525U + 1013904223U;
    return static_cast<int>((state >> 8U) % below);
  };
  std::vector<int> u(d);
  for (int& value : u) value = next(2) == 0 ? 1 : -2;
  std::vector<WrittenRow> rows;
  for (std::size_t k = 0; k < n; ++k) {
    const bool fixed = k + n_fixed >= n;
    std::vector<int> x(d);
    int score = 0;
    for (int value = 0; value < 6; ++value) {
      const auto j = static_cast<std::size_t>(next(static_cast<std::uint32_t>(d - 1)));
      score -= u[j] * x[j];
      x[j] = next(1999) - 999;
      score += u[j] * x[j];
    }
    const int y = next(2) == 0 ? 1 : -1;
    x[d - 1] = (fixed ? 0 : y * (1 + next(2))) - score;
    for (const int label : {y, -y}) {
      rows.push_back({label, {}});
      // Column 0 has no values; u0 is 1 on the last.
      rows.back().x.emplace_back("0");
      for (const int value : x) rows.back().x.push_back(std::to_string(value) + "e-2");
      if (!fixed) break;
    }
  }
  return rows;
}

// What the checker says of what is found, for either claim; brute force is not for so many columns.
Separation checked(const ExactRows& rows) {
  const Separation found = separate(rows, {});
  for (const Separation& each : {found, separate(rows, {.claim = Claim::strict})}) {
    const auto outcome = check(*each.certificate, rows);
    EXPECT_TRUE(std::holds_alternative<Proved>(outcome)) << std::get<Refusal>(outcome).why;
    EXPECT_EQ(each.verdict == Verdict::separable, found.verdict == Verdict::separable);
    if (each.verdict != Verdict::separable) continue;
    EXPECT_GT(each.margin_low.sign(), 0);
    const Certificate widest = max_margin(rows, *each.certificate, {});
    EXPECT_LE(each.margin_low.to_double(), std::sqrt(widest.gamma2_high.to_scaled().to_double()) * (1 + 1e-12));
    EXPECT_GE(each.margin_high.to_double(), std::sqrt(widest.gamma2_low.to_scaled().to_double()) * (1 - 1e-12));
  }
  return found;
}

TEST(Separation, in_many_columns_sees_margins_that_are_tiny) {
  for (const double bias : {0.0, 0.1}) {
    const std::vector<WrittenRow> rows = tight(200, 70, 0);
    EXPECT_EQ(checked(written(rows, bias)).verdict, Verdict::separable);
    EXPECT_EQ(checked(written(rows, bias, Numbers::binary64)).verdict, Verdict::separable);
  }
}

TEST(Separation, in_many_columns_splits_rows_that_touch) {
  const ExactRows rows = written(tight(200, 70, 5), 0.1);
  const Separation found = checked(rows);
  EXPECT_EQ(found.verdict, Verdict::quasi_separable);
  List twice(10);
  std::iota(twice.begin(), twice.end(), 195U);
  EXPECT_EQ(found.overlapped, twice);
}

TEST(Separation, in_many_columns_finds_what_overlaps) {
  std::vector<WrittenRow> rows = tight(200, 70, 0);
  // A long sum of rows with the other label.
  WrittenRow sum = rows.front();
  for (std::size_t j = 0; j < sum.x.size(); ++j) {
    Rational total;
    for (const WrittenRow& row : rows) total = total - Rational(row.y) * Rational::of(*parse_decimal(row.x[j]));
    sum.x[j] = (total * Rational::power(10, 2)).to_text() + "e-2";
  }
  rows.push_back({+1, sum.x});
  const Separation found = checked(written(rows, 0));
  EXPECT_EQ(found.verdict, Verdict::overlapping);
  EXPECT_EQ(found.overlapped.size(), rows.size());
}

TEST(Separation, gives_up_when_asked_with_a_margin_that_is_right) {
  const std::vector<ExactRows> sets = {integers(planted(60, 6, 3, 1), 0), integers(kAnd, 1), integers(kXor, 1), integers(planted(40, 8, 7, 2), 1)};
  for (const ExactRows& rows : sets) {
    for (const Claim claim : {Claim::separation, Claim::strict}) {
      const Separation whole = separate(rows, {.claim = claim});
      std::size_t limit = 0;
      bool decided = false;
      for (; !decided; limit = limit * 5 / 4 + 1) {
        std::size_t asked = 0;
        const Separation part = separate(rows, {.claim = claim, .give_up = [&] { return asked++ >= limit; }});
        decided = part.verdict != Verdict::undecided && asked <= limit;
        EXPECT_LE(asked, limit + 1) << "asked again after it had to end";
        EXPECT_EQ(part.certificate.has_value(), part.verdict != Verdict::undecided);
        EXPECT_FALSE(part.margin_high < whole.margin_low);
        EXPECT_FALSE(whole.margin_high < part.margin_low);
        if (part.verdict == Verdict::undecided) {
          EXPECT_TRUE(part.overlapped.empty());
        } else {
          EXPECT_EQ(part.verdict, whole.verdict);
          expect_proof(rows, part, claim);
        }
      }
      EXPECT_GT(limit, 1U);
    }
  }
}

TEST(Separation, ends_undecided_without_memory) {
  const Separation found = separate(integers(kXor, 1), {.memory = 100});
  EXPECT_EQ(found.verdict, Verdict::undecided);
  EXPECT_FALSE(found.certificate);
  EXPECT_EQ(found.margin_low.sign(), 0);
  EXPECT_EQ(found.margin_high.sign(), 1);
}

TEST(CoefficientSigns, have_names) {
  EXPECT_EQ(name(CoefficientSigns::finite), "finite");
  EXPECT_EQ(name(CoefficientSigns::positive), "+");
  EXPECT_EQ(name(CoefficientSigns::negative), "-");
  EXPECT_EQ(name(CoefficientSigns::either), "either");
  EXPECT_EQ(name(CoefficientSigns::unknown), "unknown");
}

TEST(CoefficientSigns, are_all_finite_where_the_rows_overlap) { EXPECT_EQ(signs(integers(kXor, 1)), (Words{"finite", "finite", "finite"})); }

TEST(CoefficientSigns, say_where_a_coefficient_runs_off_to) {
  // w·0.5 + b < 0 < w·1 + b leaves b between −w and −w/2.
  EXPECT_EQ(signs(written({{-1, {"0.5"}}, {+1, {"1"}}}, 1)), (Words{"+", "-"}));
  EXPECT_EQ(signs(written({{+1, {"-1"}}, {-1, {"1"}}}, 1)), (Words{"-", "either"}));
  // The first column overlaps, the second separates.
  EXPECT_EQ(signs(integers({{-1, {0, 0}}, {-1, {2, 0}}, {+1, {1, 0}}, {+1, {1, 1}}}, 1)), (Words{"finite", "+", "finite"}));
  // A column twice: the two may run against each other.
  EXPECT_EQ(signs(written({{+1, {"1", "1"}}, {-1, {"-1", "-1"}}}, 0)), (Words{"either", "either"}));
}

// What brute force says of every column.
std::vector<CoefficientSigns> brute_signs(const ExactRows& rows) {
  std::vector<Row> z = brute::dense(rows);
  const bool overlapping = brute::overlapped(z).size() == z.size();
  std::vector<CoefficientSigns> result;
  z.emplace_back(rows.n_columns());
  for (std::size_t j = 0; j < rows.n_columns(); ++j) {
    bool possible[2] = {false, false};
    for (const int sign : {1, -1}) {
      z.back().assign(rows.n_columns(), Rational());
      z.back()[j] = Rational(sign);
      // s·u_j > 0 for some u iff s·e_j has no part in a conflict with the rows.
      possible[sign > 0 ? 0 : 1] = !overlapping && brute::overlapped(z).count(rows.size()) == 0;
    }
    result.push_back(possible[0] && possible[1] ? CoefficientSigns::either
                     : possible[0]              ? CoefficientSigns::positive
                     : possible[1]              ? CoefficientSigns::negative
                                                : CoefficientSigns::finite);
  }
  return result;
}

RC_GTEST_PROP(CoefficientSignsProperty, are_what_farkas_says_of_all_small_cones, ()) {
  const ExactRows rows = integers(random_set(7, 2), *rc::gen::element(0.0, 1.0));
  RC_ASSERT(coefficient_signs(rows, proved(rows), {}) == brute_signs(rows));
}

// Doubles mislead: the rows are nearly the same few, or nearly in fewer dimensions.
RC_GTEST_PROP(CoefficientSignsProperty, are_exact_where_doubles_see_no_difference, ()) {
  const Set set = random_set(7, 1);
  const std::string tiny = *rc::gen::element<std::string>("1e-9", "1e-12", "1e-15", "3e-17");
  std::vector<WrittenRow> examples;
  for (const auto& [y, x] : set) {
    examples.push_back({y, {}});
    for (const int value : x) {
      const Rational exact_value = Rational(value) + Rational(*rc::gen::inRange(-1, 2)) * Rational::of(*parse_decimal(tiny));
      examples.back().x.push_back((exact_value * Rational::power(10, 17)).to_text() + "e-17");
    }
  }
  const ExactRows rows = written(examples, *rc::gen::element(0.0, 1.0));
  const Separation found = proved(rows);
  RC_ASSERT(found.overlapped == brute_overlapped(rows));
  RC_ASSERT(coefficient_signs(rows, found, {}) == brute_signs(rows));
  RC_ASSERT(!testing::Test::HasFailure());
}

TEST(CoefficientSigns, are_exact_where_the_prime_is_unlucky) {
  std::vector<WrittenRow> examples = kUnlucky;
  for (WrittenRow& example : examples) example.x.emplace_back("0");
  examples.push_back({+1, {"-1", "-2147483648", "0"}});
  examples.push_back({+1, {"4", "7", "1"}});
  EXPECT_EQ(signs(written(examples, 0)), (Words{"finite", "finite", "+"}));
  EXPECT_EQ(signs(written(kUnlucky, 0)), (Words{"-", "+"}));
}

TEST(CoefficientSigns, stay_finite_where_overlapped_rows_are_nearly_parallel) {
  const ExactRows rows = written({{+1, {"1", "1", "0", "0", "0"}},
                                  {-1, {"1", "1", "0", "0", "0"}},
                                  {+1, {"1", "1.0000001", "0", "0", "0"}},
                                  {-1, {"1", "1.0000001", "0", "0", "0"}},
                                  {+1, {"5.3", "7.1", "1.7", "2.3", "3.1"}},
                                  {+1, {"2.9", "9.7", "2.3", "-1.1", "1.3"}},
                                  {+1, {"4.3", "4.7", "-1.3", "1.9", "2.1"}}},
                                 0);
  EXPECT_EQ(coefficient_signs(rows, proved(rows), {}), brute_signs(rows));
  EXPECT_EQ(signs(rows), (Words{"finite", "finite", "either", "either", "either"}));
}

TEST(CoefficientSigns, give_up_column_by_column) {
  const ExactRows rows = integers(planted(60, 6, 3, 1), 0);
  const Separation found = proved(rows);
  const std::vector<CoefficientSigns> whole = coefficient_signs(rows, found, {});
  bool some_unknown = false;
  for (std::size_t limit = 0; limit < 400; limit += 7) {
    std::size_t asked = 0;
    const std::vector<CoefficientSigns> part = coefficient_signs(rows, found, {.give_up = [&] { return asked++ >= limit; }});
    ASSERT_EQ(part.size(), whole.size());
    for (std::size_t j = 0; j < part.size(); ++j) {
      EXPECT_TRUE(part[j] == CoefficientSigns::unknown || part[j] == whole[j]);
      some_unknown |= part[j] == CoefficientSigns::unknown;
    }
  }
  EXPECT_TRUE(some_unknown);
}

}  // namespace
}  // namespace novikoff::separation_test
