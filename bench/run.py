#!/usr/bin/env python3
"""Measures whole commands against a plain twin in the same run and writes bench/RESULTS.md: ratios of medians, never absolute times alone.

    bench/run.py BUILD-FOLDER [--megabytes N] [--pairs N]

Both sides read the same file from standard input, in turn, after one run each that is not counted. Processor time is user + system
as the operating system accounts it, memory the largest resident set.
"""
import argparse
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile

FEATURES = 47236
BYTES_PER_ROW = 877  # of the generated data, about


def measure(command, data):
    """{cpu, wall, memory} of one run that reads `data`."""
    with open(data, "rb") as stdin, open(os.devnull, "wb") as null:
        begin = os.times().elapsed
        child = subprocess.Popen(command, stdin=stdin, stdout=null)
        _, status, usage = os.wait4(child.pid, 0)
        wall = os.times().elapsed - begin
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"{command[0]} ended with {child.returncode}")
    return {"cpu": usage.ru_utime + usage.ru_stime, "wall": wall, "memory": usage.ru_maxrss / 1024}


def compare(ours, twin, data, pairs):
    measure(ours, data), measure(twin, data)
    runs = [(measure(ours, data), measure(twin, data)) for _ in range(pairs)]
    return {
        "cpu": statistics.median(a["cpu"] for a, _ in runs),
        "wall": statistics.median(a["wall"] for a, _ in runs),
        "memory": max(a["memory"] for a, _ in runs),
        "twin_cpu": statistics.median(b["cpu"] for _, b in runs),
        "twin_wall": statistics.median(b["wall"] for _, b in runs),
        "twin_memory": max(b["memory"] for _, b in runs),
        "cpu_ratio": statistics.median(b["cpu"] / a["cpu"] for a, b in runs),
        "wall_ratio": statistics.median(b["wall"] / a["wall"] for a, b in runs),
    }


def make_data(program, rows, path):
    """Text-like sparse rows without the comment in the first line, which the reference loop does not know."""
    words = ["generate", "text", "--rows", str(rows), "--features", str(FEATURES), "--values-per-row", "80", "--noise", "0.05"]
    with open(path, "wb") as out, subprocess.Popen([program, *words], stdout=subprocess.PIPE) as maker:
        maker.stdout.readline()
        shutil.copyfileobj(maker.stdout, out)
    if maker.returncode != 0:
        sys.exit(f"{program} ended with {maker.returncode}")


def machine():
    name = platform.processor() or platform.machine()
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            name = line.split(":", 1)[1].strip()
            break
    return f"{name}, {os.cpu_count()} processors, {platform.system()} {platform.release().split('-')[0]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--megabytes", type=int, default=500)
    parser.add_argument("--pairs", type=int, default=7)
    options = parser.parse_args()
    build = pathlib.Path(options.build).resolve()
    program, loop = build / "novikoff", build / "bench" / "reference_loop"

    with tempfile.TemporaryDirectory() as folder:
        data, model = pathlib.Path(folder) / "sparse.svm", str(pathlib.Path(folder) / "model.json")
        rows = options.megabytes * 1_000_000 // BYTES_PER_ROW
        make_data(program, rows, data)
        size = data.stat().st_size
        result = compare([program, "train", "-", "--order", "online", "--keep", "last", "-q", "-o", model], [loop, str(FEATURES)], data, options.pairs)

    text = f"""# Results

Written by `make bench` (`bench/run.py {pathlib.Path(options.build).name} --megabytes {options.megabytes} --pairs {options.pairs}`). Machine: {machine()}.
Medians of {options.pairs} pairs, both sides in turn. A ratio above 1 means that novikoff is faster.

## One pass over text from standard input

{rows} rows, {FEATURES} features, {size / 1e6:.0f} MB of LIBSVM text. The twin is `bench/reference_loop.cpp`: `read` into a buffer, fast_float for every number, the same
learner, no checks at all.

| | processor s | wall s | MB/s | peak MB |
|---|---|---|---|---|
| `novikoff train - --order online --keep last` | {result['cpu']:.2f} | {result['wall']:.2f} | {size / 1e6 / result['wall']:.0f} | {result['memory']:.1f} |
| reference loop | {result['twin_cpu']:.2f} | {result['twin_wall']:.2f} | {size / 1e6 / result['twin_wall']:.0f} | {result['twin_memory']:.1f} |
| ratio | {result['cpu_ratio']:.2f} | {result['wall_ratio']:.2f} | | |

The weights take {FEATURES * 8 / 1e6:.1f} MB on both sides.
"""
    (pathlib.Path(__file__).parent / "RESULTS.md").write_text(text)
    print(text)


if __name__ == "__main__":
    main()
