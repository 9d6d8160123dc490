#!/usr/bin/env python3
"""Breaks the code on purpose, one small change at a time, and demands that the unit tests notice.

    run_mutants.py TREE --build DIR [NAME...]   all mutants of tests/mutants/mutants.json, or those named; DIR is a build of TREE (Ninja)
    run_mutants.py --self-test                  proves on a toy tree that each outcome is told apart

A mutant is {name, file, find, replace, why} and perhaps noticed_by, compiled_in and needs: `find` must stand exactly once in `file`. Nothing in TREE or DIR is
changed: the mutated file is a copy, only what it changes is compiled again, with DIR's own commands and without optimisation, and the
objects are linked in front of DIR's. The test that noticed_by names ("room: Suite.Test", as this program prints it) is run first, alone,
to save time, and of what a mutated header changes the source that compiled_in names is compiled first; if the test passes after all, or none
is named, everything that changes is compiled and tests run from the mutated room upwards, only as far as the first failure.
A mutant that survives every room is a failure; so is one that does not compile, for it proves nothing. One in code for instructions (`needs`, as Linux calls
them) that this processor lacks cannot be noticed here: it is compiled, and said to be unasked.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

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
EVERY = "*"  # test
UNASKED = "unasked"  # as an outcome


def lacking(mutant):
    """The instructions that the mutated code needs and this processor lacks."""
    try:
        has = re.search(r"^flags\s*:(.*)$", pathlib.Path("/proc/cpuinfo").read_text(encoding="ascii"), re.MULTILINE)
    except OSError:
        has = None
    return [flag for flag in mutant.get("needs", []) if not has or flag not in has[1].split()]


class MutantError(Exception):
    """The mutants cannot be run: wrong list, or a build that is not there or does not pass unmutated."""


def output_of(command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False, **more)


class Build:
    """A tree and its build folder, only read."""

    def __init__(self, source, build, timeout):
        self.source, self.build, self.timeout = source, build, timeout
        self.rooms = [room for room in UPWARDS if (build / "tests" / f"test_{room}").is_file()]
        if not self.rooms:
            raise MutantError(f"no test programs in {build}: build them first")
        self.compile = {}  # object: (source, command)
        for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
            command = shlex.split(entry["command"])
            at = command.index("-o")
            self.compile[command[at + 1]] = (pathlib.Path(entry["file"]), command[:at])
        self.uses = {}  # object: every file of the tree that it was compiled from
        for line in output_of(["ninja", "-C", build, "-t", "deps"]).stdout.splitlines():
            if line and not line[0].isspace():
                current = self.uses.setdefault(line.split(": #deps")[0], set())
            elif line.strip():
                current.add(os.path.normpath(build / line.strip()))
        self.link = {room: self.link_command(room) for room in self.rooms}

    def link_command(self, room):
        """(what to run, the objects of the room's tests, the folders of the libraries' objects)"""
        line = output_of(["ninja", "-C", self.build, "-t", "commands", f"tests/test_{room}"]).stdout.splitlines()[-1]
        command = shlex.split(line.removeprefix(": && ").split(" && ")[0])
        at = command.index("-o")
        libraries = [word for word in command if word.startswith("libnovikoff_")]
        folders = tuple(f"CMakeFiles/{library.removeprefix('lib').removesuffix('.a')}.dir/" for library in libraries)
        return command[:at] + command[at + 2:], [word for word in command[:at] if word.endswith(".o")], folders

    def changes(self, name, file):
        return self.compile[name][0] == file or str(file) in self.uses.get(name, ())

    def libraries(self, room, file, only=None):
        """The libraries' objects that a change of `file` changes, among those that the room's test program may hold; perhaps only that of one source."""
        mine = [name for name in self.compile if name.startswith(self.link[room][2]) and self.changes(name, file)]
        return [name for name in mine if only is None or self.compile[name][0] == self.source / only]

    def alone(self, room, test):
        """(object, source) of the room's tests that holds this test, which other sources may share the object with; None if it is not found."""
        suite, _, name = test.rpartition(".")
        words = [rf"\b{re.escape(part)}\b" for part in (suite.split("/")[-1], name.split("/")[0])]
        defines = re.compile(r"^[A-Z_]+\(" + r",\s*".join(words), re.MULTILINE)
        for name in self.link[room][1]:
            for file in sorted({*self.uses.get(name, ()), str(self.compile[name][0])}):
                if file.endswith(".cpp") and defines.search(pathlib.Path(file).read_text(encoding="utf-8")):
                    return name, pathlib.Path(file)
        return None

    def test(self, program, only):
        """None if the tests that `only` names pass, else the line that says what failed."""
        try:
            done = output_of([program, "--gtest_fail_fast", "--gtest_brief=1", f"--gtest_filter={only}"], timeout=self.timeout, cwd=self.build / "tests")
        except subprocess.TimeoutExpired:
            return "does not end"
        if done.returncode == 0:
            return None
        failed = [line for line in done.stdout.splitlines() if line.startswith("[  FAILED  ]")]
        if failed:
            return failed[0].removeprefix("[  FAILED  ]").split(" (")[0].split(", where")[0].strip()
        return f"exit status {done.returncode}"


