#!/usr/bin/env python3
"""The Python checker by itself: it accepts what is proved and refuses everything else, and its tests notice when it is broken.

    check_certificate_test.py TREE             the tests
    check_certificate_test.py TREE --mutants   breaks the checker in one place at a time; every broken one must fail a test
"""
import contextlib
import decimal
import gzip
import hashlib
import io
import json
import pathlib
import sys
import tempfile
import types
import unittest
from fractions import Fraction

XOR = "-1\n+1 2:1\n+1 1:1\n-1 1:1 2:1\n"
XOR_LAMBDA = [[0, "1/4"], [1, "1/4"], [2, "1/4"], [3, "1/4"]]
XOR_TEXT = "novikoff examples 1 decimal\n-1\n+1 2:1e0\n+1 1:1e0\n-1 1:1e0 2:1e0\n"
TOUCH = "-1 1:1\n-1 1:2\n+1 1:2\n+1 1:3\n"
TOUCH_TEXT = "novikoff examples 1 decimal\n-1 1:1e0\n-1 1:2e0\n+1 1:2e0\n+1 1:3e0\n"
TOUCH_PAIR = {"verdict": "quasi-separable", "u": [[1, "1"]], "u_bias": "-2", "lambda": [[1, "1/2"], [2, "1/2"]]}
# AND: the point (2, 2, -3)/17 of the hull is nearest to 0, γ*² = 1/17.
AND = "-1\n-1 2:1\n-1 1:1\n+1 1:1 2:1\n"
AND_TEXT = "novikoff examples 1 decimal\n-1\n-1 2:1e0\n-1 1:1e0\n+1 1:1e0 2:1e0\n"
AND_MARGIN = {"claim": "margin", "verdict": "separable", "u": [[1, "2"], [2, "2"]], "u_bias": "-3", "lambda": [[1, "5/17"], [2, "5/17"], [3, "7/17"]], "gamma2": "1/17"}
SOURCE = {"negative": "-1", "positive": "+1", "names": [], "label_name": "", "label_column": 0, "index_base": 1}

# + − + − + at 1 … 5. Of three neighbours in order one is an error; two errors in all. The tree: row 1 is one; or not, and 0 is; or neither, and 2.
LINE = "+1 1:1\n-1 1:2\n+1 1:3\n-1 1:4\n+1 1:5\n"
LINE_TEXT = "novikoff examples 1 decimal\n+1 1:1e0\n-1 1:2e0\n+1 1:3e0\n-1 1:4e0\n+1 1:5e0\n"
LINE_CONFLICTS = [[[0, "1"], [1, "2"], [2, "1"]], [[1, "1"], [2, "2"], [3, "1"]], [[2, "1"], [3, "2"], [4, "1"]], [[0, "1"], [3, "4"], [4, "3"]]]
LINE_TREE = [{"conflicts": [[0, "1"]], "branch": [1, 0, 2]}] + [{"conflicts": [[number, "1"]], "branch": []} for number in (2, 1, 3)]

