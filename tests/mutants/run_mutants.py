#!/usr/bin/env python3
"""Breaks the code on purpose, one small change at a time, and demands that the unit tests notice.

    run_mutants.py TREE --work DIR [NAME...]   all mutants of tests/mutants/mutants.json, or those named
    run_mutants.py --self-test                 proves on a toy tree that each outcome is told apart

A mutant is {name, file, find, replace, why} and perhaps noticed_by: `find` must stand exactly once in `file`. The tree is copied below DIR
(kept between runs, so that what has not changed is not compiled again) and the copy is mutated in place and restored. The test that
noticed_by names ("room: Suite.Test", as this program prints it) is run first, alone, to save time; if it passes after all, or none is
named, tests run from the mutated room upwards and only as far as the first failure.
A mutant that survives every room is a failure; so is one that does not compile, for it proves nothing.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

LEFT_OUT = {".git", "build"}  # what is not source; all else may be needed to configure
# Rooms whose tests may notice a change in a room, nearest first.
UPWARDS = {
    "core": ["core", "vec", "learn", "data", "prove", "run"],
    "vec": ["vec", "learn", "data", "prove", "run"],
    "learn": ["learn", "run"],
    "data": ["data", "run"],
    "prove": ["prove", "run"],
    "run": ["run"],
}
FAILURE_SHOWN = 4000


class MutantError(Exception):
    """The mutants cannot be run: wrong list, or a tree that does not build or pass unmutated."""


def sync(source, copy):
    """Makes `copy` equal to the copied part of `source`, touching only files that differ."""
    wanted = set()
    for root in sorted(top for top in source.iterdir() if top.name not in LEFT_OUT):
        for file in [root] if root.is_file() else sorted(root.rglob("*")):
            if not file.is_file() or "__pycache__" in file.parts:
                continue
            relative = file.relative_to(source)
            wanted.add(relative)
            target = copy / relative
            if not target.exists() or target.read_bytes() != file.read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, target)
                shutil.copymode(file, target)
    for file in sorted(copy.rglob("*")):
        if file.is_file() and file.relative_to(copy) not in wanted:
            file.unlink()


class Tree:
    """A copied tree and its build folder."""

    def __init__(self, source, work, jobs, timeout):
        self.source, self.copy, self.build = source, work / "tree", work / "build"
        self.jobs, self.timeout = jobs, timeout
        self.copy.mkdir(parents=True, exist_ok=True)
        sync(source, self.copy)
        self.rooms = [room for room in UPWARDS if any((self.copy / "tests" / room).glob("*_test.cpp"))]

    def configure(self):
        command = ["cmake", "-S", self.copy, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0",
                   "-DNOVIKOFF_TREE_TESTS=OFF", "-Wno-dev", "--no-warn-unused-cli"]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode != 0:
            raise MutantError("the copied tree does not configure\n" + done.stdout[-FAILURE_SHOWN:])

    def make(self, rooms):
        """None, or what the compiler said."""
        command = ["cmake", "--build", self.build, "--parallel", str(self.jobs), "--target"] + [f"test_{room}" for room in rooms]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return None if done.returncode == 0 else done.stdout[-FAILURE_SHOWN:]

    def test(self, room, only="*"):
        """None if the room's tests pass (those that `only` names), else the line that says what failed."""
        command = [self.build / "tests" / f"test_{room}", "--gtest_fail_fast", "--gtest_brief=1", f"--gtest_filter={only}"]
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False,
                                  timeout=self.timeout, cwd=self.copy / "tests")
        except subprocess.TimeoutExpired:
            return "does not end"
        if done.returncode == 0:
            return None
        failed = [line for line in done.stdout.splitlines() if line.startswith("[  FAILED  ]")]
        if failed:
            return failed[0].removeprefix("[  FAILED  ]").split(" (")[0].split(", where")[0].strip()
        return f"exit status {done.returncode}"


