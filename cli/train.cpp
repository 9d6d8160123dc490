#include <cstdlib>

#include "cli.hpp"
#include "novikoff/run/curve.hpp"
#include "novikoff/run/embedded.hpp"
#include "novikoff/run/holdout.hpp"
#include "novikoff/run/report.hpp"
#include "novikoff/run/settings.hpp"

namespace novikoff::cli {
namespace {

// A run's files, opened before it.
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

Status save(const TrainReport& report, Files& files) {
  if (Status saved = files.model.save(report.model); !saved || !files.curve) return saved;
  if (Status written = files.curve->write(curve_svg(report.curve)); !written) return written;
  return files.curve->commit();
}

std::string plot(const Arguments& arguments, const TrainReport& report) {
  const bool utf8 = names_utf8(std::getenv("LC_ALL"), std::getenv("LC_CTYPE"), std::getenv("LANG"));
  return curve_plot(report.curve, utf8 && !arguments.given("--ascii"));
}

// Everything that a finished run leaves: the file, then the report.
int conclude(const Arguments& arguments, const TrainReport& report, const TrainOptions& options, const Where& where, Files& files) {
  clear_progress();
  if (Status saved = save(report, files); !saved) return fail(saved.error());
  const bool quiet = arguments.given("--quiet");
  if (!quiet) say(header_remark(report.model.source.names));
  if (arguments.given("--json")) return exit_code(print(train_json(report, options)));
  return exit_code(quiet ? 0 : print(train_text(report, options, where) + plot(arguments, report)));
}

int train_in_memory(const Arguments& arguments, const ReadOptions& reading, Source& source, Labels& labels, TrainOptions options, Files& files) {
  Result<Dataset> data = Dataset::read(source, labels, reading.memory);
  if (interrupted()) return exit_code(0);
  if (!data) return fail(data.error());
  const Result<HoldoutChoice> choice = holdout_choice(arguments);
  if (!choice) return fail(choice.error());
  Result<ReadOptions> asked = read_options(arguments);  // `reading` may have become that of an embedded set
  if (!asked) return fail(asked.error());
  if (!asked->label_name && asked->label_column == 0) asked->label_name = reading.label_name;
  const Result<TrainingRows> rows = hold_out(*std::move(data), *choice, *asked, options.spec.seed, &interrupted());
  if (interrupted()) return exit_code(0);
  if (!rows) return fail(rows.error());
  if (rows->holdout) options.holdout = &*rows->holdout;
  Result<TrainReport> report = train(rows->training, options);
  if (!report) return fail(report.error());
  note_label_column(reading, report->model.source);
  return conclude(
      arguments, *report, options, [&](std::uint64_t row) { return rows->training.where(row); }, files);
}

int train_streamed(const Arguments& arguments, const ReadOptions& reading, Source& source, Labels& labels, const TrainOptions& options, Files& files) {
  Result<TrainReport> report = train_stream(source, labels, options);
  if (!report && interrupted()) return exit_code(0);
  if (!report) return fail(report.error());
  if (interrupted()) report->model.stop = Stop::interrupted;
  note_label_column(reading, report->model.source);
  return conclude(arguments, *report, options, {}, files);
}

}  // namespace

int train(const Arguments& arguments) {
  TrainOptions options;
  const Result<LearnerSpec> spec = learner_spec(arguments);
  if (!spec) return fail(spec.error());
  Result<ReadOptions> reading = read_options(arguments);
  if (!reading) return fail(reading.error());
  Result<Labels> labels = label_policy(arguments, spec->order == Order::online);
  if (!labels) return fail(labels.error());
  options.spec = *spec;
  options.per_example = arguments.given("--per-example");
  options.sequence = arguments.given("--sequence");
  options.curve = arguments.given("--errors-per-pass") || arguments.given("--curve");
  options.memory = reading->memory;
  options.watch = watch_for_signals(arguments);
  catch_signals();
  const Result<std::unique_ptr<Source>> source = open_input(arguments.positions(), *reading, *labels, &interrupted());
  if (!source) return fail(source.error());
  Result<Files> files = open_files(arguments);
  if (!files) return fail(files.error());
  if (needs_memory(*spec, arguments)) return train_in_memory(arguments, *reading, **source, *labels, options, *files);
  return train_streamed(arguments, *reading, **source, *labels, options, *files);
}

}  // namespace novikoff::cli