# (what stands in the checker, what is put in its place)
MUTANTS = [
    ("if weight <= 0:", "if False:"),
    ("if any(total.values()):", "if False:"),
    ("if any(total.values()):", "if all(total.values()) and total:"),
    ("if margin < 0:", "if margin > 0:"),
    ("if margin < 0:", "if False:"),
    ("if margin == 0:", "if False:"),
    ("if not span.contains(i):", "if False:"),
    ("return self.columns.issuperset(vector)", "return True"),
    ("    if verdict != cert[\"verdict\"]:\n        raise Refused(f\"the numbers prove {verdict}, and the certificate says {cert['verdict']}\")\n    return len(zero)",
     "    return len(zero)"),
    ("vector = {k: f * vector.get(k, 0) - g * b.get(k, 0)", "vector = {k: f * vector.get(k, 0) + g * b.get(k, 0)"),
    ("{**({0: y * bias} if bias else {}), **{j: y * v", "{**({0: bias} if bias else {}), **{j: y * v"),
    ("**{j: y * v for j, v in x.items()}", "**{j: v for j, v in x.items()}"),
    ("if row >= len(z):", "if row > len(z):"),
    ("if cert[\"u_bias\"]:\n        u[0]", "if False:\n        u[0]"),
    ("if bias == 0 and cert[\"u_bias\"] != 0:", "if False:"),
    ("        if not support:\n", "        if False:\n"),
    ("        if u:\n", "        if False:\n"),
    ("if cert[\"claim\"] == \"strict\" and support:", "if False:"),
    ("if errors != high:", "if errors > high:"),
    ("if errors != high:", "if False:"),
    ("if j in u) <= 0 for row in z)", "if j in u) < 0 for row in z)"),
    ("        if not conflict:\n", "        if False:\n"),
    ("        refuse_conflict(conflict, z)", "        pass"),
    ("        if not todo:\n", "        if False:\n"),
    ("if removed.intersection(conflicts[number]):", "if False:"),
    ("if len(node[\"conflicts\"]) != 1:", "if not node[\"conflicts\"]:"),
    ("if sorted(branch) != [row", "if sorted(set(branch)) != [row"),
    ("if row not in kept]:", "if True]:"),
    ("kept.union(branch[:k])", "kept.union(branch)"),
    ("kept.union(branch[:k])", "kept"),
    ("            if weight < 0:\n", "            if False:\n"),
    ("if any(amount > 1 for row", "if any(amount > 2 for row"),
    ("for row, amount in load.items() if row not in kept):", "for row, amount in load.items()):"),
    ("least = len(removed) - (-sum(", "least = len(removed) + (sum("),
    ("        if least < low:\n", "        if least + 1 < low:\n"),
    ("    if todo:\n", "    if False:\n"),
    ("\"inseparable\" if low > 0 else \"undecided\"", "\"inseparable\""),
    ("    if verdict != cert[\"verdict\"]:\n        raise Refused(f\"the numbers prove {verdict}, and the certificate says {cert['verdict']}\")\n\n\n# -", "    if False:\n        pass\n\n\n# -"),
    ("    if cert[\"lambda\"]:\n", "    if False:\n"),
    ("if any(number >= len(cert[\"conflicts\"])", "if any(number > len(cert[\"conflicts\"])"),
    ("if examples_sha256(rows, cert[\"numbers\"]) != cert[\"examples\"][\"sha256\"]:", "if False:"),
    ("if len(rows) != cert[\"examples\"][\"rows\"]:", "if False:"),
    ("hexdigest().encode() != sealed.group(1)", "hexdigest().encode() == b''"),
    ("if result and place <= result[-1][0]:", "if result and place < result[-1][0]:"),
    ("is not int or cert[\"version\"] not in (1, 2):", "is not int:"),
    ("-(-(1 << WORK + PLACES) // low)", "(1 << WORK + PLACES) // high"),
    ("term_low = term_low * r // n >> WORK", "term_low = term_low * (r + (1 << 80)) // n >> WORK"),
    ("    for _ in range(halvings):\n", "    for _ in range(halvings - 1):\n"),
    ("points.setdefault(tuple(sorted(x.items())), len(points))", "points.setdefault(tuple(sorted(x)), len(points))"),
    ("z = [{points.setdefault(tuple(sorted(x.items())), len(points)): y}", "z = [{points.setdefault(tuple(sorted(x.items())), len(points)): 1}"),
    ("u[point] = u.get(point, 0) + value * y", "u[point] = value * y"),
    ("u[point] = u.get(point, 0) + value * y", "u[point] = u.get(point, 0) + value"),
    ("rest = vector if self.columns.isdisjoint(vector) else self.reduce(vector)", "rest = vector"),
    ("    return sum(v == z.get(j) for j, v in x.items()) + bias ** 2", "    return sum(v == z.get(j) for j, v in x.items())"),
    ("    return sum(v == z.get(j) for j, v in x.items()) + bias ** 2", "    return sum(j in z for j in x) + bias ** 2"),
    ("+ kernel[\"coef0\"]) ** kernel[\"degree\"] + bias ** 2", "+ kernel[\"coef0\"]) ** kernel[\"degree\"]"),
    ("cache[i, k] = (low, high) if rows[i][0] == rows[k][0] else (-high, -low)", "cache[i, k] = low, high"),
    ("(least * unit) ** 2 < low", "(max(margins) * unit) ** 2 < low"),
    ("    if sum(value for _, value in cert[\"lambda\"]) != 1:\n", "    if False:\n"),
    ("    if square(cert[\"lambda\"]) > high:\n", "    if False:\n"),
    ("    if any(weight <= 0 for _, weight in cert[\"lambda\"]):\n", "    if False:\n"),
    ("raise Refused(f\"u·z is not proved to be positive", "print(f\"u·z is not proved to be positive"),
    ("if kernel[\"name\"] in (\"intersection\", \"chi2\") and any(v < 0", "if any(v < 0 and not bias"),
    ("    if any(row >= len(rows) for row in named):\n", "    if False:\n"),
    ("return rows[i][0] * rows[k][0] * structure", "return structure"),
    ("for p, q, (_, _, b) in zip(parts, of_other, self.basis))", "for p, q, (_, _, b) in zip(parts, of_other, self.basis[:1]))"),
    ("        if square != 0:\n", "        if parts or square != 0:\n"),
    ("return self.left_out(row)[1] == 0", "return self.left_out(row)[1] <= 1"),
    ("if cert[\"version\"] == 2 and cert[\"u_bias\"] != 0:", "if False:"),
    ("    if cert[\"arithmetic\"] != (\"interval\" if intervals else \"exact\"):\n", "    if False:\n"),
    ("    if kernel.get(\"gamma\", 1) <= 0 or", "    if"),
    ("or kernel.get(\"coef0\", 0) < 0 or", "or"),
    ("sum((d * d if kernel[\"name\"] == \"rbf\" else abs(d)", "sum((d * d"),
    ("value = float(text)\n", "value = Fraction(text)\n"),
    ("while m % base == 0:", "while False:"),
    ("feature = int(index) + 1 - base", "feature = int(index)"),
    ("if len({name for name, _ in pairs}) != len(pairs):", "if False:"),
    ("if feature < 1 or feature in row:", "if feature < 1:"),
    ("1 if same_label(label, positive) else -1 if", "-1 if same_label(label, positive) else 1 if"),
    ("    if min(margins) <= 0:\n", "    if False:\n"),
    ("    if min(margins) <= 0:\n", "    if min(margins) < 0:\n"),
    ("min(margins) ** 2 < low", "max(margins) ** 2 < low"),
    ("min(margins) ** 2 < low", "min(margins) ** 2 < 0 * low"),
    ("low * sum(v * v for v in u.values())", "low * sum(v * v for j, v in u.items() if j)"),
    ("if sum(weight for _, weight in cert[\"lambda\"]) != 1:", "if False:"),
    ("if sum(v * v for v in point.values()) > high:", "if False:"),
    ("if sum(v * v for v in point.values()) > high:", "if sum(v * v for j, v in point.items() if j) > high:"),
    ("        if low >= high:\n", "        if False:\n"),
    ("    if low <= 0:\n", "    if low < 0:\n"),
    ("    if list(cert) != members:\n", "    if False:\n"),
    ("        if list(value) != [\"low\", \"high\"]:\n", "        if False:\n"),
]


def load(path):
    module = types.ModuleType("check_certificate")
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), module.__dict__)  # pylint: disable=exec-used
    return module


