// Prints what is made from the tables, by name; tests/cli/pages_test.py says where each is kept.
#include <array>
#include <iostream>

#include "docs.hpp"
#include "novikoff/core/error.hpp"

namespace {

void print_codes(std::ostream& out) {
  for (const novikoff::ErrorDescription& row : novikoff::error_descriptions()) out << row.name << '\n';
}

struct Page {
  std::string_view name;
  void (*print)(std::ostream&);
};

using namespace novikoff::docs;
constexpr std::array kPages = {Page{"errors", print_errors}, Page{"options-md", print_options}, Page{"options-schema", print_schema},
                               Page{"man", print_man},       Page{"bash", print_bash},          Page{"zsh", print_zsh},
                               Page{"fish", print_fish},     Page{"codes", print_codes}};

}  // namespace

int main(int argc, char** argv) {
  const std::string_view name = argc == 2 ? argv[1] : "";
  for (const Page& page : kPages) {
    if (page.name != name) continue;
    page.print(std::cout);
    return std::cout.flush() ? 0 : 4;
  }
  std::cerr << "usage: novikoff_docs";
  for (const Page& page : kPages) std::cerr << ' ' << page.name;
  std::cerr << '\n';
  return 2;
}
