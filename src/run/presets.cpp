#include "novikoff/run/presets.hpp"

#include <array>
#include <string>

#include "novikoff/core/random.hpp"

namespace novikoff {
namespace {

// Streams of the seed apart from those that the orders draw from (their numbers are passes and examples seen).
constexpr std::uint64_t kStartStream = ~std::uint64_t{0};

// The notes run until nothing is misclassified, so their presets have no limit; note 000 is one pass over a stream.
constexpr std::array kPresets = {
    Preset{"note000", "The online perceptron of note 000 (Block 1962, Novikoff 1962)", "--order online --tie plus --keep last",
           "(5) is ‖θ‖² ≤ kD², not =.\n"
           "In (4) the cross term has θ of the k-th mistake, not of example i.\n"
           "The bound is independent of m and n only explicitly: D and γ depend on both, and they include the constant coordinate.\n"
           "Its proof counts y·s = 0 as a mistake, its h predicts +1 there: the same bound, but other runs (--tie update, --tie plus).",
           [] { return LearnerSpec{.tie = Tie::plus, .order = Order::online, .keep = KeepKind::last}; }},
    Preset{"note001", "Stochastic gradient descent of note 001: a random misclassified example each step, from a random start",
           "--order random --passes 0 --keep last, w0 and b0 drawn from --seed",
           "The distance of a misclassified point is -y(w·x+b)/‖w‖, with one minus sign.\n"
           "Setting ‖w‖ = 1 and dropping it again changes the objective: w = b = 0 minimises it; what is followed is a subgradient.\n"
           "Fewer misclassified points need not mean a smaller loss: depths 0.1 and 0.2 give 0.3, one of depth 5 gives 5.\n"
           "The run finds some separating hyperplane, not the optimal one.\n"
           "One update adds η·‖x‖² (the constant coordinate included) to the point's margin; that may not make it right.\n"
           "From a start that is not 0 the bound depends on η and on the start.\n"
           "On inseparable data the run does not end, but its weights stay bounded.",
           [] { return LearnerSpec{.order = Order::random, .keep = KeepKind::last, .passes = 0}; }, true},
    Preset{"note001-dual", "The dual form of note 001: counts n_i from zero, α_i = η·n_i", "--order random --passes 0 --keep last --per-example",
           "The dual form needs w0 = b0 = 0, not the random start of the primal one; another start must be carried along.\n"
           "In (3) the sum is over the N examples, n_i counts repeats, and b = B²·Σ α_j·y_j is carried too.\n"
           "Inside Σ_j stands α_j, not α_i; the Gram matrix is of x_i·x_j, not x_i·y_j.\n"
           "The dual saves work only for N < d, for kernels or with scores kept: the Gram matrix costs N²d time and N² memory.\n"
           "Many updates of a point suggest that it lies near the hyperplane; they do not prove it.\n"
           "A kernel helps only if the data are separable in its feature space; never for one x with both labels.",
           [] { return LearnerSpec{.order = Order::random, .keep = KeepKind::last, .passes = 0}; }, false, true},
    Preset{"note002", "The PLA of note 002: scans until none is wrong", "--order cyclic --passes 0 --keep last",
           "Misclassified means y·w·x ≤ 0, not < 0: the strict form never leaves w = 0.\n"
           "Along the norms and the cosine stands ≤, not <, and the cosine needs t ≥ 1.\n"
           "Only a lower bound on the cosine with w_f grows; the cosine itself can fall.\n"
           "w0 = 0 loses generality: from another start the bound has another form.\n"
           "ρ may be the margin of any separator; the largest gives the tightest bound.\n"
           "The run finds some separator, not the target's weights.",
           [] { return LearnerSpec{.order = Order::cyclic, .keep = KeepKind::last, .passes = 0}; }},
    Preset{"note003", "The perceptron of note 003: full scans, a tie updates, until a clean scan", "--order cyclic --passes 0 --keep last",
           "R/γ is unchanged by scaling the augmented vectors; scaling x beside a fixed 1 changes it.",
           [] { return LearnerSpec{.order = Order::cyclic, .keep = KeepKind::last, .passes = 0}; }},
    Preset{"note004", "The PLA of note 004: back to the first example after each update, sign(0) = +1", "--order restart --tie plus --passes 0 --keep last",
           "y·w_f·x ≥ 0 is not enough for the proof: > 0 is needed.\n"
           "\"Halts if and only if separable\" holds with updates at y·s ≤ 0 and strict separability; with sign(0) = +1 neither reading of separable makes it "
           "true.\n"
           "Only a lower bound on the cosine with w_f grows; the run finds some separator, not w_f.\n"
           "A score exactly at the threshold, left open by the note, predicts +1 here.",
           [] { return LearnerSpec{.tie = Tie::plus, .order = Order::restart, .keep = KeepKind::last, .passes = 0}; }},
    Preset{"note004-pocket", "The greedy pocket of note 004: an update is made only if the errors become fewer",
           "--keep greedy --order restart --tie plus --passes 0",
           "The errors start at those of the start weights, not at the number of features.\n"
           "A scan without an improvement is a stall, not convergence.\n"
           "This is hill-climbing, rows in index order; Gallant's pocket runs the plain PLA beside the best weights met: --keep pocket.",
           [] { return LearnerSpec{.tie = Tie::plus, .order = Order::restart, .keep = KeepKind::greedy, .passes = 0}; }},
    Preset{"sklearn", "scikit-learn's Perceptron(shuffle=False, tol=None, max_iter=1000)", "--order cyclic --passes 1000 --keep last",
           "A clean scan ends the run here: the passes after it would change nothing.\n"
           "A score of 0 predicts +1 here and the negative class there.\n"
           "There the bias learns a hundred times slower if the rows are sparse; here it is a coordinate like the others.",
           [] { return LearnerSpec{.order = Order::cyclic, .keep = KeepKind::last, .passes = 1000}; }},
};

}  // namespace

std::span<const Preset> presets() noexcept { return kPresets; }

const Preset* preset_named(std::string_view name) noexcept {
  for (const Preset& preset : kPresets)
    if (preset.name == name) return &preset;
  return nullptr;
}

std::string_view preset_names() {
  static const std::string names = [] {
    std::string out;
    for (const Preset& preset : kPresets) out += (out.empty() ? "" : "|") + std::string(preset.name);
    return out;
  }();
  return names;
}

void draw_start(LearnerSpec& spec, std::size_t n_features, DrawnStart drawn) {
  Rng rng(spec.seed, kStartStream);
  const auto next = [&rng] { return 2 * rng.uniform() - 1; };
  if (spec.bias_value != 0) {
    const double b0 = next();
    if (drawn.bias) spec.b0 = b0;
  }
  if (!drawn.weights) return;
  spec.w0.resize(n_features);
  for (double& w : spec.w0) w = next();
}

}  // namespace novikoff
