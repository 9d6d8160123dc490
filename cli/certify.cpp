#include "novikoff/run/certify.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "cli.hpp"
#include "novikoff/run/embedded.hpp"
#include "novikoff/run/report.hpp"

namespace novikoff::cli {
namespace {

// Stops a search that was interrupted, and shows how long it has been going on if standard error is a terminal.
std::function<bool(double)> watch_search(const Arguments& arguments) {
  const bool show = !arguments.given("--quiet") && ::isatty(STDERR_FILENO) == 1;
  double next = 1;
  return [show, next](double seconds) mutable {
    if (show && seconds >= next) {
      next = seconds + 1;
      show_progress(fmt::format("\rsearching for a proof, {:.0f} s ", seconds));
    }
    return interrupted().load();
  };
}

int interrupted_search(const Arguments& arguments) {
  clear_progress();
  if (!arguments.given("--quiet"))
    say("novikoff: interrupted; what was found is not kept, and no certificate is written (--max-seconds ends a search with what it has)\n");
  return exit_code(0);
}

int report_certificate(const Arguments& arguments, const CertifyReport& report) {
  clear_progress();
  if (!arguments.given("--quiet")) say(printable(header_remark(report.data->schema.names)));
  int code = 0;
  if (arguments.given("--json"))
    code = print(certify_json(report));
  else if (!arguments.given("--quiet"))
    code = print(printable(certify_text(report, arguments.text("--output"), arguments.positions())));
  // What was asked for and cannot be made is a negative answer too.
  const bool missing = arguments.given("--output") && report.certificate() == nullptr;
  if (missing && arguments.given("--quiet")) say("novikoff: undecided; no certificate is written\n");
  const bool no_model = arguments.given("--model-out") && (!report.margin || !report.why_no_model.empty());
  if (no_model && arguments.given("--quiet")) say("novikoff: " + (report.margin ? report.why_no_model : "no margin is proved") + "; no model is written\n");
  return code == 0 && (missing || no_model || !report.as_expected()) ? 1 : code;
}

}  // namespace

int certify(const Arguments& arguments) {
  Result<CertifySetting> setting = open_certify_setting(arguments);
  if (!setting) return fail(setting.error());
  catch_signals();
  std::optional<InputAgain> again = input_again(arguments.positions(), setting->reading, &interrupted());
  const Result<std::unique_ptr<Source>> source = open_input(arguments.positions(), setting->reading, setting->labels, &interrupted());
  if (!source) return fail(source.error());
  Result<CertificateOutput> output = CertificateOutput::open(arguments.text("--output"));
  if (!output) return fail(output.error());
  Result<ModelFile> model_file = ModelFile::open(arguments.text("--model-out"));
  if (!model_file) return fail(model_file.error());
  const Result<ExactData> data = read_data(**source, *setting, std::move(again));
  if (interrupted()) return interrupted_search(arguments);
  if (!data) return fail(data.error());
  Result<CertifyReport> report = certify(*data, *setting, watch_search(arguments));
  if (interrupted()) return interrupted_search(arguments);
  if (!report) return fail(report.error());
  if (report->certificate() != nullptr)
    if (Status saved = output->save(certificate_file(*report)); !saved) return fail(saved.error());
  if (report->margin && setting->model_out) {
    const Result<MarginModel> made = margin_model(*report);
    if (!made) return fail(made.error());
    report->why_no_model = made->why_not;
    if (made->model)
      if (Status saved = model_file->save(*made->model); !saved) return fail(saved.error());
  }
  return report_certificate(arguments, *report);
}

int check(const Arguments& arguments) {
  Result<CheckSetting> setting = open_check_setting(arguments);
  if (!setting) return fail(setting.error());
  catch_signals();
  const auto answer = [&](const CheckReport& report, const std::string& where) {
    const bool quiet = arguments.given("--quiet");
    const int code = arguments.given("--json") ? print(check_json(setting->file, report))
                     : quiet                   ? 0
                                               : print(printable(check_text(setting->file, report, where)));
    return code == 0 && !report.holds ? 1 : code;
  };
  if (const auto other = asked_for_other_numbers(arguments, setting->file)) return answer(*other, {});
  std::optional<InputAgain> again = input_again(setting->inputs, setting->reading, &interrupted());
  const Result<std::unique_ptr<Source>> source = open_input(setting->inputs, setting->reading, setting->labels, &interrupted());
  if (!source) return fail(source.error());
  const Result<ExactData> data = read_data(**source, *setting, std::move(again));
  if (interrupted()) return exit_code(0);
  if (!data) {
    if (const auto other = other_examples(setting->file, data.error())) return answer(*other, {});
    return fail(data.error());
  }
  // Nothing is written from here on, so that a signal may end the check at once, however long it takes.
  leave_signals();
  std::optional<SecondsShown> shown(std::in_place, arguments, "checking the proof");
  const Result<CheckReport> report = check_data(setting->file, *data, setting->reading.memory, setting->threads);
  shown.reset();
  if (!report) return fail(report.error());
  return answer(*report, report->row ? data->where(*report->row) : std::string());
}

}  // namespace novikoff::cli
