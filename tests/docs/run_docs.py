#!/usr/bin/env python3
"""Runs what the pages show: run_docs.py --novikoff PROGRAM PAGE.md … | --self-test

A block that begins with ```console is a transcript, and is run:

    $ command                a line for sh; `> ` lines after it go on with it, and so does what follows a line that ends in a backslash
    $ command << 'END'       a here-document: the lines up to END, plain or after `> `
    text                     exactly what it prints, standard output and standard error together
    …                        on a line of its own: any lines, or none; inside a line: any text, or none
    [exit 3]                 after the output: the exit code; 0 where nothing is said

A printed line that begins with `$ ` must be written with `…` in its place. All blocks of a page run in order in one fresh folder,
with novikoff on the PATH. Blocks of other kinds are only shown."""
import argparse
import os
import re
import subprocess
import sys
import tempfile
import unittest

HERE_DOCUMENT = re.compile(r"<<\s*(['\"]?)(\w+)\1")
EXIT = re.compile(r"\[exit (\d+)\]")


class Step:
    """One command, the line it stands on, and what is claimed of it."""

    def __init__(self, line, command):
        self.line, self.command, self.output, self.code = line, command, [], 0


class PageError(Exception):
    pass


def transcripts(text, name="page"):
    """The lines of every console block, with their numbers."""
    lines, fence = [], None
    for number, line in enumerate(text.split("\n"), 1):
        if fence is None and line.startswith("```"):
            fence = line[3:].strip()
        elif line.rstrip() == "```":
            fence = None
        elif fence == "console":
            lines.append((number, line))
    if fence is not None:
        raise PageError(f"{name}: the last block is not closed")
    return lines


def continued(line):
    return line[2:] if line.startswith("> ") else line[1:] if line == ">" else line


def read_command(lines, at, name):
    """The command whose $ line is lines[at], with its continuation lines and here-document; and the place behind it."""
    number, first = lines[at]
    command = [first[2:]]
    at += 1
    while at < len(lines) and (lines[at][1].startswith("> ") or lines[at][1] == ">" or command[-1].endswith("\\")):
        command.append(continued(lines[at][1]))
        at += 1
    here = HERE_DOCUMENT.search(command[0])
    if here and here.group(2) not in command[1:]:
        while at < len(lines) and continued(lines[at][1]) != here.group(2):
            command.append(continued(lines[at][1]))
            at += 1
        if at == len(lines):
            raise PageError(f"{name}:{number}: the here-document does not end with {here.group(2)}")
        command.append(here.group(2))
        at += 1
    return Step(number, "\n".join(command)), at


def parse(text, name="page"):
    steps, at = [], 0
    lines = transcripts(text, name)
    while at < len(lines):
        number, line = lines[at]
        if line.startswith("$ "):
            step, at = read_command(lines, at, name)
            steps.append(step)
            continue
        if not steps:
            if line.strip():
                raise PageError(f"{name}:{number}: output without a command: {line}")
        elif EXIT.fullmatch(line):
            steps[-1].code = int(EXIT.fullmatch(line).group(1))
        else:
            steps[-1].output.append(line)
        at += 1
    return steps


def pattern(lines):
    """What the claimed lines match, as a regular expression over the output."""
    out = ""
    for line in lines:
        if line.strip() == "…":
            out += r"(?:.*\n)*?"
        else:
            out += ".*".join(re.escape(part) for part in line.split("…")) + r"\n"
    return re.compile(out)


def stripped(lines):
    """Without the empty lines at the end, which set blocks and commands apart."""
    lines = list(lines)
    while lines and not lines[-1].strip():
        lines.pop()
    return lines


