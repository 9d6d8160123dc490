#include "cli.hpp"
#include "novikoff/run/embedded.hpp"
#include "novikoff/run/report.hpp"
#include "novikoff/run/settings.hpp"

namespace novikoff::cli {
namespace {

// One run from the command line to what it leaves.
class Run {
 public:
  Run(const Arguments& arguments, TrainSetting setting) : arguments_(arguments), setting_(std::move(setting)) {
    options_.spec = setting_.spec;
    options_.checkpoint = setting_.checkpoint;
    options_.per_example = arguments.given("--per-example");
    options_.sequence = arguments.given("--sequence");
    options_.curve = arguments.given("--errors-per-pass");
    options_.memory = setting_.reading.memory;
    options_.watch = watch_for_signals(arguments);
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  int go() {
    catch_signals();
    const Result<std::unique_ptr<Source>> source = open_input(arguments_.positions(), setting_.reading, setting_.labels, &interrupted());
    if (!source) return fail(source.error());
    Result<ModelFile> file = ModelFile::open(arguments_.text("--output"));
    if (!file) return fail(file.error());
    Result<CheckpointFile> checkpoint = CheckpointFile::open(arguments_.text("--checkpoint"));
    if (!checkpoint) return fail(checkpoint.error());
    if (saves())
      options_.checkpoint.save = [&](Model model) {
        note_label_column(setting_.reading, model.source);
        return checkpoint->save(model);
      };
    return needs_memory(setting_.spec, arguments_) ? in_memory(**source, *file) : streamed(**source, *file);
  }

 private:
  bool saves() const { return arguments_.given("--checkpoint"); }
  const Model* resume() const { return setting_.resume ? &*setting_.resume : nullptr; }

  int in_memory(Source& source, ModelFile& file) {
    const Result<Dataset> data = Dataset::read(source, setting_.labels, setting_.reading.memory);
    if (interrupted()) return exit_code(0);
    if (!data) return fail(data.error());
    Result<TrainReport> report = train(*data, options_, resume());
    if (!report) return fail(report.error());
    return conclude(
        *report, [&](std::uint64_t row) { return data->where(row); }, file);
  }

  int streamed(Source& source, ModelFile& file) {
    Result<TrainReport> report = train_stream(source, setting_.labels, options_, resume(), true);
    // A source that was interrupted has fewer rows than were hoped for, which is no error; a file that cannot be written is one.
    if (!report) return interrupted() && report.error().code != ErrorCode::write_failed ? exit_code(0) : fail(report.error());
    return conclude(*report, {}, file);
  }

  // Everything that a run leaves: the file, then the report. One that was interrupted and saved leaves what was saved.
  int conclude(TrainReport& report, const Where& where, ModelFile& file) const {
    clear_progress();
    const bool quiet = arguments_.given("--quiet");
    if (report.model.stop == Stop::interrupted && saves()) {
      const std::string path = *arguments_.text("--checkpoint");
      if (!quiet) say("novikoff: interrupted; the run is saved in " + path + ", go on with --resume " + path + "\n");
      return exit_code(0);
    }
    note_label_column(setting_.reading, report.model.source);
    if (Status saved = file.save(report.model); !saved) return fail(saved.error());
    if (!quiet) say(header_remark(report.model.source.names));
    if (arguments_.given("--json")) return exit_code(print(train_json(report, options_)));
    return exit_code(quiet ? 0 : print(train_text(report, options_, where)));
  }

  const Arguments& arguments_;
  TrainSetting setting_;
  TrainOptions options_;
};

}  // namespace

int train(const Arguments& arguments) {
  Result<TrainSetting> setting = open_train_setting(arguments);
  if (!setting) return fail(setting.error());
  return Run(arguments, *std::move(setting)).go();
}

}  // namespace novikoff::cli
