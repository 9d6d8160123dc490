#!/bin/sh
# fuzz.sh SECONDS: runs every built fuzz target for so long, one after the other, beginning with its corpus. What it finds
# new stays below build/fuzz/corpus; a crash ends the run and leaves its input in build/fuzz/crash-*.
set -eu
seconds=$1
cd "$(dirname "$0")/../build/fuzz"

for target in fuzz/fuzz_*; do
  [ -f "$target" ] && [ -x "$target" ] || continue
  name=${target#fuzz/fuzz_}
  seeds=../../fuzz/corpus/$name
  [ -d "$seeds" ] || seeds=
  mkdir -p "corpus/$name"
  echo "fuzz $name: $seconds s"
  "$target" -max_total_time="$seconds" -rss_limit_mb=4096 -timeout=20 -print_final_stats=1 -artifact_prefix="crash-$name-" \
    -verbosity=0 "corpus/$name" $seeds
done