class Checker(unittest.TestCase):
    module = None
    step = 1  # between bytes that are flipped

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def seal(self, cert, name="cert"):
        text = json.dumps(cert, indent=2, ensure_ascii=False)[:-2] + ',\n  "sha256": "'
        path = self.folder / name
        path.write_bytes((text + hashlib.sha256(text.encode()).hexdigest() + '"\n}\n').encode())
        return path

    def certificate(self, text, **changes):
        cert = {"format": "novikoff-certificate", "version": 1, "claim": "separation", "verdict": "overlapping", "numbers": "decimal", "bias_value": "1",
                "examples": {"rows": text.count("\n") - 1, "sha256": hashlib.sha256(text.encode()).hexdigest()}, "source": dict(SOURCE), "u": [], "u_bias": "0",
                "lambda": []}
        assert set(changes) <= set(cert) | {"gamma2", "kernel", "arithmetic", "errors", "conflicts", "tree"}
        if "kernel" in changes:
            cert = {key: value for name, item in cert.items() for key, value in [(name, item)] + [("kernel", None), ("arithmetic", "exact")] * (name == "bias_value")}
            cert["version"] = 2
        return cert | changes

    def outcome(self, cert, data, *options, name="data.svm"):
        path = self.folder / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        cert = cert if isinstance(cert, pathlib.Path) else self.seal(cert)
        with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(out):
            code = self.module.main([str(cert), str(path), *options])
        return code, out.getvalue()

    def accepts(self, cert, data, *options, **more):
        code, text = self.outcome(cert, data, *options, **more)
        self.assertEqual(code, 0, text)
        return text

    def refuses(self, why, cert, data, *options, code=1, **more):
        got, text = self.outcome(cert, data, *options, **more)
        self.assertEqual(got, code, text)
        self.assertIn(why, text)

    def test_refuses_bias_values_that_no_data_have(self):
        for numbers, bias, fits in (("decimal", "1/3", False), ("decimal", "1/10", True), ("binary64", "1/10", False), ("binary64", "3602879701896397/36028797018963968", True),
                                    ("decimal", "3602879701896397/36028797018963968", False), ("decimal", "1" + "0" * 400, False), ("decimal", "0", True)):
            with self.subTest(numbers=numbers, bias=bias):
                cert = self.certificate(XOR_TEXT.replace("decimal", numbers).replace("1e0", "1p0" if numbers == "binary64" else "1e0"), numbers=numbers, bias_value=bias, **{"lambda": XOR_LAMBDA})
                if fits:
                    self.accepts(cert, XOR)
                else:
                    self.refuses(f"no data have the bias value B = {bias}: all are {'shortest decimals of doubles' if numbers == 'decimal' else 'doubles'}", cert, XOR)

    def test_ignores_columns_that_are_neither_label_nor_feature(self):
        cert = self.certificate("novikoff examples 1 decimal\n+1 1:1e0\n-1 1:-25e-1\n", verdict="separable", u=[[1, "2/7"]], source=SOURCE | {"names": ["a"], "label_name": "y"})
        data = 'id,"x, y",a,y\nr1,,1,+1\nr2,"NA",-2.5,-1\n'
        self.accepts(cert, data, "--ignore", 'id,"x, y"', name="data.csv")
        self.accepts(cert, data, "--ignore", 'id,"x, y"', "--label-column", "4", name="data.csv")
        self.refuses("a cell is missing", cert, data, code=3, name="data.csv")
        for ignored in ("id,z", "id,y", "y"):
            self.refuses("once, beside the label", cert, data, "--ignore", ignored, code=3, name="data.csv")

    def test_says_what_makes_text_of_what_it_does_not_read(self):
        cert = self.seal(self.certificate(XOR_TEXT, **{"lambda": XOR_LAMBDA}))
        for data, why in ((b"\x28\xb5\x2f\xfd0000", "zstd -d"), (b"\x89NVK\r\n", "novikoff convert"), (cert.read_bytes(), "the order is")):
            self.refuses(why, cert, data, code=3)
        for source, made in ((SOURCE, "iris-setosa.svm"), (SOURCE | {"names": ["a", "b"]}, "iris-setosa.csv")):
            with contextlib.redirect_stderr(io.StringIO()) as err:
                self.assertEqual(self.module.main([str(self.seal(self.certificate(XOR_TEXT, source=source, **{"lambda": XOR_LAMBDA}))), "@iris-setosa"]), 3)
            self.assertIn(f"novikoff convert @iris-setosa -o {made}", err.getvalue())
        self.refuses("comes first", self.folder / "data.svm", XOR, code=3)

    def test_says_that_it_cannot_check_existence(self):
        self.refuses("cannot check", self.certificate(XOR_TEXT, claim="existence", verdict="overlapping", **{"lambda": [[0, "1"], [1, "1"], [2, "1"], [3, "1"]]}), XOR, code=3)

    def test_accepts_each_verdict_of_both_claims(self):
        self.assertIn("0 rows are separated, 4 overlapped", self.accepts(self.certificate(XOR_TEXT, **{"lambda": XOR_LAMBDA}), XOR))
        self.assertIn("2 rows are separated, 2 overlapped", self.accepts(self.certificate(TOUCH_TEXT, **TOUCH_PAIR), TOUCH))
        self.accepts(self.certificate(XOR_TEXT, claim="strict", verdict="inseparable", **{"lambda": XOR_LAMBDA}), XOR)
        text = "novikoff examples 1 decimal\n+1 1:1e0\n-1 1:-25e-1\n"
        for claim in ("separation", "strict"):
            self.accepts(self.certificate(text, claim=claim, verdict="separable", u=[[1, "2/7"]]), "+1 1:1\n-1 1:-2.5\n")

    def test_overlapping_rows_need_only_be_spanned(self):
        # Five rows, λ on two of them: the others lie in their span.
        data = "+1 1:1\n-1 1:1\n+1 1:3\n-1 1:2\n+1\n"
        text = "novikoff examples 1 decimal\n+1 1:1e0\n-1 1:1e0\n+1 1:3e0\n-1 1:2e0\n+1\n"
        self.accepts(self.certificate(text, bias_value="0", **{"lambda": [[0, "1/2"], [1, "1/2"]]}), data)
        self.refuses("row 2 has u·z = 0 and is not spanned", self.certificate(text, **{"lambda": [[0, "1/2"], [1, "1/2"]]}), data)

    def test_span_is_that_of_all_rows_of_lambda(self):
        # z: (1,1,0), (−1,0,1), (0,−1,−1) sum to 0 and span a plane; (1,2,1) lies in it and (1,2,0) does not.
        data = "+1 1:1 2:1\n-1 1:1 3:-1\n-1 2:1 3:1\n+1 1:1 2:2 3:{}\n"
        text = "novikoff examples 1 decimal\n+1 1:1e0 2:1e0\n-1 1:1e0 3:-1e0\n-1 2:1e0 3:1e0\n+1 1:1e0 2:2e0{}\n"
        pair = {"bias_value": "0", "lambda": [[0, "1/3"], [1, "1/3"], [2, "1/3"]]}
        self.accepts(self.certificate(text.format(" 3:1e0"), **pair), data.format(1))
        self.refuses("row 3 has u·z = 0 and is not spanned", self.certificate(text.format(""), **pair), data.format(0))

    def test_refuses_lambda_that_is_no_relation(self):
        for what, entries, why in [
                ("not zero", [[0, "1/4"], [1, "1/4"], [2, "1/4"], [3, "1/5"]], "is not 0"),
                ("zero in one coordinate", [[1, "1/2"], [3, "1/2"]], "is not 0"),
                ("negative", [[0, "-1/4"], [1, "-1/4"], [2, "-1/4"], [3, "-1/4"]], "λ is not positive"),
                ("beyond the rows", XOR_LAMBDA + [[4, "1/4"]], "λ is about row 4"),
                ("empty", [], "not spanned")]:
            with self.subTest(what):
                self.refuses(why, self.certificate(XOR_TEXT, **{"lambda": entries}), XOR)
        self.refuses("λ is empty", self.certificate(XOR_TEXT, claim="strict", verdict="inseparable"), XOR)
        for entries in ([[1, "1/4"], [0, "1/4"]], [[0, "1/4"], [0, "1/4"]], [[0, "0"]], [[0, "1/0"]], [[0, 0.25]], [["0", "1"]], [[True, "1"]], [[-1, "1"]]):
            self.refuses("", self.certificate(XOR_TEXT, **{"lambda": entries}), XOR, code=3)

    def test_refuses_u_that_does_not_separate(self):
        self.refuses("u·z is negative at row 0", self.certificate(TOUCH_TEXT, **TOUCH_PAIR | {"u": [[1, "-1"]], "u_bias": "2"}), TOUCH)
        self.refuses("u·z is negative at row 2", self.certificate(TOUCH_TEXT, **TOUCH_PAIR | {"u_bias": "-5/2"}), TOUCH)
        self.refuses("not spanned", self.certificate(TOUCH_TEXT, **TOUCH_PAIR | {"u": [], "u_bias": "0"}), TOUCH)
        self.refuses("u has no place", self.certificate(XOR_TEXT, claim="strict", verdict="inseparable", u=[[1, "1"]], **{"lambda": XOR_LAMBDA}), XOR)
        self.refuses("λ has no place", self.certificate(TOUCH_TEXT, claim="strict", **TOUCH_PAIR | {"verdict": "separable"}), TOUCH)
        text = "novikoff examples 1 decimal\n+1 1:1e0\n-1 1:-1e0\n"
        self.refuses("u has a bias coordinate", self.certificate(text, bias_value="0", verdict="separable", u=[[1, "1"]], u_bias="1/2"), "+1 1:1\n-1 1:-1\n")

    def margin(self, **changes):
        return self.certificate(AND_TEXT, **AND_MARGIN | changes)

    def test_accepts_a_margin_and_an_interval_of_it(self):
        self.accepts(self.margin(), AND)
        self.accepts(self.margin(u=[[1, "2/3"], [2, "2/3"]], u_bias="-1"), AND)
        self.accepts(self.margin(gamma2={"low": "1/18", "high": "1/16"}), AND)
        coarse = {"u": [[1, "2"], [2, "3"]], "u_bias": "-4", "lambda": [[0, "1/4"], [2, "1/4"], [3, "1/2"]]}
        self.accepts(self.margin(**coarse, gamma2={"low": "1/29", "high": "5/16"}), AND)
        self.refuses("at least", self.margin(**coarse, gamma2={"low": "101/2900", "high": "5/16"}), AND)
        self.refuses("at most", self.margin(**coarse, gamma2={"low": "1/29", "high": "499/1600"}), AND)

    def test_refuses_a_margin_that_is_not_proved(self):
        for what, why, changes in [
                ("larger", "at least", {"gamma2": "1/16"}),
                ("smaller", "at most", {"gamma2": "1/18"}),
                ("an end too high", "at least", {"gamma2": {"low": "1/16", "high": "1"}}),
                ("an end too low", "at most", {"gamma2": {"low": "1/20", "high": "1/18"}}),
                ("u not the best", "at least", {"u_bias": "-29/10"}),
                ("u longer where all rows are 0", "at least", {"u": [[1, "2"], [2, "2"], [3, "1/100"]]}),
                ("u that touches", "u·z is not positive at row 1", {"u_bias": "-2"}),
                ("u on the wrong side", "u·z is not positive at row 3", {"u_bias": "-5", "gamma2": "1/17"}),
                ("no u", "u·z is not positive at row 0", {"u": [], "u_bias": "0"}),
                ("λ of a nearer point that is none", "sum to 1", {"lambda": [[1, "5/34"], [2, "5/34"], [3, "7/34"]]}),
                ("no λ", "sum to 1", {"lambda": []}),
                ("λ of another point", "at most", {"lambda": [[0, "5/17"], [2, "5/17"], [3, "7/17"]]}),
                ("a point that only the bias makes long", "at most", {"lambda": [[0, "1"]]}),
                ("λ below 0", "not positive", {"lambda": [[0, "-1/17"], [1, "6/17"], [2, "5/17"], [3, "7/17"]]}),
                ("λ beyond the rows", "about row 4", {"lambda": [[1, "5/17"], [2, "5/17"], [4, "7/17"]]})]:
            with self.subTest(what):
                self.refuses(why, self.margin(**changes), AND.replace("-1\n", "-1 3:0\n", 1))
        # The least product must count, not the largest: 5, 1, 1 and 3 for this u, whose squared norm is 57.
        self.refuses("at least", self.margin(u=[[1, "4"], [2, "4"]], u_bias="-5", gamma2="1/17"), AND)

    def test_a_margin_is_said_in_one_way(self):
        for value in ("0", "-1/17", {"low": "1/17", "high": "1/17"}, {"low": "1/16", "high": "1/17"}, {"low": "0", "high": "1/17"}, {"high": "1/17", "low": "1/18"},
                      {"low": "1/18", "high": "1/17", "exact": "1/17"}, {"low": "1/18"}, ["1/17"], 1, None, 0.0588):
            with self.subTest(value):
                self.refuses("", self.margin(gamma2=value), AND, code=3)
        self.refuses("members", {k: v for k, v in self.margin().items() if k != "gamma2"}, AND, code=3)
        self.refuses("members", self.margin(claim="separation", **{"lambda": []}), AND, code=3)
        self.refuses("no verdict", self.margin(verdict="overlapping"), AND, code=3)

    def test_refuses_another_verdict_than_is_proved(self):
        for verdict in ("separable", "overlapping"):
            self.refuses("the numbers prove quasi-separable", self.certificate(TOUCH_TEXT, **TOUCH_PAIR | {"verdict": verdict}), TOUCH)
        self.refuses("the numbers prove overlapping", self.certificate(XOR_TEXT, verdict="quasi-separable", **{"lambda": XOR_LAMBDA}), XOR)
        self.refuses("no verdict of the claim", self.certificate(XOR_TEXT, verdict="inseparable", **{"lambda": XOR_LAMBDA}), XOR, code=3)

    def errors(self, **changes):
        """A proof of two errors of LINE; the hyperplane has all rows as +."""
        cert = self.certificate(LINE_TEXT, claim="errors", verdict="inseparable", u_bias="1")
        proof = {"errors": {"low": 2, "high": 2}, "conflicts": LINE_CONFLICTS, "tree": LINE_TREE}
        assert set(changes) <= set(cert) | set(proof)
        return cert | proof | changes

    def test_accepts_proofs_about_errors(self):
        self.assertIn("the fewest errors are 2 to 2", self.accepts(self.errors(), LINE))
        packing = [{"conflicts": [[0, "1/2"], [1, "1/3"]], "branch": []}]
        self.assertIn("the fewest errors are 1 to 2", self.accepts(self.errors(errors={"low": 1, "high": 2}, tree=packing), LINE))
        nothing = {"errors": {"low": 0, "high": 0}, "conflicts": [], "tree": [{"conflicts": [], "branch": []}], "verdict": "separable"}
        text = "novikoff examples 1 decimal\n+1 1:1e0\n+1 1:2e0\n"
        cert = self.certificate(text, claim="errors", u=[[1, "1"]])
        self.accepts(cert | nothing, "+1 1:1\n+1 1:2\n")
        self.refuses("the numbers prove separable", cert | nothing | {"verdict": "inseparable"}, "+1 1:1\n+1 1:2\n")

    def test_a_state_that_no_hyperplane_has_may_prove_anything(self):
        conflicts = LINE_CONFLICTS + [[[0, "1"], [1, "3"], [2, "3"], [3, "1"]]]

        def tree(branch, *leaves):
            return [{"conflicts": [[4, "1"]], "branch": branch}] + [{"conflicts": [[number, weight]], "branch": []} for number, weight in leaves]

        self.accepts(self.errors(conflicts=conflicts, tree=tree([0, 1, 2, 3], (1, "1"), (2, "1"), (3, "1"), (0, "100"))), LINE)
        self.refuses("more than 1", self.errors(conflicts=conflicts, tree=tree([0, 1, 3, 2], (1, "1"), (2, "1"), (0, "100"), (3, "1"))), LINE)

    def test_refuses_a_bracket_that_is_not_proved(self):
        def tree(*nodes):
            return [{"conflicts": conflicts, "branch": branch} for conflicts, branch in nodes]

        leaves = [([[number, "1"]], []) for number in (2, 1, 3)]
        root = ([[0, "1"]], [1, 0, 2])
        for why, changes in [
                ("u has 2 errors", {"errors": {"low": 2, "high": 1}}),
                ("u has 2 errors", {"errors": {"low": 2, "high": 3}}),
                ("u has 5 errors", {"u_bias": "0"}),
                ("u has 3 errors", {"u_bias": "-1"}),
                ("λ has no place", {"lambda": LINE_CONFLICTS[0]}),
                ("is not 0", {"conflicts": LINE_CONFLICTS[:3] + [[[0, "1"], [3, "4"], [4, "4"]]]}),
                ("is not 0", {"conflicts": LINE_CONFLICTS[:3] + [[[0, "1"], [3, "4"]]]}),
                ("λ is not positive", {"conflicts": LINE_CONFLICTS[:3] + [[[0, "-1"], [3, "-4"], [4, "-3"]]]}),
                ("λ is about row 5", {"conflicts": LINE_CONFLICTS[:3] + [[[0, "1"], [5, "4"]]]}),
                ("a conflict is empty", {"conflicts": LINE_CONFLICTS + [[]]}),
                ("proves 2 errors, not 3", {"errors": {"low": 3, "high": 2}}),
                ("proves 1 error, not 2", {"tree": tree(root, leaves[0], ([], []), leaves[2])}),
                ("proves 1 error, not 2", {"tree": tree(([[0, "1/2"], [3, "1/2"]], []))}),
                ("more than 1", {"tree": tree(([[0, "3/2"]], []))}),
                ("more than 1", {"tree": tree(([[0, "1"], [1, "1"]], []))}),
                ("a weight is negative", {"tree": tree(([[0, "1"], [1, "-1"], [2, "1"]], []))}),
                ("each once", {"tree": tree((root[0], [1, 0]), *leaves[:2])}),
                ("each once", {"tree": tree((root[0], [1, 0, 3]), *leaves)}),
                ("each once", {"tree": tree((root[0], [1, 0, 0]), *leaves)}),
                ("each once", {"tree": tree((root[0], [1, 0, 2, 2]), *leaves, leaves[2])}),
                ("on one conflict", {"tree": tree(([[0, "1"], [1, "1"]], [1, 0, 2]), *leaves)}),
                ("cut off", {"tree": tree(root, *leaves[:2])}),
                ("cut off", {"tree": []}),
                ("belong to no branch", {"tree": tree(root, *leaves, leaves[0])}),
                ("a removed row", {"tree": tree(root, leaves[1], *leaves[1:])}),
                ("a removed row", {"tree": tree(root, leaves[0], leaves[2], leaves[2])}),
                ("the numbers prove undecided", {"errors": {"low": 0, "high": 2}}),
                ("the numbers prove inseparable", {"verdict": "separable"})]:
            with self.subTest(changes):
                self.refuses(why, self.errors(**changes), LINE)

    def test_rows_that_are_kept_are_not_branched_on_again(self):
        nodes = [([[0, "1"]], [1, 0, 2]), ([[2, "1"]], [2, 3, 4]), ([], []), ([], []), ([], []), ([[1, "1"]], [2, 3]), ([], []), ([], []), ([[3, "1"]], [])]
        tree = [{"conflicts": conflicts, "branch": branch} for conflicts, branch in nodes]
        self.accepts(self.errors(tree=tree), LINE)
        tree[5]["branch"] = [1, 2, 3]
        self.refuses("each once", self.errors(tree=tree + [tree[2]]), LINE)

    def test_a_proof_about_errors_has_its_form(self):
        for changes in ({"errors": {"high": 2, "low": 2}}, {"errors": {"low": -1, "high": 2}}, {"conflicts": {}}, {"conflicts": [[[0, "0"]]]}, {"tree": {}},
                        {"tree": [{"branch": [], "conflicts": []}]}, {"tree": [{"conflicts": [[4, "1"]], "branch": []}]},
                        {"tree": [{"conflicts": [[0, "1"]], "branch": ["1"]}]}, {"tree": [[]]}, {"verdict": "overlapping"}):
            with self.subTest(changes):
                self.refuses("", self.errors(**changes), LINE, code=3)
        self.refuses("members", {k: v for k, v in self.errors().items() if k != "tree"}, LINE, code=3)
        self.refuses("members", self.errors() | {"claim": "separation", "verdict": "overlapping"}, LINE, code=3)

    def test_refuses_other_data(self):
        cert = self.certificate(TOUCH_TEXT, **TOUCH_PAIR)
        for other in (TOUCH.replace("1:3", "1:4"), TOUCH.replace("1:1", "2:1"), "-1 1:2\n-1 1:1\n+1 1:2\n+1 1:3\n"):
            self.refuses("SHA-256", cert, other)
        self.refuses("rows", cert, TOUCH + "+1 1:9\n")
        self.refuses("label", cert, TOUCH.replace("+1 1:3", "7 1:3"))
        cert["examples"]["rows"] = 5
        self.refuses("the data have 4 rows", cert, TOUCH)

    def test_accepts_the_same_examples_written_otherwise(self):
        cert = self.certificate(TOUCH_TEXT, **TOUCH_PAIR)
        same = "# touching\r\n-1.0 1:1e0 # one\r\n\r\n-1   1:0.2E+1 2:0\r\n1 qid:7 1:+2.\r\n+1 1:3"
        self.accepts(cert, same)
        self.accepts(cert, gzip.compress(same.encode()), name="data.svm.gz")
        self.accepts(cert, "\ufeff" + TOUCH)
        self.accepts(cert, "x,y\n1,-1\n2.0,-1\n2,+1\n\"3\",1\n", "--label", "y", name="data.csv")
        self.accepts(cert, "1;-1\n2;-1\n2;1\n3;1\n", "--format", "csv", "--no-header", "--label-column", "2", "--delimiter", ";")
        self.accepts(self.certificate(TOUCH_TEXT, **TOUCH_PAIR, source=SOURCE | {"index_base": 0}), TOUCH.replace("1:", "0:"))
        self.accepts(self.certificate(TOUCH_TEXT, **TOUCH_PAIR, source=SOURCE | {"label_name": "y", "negative": "no", "positive": "yes"}),
                     "y,x\nno,1\nno,2\nyes,2\nyes,3\n", name="data.csv")

    def test_numbers_are_those_stated(self):
        data = "+1 1:0.1 2:0.7\n-1 1:0.3 2:2.1\n"
        text = "novikoff examples 1 decimal\n+1 1:1e-1 2:7e-1\n-1 1:3e-1 2:21e-1\n"
        self.accepts(self.certificate(text, bias_value="0", **{"lambda": [[0, "3/4"], [1, "1/4"]]}), data)
        in_csv = self.certificate(text, bias_value="0", source=SOURCE | {"names": ["a", "b"], "label_name": "y"}, **{"lambda": [[0, "3/4"], [1, "1/4"]]})
        self.accepts(in_csv, "b,y,a\n0.7,1,0.1\n2.1,-1,0.3\n", name="data.csv")  # columns by name, in any order
        self.refuses("SHA-256", in_csv, "a,y,b\n0.7,1,0.1\n2.1,-1,0.3\n", name="data.csv")
        doubles = "novikoff examples 1 binary64\n+1 1:3602879701896397p-55 2:3152519739159347p-52\n-1 1:5404319552844595p-54 2:4728779608739021p-51\n"
        self.refuses("is not 0", self.certificate(doubles, bias_value="0", numbers="binary64", **{"lambda": [[0, "3/4"], [1, "1/4"]]}), data)
        self.refuses("SHA-256", self.certificate(text, bias_value="0", numbers="binary64", **{"lambda": [[0, "3/4"], [1, "1/4"]]}), data)

    def test_canonical_numbers_have_no_trailing_zeros(self):
        for numbers, large, small in (("decimal", "12e1", "-5e-2"), ("binary64", "15p3", "-3602879701896397p-56")):
            text = f"novikoff examples 1 {numbers}\n+1 1:{large}\n-1 1:{small}\n"
            self.accepts(self.certificate(text, numbers=numbers, verdict="separable", u=[[1, "1"]]), "+1 1:120\n-1 1:-0.05\n")

    def test_labels_say_which_side(self):
        text = "novikoff examples 1 decimal\n+1 1:1e0\n-1 1:2e0\n"
        cert = self.certificate(text, verdict="separable", u=[[1, "-2"]], u_bias="3", source=SOURCE | {"negative": "5", "positive": "3"})
        self.accepts(cert, "3 1:1\n5 1:2\n")

    def test_unreadable_files_are_no_refusals_of_a_proof(self):
        cert = self.certificate(TOUCH_TEXT, **TOUCH_PAIR)
        for data in ("", "-1 1:x\n", "-1 1\n", "-1 0:1\n", "-1 1:1 1:1\n", "-1 1:nan\n", "-1 1:1\rx\n", b"-1 1:\0\n", "-1 1:1e4097\n"):
            self.refuses("", cert, data, code=3)
        self.refuses("version", cert | {"version": 3}, TOUCH, code=3)
        self.refuses("members", cert | {"version": 2}, TOUCH, code=3)
        self.refuses("members", {k: v for k, v in cert.items() if k != "claim"}, TOUCH, code=3)
        self.refuses("no certificate", cert | {"format": "novikoff-model"}, TOUCH, code=3)
        twice = self.seal(cert)
        text = twice.read_text()[:-len('"sha256": "' + 64 * "0" + '"\n}\n')].replace('"u_bias"', '"version": 1,\n  "u_bias"') + '"sha256": "'
        twice.write_text(text + hashlib.sha256(text.encode()).hexdigest() + '"\n}\n')
        self.refuses("twice", twice, TOUCH, code=3)

    POLY = {"name": "poly", "gamma": "1", "coef0": "1", "degree": 2}
    RBF = {"name": "rbf", "gamma": "1"}

    def test_margins_with_a_kernel(self):
        # γ*² = 3/35 without a bias. Σ y·a = −3, so that the same a with B = 2 have u·z = 3 − 12 at the positive rows.
        weights = [[0, "13/35"], [1, "8/35"], [2, "8/35"], [3, "6/35"]]
        proof = {"claim": "margin", "verdict": "separable", "kernel": self.POLY, "bias_value": "0", "u": [[0, "13"], [1, "8"], [2, "8"], [3, "6"]], "lambda": weights}
        cert = self.certificate(XOR_TEXT, **proof, gamma2="3/35")
        self.assertIn("kernel poly, exact arithmetic", self.accepts(cert, XOR))
        self.refuses("the margin of u", cert | {"gamma2": {"low": "3001/35000", "high": "1"}}, XOR)
        self.refuses("longer", cert | {"gamma2": {"low": "1/35", "high": "2999/35000"}}, XOR)
        other = cert | {"u": [[0, "15"], [1, "8"], [2, "8"], [3, "6"]]}  # u·z = 5, 1, 1, 5 and ‖u‖² = 121
        self.accepts(other | {"gamma2": {"low": "1/121", "high": "3/35"}}, XOR)
        self.refuses("the margin of u", other | {"gamma2": {"low": "1001/121000", "high": "3/35"}}, XOR)
        self.refuses("longer", cert | {"gamma2": {"low": "1/35", "high": "3/35"}, "lambda": [[0, "1/4"], [1, "1/4"], [2, "1/4"], [3, "1/4"]]}, XOR)
        self.refuses("do not sum to 1", cert | {"lambda": weights[1:]}, XOR)
        self.refuses("is not positive", cert | {"lambda": [[0, "-13/35"], [1, "26/35"], [2, "16/35"], [3, "6/35"]], "gamma2": {"low": "3/35", "high": "99"}}, XOR)
        self.refuses("u·z is not proved to be positive", cert | {"u": [[0, "1"]]}, XOR)
        self.refuses("u·z is not proved to be positive at row 1", cert | {"bias_value": "2"}, XOR)
        self.refuses("a row is named that there is not", cert | {"u": [[4, "1"]]}, XOR)

    def test_margins_by_intervals(self):
        # XOR with rbf: λ = 1/4 each, γ*² = (1 − e^−1)²/4 = 0.0998941002234320…; with laplace the same.
        proof = {"claim": "margin", "verdict": "separable", "u": [[k, "1"] for k in range(4)], "lambda": XOR_LAMBDA, "arithmetic": "interval"}
        digits = "998941002234"  # behind 0.0, cut
        ends = {"low": f"{digits}/1{'0' * 13}", "high": f"{int(digits) + 1}/1{'0' * 13}"}
        for kernel in (self.RBF, {"name": "laplace", "gamma": "1"}):
            cert = self.certificate(XOR_TEXT, **proof, kernel=kernel, gamma2=ends)
            self.assertIn("interval arithmetic", self.accepts(cert, XOR))
            self.refuses("the margin of u", cert | {"gamma2": {"low": ends["high"], "high": "1"}}, XOR)
            self.refuses("longer", cert | {"gamma2": {"low": "1/100", "high": ends["low"]}}, XOR)
            self.refuses("not the arithmetic", cert | {"arithmetic": "exact"}, XOR, code=3)
        # x = 0, 1: λ = 1/2 each, K(x, z) = e^−g for both and ½(1 − e^−g) is γ*².
        line, text = "+1\n-1 1:3\n", "novikoff examples 1 decimal\n+1\n-1 1:3e0\n"
        two = {"u": [[0, "1"], [1, "1"]], "lambda": [[0, "1/2"], [1, "1/2"]]}
        for kernel, value in (({"name": "rbf", "gamma": "5/2"}, "49999999991540"), ({"name": "laplace", "gamma": "5/2"}, "49972345781492"), ({"name": "laplace", "gamma": "50"}, "49999999999999")):
            ends = {"low": f"{value}/1{'0' * 14}", "high": f"{int(value) + 1}/1{'0' * 14}"}
            self.accepts(self.certificate(text, **proof | two, kernel=kernel, gamma2=ends), line)
        # x = ½, 3 by chi2: the products are 3/2, −13/7 and 4, so that λ ∝ (4 + 13/7, 3/2 + 13/7) = 82 : 47.
        line, text = "+1 1:0.5\n-1 1:3\n", "novikoff examples 1 decimal\n+1 1:5e-1\n-1 1:3e0\n"
        square = (1.5 * 82 ** 2 + 4 * 47 ** 2 - 2 * 13 / 7 * 82 * 47) / 129 ** 2
        two = {"u": [[0, "82"], [1, "47"]], "lambda": [[0, "82/129"], [1, "47/129"]]}
        ends = {"low": f"{int(square * 10 ** 12) - 1}/1{'0' * 12}", "high": f"{int(square * 10 ** 12) + 1}/1{'0' * 12}"}
        cert = self.certificate(text, **proof | two, kernel={"name": "chi2"}, gamma2=ends)
        self.accepts(cert, line)
        self.refuses("the margin of u", cert | {"gamma2": {"low": ends["high"], "high": "1"}}, line)

    def test_the_exponential_is_enclosed(self):
        with decimal.localcontext() as context:
            context.prec = 100
            for t in ("0", "1e-30", "0.1", "0.5", "1", "3.25", "17", "88.125", "127.5"):
                exact = Fraction((-decimal.Decimal(t)).exp()) * 2 ** 128
                low, high = self.module.exp_minus(Fraction(t))
                self.assertTrue(low <= exact <= high <= low + 2, t)
        self.assertEqual(self.module.exp_minus(Fraction(128)), (0, 1))

    def test_points_and_values_that_are_equal(self):
        line, text = "+1 1:1\n-1 1:1\n+1 1:2\n", "novikoff examples 1 decimal\n+1 1:1e0\n-1 1:1e0\n+1 1:2e0\n"
        pair = {"verdict": "quasi-separable", "lambda": [[0, "1/2"], [1, "1/2"]]}
        for name in ("rbf", "laplace"):
            cert = self.certificate(text, **pair, u=[[2, "1"]], kernel={"name": name, "gamma": "1"})
            self.assertIn("1 row is separated, 2 overlapped", self.accepts(cert, line))
            self.refuses("is not 0", cert | {"lambda": [[1, "1/2"], [2, "1/2"]]}, line)
            self.refuses("not spanned", cert | {"u": [], "verdict": "overlapping"}, line)
            self.refuses("negative at row 0", cert | {"u": [[1, "1"], [2, "1"]]}, line)
            # Rows of one point count together, each with its label.
            self.accepts(cert | {"u": [[0, "2"], [1, "2"], [2, "1/3"]]}, line)
            self.refuses("negative at row 1", cert | {"u": [[0, "3"], [1, "2"], [2, "1"]]}, line)
            self.refuses("negative at row 2", cert | {"u": [[0, "1"], [1, "1"], [2, "-1"]]}, line)
            self.refuses("is not 0", cert | {"lambda": [[0, "2/3"], [1, "1/3"]]}, line)
            self.refuses("u has no place", cert | {"claim": "strict", "verdict": "inseparable", "u": [[0, "1"], [1, "1"]]}, line)
        cert = self.certificate(text, **pair, u=[[1, "1"], [2, "2"]], kernel={"name": "chi2"})  # u·z = 1·(−2) + 2·1 = 0 at x = 1, −1 + 4 at 2
        self.accepts(cert, line)
        self.refuses("negative at row 0", cert | {"u": [[1, "1"], [2, "1"]]}, line)
        cert = self.certificate(text, **pair, u=[[1, "9"], [2, "4"]], kernel=self.POLY, bias_value="0")
        self.accepts(cert, line)
        self.refuses("is negative", cert | {"bias_value": "1"}, line)
        self.refuses("not spanned", cert | {"u": [], "verdict": "overlapping"}, line)
        negative = "novikoff examples 1 decimal\n+1 1:-1e0\n-1 1:1e0\n"
        for bias in ("0", "1"):
            cert = self.certificate(negative, claim="strict", verdict="separable", u=[[0, "1"], [1, "1"]], bias_value=bias, kernel={"name": "intersection"})
            self.refuses("below 0", cert, "+1 1:-1\n-1 1:1\n")

    def test_spans_of_rows_known_by_their_products(self):
        # + and − at 1, 2 and 3 span all of (1, √2·x, x²); those at 1 and 2 alone lack 1.5 by little.
        def pairs(points, last, written):
            line = "".join(f"+1 1:{x}\n-1 1:{x}\n" for x in points) + f"+1 1:{last}\n"
            text = "novikoff examples 1 decimal\n" + "".join(f"+1 1:{x}e0\n-1 1:{x}e0\n" for x in points) + f"+1 1:{written}\n"
            support = [[k, f"1/{2 * len(points)}"] for k in range(2 * len(points))]
            return line, self.certificate(text, verdict="overlapping", u=[], **{"lambda": support}, kernel=self.POLY, bias_value="0")

        line, cert = pairs((1, 2, 3), 4, "4e0")
        self.assertIn("0 rows are separated, 7 overlapped", self.accepts(cert, line))
        line, cert = pairs((1, 2), "1.5", "15e-1")
        self.refuses("row 4 has u·z = 0 and is not spanned", cert, line)

    def test_kernels_that_are_none(self):
        cert = self.certificate(XOR_TEXT, claim="strict", verdict="separable", u=[[k, "1"] for k in range(4)], kernel=self.RBF)
        self.accepts(cert, XOR)
        self.refuses("no coordinates", cert | {"u_bias": "1"}, XOR, code=3)
        for kernel in (None, {}, {"name": "poly"}, {"name": ["rbf"]}, {"name": "linear"}, {"name": "rbf", "gamma": "1", "degree": 1}):
            self.refuses("none that this program knows", cert | {"kernel": kernel}, XOR, code=3)
        for kernel in ({"gamma": "0"}, {"gamma": "-1"}, {"coef0": "-1"}, {"degree": 0}, {"degree": 1001}, {"degree": True}):
            self.refuses("", cert | {"kernel": self.POLY | kernel}, XOR, code=3)

    def test_any_flipped_bit_is_noticed(self):
        path = self.seal(self.certificate(TOUCH_TEXT, **TOUCH_PAIR))
        original = path.read_bytes()
        for k in range(0, len(original), self.step):
            path.write_bytes(original[:k] + bytes([original[k] ^ (1 << k % 8)]) + original[k + 1:])
            self.assertEqual(self.outcome(path, TOUCH)[0], 3, k)


def run(module, quiet=False):
    Checker.module = module
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(Checker)
    return unittest.TextTestRunner(stream=io.StringIO() if quiet else sys.stderr, failfast=quiet).run(suite)


def main(tree, mutants):
    path = pathlib.Path(tree) / "tools" / "check_certificate.py"
    if not mutants:
        return 0 if run(load(path)).wasSuccessful() else 1
    survivors, Checker.step = 0, 50
    source = path.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        broken = pathlib.Path(folder) / "check_certificate.py"
        for find, replace in MUTANTS:
            if source.count(find) != 1:
                raise SystemExit(f"{find!r} stands {source.count(find)} times in the checker")
            broken.write_text(source.replace(find, replace), encoding="utf-8")
            if run(load(broken), quiet=True).wasSuccessful():
                survivors += 1
                print(f"not noticed: {find!r} -> {replace!r}")
    print(f"{len(MUTANTS)} mutants, {survivors} not noticed")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], "--mutants" in sys.argv))
