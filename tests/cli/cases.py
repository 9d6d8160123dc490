#!/usr/bin/env python3
"""Runs the exact cases of tests/data/cases against the program: cases.py --novikoff PROGRAM FOLDER

Each case has rows and runs (options, and the counts, sequences and weights that exact arithmetic gives). Every run is made in double, unless rounding may
change its outcome, and in exact arithmetic of the doubles' values, in both spaces. Runs of kinds that the program does not have are skipped. In a case's words: `online` is a cyclic run, `pla` is note 004's algorithm,
`dual` is note001-dual in the order of its strategy, greedy_pocket is note004-pocket, mistakes are updates, pocket_simple is keep pocket-every."""
import argparse
import csv
import glob
import json
import os
import subprocess
import sys
import tempfile
from fractions import Fraction

ORDERS = {"online": "cyclic", "averaged_voted": "cyclic", "margin": "cyclic", "pocket_ratchet": "cyclic", "pocket_simple": "cyclic"}
LIKE = {"pla": "note004", "dual": "note001-dual", "greedy_pocket": "note004-pocket"}
STRATEGIES = {"cyclic": "cyclic", "pla": "restart"}
EXACT = ["--arithmetic", "exact", "--numbers", "binary64", "--space"]
ARITHMETICS = {"double": [], "exact, primal": [*EXACT, "primal"], "exact, dual": [*EXACT, "dual"]}
KEEPS = {"averaged_voted": "averaged", "pocket_ratchet": "pocket", "pocket_simple": "pocket-every"}


def rows_of(case, folder):
    data = case["data"]
    if "file" not in data:
        return data["X"], data["y"]
    with open(os.path.join(folder, data["file"]), newline="") as lines:
        rows = list(csv.reader(lines))[1:]
    return [row[:-1] for row in rows], [int(row[-1]) for row in rows]


def command(options, data, width):
    """The program's arguments for a run, or None if it has no such run."""
    mode = options["mode"]
    if mode not in ORDERS and mode not in LIKE or options.get("kernel"):
        return None
    words = ["train", data, "--format", "csv", "--no-header", "--label-column", str(width + 1), "--labels=-1,+1", "--json", "--per-example", "--sequence",
             "--bias", "1" if options.get("bias") else "0", "--tie", options.get("tie", "update"), "--eta", str(options.get("eta", "1")), "--passes",
             str(options.get("max_passes", 0))]
    words += ["--like", LIKE[mode]] if mode in LIKE else ["--order", ORDERS[mode], "--keep", KEEPS.get(mode, "auto")]
    words += ["--order", STRATEGIES[options["strategy"]]] if "strategy" in options else []
    if options.get("margin", "0") != "0":
        words += ["--rule", "margin", "--tau", str(options["margin"])]
    for key, option in (("max_updates", "--max-updates"), ("max_iter", "--max-updates"), ("max_steps", "--max-seen")):
        if key in options:
            words += [option, str(options[key])]
    if "w0" in options:
        start = [str(v) for v in options["w0"]]
        words += ["--b0=" + start.pop()] if options.get("bias") else []
        words += ["--w0=" + ",".join(start)]
    return words


def answers(report, options, width):
    """The report in a case's words."""
    weights = [0.0] * width
    for index, value in report["weights"]:
        weights[index - 1] = value
    if options.get("bias"):
        weights.append(report["bias"])
    mode = options["mode"]
    if mode in ("pocket_ratchet", "pocket_simple"):
        found = {"pocket_errors": report["training_errors"], "updates": report["updates"], "steps": report["seen"], "pocket_w": weights}
        if mode == "pocket_ratchet":  # the histories of pocket_simple count updates, the program's examples seen
            found["history"] = report["history"]
        return found
    if mode == "greedy_pocket":
        return {"errors": report["training_errors"], "iterations": report["updates"], "w": weights, "accepted": report["update_sequence"]}
    found = {"converged": report["stop"] == "converged", "updates": report["updates"], "passes": report["passes"], "steps": report["seen"],
             "updates_per_pass": report["updates_per_pass"], "updates_per_example": report["updates_per_example"], "update_sequence": report["update_sequence"],
             "average_w" if mode == "averaged_voted" else "w": weights, "min_functional_margin": report["margin_min"],
             "geometric_margin": report["geometric_margin_min"]}
    if mode == "dual":
        found["alpha"] = [str(Fraction(alpha)) for alpha in report["alpha"]]
    if options.get("order"):  # the rows were written in another order than the case's
        order = options["order"]
        found["updates_per_example"] = [n for _, n in sorted(zip(order, found["updates_per_example"]))]
        found["update_sequence"] = [order[i] for i in found["update_sequence"]]
    return found


def exact(value):
    return Fraction(value) if isinstance(value, (str, int)) else Fraction(float(value))


def same(expected, got):
    if not isinstance(expected, dict):
        return expected == got
    if isinstance(expected.get("double"), list):
        want = [exact(v) for v in expected.get("exact") or expected["double"]]
        largest = max([abs(v) for v in want] + [Fraction(0)])
        tolerance = Fraction(expected["abs"]) if "abs" in expected else Fraction(expected["rel"]) * largest
        return len(got) == len(want) and all(abs(exact(a) - b) <= tolerance for a, b in zip(got, want))
    want = Fraction(expected.get("exact", expected["decimal"]))
    return abs(exact(got) - want) <= Fraction(expected["rel"]) * abs(want)


def run(program, case, task, folder, arithmetic):
    """(checks made, what is wrong); (0, []) if the run is skipped."""
    options = task["options"]
    features, labels = rows_of(case, folder)
    if options.get("order"):
        features, labels = [features[i] for i in options["order"]], [labels[i] for i in options["order"]]
    with tempfile.NamedTemporaryFile("w", suffix=".csv") as data:
        data.writelines(",".join(row + ["%+d" % label]) + "\n" for row, label in zip(features, labels))
        data.flush()
        words = command(options, data.name, len(features[0]))
        if words is None:
            return 0, []
        done = subprocess.run([program, *words, *ARITHMETICS[arithmetic]], capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        return 1, [f"exit {done.returncode}: {done.stderr.strip()}"]
    checks, wrong = 0, []
    for name, got in answers(json.loads(done.stdout), options, len(features[0])).items():
        if got is None or name not in task["expected"]:
            continue
        checks += 1
        if not same(task["expected"][name], got):
            wrong.append(f"{name} is {str(got)[:80]}, expected {str(task['expected'][name])[:120]}")
    return checks, wrong


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--novikoff", required=True)
    arguments.add_argument("folder")
    given = arguments.parse_args()
    checks = failed = skipped = 0
    for path in sorted(glob.glob(os.path.join(given.folder, "*.json"))):
        with open(path, encoding="utf-8") as text:
            case = json.load(text)
        for task in case["runs"]:
            for arithmetic in ARITHMETICS:
                if task.get("rounding_robust") is False and arithmetic == "double":
                    skipped += 1
                    continue
                made, wrong = run(given.novikoff, case, task, given.folder, arithmetic)
                checks, failed, skipped = checks + made, failed + len(wrong), skipped + (made == 0)
                for problem in wrong:
                    print(f"FAIL {case['id']} {task.get('name')}, {arithmetic}: {problem}")
    print(f"{checks} checks, {failed} failed, {skipped} runs skipped")
    return 1 if failed or checks == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
