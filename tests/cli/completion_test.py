#!/usr/bin/env python3
"""The completions offer what the table of options has and nothing else, asked in bash, fish and zsh themselves. completion_test.py PROGRAM PROJECT"""
import json
import os
import subprocess
import sys
import tempfile
import unittest

PROJECT = os.path.abspath(sys.argv.pop())
NOVIKOFF = os.path.abspath(sys.argv.pop())
SHARE = os.path.join(PROJECT, "share")
with open(os.path.join(PROJECT, "docs/options.schema.json"), encoding="utf-8") as text:
    SCHEMA = json.load(text)
OPTIONS = SCHEMA["$defs"]["options"]
COMMANDS = SCHEMA["properties"]
DATA_COMMANDS = ("train", "online", "inspect", "certify", "convert")
MODEL_COMMANDS = ("predict", "evaluate", "check")


def run(*words, folder=None, text=None):
    done = subprocess.run(words, cwd=folder, input=text, capture_output=True, encoding="utf-8", timeout=120)
    if done.returncode != 0 or done.stderr:
        raise AssertionError(f"{words[0]} exit {done.returncode}: {done.stderr}")
    return done.stdout.splitlines()


def sets():
    """@names, as the program lists them where one is unknown."""
    done = subprocess.run([NOVIKOFF, "train", "@?"], capture_output=True, encoding="utf-8")
    words = done.stderr[done.stderr.index("there are "):done.stderr.index(". A file")].split()
    return {word + (":" if word == "@unit-vectors" else "") for word in words if word.startswith("@")}


def names_of(command, letters=True):
    names = set(COMMANDS[command]["properties"])
    return names | {OPTIONS[name]["x-letter"] for name in names if letters and "x-letter" in OPTIONS.get(name, {})}


def options():
    """(name, definition): of a name that two options have, the definitions are told apart by a command."""
    return [(name.split("@")[0], option) for name, option in OPTIONS.items()]


