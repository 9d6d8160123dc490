#!/usr/bin/env python3
"""The reports follow docs/report.schema.json, and every null has its reason. json_test.py PROGRAM SCHEMA"""
import json
import os
import subprocess
import sys
import tempfile
import unittest
import xml.dom.minidom
from decimal import Decimal
from fractions import Fraction

SCHEMA = json.load(open(sys.argv.pop(), encoding="utf-8"))
NOVIKOFF = os.path.abspath(sys.argv.pop())
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None), "number": (int, float), "integer": int}


def is_type(value, name):
    return isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def faults(value, schema, at="report"):
    """What of `value` breaks `schema`: the part of JSON Schema that the file uses."""
    if "$ref" in schema:
        return faults(value, SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]], at)
    if "enum" in schema:
        return [] if value in schema["enum"] else [f"{at} is {value!r}"]
    names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if not any(is_type(value, name) for name in names):
        return [f"{at} is {value!r}, not {' or '.join(names)}"]
    found = []
    if "minimum" in schema and value is not None and value < schema["minimum"]:
        found.append(f"{at} is {value}")
    if isinstance(value, list):
        for i, item in enumerate(value):
            found += faults(item, schema["items"], f"{at}[{i}]")
    if isinstance(value, dict):
        found += [f"{at} lacks {key}" for key in schema.get("required", []) if key not in value]
        for key, item in value.items():
            rest = schema.get("additionalProperties", True)
            if key in schema.get("properties", {}):
                found += faults(item, schema["properties"][key], f"{at}.{key}")
            elif rest is False:
                found.append(f"{at} has {key}, which the schema does not know")
            elif isinstance(rest, dict):
                found += faults(item, rest, f"{at}.{key}")
    return found


