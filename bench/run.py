#!/usr/bin/env python3
"""Measures whole commands against a plain twin and peers in the same run and writes bench/RESULTS.md: ratios of medians, never absolute times alone.

    bench/run.py BUILD-FOLDER [--megabytes N] [--pairs N] [--sonar FILE] [--clp SECONDS] [--only SECTION [--write]]

--sonar: the UCI Sonar rows as LIBSVM text, which are not part of the project; without it the section of many passes is left out. --only prints one
section and leaves RESULTS.md as it is, or with --write puts it there in its place: reading, cache, passes, kernels, scale, and beside peers (bench/peers.py) text, from-cache, in-memory, predict, exact, curves, start.

On a terminal it says what it is at. Both sides read the same file from standard input, in turn, after one run each that is not counted. Processor time is user + system
as the operating system accounts it, memory the largest resident set.
"""
import argparse
import json
import os
import pathlib
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import peers
from peers import measure, middle, say

FEATURES = 47236
BYTES_PER_ROW = 1046  # of the sparse text, about


def turns(commands, data, times):
    """For each command its runs, all in turn, after one each that is not counted."""
    runs = []
    for turn in range(times + 1):
        say(f"turn {turn} of {times}: {data}")
        runs.append([measure(command, data) for command in commands])
    say("")
    return list(zip(*runs[1:]))


