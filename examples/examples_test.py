#!/usr/bin/env python3
"""The examples do what their first lines say. examples_test.py FOLDER-OF-THE-PROGRAMS"""
import glob
import os
import subprocess
import sys
import tempfile
import unittest

PROGRAMS = os.path.abspath(sys.argv.pop())
HERE = os.path.dirname(os.path.abspath(__file__))


class Examples(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_it(self, name, *words, code=0):
        done = subprocess.run([os.path.join(PROGRAMS, name), *words], cwd=self.folder, capture_output=True, encoding="utf-8")
        self.assertEqual((done.returncode, done.stderr != ""), (code, code == 1), done.stderr)
        return done.stdout

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w") as out:
            out.write(text)

    def test_train_from_memory_and_load_and_predict(self):
        self.assertEqual(self.run_it("train_from_memory", "model.json"), "7 updates, w = (1, 1), b = -3\n")
        self.write("new.svm", "1:3 2:3\n1:1 2:1\n-1 1:9\n")
        self.assertEqual(self.run_it("load_and_predict", "model.json", "new.svm"), "+1  s = 3\n-1  s = -1\n+1  s = 6\n")

    def test_stream_online(self):
        self.write("rows.svm", "+1 1:1\n-1 1:-2\n-1 2:1\n+1 1:3\n")
        self.assertEqual(self.run_it("stream_online", "rows.svm"),
                         "1: predicted +1, was +1\n2: predicted -1, was -1\n3: predicted +1, was -1\n4: predicted +1, was +1\n1 mistakes\n")

    def test_kernel_function(self):
        learned, refused = self.run_it("kernel_function").splitlines()
        self.assertEqual(learned, "21 updates, 0 errors")
        self.assertRegex(refused, r"^the kernel is not positive semidefinite: vᵀKv = -\d")

    def test_capacity(self):
        lines = self.run_it("capacity", "100").splitlines()  # ends with 1 where the frequencies are not Cover's
        self.assertEqual(len(lines), 21)
        n, d, frequency, cover = lines[-1].split()[:4]
        self.assertEqual((n, d, cover), ("40", "20", "0.5000"))
        self.assertNotIn(float(frequency), (0, 1))
        self.run_it("capacity", "none", code=2)

    def test_errors_are_told(self):
        self.run_it("load_and_predict", "nonsuch", "nonsuch", code=1)
        self.run_it("stream_online", "nonsuch", code=1)
        self.run_it("train_from_memory", "nonsuch/model.json", code=1)

    def test_every_example_is_tested(self):
        names = {os.path.basename(path)[:-4] for path in glob.glob(os.path.join(HERE, "*.cpp"))}
        self.assertEqual(names, {"train_from_memory", "stream_online", "load_and_predict", "capacity", "kernel_function"})


if __name__ == "__main__":
    unittest.main()
