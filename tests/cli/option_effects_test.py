#!/usr/bin/env python3
"""Every option does what it says, in every command that takes it. option_effects_test.py PROGRAM PROJECT

The options come from docs/options.schema.json. For each there is a method named after it (--max-updates: max_updates) that runs the command
without and with it and checks the difference. An option without a method, or whose method compares nothing, fails the test."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction

PROJECT = os.path.abspath(sys.argv.pop())
NOVIKOFF = os.path.abspath(sys.argv.pop())
with open(os.path.join(PROJECT, "docs/options.schema.json"), encoding="utf-8") as text:
    OPTIONS = json.load(text)["$defs"]["options"]

FILES = {
    "rows.svm": "+1 1:3 2:3\n+1 1:4 2:3\n-1 1:1 2:1\n",
    "zero.svm": "+1 0:3 1:3\n+1 0:4 1:3\n-1 0:1 1:1\n",
    "rows.csv": "a,b,y\n3,3,+1\n4,3,+1\n1,1,-1\n",
    "rows.txt": "a,b,y\n3,3,+1\n4,3,+1\n1,1,-1\n",
    "first.csv": "y,a,b\n+1,3,3\n+1,4,3\n-1,1,1\n",
    "kind.csv": "kind,a,b\n+1,3,3\n+1,4,3\n-1,1,1\n",
    "words.csv": "a,y\n1,yes\n2,no\n",
    "numbers.csv": "1,2,3\n4,5,3\n1,1,-1\n",
    "bare.csv": "3,3,+1\n4,3,+1\n1,1,-1\n",
    "serial.csv": "id,a,b,y\nr1,3,3,+1\nr2,4,3,+1\nr3,1,1,-1\n",
    "semicolon.csv": "a;b;y\n3;3;+1\n4;3;+1\n1;1;-1\n",
    "wide.svm": "+1 1:3 2:3 9:1\n-1 1:1 2:1\n",
    "kinds.svm": "1 1:1\n2 1:-1\n",
    "start.txt": "5 -7\n",
    "tenths.svm": "+1 1:0.1 2:1\n+1 1:0.2 2:-1 3:1\n-1 1:0.3 3:1\n",
    "large.svm": "".join(f"{'-+'[i % 7 < 3]}1 1:{i % 11} 2:{i % 5}.25 3:{i}e-5\n" for i in range(60000)),
    "many.svm": "".join(f"{'+' if i % 2 else '-'}1 {i + 1}:1\n" for i in range(12)),
}


def call(folder, *words, text=""):
    environment = dict(os.environ, LC_ALL="C.UTF-8")
    return subprocess.run([NOVIKOFF, *words], cwd=folder, env=environment, input=text, capture_output=True, encoding="utf-8", timeout=120)


class Outcome:
    def __init__(self, code, out, err, files):
        self.code, self.out, self.err, self.files = code, out, err, files

    @property
    def report(self):
        return json.loads(self.out)


class Effects:
    """One method an option; `self.command` is the command it is tried in."""

    def __init__(self, case, command):
        self.case, self.command, self.compared = case, command, 0

    def run(self, *words, text=""):
        with tempfile.TemporaryDirectory() as folder:
            for name in os.listdir(self.case.files):
                os.link(os.path.join(self.case.files, name), os.path.join(folder, name))
            done = self.call(folder, *words, text=text)
            files = {}
            for name in set(os.listdir(folder)) - set(os.listdir(self.case.files)):
                with open(os.path.join(folder, name), encoding="utf-8", errors="surrogateescape") as content:
                    files[name] = content.read()
        return Outcome(done.returncode, done.stdout, done.stderr, files)

    def call(self, folder, *words, text=""):
        return call(folder, *words, text=text)

    def pair(self, words, option, *value, text=""):
        """The outcomes of `words` without and with the option; they differ, or the option does nothing."""
        self.compared += 1
        without, with_it = self.run(*words, text=text), self.run(*words, option, *value, text=text)
        self.case.assertNotEqual(vars(without), vars(with_it), f"{words} {option} {value}")
        return without, with_it

    def on(self, data, *more):
        """The command on a data file; with the model that fits."""
        kind = {"predict": "model", "evaluate": "model", "check": "cert"}.get(self.command)
        known = [f"csv.{kind}" if data.endswith((".csv", ".txt")) else kind] if kind else []
        return [self.command, *known, data, *more]

    def report_pair(self, data, option, *value, more=()):
        """The JSON reports of a learning command."""
        words = self.on(data, *more, "--json", *(["-o", "out"] if self.command == "online" else []))
        without, with_it = self.pair(words, option, *value)
        self.case.assertEqual((without.code, with_it.code), (0, 0), without.err + with_it.err)
        return without.report, with_it.report

    def becomes(self, key, before, after, data, option, *value, more=()):
        without, with_it = self.report_pair(data, option, *value, more=more)
        self.case.assertEqual((without[key], with_it[key]), (before, after))

    def fails_only_with(self, words, code, option, *value):
        without, with_it = self.pair(words, option, *value)
        self.case.assertEqual(without.code, 0, without.err)
        self.case.assertIn(f"[{code}]", with_it.err)

    def helps(self, words, code, option, *value, like=None, text=""):
        """Without the option the input is refused; with it, it is what `like` is."""
        without, with_it = self.pair(words, option, *value, text=text)
        self.case.assertIn(f"[{code}]", without.err)
        self.case.assertEqual(with_it.code, 0, with_it.err)
        if like:
            self.case.assertEqual(with_it.out, self.run(*like).out)

    # Learning

    def order(self):
        sequences = {}
        for order in OPTIONS["--order"]["enum"]:
            words = ["train", "@credit", "--json", "--sequence", "--max-seen", "200", "--labels=decline,grant", "--order", order]
            sequences[order] = json.dumps(self.run(*words).report["update_sequence"])
        self.case.assertEqual(len(set(sequences.values())), len(sequences), "each order has its own sequence")
        self.becomes("passes", 6, None, "rows.svm", "--order", "restart")

    def like(self):
        chosen = {}
        for like in OPTIONS["--like"]["enum"]:
            report = self.run("train", "rows.svm", "--json", "--like", like).report
            self.case.assertEqual(report["like"], like)
            chosen[like] = json.dumps([report["options"], "alpha" in report])
        self.case.assertEqual(chosen.pop("note002"), chosen["note003"], "these two differ in what they say of ties, and both are put right")
        self.case.assertEqual(len(set(chosen.values())), len(chosen), "all others choose other options")
        self.becomes("keep", "auto", "last", "rows.svm", "--like", "note004")

    def seed(self):
        if self.command == "generate":
            without, with_it = self.pair(["generate", "noisy"], "--seed", "2")
            self.case.assertEqual(without.out.count("\n"), with_it.out.count("\n"))
            return
        if self.command == "online":
            random = ("--labels=decline,grant", "--budget", "3", "--budget-rule", "random")
            without, with_it = self.report_pair("@credit", "--seed", "2", more=random)
            self.case.assertNotEqual(without["w_norm"] or without["updates"], with_it["w_norm"] or with_it["updates"])
            # Where nothing is drawn a seed asks for nothing, as in train.
            self.case.assertEqual(self.run("train", "rows.svm", "--seed", "2").code, 0)
            for more in ((), ("--budget", "2", "--budget-rule", "forgetron")):
                one, other = (self.run("online", "rows.svm", *more, *seed) for seed in ((), ("--seed", "2")))
                self.case.assertEqual((other.code, other.out), (0, one.out))
            return
        without, with_it = self.report_pair("@credit", "--seed", "2", more=("--order", "shuffled", "--sequence", "--passes", "3"))
        self.case.assertNotEqual(without["update_sequence"], with_it["update_sequence"])

    def rule(self):
        words = self.on("rows.svm", "--tau", "1")
        without, with_it = self.pair(words, "--rule", "perceptron")
        self.case.assertEqual((without.code, with_it.code), (0, 2))
        self.case.assertIn("[usage]", self.run(*self.on("rows.svm", "--rule", "margin")).err)

    def tau(self):
        without, with_it = self.report_pair("rows.svm", "--tau", "4")
        self.case.assertEqual((without["options"]["rule"], with_it["options"]["rule"]), ("perceptron", "margin"))
        if self.command == "train":
            self.case.assertLessEqual(without["margin_min"], 4)
            self.case.assertGreater(with_it["margin_min"], 4)

    def tie(self):
        without, with_it = self.report_pair("rows.svm", "--tie", "plus", more=("--max-seen", "1"))
        self.case.assertEqual((without["updates"], with_it["updates"]), (1, 0), "a score of 0 on a positive row")

    def eta(self):
        without, with_it = self.report_pair("rows.svm", "--eta", "2")
        self.case.assertEqual([[index, 2 * value] for index, value in without["weights"]], with_it["weights"])

    def bias(self):
        if self.command == "generate":
            without, with_it = self.pair(["generate", "separable"], "--bias", "0")
            self.case.assertEqual(("B = 1," in without.out, "B = 1," in with_it.out), (True, False))
            return
        if self.command == "certify":
            self.becomes("radius2", "26", "25", "rows.svm", "--bias", "0")
            return
        if self.command == "check":
            without, with_it = self.pair(self.on("rows.svm"), "--bias", "2")
            self.case.assertEqual((without.code, with_it.code), (0, 1))
            return
        without, with_it = self.report_pair("rows.svm", "--bias", "0", more=("--max-seen", "1"))
        self.case.assertNotEqual(without["bias"], 0)
        self.case.assertEqual(with_it["bias"], 0)

    def w0(self):
        self.becomes("weights", [], [[1, 5], [2, -7]], "rows.svm", "--w0", "5,-7", more=("--tie", "plus", "--max-seen", "1", "--b0", "9"))
        self.becomes("weights", [], [[1, 5], [2, -7]], "rows.svm", "--w0", "start.txt", more=("--tie", "plus", "--max-seen", "1", "--b0", "9"))

    def b0(self):
        self.becomes("bias", 1, 4, "rows.svm", "--b0", "4", more=("--max-seen", "1"))

    def keep(self):
        answers = {}
        for keep in OPTIONS["--keep"]["enum"]:
            how = ["--passes", "2", "-o", "m"] if self.command == "train" else ["--model-out", "m"]
            if keep == "greedy" and self.command == "train":  # it goes with this order only
                how += ["--order", "restart"]
            words = self.on("@credit", "--labels=decline,grant", "-q", "--keep", keep, *how)
            outcome = self.run(*words)
            if outcome.code == 0:
                answers[keep] = outcome.files["m"]
            else:  # what needs all rows at once does not go online
                self.case.assertTrue(self.command == "online" and keep in ("pocket", "pocket-every", "greedy"), outcome.err)
        self.case.assertEqual(len(set(answers.values())), len(answers), "each keep gives another model")
        self.becomes("keep", "auto" if self.command == "train" else "last", "voted", "rows.svm", "--keep", "voted")

    # Limits

    def passes(self):
        self.becomes("passes", 100, 3, "@xor", "--passes", "3")

    def max_updates(self):
        without, with_it = self.report_pair("@credit", "--max-updates", "5", more=("--labels=decline,grant",))
        self.case.assertGreater(without["updates"], 5)
        self.case.assertEqual((with_it["updates"], with_it["stop"]), (5, "update_limit"))

    def max_seen(self):
        without, with_it = self.report_pair("@credit", "--max-seen", "7", more=("--labels=decline,grant",))
        self.case.assertGreater(without["seen"], 7)
        self.case.assertEqual((with_it["seen"], with_it["stop"]), (7, "seen_limit"))

    def max_seconds(self):
        if self.command == "certify":
            self.becomes("verdict", "quasi-separable", "undecided", "@credit", "--max-seconds", "1e-9")
            return
        self.becomes("stop", "pass_limit" if self.command == "train" else "end_of_data", "time_limit", "@xor", "--max-seconds", "1e-9",
                     more=("--passes", "100000") if self.command == "train" else ())

    def threads(self):
        """The same whatever they are, files large enough to be read ahead included; but there must be one."""
        reports = self.command in ("train", "certify", "check")
        for data in ("rows.svm",) if self.command in ("certify", "check") else ("rows.svm", "large.svm"):
            words = self.on(data, *(["--json"] if reports else []), *(["--order", "online"] if self.command == "train" else []))
            runs = [self.run(*words, "--threads", n) for n in ("1", "2", "3")]
            same = [(run.code, run.err, {**run.report, "seconds": None} if reports else run.out) for run in runs]
            self.case.assertEqual(same[0][0], 0, same[0][1])
            self.case.assertTrue(same[0] == same[1] == same[2], f"{self.command} depends on --threads")
        self.compared += 1
        self.case.assertEqual(self.run(*words, "--threads", "0").code, 2)

    def memory(self):
        words = [self.command, "model"] if self.command == "inspect" else self.on("rows.svm")
        self.fails_only_with(words, "memory_limit", "--memory", "1")

    # Arithmetic

    def arithmetic(self):
        without, with_it = self.report_pair("rows.svm", "--arithmetic", "exact")
        self.case.assertEqual((without["options"]["arithmetic"], with_it["options"]["arithmetic"]), ("double", "exact"))
        self.case.assertEqual(without["weights"], with_it["weights"])
        self.helps(["train", "-", "--passes", "9"], "number_out_of_range", "--arithmetic", "exact", text="+1 1:1e400\n-1 1:-1e400\n")
        for words in (["--holdout", "0.5"], ["--checkpoint", "run"], ["--resume", "run"], ["--patience", "2"]):
            self.case.assertEqual(self.run("train", "@credit", "--arithmetic", "exact", *words).code, 2, words)

    def space(self):
        without, with_it = self.report_pair("rows.svm", "--space", "primal", more=("--arithmetic", "exact"))
        self.case.assertEqual((without["options"].pop("space"), with_it["options"].pop("space")), ("dual", "primal"))
        self.case.assertEqual(without, with_it)
        without, with_it = self.report_pair("rows.svm", "--space", "dual")
        self.case.assertEqual((without["options"].get("space"), with_it["options"]["space"]), (None, "dual"))
        self.case.assertEqual(without["weights"], with_it["weights"])
        self.case.assertEqual(self.run("train", "rows.svm", "--kernel", "rbf", "--space", "primal").code, 2)

    # Kernels

    def kernel(self):
        if self.command == "certify":
            _, with_it = self.report_pair("@xor", "--kernel", "poly", more=("--margin", "--bias", "0"))
            return self.case.assertEqual(with_it["gamma2"], {"exact": "3/35"})
        kernels = ("linear", "poly", "rbf", "laplace", "intersection", "chi2")
        scores = {self.scores_with("--kernel", kernel) for kernel in kernels}
        self.case.assertEqual(len(scores), len(kernels), "each kernel gives its own scores")

    def scores_with(self, *words):
        """The scores of a model that the command learned from rows on which all kernels differ."""
        self.compared += 1
        rows = "+1 1:0.1 2:1\n+1 1:0.2 2:3 3:1\n-1 1:0.3 3:1\n-1 1:2 2:0.5\n"
        save = ["-o" if self.command == "train" else "--model-out"]
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "rows"), "w", encoding="utf-8") as file:
                file.write(rows)
            done = self.call(folder, self.command, "rows", "-q", *save, "model", *words)
            self.case.assertEqual(done.returncode, 0, done.stderr)
            return self.call(folder, "predict", "model", "rows", "--scores").stdout

    def kernel_number(self, kernel, option, value):
        if self.command == "certify":
            if kernel == "poly":
                without, with_it = self.report_pair("@xor", option, value, more=("--kernel", "poly"))
                self.case.assertNotEqual(without["radius2"], with_it["radius2"])
            else:
                without, with_it = self.report_pair("@xor", option, value, more=("--kernel", kernel, "--margin"))
                self.case.assertNotEqual(without["gamma2"], with_it["gamma2"])
            return
        self.case.assertNotEqual(self.scores_with("--kernel", kernel), self.scores_with("--kernel", kernel, option, value))
        self.case.assertEqual(self.run(self.command, "tenths.svm", option, value).code, 2, "the linear kernel has no such number")

    def gamma(self):
        for kernel in ("poly", "rbf", "laplace"):
            self.kernel_number(kernel, "--gamma", "0.5")

    def coef0(self):
        self.kernel_number("poly", "--coef0", "3")
        self.case.assertEqual(self.run(self.command, "tenths.svm", "--kernel", "rbf", "--coef0", "3").code, 2)

    def degree(self):
        self.kernel_number("poly", "--degree", "3")

    def support(self):
        words = ("train", "rows.svm", "--kernel", "rbf", "-o", "m")
        without, with_it = self.pair(words, "--support", "reference")
        stored, named = json.loads(without.files["m"]), json.loads(with_it.files["m"])
        needs = "  needs              rows.svm: the model names rows of this file and cannot be used without it\n"
        self.case.assertEqual((needs in with_it.out, with_it.out.replace(needs, "")), (True, without.out))
        expansion = named["learned"].pop("expansion")
        self.case.assertEqual(len(expansion["support_rows"]), len(stored["learned"].pop("expansion")["support_vectors"]))
        self.case.assertEqual(expansion["support_rows"], stored["state"]["support_rows"])
        self.case.assertEqual(stored["learned"], named["learned"])
        self.case.assertEqual(named["source"]["data"]["files"], ["rows.svm"])
        self.case.assertEqual(self.run(*words, "--support", "stored").files, without.files)
        for wrong in (("rows.svm",), ("rows.svm", "--kernel", "rbf", "--budget", "3"), ("-", "--kernel", "rbf"),
                      ("rows.svm", "--kernel", "rbf", "--holdout", "0.4"), ("zero.svm", "--kernel", "precomputed"),
                      ("rows.svm", "--kernel", "poly", "--arithmetic", "exact")):
            outcome = self.run("train", *wrong, "--support", "reference", "-o", "m", text=FILES["rows.svm"])
            self.case.assertEqual((outcome.code, "--support reference" in outcome.err), (2, True), wrong)
        self.case.assertEqual(self.run(*words[:4], "--support", "reference").code, 2)
        greedy = self.run(*words, "--keep", "greedy", "--order", "restart", "--support", "reference", "--json")
        self.case.assertEqual(json.loads(greedy.files["m"])["learned"]["expansion"]["support_rows"], greedy.report["support_rows"])

    def compare_spaces(self):
        without, with_it = self.report_pair("@credit", "--compare-spaces", more=("--passes", "3"))
        spaces = with_it.pop("spaces")
        self.case.assertEqual(without, with_it)
        self.case.assertLessEqual(spaces["updates"], with_it["updates"])
        whole, compared = self.report_pair("@xor", "--compare-spaces", more=("--passes", "3"))
        self.case.assertEqual(compared["spaces"], {"updates": whole["updates"], "first_difference": None})
        self.case.assertEqual(self.run("train", "@xor", "--compare-spaces", "--kernel", "rbf").code, 2)

    def budget(self):
        self.budget_of("5")
        for wrong in ("--keep", "averaged"), ("--tau", "1"):
            self.case.assertEqual(self.run(self.command, "tenths.svm", "--budget", "5", *wrong).code, 2)
        self.case.assertEqual(self.run(self.command, "tenths.svm", "--budget", "0").code, 2)

    def budget_of(self, size, *words):
        """The report's `budget` of a run on rows of which more than `size` update."""
        self.compared += 1
        with tempfile.TemporaryDirectory() as folder:
            out = ["-o", os.path.join(folder, "out")]
            done = self.call(self.case.files, self.command, "@credit", "--labels=decline,grant", "--json", *out, "--budget", size, *words)
            self.case.assertEqual(done.returncode, 0, done.stderr)
            budget = json.loads(done.stdout)["budget"]
        self.case.assertEqual(budget["size"], int(size))
        self.case.assertLessEqual(budget["held"], int(size))
        return budget

    def budget_rule(self):
        made_room = {rule: self.budget_of("5", "--budget-rule", rule)["removed"] for rule in ("random", "forgetron", "projectron", "projectron++")}
        self.case.assertGreater(made_room["random"], 0)
        self.case.assertGreater(made_room["forgetron"], 0)
        self.case.assertEqual((made_room["projectron"], made_room["projectron++"]), (0, 0))
        self.case.assertEqual(self.run(self.command, "tenths.svm", "--budget-rule", "random").code, 2)

    def projection_error(self):
        few = self.budget_of("40", "--budget-rule", "projectron", "--projection-error", "1000")
        many = self.budget_of("40", "--budget-rule", "projectron", "--projection-error", "0")
        self.case.assertLess(few["held"], many["held"])
        self.case.assertEqual(self.run(self.command, "tenths.svm", "--budget", "5", "--projection-error", "1").code, 2)

    def check_kernel(self):
        self.compared += 1
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "rows"), "w", encoding="utf-8") as file:
                file.write("+1 0:1 1:0 2:1\n-1 0:2 1:1 2:0\n")
            words = ("train", "rows", "-q", "--kernel", "precomputed")
            self.case.assertEqual(self.call(folder, *words).returncode, 0)
            refused = self.call(folder, *words, "--check-kernel")
            self.case.assertEqual(refused.returncode, 3)
            self.case.assertIn("[kernel_not_semidefinite]", refused.stderr)
        without, with_it = self.report_pair("@credit", "--check-kernel", more=("--kernel", "rbf"))
        self.case.assertGreater(with_it.pop("kernel_check")["least_eigenvalue"], -1e-9)
        self.case.assertEqual(without, with_it)
        self.case.assertEqual(self.run("train", "@credit", "--check-kernel").code, 2)

    def kernel_cache(self):
        without, with_it = self.report_pair("@credit", "--kernel-cache", "1K", more=("--kernel", "rbf", "--gamma", "0.01"))
        least, most = with_it.pop("gram"), without.pop("gram")
        self.case.assertLessEqual(least["rows_held"] * least["row_bytes"], 1024)
        self.case.assertGreater(least["rows_made"], most["rows_made"])
        self.case.assertEqual(without, with_it)
        self.fails_only_with(["train", "@credit", "--kernel", "rbf"], "memory_limit", "--kernel-cache", "100")
        self.case.assertEqual(self.run("train", "@credit", "--kernel-cache", "1M").code, 2)
        for dual, code in (("--kernel", "rbf"), 0), (("--space", "primal"), 2):  # of a run that goes on, the saved run decides
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "saved")
                self.call(self.case.files, "train", "@credit", "-q", *dual, "--max-seen", "5", "--checkpoint", path)
                self.case.assertEqual(self.run("train", "@credit", "-q", "--resume", path, "--kernel-cache", "1M").code, code, dual)

    def until(self):
        without, with_it = self.report_pair("@xor", "--until", "proof")
        self.case.assertEqual((without["stop"], with_it["stop"]), ("pass_limit", "proof"))
        self.case.assertEqual(with_it["proof"]["by"], "repeated state")
        self.case.assertEqual(sorted(weight for _, weight in with_it["proof"]["lambda"]), ["1/4"] * 4)
        self.case.assertEqual(self.run("train", "@xor", "--until", "proof", "--arithmetic", "double").code, 2)
        self.case.assertEqual(self.run("train", "@xor", "--numbers", "decimal").code, 2)

    # Rows held out

    def holdout(self):
        without, with_it = self.report_pair("@credit", "--holdout", "0.25", more=("--passes", "3"))
        self.case.assertEqual((without["rows"], with_it["rows"]), (48, 36))
        _, with_file = self.report_pair("rows.svm", "--holdout", "wide.svm")
        self.case.assertEqual(with_file["rows"], 3)

    def patience(self):
        self.becomes("stop", "pass_limit", "stalled", "@credit", "--patience", "2", more=("--holdout", "0.25"))

    def curve(self):
        without, with_it = self.pair(["train", "rows.svm"], "--curve", "curve.svg")
        self.case.assertEqual((list(without.files), list(with_it.files)), ([], ["curve.svg"]))
        self.case.assertIn("<svg", with_it.files["curve.svg"])

    def ascii(self):
        without, with_it = self.pair(["train", "@xor", "--passes", "9", "--errors-per-pass"], "--ascii")
        braille = [any("\u2801" <= c <= "\u28ff" for c in outcome.out) for outcome in (without, with_it)]
        self.case.assertEqual(braille, [True, False])

    # Data that are made

    def known(self, kind, option, value, *more):
        """The option stands in the first line, which says how the data were made, and changes the rows."""
        without, with_it = self.pair(["generate", kind, *more], option, value)
        self.case.assertEqual((without.code, with_it.code), (0, 0))
        self.case.assertNotIn(f"{option} {value} ", without.out.splitlines()[0])
        self.case.assertIn(f"{option} {value} ", with_it.out.splitlines()[0])
        self.case.assertNotEqual(without.out.splitlines()[1:], with_it.out.splitlines()[1:])
        return without.out.splitlines()[1:], with_it.out.splitlines()[1:]

    def rows(self):
        without, with_it = self.known("separable", "--rows", "7")
        self.case.assertEqual((len(without), len(with_it)), (100, 7))

    def margin(self):
        if self.command == "generate":
            self.known("separable", "--margin", "0.5")
            return
        without, with_it = self.report_pair("rows.svm", "--margin")
        self.case.assertNotIn("gamma2", without)
        self.case.assertEqual((without["claim"], with_it["claim"], without["lambda"]), ("separation", "margin", []))
        self.case.assertGreater(Fraction(with_it["gamma2"]["exact"]), 0)

    # Proofs

    def strict(self):
        without, with_it = self.report_pair("@xor", "--strict")
        self.case.assertEqual((without["verdict"], with_it["verdict"]), ("overlapping", "inseparable"))
        self.case.assertEqual((without["claim"], with_it["claim"], with_it["u"]), ("separation", "strict", None))

    def exhaustive(self):
        with tempfile.TemporaryDirectory() as folder:
            self.call(folder, "generate", "text", "--rows", "6000", "--features", "320", "--noise", "0.2", "-o", "rows.svm")
            found = json.loads(self.call(folder, "certify", "rows.svm", "--exhaustive", "--json", "-o", "proof").stdout)
            self.case.assertEqual((found["verdict"], found["claim"], found["u"]), ("overlapping", "existence", None))
            without = self.call(folder, "check", "proof", "rows.svm")
            self.case.assertEqual(without.returncode, 2)
            self.case.assertIn("--exhaustive", without.stderr)
            self.case.assertEqual(self.call(folder, "check", "proof", "rows.svm", "--exhaustive").returncode, 0)
            plain = json.loads(self.call(folder, "certify", "rows.svm", "--json", "--strict", "--max-seconds", "0.1").stdout)
            self.case.assertNotEqual(plain["claim"], "existence")
            self.compared += 1
            with open(os.path.join(folder, "rows.svm"), "a") as out:
                out.write("+1 1:1\n")
            self.case.assertEqual(self.call(folder, "check", "proof", "rows.svm", "--exhaustive").returncode, 1)

    def conflicts(self):
        without, with_it = self.report_pair("@credit", "--conflicts")
        self.case.assertNotIn("conflicts", without)
        self.case.assertEqual(with_it["conflicts"], [[[17, "1/2"], [33, "1/2"]]])

    def errors(self):
        without, with_it = self.report_pair("@xor", "--errors")
        self.case.assertNotIn("errors", without)
        self.case.assertEqual((with_it["errors"]["low"], with_it["errors"]["high"], with_it["errors"]["optimal"]), (1, 1, True))

    def expect(self):
        codes = {}
        for data in ("@and", "@credit", "@xor"):
            for verdict in OPTIONS["--expect"]["enum"]:
                without, with_it = self.run("certify", data, "-q"), self.run("certify", data, "-q", "--expect", verdict)
                codes[data, verdict] = (without.code, with_it.code)
        held = {("@and", "separable"), ("@credit", "quasi-separable"), ("@credit", "inseparable"), ("@xor", "overlapping"), ("@xor", "inseparable")}
        self.case.assertEqual(codes, {key: (0, 0 if key in held else 1) for key in codes})
        self.compared += 1

    def gap(self):
        without, with_it = self.report_pair("@iris-setosa", "--gap", "0.5", more=("--margin",))
        self.case.assertIn("exact", without["gamma2"])
        self.case.assertLess(with_it["gamma2"]["low"], with_it["gamma2"]["high"])
        self.case.assertGreaterEqual(with_it["margin"]["low"], 0.5 * with_it["margin"]["high"])
        self.case.assertIn("--margin", self.run("certify", "@and", "--gap", "0.5").err)

    def noise(self):
        without, with_it = self.known("noisy", "--noise", "0.5")
        self.case.assertEqual([row.split(" ", 1)[1] for row in without], [row.split(" ", 1)[1] for row in with_it], "only labels differ")

    def density(self):
        without, with_it = self.known("separable", "--density", "0.5")
        self.case.assertLess(sum(row.count(":") for row in with_it), sum(row.count(":") for row in without))

    def values_per_row(self):
        without, with_it = self.known("text", "--values-per-row", "5", "--rows", "20")
        self.case.assertLess(sum(row.count(":") for row in with_it), sum(row.count(":") for row in without))

    # Lasting runs

    def checkpoint(self):
        without, with_it = self.pair(["train", "rows.svm", "-q"], "--checkpoint", "run")
        self.case.assertEqual((list(without.files), list(with_it.files)), ([], ["run"]))

    def every(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "run")
            # A run without end, killed once it has saved itself: whenever that is, a multiple of 7 updates is in the file.
            program = subprocess.Popen([NOVIKOFF, "train", "@xor", "--passes", "0", "-q", "--checkpoint", path, "--every", "7updates"])
            while not os.path.exists(path) and program.poll() is None:
                pass
            program.kill()
            self.case.assertLess(program.wait(timeout=60), 0)
            updates = self.run("inspect", path, "--json").report["updates"]
        self.case.assertEqual((updates > 0, updates % 7), (True, 0))
        self.compared += 1
        for value in ("1", "0updates", "1days"):
            self.case.assertIn("[usage]", self.run("train", "rows.svm", "--checkpoint", "run", "--every", value).err)

    def resume(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "run")
            self.call(self.case.files, "train", "rows.svm", "-q", "--order", "shuffled", "--max-updates", "3", "--checkpoint", path)
            without, with_it = self.report_pair("rows.svm", "--resume", path, more=("--max-updates", "0"))
            self.case.assertEqual((without["options"]["order"], with_it["options"]["order"]), ("cyclic", "shuffled"))
            resumed = self.run("train", "rows.svm", "-q", "--resume", path, "--max-updates", "0", "-o", "m", "--checkpoint", "run")
        self.case.assertEqual(resumed.files, self.run("train", "rows.svm", "-q", "--order", "shuffled", "-o", "m", "--checkpoint", "run").files)

    # Labels

    def labels(self):
        if self.command == "convert":
            _, with_it = self.pair(["convert", "words.csv", "--label", "y"], "--labels", "no,yes")
            self.case.assertEqual(with_it.out, "+1 1:1\n-1 1:2\n")
        else:
            self.becomes("classes", ["-1", "+1"], ["+1", "-1"], "rows.svm", "--labels", "+1,-1")

    def positive(self):
        self.becomes("classes", ["-1", "+1"], ["+1", "-1"], "rows.svm", "--positive=-1")

    # Reading

    def format(self):
        self.helps(self.on("rows.txt", "--label", "y"), "usage", "--format", "csv", like=self.alike("rows.csv", "--label", "y"))

    def index_base(self):
        if self.command in ("predict", "evaluate", "check"):
            self.fails_only_with(self.on("rows.svm"), "index_base_mismatch", "--index-base", "0")
        else:
            self.helps(self.on("zero.svm"), "index_zero", "--index-base", "0")

    def label(self):
        refused = "column_unknown" if self.command in ("predict", "evaluate", "check") else "label_column_needed"
        self.helps(self.on("kind.csv"), refused, "--label", "kind", like=self.alike("first.csv", "--label", "y"))

    def label_column(self):
        refused = "column_unknown" if self.command in ("predict", "evaluate", "check") else "label_column_needed"
        self.helps(self.on("kind.csv"), refused, "--label-column", "1", like=self.alike("first.csv", "--label", "y"))

    def no_header(self):
        self.helps(self.on("bare.csv", "--label-column", "3"), "header_invalid", "--no-header")

    def delimiter(self):
        self.helps(self.on("semicolon.csv", "--label", "y"), "value_invalid" if self.command == "online" else "column_unknown", "--delimiter", ";", like=self.alike("rows.csv", "--label", "y"))

    def ignore(self):
        refused = "column_unknown" if self.command in ("predict", "evaluate", "check") else "value_invalid"
        self.helps(self.on("serial.csv", "--label", "y"), refused, "--ignore", "id", like=self.alike("rows.csv", "--label", "y"))

    def features(self):
        if self.command == "generate":
            without, with_it = self.pair(["generate", "separable", "--rows", "50", "--to", "csv"], "--features", "3")
            self.case.assertEqual((without.out.split()[0].count(","), with_it.out.split()[0].count(",")), (10, 3))
            return
        self.fails_only_with(self.on("rows.svm"), "index_too_large", "--features", "1")
        if self.command == "train":
            self.becomes("n_features", 2, 7, "rows.svm", "--features", "7")

    def on_unseen(self):
        self.fails_only_with(self.on("wide.svm"), "unseen_index", "--on-unseen", "error")

    def alike(self, data, *more):
        """What says the same of the same rows; certify names their file, so its outputs differ."""
        return None if self.command == "certify" else self.on(data, *more)

    # Output

    def numbers(self):
        if self.command == "certify":
            without, with_it = self.pair(["certify", "-", "--json", "--bias", "0"], "--numbers", "binary64", text="+1 1:0.1\n-1 1:-1e-9\n")
            self.case.assertEqual((without.report["radius2"], with_it.report["radius2"]), ("1/100", str(Fraction(0.1) ** 2)))
            return
        if self.command == "check":
            without, with_it = self.pair(self.on("rows.svm"), "--numbers", "binary64")
            self.case.assertEqual((without.code, with_it.code), (0, 1))
            return
        if self.command == "train":
            # 0.1 + 0.2 - 0.3 is 0 for decimals, and above 0 for doubles, which separates the rows.
            without, with_it = self.report_pair("tenths.svm", "--numbers", "binary64", more=("--until", "proof", "--bias", "0"))
            self.case.assertEqual((without["proof"]["verdict"], with_it["proof"]["verdict"]), ("inseparable", "separable"))
            return
        without, with_it = self.pair(["convert", "-"], "--numbers", "binary64", text="+1 1:0.10000000000000000000001\n")
        self.case.assertEqual((without.out, with_it.out), ("+1 1:0.10000000000000000000001\n", "+1 1:0.1\n"))

    def to(self):
        without, with_it = self.pair(["generate", "xor"] if self.command == "generate" else ["convert", "rows.svm"], "--to", "csv")
        self.case.assertIn(":", without.out)
        self.case.assertNotIn(":", with_it.out)
        if self.command == "convert":
            text, cache = self.pair(["convert", "rows.svm", "-o", "out"], "--to", "cache")
            self.case.assertEqual([text.files["out"][:4], cache.files["out"][:4]], ["+1 1", "\udc89NVK"])

    def scores(self):
        without, with_it = self.pair(self.on("rows.svm", "-q"), "--scores")
        self.case.assertEqual(without.out, "".join(line.split("\t")[0] + "\n" for line in with_it.out.splitlines()))
        self.case.assertEqual(with_it.out.count("\t"), 3)

    def per_example(self):
        without, with_it = self.report_pair("rows.svm", "--per-example")
        self.case.assertEqual((without.get("updates_per_example"), with_it["updates_per_example"]), (None, [2, 0, 5]))

    def sequence(self):
        without, with_it = self.report_pair("rows.svm", "--sequence")
        self.case.assertEqual((without.get("update_sequence"), with_it["update_sequence"]), (None, [0, 2, 2, 2, 0, 2, 2]))

    def errors_per_pass(self):
        without, with_it = self.report_pair("rows.svm", "--errors-per-pass")
        self.case.assertIsNone(without.get("errors_per_pass"))
        self.case.assertEqual((len(with_it["errors_per_pass"]), with_it["errors_per_pass"][-1]), (6, 0))

    def top(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "many.model")
            self.call(self.case.files, "train", "many.svm", "-q", "-o", path)
            lines = [self.call(folder, "inspect", path, *more).stdout.count("\n") for more in ((), ("--top", "3"), ("--top", "0"))]
        self.compared += 1
        self.case.assertLess(lines[1], lines[0])
        self.case.assertLess(lines[0], lines[2])

    def model_out(self):
        if self.command == "certify":
            without, with_it = self.pair(["certify", "@and", "--margin", "-q"], "--model-out", "m")
            self.case.assertEqual((list(without.files), list(with_it.files)), ([], ["m"]))
            self.case.assertEqual(json.loads(with_it.files["m"])["learned"]["weights"], [[1, 0.5], [2, 0.5]])
            self.case.assertIn("--margin", self.run("certify", "@and", "--model-out", "m").err)
            none = self.run("certify", "@xor", "--margin", "-q", "--model-out", "m")
            self.case.assertEqual((none.code, list(none.files)), (1, []))
            return
        without, with_it = self.pair(["online", "rows.svm", "-q"], "--model-out", "m")
        self.case.assertEqual((list(without.files), list(with_it.files)), ([], ["m"]))

    def model_in(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "m")
            self.call(folder, "online", "-", "-q", "--model-out", path, text=FILES["rows.svm"])
            self.becomes("seen", 3, 6, "rows.svm", "--model-in", path)

    def output(self):
        words = ["generate", "xor", "-q"] if self.command == "generate" else self.on("rows.svm", "-q")
        without, with_it = self.pair(words, "-o", "out")
        self.case.assertEqual((list(without.files), list(with_it.files)), ([], ["out"]))
        if self.command not in ("train", "certify"):  # whose result is a file, and not written without it
            self.case.assertEqual((without.out, with_it.out), (with_it.files["out"], ""))

    def any(self):
        if self.command == "demo":
            return ["demo"]
        if self.command == "inspect":
            return ["inspect", "model"]
        if self.command == "generate":
            return ["generate", "xor", "-o", "out"]
        return self.on("rows.svm", *(["-o", "out"] if self.command in ("predict", "online", "convert") else []))

    def json(self):
        without, with_it = self.pair(self.any(), "--json")
        self.case.assertFalse(without.out.startswith("{"))
        self.case.assertTrue(with_it.report)

    def quiet(self):
        words = {"predict": self.on("wide.svm"), "online": self.on("rows.svm"), "convert": ["convert", "numbers.csv", "--label-column", "3"],
                 "generate": ["generate", "xor", "--to", "csv"]}
        without, with_it = self.pair(words.get(self.command, self.any()), "-q")
        self.case.assertEqual(without.code, with_it.code)
        if self.command in words:  # the result is said all the same
            self.case.assertEqual(without.out, with_it.out)
            self.case.assertNotEqual(without.err, "")
        self.case.assertEqual(with_it.err, "")

    def help(self):
        _, with_it = self.pair(self.any(), "--help")
        self.case.assertTrue(with_it.out.startswith(f"Usage: novikoff {self.command} "))
        self.case.assertEqual(with_it.files, {})


