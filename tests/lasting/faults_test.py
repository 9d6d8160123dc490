#!/usr/bin/env python3
"""A disk that is full or broken, at any call: a clear message, exit code 4, the old file, nothing left over. faults_test.py NOVIKOFF SHIM"""
import errno
import os
import unittest

from lasting import command, content, log
from writers import OLD, PRINTERS, WRITERS, Writing

WAYS = [("fail", errno.ENOSPC), ("fail", errno.EIO), ("full", errno.ENOSPC)]


class Faults(Writing):
    def check_message(self, done, number, what):
        text = done.stderr.decode()
        self.assertEqual(done.returncode, 4, (what, text))
        self.assertIn("[write_failed]", text, what)
        self.assertIn(os.strerror(number), text, what)

    def fail_everywhere(self, words, way, number, prepare, check):
        """Lets the first, second, … call go wrong, until there is none left; how many there were."""
        faults = 0
        while True:
            prepare()
            done = command(*words, shim=f"{way}:{faults + 1}:{number}", cwd=self.folder)
            happened = log(self.folder)
            what = (words, way, number, happened)
            if happened is None:
                self.assertEqual((done.returncode, done.stderr), (0, b""), what)
                return faults
            faults += 1
            self.check_message(done, number, what)
            check(happened, what)

    def test_files(self):
        for writer in WRITERS:
            new = self.undisturbed(writer)

            def check(happened, what, writer=writer, new=new):
                call, path = happened
                for name in writer.files:
                    # Up to the renaming the old file stands, and a file that is written once stands until its own renaming.
                    hit = os.path.basename(path).startswith(f".{name}.") and name not in writer.again
                    if hit:
                        self.assertEqual(content(self.path(name)), OLD, what)
                    self.check_whole(name, OLD, new, writer, what)
                self.assertEqual(set(os.listdir(self.folder)) - self.given, set(writer.files), (what, call))

            for way, number in WAYS:
                faults = self.fail_everywhere(writer.words, way, number, lambda writer=writer: self.clear(writer, OLD), check)
                self.assertGreaterEqual(faults, 6 * len(writer.files), writer.words)
                for name in writer.files:
                    self.assertEqual(content(self.path(name)), new[name])

    def test_standard_output(self):
        for words in PRINTERS:
            for way, number in WAYS:
                faults = self.fail_everywhere(words.split(), way, number, lambda: None, lambda happened, what: self.assertEqual(happened[0], "write", what))
                self.assertGreaterEqual(faults, 1, words)
                self.assertEqual(set(os.listdir(self.folder)), self.given)


if __name__ == "__main__":
    unittest.main()
