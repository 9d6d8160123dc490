#!/bin/sh
# tidy.sh [FILE...]: clang-tidy-14 (see .clang-tidy) over all sources and through them all headers; or over these sources.
# All of them are read in the groups in which the preset clang compiles them, for most of the time goes into headers; given ones alone, as the release
# build compiles them, which must be configured with the tests.
set -eu
cd "$(dirname "$0")/.."
jobs=${JOBS:-$(nproc)}

[ -f build/release/compile_commands.json ] || cmake --preset release -DNOVIKOFF_TESTS=ON >/dev/null
if [ $# -gt 0 ]; then
  printf '%s\n' "$@" | xargs -P "$jobs" -n 1 clang-tidy-14 --quiet -p build/release
  exit
fi

cmake --preset clang >/dev/null
units=$(sed -n 's/^ *"file": "\(.*\)".*/\1/p' build/clang/compile_commands.json | grep -E "^$PWD/(src|cli)/|/novikoff_[a-z]+\.dir/Unity/")
find "$PWD/src" "$PWD/cli" -name '*.cpp' | while read -r source; do
  printf '%s\n' "$units" | grep -qxF "$source" || grep -qF "\"$source\"" $(printf '%s\n' "$units" | grep /Unity/) || { echo "$0: $source is in no group" >&2; exit 1; }
done
printf '%s\n' "$units" | xargs -P "$jobs" -n 1 clang-tidy-14 --quiet -p build/clang
# This check looks at main files alone: asked of each source that has such a declaration.
find src cli -name '*.cpp' -exec grep -lE '^ *using [^=]*::' {} + | xargs -P "$jobs" -n 1 clang-tidy-14 --quiet -p build/release '--checks=-*,misc-unused-using-decls'
