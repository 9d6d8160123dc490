#!/bin/sh
# tidy.sh [FILE...]: clang-tidy-14 (see .clang-tidy) over all sources and through them all headers; or over these sources.
# Uses the release build's compile commands, which must be configured with the tests.
set -eu
cd "$(dirname "$0")/.."
jobs=${JOBS:-$(nproc)}

[ -f build/release/compile_commands.json ] || cmake --preset release -DNOVIKOFF_TESTS=ON >/dev/null
if [ $# -gt 0 ]; then
  printf '%s\n' "$@"
else
  find src cli -name '*.cpp' | sort
fi | xargs -P "$jobs" -n 2 clang-tidy-14 --quiet -p build/release
