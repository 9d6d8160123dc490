#!/usr/bin/env python3
"""certify gives the verdicts of the exact cases, for both kinds of numbers, and check takes what it writes: proofs_test.py PROGRAM FOLDER

The cases' geometry comes from an independent oracle in rational arithmetic; strict, weak and none are separable, quasi-separable and overlapping."""
import glob
import json
import os
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction

from cases import rows_of, same

FOLDER = os.path.abspath(sys.argv.pop())
NOVIKOFF = os.path.abspath(sys.argv.pop())
VERDICTS = {"strict": "separable", "weak": "quasi-separable", "none": "overlapping"}


def tasks():
    """(case, numbers, task) for each geometry without a kernel."""
    for path in sorted(glob.glob(os.path.join(FOLDER, "*.json"))):
        with open(path, encoding="utf-8") as text:
            case = json.load(text)
        for key, numbers in (("geometry", "binary64"), ("geometry_if_decimal", "decimal")):
            for task in case.get(key) or []:
                if not task.get("kernel"):
                    yield case, numbers, task


class Proofs(unittest.TestCase):
    def run_it(self, code, *words):
        done = subprocess.run([NOVIKOFF, *words], cwd=self.folder, capture_output=True, text=True, timeout=600)
        self.assertEqual(done.returncode, code, (words, done.stderr))
        return done.stdout

    def certify(self, case, numbers, task, *more):
        features, labels = rows_of(case, FOLDER)
        with open(os.path.join(self.folder, "rows.csv"), "w") as out:
            out.writelines(",".join(row + ["%+d" % label]) + "\n" for row, label in zip(features, labels))
        words = ["certify", "rows.csv", "--no-header", "--label-column", str(len(features[0]) + 1), "--labels=-1,+1", "--numbers", numbers, "--json", "-o", "cert",
                 "--max-seconds", "0", "--bias", "1" if task.get("bias") else "0", *more]
        return features, labels, json.loads(self.run_it(0, *words))

    def check_numbers(self, features, labels, numbers, bias, report):
        """u·z ≥ 0, above 0 on the separated rows; Σ λ·z = 0, λ > 0 on overlapped rows only; all of it in fractions."""
        value = (lambda text: Fraction(float(text))) if numbers == "binary64" else Fraction
        z = [[label * value(cell) for cell in row] + ([label] if bias else []) for row, label in zip(features, labels)]
        u = [Fraction(0)] * len(z[0])
        for index, entry in report["u"]:
            u[index - 1] = Fraction(entry)
        if bias:
            u[-1] = Fraction(report["u_bias"])
        margins = [sum(a * b for a, b in zip(u, row)) for row in z]
        self.assertEqual([i for i, margin in enumerate(margins) if margin > 0], report["separated"])
        self.assertEqual([i for i, margin in enumerate(margins) if margin == 0], report["overlapped"])
        weights = {row: Fraction(entry) for row, entry in report["lambda"]}
        self.assertTrue(all(entry > 0 for entry in weights.values()) and set(weights) <= set(report["overlapped"]))
        self.assertTrue(all(sum(entry * z[row][k] for row, entry in weights.items()) == 0 for k in range(len(u))))

    def test_verdicts_splits_radii_and_proofs(self):
        seen = 0
        for case, numbers, task in tasks():
            expected, bias = task["expected"], bool(task.get("bias"))
            with self.subTest(case=case["id"], numbers=numbers, bias=bias), tempfile.TemporaryDirectory() as self.folder:
                features, labels, report = self.certify(case, numbers, task)
                if expected["separable"] in VERDICTS:
                    self.assertEqual(report["verdict"], VERDICTS[expected["separable"]])
                else:
                    self.assertIn(report["verdict"], ("quasi-separable", "overlapping"))
                if "never_positive_rows" in expected:
                    self.assertEqual(report["overlapped"], sorted(expected["never_positive_rows"]))
                if "R2" in expected:
                    self.assertTrue(same(expected["R2"], report["radius2"]))
                self.check_numbers(features, labels, numbers, bias, report)
                self.run_it(0, "check", "cert", "rows.csv", "-q")
                _, _, strict = self.certify(case, numbers, task, "--strict")
                self.assertEqual(strict["verdict"], "separable" if report["verdict"] == "separable" else "inseparable")
                self.run_it(0, "check", "cert", "rows.csv", "-q")
                seen += 1
        self.assertGreater(seen, 40)

    def check_conflicts(self, features, labels, bias, report):
        """Each is a relation, and without any one of its rows what is left of it is separable; no two have a row in common."""
        z = [[label * Fraction(float(cell)) for cell in row] + ([label] if bias else []) for row, label in zip(features, labels)]
        seen = set()
        for conflict in report["conflicts"]:
            self.assertTrue(all(Fraction(entry) > 0 for _, entry in conflict))
            self.assertTrue(all(sum(Fraction(entry) * z[row][k] for row, entry in conflict) == 0 for k in range(len(z[0]))))
            self.assertFalse(seen.intersection(row for row, _ in conflict))
            seen.update(row for row, _ in conflict)
            for left_out, _ in conflict if len(conflict) > 1 else []:
                with open(os.path.join(self.folder, "part.csv"), "w") as out:
                    out.writelines(",".join(features[row] + ["%+d" % labels[row]]) + "\n" for row, _ in conflict if row != left_out)
                self.run_it(0, "certify", "part.csv", "--no-header", "--label-column", str(len(features[0]) + 1), "--labels=-1,+1", "--numbers", "binary64",
                            "--bias", "1" if bias else "0", "--expect", "separable", "-q")

    def test_the_fewest_errors_are_those_of_the_cases(self):
        seen = 0
        for case, numbers, task in tasks():
            if "min_errors" not in task["expected"]:
                continue
            bias, fewest = bool(task.get("bias")), task["expected"]["min_errors"]
            for how in ((), ("--strict",)):
                with self.subTest(case=case["id"], bias=bias, how=how), tempfile.TemporaryDirectory() as self.folder:
                    features, labels, report = self.certify(case, numbers, task, "--errors", "--conflicts", *how)
                    errors = report["errors"]
                    self.assertEqual((errors["low"], errors["high"], errors["optimal"], errors["proved_low"], len(errors["rows"])), (fewest, fewest, True, fewest, fewest))
                    self.assertTrue(report["conflicts_complete"])
                    self.assertLessEqual(len(report["conflicts"]), fewest)
                    self.check_conflicts(features, labels, bias, report)
                    self.run_it(0, "check", "cert", "rows.csv", "-q")
                    seen += 1
        self.assertEqual(seen, 30)

    def test_the_margin_is_exactly_what_the_cases_say_and_lies_in_every_interval(self):
        exact = near = 0
        for case, numbers, task in tasks():
            expected = task["expected"].get("gamma2")
            if expected is None:
                continue
            with self.subTest(case=case["id"], numbers=numbers), tempfile.TemporaryDirectory() as self.folder:
                _, _, report = self.certify(case, numbers, task, "--margin")
                gamma2 = Fraction(report["gamma2"]["exact"])
                if "exact" in expected:
                    self.assertEqual(gamma2, Fraction(expected["exact"]))
                    exact += 1
                else:
                    self.assertLessEqual(abs(gamma2 / Fraction(expected["decimal"]) - 1), Fraction(1, 10 ** 25))
                    near += 1
                if gamma2 == 0:
                    continue
                self.assertEqual(Fraction(report["bound"]), Fraction(report["radius2"]) / gamma2)
                self.assertEqual(int(report["bound_floor"]), Fraction(report["bound"]) // 1)
                _, _, coarse = self.certify(case, numbers, task, "--margin", "--gap", "0.5")
                if "exact" not in coarse["gamma2"] and None not in coarse["gamma2"].values():
                    self.assertLessEqual(Fraction(coarse["gamma2"]["low"]), gamma2)
                    self.assertLessEqual(gamma2, Fraction(coarse["gamma2"]["high"]))
        self.assertGreater(exact, 20)
        self.assertGreater(near, 3)


if __name__ == "__main__":
    unittest.main()
