// What the command line says of runs that are saved and gone on with.
#include <string>

#include "novikoff/run/data_reference.hpp"
#include "novikoff/run/exact_input.hpp"
#include "novikoff/run/model_io.hpp"
#include "novikoff/run/settings.hpp"

namespace novikoff {
namespace {

// What a run records from its first row on, and no checkpoint holds.
constexpr const char* kRecords[] = {"--per-example", "--sequence", "--errors-per-pass", "--curve"};

Status check_lasting(const Arguments& arguments) {
  const auto path = arguments.text("--checkpoint");
  if (arguments.given("--every") && !path) return usage_error("--every says how often the run is saved, and --checkpoint FILE where: say both");
  if (path && *path == "-") return usage_error("--checkpoint needs a file that can be replaced, not standard output");
  if (!arguments.given("--resume")) return {};
  if (arguments.given("--until") || arguments.text("--arithmetic").value_or("double") == "exact") return usage_error("--resume needs --arithmetic double");
  if (arguments.given("--like")) return usage_error("--like chooses the options of a new run, and --resume keeps those of the run that goes on");
  for (const char* record : kRecords)
    if (arguments.given(record))
      return usage_error(std::string(record) + " is recorded from the first row on, and a run that goes on does not know what came before");
  return {};
}

Result<Model> load_run(const std::string& path, std::uint64_t memory) {
  Result<Model> model = load_model(path, memory);
  if (!model) return with_order_hint(model.error(), Command::train);
  if (model->state && model->state->examples) return model;
  return ErrorInfo{ErrorCode::model_not_resumable,
                   "the model does not say which rows it learned from, as a checkpoint does",
                   {path},
                   "go on from a file that train --checkpoint wrote",
                   {}};
}

Status plan_checkpoints(const Arguments& arguments, const LearnerSpec& spec, CheckpointPlan& plan) {
  if (!arguments.given("--checkpoint")) return {};
  if (spec.keep == KeepKind::greedy) return usage_error("--checkpoint does not go with --keep greedy, whose runs cannot be continued");
  if (spec.order == Order::online)
    for (const char* record : {"--per-example", "--sequence", "--errors-per-pass", "--curve", "--holdout"})
      if (arguments.given(record))
        return usage_error(std::string(record) + " needs all rows in memory, and --checkpoint with --order online saves a run that reads them as they come");
  constexpr double kSeconds = 10;
  const auto every = arguments.interval("--every");
  if (!every)
    plan.every_seconds = kSeconds;
  else if (every->second == "updates")
    plan.every_updates = every->first;
  else if (every->second == "passes")
    plan.every_passes = every->first;
  else
    plan.every_seconds = static_cast<double>(every->first);
  if (plan.every_passes != 0 && (!spec.has_passes() || spec.order == Order::online))
    return usage_error("--every " + *arguments.text("--every") + " counts passes, and --order " + std::string(name(spec.order)) +
                       " has none to count; say updates or s");
  return {};
}

}  // namespace

Result<TrainSetting> open_train_setting(const Arguments& arguments) {
  if (Status possible = check_lasting(arguments); !possible) return possible.error();
  TrainSetting setting;
  if (const auto path = arguments.text("--resume")) {
    Result<Model> model = load_run(*path, memory_limit(arguments));
    if (!model) return model.error();
    if (Status possible = check_outputs(arguments, *model); !possible) return possible.error();
    setting.resume = *std::move(model);
  }
  Result<LearnerSpec> spec = setting.resume ? resumed_spec(arguments, *setting.resume) : learner_spec(arguments);
  if (!spec) return spec.error();
  Result<ReadOptions> reading = setting.resume ? read_options(arguments, *setting.resume) : read_options(arguments);
  if (!reading) return reading.error();
  Result<Labels> labels = setting.resume ? Result<Labels>(labels_of(*setting.resume)) : label_policy(arguments, spec->order == Order::online);
  if (!labels) return labels.error();
  if (Status planned = plan_checkpoints(arguments, *spec, setting.checkpoint); !planned) return planned.error();
  if (Status possible = check_support(arguments, *spec); !possible) return possible.error();
  setting.spec = *std::move(spec);
  setting.reading = *std::move(reading);
  setting.labels = *std::move(labels);
  setting.until_proof = arguments.given("--until");
  if (setting.spec.arithmetic == Arithmetic::exact) ask_for_exact_values(setting.reading, setting.spec.numbers);
  return setting;
}

}  // namespace novikoff
