#!/usr/bin/env python3
"""Every file made from the tables is what they say, and errors.case shows every code. pages_test.py DOCS-PROGRAM PROJECT [--write]"""
import os
import re
import subprocess
import sys

program, project = sys.argv[1:3]
failed = False


def page(name):
    return subprocess.run([program, name], capture_output=True, encoding="utf-8", check=True).stdout


PLACES = {
    "errors": "docs/errors.md",
    "options-md": "docs/options.md",
    "options-schema": "docs/options.schema.json",
    "man": "share/man/man1/novikoff.1",
    "bash": "share/bash-completion/completions/novikoff",
    "zsh": "share/zsh/site-functions/_novikoff",
    "fish": "share/fish/vendor_completions.d/novikoff.fish",
}
for name, place in PLACES.items():
    path = os.path.join(project, place)
    if sys.argv[3:] == ["--write"]:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            out.write(page(name))
    elif not os.path.exists(path) or open(path, encoding="utf-8").read() != page(name):
        failed = True
        print(f"{place} is not what the table says; write it again: tests/cli/pages_test.py {program} . --write")

with open(os.path.join(project, "tests/cli/errors.case"), encoding="utf-8") as text:
    shown = set(re.findall(r"\w+", text.read()))
missing = [code for code in page("codes").split() if code not in shown and code != "internal"]
if missing:
    failed = True
    print("tests/cli/errors.case does not show", *missing)
sys.exit(1 if failed else 0)