def run_page(text, novikoff, name="page"):
    """(commands run, problems). `novikoff` may be None: then only the system's programs are there."""
    steps, problems = parse(text, name), []
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as programs:
        if novikoff:
            os.symlink(os.path.abspath(novikoff), os.path.join(programs, "novikoff"))
        environment = dict(os.environ, PATH=programs + ":" + os.environ["PATH"], LC_ALL="C.UTF-8", LANG="C.UTF-8")
        for step in steps:
            done = subprocess.run(["sh", "-c", step.command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=120)
            got = stripped(done.stdout.decode("utf-8", "replace").split("\n"))
            if not pattern(stripped(step.output)).fullmatch("".join(line + "\n" for line in got)):
                problems.append((step, "printed\n" + "\n".join(got)))
            if done.returncode != step.code:
                problems.append((step, f"exit code {done.returncode}, expected {step.code}"))
    return len(steps), [f"{name}:{step.line}: $ {step.command}\n{problem}\n" for step, problem in problems]


class SelfTest(unittest.TestCase):
    def problems(self, block):
        return run_page("text\n```console\n" + block + "\n```\nmore\n", None)[1]

    def test_the_right_output_passes(self):
        self.assertEqual(self.problems("$ echo one; echo two\none\ntwo"), [])

    def test_a_wrong_output_fails(self):
        for block in ("$ echo one\ntwo", "$ echo one", "$ echo one\none\ntwo", "$ true\none", "$ echo 'a.b'\naxb", "$ echo ' a'\na"):
            self.assertEqual(len(self.problems(block)), 1, block)

    def test_dots_stand_for_any_lines_and_any_text(self):
        self.assertEqual(self.problems("$ seq 9\n1\n…\n9\n$ seq 2\n1\n…\n2\n$ echo took 17 s\ntook … s"), [])
        self.assertEqual(len(self.problems("$ seq 9\n1\n…\n8")), 1)
        self.assertEqual(len(self.problems("$ echo took 17 s\ntook … m")), 1)

    def test_the_exit_code_is_checked(self):
        self.assertEqual(self.problems("$ exit 3\n[exit 3]"), [])
        self.assertEqual(len(self.problems("$ exit 3")), 1)
        self.assertEqual(len(self.problems("$ true\n[exit 3]")), 1)

    def test_here_documents_are_plain_or_continued(self):
        self.assertEqual(self.problems("$ cat << 'END' | grep -c x\naxa\n\n$ x\nEND\n2"), [])
        self.assertEqual(self.problems("$ cat << END\n> a\n> b\n> END\na\nb"), [])
        self.assertEqual(self.problems("$ cat > f <<END\na\nEND\n$ cat f\na"), [])
        with self.assertRaises(PageError):
            self.problems("$ cat << END\na")

    def test_lines_go_on(self):
        self.assertEqual(self.problems("$ echo a \\\n  b\na b\n$ for i in 1 2; do\n> echo $i\n> done\n1\n2"), [])

    def test_standard_error_is_output_too(self):
        self.assertEqual(self.problems("$ echo bad >&2; exit 2\nbad\n[exit 2]"), [])

    def test_blocks_share_a_folder_and_other_blocks_are_only_shown(self):
        page = "```console\n$ echo a > f\n```\n```sh\nrm f\n```\n```\n$ false\n```\n```console\n$ cat f\na\n```\n"
        self.assertEqual(run_page(page, None), (2, []))

    def test_a_broken_page_is_an_error(self):
        for page in ("```console\n$ true\n", "```console\nno command\n```\n"):
            with self.assertRaises(PageError):
                run_page(page, None)


def main():
    if "--self-test" in sys.argv:
        unittest.main(argv=sys.argv[:1])
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--novikoff", required=True)
    arguments.add_argument("pages", nargs="+")
    given = arguments.parse_args()
    ran = failed = 0
    for path in given.pages:
        with open(path, encoding="utf-8") as page:
            text = page.read()
        try:
            count, problems = run_page(text, given.novikoff, path)
        except PageError as error:
            count, problems = 0, [str(error)]
        ran, failed = ran + count, failed + len(problems)
        for problem in problems:
            print(problem)
    print(f"{ran} commands, {failed} failed")
    return 1 if failed or ran == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
