#!/usr/bin/env python3
"""What a transcript cannot show: rows that arrive one by one, signals, readers that go away. stream_test.py PROGRAM"""
import hashlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import unittest

NOVIKOFF = os.path.abspath(sys.argv.pop())
ONE_ROW = "1 1:1\n"


def start(*arguments):
    return subprocess.Popen([NOVIKOFF, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1)


class Stream(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def ask(self, program, row):
        program.stdin.write(row)
        program.stdin.flush()
        return program.stdout.readline()

    def test_a_row_is_answered_at_once_with_a_whole_line(self):  # J1
        program = start("online", "-q")
        self.assertEqual(self.ask(program, "+1 1:1\n"), "1\n")
        self.assertEqual(self.ask(program, "-1 1:-2\n"), "-1\n")
        self.assertEqual(self.ask(program, "1:5\n"), "+1\n")
        out, err = program.communicate()
        self.assertEqual((out, err, program.returncode), ("", "", 0))

    def stopped_by(self, number, *arguments):
        program = start(*arguments)
        self.ask(program, "+1 1:1\n")
        self.ask(program, "-1 1:-2\n")
        program.stdin.write("-1 1:5 2:")  # half a row must not be learned from
        program.stdin.flush()
        program.send_signal(number)
        program.wait(timeout=30)
        program.communicate()
        return program.returncode

    def test_a_signal_stops_promptly_and_the_model_is_whole(self):  # J2
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            model = self.path("model")
            self.assertEqual(self.stopped_by(number, "online", "-q", "--model-out", model), code)
            report = subprocess.run([NOVIKOFF, "inspect", model], capture_output=True, text=True, check=True).stdout
            self.assertIn("interrupted", report)
            self.assertRegex(report, r"seen +2\n")
            self.assertRegex(report, r"features +1\n")

    def test_a_long_check_shows_on_a_terminal_that_it_goes_on(self):
        rows, certificate = self.path("rows"), self.path("certificate")
        with open(rows, "w", encoding="utf-8") as file:
            file.writelines(f"{1 if k % 3 else -1} 1:{k}\n" for k in range(1500))
        subprocess.run([NOVIKOFF, "certify", rows, "--kernel", "laplace", "--strict", "-q", "-o", certificate], check=True)
        # The same u as a claim about the margin, which takes a product of each pair of rows to find wrong.
        forged = self.path("forged")
        with open(certificate, encoding="utf-8") as one, open(forged, "w", encoding="utf-8") as other:
            text = one.read().replace('"claim": "strict"', '"claim": "margin"').replace('"arithmetic": "exact"', '"arithmetic": "interval"')
            weights = ", ".join(f'[{k}, "1/1500"]' for k in range(1500))
            text = re.sub(r'"lambda": \[\]', f'"lambda": [{weights}],\n  "gamma2": {{"low": "1", "high": "2"}}', text)
            text = text[:text.rindex('"sha256": "')] + '"sha256": "'
            other.write(text + hashlib.sha256(text.encode()).hexdigest() + '"\n}\n')
        for options, shown in (((), True), (("-q",), False)):
            leader, follower = os.openpty()
            done = subprocess.run([NOVIKOFF, "check", forged, rows, *options], stdout=subprocess.PIPE, stderr=follower, text=True)
            os.close(follower)
            said = b""
            try:
                while part := os.read(leader, 10000):
                    said += part
            except OSError:  # the end
                pass
            os.close(leader)
            said = said.decode()
            self.assertEqual(done.returncode, 1)
            self.assertEqual(bool(re.match(r"\rchecking the proof, 1 s ", said)), shown, said)
            self.assertEqual(said.endswith("\r\x1b[K"), shown, said)

    def test_training_in_memory_stops_promptly_too(self):  # J2
        model = self.path("model")
        program = start("train", "@xor", "--passes", "0", "-q", "-o", model)
        # The temporary file beside the model shows that signals are caught already.
        while not os.listdir(self.folder.name) and program.poll() is None:
            pass
        program.send_signal(signal.SIGINT)
        program.communicate(timeout=30)
        self.assertEqual(program.returncode, 130)
        for name in os.listdir(self.folder.name):
            self.assertEqual(name, "model")
            subprocess.run([NOVIKOFF, "inspect", model], capture_output=True, check=True)

    def model(self):
        model = self.path("model")
        subprocess.run([NOVIKOFF, "train", "@and", "-q", "-o", model], check=True)
        return model

    def test_a_reader_that_goes_away_is_no_error(self):  # J3
        data = self.path("data")
        with open(data, "w") as out:
            out.write(ONE_ROW * 100000)
        for arguments in (["predict", self.model(), data], ["online", data, "-q"], ["convert", data]):
            program = start(*arguments)
            program.stdout.readline()
            program.stdout.close()
            self.assertEqual((program.stderr.read(), program.wait(timeout=60)), ("", 0))
            program.stderr.close()
            program.stdin.close()

    def test_what_goes_to_a_file_is_completed_though_the_reader_goes_away(self):
        data, model = self.path("data"), self.path("out.model")
        with open(data, "w") as out:
            out.write(ONE_ROW * 5000)
        program = start("online", data, "-q", "--model-out", model)
        program.stdout.readline()
        program.stdout.close()
        self.assertEqual(program.wait(timeout=60), 0)
        program.stderr.close()
        program.stdin.close()
        report = subprocess.run([NOVIKOFF, "inspect", model], capture_output=True, text=True, check=True).stdout
        self.assertRegex(report, r"seen +5000\n")

    def test_every_row_has_its_line_and_the_log_stands_apart(self):  # J5
        done = subprocess.run([NOVIKOFF, "online"], input=ONE_ROW * 2000, capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout.count("\n"), 2000)
        self.assertIn("mistake rate", done.stderr)

    def test_no_rows_are_held_out(self):  # J4
        rows = "".join("%d 1:%d\n" % (1 if i % 2 else -1, i) for i in range(12))
        done = subprocess.run([NOVIKOFF, "train", "-", "--passes", "3", "--json"], input=rows, capture_output=True, text=True, check=True)
        self.assertIn('"seen": 36,', done.stdout)

    def test_predict_answers_what_it_has_before_it_waits(self):  # J1
        program = start("predict", self.model(), "-")
        self.assertEqual(self.ask(program, "1:1 2:1\n"), "+1\n")
        self.assertEqual(self.ask(program, "1:0\n"), "-1\n")
        out, err = program.communicate()
        self.assertEqual((out, err, program.returncode), ("", "", 0))

    def test_a_closed_descriptor_is_not_taken_for_a_file(self):
        data, model = self.path("rows.svm"), self.path("model")
        with open(data, "w") as out:
            out.write("1 1:1\n-1 1:-2\n" * 20)
        whole = subprocess.run([NOVIKOFF, "online", data, "-q", "--model-out", model], capture_output=True, check=True)
        self.assertEqual(whole.stdout.count(b"\n"), 40)
        with open(model, "rb") as text:
            expected = text.read()
        for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
            done = subprocess.run(["sh", "-c", f"exec {NOVIKOFF} online {data} --model-out {model} {closed}"], capture_output=True, timeout=60)
            self.assertEqual(done.returncode, 0, closed)
            with open(model, "rb") as text:
                self.assertEqual(text.read(), expected, closed)
        done = subprocess.run(["sh", "-c", f"exec {NOVIKOFF} online - <&-"], capture_output=True, timeout=60)
        self.assertEqual((done.returncode, done.stdout), (0, b""))

    def test_signals_stop_pockets_and_votes_promptly(self):  # J2
        data = self.path("rows.svm")
        with open(data, "w") as out:
            for i in range(4000):
                out.write(f"{'+' if i * 7 % 13 > 6 else '-'}1 1:{i % 17} 2:{i * 3 % 19} 3:{i * 5 % 23}\n")
        for keep in ("voted", "pocket-every", "pocket", "averaged"):
            model = self.path("model." + keep)
            program = start("train", data, "--keep", keep, "--passes", "0", "--memory", "1G", "-q", "-o", model)
            with self.assertRaises(subprocess.TimeoutExpired):
                program.wait(timeout=0.7)  # it would run for ever; when exactly it is stopped does not matter
            program.send_signal(signal.SIGINT)
            self.assertEqual(program.wait(timeout=30), 130, keep)
            program.communicate()
            report = subprocess.run([NOVIKOFF, "inspect", model], capture_output=True, text=True, check=True).stdout
            self.assertIn("interrupted", report)

    def test_nothing_from_the_data_reaches_the_terminal_as_a_command(self):
        rows = "y,a\x1b[31mZ,\u009bq\u202e\nA\x1b[32m,2,1\nB,3,0\n"
        model = self.path("model")
        done = subprocess.run([NOVIKOFF, "train", "-", "--format", "csv", "--label", "y", "-o", model], input=rows, capture_output=True, text=True, check=True)
        shown = subprocess.run([NOVIKOFF, "inspect", model], capture_output=True, text=True, check=True)
        wrong = subprocess.run([NOVIKOFF, "train", "-"], input="1 \u009b31m:1\n", capture_output=True, text=True)
        self.assertEqual(wrong.returncode, 3)
        for text in (done.stdout, done.stderr, shown.stdout, wrong.stderr):
            self.assertNotRegex(text, "[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]")
        self.assertIn("\\x1b[32m", done.stdout)

    def test_a_full_disk_is_an_error(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([NOVIKOFF, "predict", self.model(), "@and"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 4)
        self.assertIn("[write_failed]", done.stderr)


if __name__ == "__main__":
    unittest.main()
