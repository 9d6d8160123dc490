#include "cli.hpp"
#include "novikoff/run/embedded.hpp"
#include "novikoff/run/report.hpp"
#include "novikoff/run/settings.hpp"

namespace novikoff::cli {
namespace {

// Everything that a finished run leaves: the file, then the report.
int conclude(const Arguments& arguments, const TrainReport& report, const TrainOptions& options, const Where& where, ModelFile& file) {
  clear_progress();
  if (Status saved = file.save(report.model); !saved) return fail(saved.error());
  const bool quiet = arguments.given("--quiet");
  if (!quiet) say(header_remark(report.model.source.names));
  if (arguments.given("--json")) return exit_code(print(train_json(report, options)));
  return exit_code(quiet ? 0 : print(train_text(report, options, where)));
}

int train_in_memory(const Arguments& arguments, const ReadOptions& reading, Source& source, Labels& labels, TrainOptions& options, ModelFile& file) {
  const Result<Dataset> data = Dataset::read(source, labels, reading.memory);
  if (interrupted()) return exit_code(0);
  if (!data) return fail(data.error());
  // Weights beyond the limit are not drawn; the run then says so.
  if (data->n_features() <= reading.memory / sizeof(double)) draw_start(options.spec, data->n_features(), drawn_start(arguments));
  Result<TrainReport> report = train(*data, options);
  if (!report) return fail(report.error());
  note_label_column(reading, report->model.source);
  return conclude(
      arguments, *report, options, [&](std::uint64_t row) { return data->where(row); }, file);
}

int train_streamed(const Arguments& arguments, const ReadOptions& reading, Source& source, Labels& labels, const TrainOptions& options, ModelFile& file) {
  Result<TrainReport> report = train_stream(source, labels, options);
  if (!report && interrupted()) return exit_code(0);
  if (!report) return fail(report.error());
  if (interrupted()) report->model.stop = Stop::interrupted;
  note_label_column(reading, report->model.source);
  return conclude(arguments, *report, options, {}, file);
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
  const Preset* preset = preset_of(arguments);
  if (preset != nullptr) options.like = preset->name;
  options.per_example = arguments.given("--per-example") || (preset != nullptr && preset->dual);
  options.sequence = arguments.given("--sequence");
  options.curve = arguments.given("--errors-per-pass");
  options.memory = reading->memory;
  options.watch = watch_for_signals(arguments);
  catch_signals();
  const Result<std::unique_ptr<Source>> source = open_input(arguments.positions(), *reading, *labels, &interrupted());
  if (!source) return fail(source.error());
  Result<ModelFile> file = ModelFile::open(arguments.text("--output"));
  if (!file) return fail(file.error());
  if (needs_memory(*spec, arguments)) return train_in_memory(arguments, *reading, **source, *labels, options, *file);
  return train_streamed(arguments, *reading, **source, *labels, options, *file);
}

}  // namespace novikoff::cli
