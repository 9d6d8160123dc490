#include "cli.hpp"

namespace novikoff::cli {

int demo(const Arguments& arguments) {
  static_cast<void>(arguments);
  return 0;
}

}  // namespace novikoff::cli
