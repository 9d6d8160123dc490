#!/usr/bin/env python3
"""Every line "$ novikoff …" of a page runs as it stands, page by page in an empty folder. examples_test.py PROGRAM PAGE…"""
import os
import subprocess
import sys
import tempfile

program, pages = os.path.abspath(sys.argv[1]), sys.argv[2:]
failed = 0
for page in pages:
    with open(page, encoding="utf-8") as text:
        commands = [line[2:].rstrip("\n") for line in text if line.startswith("$ novikoff ")]
    if not commands:
        failed += 1
        print(f"{page} has no example")
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as programs:
        os.symlink(program, os.path.join(programs, "novikoff"))
        environment = dict(os.environ, PATH=programs + ":" + os.environ["PATH"], LC_ALL="C.UTF-8")
        for command in commands:
            done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
            if done.returncode != 0:
                failed += 1
                print(f"{page}: $ {command}\nexit code {done.returncode}\n{done.stderr}")
sys.exit(1 if failed else 0)
