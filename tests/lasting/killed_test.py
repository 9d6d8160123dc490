#!/usr/bin/env python3
"""A run that is killed or interrupted and gone on with leaves the bytes of one that never stopped. killed_test.py NOVIKOFF SHIM"""
import itertools
import os
import random
import signal
import subprocess
import time
import unittest

from lasting import CASES, NOVIKOFF, SHIM, Lasting, command, content, count_calls, in_parallel, learned, log, rows

EVERY = ["1updates", "3updates", "1passes"]
KILLS = 200


class Killed(Lasting):
    def setUp(self):
        super().setUp()
        self.rows = rows()
        self.write("data", self.rows)

    def inputs(self, case, streamed):
        """The data's name and standard input: a stream comes through a pipe, where `streamed` says so."""
        return ("-", self.rows.encode()) if streamed and "online" in case else (self.path("data"), None)

    def every(self, case, rng):
        scans = "cyclic" in case or "shuffled" in case
        return rng.choice(EVERY if scans else EVERY[:2])

    def undisturbed(self, case):
        """What the case learns without a checkpoint; with one, its model file and how many calls each way of saving and reading takes."""
        with self.new_folder() as folder:
            self.assertEqual(command("train", self.path("data"), *case, "-q", "-o", "plain", cwd=folder).returncode, 0)
            counts = {}
            everies = EVERY[:2] if "cyclic" not in case and "shuffled" not in case else EVERY
            for every, (data, stdin) in itertools.product(everies, {self.inputs(case, streamed) for streamed in (False, True)}):
                counts[every, data] = count_calls("train", data, *case, "-q", "-o", "m", "--checkpoint", "c", "--every", every, cwd=folder, stdin=stdin)
                self.assertEqual(learned(os.path.join(folder, "m")), learned(os.path.join(folder, "plain")), case)
                self.assertEqual(content(os.path.join(folder, "m")), content(os.path.join(folder, "c")), case)
                model = content(os.path.join(folder, "m"))
                for file in ("c", "m"):  # the next run would look whether they hold a run that was stopped on its way
                    os.unlink(os.path.join(folder, file))
            return model, counts

    def finish(self, case, data, stdin, folder):
        """Goes on from the checkpoint if there is one, else begins again, as a person would. The model, and whether there was one."""
        had = os.path.exists(os.path.join(folder, "c"))
        words = ["--resume", "c"] if had else case
        done = command("train", data, *words, "-q", "-o", "m", "--checkpoint", "c", cwd=folder, stdin=stdin)
        self.assertEqual((done.returncode, done.stderr), (0, b""), case)
        return content(os.path.join(folder, "m")), had

    def disturb(self, number, case, how):
        """One run: disturbed at a moment drawn from `number`, then gone on with. Whether there was a checkpoint to go on from."""
        rng = random.Random(number)
        model, counts = self.known[tuple(case)]
        data, stdin = self.inputs(case, rng.random() < 0.5)
        every = self.every(case, rng)
        with self.new_folder() as folder:
            moment = rng.randint(1 + counts[every, data] // 10, counts[every, data])
            words = ["train", data, *case, "-q", "-o", "m", "--checkpoint", "c", "--every", every]
            done = command(*words, shim=f"{how}:{moment}", cwd=folder, stdin=stdin)
            self.assertIsNotNone(log(folder), (case, every, moment))
            if how == "kill":
                self.assertEqual(done.returncode, -signal.SIGKILL)
            else:
                self.assertEqual(done.returncode, 130 if how == "int" else 143, (case, moment, done.stderr))
                # Behind the last example there is nothing left to interrupt, and the model is written.
                interrupted = b'"stop": "interrupted"' in content(os.path.join(folder, "c"))
                self.assertEqual(sorted(os.listdir(folder)), ["c"] if interrupted else ["c", "m"])
            again, had = self.finish(case, data, stdin, folder)
            self.assertEqual(again, model, (case, every, moment, data, how))
            return had

    def disturb_all(self, runs):
        self.known = dict(zip(map(tuple, CASES), in_parallel(self.undisturbed, [(case,) for case in CASES])))
        return in_parallel(self.disturb, runs)

    def test_at_any_moment(self):
        # Every order with every keep and rule, then more of them by lot.
        rng = random.Random(1)
        chosen = CASES + [rng.choice(CASES) for _ in range(KILLS - len(CASES))]
        kills = [(number, case, "kill") for number, case in enumerate(chosen)]
        signals = [(number, case, rng.choice(["int", "term"])) for number, case in enumerate(CASES[::2])]
        had = self.disturb_all(kills + signals)
        self.assertEqual(len(kills), KILLS)
        # Most of the moments come after the first checkpoint: it is the going on that is tested.
        self.assertGreater(sum(had[:KILLS]), KILLS * 3 // 4)

    def test_again_and_again(self):
        # Killed a few calls after each start, the run still comes to its end, and there are as many starts as it takes.
        for case in (CASES[0], CASES[4 + 18], CASES[-10]):
            with self.new_folder() as folder:
                self.assertEqual(command("train", self.path("data"), *case, "-q", "-o", "whole", "--checkpoint", "w", cwd=folder).returncode, 0)
                words, starts = case, 0
                while True:
                    starts += 1
                    done = command("train", self.path("data"), *words, "-q", "-o", "m", "--checkpoint", "c", "--every", "1updates",
                                   shim="kill:41", cwd=folder)
                    if done.returncode == 0:
                        break
                    self.assertEqual(done.returncode, -signal.SIGKILL)
                    words = ["--resume", "c"]
                self.assertGreater(starts, 3)
                self.assertEqual(content(os.path.join(folder, "m")), content(os.path.join(folder, "whole")))

    def test_it_says_how_to_go_on(self):
        for how, code in (("int", 130), ("term", 143)):
            with self.new_folder() as folder:
                words = ["train", self.path("data"), "--passes", "0", "-o", "m", "--checkpoint", "c", "--every", "5updates"]
                done = command(*words, shim=f"{how}:60", cwd=folder)
                self.assertEqual((done.returncode, done.stdout), (code, b""))
                self.assertEqual(done.stderr, b"novikoff: interrupted; the run is saved in c, go on with --resume c\n")
                log(folder)
                self.assertEqual(os.listdir(folder), ["c"])

    def test_a_run_gone_on_with_in_its_own_place(self):
        # Interrupted without a checkpoint it leaves the saved run, which can be gone on with, and not a model, which cannot.
        with self.new_folder() as folder:
            start = ["train", self.path("data"), "--passes", "0", "-q", "-o", "m", "--checkpoint", "c", "--every", "5updates"]
            self.assertEqual(command(*start, shim="int:60", cwd=folder).returncode, 130)
            log(folder)
            saved = content(os.path.join(folder, "c"))
            said, wait = b"", 0.01
            while not said and wait < 30:  # until it was learning when the signal came
                with subprocess.Popen([NOVIKOFF, "train", self.path("data"), "--resume", "c", "-o", "c"], cwd=folder, stderr=subprocess.PIPE) as run:
                    time.sleep(wait)
                    run.send_signal(signal.SIGINT)
                    said = run.communicate(timeout=120)[1]
                self.assertIn(run.returncode, (130, -signal.SIGINT))  # the latter before anything was begun
                self.assertEqual((content(os.path.join(folder, "c")), sorted(os.listdir(folder))), (saved, ["c"]))
                wait *= 2
            self.assertEqual(said, b"novikoff: interrupted; c is as it was, go on with --resume c, and --checkpoint c to save the run there\n")

    def test_from_outside(self):
        # Killed by another process, wherever it is when the signal comes.
        case = "--order shuffled --keep pocket --passes 40".split()
        with self.new_folder() as folder:
            words = ["train", self.path("data"), *case, "-q", "-o", "m", "--checkpoint", "c", "--every", "1updates"]
            calls = count_calls(*words, cwd=folder)
            whole = content(os.path.join(folder, "m"))
        for k in range(1, 13):
            with self.new_folder() as folder:
                environment = dict(os.environ, SHIM=f"tell:{calls * k // 14}", LD_PRELOAD=SHIM)
                program = subprocess.Popen([NOVIKOFF, *words], cwd=folder, env=environment, stderr=subprocess.PIPE)
                told = program.stderr.readline()
                # On a busy machine the run may be at its end by now: there it waits, so that it is killed for certain.
                program.kill()
                program.stderr.close()
                self.assertEqual((told, program.wait(timeout=60)), (b"shim\n", -signal.SIGKILL))
                self.assertEqual(self.finish(case, self.path("data"), None, folder)[0], whole)


if __name__ == "__main__":
    unittest.main()
