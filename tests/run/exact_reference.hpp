// The textbook's loops in fractions, one example at a time, for comparison with exact runs. Shares nothing with them but the random numbers.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "novikoff/core/random.hpp"
#include "novikoff/prove/integer.hpp"
#include "novikoff/run/train.hpp"

namespace novikoff::testing {

using Fractions = std::vector<Rational>;

inline Rational fraction(double value, Numbers numbers) {
  return numbers == Numbers::decimal ? Rational::of(*parse_decimal(to_text(value))) : Rational::of(value);
}

inline Rational inner(const Fractions& a, const Fractions& b) {
  Rational sum;
  for (std::size_t j = 0; j < a.size(); ++j) sum = sum + a[j] * b[j];
  return sum;
}

inline Fractions plus(const Fractions& a, const Rational& factor, const Fractions& b) {
  Fractions sum;
  for (std::size_t j = 0; j < a.size(); ++j) sum.push_back(a[j] + factor * b[j]);
  return sum;
}

/// Weights have the bias coordinate last, if there is one.
class Reference {
 public:
  /// `x` without the bias coordinate.
  Reference(std::vector<Fractions> x, std::vector<int> labels, const LearnerSpec& learner)
      : rows(std::move(x)), y(std::move(labels)), spec(learner), per_example(rows.size()) {
    const Rational b = fraction(spec.bias_value, spec.numbers);
    if (b.sign() != 0)
      for (Fractions& row : rows) row.push_back(b);
    eta = fraction(spec.eta, spec.numbers);
    tau = spec.rule == RuleKind::margin ? fraction(spec.tau, spec.numbers) : Rational();
    w.resize(rows.front().size());
    for (std::size_t j = 0; j < spec.w0.size(); ++j) w[j] = fraction(spec.w0[j], spec.numbers);
    if (b.sign() != 0) w.back() = fraction(spec.b0, spec.numbers) / b;
    sum.resize(w.size());
  }

  void run() {
    vectors.emplace_back(w, 0);
    if (pocket()) {
      best = w;
      best_errors = errors_of(w);
      history.emplace_back(0, best_errors);
      if (best_errors == 0) {
        stop = Stop::converged;
        return;
      }
    }
    if (spec.keep == KeepKind::greedy) return greedy();
    if (spec.order == Order::random || spec.order == Order::worst) return choose();
    scan();
  }

  std::vector<Fractions> rows;
  std::vector<int> y;
  LearnerSpec spec;
  Rational eta, tau;
  Fractions w, sum;  // sum of the weights after each example
  std::uint64_t seen = 0, updates = 0, mistakes = 0;
  std::vector<std::uint64_t> per_pass, per_example, sequence;
  std::vector<std::pair<Fractions, std::uint64_t>> vectors;  // of the vote
  Fractions best;
  std::uint64_t best_errors = 0, best_run = 0, current_run = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> history;
  Stop stop = Stop::interrupted;

  Rational margin(std::size_t i) const { return Rational(y[i]) * inner(w, rows[i]); }
  bool wrong(std::size_t i, const Fractions& v) const { return (inner(v, rows[i]).sign() >= 0) != (y[i] > 0); }
  bool updates_on(std::size_t i) const { return spec.tie == Tie::plus ? wrong(i, w) : margin(i) <= tau; }
  std::uint64_t errors_of(const Fractions& v) const {
    std::uint64_t errors = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) errors += (Rational(y[i]) * inner(v, rows[i])).sign() <= 0 ? 1 : 0;
    return errors;
  }

 private:
  bool pocket() const { return spec.keep == KeepKind::pocket || spec.keep == KeepKind::pocket_every; }

  // Looks at one example; whether it updated. The pocket may find that all is right: `stop` is then converged.
  bool step(std::size_t i) {
    const bool update = updates_on(i);
    ++seen;
    if (update) {
      mistakes += wrong(i, w) ? 1 : 0;
      ++updates;
      ++per_example[i];
      sequence.push_back(i);
      w = plus(w, eta * Rational(y[i]), rows[i]);
      vectors.emplace_back(w, 0);
    }
    ++vectors.back().second;
    sum = plus(sum, 1, w);
    current_run = update ? 0 : current_run + 1;
    const bool count = spec.keep == KeepKind::pocket ? current_run > best_run : spec.keep == KeepKind::pocket_every && update;
    if (pocket() && count) consider();
    return update;
  }

