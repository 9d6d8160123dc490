#!/usr/bin/env python3
"""Runs a transcript of the command line: run.py --novikoff PROGRAM FILE.case

A transcript is a list of claims:

  == what is claimed
  $ novikoff train @and -q        a line for sh, in an empty folder of its own; more $ lines are further steps
  > text                          exactly this on standard output ('>' alone: an empty line)
  ! text                          exactly this on standard error
  >* or !*                        anything, from here on
  >~ text or !~ text              the line contains the text
  ? 3                             the exit code; 0 where nothing is said

What is not said must not be there: without > lines standard output is empty, without ! lines standard error is.
$DATA is the folder of the test data."""
import argparse
import os
import subprocess
import sys
import tempfile


class Step:
    def __init__(self, line, command):
        self.line, self.command, self.out, self.err, self.code = line, command, [], [], 0


def parse(path):
    claims = []
    for number, text in enumerate(open(path, encoding="utf-8"), 1):
        text = text.rstrip("\n")
        if text.startswith("== "):
            claims.append((text[3:], []))
        elif text.startswith("$ "):
            claims[-1][1].append(Step(number, text[2:]))
        elif text.startswith("? "):
            claims[-1][1][-1].code = int(text[2:])
        elif text[:1] in (">", "!"):
            kind = text[1:2] if text[1:2] in ("*", "~") else ""
            value = text[1 + len(kind):]
            (claims[-1][1][-1].out if text[0] == ">" else claims[-1][1][-1].err).append((kind, value[1:] if value.startswith(" ") else value))
        elif text and not text.startswith("#"):
            raise SystemExit(f"{path}:{number}: not a line of a transcript: {text}")
    return claims


def mismatch(expected, text):
    lines = text.split("\n")
    if lines and lines[-1] == "":
        lines.pop()
    for i, (kind, value) in enumerate(expected):
        if kind == "*":
            return None
        if i >= len(lines):
            return f"missing: {value}"
        if (kind == "~" and value not in lines[i]) or (kind == "" and value != lines[i]):
            return f"expected: {value}\n       got:      {lines[i]}"
    return None if len(lines) == len(expected) else f"more than expected: {lines[len(expected)]}"


def run(step, folder, environment):
    done = subprocess.run(["sh", "-c", step.command], cwd=folder, env=environment, capture_output=True, timeout=120)
    problems = []
    if done.returncode != step.code:
        problems.append(f"exit code {done.returncode}, expected {step.code}")
    for name, expected, got in (("output", step.out, done.stdout), ("error", step.err, done.stderr)):
        problem = mismatch(expected, got.decode("utf-8", "replace"))
        if problem:
            problems.append(f"standard {name}: {problem}")
    if problems and done.stderr:
        problems.append("standard error was:\n" + done.stderr.decode("utf-8", "replace"))
    return problems


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--novikoff", required=True)
    arguments.add_argument("cases", nargs="+")
    given = arguments.parse_args()
    failed = 0
    for path in given.cases:
        for claim, steps in parse(path):
            with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as programs:
                os.symlink(os.path.abspath(given.novikoff), os.path.join(programs, "novikoff"))
                environment = dict(os.environ, PATH=programs + ":" + os.environ["PATH"], LC_ALL="C.UTF-8",
                                   DATA=os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data"))
                for step in steps:
                    problems = run(step, folder, environment)
                    if problems:
                        failed += 1
                        print(f"FAIL {path}:{step.line}: {claim}\n     $ {step.command}\n     " + "\n     ".join(problems))
                        break
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
