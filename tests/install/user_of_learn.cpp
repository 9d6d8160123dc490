// Learns x > 0 with the portable rooms alone.
#include <cstdio>

#include "novikoff/learn/hypothesis.hpp"
#include "novikoff/learn/rule.hpp"

int main() {
  const double x[] = {2};
  novikoff::Hypothesis w{{0}, 0, 0};
  const novikoff::Step step = novikoff::Perceptron{}({1, w.score({nullptr, x, 1}).value});
  w.add(step.coefficient, {nullptr, x, 1});
  const bool right = step.update && w.score({nullptr, x, 1}).value == 4;
  std::puts(right ? "learned" : "wrong");
  return right ? 0 : 1;
}
