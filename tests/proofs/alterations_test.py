#!/usr/bin/env python3
"""Whatever is altered, in a certificate or in its data, both checkers refuse.

    alterations_test.py NOVIKOFF TREE [LARGE [EVERY]]   LARGE: how many random bytes of a large certificate are flipped (default 300)
                                                        EVERY: one byte in so many of small ones is (default 20; 1: all)

Bytes of small certificates are flipped, others for each certificate, the file also sealed anew with a right checksum around altered numbers, and every value of the data is changed. No
alteration may be accepted by either checker, but those that mean the same.
"""
import contextlib
import hashlib
import io
import json
import pathlib
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

# An error proved by cases: + and − take turns on a line.
TURNS = "+1 1:1\n-1 1:2\n+1 1:3\n-1 1:4\n+1 1:5\n"
SETS = {
    "separable": "+1 1:3 2:0.5\n+1 1:2.5 2:-1\n-1 1:-2 2:1\n-1 1:0.25\n",
    "quasi-separable": "+1 1:1 2:1\n-1 1:1 2:1\n+1 1:5 2:2\n-1 1:-3 2:2\n",
    "overlapping": "-1 1:0 2:0\n+1 1:0 2:1\n+1 1:1 2:0\n-1 1:1 2:1\n",
}
# (data, kernel, options): every claim and both arithmetics.
CORNERS = "-1\n+1 2:1\n+1 1:1\n-1 1:1 2:1\n"
BOTH = "+1 1:1\n-1 1:1\n+1 1:2 2:0.5\n"
WITH_KERNEL = [(CORNERS, ["poly", "--bias", "0"], []), (CORNERS, ["poly", "--bias", "0"], ["--margin"]), (CORNERS, ["rbf"], ["--margin"]), (BOTH, ["laplace"], []),
               (BOTH, ["poly", "--degree", "3"], []), (CORNERS, ["chi2"], ["--errors"]), (CORNERS, ["intersection"], []), (BOTH, ["rbf"], ["--strict"])]


class Checkers:
    def __init__(self, novikoff, tree):
        self.novikoff = novikoff
        sys.path.insert(0, str(pathlib.Path(tree) / "tools"))
        import check_certificate
        self.main = check_certificate.main
        self.asked = 0

    def accepting(self, cert, data):
        """Which checkers accept: a list of names."""
        self.asked += 1
        done = subprocess.run([self.novikoff, "check", cert, data, "--quiet"], capture_output=True, check=False)
        if done.returncode not in (0, 1, 3):
            return [f"check ends with {done.returncode}"]
        with contextlib.redirect_stderr(io.StringIO()):
            python = self.main(["--quiet", str(cert), str(data)])
        return ["check"] * (done.returncode == 0) + ["check_certificate.py"] * (python == 0)


def sealed(text):
    """The certificate with a right checksum, whatever was done to it before its seal."""
    body = text[:text.rindex('"sha256": "')] + '"sha256": "'
    return (body + hashlib.sha256(body.encode()).hexdigest() + '"\n}\n').encode()


def resealed_alterations(text):
    """(what, bytes): the numbers altered by somebody who knows how to seal."""
    cert = json.loads(text)

    def with_value(name, value):
        altered = dict(cert)
        altered[name] = value
        return f"{name}: {value}", sealed(json.dumps(altered, indent=2, ensure_ascii=False) + "\n")

    if cert["version"] == 2:
        yield from altered_kernel(cert, with_value)
    if cert["claim"] == "errors":
        yield from altered_errors(cert, with_value)
        return
    for verdict in ("separable", "quasi-separable", "overlapping", "inseparable"):
        if verdict != cert["verdict"]:
            yield with_value("verdict", verdict)
    yield with_value("numbers", "binary64" if cert["numbers"] == "decimal" else "decimal")
    # Not altered: another B, and the other claim of a separable set. The same numbers often prove those too, and then they may be accepted.
    if cert["u_bias"] != "0":
        yield with_value("bias_value", "0")
    if cert["verdict"] != "separable":
        yield with_value("claim", "strict" if cert["claim"] == "separation" else "separation")
    if cert["claim"] == "margin":
        ends = cert["gamma2"] if isinstance(cert["gamma2"], dict) else {"low": cert["gamma2"], "high": cert["gamma2"]}
        low, high = Fraction(ends["low"]), Fraction(ends["high"])
        nearly = Fraction(10 ** 9, 10 ** 9 + 1)
        for changed in ((low / nearly, high), (low, high * nearly), (low / nearly, high / nearly), (low * nearly, high * nearly), (high, high), (-low, high)):
            if changed != (low, high):
                yield with_value("gamma2", str(changed[0]) if changed[0] == changed[1] else {"low": str(changed[0]), "high": str(changed[1])})
        yield with_value("claim", "separation")
        yield with_value("claim", "strict")
    yield with_value("examples", {"rows": cert["examples"]["rows"] + 1, "sha256": cert["examples"]["sha256"]})
    for k, (place, value) in enumerate(cert["lambda"]):
        for changed in ([place, "-" + value], [place + 1, value], [place, value + "1"], [place, "0"]):
            yield with_value("lambda", cert["lambda"][:k] + [changed] + cert["lambda"][k + 1:])
        yield with_value("lambda", cert["lambda"][:k] + cert["lambda"][k + 1:])
    if cert["u"]:
        yield with_value("u", [[place, value[1:] if value.startswith("-") else "-" + value] for place, value in cert["u"]])
        yield with_value("u", [])
        yield with_value("u", cert["u"] + [[10 ** 6, "x"]])


