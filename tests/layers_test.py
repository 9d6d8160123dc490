#!/usr/bin/env python3
"""Includes only go down, and files stay short.

    layers_test.py TREE         checks include/, src/, cli/ and bindings/ of the tree
    layers_test.py --self-test  proves that each rule can fail

    core <- vec <- {data, learn, prove} <- run <- {cli, bindings}

data, learn and prove do not know each other. core, vec, learn and prove use the standard library only, and so do all
public headers, so that whoever links novikoff needs nobody else's headers.
"""
import pathlib
import re
import sys
import tempfile

MAY_INCLUDE = {
    "core": {"core"},
    "vec": {"vec", "core"},
    "data": {"data", "vec", "core"},
    "learn": {"learn", "vec", "core"},
    "prove": {"prove", "vec", "core"},
    "run": {"run", "data", "learn", "prove", "vec", "core"},
    "cli": {"cli", "run", "data", "learn", "prove", "vec", "core"},
    "bindings": {"bindings", "run", "data", "learn", "prove", "vec", "core"},
}
STANDARD_ONLY = {"core", "vec", "learn", "prove"}
COMPILER_HEADERS = {"immintrin.h"}
LIBRARY_HEADERS = {"core": {"sys/mman.h"}, "prove": {"gmp.h"}}  # that a standard-only room may have in its sources
MAX_LINES = {"include": 300, "src": 400, "cli": 400, "bindings": 400}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def room_of(path):
    """The room a file belongs to, by its path within the tree; None for a header that only gathers others."""
    parts = path.parts
    if parts[0] in ("cli", "bindings"):
        return parts[0]
    if parts[0] == "src":
        return parts[1]
    return parts[2] if len(parts) > 3 else None  # include/novikoff/ROOM/header.hpp


def room_included(name, path):
    """The room that an include line means, or None if it means no file of the project."""
    parts = pathlib.PurePosixPath(name).parts
    if parts[0] == "novikoff":
        return parts[1] if len(parts) > 2 else "umbrella"
    if parts[0] == "..":
        parts = parts[1:]
    if len(parts) > 1 and parts[0] in MAY_INCLUDE:
        return parts[0]
    return room_of(path) if len(parts) == 1 else None


def problems_of(tree, path):
    text = (tree / path).read_text(encoding="utf-8")
    count = len(text.splitlines())
    limit = MAX_LINES[path.parts[0]]
    if count > limit:
        yield f"{path}: {count} lines, at most {limit}"
    room = room_of(path)
    if room is not None and room not in MAY_INCLUDE:
        yield f"{path}: {room} is no room"
        return
    for number, line in enumerate(text.splitlines(), 1):
        found = INCLUDE.match(line)
        if not found:
            continue
        quote, name = found.groups()
        here = f"{path}:{number}"
        if quote == "<":
            foreign = ("." in name or "/" in name) and name not in COMPILER_HEADERS
            if name.startswith("novikoff/"):
                yield f"{here}: headers of the project stand in quotes"
            elif foreign and path.parts[0] == "include":
                yield f"{here}: <{name}> in a public header: only the standard library may stand there"
            elif foreign and room in STANDARD_ONLY and name not in LIBRARY_HEADERS.get(room, ()):
                yield f"{here}: <{name}> in {room}: only the standard library may stand there"
            continue
        included = room_included(name, path)
        if included is None:
            yield f'{here}: "{name}": neither a header of a room nor one beside this file'
        elif room is not None and included not in MAY_INCLUDE[room]:
            yield f"{here}: {room} includes {included}"


def check(tree):
    """All problems of the tree, and the number of files looked at."""
    problems, files = [], 0
    for top in MAX_LINES:
        for file in sorted((tree / top).rglob("*")):
            if file.suffix in (".hpp", ".cpp", ".h", ".inc"):
                files += 1
                problems += problems_of(tree, file.relative_to(tree))
    return problems, files


SELF_TESTS = [  # path, text, what the one problem must say; None: no problem
    ("include/novikoff/core/a.hpp", "#include <vector>\n", None),
    ("include/novikoff/novikoff.hpp", '#include "novikoff/run/a.hpp"\n#include "novikoff/core/a.hpp"\n', None),
    ("include/novikoff/run/a.hpp", '#include "novikoff/data/a.hpp"\n#include "novikoff/learn/a.hpp"\n', None),
    ("src/learn/a.cpp", '#include "novikoff/vec/a.hpp"\n#include "learn/private.hpp"\n#include "private.hpp"\n', None),
    ("src/data/a.cpp", "#include <zlib.h>\n#include <fast_float/fast_float.h>\n", None),
    ("cli/a.cpp", '#include "novikoff/run/a.hpp"\n#include "common.hpp"\n#include <CLI/CLI.hpp>\n', None),
    ("src/vec/a.cpp", "#include <immintrin.h>\n", None),
    ("src/core/a.cpp", "\n".join(["//"] * 400) + "\n", None),
    ("include/novikoff/core/a.hpp", '#include "novikoff/vec/a.hpp"\n', "core includes vec"),
    ("include/novikoff/vec/a.hpp", '#include "novikoff/learn/a.hpp"\n', "vec includes learn"),
    ("src/learn/a.cpp", '  #  include "novikoff/data/a.hpp"\n', "a.cpp:1: learn includes data"),
    ("src/data/a.cpp", '#include "novikoff/learn/a.hpp"\n', "data includes learn"),
    ("src/prove/a.cpp", '\n#include "novikoff/learn/a.hpp"\n', "a.cpp:2: prove includes learn"),
    ("src/data/a.cpp", '#include "../prove/a.hpp"\n', "data includes prove"),
    ("src/core/a.cpp", '#include "novikoff/novikoff.hpp"\n', "core includes umbrella"),
    ("src/run/a.cpp", '#include "cli/a.hpp"\n', "run includes cli"),
    ("bindings/c/a.cpp", '#include "cli/a.hpp"\n', "bindings includes cli"),
    ("src/run/a.cpp", '#include "../../lab/a.hpp"\n', "neither"),
    ("src/learn/a.cpp", "#include <nlohmann/json.hpp>\n", "only the standard library"),
    ("include/novikoff/run/a.hpp", "#include <fmt/format.h>\n", "public header"),
    ("src/core/a.cpp", "#include <novikoff/core/a.hpp>\n", "quotes"),
    ("src/util/a.cpp", "", "util is no room"),
    ("include/novikoff/core/a.hpp", "\n".join(["//"] * 301) + "\n", "301 lines"),
    ("src/core/a.cpp", "\n".join(["//"] * 401) + "\n", "401 lines"),
    ("cli/a.cpp", "\n".join(["//"] * 401) + "\n", "401 lines"),
]


def self_test():
    for path, text, expected in SELF_TESTS:
        with tempfile.TemporaryDirectory() as folder:
            tree = pathlib.Path(folder)
            (tree / path).parent.mkdir(parents=True)
            (tree / path).write_text(text, encoding="utf-8")
            problems, files = check(tree)
            right = not problems if expected is None else len(problems) == 1 and expected in problems[0]
            if files != 1 or not right:
                sys.exit(f"self-test: {path} with {text!r}: expected {expected!r}, got {problems}")
    print(f"{len(SELF_TESTS)} self-tests")


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return
    problems, files = check(pathlib.Path(sys.argv[1]))
    if files == 0:
        sys.exit(f"no files found below {sys.argv[1]}")
    for problem in problems:
        print(problem)
    print(f"{files} files, {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
