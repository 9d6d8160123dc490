// What the reports say of a run in the dual space: its support vectors, its kernel, its budget.
#include <fmt/format.h>

#include "run/report_parts.hpp"

namespace novikoff {
namespace {

// How a run kept to its budget.
void write_budget(Report& out, const Model& model) {
  if (!model.state || !model.state->budget) return;
  const BudgetTrace& trace = *model.state->budget;
  const Budget& budget = model.spec.budget;
  JsonWriter& json = out.json();
  json.key("budget").begin_object();
  json.member("size", budget.size);
  json.member("rule", name(budget.rule));
  if (budget.projects()) json.member("projection_error", budget.projection_error);
  json.member("held", static_cast<std::uint64_t>(model.expansion->support.size()));
  json.member("removed", trace.removed);
  json.member("projected", trace.projected);
  json.member("margin_updates", trace.margin_steps);
  json.end_object();
}

// What the dual space took of memory and time.
void write_gram(Report& out, const std::optional<DualFacts>& dual) {
  if (!dual || dual->gram_row == 0) return;
  JsonWriter& json = out.json();
  json.key("gram").begin_object();
  json.member("rows_made", dual->gram_made);
  json.member("rows_held", dual->gram_held);
  json.member("row_bytes", dual->gram_row);
  json.end_object();
}

void write_check(Report& out, const std::optional<KernelCheck>& check) {
  if (!check) return;
  JsonWriter& json = out.json();
  json.key("kernel_check").begin_object();
  json.member("symmetric", true);
  json.member("least_eigenvalue", check->least);
  json.end_object();
}

// How the run kept to its budget.
std::string budget_text(const Model& model) {
  if (!model.state || !model.state->budget) return {};
  const BudgetTrace& trace = *model.state->budget;
  const std::uint64_t held = model.expansion->support.size();
  std::string out = fmt::format("{} of at most {} support vectors held ({})", held, model.spec.budget.size, name(model.spec.budget.rule));
  if (trace.removed > 0) out += fmt::format("; {} made room", trace.removed);
  if (trace.projected > 0) out += fmt::format("; {} projected on them", counted(trace.projected, "update was", "updates were"));
  if (trace.margin_steps > 0) out += fmt::format(", {} of these on rows that were right", trace.margin_steps);
  return line("budget", out);
}

std::string check_text(const std::optional<KernelCheck>& check) {
  if (!check) return {};
  if (check->least >= 0) return line("kernel check", "symmetric, and positive semidefinite on these rows: proved of its Gram matrix of doubles");
  return line("kernel check", fmt::format("symmetric; no eigenvalue of its Gram matrix of doubles is below {}: proved. Whether one is below 0 is not known",
                                          shown(check->least)));
}

}  // namespace

void write_support(Report& out, const Model& model) {
  if (!model.expansion) return;
  out.member("support_vectors", static_cast<std::uint64_t>(model.expansion->support.size()));
  if (!model.state || model.state->support_rows.empty()) return;
  write_list(out.json(), "support_rows", model.state->support_rows);
}

void write_dual(Report& out, const TrainReport& report) {
  write_support(out, report.model);
  write_gram(out, report.dual);
  write_budget(out, report.model);
  write_check(out, report.kernel_check);
}

std::string dual_text(const TrainReport& report) {
  const Model& model = report.model;
  if (!report.dual && model.expansion)
    return line("kernel", kernel_text(model.spec.kernel)) + line("support vectors", fmt::format("{} of {} rows", model.expansion->support.size(), report.rows));
  if (!report.dual) return {};
  const DualFacts& dual = *report.dual;
  const Kernel& kernel = report.model.spec.kernel;
  std::string out = line("kernel", kernel_text(kernel)) + check_text(report.kernel_check);
  if (model.spec.budget.size != 0) return out + line("space", "dual: a look costs a value of the kernel for each support vector") + budget_text(model);
  out +=
      line("space", kernel.kind == KernelKind::linear ? "dual, as asked: a look costs one step, a row of the Gram matrix as much as a pass of the primal space"
                                                      : "dual: only there is the kernel known");
  if (dual.gram_row == 0) return out + line("support vectors", fmt::format("{}: a look costs a value of the kernel for each", dual.support));
  return out +
         line("support vectors", fmt::format("{} of {} rows; {} made, {} held at the end, {} bytes each", dual.support, report.rows,
                                             counted(dual.gram_made, "row of the Gram matrix", "rows of the Gram matrix"), dual.gram_held, dual.gram_row));
}

}  // namespace novikoff
