#!/usr/bin/env python3
"""The same input gives the same bytes, whatever compiled the program and whatever CPU level it runs on.

    same_bytes.py [--levels baseline,avx2] PROGRAM...   trains and predicts with every program at every level, and compares
    same_bytes.py --self-test                           proves that a difference is found

Compared are the `learned` section of each model, byte for byte as it stands in the file, and the output of `predict --scores`; the first and the last program and
level also learn and predict from caches of the data, whose bytes are the same too.
A combination of options that the program refuses must be refused by all in the same words, and few may be.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import stat
import subprocess
import sys
import tempfile

import made_data

EMBEDDED = ["@iris-setosa", "@iris-virginica", "@xor", "@unit-vectors:100", "@credit"]
WORDS = ["@iris-setosa", "@iris-virginica", "@credit"]  # labels that a stream could not tell apart
ORDERS = ["cyclic", "shuffled", "random", "restart", "worst", "online"]
KEEPS = ["last", "averaged", "voted", "pocket", "pocket-every"]
OTHERS = [  # beside order cyclic
    "--tie plus", "--order restart --tie plus", "--rule margin --tau 0.5", "--rule margin --tau 3 --order shuffled --seed 9 --keep averaged",
    "--eta 0.1", "--bias 0", "--bias 0.1 --keep averaged", "--w0 0.5,-1.25 --b0 0.3", "--order random --seed 12345678901 --keep pocket",
]
LIMIT = "--max-seen 1200"
MAX_REFUSED = 0.15


def cases(paths):
    """(data, options) of every case: all orders and keeps on two sets, then each order, keep and other option on the rest."""
    full = [paths["noisy"], paths["sparse"]]
    rest = [str(path) for name, path in paths.items() if name != "dense_csv" and path not in full] + EMBEDDED
    single = [f"--order {order}" for order in ORDERS] + [f"--keep {keep}" for keep in KEEPS] + OTHERS
    for data in map(str, full):
        for order in ORDERS:
            for keep in KEEPS:
                if not (order == "online" and keep.startswith("pocket")):  # a stream is gone when the pocket would count
                    yield data, f"--order {order} --keep {keep}"
        for options in OTHERS:
            yield data, options
    for data in rest:
        for options in single:
            if not (data in WORDS and options == "--order online"):
                yield data, options


def learned_section(text):
    """The bytes of the top-level member "learned" of a JSON object, as they stand in the text."""
    decoder, at = json.JSONDecoder(), text.index("{") + 1

    def blanks(at):
        while text[at] in " \t\r\n":
            at += 1
        return at

    while True:
        key, at = decoder.raw_decode(text, blanks(at))
        at = blanks(at)
        if text[at] != ":":
            raise ValueError("no colon after a key")
        start = blanks(at + 1)
        _, at = decoder.raw_decode(text, start)
        if key == "learned":
            return text[start:at]
        at = blanks(at)
        if text[at] != ",":
            raise ValueError('no "learned" section')
        at += 1


def call(command, level):
    return subprocess.run(command, env={**os.environ, "NOVIKOFF_ISA": level}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)


def outcome(program, level, data, options, model):
    """What one program at one level makes of a case: {part: bytes}, to be compared with the others'."""
    trained = call([program, "train", data, "-o", model, *options.split(), *LIMIT.split()], level)
    if trained.returncode == 2:
        return {"refused": trained.stderr}
    if trained.returncode != 0:
        return {"error": b"exit %d: " % trained.returncode + trained.stderr}
    learned = learned_section(pathlib.Path(model).read_text(encoding="utf-8")).encode()
    predicted = call([program, "predict", model, data, "--scores"], level)
    if predicted.returncode != 0:
        return {"learned": learned, "error": b"predict: exit %d: " % predicted.returncode + predicted.stderr}
    return {"learned": learned, "predictions": predicted.stdout}


