#!/bin/sh
# Builds the configurations of the matrix and reports all of it in one ctest run. A configuration that does not build is a
# failed test (tests/matrix/CMakeLists.txt builds it again and shows why), so the other configurations are still reported.
set -eu
cd "$(dirname "$0")/.."
jobs=${JOBS:-$(nproc)}

cmake --preset release -DNOVIKOFF_TESTS=ON >/dev/null
for preset in clang O0; do
  cmake --preset "$preset" >/dev/null || echo "matrix: $preset does not configure"
done
for preset in release clang O0; do
  echo "matrix: building $preset"
  cmake --build --preset "$preset" --parallel "$jobs" -- -k 0 || echo "matrix: $preset does not build"
done

# From scratch: it only lists tests, and the programs it lists may be new.
rm -rf build/matrix
cmake -S tests/matrix -B build/matrix -G Ninja -DJOBS="$jobs"
exec ctest --test-dir build/matrix --output-on-failure --parallel "$jobs"