def check_list(tree, mutants):
    """Every mutant applies to the unmutated tree, exactly once."""
    names = [mutant["name"] for mutant in mutants]
    for name in names:
        if names.count(name) > 1:
            raise MutantError(f"{name}: stands twice in the list")
    for mutant in mutants:
        file = tree.copy / mutant["file"]
        if not file.is_file():
            raise MutantError(f"{mutant['name']}: no file {mutant['file']}")
        count = file.read_text(encoding="utf-8").count(mutant["find"])
        if count != 1:
            raise MutantError(f"{mutant['name']}: {mutant['find']!r} stands {count} times in {mutant['file']}, must stand once")
        if mutant["find"] == mutant["replace"]:
            raise MutantError(f"{mutant['name']}: changes nothing")
        if not mutant["why"]:
            raise MutantError(f"{mutant['name']}: does not say why")


def room_of(mutant):
    parts = pathlib.PurePosixPath(mutant["file"]).parts
    return parts[2] if parts[0] == "include" else parts[1]


def suspects(tree, mutant):
    """(room, filter of its tests), in the order in which they are asked."""
    room, _, test = mutant.get("noticed_by", "").partition(": ")
    if test and room in tree.rooms:
        yield room, test
    for room in UPWARDS[room_of(mutant)]:
        if room in tree.rooms:
            yield room, "*"


def caught_by(tree, mutant):
    """Which test noticed the mutant, or None. The copy is left as it was found."""
    file = tree.copy / mutant["file"]
    original = file.read_text(encoding="utf-8")
    file.write_text(original.replace(mutant["find"], mutant["replace"]), encoding="utf-8")
    try:
        for room, only in suspects(tree, mutant):
            failure = tree.make([room])
            if failure is not None:
                raise MutantError(f"{mutant['name']}: does not compile\n{failure}")
            noticed = tree.test(room, only)
            if noticed is not None:
                return f"{room}: {noticed}"
        return None
    finally:
        file.write_text(original, encoding="utf-8")


def run(source, work, mutants, jobs, timeout):
    """The names of the mutants that survived. Raises MutantError."""
    tree = Tree(source, work, jobs, timeout)
    check_list(tree, mutants)
    tree.configure()
    if not tree.rooms:
        raise MutantError("no unit tests")
    rooms = sorted({room for mutant in mutants for room in UPWARDS[room_of(mutant)] if room in tree.rooms})
    started = time.monotonic()
    failure = tree.make(rooms)
    if failure is not None:
        raise MutantError("the unmutated tree does not build\n" + failure)
    for room in rooms:
        noticed = tree.test(room)
        if noticed is not None:
            raise MutantError(f"the unmutated tree fails: {room}: {noticed}")
    print(f"unmutated: all pass ({time.monotonic() - started:.0f} s)", flush=True)

    survivors = []
    # Mutants of one file one after the other: restoring one and applying the next is one compilation, not two.
    for mutant in sorted(mutants, key=lambda mutant: mutant["file"]):
        started = time.monotonic()
        noticed = caught_by(tree, mutant)
        print(f"{mutant['name']}: {'SURVIVES' if noticed is None else 'caught by ' + noticed} ({time.monotonic() - started:.1f} s)", flush=True)
        if noticed is None:
            survivors.append(mutant)
    for mutant in survivors:
        print(f"\nsurvivor {mutant['name']} in {mutant['file']}\n  - {mutant['find']}\n  + {mutant['replace']}\n  {mutant['why']}")
    print(f"{len(mutants)} mutants, {len(survivors)} survivors")
    return [mutant["name"] for mutant in survivors]


TOY = {
    "CMakeLists.txt": """cmake_minimum_required(VERSION 3.25)
project(toy LANGUAGES CXX)
add_library(novikoff_core STATIC src/core/toy.cpp)
add_executable(test_core tests/core/toy_test.cpp)
target_link_libraries(test_core PRIVATE novikoff_core)
set_target_properties(test_core PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
""",
    "src/core/toy.cpp": "int half(int n) { return n / 2; }\nint unseen() { return 7; }\n",
    "tests/core/toy_test.cpp": "int half(int);\nint main() { return half(8) == 4 ? 0 : 1; }\n",
}