class Mutated:
    """One mutant's own files, below `folder`."""

    def __init__(self, build, mutant, folder):
        self.build, self.mutant, self.folder = build, mutant, folder
        self.file = build.source / mutant["file"]
        self.copy = folder / pathlib.PurePosixPath(mutant["file"]).relative_to(pathlib.PurePosixPath(mutant["file"]).parts[0])
        self.copy.parent.mkdir(parents=True)
        self.copy.write_text(self.file.read_text(encoding="utf-8").replace(mutant["find"], mutant["replace"]), encoding="utf-8")
        self.made = {}

    def object(self, name, source=None):
        """`source`: the only one that counts of those that the object is made of."""
        grouped, command = self.build.compile[name]
        source = source or grouped
        if (name, source) not in self.made:
            made = self.folder / f"{len(self.made)}.o"
            # Mutated headers stand in front of the tree's own.
            command = [command[0], f"-I{self.folder}", *command[1:], "-O0", "-w", "-iquote", str(source.parent), "-o", made, "-c"]
            done = output_of([*command, self.copy if source == self.file else source], cwd=self.build.build)
            if done.returncode != 0:
                raise MutantError(f"{self.mutant['name']}: does not compile\n{done.stdout[-FAILURE_SHOWN:]}")
            self.made[name, source] = made
        return self.made[name, source]

    def program(self, room, only, libraries):
        """The room's tests that `only` names, with what the mutant changes in them and in these libraries' objects. None: it changes nothing there."""
        command, tests, _ = self.build.link[room]
        others = [self.object(name) for name in libraries]
        alone = self.build.alone(room, only) if only != EVERY else None
        made = {name: name for name in tests}
        if alone and self.build.changes(alone[0], self.file):
            made = {alone[0]: self.object(*alone)}
        elif not alone:
            made |= {name: self.object(name) for name in tests if self.build.changes(name, self.file)}
        if not others and all(name == word for name, word in made.items()):
            return None
        words = [made.get(word, word) for word in command if word in made or word not in tests]
        first = next(k for k, word in enumerate(words) if word in made.values())
        program = self.folder / f"test_{room}"
        done = output_of([*words[:first], *others, *words[first:], "-o", program], cwd=self.build.build)
        if done.returncode != 0:
            raise MutantError(f"{self.mutant['name']}: does not link\n{done.stdout[-FAILURE_SHOWN:]}")
        return program

    def compile(self):
        for room, _, libraries in suspects(self.build, self.mutant):
            for name in libraries:
                self.object(name)

    def caught_by(self):
        for room, only, libraries in suspects(self.build, self.mutant):
            program = self.program(room, only, libraries)
            noticed = self.build.test(program, only) if program else None
            if noticed is not None:
                return f"{room}: {noticed}"
        return None


def check_list(source, mutants):
    """Every mutant applies to the unmutated tree, exactly once."""
    names = [mutant["name"] for mutant in mutants]
    for name in names:
        if names.count(name) > 1:
            raise MutantError(f"{name}: stands twice in the list")
    for mutant in mutants:
        file = source / mutant["file"]
        if not file.is_file():
            raise MutantError(f"{mutant['name']}: no file {mutant['file']}")
        count = file.read_text(encoding="utf-8").count(mutant["find"])
        if count != 1:
            raise MutantError(f"{mutant['name']}: {mutant['find']!r} stands {count} times in {mutant['file']}, must stand once")
        if mutant["find"] == mutant["replace"]:
            raise MutantError(f"{mutant['name']}: changes nothing")
        if not (source / mutant.get("compiled_in", mutant["file"])).is_file():
            raise MutantError(f"{mutant['name']}: no file {mutant['compiled_in']}")
        if not mutant["why"]:
            raise MutantError(f"{mutant['name']}: does not say why")


