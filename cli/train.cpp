#include <cstdlib>

#include "cli.hpp"
#include "novikoff/run/curve.hpp"
#include "novikoff/run/data_reference.hpp"
#include "novikoff/run/embedded.hpp"
#include "novikoff/run/holdout.hpp"
#include "novikoff/run/report.hpp"
#include "novikoff/run/settings.hpp"

namespace novikoff::cli {
namespace {

// What a run leaves besides its checkpoints, opened before it.
struct Files {
  ModelFile model;
  std::optional<OutputFile> curve;
};

Result<Files> open_files(const Arguments& arguments) {
  Result<ModelFile> model = ModelFile::open(arguments.text("--output"));
  if (!model) return model.error();
  Files files{*std::move(model), std::nullopt};
  if (const auto path = arguments.text("--curve")) {
    Result<OutputFile> curve = OutputFile::create(*path);
    if (!curve) return curve.error();
    files.curve.emplace(*std::move(curve));
  }
  return files;
}

// A model holds doubles, and the weights of an exact run may be beyond them.
Status check_storable(const Model& model) {
  const bool finite = model.voted ? model.voted->start().finite() : model.hypothesis.finite();
  if (finite) return {};
  return ErrorInfo{ErrorCode::weights_overflow, "a weight is beyond the largest double, and a model file holds doubles", {}, {}, {}};
}

Status save(const Arguments& arguments, const TrainReport& report, Files& files) {
  if (arguments.given("--output"))
    if (Status storable = check_storable(report.model); !storable) return storable;
  if (Status saved = files.model.save(report.model); !saved || !files.curve) return saved;
  if (Status written = files.curve->write(curve_svg(report.curve)); !written) return written;
  return files.curve->commit();
}

std::string plot(const Arguments& arguments, const TrainReport& report) {
  const bool utf8 = names_utf8(std::getenv("LC_ALL"), std::getenv("LC_CTYPE"), std::getenv("LANG"));
  return curve_plot(report.curve, utf8 && !arguments.given("--ascii"));
}

// One run from the command line to what it leaves.
class Run {
 public:
  Run(const Arguments& arguments, TrainSetting setting) : arguments_(arguments), setting_(std::move(setting)) {
    options_.spec = setting_.spec;
    options_.checkpoint = setting_.checkpoint;
    const Preset* preset = preset_of(arguments);
    if (preset != nullptr) options_.like = preset->name;
    options_.per_example = arguments.given("--per-example") || (preset != nullptr && preset->dual);
    options_.until_proof = setting_.until_proof;
    options_.sequence = arguments.given("--sequence");
    options_.curve = arguments.given("--errors-per-pass") || arguments.given("--curve");
    options_.memory = setting_.reading.memory;
    options_.kernel_cache = arguments.count("--kernel-cache").value_or(TrainOptions::kKernelCache);
    options_.check_kernel = arguments.given("--check-kernel");
    options_.threads = static_cast<unsigned>(threads_of(arguments));
    options_.watch = watch_for_signals(arguments);
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  int go() {
    catch_signals();
    const Result<std::unique_ptr<Source>> source = open_input(arguments_.positions(), setting_.reading, setting_.labels, &interrupted());
    if (!source) return fail(source.error());
    Result<Files> files = open_files(arguments_);
    if (!files) return fail(files.error());
    Result<CheckpointFile> checkpoint = CheckpointFile::open(arguments_.text("--checkpoint"));
    if (!checkpoint) return fail(checkpoint.error());
    if (saves())
      options_.checkpoint.save = [&](Model model) {
        note_reading(setting_.reading, model.source);
        if (reference_) refer_to(*reference_, model.state->support_rows, model);
        return checkpoint->save(model);
      };
    if (setting_.spec.arithmetic == Arithmetic::exact) return exact(**source, *files);
    return needs_memory(setting_.spec, arguments_) ? in_memory(**source, *files) : streamed(**source, *files);
  }

 private:
  bool saves() const { return arguments_.given("--checkpoint"); }
  const Model* resume() const { return setting_.resume ? &*setting_.resume : nullptr; }

  int in_memory(Source& source, Files& files) {
    Result<Dataset> data = Dataset::read(source, setting_.labels, setting_.reading.memory);
    if (interrupted()) return exit_code(0);
    if (!data) return fail(data.error());
    Result<TrainingRows> rows = split(*std::move(data));
    if (interrupted()) return exit_code(0);
    if (!rows) return fail(rows.error());
    if (rows->holdout) options_.holdout = &*rows->holdout;
    // Weights beyond the limit are not drawn; the run then says so. A run that goes on has had its start.
    const std::size_t n_features = rows->training.n_features();
    const DrawnStart drawn = drawn_start(arguments_);
    const bool too_many_drawn = resume() == nullptr && drawn.weights && n_features > options_.memory / sizeof(double);
    if (resume() == nullptr && !too_many_drawn) draw_start(options_.spec, n_features, drawn);
    if (!too_many_drawn)
      if (Status fitted = fit_features(rows->training, rows->holdout ? &*rows->holdout : nullptr, options_, resume()); !fitted) return fail(fitted.error());
    if (arguments_.text("--support").value_or("") == "reference") reference_ = data_reference(arguments_.positions(), setting_.reading, rows->training);
    if (interrupted()) return exit_code(0);
    Result<TrainReport> report = train(rows->training, options_, resume());
    if (!report) return fail(report.error());
    if (arguments_.given("--compare-spaces") && report->model.stop != Stop::interrupted) {
      const Result<SpaceComparison> spaces = compare_spaces(rows->training, options_);
      if (!spaces) return fail(spaces.error());
      report->spaces = *spaces;
    }
    return conclude(
        *report, [&](std::uint64_t row) { return rows->training.where(row); }, files);
  }

  int exact(Source& source, Files& files) {
    const LearnerSpec& spec = setting_.spec;
    const Result<ExactData> data = read_exact(source, setting_.labels, spec.numbers, spec.bias_value, setting_.reading.memory);
    if (interrupted()) return exit_code(0);
    if (!data) return fail(data.error());
    const std::uint64_t n_features = data->rows.n_features();
    if (n_features <= options_.memory / sizeof(double)) draw_start(options_.spec, static_cast<std::size_t>(n_features), drawn_start(arguments_));
    Result<TrainReport> report = train(*data, options_);
    if (!report) return fail(report.error());
    return conclude(
        *report, [&](std::uint64_t row) { return data->where(static_cast<std::size_t>(row)); }, files);
  }

  // The rows to learn from and those to hold out: as asked, or as the run that is gone on with did.
  Result<TrainingRows> split(Dataset data) const {
    Result<HoldoutChoice> choice = holdout_choice(arguments_);
    if (!choice) return choice.error();
    if (!choice->asked()) choice->fraction = setting_.spec.holdout;
    Result<ReadOptions> asked = read_options(arguments_);  // that of the run may have become an embedded set's
    if (!asked) return asked.error();
    if (!asked->label_name && asked->label_column == 0) asked->label_name = setting_.reading.label_name;
    return hold_out(std::move(data), *choice, *asked, setting_.spec.seed, &interrupted());
  }

  int streamed(Source& source, Files& files) {
    Result<TrainReport> report = train_stream(source, setting_.labels, options_, resume(), true);
    // A source that was interrupted has fewer rows than were hoped for, which is no error; a file that cannot be written is one.
    if (!report) return interrupted() && report.error().code != ErrorCode::write_failed ? exit_code(0) : fail(report.error());
    return conclude(*report, {}, files);
  }

  // Everything that a run leaves: the files, then the report. One that was interrupted and saved leaves what was saved.
  int conclude(TrainReport& report, const Where& where, Files& files) const {
    clear_progress();
    const bool quiet = arguments_.given("--quiet");
    if (report.model.stop == Stop::interrupted && saves()) {
      const std::string path = *arguments_.text("--checkpoint");
      if (!quiet) say("novikoff: interrupted; the run is saved in " + path + ", go on with --resume " + path + "\n");
      return exit_code(0);
    }
    if (report.model.stop == Stop::interrupted && replaces_its_run(arguments_)) {
      // What was learned since is less than what the file is good for: a model without a checkpoint's digest goes on no more.
      const std::string path = *arguments_.text("--resume");
      if (!quiet)
        say("novikoff: interrupted; " + path + " is as it was, go on with --resume " + path + ", and --checkpoint " + path + " to save the run there\n");
      return exit_code(0);
    }
    note_reading(setting_.reading, report.model.source);
    if (reference_) refer_to(*reference_, report.dual->rows, report.model);
    if (Status saved = save(arguments_, report, files); !saved) return fail(saved.error());
    if (!quiet) say(printable(header_remark(report.model.source.names)));
    if (arguments_.given("--json")) return exit_code(print(train_json(report, options_)));
    return exit_code(quiet ? 0 : print(printable(train_text(report, options_, where)) + plot(arguments_, report)));
  }

  const Arguments& arguments_;
  TrainSetting setting_;
  TrainOptions options_;
  std::optional<DataReference> reference_;  // what models name their support vectors in
};

}  // namespace

int train(const Arguments& arguments) {
  Result<TrainSetting> setting = open_train_setting(arguments);
  if (!setting) return fail(setting.error());
  return Run(arguments, *std::move(setting)).go();
}

}  // namespace novikoff::cli