class Completion(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        for name in ("mail.csv", "two words.svm"):
            open(os.path.join(self.folder, name), "w").close()


class Bash(Completion):
    def complete(self, line, breaks=" \t\n\"'@><=;|&(:"):
        script = (f'source "{SHARE}/bash-completion/completions/novikoff"; COMP_WORDBREAKS=$2; COMP_LINE=$1; COMP_POINT=${{#1}}; _novikoff;'
                  'for word in "${COMPREPLY[@]}"; do printf "%s\\n" "$word"; done')
        return run("bash", "--norc", "-c", script, "bash", line, breaks, folder=self.folder)

    def test_it_is_registered(self):
        self.assertEqual(run("bash", "--norc", "-c", f'source "{SHARE}/bash-completion/completions/novikoff"; complete -p novikoff'),
                         ["complete -F _novikoff novikoff"])

    def test_commands(self):
        self.assertEqual(sorted(self.complete("novikoff ")), sorted([*COMMANDS, "--help", "--version"]))
        self.assertEqual(self.complete("novikoff tr"), ["train"])
        self.assertEqual(self.complete("novikoff x"), [])

    def test_options_of_every_command(self):
        for command in COMMANDS:
            self.assertEqual(sorted(self.complete(f"novikoff {command} -")), sorted(names_of(command)), command)
        self.assertEqual(self.complete("novikoff train @and --max-u"), ["--max-updates"])
        self.assertEqual(self.complete("novikoff predict m d --et"), [])

    def test_choices_of_every_option_behind_a_blank_and_behind_an_equals_sign(self):
        for name, option in options():
            for command in option["x-commands"]:
                if "enum" in option:
                    self.assertEqual(self.complete(f"novikoff {command} {name} "), option["enum"])
                    self.assertEqual(self.complete(f"novikoff {command} {name}="), option["enum"])
        self.assertEqual(self.complete("novikoff train --order=sh"), ["shuffled"])
        self.assertEqual(self.complete("novikoff train --order=sh", breaks=" \t\n"), ["--order=shuffled"])

    def test_values_that_are_files_or_free(self):
        for name, option in options():
            for command in option["x-commands"]:
                if option["x-kind"] == "file":
                    self.assertEqual(sorted(self.complete(f"novikoff {command} {name} ")), ["mail.csv", "two words.svm"])
                elif option["x-kind"] not in ("flag", "choice"):
                    self.assertEqual(self.complete(f"novikoff {command} {name} "), [], name)
        self.assertEqual(self.complete("novikoff train -o ma"), ["mail.csv"])
        self.assertEqual(self.complete("novikoff train --w0=ma"), ["mail.csv"])

    def test_inputs_are_embedded_sets_and_files(self):
        everything = sorted([*sets(), "mail.csv", "two words.svm"])
        for command in DATA_COMMANDS:
            self.assertEqual(sorted(self.complete(f"novikoff {command} ")), everything)
        self.assertEqual(sorted(self.complete("novikoff train --json --eta 1 ")), everything)
        self.assertEqual(sorted(self.complete("novikoff train @iris-")), ["@iris-setosa", "@iris-virginica"])
        self.assertEqual(self.complete("novikoff train @cr", breaks=" \t\n"), ["@credit"])
        self.assertEqual(self.complete("novikoff train tw"), ["two words.svm"])

    def test_a_model_comes_before_the_data(self):
        for command in MODEL_COMMANDS:
            self.assertEqual(sorted(self.complete(f"novikoff {command} ")), ["mail.csv", "two words.svm"])
            self.assertEqual(self.complete(f"novikoff {command} m @cr"), ["@credit"])
            self.assertEqual(self.complete(f"novikoff {command} --memory 1G @cr"), [])

    def test_every_demo_that_is_offered_runs(self):
        offered = self.complete("novikoff demo ")
        self.assertEqual(sorted("@" + name for name in offered), sorted(name.rstrip(":") for name in sets()))
        for name in offered:
            self.assertEqual(run(NOVIKOFF, "demo", name, "-q"), [])


    def test_every_kind_that_is_offered_can_be_made(self):
        offered = self.complete("novikoff generate ")
        done = subprocess.run([NOVIKOFF, "generate", "???"], capture_output=True, encoding="utf-8")
        self.assertEqual(", ".join(offered), done.stderr.split("the kinds are ")[1].split(" [usage]")[0])
        self.assertEqual(self.complete("novikoff generate xor "), [])


class Fish(Completion):
    def complete(self, line):
        script = f'source "{SHARE}/fish/vendor_completions.d/novikoff.fish"; complete -C $argv[1]'
        home = {"HOME": self.folder, "XDG_CONFIG_HOME": self.folder + "/.config", "XDG_DATA_HOME": self.folder + "/.data", "PATH": os.environ["PATH"]}
        done = subprocess.run(["fish", "--no-config", "-c", script, line], cwd=self.folder, env=home, capture_output=True, encoding="utf-8", timeout=120)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return sorted(offered.split("\t")[0] for offered in done.stdout.splitlines())

    def test_commands_and_options(self):
        self.assertEqual(self.complete("novikoff "), sorted(COMMANDS))
        for command in COMMANDS:
            self.assertEqual(self.complete(f"novikoff {command} --"), sorted(names_of(command, letters=False)), command)

    def test_choices_files_and_sets(self):
        for name, option in options():
            command = option["x-commands"][0]
            if "enum" in option:
                self.assertEqual(self.complete(f"novikoff {command} {name} "), sorted(option["enum"]))
            elif option["x-kind"] == "file":
                self.assertIn("mail.csv", self.complete(f"novikoff {command} {name} "))
            elif option["x-kind"] != "flag":
                self.assertEqual(self.complete(f"novikoff {command} {name} "), [], name)
        self.assertEqual(self.complete("novikoff train @iris"), ["@iris-setosa", "@iris-virginica"])
        self.assertEqual(self.complete("novikoff train ma"), ["mail.csv"])
        self.assertEqual(self.complete("novikoff demo iris"), ["iris-setosa", "iris-virginica"])


class Zsh(Completion):
    """zsh completes on a terminal only, so its own functions are replaced by ones that print what they are given."""

    def specifications(self, command):
        script = (f'_describe() {{ print -l -- ${{(P)2}} }}; _arguments() {{ print -l -- "$@"; state=$WANTED }}; WANTED={"argument" if command else "command"};'
                  f'words=({command}); source "{SHARE}/zsh/site-functions/_novikoff"')
        return run("zsh", "-f", "-c", script)

    def test_commands(self):
        lines = self.specifications("")
        self.assertEqual([line.split(":")[0] for line in lines[lines.index("*::argument:->argument") + 1:]], list(COMMANDS))

    def test_options_and_choices_of_every_command(self):
        for command, schema in COMMANDS.items():
            lines = self.specifications(command)
            lines = lines[lines.index("*::argument:->argument") + 1:]
            offered = {}
            for line in lines:
                if "[" in line:
                    offered[line[:line.index("[")].split(")")[-1].rstrip("=+")] = line
            self.assertEqual(set(offered), names_of(command))
            for name, reference in schema["properties"].items():
                option = OPTIONS[reference["$ref"].rsplit("/", 1)[1]]
                if "enum" in option:
                    self.assertTrue(offered[name].endswith(":(" + " ".join(option["enum"]) + ")"), offered[name])
                self.assertEqual(offered[name].endswith("]"), option["x-kind"] == "flag", name)
                self.assertEqual(offered[name].endswith(":_files"), option["x-kind"] == "file", name)

    def test_embedded_sets(self):
        script = f'_alternative() {{ print -l -- $sets }}; _arguments() {{ }}; source "{SHARE}/zsh/site-functions/_novikoff"; _novikoff_data'
        self.assertEqual(set(run("zsh", "-f", "-c", script)), sets())

    def test_the_completion_system_takes_it(self):
        script = 'fpath=($1 $fpath); autoload -Uz compinit && compinit -u -D && print $_comps[novikoff]'
        self.assertEqual(run("zsh", "-f", "-c", script, "zsh", os.path.join(SHARE, "zsh/site-functions")), ["_novikoff"])


if __name__ == "__main__":
    unittest.main()
