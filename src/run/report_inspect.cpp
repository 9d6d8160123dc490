// What is said of a model or an embedded set that is looked at.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "novikoff/run/report.hpp"
#include "run/dual_model.hpp"
#include "run/report_parts.hpp"

namespace novikoff {

std::vector<std::size_t> largest(const std::vector<double>& weights, std::size_t top) {
  std::vector<std::size_t> order;
  for (std::size_t j = 0; j < weights.size(); ++j)
    if (weights[j] != 0) order.push_back(j);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return std::fabs(weights[a]) > std::fabs(weights[b]); });
  if (top != 0 && order.size() > top) order.resize(top);
  return order;
}

std::string kernel_text(const Kernel& kernel) {
  switch (kernel.kind) {
    case KernelKind::linear:
      return "linear, ⟨x, z⟩";
    case KernelKind::poly:
      return fmt::format("poly, ({}⟨x, z⟩ + {})^{}", kernel.gamma == 1 ? "" : shown(kernel.gamma) + "·", shown(kernel.coef0), kernel.degree);
    case KernelKind::rbf:
      return "rbf, exp(-" + shown(kernel.gamma) + "·‖x - z‖²)";
    case KernelKind::laplace:
      return "laplace, exp(-" + shown(kernel.gamma) + "·‖x - z‖₁)";
    case KernelKind::intersection:
      return "intersection, Σ min(x, z)";
    case KernelKind::chi2:
      return "chi2, Σ 2xz/(x + z)";
    case KernelKind::precomputed:
      return "precomputed, K(x, z) is the value of x in the column of z";
    default:
      return "a function of the program that learned";
  }
}

// How many, and whose rows they are, if the model says that.
static std::string support_count(const Model& model) {
  const std::string count = std::to_string(model.expansion->size());
  if (!model.source.data) return count;
  const DataReference& data = *model.source.data;
  return fmt::format("{} of {} rows of {}{}", count, data.examples.rows, data.files.front(), data.files.size() > 1 ? " and others" : "");
}

// A support vector by the names of its features, cut where it is long.
static std::string row_text(const FeatureView& x, const Provenance& source) {
  constexpr std::size_t kShown = 6;
  std::string out;
  std::size_t shown_so_far = 0;
  for (std::size_t k = 0; k < x.size; ++k) {
    if (x.value[k] == 0) continue;
    if (shown_so_far++ == kShown) return out + " …";
    out += (out.empty() ? "" : " ") + feature_name(source, x.dense() ? k : x.index[k]) + "=" + shown(x.value[k]);
  }
  return out.empty() ? "0" : out;
}

static std::string support_text(const Model& model, std::size_t k) {
  if (model.expansion->missing) return "row " + std::to_string((*model.expansion->rows)[k] + 1) + " of the data";
  const FeatureView x = model.expansion->support[k];
  return model.expansion->kernel.in_rows() ? "row " + std::to_string(row_serial(x)) : row_text(x, model.source);
}

// How the run can be gone on with, if at all.
static std::string goes_on(const Model& model) {
  if (!model.state) return "no: it predicts, and cannot learn on";
  if (model.state->examples) return "yes: train --resume, with the same rows";
  if (model.spec.order == Order::online) return "yes: online --model-in, with more rows";
  return "no: it was not written as a checkpoint (train --checkpoint)";
}

std::string inspect_text(const Model& model, std::uint64_t top) {
  const LearnerSpec& spec = model.spec;
  std::string out = line("answer", std::string(name(model.answer)) + (spec.keep == KeepKind::automatic ? " (--keep auto)" : ""));
  out += line("stop", stop_in_words(model));
  out += line("classes", classes_text(model.source));
  if (model.passes) out += line("passes", std::to_string(*model.passes));
  out += line("seen", std::to_string(model.counts.seen));
  out += line("updates", std::to_string(model.counts.updates));
  out += line("mistakes", std::to_string(model.counts.mistakes));
  out += line("options", fmt::format("order {}, seed {}, rule {}, τ {}, tie {}, η {}, B {}, keep {}", name(spec.order), spec.seed, name(spec.rule),
                                     shown(spec.tau), name(spec.tie), shown(spec.eta), shown(spec.bias_value), name(spec.keep)));
  if (spec.arithmetic == Arithmetic::exact) out += line("arithmetic", fmt::format("exact, numbers {}", name(spec.numbers)));
  if (!spec.w0.empty() || spec.b0 != 0) out += line("start", fmt::format("{} weights given, b = {}", spec.w0.size(), shown(spec.b0)));
  out += line("index base", fmt::format("{} (number of the first feature)", model.source.index_base));
  if (!model.source.label_name.empty()) out += line("label column", visible(model.source.label_name));
  if (!model.source.ignored.empty()) out += line("ignored columns", list_text(model.source.ignored));
  out += line("goes on", goes_on(model));
  out += line("features", std::to_string(model.n_features));
  if (model.expansion) out += line("kernel", kernel_text(spec.kernel)) + line("support vectors", support_count(model)) + needed_data_text(model);
  if (model.expansion && model.expansion->missing) out += line("missing", to_string(*model.expansion->missing));
  if (spec.budget.size != 0)
    out += line("budget", fmt::format("at most {} ({})", counted(spec.budget.size, "support vector", "support vectors"), name(spec.budget.rule)));
  if (model.voted) return out + line("vote", fmt::format("of {} weight vectors", model.voted->steps().size() + 1));
  const std::optional<Hypothesis> linear = input_weights(model, model.hypothesis);
  const bool coefficients = model.expansion && !linear;
  const Hypothesis& h = linear ? *linear : model.hypothesis;
  const std::vector<std::size_t> order = largest(h.weights, static_cast<std::size_t>(top));
  out += line("bias b", spec.bias_value == 0 ? "none" : shown(h.bias()));
  out += coefficients ? "\n  coefficient    support vector\n" : "\n  weight         feature\n";
  for (const std::size_t j : order)
    out += fmt::format("  {:<13}  {}\n", shown(h.weights[j]), coefficients ? support_text(model, j) : feature_name(model.source, model.feature(j)));
  const std::size_t all = largest(h.weights, 0).size();
  if (all > order.size()) out += fmt::format("  … {} more that are not 0 (--top 0 shows all)\n", all - order.size());
  return out;
}

std::string embedded_text(const EmbeddedSet& set) {
  return line("set", "@" + std::string(set.name) + (set.sized ? ":N" : "")) + line("what", std::string(set.title)) + line("source", std::string(set.source)) +
         line("expect", std::string(set.expect)) + line("see it", "novikoff convert @" + std::string(set.name) + (set.sized ? ":5" : "") + " --to csv");
}

}  // namespace novikoff
