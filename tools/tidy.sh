#!/bin/sh
# tidy.sh [FILE...]: clang-tidy-14 (see .clang-tidy) over the public headers, each alone, and all sources; or over these sources.
# Uses the release build's compile commands, which must be configured with the tests.
set -eu
cd "$(dirname "$0")/.."
jobs=${JOBS:-$(nproc)}

[ -d build/release/headers ] || cmake --preset release -DNOVIKOFF_TESTS=ON >/dev/null
if [ $# -gt 0 ]; then
  printf '%s\n' "$@"
else
  for folder in build/release/headers src cli; do
    if [ -d "$folder" ]; then find "$folder" -name '*.cpp'; fi
  done | sort
fi | xargs -P "$jobs" -n 2 clang-tidy-14 --quiet -p build/release
