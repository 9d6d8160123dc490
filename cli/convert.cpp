#include "novikoff/run/convert.hpp"

#include "cli.hpp"
#include "novikoff/core/label.hpp"
#include "novikoff/run/embedded.hpp"
#include "novikoff/run/report.hpp"
#include "novikoff/run/settings.hpp"

namespace novikoff::cli {
namespace {

ConvertTo format_asked(const Arguments& arguments) {
  const std::string output = arguments.text("--output").value_or("");
  const std::string to = arguments.text("--to").value_or(output.ends_with(".csv") ? "csv" : output.ends_with(".nvk") ? "cache" : "libsvm");
  return to == "csv" ? ConvertTo::csv : to == "cache" ? ConvertTo::cache : ConvertTo::libsvm;
}

// Two numbers stay as they are spelled; words need a number each.
bool maps_labels(const Arguments& arguments) {
  const auto pair = arguments.pair("--labels");
  return pair && !(Label::of(pair->first).number && Label::of(pair->second).number);
}

}  // namespace

int convert(const Arguments& arguments) {
  if (arguments.given("--json") && !Results::names_file(arguments))
    return fail(usage_error("--json reports on standard output, so the rows need a file: -o FILE"));
  Result<ReadOptions> reading = read_options(arguments);
  if (!reading) return fail(reading.error());
  ConvertOptions options;
  options.to = format_asked(arguments);
  options.binary64 = arguments.text("--numbers").value_or("decimal") == "binary64";
  options.map_labels = maps_labels(arguments);
  options.memory = reading->memory;
  reading->keep_text = true;
  reading->decimals = !options.binary64;
  const auto pair = arguments.pair("--labels");
  Labels labels = pair ? Labels::fixed(pair->first, pair->second) : Labels::any();
  if (options.to == ConvertTo::cache && !Results::names_file(arguments))
    return fail(usage_error("a cache does not go to standard output: name a file with -o FILE"));
  catch_signals();
  const Result<std::unique_ptr<Source>> source = open_input(arguments.positions(), *reading, labels, &interrupted());
  if (!source) return fail(source.error());
  Result<Results> results = Results::open(arguments);
  if (!results) return fail(results.error());
  const Sink write = [&](std::string_view text) -> Result<bool> {
    if (Status written = results->write(text); !written) return written.error();
    return !results->closed();
  };
  const Result<std::uint64_t> rows = options.to == ConvertTo::cache
                                         ? convert_to_cache(**source, arguments.positions(), *reading, arguments.text("--output").value_or("-"), options, write)
                                         : convert(**source, labels, options, write);
  if (interrupted()) return exit_code(0);
  if (!rows) {
    // The rows before the error are shown, as far as they were understood; a file is not written.
    if (!results->to_file()) static_cast<void>(results->commit());
    return fail(rows.error());
  }
  if (Status committed = results->commit(); !committed) return fail(committed.error());
  if (!arguments.given("--quiet")) say(header_remark((*source)->schema().names));
  return arguments.given("--json") ? print(convert_json(*rows, (*source)->schema(), options.to)) : 0;
}

}  // namespace novikoff::cli
