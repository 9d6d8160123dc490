#!/usr/bin/env python3
"""Verdicts on random small sets, against an independent exact LP solver, and their certificates through both checkers.

    random_sets_test.py NOVIKOFF ESOLVER TREE [COUNT [SEED]]   ESOLVER: QSopt_ex's program, exact rational linear programming
    random_sets_test.py --self-test NOVIKOFF ESOLVER TREE      proves that a wrong verdict would be noticed

For rows z_i the LP  max Σ t_i,  t_i ≤ u·z_i,  0 ≤ t_i ≤ 1,  u free  has the optimum t_i = 1 exactly for the separated rows, because every
positive u·z_i can be scaled up to 1: so its value says the split into separated and overlapped rows, which is unique.
"""
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

NAMES = ["separable", "quasi-separable", "overlapping"]


def random_set(rng):
    """(kind, rows [(y, [integers])], B): degenerate ones as often as plain ones."""
    n, d, spread = rng.randint(1, 8), rng.randint(1, 4), rng.choice([1, 2, 3, 9])
    rows = [(rng.choice([-1, 1]), [rng.randint(-spread, spread) for _ in range(d)]) for _ in range(n)]
    kind = rng.choice(["plain", "zero rows", "one class", "rank-deficient", "duplicates", "both labels", "separable", "long values"])
    if kind == "zero rows":
        rows[rng.randrange(n)] = (rng.choice([-1, 1]), [0] * d)
    if kind == "one class":
        rows = [(1, x) for _, x in rows]
    if kind == "rank-deficient":
        rows = [(y, [a if k < 2 else x[0] - 2 * x[-1 if d > 1 else 0] for k, a in enumerate(x)]) for y, x in rows]
    if kind == "duplicates":
        rows = [rng.choice(rows) for _ in range(n)]
    if kind == "both labels":
        rows.append((-rows[0][0], rows[0][1]))
    if kind == "separable":
        w = [rng.randint(-3, 3) for _ in range(d)]
        rows = [(1 if sum(a * b for a, b in zip(w, x)) > 0 else -1, x) for _, x in rows]
    if kind == "long values":
        rows = [(y, [a * 10 ** rng.randint(0, 30) for a in x]) for y, x in rows]
    return kind, rows, rng.choice([0, 1])


def lp_split(esolver, rows, bias, folder):
    """The rows that are overlapped, by the LP."""
    z = [[y * v for v in x + ([bias] if bias else [])] for y, x in rows]
    lines = ["Problem", " split", "Maximize", " obj: " + " + ".join(f"t{i}" for i in range(len(z))), "Subject"]
    for i, row in enumerate(z):
        terms = "".join(f" {'+' if v > 0 else '-'} {abs(v)} u{j}" for j, v in enumerate(row) if v)
        lines.append(f" r{i}:{terms} - t{i} >= 0")
    lines += ["Bounds"] + [f" 0 <= t{i} <= 1" for i in range(len(z))]
    lines += [f" u{j} free" for j in range(len(z[0])) if any(row[j] for row in z)] + ["End", ""]
    (folder / "split.lp").write_text("\n".join(lines))
    done = subprocess.run([esolver, "-L", "-O", "split.sol", "split.lp"], cwd=folder, capture_output=True, text=True, check=False)
    text = (folder / "split.sol").read_text() if done.returncode == 0 else ""
    if "status OPTIMAL" not in text:
        raise RuntimeError(f"QSopt_ex failed: {done.stderr[-400:]}")
    solution = re.search(r"VARS:\n(.*?)REDUCED COST", text, re.S).group(1)
    t = dict(re.findall(r"(t\d+) = (\S+)", solution))
    if any(value != "1" for value in t.values()):
        raise RuntimeError(f"an optimum with 0 < t < 1: {t}")
    return [i for i in range(len(z)) if f"t{i}" not in t]


def write(rows, path):
    path.write_text("".join("%+d" % y + "".join(f" {j}:{v}" for j, v in enumerate(x, 1) if v) + "\n" for y, x in rows))


