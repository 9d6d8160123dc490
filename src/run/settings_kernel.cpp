#include "run/settings_kernel.hpp"

namespace novikoff {

Status check_kernel_cache(const Arguments& arguments, const LearnerSpec& spec) {
  if (arguments.given("--kernel-cache") && spec.budget.size != 0) return usage_error("--kernel-cache holds rows of the Gram matrix, and --budget needs none");
  if (!arguments.given("--kernel-cache") || (spec.in_dual() && spec.arithmetic != Arithmetic::exact)) return {};
  return usage_error("--kernel-cache holds rows of the Gram matrix of a run in the dual space, in doubles: it needs --kernel or --space dual");
}

Status set_budget(const Arguments& arguments, LearnerSpec& spec) {
  Budget& budget = spec.budget;
  budget.size = arguments.count("--budget").value_or(0);
  if (const auto rule = arguments.text("--budget-rule")) budget.rule = *budget_rule_named(*rule);
  if (const auto error = arguments.number("--projection-error")) budget.projection_error = *error;
  // A run that goes on has the budget of the saved one.
  if (arguments.given("--resume") || arguments.given("--model-in")) return {};
  if (budget.size == 0 && arguments.given("--budget-rule")) return usage_error("--budget-rule says how a run keeps to a budget: it needs --budget N");
  if (!(budget.size != 0 && budget.projects()) && arguments.given("--projection-error"))
    return usage_error("--projection-error is a number of --budget-rule projectron and projectron++");
  return {};
}

Status set_kernel(const Arguments& arguments, LearnerSpec& spec) {
  const Result<Kernel> kernel = kernel_of(arguments);
  if (!kernel) return kernel.error();
  spec.kernel = *kernel;
  if (arguments.given("--compare-spaces") && arguments.given("--resume"))
    return usage_error("--compare-spaces makes both runs from their beginning, and --resume goes on with one");
  const bool goes_on = arguments.command() == Command::train && arguments.given("--resume");  // then the saved run decides
  return arguments.command() == Command::train && !goes_on ? check_kernel_cache(arguments, spec) : Status{};
}

Result<Kernel> kernel_of(const Arguments& arguments) {
  Kernel kernel;
  if (const auto word = arguments.text("--kernel")) kernel.kind = *kernel_named(*word);
  if (const auto gamma = arguments.number("--gamma")) kernel.gamma = *gamma;
  if (const auto coef0 = arguments.number("--coef0")) kernel.coef0 = *coef0;
  if (const auto degree = arguments.count("--degree")) kernel.degree = static_cast<unsigned>(*degree);
  if (arguments.given("--gamma") && !kernel.has_gamma()) return usage_error("--gamma is a number of --kernel poly, rbf and laplace");
  for (const char* option : {"--coef0", "--degree"})
    if (arguments.given(option) && kernel.kind != KernelKind::poly) return usage_error(std::string(option) + " is a number of --kernel poly");
  return kernel;
}

}  // namespace novikoff
