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

void write_cost(JsonWriter& json, const TrainReport& report) {
  if (report.cost) {
    json.key("cost").begin_object();
    json.member("primal", report.cost->primal);
    json.member("dual", report.cost->dual);
    json.end_object();
  }
  if (!report.spaces) return;
  json.key("spaces").begin_object();
  json.member("updates", report.spaces->updates);
  json.key("first_difference");
  if (report.spaces->differs) {
    json.begin_object();
    json.member("primal", report.spaces->primal);
    json.member("dual", report.spaces->dual);
    json.end_object();
  } else {
    json.value(nullptr);
  }
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

// The data without which the model cannot be loaded.
void write_needed_data(Report& out, const Model& model) {
  if (!model.source.data) return;
  const DataReference& data = *model.source.data;
  JsonWriter& json = out.json();
  json.key("support_data").begin_object();
  write_list(json, "files", data.files);
  json.member("rows", data.examples.rows);
  json.member("sha256", data.examples.sha256);
  json.member("missing", model.expansion->missing ? std::optional(to_string(*model.expansion->missing)) : std::nullopt);
  json.end_object();
}

// How the run kept to its budget.
std::string budget_text(const Model& model) {
  if (!model.state || !model.state->budget) return {};
  const BudgetTrace& trace = *model.state->budget;
  const std::uint64_t held = model.expansion->support.size();
  std::string out =
      fmt::format("{} of at most {} held ({})", held, counted(model.spec.budget.size, "support vector", "support vectors"), name(model.spec.budget.rule));
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

std::string cost_text(const TrainReport& report) {
  const bool dual = report.model.expansion.has_value();
  const SpaceCost cost = report.cost.value_or(SpaceCost{});
  return fmt::format("{} multiplications; {} would have taken {}{}", shown(dual ? cost.dual : cost.primal), dual ? "the primal space" : "the dual",
                     dual ? "" : "at most ", shown(dual ? cost.primal : cost.dual));
}

}  // namespace

std::string spaces_text(const TrainReport& report, const Where& where) {
  if (!report.spaces) return {};
  const SpaceComparison& spaces = *report.spaces;
  if (!spaces.differs) return line("both spaces", fmt::format("primal and dual updated on the same rows, {}", counted(spaces.updates, "time", "times")));
  const auto next = [&](const std::optional<std::uint64_t>& row) { return row ? "on " + where(*row) : std::string("no more"); };
  return line("both spaces", fmt::format("primal and dual updated on the same rows {}, then the primal {}, the dual {}: doubles are rounded otherwise",
                                         counted(spaces.updates, "time", "times"), next(spaces.primal), next(spaces.dual)));
}

void write_support(Report& out, const Model& model, const std::vector<std::uint64_t>* rows) {
  if (!model.expansion) return;
  out.member("support_vectors", model.expansion->size());
  if (rows == nullptr) rows = model.expansion->rows ? &*model.expansion->rows : model.state ? &model.state->support_rows : nullptr;
  if (rows != nullptr && !rows->empty()) write_list(out.json(), "support_rows", *rows);
  write_needed_data(out, model);
}

std::string needed_data_text(const Model& model) {
  if (!model.source.data) return {};
  std::string files;
  for (const std::string& file : model.source.data->files) files += (files.empty() ? "" : ", ") + file;
  return line("needs", fmt::format("{}: the model names rows of {} and cannot be used without {}", files,
                                   model.source.data->files.size() > 1 ? "these files" : "this file", model.source.data->files.size() > 1 ? "them" : "it"));
}

void write_dual(Report& out, const TrainReport& report) {
  write_support(out, report.model, report.dual ? &report.dual->rows : nullptr);
  write_gram(out, report.dual);
  write_budget(out, report.model);
  write_check(out, report.kernel_check);
  write_cost(out.json(), report);
}

std::string dual_text(const TrainReport& report) {
  const Model& model = report.model;
  // The primal space is what people expect: it is spoken of where the other one would have taken less than half.
  if (!model.expansion && report.cost && 2 * report.cost->dual < report.cost->primal) return line("space", "primal: " + cost_text(report));
  if (!report.dual && model.expansion)
    return line("kernel", kernel_text(model.spec.kernel)) +
           line("support vectors", fmt::format("{} of {}", model.expansion->support.size(), counted(report.rows, "row", "rows")));
  if (!report.dual) return {};
  const DualFacts& dual = *report.dual;
  const Kernel& kernel = report.model.spec.kernel;
  std::string out = line("kernel", kernel_text(kernel)) + check_text(report.kernel_check);
  if (model.spec.budget.size != 0) return out + line("space", "dual: a look costs a value of the kernel for each support vector") + budget_text(model);
  out += line("space", kernel.kind == KernelKind::linear ? "dual, as asked: " + cost_text(report) : "dual: only there is the kernel known");
  if (dual.gram_row == 0) return out + line("support vectors", fmt::format("{}: a look costs a value of the kernel for each", dual.support));
  return out +
         line("support vectors", fmt::format("{} of {}; {} made, {} held at the end, {} bytes each", dual.support, counted(report.rows, "row", "rows"),
                                             counted(dual.gram_made, "row of the Gram matrix", "rows of the Gram matrix"), dual.gram_held, dual.gram_row)) +
         needed_data_text(model);
}

}  // namespace novikoff
