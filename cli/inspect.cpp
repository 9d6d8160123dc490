#include "cli.hpp"
#include "novikoff/run/certify.hpp"
#include "novikoff/run/embedded.hpp"
#include "novikoff/run/report.hpp"
#include "novikoff/run/settings.hpp"

namespace novikoff::cli {

int inspect(const Arguments& arguments) {
  const std::string& input = arguments.positions().front();
  const bool quiet = arguments.given("--quiet");  // then the exit code alone says whether the file is whole
  if (is_embedded(input)) {
    const Result<const EmbeddedSet*> set = find_embedded(input);
    if (!set) return fail(set.error());
    if (arguments.given("--json")) return print(embedded_json(**set));
    return quiet ? 0 : print(embedded_text(**set));
  }
  if (is_cache(input)) {
    const Result<CacheCheck> check = check_cache(input, memory_limit(arguments));
    if (!check) return fail(check.error());
    if (arguments.given("--json")) return print(inspect_json(*check));
    return quiet ? 0 : print(printable(inspect_text(*check)));
  }
  const Result<std::variant<Model, CertificateFile>> file = load_any(input, memory_limit(arguments));
  if (!file) {
    ErrorInfo error = with_embedded_hint(file.error());
    if (error.code == ErrorCode::model_invalid && error.hint.empty())
      error.hint = "inspect shows models, certificates and caches; how a data file is understood shows: novikoff convert " + input;
    return fail(error);
  }
  if (const auto* certificate = std::get_if<CertificateFile>(&*file)) {
    if (arguments.given("--json")) return print(inspect_json(*certificate));
    return quiet ? 0 : print(printable(inspect_text(*certificate)));
  }
  const Model& model = std::get<Model>(*file);
  if (arguments.given("--json")) return print(inspect_json(model));
  return quiet ? 0 : print(printable(inspect_text(model, arguments.count("--top").value_or(10))));
}

}  // namespace novikoff::cli
