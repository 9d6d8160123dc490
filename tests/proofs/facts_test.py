#!/usr/bin/env python3
"""Facts known by name, through the command line: facts_test.py NOVIKOFF TREE. Each certificate goes through both checkers."""
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from random_sets_test import Program  # noqa: E402

XOR = "-1\n+1 2:1\n+1 1:1\n-1 1:1 2:1\n"


def decimal_of(numerator, power):
    """numerator / 2^power as a decimal, exactly."""
    digits = str(abs(numerator) * 5 ** power).rjust(power + 1, "0")
    return ("-" if numerator < 0 else "") + (f"{digits[:-power]}.{digits[-power:]}" if power else digits)


def one_dimension():
    """(what, data, verdict): positives at 1, negatives at 1 − 2^−k, at 1 or at 1 + 2^−k beside others."""
    for k in range(30, 61):
        low, high = decimal_of(2 ** k - 1, k), decimal_of(2 ** k + 1, k)
        yield f"a gap of 2^-{k}", f"-1 1:0.5\n-1 1:{low}\n+1 1:1\n+1 1:1.5\n", "separable"
        yield f"an overlap of 2^-{k}", f"-1 1:0.5\n-1 1:{high}\n+1 1:1\n+1 1:1.5\n", "overlapping"
        yield f"labels around a gap of 2^-{k}", f"+1 1:{low}\n-1 1:1\n+1 1:{high}\n", "overlapping"
    yield "touching", "-1 1:0.5\n-1 1:1\n+1 1:1\n+1 1:1.5\n", "quasi-separable"
    yield "2^30, 2^30 + 1 against 2^30 + 2", "-1 1:1073741824\n-1 1:1073741825\n+1 1:1073741826\n", "separable"


FACTS = [
    ("the contradiction pair", "+1 1:1\n-1 1:1\n", 1, "overlapping", [0, 1]),
    ("the contradiction pair without bias", "+1 1:1\n-1 1:1\n", 0, "overlapping", [0, 1]),
    ("XOR", XOR, 1, "overlapping", [0, 1, 2, 3]),
    ("AND", "-1\n-1 2:1\n-1 1:1\n+1 1:1 2:1\n", 1, "separable", []),
    ("a zero row without bias", "+1 1:1\n+1\n-1 1:-1\n", 0, "quasi-separable", [1]),
    ("zero rows alone", "+1\n-1\n", 0, "overlapping", [0, 1]),
    ("one class with bias", "+1 1:1\n+1 1:-1\n", 1, "separable", []),
    ("one class without", "+1 1:1\n+1 1:-1\n", 0, "overlapping", [0, 1]),
    # Errata of the notes.
    ("{1:+, -1:+} without bias", "+1 1:1\n+1 1:-1\n", 0, "overlapping", [0, 1]),
    ("{(2,0)+, (-2,0)+, (1,1)-}", "+1 1:2\n+1 1:-2\n-1 1:1 2:1\n", 0, "quasi-separable", [0, 1]),
    ("hulls that touch in a point", "-1 1:0 2:0\n-1 1:2 2:0\n+1 1:1 2:0\n+1 1:1 2:1\n", 1, "quasi-separable", [0, 1, 2]),
    ("hulls that touch in an edge", "-1 1:0 2:0\n-1 1:3 2:0\n+1 1:1 2:0\n+1 1:2 2:0\n+1 2:1\n", 1, "quasi-separable", [0, 1, 2, 3]),
    ("mixing at the end, first shard and second", "-1 1:3 2:-3\n-1 1:-1 2:-3\n+1 2:3\n+1 1:2\n", 0, "separable", []),
    ("from 1e-600 to 1e400", "+1 1:1e400 2:1e-600\n-1 1:1e400\n+1 1:-3e399\n", 0, "separable", []),
    ("from 1e-600 to 1e400, overlapping", "+1 1:1e-600\n-1 1:1e400\n+1 1:1\n-1 1:2e-600\n", 0, "overlapping", [0, 1, 2, 3]),
    ("(-1, 1e17), (0, -1)", "+1 1:-1 2:1e17\n+1 2:-1\n", 0, "separable", []),
]


def main(novikoff, tree):
    program, wrong, count = Program(novikoff, tree), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        data, cert = pathlib.Path(folder) / "set.svm", pathlib.Path(folder) / "set.cert"

        def expect(what, text, bias, verdict, overlapped):
            nonlocal wrong, count
            data.write_text(text)
            count += 1
            found = program.certify(data, bias, "-o", cert)
            strict = program.certify(data, bias, "--strict")
            right = found["verdict"] == verdict and (overlapped is None or found["overlapped"] == overlapped)
            right = right and strict["verdict"] == ("separable" if verdict == "separable" else "inseparable") and program.accepted(cert, data)
            if not right:
                wrong += 1
                print(f"{what}: {found['verdict']}, {found['overlapped']}, strict {strict['verdict']}; expected {verdict}, {overlapped}, accepted by both checkers")
            return found

        for what, text, verdict in one_dimension():
            expect(what, text, 1, verdict, None)
        for fact in FACTS:
            expect(*fact)
        xor = expect("XOR", XOR, 1, "overlapping", [0, 1, 2, 3])
        if xor["lambda"] != [[row, "1/4"] for row in range(4)]:
            wrong += 1
            print(f"XOR: lambda {xor['lambda']}")
    print(f"{count} facts, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