def room_of(mutant):
    parts = pathlib.PurePosixPath(mutant["file"]).parts
    return parts[2] if parts[0] == "include" else parts[1]


def hint(build, mutant):
    """(room, test) or None."""
    room, _, test = mutant.get("noticed_by", "").partition(": ")
    return (room, test) if test and room in build.rooms else None


def suspects(build, mutant):
    """(room, filter of its tests, the libraries' objects that are compiled again), in the order in which they are asked."""
    file = build.source / mutant["file"]
    hinted = hint(build, mutant)
    if hinted:
        # A header that a test includes: the test alone is a small part of what includes it.
        if mutant["file"].endswith(".hpp"):
            yield *hinted, []
        if "compiled_in" in mutant:
            yield *hinted, build.libraries(hinted[0], file, mutant["compiled_in"])
        yield *hinted, build.libraries(hinted[0], file)
    for room in UPWARDS[room_of(mutant)]:
        if room in build.rooms:
            yield room, EVERY, build.libraries(room, file)


def check_unmutated(build, mutants):
    """The tests that are asked pass without a mutant: all of a room, if some mutant of it names none."""
    for room in build.rooms:
        hints = [hint(build, mutant) for mutant in mutants]
        asked = EVERY if None in hints else ":".join(sorted({hinted[1] for hinted in hints if hinted[0] == room}))
        noticed = build.test(build.build / "tests" / f"test_{room}", asked) if asked else None
        if noticed is not None:
            raise MutantError(f"the unmutated tree fails: {room}: {noticed}")


def run(source, build_folder, mutants, jobs, timeout):
    """The names of the mutants that survived. Raises MutantError."""
    check_list(source, mutants)
    build = Build(source, build_folder, timeout)
    check_unmutated(build, mutants)

    def outcome(mutant):
        started = time.monotonic()
        lacks = lacking(mutant)
        with tempfile.TemporaryDirectory() as folder:
            mutated = Mutated(build, mutant, pathlib.Path(folder))
            if lacks:
                mutated.compile()
                print(f"{mutant['name']}: unasked, this processor has no {', '.join(lacks)}", flush=True)
                return UNASKED
            noticed = mutated.caught_by()
        print(f"{mutant['name']}: {'SURVIVES' if noticed is None else 'caught by ' + noticed} ({time.monotonic() - started:.1f} s)", flush=True)
        return noticed

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        outcomes = list(pool.map(outcome, mutants))
    survivors = [mutant for mutant, noticed in zip(mutants, outcomes) if noticed is None]
    for mutant in survivors:
        print(f"\nsurvivor {mutant['name']} in {mutant['file']}\n  - {mutant['find']}\n  + {mutant['replace']}\n  {mutant['why']}")
    unasked = f", {outcomes.count(UNASKED)} unasked" if UNASKED in outcomes else ""
    print(f"{len(mutants)} mutants, {len(survivors)} survivors{unasked}")
    return [mutant["name"] for mutant in survivors]


TOY = {
    "CMakeLists.txt": """cmake_minimum_required(VERSION 3.25)
project(toy LANGUAGES CXX)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
add_library(novikoff_core STATIC src/core/toy.cpp)
target_include_directories(novikoff_core PUBLIC include)
add_executable(test_core tests/core/toy_test.cpp)
target_link_libraries(test_core PRIVATE novikoff_core)
set_target_properties(test_core PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
""",
    "include/novikoff/core/toy.hpp": "inline int third(int n) { return n / 3; }\ninline int fourth(int n) { return n / 4; }\nint half(int n);\nint a_fourth();\n",
    "src/core/toy.cpp": "#include <novikoff/core/toy.hpp>\nint half(int n) { return n / 2; }\nint unseen() { return 7; }\nint a_fourth() { return fourth(8); }\n",
    "tests/core/toy_test.cpp": "#include <novikoff/core/toy.hpp>\nint main() { return half(8) == 4 && third(9) == 3 && a_fourth() == 2 ? 0 : 1; }\n",
}


def toy_mutant(name, find, replace, file="src/core/toy.cpp"):
    return {"name": name, "file": file, "find": find, "replace": replace, "why": "a toy"}


