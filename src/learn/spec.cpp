#include "novikoff/learn/spec.hpp"

#include <array>
#include <utility>

namespace novikoff {
namespace {

template <class E, std::size_t N>
using Names = std::array<std::pair<E, std::string_view>, N>;

constexpr Names<RuleKind, 2> kRules{{{RuleKind::perceptron, "perceptron"}, {RuleKind::margin, "margin"}}};
constexpr Names<Tie, 2> kTies{{{Tie::update, "update"}, {Tie::plus, "plus"}}};
constexpr Names<Order, 6> kOrders{{{Order::online, "online"},
                                   {Order::cyclic, "cyclic"},
                                   {Order::shuffled, "shuffled"},
                                   {Order::random, "random"},
                                   {Order::restart, "restart"},
                                   {Order::worst, "worst"}}};
constexpr Names<KeepKind, 7> kKeeps{{{KeepKind::automatic, "auto"},
                                     {KeepKind::last, "last"},
                                     {KeepKind::averaged, "averaged"},
                                     {KeepKind::voted, "voted"},
                                     {KeepKind::pocket, "pocket"},
                                     {KeepKind::pocket_every, "pocket-every"},
                                     {KeepKind::greedy, "greedy"}}};
constexpr Names<Arithmetic, 2> kArithmetics{{{Arithmetic::in_double, "double"}, {Arithmetic::exact, "exact"}}};
constexpr Names<Space, 3> kSpaces{{{Space::automatic, "auto"}, {Space::primal, "primal"}, {Space::dual, "dual"}}};
constexpr Names<BudgetRule, 4> kBudgetRules{{{BudgetRule::randomised, "random"},
                                             {BudgetRule::forgetron, "forgetron"},
                                             {BudgetRule::projectron, "projectron"},
                                             {BudgetRule::projectron_plus, "projectron++"}}};

template <class E, std::size_t N>
std::string_view name_in(const Names<E, N>& names, E value) noexcept {
  return names[static_cast<std::size_t>(value)].second;
}

template <class E, std::size_t N>
std::optional<E> value_in(const Names<E, N>& names, std::string_view name) noexcept {
  for (const auto& [value, known] : names)
    if (known == name) return value;
  return std::nullopt;
}

template <class E, std::size_t N>
constexpr bool in_order(const Names<E, N>& names) noexcept {
  for (std::size_t i = 0; i < N; ++i)
    if (static_cast<std::size_t>(names[i].first) != i) return false;
  return true;
}
static_assert(in_order(kRules) && in_order(kTies) && in_order(kOrders) && in_order(kKeeps) && in_order(kArithmetics) && in_order(kSpaces) &&
              in_order(kBudgetRules));

}  // namespace

std::string_view name(RuleKind v) noexcept { return name_in(kRules, v); }
std::string_view name(Tie v) noexcept { return name_in(kTies, v); }
std::string_view name(Order v) noexcept { return name_in(kOrders, v); }
std::string_view name(KeepKind v) noexcept { return name_in(kKeeps, v); }
std::string_view name(Arithmetic v) noexcept { return name_in(kArithmetics, v); }
std::string_view name(Space v) noexcept { return name_in(kSpaces, v); }
std::string_view name(BudgetRule v) noexcept { return name_in(kBudgetRules, v); }
std::optional<RuleKind> rule_named(std::string_view n) noexcept { return value_in(kRules, n); }
std::optional<Tie> tie_named(std::string_view n) noexcept { return value_in(kTies, n); }
std::optional<Order> order_named(std::string_view n) noexcept { return value_in(kOrders, n); }
std::optional<KeepKind> keep_named(std::string_view n) noexcept { return value_in(kKeeps, n); }
std::optional<Arithmetic> arithmetic_named(std::string_view n) noexcept { return value_in(kArithmetics, n); }
std::optional<Space> space_named(std::string_view n) noexcept { return value_in(kSpaces, n); }
std::optional<BudgetRule> budget_rule_named(std::string_view n) noexcept { return value_in(kBudgetRules, n); }

}  // namespace novikoff