  void consider() {
    const std::uint64_t errors = errors_of(w);
    if (errors >= best_errors) return;
    best = w;
    best_errors = errors;
    best_run = current_run;
    history.emplace_back(seen, errors);
    if (errors == 0) stop = Stop::converged;
  }

  // A limit that is reached before the next example.
  bool limited() {
    if (spec.max_updates != 0 && updates >= spec.max_updates) stop = Stop::update_limit;
    if (spec.max_seen.value_or(0) != 0 && seen >= *spec.max_seen && stop == Stop::interrupted) stop = Stop::seen_limit;
    return stop != Stop::interrupted;
  }

  void scan() {
    for (std::uint64_t pass = 0; stop == Stop::interrupted; ++pass) {
      const std::vector<std::uint64_t> order = permutation(rows.size(), spec.seed, pass);
      std::uint64_t in_pass = 0;
      std::size_t position = 0;
      while (position < rows.size() && !limited()) {
        const bool update = step(spec.order == Order::shuffled ? order[position] : position);
        ++position;
        if (update && spec.order == Order::restart) position = 0;
        in_pass += update ? 1 : 0;
        if (stop != Stop::interrupted) break;
      }
      if (spec.order == Order::restart) {
        if (stop == Stop::interrupted) stop = Stop::converged;
        return;
      }
      if (position > 0) per_pass.push_back(in_pass);
      if (stop != Stop::interrupted) return;
      if (spec.order == Order::online)
        stop = Stop::end_of_data;
      else if (in_pass == 0)
        stop = Stop::converged;
      else if (spec.passes.value_or(100) != 0 && pass + 1 == spec.passes.value_or(100))
        stop = Stop::pass_limit;
    }
  }

  void choose() {
    while (!limited()) {
      const std::optional<std::size_t> row = spec.order == Order::random ? random_row() : worst_row();
      if (!row && spec.keep == KeepKind::pocket) consider();
      const bool update = row && step(*row);
      if (!update && stop == Stop::interrupted) stop = Stop::converged;
    }
  }

  std::optional<std::size_t> random_row() {
    Rng rng(spec.seed, seen);
    for (int draw = 0; draw < 64; ++draw) {
      const std::size_t row = rng.below(rows.size());
      if (updates_on(row)) return row;
    }
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (updates_on(i)) all.push_back(i);
    if (all.empty()) return std::nullopt;
    return all[rng.below(all.size())];
  }

  std::optional<std::size_t> worst_row() const {
    std::size_t worst = 0;
    for (std::size_t i = 1; i < rows.size(); ++i) {
      const std::strong_ordering order = margin(i) <=> margin(worst);
      if (order < 0 || (order == 0 && margin(i).sign() == 0 && updates_on(i) && !updates_on(worst))) worst = i;
    }
    return worst;
  }

  std::uint64_t greedy_errors(const Fractions& v) const {
    if (spec.tie != Tie::plus) return errors_of(v);
    std::uint64_t errors = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) errors += wrong(i, v) ? 1 : 0;
    return errors;
  }

  void greedy() {
    std::uint64_t errors = greedy_errors(w);
    history.emplace_back(0, errors);
    while (errors != 0) {
      bool better = false;
      for (std::size_t i = 0; i < rows.size() && !better; ++i) {
        if (limited()) return;
        ++seen;
        mistakes += wrong(i, w) ? 1 : 0;
        if (!updates_on(i)) continue;
        const Fractions candidate = plus(w, eta * Rational(y[i]), rows[i]);
        if (greedy_errors(candidate) >= errors) continue;
        w = candidate;
        errors = greedy_errors(w);
        ++updates;
        ++per_example[i];
        sequence.push_back(i);
        history.emplace_back(seen, errors);
        better = true;
      }
      if (!better) {
        stop = Stop::stalled;
        return;
      }
    }
    stop = Stop::converged;
  }
};

}  // namespace novikoff::testing
