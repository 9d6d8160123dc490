#include "novikoff/run/presets.hpp"

#include <array>

#include "novikoff/core/random.hpp"

namespace novikoff {
namespace {

// Streams of the seed apart from those that the orders draw from (their numbers are passes and examples seen).
constexpr std::uint64_t kStartStream = ~std::uint64_t{0};

constexpr std::array kPresets = {
    Preset{
        "note000", "The online perceptron of note 000 (Block 1962, Novikoff 1962)", "--order online --tie plus --keep last",
        "‖θ‖² ≤ kD², not =; θ of the k-th mistake in the cross term; the bound is independent of m and n only explicitly, and counts the constant coordinate.",
        [] { return LearnerSpec{.tie = Tie::plus, .order = Order::online, .keep = KeepKind::last}; }},
    Preset{"note001", "Stochastic gradient descent of note 001: a random misclassified example each step, from a random start",
           "--order random --keep last, w0 and b0 from --seed",
           "Finds some separating hyperplane, not the optimal one; with a start that is not 0 the bound depends on η and w0; one update may not make the "
           "example right.",
           [] { return LearnerSpec{.order = Order::random, .keep = KeepKind::last}; }, true},
    Preset{"note001-dual", "The dual form of note 001: counts n_i from zero, α_i = η·n_i", "--order random --keep last --per-example",
           "The sum is over the N examples, n_i counts repeats, and b = B²·Σ α_i·y_i is carried too; the Gram matrix is of x_i·x_j; the start must be 0.",
           [] { return LearnerSpec{.order = Order::random, .keep = KeepKind::last}; }},
    Preset{"note002", "The PLA of note 002: scans until none is wrong", "--order cyclic --passes 0 --keep last",
           "Misclassified means y·w·x ≤ 0, not < 0: the strict form never leaves w = 0; ≤ along the norms; the run finds some separator, not the target's "
           "weights.",
           [] { return LearnerSpec{.order = Order::cyclic, .keep = KeepKind::last, .passes = 0}; }},
    Preset{"note003", "The perceptron of note 003: full scans, a tie updates, until a clean scan", "--order cyclic --passes 0 --keep last",
           "R/γ is unchanged by scaling the augmented vectors; scaling x beside a fixed 1 changes it.",
           [] { return LearnerSpec{.order = Order::cyclic, .keep = KeepKind::last, .passes = 0}; }},
    Preset{"note004", "The PLA of note 004: back to the first example after each update, sign(0) = +1", "--order restart --tie plus --passes 0 --keep last",
           "Halting is no proof of separability under sign(0) = +1; strictly separable data always halt, with sign(0) = +1 or not.",
           [] { return LearnerSpec{.tie = Tie::plus, .order = Order::restart, .keep = KeepKind::last, .passes = 0}; }},
    Preset{"note004-pocket", "The greedy pocket of note 004: an update is made only if the errors become fewer",
           "--keep greedy --order restart --tie plus --passes 0",
           "The errors start at those of the start weights, not at the number of features; a scan without an improvement is a stall, not convergence. "
           "Gallant's pocket is "
           "--keep pocket.",
           [] { return LearnerSpec{.tie = Tie::plus, .order = Order::restart, .keep = KeepKind::greedy, .passes = 0}; }},
    Preset{"sklearn", "scikit-learn's Perceptron(shuffle=False, tol=None, max_iter=1000)", "--order cyclic --passes 1000 --keep last",
           "A clean scan ends the run: the passes after it would change nothing.",
           [] { return LearnerSpec{.order = Order::cyclic, .keep = KeepKind::last, .passes = 1000}; }},
};

}  // namespace

std::span<const Preset> presets() noexcept { return kPresets; }

const Preset* preset_named(std::string_view name) noexcept {
  for (const Preset& preset : kPresets)
    if (preset.name == name) return &preset;
  return nullptr;
}

void draw_start(LearnerSpec& spec, std::size_t n_features) {
  Rng rng(spec.seed, kStartStream);
  spec.w0.resize(n_features);
  for (double& w : spec.w0) w = 2 * rng.uniform() - 1;
  if (spec.bias_value != 0) spec.b0 = 2 * rng.uniform() - 1;
}

}  // namespace novikoff
