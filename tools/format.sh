#!/bin/sh
# format.sh OPTION...: clang-format-14 with these options over every C++ file of the project.
set -eu
cd "$(dirname "$0")/.."
for folder in include src cli bindings tests fuzz bench examples tools; do
  if [ -d "$folder" ]; then find "$folder" -name '*.hpp' -o -name '*.cpp' -o -name '*.h' -o -name '*.inc'; fi
done | sort | xargs clang-format-14 "$@"
