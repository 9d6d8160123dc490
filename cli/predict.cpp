#include "novikoff/run/predict.hpp"

#include "cli.hpp"
#include "novikoff/core/number.hpp"
#include "novikoff/run/embedded.hpp"
#include "novikoff/run/model_io.hpp"
#include "novikoff/run/report.hpp"
#include "novikoff/run/settings.hpp"

namespace novikoff::cli {
namespace {

// One answer a line, even if a label of a CSV file holds a line break: then in quotes, as CSV writes it.
std::string one_line(const std::string& label) {
  if (label.find_first_of("\r\n") == std::string::npos) return label;
  std::string out = "\"";
  for (const char c : label) out += c == '"' ? std::string("\"\"") : c == '\n' ? std::string("\\n") : c == '\r' ? std::string("\\r") : std::string(1, c);
  return out + '"';
}

class Answers {
 public:
  Answers(const Arguments& arguments, const Model& model, const Source& source, Results& results)
      : scores_(arguments.given("--scores")), source_(source), results_(results) {
    const std::pair<std::string, std::string> classes{model.source.negative, model.source.positive};
    negative_ = one_line(label_spelling(classes, -1));
    positive_ = one_line(label_spelling(classes, +1));
  }

  // False: stop, for an error or because nobody reads.
  bool take(const Prediction& prediction) {
    if (interrupted()) return false;
    ++(prediction.predicted > 0 ? predicted.positive : predicted.negative);
    line_ = prediction.predicted > 0 ? positive_ : negative_;
    if (scores_) {
      if (!prediction.score_in_range) {
        error = score_error(prediction);
        return false;
      }
      line_ += '\t';
      append_text(line_, prediction.score == 0 ? 0 : prediction.score);
    }
    line_ += '\n';
    if (Status written = results_.write(line_); !written) error = written.error();
    return !error && !results_.closed();
  }

  bool flush() {
    if (Status flushed = results_.flush(); !flushed) error = flushed.error();
    return !error && !results_.closed();
  }

  Predicted predicted;
  std::optional<ErrorInfo> error;

 private:
  ErrorInfo score_error(const Prediction& prediction) const {
    const Schema& schema = source_.schema();
    const std::string file = prediction.place.file < schema.files.size() ? schema.files[prediction.place.file] : std::string{};
    return {ErrorCode::score_not_representable,
            "the score of row " + std::to_string(prediction.row + 1) + " is beyond what a double holds",
            {file, prediction.place.line, 0},
            "its label is known: leave out --scores, or scale the columns",
            {}};
  }

  bool scores_;
  const Source& source_;
  Results& results_;
  std::string negative_, positive_, line_;
};

}  // namespace

int predict(const Arguments& arguments) {
  if (arguments.given("--json") && !Results::names_file(arguments))
    return fail(usage_error("--json reports on standard output, so the predictions need a file: -o FILE"));
  const Result<Setting> setting = open_setting(arguments, true);
  if (!setting) return fail(setting.error());
  const Model& model = setting->model;
  Labels labels = Labels::any();
  ReadOptions reading = setting->reading;
  catch_signals();
  const Result<std::unique_ptr<Source>> source = open_input(setting->inputs, reading, labels, &interrupted());
  if (!source) return fail(source.error());
  Result<Results> results = Results::open(arguments);
  if (!results) return fail(results.error());
  Answers answers(arguments, model, **source, *results);
  // What is answered is shown before the next rows are waited for.
  const auto flush = [&] { return answers.flush(); };
  const Result<PredictReport> report = predict(model, **source, labels, {.after_block = flush, .unseen_is_error = setting->unseen_is_error},
                                               [&](const Prediction& prediction) { return answers.take(prediction); });
  if (interrupted()) return exit_code(0);
  if (answers.error || !report) {
    if (!results->to_file()) static_cast<void>(results->commit());
    return fail(answers.error ? *answers.error : report.error());
  }
  if (Status committed = results->commit(); !committed) return fail(committed.error());
  if (!arguments.given("--quiet")) say(unlabelled_text(reading, (*source)->schema()) + unseen_text(*report));
  return arguments.given("--json") ? print(predict_json(model, *report, answers.predicted)) : 0;
}

int evaluate(const Arguments& arguments) {
  const Result<Setting> setting = open_setting(arguments, false);
  if (!setting) return fail(setting.error());
  const Model& model = setting->model;
  Labels labels = labels_of(model);
  ReadOptions reading = setting->reading;
  catch_signals();
  const Result<std::unique_ptr<Source>> source = open_input(setting->inputs, reading, labels, &interrupted());
  if (!source) return fail(source.error());
  const Result<PredictReport> report =
      predict(model, **source, labels, {.after_block = {}, .unseen_is_error = setting->unseen_is_error}, [](const Prediction&) { return !interrupted(); });
  if (interrupted()) return exit_code(0);
  if (!report) return fail(with_evaluate_hint(report.error()));
  if (arguments.given("--json")) return print(evaluate_json(model, *report));
  return arguments.given("--quiet") ? 0 : print(printable(evaluate_text(model, *report)));
}

}  // namespace novikoff::cli
