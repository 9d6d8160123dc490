#!/usr/bin/env python3
"""docs/errors.md and docs/options.md are what the tables say, and errors.case shows every code. pages_test.py DOCS-PROGRAM PROJECT [--write]"""
import os
import re
import subprocess
import sys

program, project = sys.argv[1:3]
failed = False


def page(name):
    return subprocess.run([program, name], capture_output=True, text=True, check=True).stdout


for name in ("errors", "options"):
    path = os.path.join(project, "docs", name + ".md")
    if sys.argv[3:] == ["--write"]:
        with open(path, "w", encoding="utf-8") as out:
            out.write(page(name))
    elif not os.path.exists(path) or open(path, encoding="utf-8").read() != page(name):
        failed = True
        print(f"docs/{name}.md is not what the table says; write it again: tests/cli/pages_test.py {program} . --write")

with open(os.path.join(project, "tests/cli/errors.case"), encoding="utf-8") as text:
    shown = set(re.findall(r"\w+", text.read()))
missing = [code for code in page("codes").split() if code not in shown and code != "internal"]
if missing:
    failed = True
    print("tests/cli/errors.case does not show", *missing)
sys.exit(1 if failed else 0)
