#include "novikoff/run/online.hpp"

#include "cli.hpp"
#include "novikoff/core/number.hpp"
#include "novikoff/run/data_reference.hpp"
#include "novikoff/run/embedded.hpp"
#include "novikoff/run/report.hpp"
#include "novikoff/run/settings.hpp"

namespace novikoff::cli {
namespace {

// Prints each prediction before the next row is asked for, and the table of mistakes at 1, 2, 4, 8 … rows.
class Protocol {
 public:
  Protocol(const Arguments& arguments, const Labels& labels, const Source& source, Results& results)
      : scores_(arguments.given("--scores")),
        table_(!arguments.given("--quiet")),
        learns_on_(arguments.given("--model-out")),
        labels_(labels),
        source_(source),
        results_(results),
        classes_(labels.classes()) {}

  std::optional<Stop> take(const OnlineStep& step) {
    std::string line = label_spelling(classes_, step.score >= 0 ? +1 : -1);
    classes_ = labels_.classes();  // the row's own label is known from here on
    if (scores_) {
      if (!step.score_in_range) return give_up(score_error(step));
      line += '\t';
      append_text(line, step.score == 0 ? 0 : step.score);
    }
    line += '\n';
    Status written = results_.write(line);
    if (written) written = results_.flush();
    if (!written) return give_up(written.error());
    if (table_) show(step);
    if (interrupted()) return Stop::interrupted;
    return results_.closed() && !learns_on_ ? std::optional(Stop::interrupted) : std::nullopt;
  }

  void finish(const TrainReport& report) const {
    if (!table_) return;
    const Counts& counts = report.model.counts;
    if (!head_shown_) say(online_head());
    if (last_shown_ != counts.seen || !head_shown_) say(online_line(counts));
    say(margin_seen_text(report.margin) + progressive_text(counts));
  }

  std::optional<ErrorInfo> error;

 private:
  std::optional<Stop> give_up(ErrorInfo why) {
    error = std::move(why);
    return Stop::interrupted;
  }
  ErrorInfo score_error(const OnlineStep& step) const {
    const Schema& schema = source_.schema();
    const std::string file = step.place.file < schema.files.size() ? schema.files[step.place.file] : std::string{};
    return {ErrorCode::score_not_representable,
            "the score of row " + std::to_string(step.row + 1) + " is beyond what a double holds",
            {file, step.place.line, 0},
            "its label is known: leave out --scores, or scale the columns",
            {}};
  }
  void show(const OnlineStep& step) {
    if (!step.labelled || step.progress.counts.seen < next_shown_) return;
    if (!head_shown_) say(online_head());
    head_shown_ = true;
    say(online_line(step.progress.counts));
    last_shown_ = step.progress.counts.seen;
    while (next_shown_ <= last_shown_) next_shown_ *= 2;
  }

  bool scores_, table_, learns_on_;
  const Labels& labels_;
  const Source& source_;
  Results& results_;
  std::pair<std::string, std::string> classes_;
  std::uint64_t next_shown_ = 1, last_shown_ = 0;
  bool head_shown_ = false;
};

// What the stream did not say of its columns is as it was in the model.
void complete_source(Model& model, const ReadOptions& reading, const Model* resume) {
  note_reading(reading, model.source);
  if (resume == nullptr) return;
  if (model.source.names.empty()) model.source.names = resume->source.names;
  if (model.source.label_name.empty() && model.source.label_column == 0) {
    model.source.label_name = resume->source.label_name;
    model.source.label_column = resume->source.label_column;
  }
  note_ignored(reading, model.source);
}

}  // namespace

int online(const Arguments& arguments) {
  const bool json = arguments.given("--json");
  if (json && !Results::names_file(arguments)) return fail(usage_error("--json reports on standard output, so the predictions need a file: -o FILE"));
  const Result<OnlineSetting> setting = open_online_setting(arguments);
  if (!setting) return fail(setting.error());
  const Model* resume = setting->resume ? &*setting->resume : nullptr;
  ReadOptions reading = setting->reading;
  Labels labels = setting->labels;
  TrainOptions options;
  options.spec = setting->spec;
  options.memory = reading.memory;
  catch_signals();
  options.watch = [](const Progress&) { return interrupted() ? std::optional(Stop::interrupted) : std::nullopt; };
  const Result<std::unique_ptr<Source>> source = open_input(setting->inputs, reading, labels, &interrupted());
  if (!source) return fail(source.error());
  Result<Results> results = Results::open(arguments);
  if (!results) return fail(results.error());
  Result<ModelFile> file = ModelFile::open(arguments.text("--model-out"));
  if (!file) return fail(file.error());
  Protocol protocol(arguments, labels, **source, *results);
  Result<TrainReport> report = run_online(**source, labels, options, resume, [&](const OnlineStep& step) { return protocol.take(step); });
  if (protocol.error || !report) return fail(protocol.error ? *protocol.error : report.error());
  if (interrupted()) report->model.stop = Stop::interrupted;
  complete_source(report->model, reading, resume);
  if (Status committed = results->commit(); !committed) return fail(committed.error());
  if (Status saved = file->save(report->model); !saved) return fail(saved.error());
  protocol.finish(*report);
  return exit_code(json ? print(train_json(*report, options)) : 0);
}

}  // namespace novikoff::cli