class Reports(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def report(self, kind, *words, text=None, code=0):
        done = subprocess.run([NOVIKOFF, *words, "--json"], input=text, capture_output=True, text=True)
        self.assertEqual(done.returncode, code, done.stderr)
        report = json.loads(done.stdout)
        self.assertEqual(faults(report, {"$ref": "#/$defs/" + kind}), [])
        for key, value in report.items():
            if value is None:
                self.assertTrue(key in report.get("null_reasons", {}) or key + "_log2" in report or key.startswith("label_"), key)
        return report

    def test_exact_runs_until_a_proof(self):
        for order in ("cyclic", "shuffled", "random", "restart", "worst"):
            for keep in ("auto", "voted", "pocket"):
                report = self.report("train", "train", "@xor", "--order", order, "--keep", keep, "--until", "proof")
                self.assertEqual((report["stop"], report["proof"]["verdict"]), ("proof", "inseparable"))
                report = self.report("train", "train", "@and", "--order", order, "--keep", keep, "--until", "proof", "--space", "dual", "--errors-per-pass")
                self.assertEqual((report["stop"], report["proof"]["by"], "u" in report["proof"]), ("converged", "clean scan", True))
        report = self.report("train", "train", "@and", "--until", "proof", "--max-updates", "2")
        self.assertEqual(report["proof"], {"verdict": "undecided", "by": None})
        report = self.report("train", "train", "-", "--arithmetic", "exact", "--numbers", "decimal", text="+1 1:1e400\n-1 1:-1e400\n")
        self.assertEqual(report["weights"], [[1, None]])

    def test_train_under_every_order_and_keep(self):
        for order in ("cyclic", "shuffled", "random", "restart", "worst", "online"):
            for keep in ("auto", "last", "averaged", "voted", "pocket", "pocket-every"):
                report = self.report("train", "train", "@xor", "--order", order, "--keep", keep, "--max-seen", "50", "--per-example", "--sequence", "--errors-per-pass",
                                     "--labels=-1,+1")
                self.assertEqual(report["keep"], keep)
                self.assertEqual(sum(report["updates_per_example"]), report["updates"])
                self.assertEqual(len(report["update_sequence"]), report["updates"])
                if report["updates_per_pass"] is not None:
                    self.assertEqual(sum(report["updates_per_pass"]), report["updates"])
                    self.assertEqual(len(report["updates_per_pass"]), report["passes"])
                if keep == "voted":
                    self.assertEqual(sum(report["counts"]), report["seen"])
                    self.assertIsNone(report["weights"])

    def test_the_dual_space_under_every_order_and_keep(self):
        for order in ("cyclic", "shuffled", "random", "restart", "worst", "online"):
            for keep in ("auto", "last", "averaged", "voted", "pocket", "pocket-every"):
                for kernel in ("linear", "rbf"):
                    model = self.path("model")
                    report = self.report("train", "train", "@xor", "--order", order, "--keep", keep, "--max-seen", "50", "--per-example", "--labels=-1,+1",
                                         "--kernel", kernel, "--space", "dual", "-o", model)
                    self.assertEqual(report["options"]["space"], "dual")
                    self.assertEqual(report["support_rows"], [row for row, n in enumerate(report["updates_per_example"]) if n > 0])
                    self.assertEqual(report["alpha"], report["updates_per_example"])
                    self.assertEqual(report["weights"] is None, kernel == "rbf" or keep == "voted")
                    self.assertEqual(report["support_vectors"], self.report("inspect", "inspect", model)["support_vectors"])
                    evaluation = self.report("evaluate", "evaluate", model, "@xor")
                    kept = report["averaged"] if report["answer"] == "averaged" else report
                    self.assertEqual(evaluation["errors"], kept["training_errors"])

    def test_certify_in_a_feature_space(self):
        report = self.report("certify", "certify", "@xor", "--kernel", "poly", "--bias", "0", "--margin")
        self.assertEqual((report["verdict"], report["gamma2"], report["bound"], report["radius2"]), ("separable", {"exact": "3/35"}, "105", "9"))
        # The dual of the separator: u = Σ λ_i·y_i·φ(x_i), checked with the kernel alone.
        points, signs = [(0, 0), (0, 1), (1, 0), (1, 1)], [-1, 1, 1, -1]
        weights = {row: Fraction(weight) for row, weight in report["lambda"]}
        kernel = lambda x, z: (1 + x[0] * z[0] + x[1] * z[1]) ** 2
        for i, x in enumerate(points):
            self.assertGreaterEqual(signs[i] * sum(w * signs[j] * kernel(points[j], x) for j, w in weights.items()), Fraction(3, 35))
        # One x with both labels is inseparable under every kernel.
        with open(self.path("both"), "w", encoding="utf-8") as rows:
            rows.write("+1 1:1\n-1 1:1\n+1 1:2\n")
        for degree in ("1", "2", "5"):
            report = self.report("certify", "certify", self.path("both"), "--kernel", "poly", "--degree", degree)
            self.assertEqual((report["verdict"], report["overlapped"]), ("quasi-separable", [0, 1]))
        for kernel in ("poly", "rbf", "laplace", "intersection", "chi2"):
            report = self.report("certify", "certify", self.path("both"), "--kernel", kernel, "--strict", "-o", self.path("c"))
            self.assertEqual((report["verdict"], report["lambda"], report["kernel"]), ("inseparable", [[0, "1/2"], [1, "1/2"]], kernel))
            self.assertEqual((report["alpha"], report["u"]), (None, None))
            check = self.report("check", "check", self.path("c"), self.path("both"))
            self.assertEqual((check["holds"], check["kernel"], check["arithmetic"]), (True, kernel, "exact"))
            inspected = self.report("inspect_certificate", "inspect", self.path("c"))
            self.assertEqual((inspected["kernel"], inspected["arithmetic"], inspected["u"]), (kernel, "exact", []))
        report = self.report("certify", "certify", "@xor", "--kernel", "rbf", "--margin", "-o", self.path("c"))
        self.assertEqual((report["arithmetic"], report["bound"], report["bound_floor"]), ("interval", None, "20"))
        ends = [Fraction(end) for end in self.report("check", "check", self.path("c"), "@xor")["gamma2"].values()]
        exact = (1 - Decimal(-1).exp()) ** 2 / 4  # XOR: λ = 1/4 each, γ*² = (1 − e^−1)²/4
        self.assertTrue(ends[0] < Fraction(exact) < ends[1] and ends[1] - ends[0] < Fraction(1, 2 ** 40))
        self.assertEqual(subprocess.run([NOVIKOFF, "certify", "@xor", "--kernel", "rbf", "--exhaustive"], capture_output=True).returncode, 2)
        for kernel in ("rbf", "poly"):
            report = self.report("certify", "certify", "@xor", "--kernel", kernel, "--margin", "--model-out", self.path("m"))
            self.assertEqual((report["model"], self.report("evaluate", "evaluate", self.path("m"), "@xor")["errors"]), (self.path("m"), 0))
            self.assertEqual(self.report("inspect", "inspect", self.path("m"))["support_vectors"], 4)
        done = subprocess.run([NOVIKOFF, "certify", "-", "--kernel", "chi2"], input=b"1 1:1\n-1 1:-1\n", capture_output=True)
        self.assertIn(b"stdin:2: error: a feature is negative, and --kernel chi2 takes none [kernel_not_defined]", done.stderr)

    def test_a_stream_in_the_dual_space_and_its_model_that_goes_on(self):
        rows = "-1 1:0\n+1 2:1\n+1 1:1\n-1 1:1 2:1\n"
        for keep in ("last", "averaged", "voted"):
            first, second, whole = self.path("first"), self.path("second"), self.path("whole")
            words = ("online", "--keep", keep, "-o", self.path("out"))
            self.report("train", *words, "--kernel", "poly", "--model-out", first, text=rows)
            report = self.report("train", *words, "--model-in", first, "--model-out", second, text=rows * 3)
            self.assertEqual(report["options"]["kernel"], "poly")
            self.report("train", *words, "--kernel", "poly", "--model-out", whole, text=rows * 4)
            with open(second, encoding="utf-8") as one, open(whole, encoding="utf-8") as other:
                self.assertEqual(one.read(), other.read(), keep)

    def test_train_like_each_note_and_like_scikit_learn(self):
        for like in SCHEMA["$defs"]["train"]["properties"]["like"]["enum"]:
            report = self.report("train", "train", "@and", "--like", like, "--labels=-1,+1")
            self.assertEqual(report["like"], like)
            self.assertEqual("alpha" in report, like == "note001-dual")

    def test_under_auto_the_top_level_is_the_last_weights_and_the_model_the_answer(self):
        model = self.path("model")
        report = self.report("train", "train", "@credit", "-o", model)
        self.assertEqual(report["answer"], "averaged")
        self.assertEqual(report["training_errors"], report["last"]["training_errors"])
        self.assertNotEqual(report["weights"], report["averaged"]["weights"])
        self.assertEqual(self.report("inspect", "inspect", model)["weights"], report["averaged"]["weights"])
        evaluation = self.report("evaluate", "evaluate", model, "@credit")
        self.assertEqual(evaluation["errors"], report["averaged"]["training_errors"])
        last = self.report("train", "train", "@credit", "--keep", "last")
        self.assertEqual(last["weights"], report["weights"])

    def test_every_bound_holds_or_says_why_it_does_not_apply(self):
        for words in (["@and"], ["@xor", "--passes", "3"], ["@textbook", "--w0", "1,1"], ["@textbook", "--rule", "margin", "--tau", "9"], ["@unit-vectors:7", "--bias", "0"],
                      ["-", "--order", "online"]):
            report = self.report("train", "train", *words, text="1 1:1\n-1 1:-1\n")
            self.assertEqual(len(report["bounds"]), 17)
            self.assertTrue(any(bound["holds"] for bound in report["bounds"]))
            for bound in report["bounds"]:
                self.assertIsNot(bound["holds"], False)
                self.assertEqual(bound["holds"] is None, "why" in bound and bound["why"] != "", bound)
                if bound["holds"] and bound["id"] != "margin-rule-margin":
                    self.assertLessEqual(bound["measured"], bound["value"])
            margin = report["margin"]
            self.assertEqual(margin["low"] is None, words[0] == "-")
            self.assertEqual("low" in margin.get("null_reasons", {}), words[0] == "-")
        self.assertTrue(any(b["id"] == "novikoff" and b["value"] is None for b in report["bounds"]))

    def test_what_a_stream_cannot_know_is_null_with_a_reason(self):
        report = self.report("train", "train", "-", "--order", "online", text="1 1:1\n-1 1:-1\n")
        for key in ("training_errors", "wrong_predictions", "zero_scores", "risk", "margin_min", "geometric_margin_min"):
            self.assertIsNone(report[key])
        self.assertIsNotNone(report["radius"])

    def test_a_class_not_seen_yet_is_null(self):
        report = self.report("train", "online", "-", "-q", "-o", self.path("out"), text="1 1:1\n")
        self.assertEqual(report["classes"], [None, "1"])

    def test_numbers_beyond_the_doubles_have_their_logarithm(self):
        report = self.report("train", "train", "-", "--bias", "0", text="1 1:1e200\n-1 1:-1e200\n")
        self.assertIsNone(report["margin_min"])
        self.assertAlmostEqual(report["margin_min_log2"], 400 * 3.321928094887362, places=6)
        self.assertEqual(report["geometric_margin_min"], 1e200)

    def test_the_learning_curve_has_a_point_a_pass_and_the_errors_held_out(self):
        report = self.report("train", "train", "@iris-virginica", "--holdout", "0.2", "--passes", "6", "--order", "shuffled", "--curve", self.path("c.svg"))
        self.assertEqual(len(report["learning_curve"]), 6)
        self.assertEqual([point["training_errors"] for point in report["learning_curve"]], report["errors_per_pass"])
        self.assertEqual([point["pass_updates"] for point in report["learning_curve"]], report["updates_per_pass"])
        self.assertEqual(report["learning_curve"][-1]["risk"], report["risk"])
        self.assertTrue(all(0 <= point["holdout_errors"] <= 20 for point in report["learning_curve"]))
        self.assertEqual((report["rows"], report["holdout"]["rows"], report["options"]["holdout"]), (80, 20, 0.2))
        with open(self.path("c.svg"), encoding="utf-8") as text:
            self.assertTrue(xml.dom.minidom.parseString(text.read()).documentElement.tagName == "svg")

    def test_nothing_is_held_out_and_no_curve_is_shown_unless_asked(self):
        report = self.report("train", "train", "@iris-virginica", "--passes", "3")
        for key in ("holdout", "learning_curve", "errors_per_pass", "progressive"):
            self.assertNotIn(key, report)
        self.assertEqual((report["rows"], report["options"]["holdout"], report["options"]["patience"]), (100, 0, 0))

    def test_a_stream_has_its_progressive_error_rate_with_an_interval(self):
        report = self.report("train", "online", "@iris-virginica", "--labels", "versicolor,virginica", "-q", "-o", self.path("out"))["progressive"]
        n, p, z = report["seen"], report["error_rate"], 1.959963984540054
        self.assertEqual(p, report["mistakes"] / n)
        for end in (report["low"], report["high"]):  # Wilson: the rate seen is z standard errors away
            self.assertAlmostEqual((p - end) ** 2, z * z * end * (1 - end) / n, places=12)
        self.assertIsNone(self.report("train", "online", "/dev/null", "-q", "-o", self.path("out"))["progressive"])

    def test_generate_says_what_it_made(self):
        for kind in ("separable", "noisy", "unit-vectors", "staircase", "xor", "text"):
            for name in ("made.svm", "made.csv"):
                report = self.report("generate", "generate", kind, "--rows", "12", "-o", self.path(name))
                self.assertEqual((report["kind"], report["rows"]), (kind, 12))

    def test_weights_are_numbered_as_the_file_numbers_them(self):
        report = self.report("train", "train", "-", "--index-base", "0", text="1 0:1\n-1 2:1\n")
        self.assertEqual([index for index, _ in report["weights"]], [0, 2])

    def test_predict_evaluate_convert_inspect_and_demo(self):
        model = self.path("model")
        for keep in ("auto", "voted", "pocket"):
            self.report("train", "train", "@iris-virginica", "--keep", keep, "--passes", "2", "-o", model)
            self.assertEqual(self.report("predict", "predict", model, "@iris-virginica", "-o", self.path("out"))["rows"], 100)
            self.report("evaluate", "evaluate", model, "@iris-virginica")
            self.report("inspect", "inspect", model)
        self.assertIsNone(self.report("evaluate", "evaluate", model, "/dev/null")["accuracy"])
        self.assertEqual(self.report("convert", "convert", "@credit", "-o", self.path("out.csv"))["rows"], 48)
        self.assertEqual(self.report("convert", "convert", "@credit", "-o", self.path("out.nvk"))["format"], "cache")
        cache = self.report("inspect_cache", "inspect", self.path("out.nvk"))
        self.assertEqual((cache["rows"], cache["labels"], cache["label_column"]), (48, ["decline", "grant"], None))
        self.assertEqual(cache["origins"], [{"name": "@credit", "bytes": None, "unchanged": False}])
        for demo in ("textbook", "credit", "xor"):
            self.report("train", "demo", demo)

    def test_certify_of_every_verdict_and_check_of_what_it_writes(self):
        cert = self.path("cert")
        for data, verdict, overlapped in (("@and", "separable", []), ("@credit", "quasi-separable", [17, 33]), ("@xor", "overlapping", [0, 1, 2, 3])):
            report = self.report("certify", "certify", data, "-o", cert, "--margin")
            self.assertEqual((report["verdict"], report["overlapped"]), (verdict, overlapped))
            self.assertEqual(sorted(report["separated"] + overlapped), list(range(report["rows"])))
            self.assertEqual([name for name, _ in report["columns"]], report["names"] + ["bias"])
            self.assertEqual(sum(Fraction(value) for _, value in report["lambda"]), 1)
            low, high = report["margin"]["low"], report["margin"]["high"]
            self.assertLessEqual(0 if overlapped else 2 ** -60, low)
            self.assertLessEqual(low, high)
            gamma2 = Fraction(report["gamma2"]["exact"])
            self.assertEqual(gamma2, 0 if overlapped else Fraction(1, 17))
            self.assertLessEqual(Fraction(low) ** 2, gamma2)
            self.assertGreaterEqual(Fraction(high) ** 2, gamma2)
            self.assertEqual([report[key] for key in ("bound", "bound_floor")], [None, None] if overlapped else ["51", "51"])
            self.assertEqual(report["claim"], "separation" if overlapped else "margin")
            checked = self.report("check", "check", cert, data)
            self.assertEqual((checked["holds"], checked["verdict"], checked["separated"], checked["overlapped"]),
                             (True, verdict, report["rows"] - len(overlapped), len(overlapped)))
            shown = self.report("inspect_certificate", "inspect", cert)
            self.assertEqual([shown[key] for key in ("u", "u_bias", "lambda")], [report[key] for key in ("u", "u_bias", "lambda")])
            if not overlapped:
                self.assertEqual((checked["gamma2"], shown["gamma2"]), ({"exact": "1/17"}, {"exact": "1/17"}))
                unit = [value for _, value in report["direction"]] + [report["direction_bias"]]
                self.assertEqual([index for index, _ in report["direction"]], [1, 2])
                for value, whole in zip(unit, (2, 2, -3)):
                    self.assertAlmostEqual(value, whole / 17 ** 0.5, delta=2 ** -50)
            other = self.report("check", "check", cert, "@textbook" if data != "@credit" else "@credit", *(["--bias", "3"] if data == "@credit" else []), code=1)
            self.assertFalse(other["holds"])

    def test_certify_strict_says_less(self):
        cert = self.path("cert")
        report = self.report("certify", "certify", "@credit", "--strict", "-o", cert)
        self.assertEqual((report["verdict"], report["separated"], report["u"], report["columns"]), ("inseparable", None, None, None))
        self.assertEqual(report["lambda"], [[17, "1/2"], [33, "1/2"]])
        self.assertEqual(self.report("check", "check", cert, "@credit")["overlapped"], None)
        self.assertEqual(self.report("certify", "certify", "@and", "--strict")["separated"], [0, 1, 2, 3])

    def test_certify_margin_with_a_gap_says_two_ends(self):
        cert = self.path("cert")
        report = self.report("certify", "certify", "@iris-setosa", "--margin", "--gap", "0.5", "-o", cert)
        self.assertEqual(report["bound"], None)
        self.assertLessEqual(report["bound_interval"]["low"], report["bound_interval"]["high"])
        self.assertLess(report["gamma2"]["low"], report["gamma2"]["high"])
        ends = self.report("check", "check", cert, "@iris-setosa")["gamma2"]
        self.assertEqual(ends, self.report("inspect_certificate", "inspect", cert)["gamma2"])
        self.assertLessEqual(report["gamma2"]["low"], Fraction(ends["low"]))
        self.assertLessEqual(Fraction(ends["high"]), report["gamma2"]["high"])
        report = self.report("certify", "certify", "@and", "--margin", "--bias", "0", "--max-seconds", "1e-9")
        self.assertEqual((report["verdict"], report["bound"], report["direction"]), ("undecided", None, None))

    def test_certify_conflicts_and_errors(self):
        cert = self.path("cert")
        plain = self.report("certify", "certify", "@iris-virginica")
        report = self.report("certify", "certify", "@iris-virginica", "--conflicts", "--errors", "-o", cert)
        self.assertEqual({key: report[key] for key in plain if key != "seconds"}, {key: plain[key] for key in plain if key != "seconds"}, "they only add")
        self.assertEqual([sum(Fraction(value) for _, value in conflict) for conflict in report["conflicts"]], [1])
        self.assertIs(report["conflicts_complete"], True)
        errors = report["errors"]
        self.assertEqual((errors["low"], errors["high"], errors["optimal"], errors["proved_low"], len(errors["rows"])), (1, 1, True, 1, 1))
        self.assertEqual(set(self.report("certify", "certify", "@xor", "--conflicts")) & {"conflicts", "errors"}, {"conflicts"})
        ends = {"low": 1, "high": 1, "optimal": True}
        checked = self.report("check", "check", cert, "@iris-virginica")
        self.assertEqual((checked["claim"], checked["verdict"], checked["errors"], checked["separated"]), ("errors", "inseparable", ends, None))
        shown = self.report("inspect_certificate", "inspect", cert)
        self.assertEqual((shown["u"], shown["u_bias"], shown["lambda"], shown["errors"]), (errors["u"], errors["u_bias"], [], ends))
        self.report("certify", "certify", "@xor", "--conflicts", "--errors", "--max-seconds", "1e-9")

    def test_certify_out_of_time_is_undecided_with_reasons(self):
        report = self.report("certify", "certify", "@credit", "--max-seconds", "1e-9")
        self.assertEqual([report[key] for key in ("verdict", "separated", "overlapped", "u", "lambda", "columns")], ["undecided", None, None, None, None, None])
        self.assertLessEqual(report["margin"]["low"], report["margin"]["high"])
        self.report("certify", "certify", "@credit", "--max-seconds", "1e-9", "--expect", "inseparable", code=1)

    def test_certify_that_found_no_bound_says_no_margin_above_the_radius(self):
        rows = self.path("two.svm")
        with open(rows, "w", encoding="utf-8") as file:
            file.write("+1 1:1\n-1 1:-1\n")  # γ* = 1
        for more in (["--memory", "128"], ["--memory", "128", "--strict"], ["--memory", "128", "--margin"]):
            report = self.report("certify", "certify", rows, "--bias", "0", *more)
            self.assertEqual(report["verdict"], "undecided")
            self.assertEqual(report["margin"], {"low": 0, "high": 1})
        for kernel in ("intersection", "poly"):
            report = self.report("certify", "certify", "@credit", "--kernel", kernel, "--max-seconds", "1e-9")
            self.assertEqual(report["verdict"], "undecided")
            self.assertGreaterEqual(report["margin"]["high"] ** 2 * 1.001, float(Fraction(report["radius2"])))

    def test_certify_numbers_features_as_the_file_does_and_lists_those_that_are_zero_everywhere(self):
        report = self.report("certify", "certify", "-", "--index-base", "0", "--bias", "0", text="1 0:1 3:0\n-1 2:0 0:-2\n")
        self.assertEqual(report["columns"], [[0, "+"], [1, "either"], [2, "either"], [3, "either"]])
        self.assertEqual([index for index, _ in report["u"]], [0])
        report = self.report("certify", "certify", "-", "--bias", "0", text="1 1:1 2:0\n-1 1:1\n")
        self.assertEqual(report["columns"], [[1, "finite"], [2, "finite"]])

    def test_margins_beyond_the_doubles_have_their_logarithm(self):
        margin = self.report("certify", "certify", "-", "--bias", "0", text="1 1:1e400\n-1 1:-2e400\n")["margin"]
        self.assertIsNone(margin["low"])
        self.assertLessEqual(margin["low_log2"], 400 * 3.321928094887362)
        self.assertGreaterEqual(margin["high_log2"], 400 * 3.321928094887363 - 1e-9)


if __name__ == "__main__":
    unittest.main()
