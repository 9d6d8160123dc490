// What a person chooses about a run, as one plain struct.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "novikoff/core/number.hpp"
#include "novikoff/learn/kernel.hpp"
#include "novikoff/learn/rule.hpp"

namespace novikoff {

enum class RuleKind { perceptron, margin };
enum class Order { online, cyclic, shuffled, random, restart, worst };
enum class KeepKind { automatic, last, averaged, voted, pocket, pocket_every, greedy };
/// What a run computes with. exact: whole numbers of any size; every decision is that of rational arithmetic.
enum class Arithmetic { in_double, exact };
/// How a run holds its weights: primal, as weights; dual, as coefficients of the rows with the scores of all of them; automatic: whichever is faster, of those
/// that the kernel and the arithmetic allow. In exact arithmetic the results are equal.
enum class Space { automatic, primal, dual };

/// How a run keeps to a budget of support vectors (BudgetSpace). randomised: a row drawn at random makes room; forgetron: the oldest, after all coefficients
/// have been made smaller; projectron: no row makes room, what cannot be added is projected; projectron_plus: the same, with steps on rows inside the margin.
enum class BudgetRule { randomised, forgetron, projectron, projectron_plus };

struct Budget {
  std::uint64_t size = 0;  ///< support vectors at most; 0: no budget
  BudgetRule rule = BudgetRule::forgetron;
  double projection_error = 0.1;  ///< projectrons: a row no further than this from the span of the support is projected too; ≥ 0

  bool projects() const noexcept { return rule == BudgetRule::projectron || rule == BudgetRule::projectron_plus; }
  friend bool operator==(const Budget&, const Budget&) = default;
};

/// How a run is to learn. Everything here is stored in the model, and equal specs on equal examples give equal bytes.
struct LearnerSpec {
  RuleKind rule = RuleKind::perceptron;
  double eta = 1;  ///< > 0
  double tau = 0;  ///< ≥ 0, rule margin only
  Tie tie = Tie::update;
  double bias_value = 1;  ///< B; 0: no bias
  Order order = Order::cyclic;
  std::uint64_t seed = 1;  ///< of the orders shuffled and random
  KeepKind keep = KeepKind::automatic;
  std::vector<double> w0 = {};  ///< start weights by 0-based feature; empty: 0
  double b0 = 0;                ///< start bias b; w̃_B starts at b0/B

  // Limits; 0: none. passes unset: 100, and for the orders without passes 100·N examples seen.
  std::optional<std::uint64_t> passes = {};
  std::uint64_t max_updates = 0;
  std::optional<std::uint64_t> max_seen = {};
  double max_seconds = 0;

  Arithmetic arithmetic = Arithmetic::in_double;
  Numbers numbers = Numbers::decimal;  ///< exact: what the data and eta, tau, B, w0, b0 are, their shortest decimals or the doubles' own values
  Space space = Space::automatic;      ///< not in the model

  Kernel kernel = {};
  Budget budget = {};

  double holdout = 0;          ///< fraction of the rows drawn (from seed) to be held out; 0: none
  std::uint64_t patience = 0;  ///< stop after so many passes without fewer hold-out errors; 0: never

  Perceptron make_rule() const noexcept { return {.eta = eta, .tau = rule == RuleKind::margin ? tau : 0, .tie = tie}; }
  /// The space that a run in doubles takes: only the dual knows kernels and budgets; with the linear one a row of the Gram matrix costs a pass over the data,
  /// so that automatic is primal (docs/kernels.md has the model).
  bool in_dual() const noexcept { return kernel.kind != KernelKind::linear || budget.size != 0 || space == Space::dual; }
  /// The order scans the rows in passes (online, cyclic, shuffled).
  bool has_passes() const noexcept { return order == Order::online || order == Order::cyclic || order == Order::shuffled; }
};

inline constexpr std::uint64_t kDefaultPasses = 100;

/// The words of the command line and the files.
std::string_view name(RuleKind) noexcept;
std::string_view name(Order) noexcept;
std::string_view name(KeepKind) noexcept;
std::string_view name(Tie) noexcept;
std::string_view name(Arithmetic) noexcept;
std::string_view name(Space) noexcept;
std::string_view name(BudgetRule) noexcept;
std::optional<RuleKind> rule_named(std::string_view) noexcept;
std::optional<Order> order_named(std::string_view) noexcept;
std::optional<KeepKind> keep_named(std::string_view) noexcept;
std::optional<Tie> tie_named(std::string_view) noexcept;
std::optional<Arithmetic> arithmetic_named(std::string_view) noexcept;
std::optional<Space> space_named(std::string_view) noexcept;
std::optional<BudgetRule> budget_rule_named(std::string_view) noexcept;

}  // namespace novikoff
