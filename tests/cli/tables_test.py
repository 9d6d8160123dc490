#!/usr/bin/env python3
"""Help, the manual page, docs/options.md and the schema say the same of every command, option and choice. tables_test.py PROGRAM PROJECT"""
import json
import os
import re
import subprocess
import sys
import unittest

PROJECT = os.path.abspath(sys.argv.pop())
NOVIKOFF = os.path.abspath(sys.argv.pop())
MAN = os.path.join(PROJECT, "share/man/man1/novikoff.1")


def read(path):
    with open(os.path.join(PROJECT, path), encoding="utf-8") as text:
        return text.read()


SCHEMA = json.loads(read("docs/options.schema.json"))
OPTIONS = SCHEMA["$defs"]["options"]
COMMANDS = SCHEMA["properties"]


def output(*words):
    return subprocess.run(words, capture_output=True, encoding="utf-8", check=True).stdout


def taken(command):
    """The definitions that a command's options refer to, in their order; of a name that several have, name@command."""
    return [reference["$ref"].rsplit("/", 1)[1] for reference in COMMANDS[command]["properties"].values()]


def head(definition):
    """What help and the manual show of an option before its meaning."""
    option, name = OPTIONS[definition], definition.split("@")[0]
    return (f"{option['x-letter']}, " if "x-letter" in option else "") + name + (f" {option['x-value']}" if "x-value" in option else "")


class Tables(unittest.TestCase):
    def test_help_lists_the_commands_and_their_options(self):
        listed = re.findall(r"^  (\w+)  ", output(NOVIKOFF, "--help").split("Commands:")[1], re.M)
        self.assertEqual(listed, list(COMMANDS))
        for command, schema in COMMANDS.items():
            text = output(NOVIKOFF, command, "--help")
            self.assertTrue(text.startswith(f"Usage: {schema['x-usage']} "), command)
            heads = [re.split(r"  +", line.strip())[0] for line in text.splitlines() if re.match(r"^  (    |-\w, )--", line)]
            self.assertCountEqual(heads, [head(name) for name in taken(command)])  # under headings, which are not in the order of the table

    def test_every_option_belongs_to_the_commands_that_list_it(self):
        for name, option in OPTIONS.items():
            self.assertEqual(option["x-commands"], [command for command in COMMANDS if name in taken(command)])
            self.assertTrue(option["x-commands"], name)
        for command, schema in COMMANDS.items():
            self.assertEqual([name.split("@")[0] for name in taken(command)], list(schema["properties"]))

    def test_kinds_and_types_agree(self):
        types = {"flag": "boolean", "number": "number", "count": "integer"}
        for name, option in OPTIONS.items():
            if option["x-kind"] == "choice":
                self.assertNotIn("type", option)
                self.assertEqual(len(set(option["enum"])), len(option["enum"]))
            else:
                self.assertEqual(option["type"], types.get(option["x-kind"], "string"), name)
            self.assertEqual("x-value" in option, option["x-kind"] != "flag", name)
            if option["x-kind"] == "text":
                self.assertNotRegex(option["x-value"], "FILE|MODEL", f"{name} names a file: its kind is file")

    def test_the_choices_are_what_the_program_says_it_takes(self):
        for name, option in OPTIONS.items():
            if "enum" not in option:
                continue
            for command in option["x-commands"]:
                done = subprocess.run([NOVIKOFF, command, name.split("@")[0], "??", "a", "b"], capture_output=True, encoding="utf-8")
                self.assertEqual(done.returncode, 2)
                words = re.split(r", | or ", done.stderr.split("is not one of ")[1].split(" [usage]")[0])
                self.assertEqual(words, option["enum"], name)

    def test_the_page_of_options_has_them_all(self):
        page = read("docs/options.md")
        for section in page.split("\n## novikoff ")[1:]:
            command = section.split()[0]
            rows = re.findall(r"^\| (?:`-\w`, )?`(--[\w-]+)` \| (.*?) \| ", section, re.M)
            self.assertEqual([name for name, _ in rows], list(COMMANDS[command]["properties"]))
            for name, (_, value) in zip(taken(command), rows):
                if "enum" in OPTIONS[name]:
                    self.assertEqual(value.split("\\|"), OPTIONS[name]["enum"])
        self.assertEqual(re.findall(r"^## novikoff (\w+)", page, re.M), list(COMMANDS))

    def test_the_manual_has_every_command_option_and_choice_once(self):
        page = re.sub(r"\\f[BIR]", "", read(MAN)).replace("\\-", "-").replace("\\&", "")
        commands, options = page.split(".SH OPTIONS")[0], page.split(".SH OPTIONS")[1].split(".SH EMBEDDED")[0]
        self.assertEqual(re.findall(r"^\.SS (.*)", commands, re.M), list(COMMANDS))
        heads = re.findall(r"^\.TP\n(.*)", options, re.M)
        expected = [head(name) if "enum" not in option else head(name).replace(" " + option["x-value"], " " + "|".join(option["enum"]))
                    for name, option in OPTIONS.items()]
        self.assertEqual(heads, expected)
        for code in ("0", "1", "2", "3", "4", "5", "130", "143"):
            self.assertEqual(len(re.findall(rf"^\.TP\n{code}\n", page, re.M)), 1)

    def test_the_manual_has_the_programs_version(self):
        self.assertIn(f'"{output(NOVIKOFF, "--version").strip()}"', read(MAN))

    def test_groff_sets_the_manual_without_a_warning(self):
        done = subprocess.run(["groff", "-k", "-Tutf8", "-man", "-ww", "-rLL=90n", MAN], capture_output=True, encoding="utf-8")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        text = re.sub(r"\x1b\[[0-9;]*m|.\x08", "", done.stdout)
        self.assertIn("--max-updates N", text)
        self.assertNotIn("\\", text)


if __name__ == "__main__":
    unittest.main()