def toy_mutant(name, find, replace):
    return {"name": name, "file": "src/core/toy.cpp", "find": find, "replace": replace, "why": "a toy"}


def self_test(jobs):
    caught = [toy_mutant("wrong", "n / 2", "n / 3"), toy_mutant("crash", "n / 2", "*static_cast<volatile int*>(nullptr)"),
              toy_mutant("endless", "return n / 2;", "volatile int i = 1; while (i) {} return n;")]
    survivor = toy_mutant("survivor", "return 7", "return 8")
    failing = {"tests/core/toy_test.cpp": "int main() { return 1; }\n"}
    cases = [  # what, mutants, changed files, expected survivors or a part of the error
        ("caught and surviving mutants", [*caught, survivor], {}, ["survivor"]),
        ("all caught", caught[:1], {}, []),
        ("nothing to find", [toy_mutant("gone", "n / 9", "n")], {}, "stands 0 times"),
        ("found twice", [toy_mutant("twice", "return", "throw")], {}, "stands 2 times"),
        ("no compilation", [toy_mutant("broken", "n / 2", "n /")], {}, "does not compile"),
        ("no change", [toy_mutant("same", "n / 2", "n / 2")], {}, "changes nothing"),
        ("a test that does not notice is no excuse", [survivor | {"noticed_by": "core: Toy.Half"}, caught[0] | {"noticed_by": "nowhere: Toy.Half"}], {}, ["survivor"]),
        ("one name for two", [survivor, survivor], {}, "stands twice in the list"),
        ("red before", caught[:1], failing, "the unmutated tree fails"),
    ]
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder) / "work"
        for number, (what, mutants, changed, expected) in enumerate(cases):
            source = pathlib.Path(folder) / f"source{number}"
            for name, text in {**TOY, **changed}.items():
                (source / name).parent.mkdir(parents=True, exist_ok=True)
                (source / name).write_text(text, encoding="utf-8")
            try:
                outcome = run(source, work, mutants, jobs, timeout=5)
            except MutantError as error:
                outcome = str(error)
            right = outcome == expected if isinstance(expected, list) else isinstance(outcome, str) and expected in outcome
            if not right:
                sys.exit(f"self-test: {what}: expected {expected!r}, got {outcome!r}")
            for name, text in TOY.items():
                if not changed and (work / "tree" / name).read_text(encoding="utf-8") != text:
                    sys.exit(f"self-test: {what}: {name} was not restored")
    print(f"{len(cases)} self-tests")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tree", nargs="?", type=pathlib.Path)
    parser.add_argument("names", nargs="*", help="only these mutants")
    parser.add_argument("--work", type=pathlib.Path, help="folder for the copy and its build, kept")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--timeout", type=float, default=120, help="seconds after which a test program counts as failed")
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if arguments.self_test:
        self_test(arguments.jobs)
        return
    tree = arguments.tree.resolve()
    mutants = json.loads((tree / "tests/mutants/mutants.json").read_text(encoding="utf-8"))
    if arguments.names:
        mutants = [mutant for mutant in mutants if mutant["name"] in arguments.names]
    if not mutants:
        sys.exit("no such mutants")
    try:
        if arguments.work:
            survivors = run(tree, arguments.work.resolve(), mutants, arguments.jobs, arguments.timeout)
        else:
            with tempfile.TemporaryDirectory() as folder:
                survivors = run(tree, pathlib.Path(folder), mutants, arguments.jobs, arguments.timeout)
    except MutantError as error:
        sys.exit(f"mutants: {error}")
    sys.exit(1 if survivors else 0)


if __name__ == "__main__":
    main()
