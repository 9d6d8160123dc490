// The smallest user of the portable rooms. Everything in their libraries is linked in (see CMakeLists.txt).
#include "novikoff/core/number.hpp"
#include "novikoff/core/random.hpp"

int main() {
  novikoff::Rng rng(1);
  return novikoff::to_text(rng.uniform()).empty() ? 1 : 0;
}