def side_by_side(command, data):
    """One run of two such programs at once, which share nothing but the machine: until both have ended."""
    def program():
        return subprocess.Popen([str(word) for word in command], stdin=open(data, "rb"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    begin = time.monotonic()
    codes = [child.wait() for child in [program(), program()]]
    if any(codes):
        sys.exit(f"{command[0]} ended with {max(codes)}")
    return {"wall": time.monotonic() - begin}


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


def machine():
    """The processor with the instructions that count, how many, and the system."""
    said = dict(re.findall(r"^(model name|flags)\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE))
    name = said.get("model name") or platform.processor() or platform.machine()
    flags = said.get("flags", "").split()
    vectors = "AVX-512" if "avx512_vbmi2" in flags else "AVX2" if "avx2" in flags else "no AVX2"
    return f"{name} with {vectors}, {os.cpu_count()} processors, {platform.system()} {platform.release().split('-')[0]}"


READING = [  # kind of data, its words, rows for each of the sparse text's, features, options
    ("sparse", "sparse LIBSVM, some 74 values a row", 1, FEATURES, []),
    ("dense", "dense LIBSVM", 0.4, 100, []),
    ("dense-csv", "dense CSV", 0.4, 100, ["--format", "csv", "--no-header", "--label-column", "101"]),
    ("binary", "wide LIBSVM, some 110 values a row, all 1", 0.4, 3000000, []),
]


def ratio(above, below, key):
    return f"{statistics.median(a[key] / b[key] for a, b in zip(above, below)):.2f}"


def reading(build, folder, options):
    program, loop, maker = build / "novikoff", build / "bench" / "reference_loop", build / "bench" / "reading_data"
    lines = []
    for kind, words, share, features, more in READING:
        data = folder / f"{kind}.txt"
        rows = int(share * options.megabytes * 1_000_000) // BYTES_PER_ROW
        with open(data, "wb") as out:
            subprocess.run([maker, kind, str(rows), "1"], check=True, stdout=out)
        train = [program, "train", "-", "--order", "online", "--keep", "last", "-q", *more, "--threads"]
        reference = [loop, str(features), *(["csv"] if kind == "dense-csv" else [])]
        plain, one, two = turns([reference, [*train, "1"], [*train, "2"]], data, options.pairs)
        both = [(side_by_side([*train, "1"], data), measure([*train, "1"], data)) for _ in range(options.pairs)]
        machine_gain = statistics.median(2 * alone["wall"] / run["wall"] for run, alone in both)
        size = data.stat().st_size / 1e6
        lines.append(f"| {words}; {rows} × {features}, {size:.0f} MB | {middle(plain, 'cpu'):.2f} | {middle(one, 'cpu'):.2f} | {middle(two, 'cpu'):.2f} | "
                     f"{middle(two, 'wall'):.2f} | {size / middle(one, 'cpu'):.0f} | {ratio(plain, one, 'cpu')} | {ratio(plain, one, 'wall')} | "
                     f"{ratio(one, two, 'wall')} | {machine_gain:.2f} | {max(run['memory'] for run in one):.1f} / {max(run['memory'] for run in two):.1f} |")
        data.unlink()
    table = "\n".join(lines)
    return f"""## One pass over text

`novikoff train - --order online --keep last --threads N` on made data (`bench/reading_data.cpp`, seed 1), from the page cache. The twin is
`bench/reference_loop.cpp`: `read` into a buffer, fast_float for every number, the same learner, no checks at all. cpu: processor seconds, user and system.
Two programs: what two independent programs of one thread, side by side and each with all the rows, do in the time of one alone; more threads of one program cannot gain more than this machine
gives to two programs that share nothing.

| data | loop cpu | 1 thread cpu | 2 threads cpu | 2 threads wall | MB a cpu second, 1 thread | loop / 1 thread, cpu | wall | 1 / 2 threads, wall | two programs | peak MB |
|---|---|---|---|---|---|---|---|---|---|---|
{table}
"""


def passes(build, _folder, options):
    if options.sonar is None:
        return "## Many passes in exact arithmetic\n\nNot measured: `--sonar FILE` was not given.\n"
    program, loop = build / "novikoff", build / "bench" / "sonar_loop"
    train = [program, "train", "-", "--order", "cyclic", "--passes", "0", "--json"]
    exact = [*train, "--arithmetic", "exact"]
    by_loop = compare(exact, [loop, "60"], options.sonar, options.pairs)
    by_double = compare(exact, train, options.sonar, options.pairs)
    return f"""## Many passes in exact arithmetic

UCI Sonar (208 rows, 60 features), order cyclic until a clean scan: 275,227 passes and 2,729,231 updates on every side. The twin is `bench/sonar_loop.cpp`: the
textbook's loop in double with one accumulator, -O2. Whole processes, reading and report included.

| | processor s | times the exact run |
|---|---|---|
| `novikoff train - --passes 0 --arithmetic exact` | {by_loop['cpu']:.2f} | 1 |
| plain loop | {by_loop['twin_cpu']:.2f} | {by_loop['cpu_ratio']:.1f} |
| `novikoff train - --passes 0` (double) | {by_double['twin_cpu']:.2f} | {by_double['cpu_ratio']:.1f} |
"""


DENSE = [  # kind of rows, rows, features, gap
    ("gap", 1000000, 100, "1e-3"), ("flipped", 1000000, 100, "0"), ("decimals", 1000000, 100, "0"), ("gap", 100000, 1000, "1e-3"), ("flipped", 100000, 1000, "0"),
]
KINDS = {"gap": "separable by {}", "flipped": "1 % flipped", "decimals": "1 % flipped, 4 digits", "pairs": "a pair of rows {} apart"}
PLANTED = ["1e-2", "1e-4", "1e-6", "1e-8", "1e-10", "1e-12", "1e-13", "1e-14"]
SPARSE = [(500000, "0"), (500000, "0.05"), (150000, "0.05"), (200000, "0.05")]


def of_program(program, *words, timeout=None):
    printed = subprocess.run([program, *words], check=True, capture_output=True, text=True, timeout=timeout).stdout
    return json.loads("\n".join(line for line in printed.splitlines() if not line.startswith(("row inf", "column inf"))))  # Clp's own


def median_of(pairs, program, *words):
    """The run of median number of passes."""
    return sorted((of_program(program, *words) for _ in range(pairs)), key=lambda run: run["passes"])[pairs // 2]


def dense_line(run, peer):
    what = KINDS[run["kind"]].format(f"{run['gap']:g}")
    return (f"| {run['rows']} × {run['features']}, {what} | {run['verdict']} | {1000 * run['pass_seconds']:.1f} | {run['seconds']:.3f} | {run['passes']:.1f} | "
            f"{run['lambda_rows'] or '–'} | {'yes' if run['accepted'] else 'no'} | {peer} |")


def beside_clp(run, build, limit):
    """Clp's seconds over ours, a lower bound if it had to be stopped."""
    if not (build / "bench" / "scale_clp").exists() or limit == 0:
        return "not measured"
    try:
        clp = of_program(build / "bench" / "scale_clp", run["kind"], str(run["rows"]), str(run["features"]), f"{run['gap']:g}", str(limit), timeout=limit + 60)
    except subprocess.TimeoutExpired:  # between its looks at the clock; the data are made in far less than a minute
        clp = {"answer": "stopped", "seconds": limit}
    at_least = "at least " if clp["answer"] == "stopped" else ""
    return f"{at_least}{clp['seconds'] / run['seconds']:.0f} ({clp['answer']} after {clp['seconds']:.0f} s)"


def scale(build, _folder, options):
    pairs = min(options.pairs, 3)
    program, sparse = build / "bench" / "scale", build / "bench" / "scale_sparse"
    lines = []
    for kind, rows, features, gap in DENSE:
        run = median_of(pairs, program, kind, str(rows), str(features), gap)
        lines.append(dense_line(run, beside_clp(run, build, options.clp) if features == 100 else "not measured"))
    for gap in PLANTED:
        lines.append(dense_line(of_program(program, "pairs", "100000", "100", gap), "not measured"))
    dense = "\n".join(lines)
    lines = []
    for rows, noise in SPARSE:
        run = median_of(pairs, sparse, str(rows), str(FEATURES), noise)
        answer = "separable, proved" if run["verdict"] == "separable" else f"γ* in [0, {run['epsilon']:.2g}]"
        lines.append(f"| {rows} | {100 * float(noise):g} % | {answer} | {1000 * run['pass_seconds']:.1f} | {run['seconds']:.2f} | {run['passes']:.1f} | "
                     f"{run['processor_passes']:.1f} |")
    return f"""## Proofs about many rows

In memory, two threads; P is a pass of dot products over the same rows in the same run. Median of {pairs} runs (planted margins: of one). Dense rows are Gaussian
(`bench/scale.cpp`); *accepted*: the checker took the certificate. The peer is Clp's fastest simplex method on the same rows (`bench/scale_clp.cpp`, one run,
stopped after {options.clp:g} s), whose answer is no proof: its seconds over ours.

| rows × features | verdict | P ms | s | in P | rows of the proof | accepted | Clp |
|---|---|---|---|---|---|---|---|
{dense}

Sparse rows as of words (`generate text`; norm 1, with the bias coordinate √2), {FEATURES} features, some 73 values a row:

| rows | flipped | answer | P ms | s | in P | in P, processor time |
|---|---|---|---|---|---|---|
{chr(10).join(lines)}
"""


def as_float32_csr(facts):
    """Bytes of the rows as 32-bit indices and values and 64-bit row pointers, which is what other programs hold."""
    return 8 * facts["values"] + 8 * facts["rows"]


def cache(build, folder, options):
    program, model = build / "novikoff", str(folder / "model.json")
    rows, caches = peers.rows_of(options), {}
    text, binary = peers.made_text(build, folder, "sparse", rows), peers.made_text(build, folder, "binary", int(0.4 * rows))
    lines = []
    for data in (text, binary):
        made = data.with_suffix(".nvk")
        subprocess.run([program, "convert", data, "-o", made], check=True)
        caches[data] = made
        facts = of_program(program, "inspect", made, "--json")
        lines.append(f"| {data.stem} | {facts['values'] / facts['rows']:.1f} | {facts['bytes'] / 1e6:.1f} | {8 * facts['index_bytes'] / facts['values']:.1f} | "
                     f"{8 * facts['value_bytes'] / facts['values']:.1f} | {100 * facts['bytes'] / as_float32_csr(facts):.1f} % | "
                     f"{100 * facts['bytes'] / data.stat().st_size:.1f} % |")

    def train(data, *more):
        return measure([program, "train", "-", "--keep", "last", "-q", "-o", model, *more], data)

    def an_epoch(*more):
        few, many = (train(caches[text], "--passes", str(n), *more) for n in (1, 21))
        return (many["user"] - few["user"]) / 20, many["memory"]  # the system clears pages now and then

    once = ["--order", "online"]
    pairs = [(train(caches[text], *once), train(text, *once), an_epoch(), an_epoch("--memory", "30M")) for _ in range(options.pairs)]
    of_cache, of_text = ({key: statistics.median(pair[k][key] for pair in pairs) for key in ("cpu", "wall")} for k in (0, 1))
    held, mapped = (statistics.median(pair[k][0] for pair in pairs) for k in (2, 3))
    return f"""## Caches

{rows} sparse rows and {int(0.4 * rows)} binary ones of `bench/reading_data`. Bits are those of a value held; the share of CSR is of 32-bit indices, float32 values and 64-bit row pointers.

| | values a row | MB | bits an index | bits a value | of CSR | of the text |
|---|---|---|---|---|---|---|
{chr(10).join(lines)}

One pass over the sparse rows, `train - --order online --keep last`, and further passes in memory and, with `--memory 30M`, from the mapping (user time of 21 passes less that of one):

| | processor s | wall s | ratio |
|---|---|---|---|
| first pass, cache | {of_cache['cpu']:.3f} | {of_cache['wall']:.3f} | 1 |
| first pass, text | {of_text['cpu']:.3f} | {of_text['wall']:.3f} | {statistics.median(pair[1]['cpu'] / pair[0]['cpu'] for pair in pairs):.1f} |
| further pass, in memory | {held:.3f} | | 1 |
| further pass, from the mapping | {mapped:.3f} | | {statistics.median(pair[3][0] / pair[2][0] for pair in pairs):.2f} |

The binary rows are drawn feature by feature (log-uniform, some 124 draws for 110 features) and with that have 10.36 bits of entropy a value, the sum over the features of the entropy of their presence: 18 % of
their text of 57.1 bits a value. No coding is smaller on average.

Peak memory of the first pass {max(pair[0]['memory'] for pair in pairs):.0f} MB; of further passes in memory {pairs[0][2][1]:.0f} MB, from the mapping {pairs[0][3][1]:.0f} MB, pages of the file included.
"""


def kernels(build, folder, options):
    """Training with the rbf kernel beside LIBSVM's svm-train, where that is installed, and beside the Gram rows that the support vectors need."""
    novikoff, made = str(build / "novikoff"), build / "bench" / "gram_rows"
    rows, test, model, peer = (str(folder / name) for name in ("kernel.svm", "held.svm", "ours.model", "libsvm.model"))
    for path, n, seed in ((rows, 5000, 1), (test, 2000, 2)):
        with open(path, "w", encoding="utf-8") as file:
            subprocess.run([made, "make", str(n), str(seed)], check=True, stdout=file)
    if not shutil.which("svm-train"):
        return "## Kernels\n\nLIBSVM's svm-train is not installed.\n"
    lines = []
    for gamma in ("1", "0.05"):
        ours = [novikoff, "train", rows, "--kernel", "rbf", "--gamma", gamma, "-q", "-o", model]
        support = json.loads(subprocess.run([*ours[:-3], "--json"], check=True, capture_output=True, text=True).stdout)["support_vectors"]

        def gram():
            return {"cpu": float(subprocess.run([made, "time", rows, gamma, str(support)], check=True, capture_output=True).stdout)}
        libsvm = ["svm-train", "-q", "-t", "2", "-g", gamma, "-c", "1", rows, peer]
        runs = peers.in_turn({"libsvm": lambda: measure(libsvm), "ours": lambda: measure(ours), "gram": gram}, options.pairs)
        right = json.loads(subprocess.run([novikoff, "evaluate", model, test, "--json"], check=True, capture_output=True, text=True).stdout)["accuracy"]
        said = subprocess.run(["svm-predict", test, peer, os.devnull], check=True, capture_output=True, text=True).stdout
        cpu, wall = (peers.ratio(runs["libsvm"], runs["ours"], key) for key in ("cpu", "wall"))
        lines.append(f"| {gamma} | {cpu:.1f} | {wall:.1f} | {100 * right:.1f} % | {said.split('=')[1].split('%')[0].strip()} % | {support} | "
                     f"{peers.ratio(runs['ours'], runs['gram'], 'cpu'):.2f} |")
    return f"""## Kernels

5,000 rows (and 2,000 held out) of 20 normal features, `train FILE --kernel rbf --gamma G -q -o MODEL` against `svm-train -q -t 2 -g G -c 1`, reading and writing the model included: how many times faster. The last column is the
whole command's processor time, in units of that of the rows of the Gram matrix that its support vectors need, made without anything else in the same turn.

| G | processor time | wall | right held out | LIBSVM's | support vectors | in Gram rows |
|---|---|---|---|---|---|---|
{chr(10).join(lines)}
"""


SECTIONS = {"reading": reading, "cache": cache, "passes": passes, **peers.SECTIONS, "kernels": kernels, "scale": scale}


def origin(name, options):
    """The command that a section is of, and where it ran."""
    return f"`bench/run.py {pathlib.Path(options.build).name} --only {name} --megabytes {options.megabytes} --pairs {options.pairs}`, {machine()}."


def measured(name, build, folder, options):
    """A section, with its origin under its heading."""
    begin = time.monotonic()
    heading, _, rest = SECTIONS[name](build, folder, options).partition("\n")
    if sys.stderr.isatty():
        print(f"{name}: {time.monotonic() - begin:.0f} s", file=sys.stderr)
    return f"{heading}\n\n{origin(name, options)}\n{rest}"


def put(section, results):
    """The results with the section in the place of the one of its heading, or at the end."""
    heading = section.partition("\n")[0]
    parts = re.split(r"^(?=## )", results, flags=re.MULTILINE)
    places = [k for k, part in enumerate(parts) if part.partition("\n")[0] == heading]
    at = places[0] if places else len(parts)
    parts[at:at + 1] = [section]
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--megabytes", type=int, default=500)
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--sonar")
    parser.add_argument("--clp", type=float, default=120, help="seconds after which Clp is stopped; 0: do not run it")
    parser.add_argument("--only", choices=SECTIONS)
    parser.add_argument("--write", action="store_true", help="with --only: put the section into RESULTS.md")
    options = parser.parse_args()
    build = pathlib.Path(options.build).resolve()
    peers.LAUNCHER[:] = [build / "bench" / "limits"]
    results = pathlib.Path(__file__).parent / "RESULTS.md"
    text = results.read_text()
    failed = []
    with tempfile.TemporaryDirectory(dir=build) as folder:
        for name in [options.only] if options.only else SECTIONS:
            try:
                section = measured(name, build, pathlib.Path(folder), options)
            except (Exception, SystemExit) as error:  # hours of other sections are not lost for one
                if options.only:
                    raise
                print(f"{name}: {error!r}", file=sys.stderr)
                failed.append(name)
                continue
            print(section)
            text = put(section, text)
            if options.write or not options.only:
                results.write_text(text)  # what was measured stands there, whatever comes after it
    if failed:
        sys.exit("not measured, and left as they were: " + ", ".join(failed))


if __name__ == "__main__":
    main()
