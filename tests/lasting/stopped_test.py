#!/usr/bin/env python3
"""A program that is killed at any of its calls leaves no part of a file under the file's name. stopped_test.py NOVIKOFF SHIM"""
import os
import signal
import unittest

from lasting import command, content, log
from writers import OLD, WRITERS, Writing


class Stopped(Writing):
    def stop_everywhere(self, writer, old):
        """Kills the command at its first, second, … call, until it comes to its end."""
        new = self.undisturbed(writer)
        stops = 0
        while True:
            self.clear(writer, old)
            done = command(*writer.words, shim=f"kill:{stops + 1}", cwd=self.folder)
            what = (writer.words, old, log(self.folder))
            if done.returncode == 0:
                break
            stops += 1
            self.assertEqual(done.returncode, -signal.SIGKILL, (what, done.stderr))
            for name in writer.files:
                self.check_whole(name, old, new, writer, what)
            # What was begun has another name, which no pattern finds by accident.
            left = set(os.listdir(self.folder)) - self.given - set(writer.files)
            self.assertTrue(all(name.startswith(".") and name.endswith(".tmp") for name in left), (what, left))
        for name in writer.files:
            self.assertEqual(content(self.path(name)), new[name])
        return stops

    def test_where_a_file_stands_already(self):
        for writer in WRITERS:
            # Open, write, sync, close, rename, and the folder's open, sync, close: at least.
            self.assertGreaterEqual(self.stop_everywhere(writer, OLD), 8 * len(writer.files))

    def test_where_none_does(self):
        for writer in WRITERS[:2]:
            self.stop_everywhere(writer, None)


if __name__ == "__main__":
    unittest.main()
