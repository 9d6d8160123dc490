#include <gtest/gtest.h>

#include <string>

#include "novikoff/core/random.hpp"
#include "novikoff/prove/exact_rows.hpp"

namespace novikoff::polynomial_rows_test {
namespace {

constexpr std::uint64_t kMemory = std::uint64_t{1} << 30U;

ExactRows rows_of(const std::vector<std::vector<std::string>>& x, Numbers numbers, double bias) {
  ExactRows::Builder builder(numbers, bias);
  int label = 1;
  for (const auto& row : x) {
    for (std::uint32_t j = 0; j < row.size(); ++j) {
      if (numbers == Numbers::decimal)
        builder.add_decimal(j, row[j]);
      else
        builder.add(j, std::stod(row[j]));
    }
    builder.end_row(static_cast<std::int8_t>(label));
    label = -label;
  }
  return or_throw(builder.finish(x[0].size(), kMemory, [](int y) { return y; }));
}

// z_i·z_j over the features, and over the bias coordinate.
Rational product(const ExactRows& rows, std::size_t i, std::size_t j, bool bias) {
  std::vector<Integer> a(rows.n_columns()), b(rows.n_columns());
  for (auto& [row, to] : {std::pair{i, &a}, std::pair{j, &b}})
    rows.visit(row, [&, to = to](const auto& z) {
      for (std::size_t k = 0; k < z.size; ++k) (*to)[z.column[k]] = z.value[k];
    });
  Rational sum;
  for (std::size_t k = 0; k < a.size(); ++k)
    if ((rows.feature(k) == rows.n_features()) == bias) sum = sum + Rational(a[k] * b[k]);
  return sum * rows.unit() * rows.unit();
}

TEST(PolynomialRows, HaveTheKernelForTheirProductExactly) {
  const std::vector<std::vector<std::string>> x{{"1", "2", "-0.5"}, {"0", "0", "0"}, {"0.25", "-3", "1.125"}, {"7", "0", "0"}, {"-1", "1", "100"}};
  for (const Numbers numbers : {Numbers::decimal, Numbers::binary64})
    for (const double bias : {0.0, 0.5})
      for (const auto& [g, c] : {std::pair{"1", "1"}, std::pair{"2", "0"}, std::pair{"0.1", "7"}, std::pair{"0.37", "0.3"}, std::pair{"3", "0.001"}})
        for (unsigned degree = 1; degree <= 5; ++degree) {
          const auto number = [&](const char* text) {
            return numbers == Numbers::decimal ? Rational::of(*parse_decimal(text)) : Rational::of(std::stod(text));
          };
          const ExactRows rows = rows_of(x, numbers, bias);
          const ExactRows mapped = or_throw(rows.polynomial(number(g), number(c), degree, kMemory));
          ASSERT_EQ(mapped.size(), rows.size());
          for (std::size_t i = 0; i < rows.size(); ++i)
            for (std::size_t j = 0; j <= i; ++j) {
              const Rational sign(std::int64_t{rows.y(i)} * rows.y(j));
              const Rational base = number(g) * product(rows, i, j, false) * sign + number(c);
              Rational expected(1);
              for (unsigned k = 0; k < degree; ++k) expected = expected * base;
              EXPECT_EQ(product(mapped, i, j, false), expected * sign) << g << ' ' << c << ' ' << degree;
              EXPECT_EQ(product(mapped, i, j, true), product(rows, i, j, true));
            }
        }
}

// Every whole number is a sum of four squares, those of the form 4^a(8b + 7) of no fewer.
TEST(PolynomialRows, FindTheSquaresOfEveryFactor) {
  const ExactRows rows = rows_of({{"1"}, {"1"}}, Numbers::decimal, 0);
  for (std::int64_t n = 1; n < 300; ++n) EXPECT_EQ(product(or_throw(rows.polynomial(Rational(n), Rational(0), 1, kMemory)), 0, 0, false), Rational(n));
  const Rational large = Rational::of(*parse_decimal("98765432198765432198765432.198765432"));
  EXPECT_EQ(product(or_throw(rows.polynomial(large, Rational(0), 1, kMemory)), 0, 0, false), large);
  EXPECT_EQ(rows.polynomial(Rational(Integer::power(10, 60) + Integer(7)), Rational(0), 1, kMemory).error().code, ErrorCode::number_out_of_range);
}

TEST(PolynomialRows, RefuseMoreMonomialsThanMemoryHolds) {
  const ExactRows rows = rows_of({std::vector<std::string>(60, "3"), std::vector<std::string>(60, "1")}, Numbers::decimal, 0);
  EXPECT_EQ(rows.polynomial(Rational(1), Rational(1), 6, 1000000).error().code, ErrorCode::memory_limit);
}

}  // namespace
}  // namespace novikoff::polynomial_rows_test
