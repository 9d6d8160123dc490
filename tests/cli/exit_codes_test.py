#!/usr/bin/env python3
"""Each exit code in turn: 0, 1, 2, 3, 4, 130 and 143; an internal error (5) cannot be provoked.
exit_codes_test.py PROGRAM"""
import os
import signal
import subprocess
import sys
import tempfile
import unittest

NOVIKOFF = os.path.abspath(sys.argv.pop())


class ExitCodes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_it(self, code, *words, text=""):
        done = subprocess.run([NOVIKOFF, *words], cwd=self.folder, input=text, capture_output=True, encoding="utf-8", timeout=120)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual(done.stderr != "", code > 1, "an error says why, and only an error; a negative answer stands in the report")

    def test_0_done(self):
        self.run_it(0, "train", "@and", "-q", "-o", "model")
        self.run_it(0, "train", "@xor", "--passes", "2")  # a limit is no failure
        self.run_it(0, "predict", "model", "-")           # no rows, no predictions
        self.run_it(0, "evaluate", "model", "@xor")       # nor are wrong predictions
        self.run_it(0, "inspect", "model")
        self.run_it(0, "convert", "@and")
        self.run_it(0, "demo")
        self.run_it(0, "--version")
        self.run_it(0, "train", "--help")

    def test_1_a_negative_answer(self):
        self.run_it(1, "certify", "@xor", "--expect", "separable", "-o", "cert")
        self.run_it(0, "check", "cert", "@xor")
        self.run_it(1, "check", "cert", "@and")
        self.run_it(1, "certify", "@credit", "--expect", "overlapping", "--max-seconds", "1e-9", "-q")

    def test_2_usage(self):
        for words in ([], ["nonsuch"], ["train"], ["train", "@and", "--nonsuch"], ["train", "@and", "--eta", "0"], ["train", "@nonsuch"], ["demo", "nonsuch"]):
            self.run_it(2, *words)

    def test_3_bad_data(self):
        self.run_it(3, "train", "-", text="1 1:x\n")
        self.run_it(3, "train", "-")
        with open(os.path.join(self.folder, "model"), "w") as out:
            out.write("{}")
        self.run_it(3, "inspect", "model")
        self.run_it(3, "predict", "model", "@and")

    def test_4_input_and_output(self):
        self.run_it(4, "train", "nonsuch.svm")
        self.run_it(4, "train", ".")
        self.run_it(4, "train", "@and", "-o", "nonsuch/model")
        self.run_it(4, "predict", "nonsuch", "@and")

    def stopped_by(self, number):
        """A run that never ends by itself, stopped once it is under way: the first prediction shows that signals are waited for."""
        program = subprocess.Popen([NOVIKOFF, "online", "-q", "--model-out", os.path.join(self.folder, "model")], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        program.stdin.write(b"1 1:1\n")
        program.stdin.flush()
        self.assertEqual(program.stdout.readline(), b"1\n")
        program.send_signal(number)
        program.communicate(timeout=60)
        self.run_it(0, "inspect", "model")
        return program.returncode

    def certify_stopped_by(self, number):
        """certify waits for the rest of its rows; the output that it opened beside its name shows that signals are waited for. Nothing is left."""
        program = subprocess.Popen([NOVIKOFF, "certify", "-", "-q", "-o", "cert"], cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        program.stdin.write(b"1 1:1\n-1 1:-1\n")
        program.stdin.flush()
        while not os.listdir(self.folder) and program.poll() is None:
            pass
        program.send_signal(number)
        self.assertEqual(program.wait(timeout=60), 128 + number)
        self.assertEqual((program.stdout.read(), os.listdir(self.folder)), (b"", []))
        program.stdin.close()
        program.stdout.close()

    def test_130_interrupted(self):
        self.certify_stopped_by(signal.SIGINT)
        self.assertEqual(self.stopped_by(signal.SIGINT), 130)

    def test_143_terminated(self):
        self.certify_stopped_by(signal.SIGTERM)
        self.assertEqual(self.stopped_by(signal.SIGTERM), 143)


if __name__ == "__main__":
    unittest.main()
