#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "novikoff/prove/check.hpp"
#include "prove/written_rows.hpp"

namespace novikoff::check_errors_test {
namespace {

using Node = ErrorsProof::Node;

ExactRows on_a_line(const std::vector<int>& labels, double bias = 1) {
  ExactRows::Builder builder(Numbers::decimal, bias);
  for (std::size_t k = 0; k < labels.size(); ++k) {
    builder.add(0, static_cast<double>(k + 1));
    builder.end_row(static_cast<std::int8_t>(labels[k]));
  }
  return *builder.finish(1, std::uint64_t{1} << 30U, [](std::int8_t y) { return y; });
}

// + − + − + at 1 … 5: two errors. Of x = a, b, c with y alternating, b is an error or one of its neighbours: (c − b)·z_a + (c − a)·z_b + (b − a)·z_c = 0.
ExactRows alternating() { return on_a_line({+1, -1, +1, -1, +1}); }

Conflict conflict(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  const auto n = [](std::uint64_t k) { return Rational(static_cast<std::int64_t>(k)); };
  return {{a, n(c - b)}, {b, n(c - a)}, {c, n(b - a)}};
}

Node leaf(std::vector<std::pair<std::uint64_t, Rational>> packing) { return {std::move(packing), {}}; }

// Conflicts 012, 123, 234, 034. A tree: row 1 an error; or not, and 0; or neither, and 2.
Certificate proof() {
  Certificate c{Claim::errors, Verdict::inseparable, Numbers::decimal, 1, {}, 1, {}, {}};  // always +: both of the − are errors
  c.errors.low = c.errors.high = 2;
  c.errors.conflicts = {conflict(0, 1, 2), conflict(1, 2, 3), conflict(2, 3, 4), conflict(0, 3, 4)};
  c.errors.tree = {{{{0, 1}}, {1, 0, 2}}, leaf({{2, 1}}), leaf({{1, 1}}), leaf({{3, 1}})};
  return c;
}

std::string why(const Certificate& c, const ExactRows& rows = alternating()) { return reason(check(c, rows)); }

// What is refused when this is done to the proof.
template <class Change>
std::string without(const Change& change) {
  Certificate c = proof();
  change(c);
  return why(c);
}

TEST(CheckErrors, accepts_a_tree_a_packing_and_disjoint_conflicts) {
  EXPECT_EQ(why(proof()), "holds");
  Certificate c = proof();
  c.errors.tree = {leaf({{0, 1}})};
  c.errors.low = 1;
  EXPECT_EQ(why(c), "holds");
  c.u = {{0, -2}};  // + for x below 1.5: wrong on the + of 3 and 5
  c.u_bias = 3;
  EXPECT_EQ(why(c), "holds");
}

TEST(CheckErrors, a_state_that_no_hyperplane_has_may_prove_anything) {
  // 012 and 123 together weigh four rows. If neither 0, 1 nor 2 is an error, 012 has none, which cannot be.
  Certificate c = proof();
  c.errors.conflicts.push_back({{0, 1}, {1, 3}, {2, 3}, {3, 1}});
  c.errors.tree = {{{{4, 1}}, {0, 1, 2, 3}}, leaf({{1, 1}}), leaf({{2, 1}}), leaf({{3, 1}}), leaf({{0, 100}})};
  EXPECT_EQ(why(c), "holds");
  c.errors.tree[4] = leaf({{0, *Rational::parse("99/100")}});
  EXPECT_EQ(why(c), "holds");
  // With another order that state can be.
  c.errors.tree[0].branch = {0, 1, 3, 2};
  EXPECT_EQ(why(c), "node 3 of the tree uses a conflict with a row that is removed @3");
  c.errors.tree[3] = leaf({{0, 1}});
  EXPECT_EQ(why(c), "node 4 of the tree uses a conflict with a row that is removed @2");
  c.errors.tree[3] = leaf({{0, 100}});
  EXPECT_EQ(why(c), "node 3 of the tree packs conflicts with more than 1 on a row @2");
}

TEST(CheckErrors, refuses_a_hyperplane_with_other_errors) {
  EXPECT_EQ(without([](Certificate& c) { c.errors.high = 1; }), "u has 2 errors, not 1");
  EXPECT_EQ(without([](Certificate& c) { c.errors.high = 3; }), "u has 2 errors, not 3");
  EXPECT_EQ(without([](Certificate& c) { c.u_bias = -1; }), "u has 3 errors, not 2");
  EXPECT_EQ(without([](Certificate& c) { c.u_bias = 0; }), "u has 5 errors, not 2") << "ties are errors";
  EXPECT_EQ(without([](Certificate& c) { c.u = {{1, 1}}; }), "u names what is not there: 1");
  EXPECT_EQ(without([](Certificate& c) { c.u = {{0, 1}, {0, 1}}; }), "u names 0 twice or out of order");
  EXPECT_EQ(without([](Certificate& c) { c.u = {{0, 0}}; }), "u has an entry of 0");
}

TEST(CheckErrors, refuses_what_is_no_conflict) {
  EXPECT_EQ(without([](Certificate& c) { c.errors.conflicts[1][1].second = 3; }), "conflict 1: the sum of λ·z is not 0 in coordinate 1 (the bias comes last)");
  EXPECT_EQ(without([](Certificate& c) { c.errors.conflicts[1] = {{0, 5}, {4, 1}, {1, 5}}; }), "conflict 1 names 1 twice or out of order");
  // 5·z_0 = z_4 but for the bias coordinate, which comes last.
  EXPECT_EQ(without([](Certificate& c) {
              c.errors.conflicts[1] = {{0, 1}, {1, 3}, {4, 1}};
            }),
            "conflict 1: the sum of λ·z is not 0 in coordinate 2 (the bias comes last)");
  EXPECT_EQ(without([](Certificate& c) {
              for (auto& entry : c.errors.conflicts[1]) entry.second = -entry.second;
            }),
            "conflict 1 has an entry below 0");
  EXPECT_EQ(without([](Certificate& c) { c.errors.conflicts[1] = {}; }), "conflict 1 is empty, which proves nothing");
  EXPECT_EQ(without([](Certificate& c) { c.errors.conflicts[1].back().first = 5; }), "conflict 1 names what is not there: 5");
  EXPECT_EQ(without([](Certificate& c) { c.errors.conflicts[1][0].second = 0; }), "conflict 1 has an entry of 0");
  EXPECT_EQ(without([](Certificate& c) { c.errors.conflicts[1].pop_back(); }), "conflict 1: the sum of λ·z is not 0 in coordinate 1 (the bias comes last)");
}

TEST(CheckErrors, refuses_a_leaf_that_proves_too_little) {
  EXPECT_EQ(without([](Certificate& c) { c.errors.low = 3; }), "node 1 of the tree proves 2 errors, not 3");
  EXPECT_EQ(without([](Certificate& c) { c.errors.tree[2] = leaf({}); }), "node 2 of the tree proves 1 error, not 2");
  // Any part of an error is an error, and no more.
  EXPECT_EQ(without([](Certificate& c) { c.errors.tree[2] = leaf({{1, *Rational::parse("1/1000")}}); }), "holds");
  EXPECT_EQ(without([](Certificate& c) {
              c.errors.tree = {leaf({{0, *Rational::parse("1/2")}, {3, *Rational::parse("1/2")}})};
            }),
            "node 0 of the tree proves 1 error, not 2");
}

TEST(CheckErrors, refuses_a_packing_with_more_than_one_on_a_row) {
  EXPECT_EQ(without([](Certificate& c) { c.errors.tree = {leaf({{0, 2}})}; }), "node 0 of the tree packs conflicts with more than 1 on a row @0");
  EXPECT_EQ(without([](Certificate& c) { c.errors.tree = {leaf({{0, 1}, {1, 1}})}; }), "node 0 of the tree packs conflicts with more than 1 on a row @1");
  EXPECT_EQ(without([](Certificate& c) {
              c.errors.tree = {leaf({{0, *Rational::parse("1/2")}, {1, *Rational::parse("51/100")}})};
            }),
            "node 0 of the tree packs conflicts with more than 1 on a row @1");
  EXPECT_EQ(without([](Certificate& c) { c.errors.tree = {leaf({{0, 1}, {2, -1}})}; }), "node 0 of the tree has an entry below 0");
  EXPECT_EQ(without([](Certificate& c) { c.errors.tree = {leaf({{0, 1}, {4, 1}})}; }), "node 0 of the tree names what is not there: 4");
  EXPECT_EQ(without([](Certificate& c) { c.errors.tree = {leaf({{0, 1}, {0, 1}})}; }), "node 0 of the tree names 0 twice or out of order");
}

TEST(CheckErrors, refuses_a_branch_that_leaves_a_case_out) {
  EXPECT_EQ(without([](Certificate& c) {
              c.errors.tree[0].branch = {1, 0};
            }),
            "node 0 of the tree does not branch on the free rows of its conflict, each once");
  EXPECT_EQ(without([](Certificate& c) {
              c.errors.tree[0].branch = {1, 0, 0};
            }),
            "node 0 of the tree does not branch on the free rows of its conflict, each once");
  EXPECT_EQ(without([](Certificate& c) {
              c.errors.tree[0].branch = {1, 0, 2, 2};
            }),
            "node 0 of the tree does not branch on the free rows of its conflict, each once");
  EXPECT_EQ(without([](Certificate& c) {
              c.errors.tree[0].branch = {1, 0, 3};
            }),
            "node 0 of the tree does not branch on the free rows of its conflict, each once");
  EXPECT_EQ(without([](Certificate& c) {
              c.errors.tree[0].branch = {1, 0, 2, 3};
            }),
            "node 0 of the tree does not branch on the free rows of its conflict, each once");
  EXPECT_EQ(without([](Certificate& c) { c.errors.tree[0].conflicts.push_back({1, 1}); }), "node 0 of the tree branches on 2 conflicts");
  EXPECT_EQ(without([](Certificate& c) { c.errors.tree.pop_back(); }), "the tree is cut off");
  EXPECT_EQ(without([](Certificate& c) { c.errors.tree = {}; }), "the tree is cut off");
  EXPECT_EQ(without([](Certificate& c) { c.errors.tree.push_back(leaf({})); }), "the tree has nodes that belong to no branch");
}

TEST(CheckErrors, refuses_a_conflict_that_is_already_hit) {
  EXPECT_EQ(without([](Certificate& c) { c.errors.tree[1] = leaf({{0, 1}}); }), "node 1 of the tree uses a conflict with a row that is removed @1");
  EXPECT_EQ(without([](Certificate& c) { c.errors.tree[1] = leaf({{1, 1}}); }), "node 1 of the tree uses a conflict with a row that is removed @1");
  // In the second child row 1 is no longer removed, and row 0 is.
  EXPECT_EQ(without([](Certificate& c) { c.errors.tree[2] = leaf({{3, 1}}); }), "node 2 of the tree uses a conflict with a row that is removed @0");
}

TEST(CheckErrors, states_end_with_their_branch) {
  // Below the first child another branch; behind it the second child of the first one, in which its rows are free again.
  Certificate c = proof();
  c.errors.tree = {{{{0, 1}}, {1, 0, 2}}, {{{2, 1}}, {2, 3, 4}}, leaf({}), leaf({}), leaf({}), {{{1, 1}}, {2, 3}}, leaf({}), leaf({}), leaf({{3, 1}})};
  EXPECT_EQ(why(c), "holds");
  c.errors.tree[5].branch = {2};
  EXPECT_EQ(why(c), "node 5 of the tree does not branch on the free rows of its conflict, each once");
}

TEST(CheckErrors, refuses_another_verdict_than_is_proved) {
  EXPECT_EQ(without([](Certificate& c) { c.verdict = Verdict::separable; }), "the numbers prove inseparable, not what the verdict says");
  EXPECT_EQ(without([](Certificate& c) { c.verdict = Verdict::overlapping; }), "the numbers prove inseparable, not what the verdict says");
  // At least 0 and at most 2 says nothing.
  const auto nothing = [](Certificate& c) {
    c.errors.low = 0;
    c.errors.tree = {leaf({})};
  };
  EXPECT_EQ(without(nothing), "the numbers prove undecided, not what the verdict says");
  Certificate c = proof();
  nothing(c);
  c.verdict = Verdict::undecided;
  EXPECT_NE(why(c), "holds");
  c.verdict = Verdict::separable;
  c.errors.conflicts = {};
  c.u = {{0, 1}};
  c.u_bias = 0;
  c.errors.high = 0;
  EXPECT_EQ(why(c, on_a_line({+1, +1})), "holds");
  c.verdict = Verdict::inseparable;
  EXPECT_EQ(why(c, on_a_line({+1, +1})), "the numbers prove separable, not what the verdict says");
}

TEST(CheckErrors, refuses_other_numbers_and_what_has_no_place) {
  EXPECT_EQ(without([](Certificate& c) { c.lambda = c.errors.conflicts[0]; }), "a proof about errors has no λ but those of its conflicts");
  EXPECT_EQ(without([](Certificate& c) { c.numbers = Numbers::binary64; }), "it is about numbers of another kind: binary64");
  EXPECT_EQ(without([](Certificate& c) { c.bias_value = 2; }), "it is about another bias value: 2");
  EXPECT_EQ(without([](Certificate& c) { c.errors.low = 6; }), "there are not so many rows to err on");
  EXPECT_EQ(without([](Certificate& c) { c.errors.low = ~std::uint64_t{0}; }), "there are not so many rows to err on");
  EXPECT_EQ(why(proof(), ExactRows()), "there are no rows");
  Certificate c = proof();
  c.bias_value = 0;
  EXPECT_EQ(why(c, on_a_line({+1}, 0)), "u has a bias coordinate, but there is no bias");
}

}  // namespace
}  // namespace novikoff::check_errors_test