def altered_kernel(cert, with_value):
    """Numbers of the kernel out of their range, members of others, and what a certificate without a kernel would have."""
    kernel = cert["kernel"]
    yield with_value("version", 1)
    yield with_value("u_bias", "1")
    yield with_value("arithmetic", "exact" if cert["arithmetic"] == "interval" else "interval")
    yield with_value("claim", "existence")
    for other in (None, "poly", {}, {"name": kernel["name"], "more": 1}, {"name": "linear"}, {"name": "tanh", "gamma": "1"}, {"name": "poly"}, {"name": "rbf"}):
        yield with_value("kernel", other)
    for name, values in {"gamma": ["0", "-1", "1/0", 1, None], "coef0": ["-1", 1, ""], "degree": ["2", 0, 1001, -1, 2.0, True]}.items():
        for value in values * (name in kernel):
            yield with_value("kernel", kernel | {name: value})
    if cert["claim"] == "margin":
        for name in {"gamma", "coef0"}.intersection(kernel):
            yield with_value("kernel", kernel | {name: "1000001/1000000"})


def malformed(text):
    """(what, bytes): a right proof in a file that is not of the format, sealed anew."""
    cert = json.loads(text)
    source = cert["source"]

    def of(altered, **layout):
        return sealed(json.dumps(altered, **({"indent": 2, "ensure_ascii": False} | layout)) + "\n")

    for version in (True, 1.0, "1", 0, 3):
        yield f"version {version!r}", of(cert | {"version": version})
    for name in source:
        yield f"no source.{name}", of(cert | {"source": {key: value for key, value in source.items() if key != name}})
    for name, values in {"names": [None, True, {}, [1], [""] + [None]], "negative": ["", 1, source["positive"], {"hex": "zz"}, "1e999999999"], "label_column": [-1, True, "0", 2 ** 32 + 1],
                         "index_base": [2, -1, False, 1.0], "label_name": [None, 0]}.items():
        for value in values:
            yield f"source.{name} {value!r}", of(cert | {"source": source | {name: value}})
    yield "a feature that there is not", of(cert | {"u": cert["u"] + [[1000, "1"]]})
    yield "too many rows", of(cert | {"examples": cert["examples"] | {"rows": 2 ** 64}})
    yield "text in hex", of(cert | {"source": source | {"label_name": {"hex": "2d31"}}})
    yield "a member more in source", of(cert | {"source": source | {"more": 1}})
    yield "another order in source", of(cert | {"source": dict(reversed(source.items()))})
    yield "another order", of(dict(sorted(cert.items(), key=lambda item: item[0] != "version" and item[0] != "format" and item[0] != "verdict")))
    yield "a member more", of({"more": 1} | cert)
    yield "B below 0", of(cert | {"bias_value": "-1"})
    for indent in (None, 0, 1):
        yield f"checksum not on a line of its own, indented by 2: {indent}", of(cert, indent=indent)
    for value in ("+1", " 1", "1 ", "1.0", "1e0", "1/0", "1/-1", "", "\u0661", 1):
        yield f"a number {value!r}", of(cert | {"u_bias": value})


def altered_errors(cert, with_value):
    """A bracket, conflicts and a tree that prove something else or nothing."""
    ends, conflicts, tree = cert["errors"], cert["conflicts"], cert["tree"]
    yield with_value("verdict", "separable" if cert["verdict"] == "inseparable" else "inseparable")
    # A smaller low is proved as well, as long as it says anything.
    for low, high in ((1, 0), (1, 1), (0, 1), (0, -1), *([(-1, 0)] if ends["low"] == 1 else [])):
        yield with_value("errors", {"low": ends["low"] + low, "high": ends["high"] + high})
    yield with_value("u", []) if cert["u_bias"] == "0" else with_value("bias_value", "0")
    yield with_value("lambda", [[0, "1"]])
    yield with_value("tree", [])
    yield with_value("tree", tree + tree)
    for k, conflict in enumerate(conflicts):
        for i, (row, value) in enumerate(conflict):
            for changed in ([[row, "-" + value]], [[row, value + "1"]], [[row + 1, value]], []):
                if conflict[:i] + changed + conflict[i + 1:] != []:
                    yield with_value("conflicts", conflicts[:k] + [conflict[:i] + changed + conflict[i + 1:]] + conflicts[k + 1:])
        yield with_value("conflicts", conflicts[:k] + [[]] + conflicts[k + 1:])
        yield with_value("conflicts", conflicts[:k] + conflicts[k + 1:])
    for k, node in enumerate(tree):
        for changed in ([], [{"conflicts": [], "branch": node["branch"]}], [{"conflicts": node["conflicts"], "branch": node["branch"][1:] or [0]}],
                        [{"conflicts": [[number, "-1"] for number, _ in node["conflicts"]], "branch": node["branch"]}]):
            if changed != [node] and (ends["low"] or not changed):
                yield with_value("tree", tree[:k] + changed + tree[k + 1:])


