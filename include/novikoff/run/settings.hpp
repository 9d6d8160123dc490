// From what a command line said to what the rooms are asked to do.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "novikoff/core/label.hpp"
#include "novikoff/data/source.hpp"
#include "novikoff/learn/model.hpp"
#include "novikoff/learn/spec.hpp"
#include "novikoff/run/options.hpp"
#include "novikoff/run/presets.hpp"
#include "novikoff/run/train.hpp"

namespace novikoff {

/// The learner that `arguments` ask for, from the preset of --like if there is one; `online` gives order online and keep last. Errors: usage; those of a file
/// of start weights.
Result<LearnerSpec> learner_spec(const Arguments& arguments);

/// The kernel with its numbers. Errors: usage, for a number that it does not have.
Result<Kernel> kernel_of(const Arguments& arguments);

/// The preset that --like names; null without it.
const Preset* preset_of(const Arguments& arguments);

/// What of the start is to be drawn from the seed once the number of features is known: what the preset draws and no option gives.
DrawnStart drawn_start(const Arguments& arguments);

/// Refuses an output that is one of the inputs, or would replace a run that was stopped on its way, or a damaged model, which may be one (usage). A model that
/// is gone on with may replace itself.
Status check_outputs(const Arguments& arguments);
/// The same of the data that `model`, one of the inputs, refers to.
Status check_outputs(const Arguments& arguments, const Model& model);
/// Whether -o names the very file that --resume goes on from.
bool replaces_its_run(const Arguments& arguments);

/// Refuses a model, a certificate or an embedded set that stands where another kind of file is wanted (usage), and says in which order they go. Only files
/// that say themselves what they are are known; pipes are not looked into.
Status check_inputs(const Arguments& arguments);
/// `error` of a command's model or certificate, with a hint at the order of its files, or at the option's, if this one is nothing of the kind wanted.
ErrorInfo with_order_hint(ErrorInfo error, Command command);
/// `error` of reading rows to evaluate on, with a hint at what labels are for if it is that one is missing, or their column.
ErrorInfo with_evaluate_hint(ErrorInfo error);

/// How to read the data. Errors: usage.
Result<ReadOptions> read_options(const Arguments& arguments);
/// --threads, or as many as the processor runs at once; 1 for online, where a row is answered before the next is read.
std::uint64_t threads_of(const Arguments& arguments);

/// The same for data that go to a model: its columns, label column and index base. Errors: usage, index_base_mismatch.
Result<ReadOptions> read_options(const Arguments& arguments, const Model& model);
/// The same for data with the columns of `source`, known from the file called `whose` in errors.
Result<ReadOptions> read_options(const Arguments& arguments, const Provenance& source, std::string_view whose);

/// What labels the data may have: declared, or by sign for a stream, or collected.
Result<Labels> label_policy(const Arguments& arguments, bool by_sign);

/// The labels of a model: both, or those of a stream that has not seen both yet.
Labels labels_of(const Model& model);

/// Whether the options that were given agree with the model to go on from (usage if one does not), whose limits they may change.
/// online goes on from order online only.
Result<LearnerSpec> resumed_spec(const Arguments& arguments, const Model& model);

/// What predict and evaluate work with: the model, the inputs behind it, how to read them.
struct Setting {
  Model model;
  std::vector<std::string> inputs;
  ReadOptions reading;
  bool unseen_is_error = false;
};
Result<Setting> open_setting(const Arguments& arguments, bool labels_optional);

/// What online works with: the input, the learner, and the model to go on from.
struct OnlineSetting {
  std::vector<std::string> inputs;
  LearnerSpec spec;
  ReadOptions reading;
  Labels labels = Labels::any();
  std::optional<Model> resume;
};
Result<OnlineSetting> open_online_setting(const Arguments& arguments);

/// What train works with: the learner, how to read the data, the model to go on from, when to save the run (not where: save is empty).
struct TrainSetting {
  LearnerSpec spec;
  ReadOptions reading;
  Labels labels = Labels::any();
  std::optional<Model> resume;
  CheckpointPlan checkpoint;
  bool until_proof = false;
};
Result<TrainSetting> open_train_setting(const Arguments& arguments);

/// --memory, or its default.
std::uint64_t memory_limit(const Arguments& arguments);

/// The run must hold all rows in memory: every order but online, and for what online cannot do in one look.
bool needs_memory(const LearnerSpec& spec, const Arguments& arguments);

/// How `y` is printed: the class as first spelled, or 1 or -1 while it has not been seen.
std::string label_spelling(const std::pair<std::string, std::string>& classes, double y);

}  // namespace novikoff
