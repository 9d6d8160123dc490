"""Programs of others that do the same, run in turn with ours, and what the machine allows at all.

LIBLINEAR comes from Debian (liblinear-tools), scikit-learn and Vowpal Wabbit from PyPI, into a virtual environment in the build folder. One that cannot be had
stands in the table as "not there".
"""
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

FEATURES = 47236
VW_LEARNS = ["--sgd", "--loss_function", "hinge", "-b", "18", "--quiet"]


class Peers:
    """The peers of this machine, installed when first asked for."""

    def __init__(self, build):
        self.folder = build / "bench-peers"
        self.python = self.folder / "bin" / "python"
        made = self.python.exists() or self._run(sys.executable, "-m", "venv", self.folder)
        self.sklearn = made and self._package("sklearn", "scikit-learn")
        self.vw = [self.python, "-m", "vowpalwabbit"] if made and self._package("vowpalwabbit", "vowpalwabbit") else None
        self.liblinear = [shutil.which("liblinear-train"), shutil.which("liblinear-predict")]
        if None in self.liblinear:
            self.liblinear = None

    @staticmethod
    def _run(*words):
        return subprocess.run([str(word) for word in words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0

    def _package(self, module, name):
        return self._run(self.python, "-c", f"import {module}") or (
            self._run(self.python, "-m", "pip", "install", "-q", name) and self._run(self.python, "-c", f"import {module}"))


class Asked:
    """A program that does its work once for each line it is sent, and answers with a line of JSON."""

    def __init__(self, *words):
        self.child = subprocess.Popen([str(word) for word in words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def once(self):
        self.child.stdin.write("\n")
        self.child.stdin.flush()
        line = self.child.stdout.readline()
        if not line:
            sys.exit("a peer of the benchmark ended early")
        return json.loads(line)

    def end(self):
        self.child.stdin.close()
        self.child.wait()


def say(words):
    """Where the work has come to, for who sits before it."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{words}", end="", file=sys.stderr, flush=True)


LAUNCHER = []  # bench/limits, once the build folder is known


def measure(command, stdin=None):
    """{cpu, user, wall, memory (MB)} of one run."""
    with open(stdin or os.devnull, "rb") as data, tempfile.NamedTemporaryFile("r") as report:
        words = [*LAUNCHER, "run", report.name, *command]
        code = subprocess.run([str(word) for word in words], stdin=data, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
        if code != 0:
            sys.exit(f"{' '.join(str(word) for word in command)} ended with {code}")
        return json.load(report)


def middle(runs, key):
    return statistics.median(run[key] for run in runs)


def ratio(above, below, key):
    return statistics.median(a[key] / max(b[key], 1e-9) for a, b in zip(above, below))


def in_turn(sides, pairs):
    """{name: its runs}: each side is a function that gives one run; all in turn, after one each that is not counted. None: the side is not there."""
    present = {name: side for name, side in sides.items() if side is not None}
    runs = {name: [] for name in present}
    for turn in range(pairs + 1):
        for name, side in present.items():
            say(f"turn {turn} of {pairs}: {name}")
            run = side()
            if turn > 0:
                runs[name].append(run)
    say("")
    return runs


def table(sides, runs, ours):
    """Rows of all sides, those that are not there too; ratios are times ours."""
    lines = ["| | processor s | wall s | peak MB | processor, times ours | wall, times ours |", "|---|---|---|---|---|---|"]
    for name in sides:
        if name not in runs:
            lines.append(f"| {name} | not there | | | | |")
            continue
        own = runs[name]
        lines.append(f"| {name} | {middle(own, 'cpu'):.3f} | {middle(own, 'wall'):.3f} | {max(run['memory'] for run in own):.0f} | "
                     f"{ratio(own, runs[ours], 'cpu'):.2f} | {ratio(own, runs[ours], 'wall'):.2f} |")
    return "\n".join(lines)


def vw_text(source, target):
    """The same rows as Vowpal Wabbit reads them."""
    with open(source) as rows, open(target, "w") as out:
        for row in rows:
            if not row.startswith("#"):
                label, _, features = row.partition(" ")
                out.write(f"{label} | {features}")


def made_text(build, folder, kind, rows):
    data = folder / f"{kind}.svm"
    with open(data, "wb") as out:
        subprocess.run([build / "bench" / "reading_data", kind, str(rows), "1"], check=True, stdout=out)
    return data


def rows_of(options):
    return options.megabytes * 1_000_000 // 1046


def _limits(build, data):
    values = max(1, data.stat().st_size // 16)
    return {
        "limit: `cat`, the read of the file": lambda: measure(["cat"], data),
        "limit: `wc -l`": lambda: measure(["wc", "-l"], data),
        "limit: triad a = b + s·c over as many bytes": lambda: measure([build / "bench" / "limits", "triad", values]),
    }


def text(build, folder, options):
    peers, program = Peers(build), build / "novikoff"
    data = made_text(build, folder, "sparse", rows_of(options))
    vw_data = folder / "sparse.vw"
    vw_text(data, vw_data)
    train = [program, "train", "-", "--order", "online", "--keep", "last", "-q", "--threads"]
    one_pass = [peers.python, os.path.join(os.path.dirname(__file__), "sklearn_peer.py"), "pass", data, FEATURES]
    sides = {
        "novikoff, 1 thread": lambda: measure([*train, "1"], data),
        "novikoff, 2 threads": lambda: measure([*train, "2"], data),
        **_limits(build, data),
        "plain loop (`reference_loop`)": lambda: measure([build / "bench" / "reference_loop", FEATURES], data),
        "Vowpal Wabbit, `--sgd`": peers.vw and (lambda: measure([*peers.vw, "-d", vw_data, *VW_LEARNS])),
        "LIBLINEAR, `-s 3 -e 100`": peers.liblinear and (lambda: measure([peers.liblinear[0], "-s", "3", "-e", "100", "-q", data, folder / "l.model"])),
        "scikit-learn, load_svmlight_file and one pass": peers.sklearn and (lambda: measure(one_pass)),
    }
    runs = in_turn(sides, options.pairs)
    return f"""## One pass over text, beside others

{rows_of(options)} sparse rows, {data.stat().st_size / 1e6:.0f} MB, from the page cache; whole processes, start-up of Python included where it is one.

{table(sides, runs, 'novikoff, 1 thread')}
"""


def from_cache(build, folder, options):
    peers, program = Peers(build), build / "novikoff"
    data = made_text(build, folder, "sparse", rows_of(options))
    vw_data, vw_cache, cache = folder / "sparse.vw", folder / "vw.cache", folder / "sparse.nvk"
    vw_text(data, vw_data)
    subprocess.run([program, "convert", data, "-o", cache], check=True)
    if peers.vw:
        measure([*peers.vw, "-d", vw_data, "-k", "--cache_file", vw_cache, *VW_LEARNS])
    train = [program, "train", cache, "--order", "online", "--keep", "last", "-q", "--threads"]
    sides = {
        "novikoff": lambda: measure([*train, "1"]),
        "novikoff, 2 threads": lambda: measure([*train, "2"]),
        "novikoff, start-up alone": lambda: measure([program, "--version"]),
        **_limits(build, cache),
        "Vowpal Wabbit": peers.vw and (lambda: measure([*peers.vw, "-d", vw_data, "--cache_file", vw_cache, *VW_LEARNS])),
        "Vowpal Wabbit, start-up alone": peers.vw and (lambda: measure([*peers.vw, "--version"])),
    }
    runs = in_turn(sides, options.pairs)
    words = ""
    if peers.vw:
        def net(name, key):
            return middle(runs[name], key) - middle(runs[name.partition(",")[0] + ", start-up alone"], key)
        vw_net, one, two = (net(name, "cpu") for name in ("Vowpal Wabbit", "novikoff", "novikoff, 2 threads"))
        walls = net("Vowpal Wabbit", "wall") / net("novikoff", "wall"), net("Vowpal Wabbit", "wall") / net("novikoff, 2 threads", "wall")
        words = (f"\nWith the start-up of each taken off Vowpal Wabbit takes {vw_net / one:.1f} times our processor time ({vw_net / two:.1f} with two threads) and "
                 f"{walls[0]:.1f} times our wall time ({walls[1]:.1f}).\n")
    return f"""## The first pass from a cache, beside others

{rows_of(options)} sparse rows; caches of {cache.stat().st_size / 1e6:.0f} MB (ours){f' and {vw_cache.stat().st_size / 1e6:.0f} MB (Vowpal Wabbit)' if peers.vw else ''}.

{table(sides, runs, 'novikoff')}
{words}"""


def an_epoch(program, data, *more, keep="last", few=1, many=61):
    """User seconds of one pass in memory, as {cpu, wall, memory}: runs of many passes less runs of few."""
    def run(passes):
        return measure([program, "train", data, "--keep", keep, "--passes", str(passes), "-q", *more])
    long, short = run(many), run(few)
    return {"cpu": (long["user"] - short["user"]) / (many - few), "wall": (long["wall"] - short["wall"]) / (many - few), "memory": long["memory"]}


def in_memory(build, folder, options):
    peers, program, here = Peers(build), build / "novikoff", os.path.dirname(__file__)
    parts = []
    for kind, features in (("sparse", FEATURES), ("dense", 100)):
        rows = 200000 if options.megabytes >= 200 else rows_of(options)
        data = made_text(build, folder, kind, rows)
        cache = data.with_suffix(".nvk")
        subprocess.run([program, "convert", data, "-o", cache], check=True)
        facts = json.loads(subprocess.run([program, "inspect", cache, "--json"], check=True, capture_output=True, text=True).stdout)
        total = Asked(build / "bench" / "limits", "sum", facts["values"])
        peer = Asked(peers.python, os.path.join(here, "sklearn_peer.py"), "epoch", data, features, kind) if peers.sklearn else None
        sides = {
            "novikoff, `--keep last`": lambda: an_epoch(program, cache),
            "novikoff, `--keep averaged`": lambda: an_epoch(program, cache, keep="averaged"),
            "limit: sum of the values": total.once,
            "scikit-learn, Perceptron(shuffle=False)": peer and peer.once,
        }
        runs = in_turn(sides, options.pairs)
        for asked in (total, peer):
            if asked:
                asked.end()
        parts.append(f"""{kind}: {rows} rows × {features}, {facts['values'] / rows:.1f} values a row.

{table(sides, runs, 'novikoff, `--keep last`')}
""")
    return "## An epoch in memory, beside others\n\nSeconds of one pass: user time of 61 passes less that of one, by 60. Peak memory of the whole run.\n\n" + "\n".join(parts)


def predict(build, folder, options):
    peers, program = Peers(build), build / "novikoff"
    data = made_text(build, folder, "sparse", rows_of(options))
    vw_data, model, vw_model, linear = folder / "sparse.vw", folder / "model.json", folder / "vw.model", folder / "l.model"
    vw_text(data, vw_data)
    measure([program, "train", data, "--order", "online", "--keep", "last", "-q", "-o", model])
    if peers.vw:
        measure([*peers.vw, "-d", vw_data, "-f", vw_model, *VW_LEARNS])
    if peers.liblinear:
        measure([peers.liblinear[0], "-s", "3", "-e", "100", "-q", data, linear])
    out = folder / "predictions"
    sides = {
        "novikoff, 1 thread": lambda: measure([program, "predict", model, data, "-q", "-o", out, "--threads", "1"]),
        "novikoff, 2 threads": lambda: measure([program, "predict", model, data, "-q", "-o", out, "--threads", "2"]),
        **_limits(build, data),
        "Vowpal Wabbit": peers.vw and (lambda: measure([*peers.vw, "-t", "-i", vw_model, "-d", vw_data, "-p", out, "--quiet"])),
        "LIBLINEAR": peers.liblinear and (lambda: measure([peers.liblinear[1], "-q", data, linear, out])),
    }
    runs = in_turn(sides, options.pairs)
    words = ""
    if peers.vw:
        words = f"\nVowpal Wabbit has two threads: beside our two it takes {ratio(runs['Vowpal Wabbit'], runs['novikoff, 2 threads'], 'wall'):.2f} times our wall time.\n"
    return f"""## Predictions of text, beside others

{rows_of(options)} sparse rows, {data.stat().st_size / 1e6:.0f} MB; one prediction a row, written to a file.

{table(sides, runs, 'novikoff, 1 thread')}
{words}"""


def _rounded(source, target, decimals, factor):
    """The rows of `source` with values of so many decimals, times a factor; one in a hundred has both labels, so that no pass is the last."""
    with open(source) as rows, open(target, "w") as out:
        for number, row in enumerate(rows):
            if row.startswith("#"):
                continue
            label, *pairs = row.split()
            values = ((j, f"{factor * float(value):.{decimals}f}") for j, value in (pair.split(":") for pair in pairs))
            features = " ".join(f"{j}:{value}" for j, value in values if float(value) != 0)
            out.writelines(f"{y} {features}\n" for y in ((label, -int(label)) if number % 100 == 0 else (label,)))


def exact(build, folder, options):
    program, lines = build / "novikoff", []
    for kind in ("sparse", "dense"):
        data = made_text(build, folder, kind, 20000)
        for words, decimals, factor in (("whole numbers of three digits", 0, 999), ("four decimals", 4, 1)):
            rounded = folder / f"{kind}-{decimals}.svm"
            _rounded(data, rounded, decimals, factor)
            more = ["--space", "primal", "--arithmetic"]
            runs = in_turn({name: (lambda name=name: an_epoch(program, rounded, *more, name, many=201)) for name in ("exact", "double")}, options.pairs)
            lines.append(f"| {kind}, {words} | {1000 * middle(runs['exact'], 'cpu'):.2f} | {1000 * middle(runs['double'], 'cpu'):.2f} | "
                         f"{ratio(runs['exact'], runs['double'], 'cpu'):.2f} |")
    return f"""## Epochs in exact arithmetic and in double

20000 rows, primal space; user time of 201 passes less that of one, by 200: what comes before the passes takes as long as fifty of them. One row in a hundred stands there with both labels: no pass is the last.

| | exact, ms | double, ms | exact / double |
|---|---|---|---|
{chr(10).join(lines)}
"""


def curves(build, folder, options):
    """What a pass costs as the number of rows, of features and of values a row grows, each alone."""
    program, lines = build / "novikoff", []
    base = {"rows": 20000, "features": 1000, "values": 100}
    grown = [base] + [{**base, key: value} for key, values in (("rows", (40000, 80000)), ("features", (4000, 16000)), ("values", (20, 500))) for value in values]
    for case in grown:
        data, cache = folder / "curve.svm", folder / "curve.nvk"
        words = ["--rows", str(case["rows"]), "--features", str(case["features"]), "--density", str(case["values"] / case["features"])]
        subprocess.run([program, "generate", "noisy", *words, "--margin", "0.01", "-o", data], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([program, "convert", data, "-o", cache], check=True)
        facts = json.loads(subprocess.run([program, "inspect", cache, "--json"], check=True, capture_output=True, text=True).stdout)
        read = ["train", data, "--order", "online", "--keep", "last", "-q"]
        runs = in_turn({"epoch": lambda: an_epoch(program, cache), "read": lambda: measure([program, *read])}, options.pairs)
        each = 1e9 / facts["values"]
        lines.append(f"| {case['rows']} | {case['features']} | {case['values'] / case['features']:g} | {facts['values']} | {each * middle(runs['read'], 'user'):.2f} | "
                     f"{each * middle(runs['epoch'], 'cpu'):.2f} | {max(run['memory'] for run in runs['epoch']):.0f} |")
        data.unlink()
    return f"""## Cost as data grow

`generate noisy`; one pass over text (user time of the process) and an epoch in memory, by value.

| rows | features | density | values | text, ns a value | epoch, ns a value | peak MB, in memory |
|---|---|---|---|---|---|---|
{chr(10).join(lines)}
"""


def start(build, _folder, options):
    program = build / "novikoff"
    sides = {"`novikoff --version`": lambda: measure([program, "--version"]), "`true`": lambda: measure(["/bin/true"])}
    runs = in_turn(sides, 5 * options.pairs)
    return f"""## Start-up

| | processor ms | wall ms |
|---|---|---|
{chr(10).join(f"| {name} | {1000 * middle(own, 'cpu'):.1f} | {1000 * middle(own, 'wall'):.1f} |" for name, own in runs.items())}
"""


SECTIONS = {"text": text, "from-cache": from_cache, "in-memory": in_memory, "predict": predict, "exact": exact, "curves": curves, "start": start}