def self_test(jobs):
    header = "include/novikoff/core/toy.hpp"
    caught = [toy_mutant("wrong", "n / 2", "n / 3"), toy_mutant("crash", "n / 2", "*static_cast<volatile int*>(nullptr)"),
              toy_mutant("endless", "return n / 2;", "volatile int i = 1; while (i) {} return n;")]
    survivor = toy_mutant("survivor", "return 7", "return 8")
    in_header = [toy_mutant("seen-by-the-test", "n / 3", "n / 2", header), toy_mutant("seen-by-the-library", "n / 4", "n / 2", header)]
    failing = {"tests/core/toy_test.cpp": "int main() { return 1; }\n"}
    cases = [  # what, mutants, changed files, expected survivors or a part of the error
        ("caught and surviving mutants", [*caught, survivor], {}, ["survivor"]),
        ("all caught", caught[:1], {}, []),
        ("headers", in_header, {}, []),
        ("headers with hints", [mutant | {"noticed_by": "core: Toy.Half"} for mutant in in_header], {}, []),
        ("a header that one source shows", [in_header[1] | {"noticed_by": "core: Toy.Half", "compiled_in": "src/core/toy.cpp"}], {}, []),
        ("a source that there is not", [in_header[1] | {"compiled_in": "src/core/gone.cpp"}], {}, "no file src/core/gone.cpp"),
        ("nothing to find", [toy_mutant("gone", "n / 9", "n")], {}, "stands 0 times"),
        ("found twice", [toy_mutant("twice", "return", "throw")], {}, "stands 3 times"),
        ("no compilation", [toy_mutant("broken", "n / 2", "n /")], {}, "does not compile"),
        ("no change", [toy_mutant("same", "n / 2", "n / 2")], {}, "changes nothing"),
        ("a test that does not notice is no excuse", [survivor | {"noticed_by": "core: Toy.Half"}, caught[0] | {"noticed_by": "nowhere: Toy.Half"}], {}, ["survivor"]),
        ("what needs an instruction that there is not", [survivor | {"needs": ["nowhere"]}], {}, []),
        ("what needs none", [survivor | {"needs": []}], {}, ["survivor"]),
        ("no compilation, and an instruction that there is not", [toy_mutant("broken", "n / 2", "n /") | {"needs": ["nowhere"]}], {}, "does not compile"),
        ("one name for two", [survivor, survivor], {}, "stands twice in the list"),
        ("red before", caught[:1], failing, "the unmutated tree fails"),
    ]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        try:
            run(folder, folder, [], jobs, timeout=5)
            sys.exit("self-test: a build that is not there is no error")
        except MutantError as error:
            if "build them first" not in str(error):
                sys.exit(f"self-test: {error}")
        built = {}
        for number, (what, mutants, changed, expected) in enumerate(cases):
            key = json.dumps(changed)
            if key not in built:
                source, build = folder / f"source{number}", folder / f"build{number}"
                for file, text in {**TOY, **changed}.items():
                    (source / file).parent.mkdir(parents=True, exist_ok=True)
                    (source / file).write_text(text, encoding="utf-8")
                for command in (["cmake", "-S", source, "-B", build, "-G", "Ninja"], ["cmake", "--build", build]):
                    done = output_of(command)
                    if done.returncode != 0:
                        sys.exit("self-test: the toy does not build\n" + done.stdout)
                built[key] = source, build
            try:
                outcome = run(*built[key], mutants, jobs, timeout=5)
            except MutantError as error:
                outcome = str(error)
            right = outcome == expected if isinstance(expected, list) else isinstance(outcome, str) and expected in outcome
            if not right:
                sys.exit(f"self-test: {what}: expected {expected!r}, got {outcome!r}")
            for file, text in {**TOY, **changed}.items():
                if (built[key][0] / file).read_text(encoding="utf-8") != text:
                    sys.exit(f"self-test: {what}: {file} was changed")
    print(f"{len(cases)} self-tests")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tree", nargs="?", type=pathlib.Path)
    parser.add_argument("names", nargs="*", help="only these mutants")
    parser.add_argument("--build", type=pathlib.Path, help="a build of the tree, with its tests")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--timeout", type=float, default=120, help="seconds after which a test program counts as failed")
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if arguments.self_test:
        self_test(arguments.jobs)
        return
    if not arguments.tree or not arguments.build:
        parser.error("TREE and --build DIR are needed")
    tree = arguments.tree.resolve()
    mutants = json.loads((tree / "tests/mutants/mutants.json").read_text(encoding="utf-8"))
    if arguments.names:
        mutants = [mutant for mutant in mutants if mutant["name"] in arguments.names]
    if not mutants:
        sys.exit("no such mutants")
    try:
        survivors = run(tree, arguments.build.resolve(), mutants, arguments.jobs, arguments.timeout)
    except MutantError as error:
        sys.exit(f"mutants: {error}")
    sys.exit(1 if survivors else 0)


if __name__ == "__main__":
    main()
