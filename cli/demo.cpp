#include "novikoff/run/demo.hpp"

#include "cli.hpp"

namespace novikoff::cli {

int demo(const Arguments& arguments) {
  const std::string name = arguments.positions().empty() ? "" : arguments.positions().front();
  const Result<std::string> text = arguments.given("--json") ? demo_json(name) : demo_text(name);
  if (!text) return fail(text.error());
  return arguments.given("--quiet") && !arguments.given("--json") ? 0 : print(*text);
}

}  // namespace novikoff::cli