class Options(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.files = folder.name
        for name, content in FILES.items():
            with open(os.path.join(folder.name, name), "w") as out:
                out.write(content)
        call(folder.name, "train", "rows.svm", "-q", "-o", "model")
        call(folder.name, "train", "rows.csv", "--label", "y", "-q", "-o", "csv.model")
        call(folder.name, "certify", "rows.svm", "-q", "-o", "cert")
        call(folder.name, "certify", "rows.csv", "--label", "y", "-q", "-o", "csv.cert")

    def test_every_option_has_its_effect_in_every_command_that_takes_it(self):
        for name, option in OPTIONS.items():
            method = name.split("@")[0].strip("-").replace("-", "_")
            for command in option["x-commands"]:
                with self.subTest(option=name, command=command):
                    effects = Effects(self, command)
                    self.assertTrue(method in Effects.__dict__, f"{name} has no effect listed here")
                    getattr(effects, method)()
                    self.assertGreater(effects.compared, 0)

    def test_no_effect_is_listed_of_an_option_that_is_gone(self):
        helpers = {"alike", "run", "call", "pair", "on", "report_pair", "becomes", "fails_only_with", "helps", "any", "known", "kernel_number", "scores_with",
                   "budget_of"}
        listed = {name for name, value in Effects.__dict__.items() if callable(value) and not name.startswith("__")} - helpers
        self.assertEqual(listed, {name.split("@")[0].strip("-").replace("-", "_") for name in OPTIONS})


if __name__ == "__main__":
    unittest.main()