def changed_values(text):
    """The data with one value after the other changed, and with one label after the other."""
    lines = text.splitlines()
    for i, line in enumerate(lines):
        tokens = line.split()
        for k, token in enumerate(tokens):
            if k == 0:
                other = "-1" if token == "+1" else "+1"
            else:
                index, value = token.split(":")
                other = f"{index}:{float(value) + 0.125}"
            yield "\n".join(lines[:i] + [" ".join(tokens[:k] + [other] + tokens[k + 1:])] + lines[i + 1:]) + "\n"
    for i in range(len(lines)):
        yield "\n".join(lines[:i] + lines[i + 1:]) + "\n"


def large_set(rng):
    """Overlapping rows whose certificate is long: many columns of many digits."""
    return "".join("%+d" % rng.choice([-1, 1]) + "".join(f" {j}:{rng.uniform(-1, 1):.6f}" for j in range(1, 31)) + "\n" for _ in range(300))


def main(arguments):
    novikoff, tree = arguments[:2]
    large = int(arguments[2]) if len(arguments) > 2 else 300
    every = int(arguments[3]) if len(arguments) > 3 else 20
    checkers, wrong = Checkers(novikoff, tree), 0

    def demand_refusal(what, cert, data):
        nonlocal wrong
        accepting = checkers.accepting(cert, data)
        if accepting:
            wrong += 1
            print(f"{what}: accepted by {', '.join(accepting)}")

    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        data, cert, altered = folder / "set.svm", folder / "set.cert", folder / "altered"
        cases = [(verdict, text, options) for verdict, text in [*SETS.items(), ("turns", TURNS)]
                 for options in [[], ["--strict"], ["--errors"]] + [["--margin"], ["--margin", "--gap", "0.9"]] * (verdict == "separable")]
        cases += [("a kernel", text, ["--kernel", *kernel, *options]) for text, kernel, options in WITH_KERNEL]
        for number, (verdict, text, options) in enumerate(cases):
            data.write_text(text)
            subprocess.run([novikoff, "certify", data, "-o", cert, "--quiet", *options], check=True)
            if checkers.accepting(cert, data) != ["check", "check_certificate.py"]:
                raise SystemExit(f"{verdict} {options}: the certificate itself is not accepted by both")
            original = cert.read_bytes()
            for k in range(number % every, len(original), every):
                altered.write_bytes(original[:k] + bytes([original[k] ^ (1 << k % 8)]) + original[k + 1:])
                demand_refusal(f"{verdict} {options}, byte {k}", altered, data)
            for what, content in resealed_alterations(original.decode()):
                altered.write_bytes(content)
                demand_refusal(f"{verdict} {options}, sealed anew, {what}", altered, data)
            for what, content in malformed(original.decode()):
                altered.write_bytes(content)
                demand_refusal(f"{verdict} {options}, {what}", altered, data)
            for changed in changed_values(text):
                altered.write_text(changed)
                demand_refusal(f"{verdict} {options}, data {changed!r}", cert, altered)
        # White space may change.
        data.write_text(SETS["separable"])
        subprocess.run([novikoff, "certify", data, "-o", cert, "--quiet"], check=True)
        data.write_text("# a remark\n" + SETS["separable"].replace(" ", "  ").replace("0.5", "5e-1").replace("\n", "\r\n"))
        if checkers.accepting(cert, data) != ["check", "check_certificate.py"]:
            raise SystemExit("the same examples, written otherwise, are not accepted")

        rng = random.Random(1)
        data.write_text(large_set(rng))
        subprocess.run([novikoff, "certify", data, "-o", cert, "--quiet"], check=True)
        original = cert.read_bytes()
        for _ in range(large):
            k = rng.randrange(len(original))
            altered.write_bytes(original[:k] + bytes([original[k] ^ (1 << rng.randrange(8))]) + original[k + 1:])
            demand_refusal(f"large certificate, byte {k}", altered, data)
    print(f"{checkers.asked} alterations put before both checkers (large certificate: {len(original)} bytes): {wrong} accepted")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
