#include "novikoff/run/generate.hpp"

#include "cli.hpp"
#include "novikoff/run/embedded.hpp"

namespace novikoff::cli {

int generate(const Arguments& arguments) {
  const bool json = arguments.given("--json");
  if (json && !Results::names_file(arguments)) return fail(usage_error("--json reports on standard output, so the rows need a file: -o FILE"));
  const Result<GenerateOptions> options = generate_options(arguments);
  if (!options) return fail(options.error());
  const Result<std::string> description = generate_description(*options);
  if (!description) return fail(description.error());
  catch_signals();
  Result<Results> results = Results::open(arguments);
  if (!results) return fail(results.error());
  const Result<std::uint64_t> rows = generate(*options, *description, [&](std::string_view text) -> Result<bool> {
    if (Status written = results->write(text); !written) return written.error();
    return !results->closed() && !interrupted();
  });
  if (interrupted()) return exit_code(0);
  if (!rows) return fail(rows.error());
  if (Status committed = results->commit(); !committed) return fail(committed.error());
  if (options->csv && !arguments.given("--quiet")) say("note: " + *description + '\n');  // CSV has no comments
  return json ? print(generate_json(*options, *rows, *description)) : 0;
}

}  // namespace novikoff::cli