def first_difference(a, b):
    """Where two byte strings part, for a person to read."""
    at = next((k for k, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
    begin = max(0, at - 30)
    return f"at byte {at}: {a[begin:at + 30]!r} against {b[begin:at + 30]!r}"


def compare_case(number, data, options, variants, folder, caches=None):
    """The problems of one case, and whether it was refused."""
    results = {}
    inputs = [((program, level), data) for program, level in variants]
    if data in (caches or {}):
        inputs += [((program, level, "cache"), caches[data]) for program, level in (variants[0], variants[-1])]
    for place, (variant, rows) in enumerate(inputs):
        model = str(folder / f"{number}-{place}.model")
        results[variant] = outcome(*variant[:2], rows, options, model)
        pathlib.Path(model).unlink(missing_ok=True)
    reference = results[variants[0]]
    what = f"{data} {options}"
    problems = []
    if "error" in reference:
        problems.append(f"{what}: {reference['error'].decode(errors='replace').strip()}")
    for variant, result in results.items():
        for part in sorted(set(reference) | set(result)):
            if reference.get(part) != result.get(part):
                parts = first_difference(reference.get(part, b""), result.get(part, b""))
                problems.append(f"{what}: {part}: {' '.join(variants[0])} and {' '.join(variant)} differ {parts}")
    return problems, "refused" in reference


def make_caches(variants, inputs, folder):
    """{data: cache}, and the problems: every program makes the same bytes at every level."""
    caches, problems = {}, []
    for number, data in enumerate(inputs):
        made = set()
        for place, (program, level) in enumerate(variants):
            cache = folder / f"{number}-{place}.nvk"
            done = call([program, "convert", data, "-o", str(cache)], level)
            if done.returncode != 0:
                problems.append(f"convert {data}: exit {done.returncode}: {done.stderr.decode(errors='replace')}")
                break
            made.add(cache.read_bytes())
            if place > 0:
                cache.unlink()
        if len(made) > 1:
            problems.append(f"convert {data}: caches differ")
        caches[data] = str(folder / f"{number}-0.nvk")
    return caches, problems


def same_however_read(program, paths, folder):
    """The same rows as LIBSVM, as CSV and in two files teach the same."""
    lines = paths["dense"].read_text(encoding="ascii").splitlines(keepends=True)
    halves = [folder / "half1.svm", folder / "half2.svm"]
    halves[0].write_text("".join(lines[:50]), encoding="ascii")
    halves[1].write_text("".join(lines[50:]), encoding="ascii")
    inputs = {"LIBSVM": [str(paths["dense"])], "CSV": [str(paths["dense_csv"]), "--label", "label"], "two files": [str(half) for half in halves]}
    sections, problems = {}, []
    for name, arguments in inputs.items():
        model = folder / "read.model"
        done = call([program, "train", *arguments, "-o", str(model)], "baseline")
        if done.returncode != 0:
            return [f"read as {name}: exit {done.returncode}: {done.stderr.decode(errors='replace')}"]
        sections[name] = learned_section(model.read_text(encoding="utf-8")).encode()
        if sections[name] != sections["LIBSVM"]:
            problems.append(f"read as LIBSVM and as {name}: differ {first_difference(sections['LIBSVM'], sections[name])}")
    return problems


def run(programs, levels):
    """All problems. Prints what was compared."""
    variants = [(program, level) for program in programs for level in levels]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        paths = made_data.write_all(folder)
        listed = list(cases(paths))
        caches, cache_problems = make_caches(variants, sorted({data for data, _ in listed}), folder)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            futures = [pool.submit(compare_case, number, data, options, variants, folder, caches) for number, (data, options) in enumerate(listed)]
            results = [future.result() for future in futures]
        problems = cache_problems + [problem for found, _ in results for problem in found]
        problems += same_however_read(programs[0], paths, folder)
    refused = [f"{data} {options}" for (data, options), (_, was_refused) in zip(listed, results) if was_refused]
    for case in refused:
        print(f"refused by all: {case}")
    if len(refused) > MAX_REFUSED * len(listed):
        problems.append(f"{len(refused)} of {len(listed)} cases are refused: too little is compared")
    print(f"{len(listed)} cases, {len(variants)} variants ({len(programs)} programs, levels {', '.join(levels)}), {len(problems)} problems")
    return problems


FAKE = """#!/usr/bin/env python3
import os, sys
arguments = sys.argv[1:]
score = "0.3"
if {wrong} and os.environ["NOVIKOFF_ISA"] == "avx2" and any("ties" in a for a in arguments): score = "0.30000000000000004"
if arguments[0] == "train":
    if {refuses} and "pocket" in arguments: sys.stderr.write("no pocket"); sys.exit(2)
    with open(arguments[arguments.index("-o") + 1], "w") as file:
        file.write('{{"format": "x", "learned": {{"weights": [' + score + '], "s": "a\\\\"}}"}}, "state": ' + str(os.getpid()) + "}}")
else:
    print("1\\t" + score)
"""


def self_test():
    text = '{"a": "\\"learned\\": 1}", "b": {"learned": 2}, "learned" : {"x": "}", "y": [1.0, 1]} , "z": 0}\n'
    if learned_section(text) != '{"x": "}", "y": [1.0, 1]}':
        sys.exit("self-test: the learned section is not cut out as it stands")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)

        def fake(name, wrong=False, refuses=False):
            path = folder / name
            path.write_text(FAKE.format(wrong=wrong, refuses=refuses), encoding="utf-8")
            path.chmod(path.stat().st_mode | stat.S_IXUSR)
            return str(path)

        right, wrong, refusing = fake("right"), fake("wrong", wrong=True), fake("refusing", refuses=True)
        data = [("ties.svm", "--keep last"), ("dense.svm", "--keep pocket")]
        for programs, parts in [([right, right], []), ([right, wrong], ["learned", "predictions"]), ([right, refusing], ["refused"])]:
            variants = [(program, level) for program in programs for level in ("baseline", "avx2")]
            problems = [problem for number, case in enumerate(data) for problem in compare_case(number, *case, variants, folder)[0]]
            if bool(problems) != bool(parts) or not all(any(f": {part}: " in problem for problem in problems) for part in parts):
                sys.exit(f"self-test: {programs}: {problems}")
    print("the section is cut out as it stands, and differences in it, in predictions and in refusals are found")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", nargs="*")
    parser.add_argument("--levels", default="baseline,avx2,avx512", help="values of NOVIKOFF_ISA; levels the CPU lacks fall back")
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if arguments.self_test:
        self_test()
        return
    if not arguments.programs:
        parser.error("no programs")
    problems = run(arguments.programs, arguments.levels.split(","))
    for problem in problems[:40]:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