class Program:
    def __init__(self, novikoff, tree):
        self.novikoff = novikoff
        sys.path.insert(0, str(pathlib.Path(tree) / "tools"))
        import check_certificate
        self.python_check = check_certificate.main

    def certify(self, data, bias, *options):
        done = subprocess.run([self.novikoff, "certify", data, "--labels=-1,+1", "--bias", str(bias), "--json", *options], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            return {"verdict": f"none, certify ends with {done.returncode}: {done.stderr}", "lambda": [], "overlapped": [], "separated": []}
        return json.loads(done.stdout)

    def accepted(self, cert, data):
        """Whether both checkers accept."""
        done = subprocess.run([self.novikoff, "check", cert, data, "--quiet"], capture_output=True, text=True, check=False)
        return done.returncode == 0 and self.python_check(["--quiet", str(cert), str(data)]) == 0


def faults(program, esolver, rows, bias):
    """What is wrong with the program's answers on one set."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        data, cert, strict_cert, margin_cert = folder / "set.svm", folder / "set.cert", folder / "strict.cert", folder / "margin.cert"
        write(rows, data)
        overlapped = lp_split(esolver, rows, bias, folder)
        verdict = NAMES[0] if not overlapped else NAMES[2] if len(overlapped) == len(rows) else NAMES[1]
        found = program.certify(data, bias, "-o", cert)
        strict = program.certify(data, bias, "--strict", "-o", strict_cert)
        margin = program.certify(data, bias, "--margin", "-o", margin_cert)
        if "exact" not in margin.get("gamma2", {}) or (Fraction(margin["gamma2"]["exact"]) > 0) != (verdict == "separable"):
            yield f"γ*² is {margin.get('gamma2')}"
        if margin["claim"] != ("margin" if verdict == "separable" else "separation"):
            yield f"claim {margin['claim']}"
        if found["verdict"] != verdict:
            yield f"verdict {found['verdict']}, QSopt_ex says {verdict}"
        elif found["overlapped"] != overlapped or sorted(found["overlapped"] + found["separated"]) != list(range(len(rows))):
            yield f"overlapped {found['overlapped']}, QSopt_ex says {overlapped}"
        if strict["verdict"] != ("separable" if verdict == "separable" else "inseparable"):
            yield f"strict verdict {strict['verdict']}, QSopt_ex says {verdict}"
        if len(strict["lambda"]) > len(rows[0][1]) + (1 if bias else 0) + 1:
            yield f"a Gordan proof on {len(strict['lambda'])} rows"
        for name in (cert, strict_cert, margin_cert):
            if not program.accepted(name, data):
                yield f"{name.name} is not accepted by both checkers"


def run(program, esolver, count, seed):
    kinds, wrong = collections.Counter(), 0
    sets = [random_set(random.Random(seed * 1000003 + i)) for i in range(count)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for (kind, rows, bias), found in zip(sets, pool.map(lambda s: list(faults(program, esolver, s[1], s[2])), sets)):
            kinds[kind] += 1
            wrong += bool(found)
            for fault in found:
                print(f"{kind}, B = {bias}: {rows}: {fault}")
    print(f"{count} sets ({', '.join(f'{n} {kind}' for kind, n in sorted(kinds.items()))}): {wrong} wrong")
    return 1 if wrong else 0


def self_test(program, esolver):
    xor = [(-1, [0, 0]), (1, [0, 1]), (1, [1, 0]), (-1, [1, 1])]
    assert list(faults(program, esolver, xor, 1)) == []
    honest = program.certify

    def lying(data, bias, *options):
        return honest(data, bias, *options) | {"verdict": "separable"}

    program.certify = lying
    assert any("QSopt_ex says overlapping" in fault for fault in faults(program, esolver, xor, 1))
    program.certify = lambda data, bias, *options: honest(data, bias, *options) | {"overlapped": [0], "verdict": "overlapping"}
    assert any("overlapped [0]" in fault for fault in faults(program, esolver, xor, 1))
    program.certify, program.accepted = honest, lambda cert, data: False
    assert sum("not accepted" in fault for fault in faults(program, esolver, xor, 1)) == 3
    print("self-test: all noticed")
    return 0


def main(arguments):
    if arguments[0] == "--self-test":
        return self_test(Program(arguments[1], arguments[3]), arguments[2])
    novikoff, esolver, tree = arguments[:3]
    count, seed = (list(map(int, arguments[3:])) + [2000, 1][len(arguments) - 3:])[:2]
    return run(Program(novikoff, tree), esolver, count, seed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
