#!/usr/bin/env python3
"""Checks a certificate of novikoff against its data, in exact fractions, with nothing but Python's standard library.

    check_certificate.py CERT DATA...                      LIBSVM text, or CSV by the extension; plain or .gz; - for standard input
    check_certificate.py CERT DATA --format csv --label y  as `novikoff check` reads it
    check_certificate.py --quiet CERT DATA                 the exit code alone

Exit code: 0 the certificate proves its verdict about these data; 1 it does not; 2 wrong usage; 3 a file is no certificate, was altered, is of a claim that
this program cannot check, or the data cannot be read.

This is a second opinion: it shares no line with the program, only the documented formats (docs/formats.md). What it takes to prove a
verdict is written out in docs/proofs.md; the functions below follow it condition by condition.
"""
import argparse
import csv
import gzip
import hashlib
import io
import json
import os
import re
import sys
from fractions import Fraction
from math import gcd

NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\Z", re.ASCII)
FRACTION = re.compile(r"-?\d+(/\d+)?\Z", re.ASCII)
MISSING = {"", "NA", "N/A", "NaN", "null"}
LARGEST_DIGITS, LARGEST_EXPONENT = 4096, 4096


class Unreadable(Exception):
    """A file is not what it should be: exit code 3."""


class Refused(Exception):
    """The certificate does not prove its verdict about these data: exit code 1."""


# ---------------------------------------------------------------- the certificate

# Files that people may have beside those this program reads.
UNREAD = [(b"\x28\xb5\x2f\xfd", "compressed by zstd", "zstd -d makes plain text of it"),
          (b"\x89NVK", "a cache of novikoff", "novikoff convert makes text of it"),
          (b'{\n  "format": "novikoff-', "no data but a model or certificate of novikoff", "the order is check_certificate.py CERTIFICATE DATA...")]
BIASES = {"decimal": "all are shortest decimals of doubles", "binary64": "all are doubles"}
MEMBERS = ["format", "version", "claim", "verdict", "numbers", "bias_value", "examples", "source", "u", "u_bias", "lambda", "sha256"]
KERNEL_MEMBERS = ["kernel", "arithmetic"]  # of version 2, behind bias_value
KERNELS = {"poly": ["gamma", "coef0", "degree"], "rbf": ["gamma"], "laplace": ["gamma"], "intersection": [], "chi2": []}
CLAIM_MEMBERS = {"margin": ["gamma2"], "errors": ["errors", "conflicts", "tree"]}  # of one claim only, before the checksum
SOURCE = ["negative", "positive", "names", "label_name", "label_column", "index_base"]
VERDICTS = {"separation": ["separable", "quasi-separable", "overlapping"], "strict": ["separable", "inseparable"], "margin": ["separable"],
            "errors": ["separable", "inseparable"]}


def counted(n, what):
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def unique_members(pairs):
    if len({name for name, _ in pairs}) != len(pairs):
        raise Unreadable("a member stands twice")
    return dict(pairs)


def fraction(text):
    if not isinstance(text, str) or not FRACTION.match(text) or re.search(r"/0+\Z", text):
        raise Unreadable(f"{text!r} is no number p/q")
    return Fraction(text)


def whole(value, least):
    if type(value) is not int or not least <= value < 2 ** 64:  # True is none
        raise Unreadable(f"{value!r} is no whole number from {least} on")
    return value


def entries(pairs, least):
    """[[place, "p/q"], ...] with ascending places and no zeros, as a list of pairs."""
    result = []
    if not isinstance(pairs, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
        raise Unreadable("a list of pairs [place, value] is expected")
    for pair in pairs:
        place, value = whole(pair[0], least), fraction(pair[1])
        if result and place <= result[-1][0]:
            raise Unreadable("the entries do not ascend")
        if value == 0:
            raise Unreadable("an entry is 0")
        result.append((place, value))
    return result


def squared_margin(value):
    """"p/q", or {"low": "p/q", "high": "p/q"}, as (low, high)."""
    if isinstance(value, dict):
        if list(value) != ["low", "high"]:
            raise Unreadable("`gamma2` is p/q or {low, high}")
        low, high = fraction(value["low"]), fraction(value["high"])
        if low >= high:
            raise Unreadable("the low end of `gamma2` is not below the high one")
    else:
        low = high = fraction(value)
    if low <= 0:
        raise Unreadable("`gamma2` is not above 0")
    return low, high


def label(value):
    """A label as it was written: text, or {"hex": ...} where its bytes are no UTF-8."""
    if isinstance(value, dict) and list(value) == ["hex"] and isinstance(value["hex"], str):
        value = bytes.fromhex(value["hex"]).decode("utf-8", "surrogateescape")
        value = value if re.search("[\udc80-\udcff]", value) else None
    if not isinstance(value, str):
        raise Unreadable(f"{value!r} is no label")
    return value


def read_source(source):
    """How the data were written, with labels and names as text."""
    if not isinstance(source, dict) or list(source) != SOURCE:
        raise Unreadable("`source` is not that of version 1")
    if not isinstance(source["names"], list) or not all(isinstance(label(name), str) for name in source["names"]):
        raise Unreadable("the names of the columns are a list")
    result = source | {key: label(source[key]) for key in ("negative", "positive", "label_name")}
    if not result["negative"] or not result["positive"] or same_label(result["negative"], result["positive"]):
        raise Unreadable("there are not two classes")
    if whole(source["index_base"], 0) > 1 or whole(source["label_column"], 0) > 2 ** 32:
        raise Unreadable("an index base is 0 or 1, and there is no such column")
    return result


def read_certificate(path):
    with open(path, "rb") as file:
        data = file.read()
    sealed = re.search(rb',\n  "sha256": "([0-9a-f]{64})"\n}\n\Z', data)
    if not sealed:
        raise Unreadable(f"{path} does not end with its checksum: it is no certificate (which comes first), or was cut off")
    if hashlib.sha256(data[:sealed.start(1)]).hexdigest().encode() != sealed.group(1):
        raise Unreadable("the file was altered: its checksum is another")
    try:
        cert = json.loads(data.decode("utf-8"), object_pairs_hook=unique_members, parse_int=lambda text: -1 if text[0] == "-" else int(text))
    except ValueError as error:
        raise Unreadable(f"no JSON: {error}") from error
    if not isinstance(cert, dict) or cert.get("format") != "novikoff-certificate":
        raise Unreadable("this is no certificate of novikoff")
    if type(cert.get("version")) is not int or cert["version"] not in (1, 2):  # True and 1.0 are no 1
        raise Unreadable(f"the certificate has version {cert.get('version')!r}, this program reads versions 1 and 2")
    if cert.get("claim") == "existence":
        raise Unreadable("its claim is that a proof exists, which this program cannot check: novikoff check --exhaustive can")
    members = MEMBERS[:6] + KERNEL_MEMBERS * (cert["version"] == 2) + MEMBERS[6:-1] + CLAIM_MEMBERS.get(str(cert.get("claim")), []) + MEMBERS[-1:]
    if list(cert) != members:
        raise Unreadable(f"its members are not those of version {cert['version']}")
    if not isinstance(cert["claim"], str) or cert["verdict"] not in VERDICTS.get(cert["claim"], []):
        raise Unreadable(f"no verdict of the claim {cert['claim']!r}: {cert['verdict']!r}")
    if cert["numbers"] not in ("decimal", "binary64"):
        raise Unreadable(f"unknown numbers {cert['numbers']!r}")
    examples = cert["examples"]
    if not isinstance(examples, dict) or list(examples) != ["rows", "sha256"] or not isinstance(examples["sha256"], str) or not re.match(r"[0-9a-f]{64}\Z", examples["sha256"]):
        raise Unreadable("`examples` is {rows, sha256}")
    whole(examples["rows"], 1)
    cert["source"] = read_source(cert["source"])
    cert["bias_value"] = fraction(cert["bias_value"])
    if cert["bias_value"] < 0:
        raise Unreadable("B is below 0")
    if cert["version"] == 2:
        read_kernel(cert)
    cert["u"], cert["u_bias"], cert["lambda"] = entries(cert["u"], 2 - cert["version"]), fraction(cert["u_bias"]), entries(cert["lambda"], 0)
    if cert["version"] == 2 and cert["u_bias"] != 0:
        raise Unreadable("with a kernel u has no coordinates, but rows")
    if cert["claim"] == "margin":
        cert["gamma2"] = squared_margin(cert["gamma2"])
    if cert["claim"] == "errors":
        read_errors(cert)
    return cert


def read_kernel(cert):
    """The member kernel with its numbers as fractions, and the arithmetic that follows from it."""
    kernel = cert["kernel"]
    if not isinstance(kernel, dict) or list(kernel) != ["name"] + KERNELS.get(str(kernel.get("name")), ["unknown"]) or not isinstance(kernel["name"], str):
        raise Unreadable("`kernel` is none that this program knows")
    for key in ("gamma", "coef0"):
        if key in kernel:
            kernel[key] = fraction(kernel[key])
    if kernel.get("gamma", 1) <= 0 or kernel.get("coef0", 0) < 0 or not 1 <= whole(kernel.get("degree", 1), 1) <= 1000:
        raise Unreadable("a number of the kernel is out of its range")
    intervals = cert["claim"] == "margin" and kernel["name"] not in ("poly", "intersection")
    if cert["arithmetic"] != ("interval" if intervals else "exact"):
        raise Unreadable("not the arithmetic of this kernel and claim")


def read_errors(cert):
    """The members of the claim errors, their entries as entries() has them."""
    def listed(value):
        if not isinstance(value, list):
            raise Unreadable("a list is expected")
        return value

    def named(value, names):
        if not isinstance(value, dict) or list(value) != names:
            raise Unreadable(f"an object with the members {names} is expected")
        return value

    for end in named(cert["errors"], ["low", "high"]).values():
        whole(end, 0)
    cert["conflicts"] = [entries(conflict, 0) for conflict in listed(cert["conflicts"])]
    for node in listed(cert["tree"]):
        named(node, ["conflicts", "branch"])
        node["conflicts"] = entries(node["conflicts"], 0)
        if any(number >= len(cert["conflicts"]) for number, _ in node["conflicts"]):
            raise Unreadable("the tree names a conflict that is not there")
        for row in listed(node["branch"]):
            whole(row, 0)


# ---------------------------------------------------------------- the data

def number(text, binary64):
    """The exact value of a number of the input grammar: the decimal, or the nearest double's own value."""
    if not NUMBER.match(text):
        raise Unreadable(f"{text!r} is no number")
    mantissa, _, exponent = text.lower().partition("e")
    if not binary64 and (sum(map(str.isdigit, mantissa)) > LARGEST_DIGITS or abs(int(exponent or 0)) > LARGEST_EXPONENT):
        raise Unreadable(f"{text[:40]} is beyond {LARGEST_DIGITS} digits or an exponent of {LARGEST_EXPONENT}")
    if not binary64:
        return Fraction(text)
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise Unreadable(f"{text} is beyond the largest double")
    return Fraction(value)


def is_bias(value, numbers):
    """Bias values are doubles: of numbers binary64 themselves, of decimals the shortest ones that read back as them."""
    try:
        nearest = float(value)
    except OverflowError:
        return False
    return value == (Fraction(nearest) if numbers == "binary64" else Fraction(repr(nearest)))


def same_label(one, two):
    """Equal numbers are one label, as 1, +1 and 1.0."""
    return one == two or bool(NUMBER.match(one) and NUMBER.match(two)) and number(one, False) == number(two, False)


def open_text(path, names):
    if path == "-":
        data = sys.stdin.buffer.read()
    elif path.startswith("@") and not os.path.exists(path):
        made = re.sub(r"[^\w-]", "-", path[1:]) + (".csv" if names else ".svm")
        raise Unreadable(f"{path} is an embedded set of novikoff, which this program does not have: novikoff convert {path} -o {made} makes a file of it")
    else:
        with open(path, "rb") as file:
            data = file.read()
    for magic, what, remedy in UNREAD:
        if data.startswith(magic):
            raise Unreadable(f"{path} is {what}, which this program does not read: {remedy}")
    if data[:2] == b"\x1f\x8b":
        try:
            data = gzip.decompress(data)
        except (OSError, EOFError) as error:
            raise Unreadable(f"{path}: {error}") from error
    if b"\0" in data:
        raise Unreadable(f"{path}: a NUL byte")
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    return data.decode("utf-8", "surrogateescape")


def libsvm_rows(text, base):
    """(label, {feature from 1: text}) for each row."""
    for line in text.split("\n"):
        content = line[:-1] if line.endswith("\r") else line
        if "\r" in content:
            raise Unreadable("a carriage return where no line ends")
        tokens = content.split("#", 1)[0].replace("\t", " ").replace("\v", " ").replace("\f", " ").split(" ")
        tokens = [token for token in tokens if token]
        if not tokens:
            continue
        row = {}
        for token in tokens[1:]:
            index, colon, value = token.partition(":")
            if index == "qid":
                continue
            if not colon or not re.match(r"\d+\Z", index, re.ASCII):
                raise Unreadable(f"{token!r} is no index:value")
            feature = int(index) + 1 - base
            if feature < 1 or feature in row:
                raise Unreadable(f"index {index} is 0 in a file that counts from 1, or stands twice")
            row[feature] = value
        yield tokens[0], row


def without_ignored(records, header, options):
    """The records without the cells of columns to ignore, and the name of the label, whose number may have changed."""
    ignored = next(csv.reader([options.ignore]))
    label = header[options.label_column - 1] if header and options.label is None and options.label_column <= len(header) else options.label
    if header is None or label in ignored or any(header.count(name) != 1 for name in ignored):
        raise Unreadable(f"the header does not have each of the columns {ignored!r} once, beside the label")
    if any(len(record) != len(header) for record in records):
        raise Unreadable("a row has more or fewer cells than the first line")
    kept = [k for k, name in enumerate(header) if name not in ignored]
    return [[record[k] for k in kept] for record in records], label


def csv_rows(text, options):
    records = [record for record in csv.reader(io.StringIO(text, newline=""), delimiter=options.delimiter, strict=True) if record]
    if not records:
        return
    header = None if options.no_header else records[0]
    if options.ignore:
        records, options.label = without_ignored(records, header, options)
        header = records[0]
    if options.label is not None:
        if header is None or header.count(options.label) != 1:
            raise Unreadable(f"the header does not have the column {options.label!r} once")
        label = header.index(options.label)
    elif options.label_column:
        label = options.label_column - 1
    else:
        raise Unreadable("which column is the label? --label NAME or --label-column N")
    columns = range(1, len(records[0]))
    if header is not None and sorted(names := header[:label] + header[label + 1:]) == sorted(set(options.names)):
        columns = [options.names.index(name) + 1 for name in names]  # in any order
    for record in records[0 if header is None else 1:]:
        if len(record) != len(records[0]) or label >= len(record):
            raise Unreadable("a row has more or fewer cells than the first line")
        values = record[:label] + record[label + 1:]
        if MISSING.intersection(values) or record[label] == "":
            raise Unreadable("a cell is missing")
        yield record[label], dict(zip(columns, values))


def read_rows(paths, options, cert):
    """[(y, {feature from 1: Fraction})], y = -1 or +1."""
    negative, positive = cert["source"]["negative"], cert["source"]["positive"]
    binary64, rows, options.n_features = cert["numbers"] == "binary64", [], 0
    for path in paths:
        text = open_text(path, options.names)
        name = path[:-3] if path.endswith(".gz") else path
        kind = options.format or ("csv" if name.endswith(".csv") else "tsv" if name.endswith(".tsv") else "libsvm")
        options.delimiter = options.separator or ("\t" if kind == "tsv" else ",")
        for label, values in libsvm_rows(text, options.index_base) if kind == "libsvm" else csv_rows(text, options):
            y = 1 if same_label(label, positive) else -1 if same_label(label, negative) else 0
            if y == 0:
                raise Refused(f"row {len(rows)} has the label {label!r}; the certificate is about {negative!r} and {positive!r}")
            exact = {feature: number(value, binary64) for feature, value in values.items()}
            options.n_features = max([options.n_features, *exact])
            rows.append((y, {feature: exact[feature] for feature in sorted(exact) if exact[feature] != 0}))
    if not rows:
        raise Unreadable("no rows")
    return rows


def canonical(value, binary64):
    """m·10^e with m not divisible by 10, as "me…", or m·2^e with m odd, as "mp…"."""
    m, q, e, base = value.numerator, value.denominator, 0, 2 if binary64 else 10
    while q % base == 0:
        q, e = q // base, e - 1
    while q != 1:  # 2s or 5s are left of a power of ten
        factor = 10 // (2 if q % 2 == 0 else 5)
        m, q, e = m * factor, q // (10 // factor), e - 1
    while m % base == 0:
        m, e = m // base, e + 1
    return f"{m}{'p' if binary64 else 'e'}{e}"


def examples_sha256(rows, numbers):
    digest = hashlib.sha256(f"novikoff examples 1 {numbers}\n".encode())
    for y, x in rows:
        digest.update(("%+d" % y + "".join(f" {j}:{canonical(v, numbers == 'binary64')}" for j, v in x.items()) + "\n").encode())
    return digest.hexdigest()


# ---------------------------------------------------------------- the proof

def whole_numbers(vector):
    """The same vector {place: Fraction}, times the least positive factor that makes it whole: signs and spans stay."""
    denominator = 1
    for value in vector.values():
        denominator = denominator * value.denominator // gcd(denominator, value.denominator)
    return {k: int(v * denominator) for k, v in vector.items()}


class Span:
    """The span of some of the rows, kept as vectors of whole numbers in echelon form: each basis vector has a pivot place that the others lack above it."""

    def __init__(self, rows):
        self.rows, self.basis, self.columns = rows, [], set()  # (pivot, vector), in the order they were added

    def reduce(self, vector):
        vector = dict(vector)
        for pivot, b in self.basis:
            if pivot not in vector:
                continue
            f, g = b[pivot], vector[pivot]
            vector = {k: f * vector.get(k, 0) - g * b.get(k, 0) for k in vector.keys() | b.keys()}
            vector = {k: v for k, v in vector.items() if v}
            content = 0
            for v in vector.values():
                content = gcd(content, v)
            if content > 1:
                vector = {k: v // content for k, v in vector.items()}
        return vector

    def add(self, row):
        vector = whole_numbers(self.rows[row])
        if len(self.basis) == len(self.columns) and self.columns.issuperset(vector):
            return
        rest = vector if self.columns.isdisjoint(vector) else self.reduce(vector)
        self.columns.update(vector)
        if rest:
            self.basis.append((min(rest), rest))

    def contains(self, row):
        vector = whole_numbers(self.rows[row])
        if len(self.basis) == len(self.columns):  # it is all there is on these columns
            return self.columns.issuperset(vector)
        return not self.reduce(vector)


class SpanByProducts:
    """The same of rows that are known by their products alone: product(i, k) = z_i·z_k. The basis is made orthogonal (Gram–Schmidt): b_k is z_k less its parts
    in the b before it, and what the span leaves out of a row has the squared length z·z − Σ (z·b_k)²/(b_k·b_k)."""

    def __init__(self, product):
        self.product, self.basis = product, []  # (row, its products with the b before its own, b·b)

    def left_out(self, row):
        """The products of the row with the b, and the squared length of what the span leaves out of it."""
        parts, square = [], self.product(row, row)
        for other, of_other, length in self.basis:
            part = self.product(row, other) - sum(p * q / b for p, q, (_, _, b) in zip(parts, of_other, self.basis))
            parts.append(part)
            square -= part * part / length
        return parts, square

    def add(self, row):
        parts, square = self.left_out(row)
        if square != 0:
            self.basis.append((row, parts, square))

    def contains(self, row):
        return self.left_out(row)[1] == 0


def prove_margin(cert, z, u):
    """Claim margin: for every u with all u·z_i > 0, (min u·z_i)²/‖u‖² ≤ γ*², and for λ > 0 with the sum 1, γ*² ≤ ‖Σ λ_i·z_i‖²."""
    low, high = cert["gamma2"]
    margins = [sum(u[j] * v for j, v in row.items() if j in u) for row in z]
    if min(margins) <= 0:
        raise Refused(f"u·z is not positive at row {margins.index(min(margins))}")
    if min(margins) ** 2 < low * sum(v * v for v in u.values()):
        raise Refused("the margin of u is below what γ*² is said to be at least")
    if sum(weight for _, weight in cert["lambda"]) != 1:
        raise Refused("the λ do not sum to 1")
    point = combination(cert["lambda"], z)
    if sum(v * v for v in point.values()) > high:
        raise Refused("Σ λ_i·z_i is longer than what γ* is said to be at most")
    return 0


def combination(support, z):
    """Σ λ_i z_i of rows that exist and λ > 0."""
    total = {}
    for row, weight in support:
        if row >= len(z):
            raise Refused(f"λ is about row {row}, and there are {len(z)}")
        if weight <= 0:
            raise Refused(f"λ is not positive at row {row}")
        for j, v in z[row].items():
            total[j] = total.get(j, 0) + weight * v
    return total


def refuse_conflict(support, z):
    """Raises Refused unless λ > 0 on rows that exist, and Σ λ_i z_i = 0."""
    total = combination(support, z)
    if any(total.values()):
        raise Refused("Σ λ_i·z_i is not 0")


def prove_errors(cert, z, u):
    """Raises Refused unless one hyperplane has `high` errors (u·z ≤ 0), and none has fewer than `low`."""
    low, high = cert["errors"]["low"], cert["errors"]["high"]
    if cert["lambda"]:
        raise Refused("λ has no place in a proof about errors")

    # 1. u errs on `high` rows.
    errors = sum(sum(u[j] * v for j, v in row.items() if j in u) <= 0 for row in z)
    if errors != high:
        raise Refused(f"u has {counted(errors, 'error')}, not {high}")

    # 2. Of the rows of a conflict at least one is an error of any hyperplane.
    for conflict in cert["conflicts"]:
        if not conflict:
            raise Refused("a conflict is empty")
        refuse_conflict(conflict, z)
    conflicts = [[row for row, _ in conflict] for conflict in cert["conflicts"]]

    # 3. So every hyperplane is at one of the leaves of the tree, and has `low` errors there. `todo` holds the states of the nodes to come:
    # rows that are errors (removed), and rows that are none (kept).
    todo = [(frozenset(), frozenset())]
    for node in cert["tree"]:
        if not todo:
            raise Refused("the tree has nodes that belong to no branch")
        removed, kept = todo.pop()
        for number, _ in node["conflicts"]:
            if removed.intersection(conflicts[number]):
                raise Refused("a conflict is used that has a removed row")
        branch = node["branch"]
        if branch:
            if len(node["conflicts"]) != 1:
                raise Refused("a branch is on one conflict")
            if sorted(branch) != [row for row in conflicts[node["conflicts"][0][0]] if row not in kept]:
                raise Refused("a branch is on the free rows of its conflict, each once")
            todo.extend((removed | {row}, kept.union(branch[:k])) for k, row in reversed(list(enumerate(branch))))
            continue
        load = {}
        for number, weight in node["conflicts"]:
            if weight < 0:
                raise Refused("a weight is negative")
            for row in conflicts[number]:
                load[row] = load.get(row, 0) + weight
        if any(amount > 1 for row, amount in load.items() if row not in kept):
            raise Refused("conflicts are packed with more than 1 on a row")
        least = len(removed) - (-sum(weight for _, weight in node["conflicts"]) // 1)  # rounded up: errors are whole
        if least < low:
            raise Refused(f"a leaf proves {counted(least, 'error')}, not {low}")
    if todo:
        raise Refused("the tree is cut off")

    verdict = "separable" if high == 0 else "inseparable" if low > 0 else "undecided"
    if verdict != cert["verdict"]:
        raise Refused(f"the numbers prove {verdict}, and the certificate says {cert['verdict']}")


# ---------------------------------------------------------------- kernels

PLACES, WORK = 128, 192  # binary places of interval arithmetic, and those at work


def exp_minus(t):
    """Whole numbers (low, high) with low ≤ e^−t·2^PLACES ≤ high, t ≥ 0: e^(t/2^m) by Taylor's series, squared m times, and the reciprocal of that."""
    if t >= PLACES:
        return 0, 1
    halvings = 1
    while t * 2 > 2 ** halvings:
        halvings += 1
    r = int(t * 2 ** WORK / 2 ** halvings)  # rounded down: t/2^m is between r and r + 1, at most 1/2
    low = high = term_low = term_high = 1 << WORK
    n = 0
    while term_high > 1:
        n += 1
        term_low = term_low * r // n >> WORK
        term_high = -(-term_high * (r + 1) // (n << WORK))
        low, high = low + term_low, high + term_high
    high += term_high  # what follows is at most the last term: each is at most half of the one before
    for _ in range(halvings):
        low, high = low * low >> WORK, -(-high * high >> WORK)
    return (1 << WORK + PLACES) // high, -(-(1 << WORK + PLACES) // low)


def ends(value):
    """A fraction as (low, high) in units of 2^−PLACES."""
    return (value.numerator << PLACES) // value.denominator, -(-(value.numerator << PLACES) // value.denominator)


def structure(kernel, x, z, bias):
    """Products K' of which rows are the same combinations of others as in the feature space (docs/proofs.md), B² included where it counts; K itself for poly."""
    if kernel["name"] == "poly":
        return (kernel["gamma"] * sum(v * z[j] for j, v in x.items() if j in z) + kernel["coef0"]) ** kernel["degree"] + bias ** 2
    return sum(v == z.get(j) for j, v in x.items()) + bias ** 2


def product_ends(kernel, x, z, bias):
    """K + B² as (low, high), fractions that are equal for poly and intersection, else whole numbers of units."""
    if kernel["name"] == "poly":
        return (structure(kernel, x, z, bias),) * 2
    if kernel["name"] == "intersection":
        return (sum(min(v, z[j]) for j, v in x.items() if j in z) + bias ** 2,) * 2
    low, high = ends(bias ** 2)
    if kernel["name"] == "chi2":
        of_kernel = ends(sum((2 * v * z[j] / (v + z[j]) for j, v in x.items() if j in z), Fraction(0)))
    else:
        away = [x.get(j, 0) - z.get(j, 0) for j in x.keys() | z.keys()]
        of_kernel = exp_minus(kernel["gamma"] * sum((d * d if kernel["name"] == "rbf" else abs(d) for d in away), Fraction(0)))
    return low + of_kernel[0], high + of_kernel[1]


def prove_kernel_margin(cert, rows):
    """As prove_margin, by products of rows, each between two ends; both ends are the same where the kernel is exact."""
    kernel, bias, cache = cert["kernel"], cert["bias_value"], {}
    unit = 1 if cert["arithmetic"] == "exact" else Fraction(1, 2 ** PLACES)

    def product(i, k):
        i, k = min(i, k), max(i, k)
        if (i, k) not in cache:
            low, high = product_ends(kernel, rows[i][1], rows[k][1], bias)
            cache[i, k] = (low, high) if rows[i][0] == rows[k][0] else (-high, -low)
        return cache[i, k]

    def combined(entries_of, i, end):
        """Σ a_k z_k·z_i, downward (0) or upward (1)."""
        return sum(a * product(i, k)[end if a > 0 else 1 - end] for k, a in entries_of)

    def square(entries_of):
        return sum(a * combined(entries_of, k, 1 if a > 0 else 0) for k, a in entries_of) * unit

    low, high = cert["gamma2"]
    margins = [combined(cert["u"], i, 0) for i in range(len(rows))]
    least = min(margins)
    if least <= 0:
        raise Refused(f"u·z is not proved to be positive at row {margins.index(least)}")
    if (least * unit) ** 2 < low * square(cert["u"]):
        raise Refused("the margin of u is below what γ*² is said to be at least")
    if sum(value for _, value in cert["lambda"]) != 1:
        raise Refused("the λ do not sum to 1")
    if any(weight <= 0 for _, weight in cert["lambda"]):
        raise Refused("λ is not positive")
    if square(cert["lambda"]) > high:
        raise Refused("Σ λ_i·z_i is longer than what γ* is said to be at most")
    return 0


def prove_with_kernel(cert, rows):
    """As prove. Rows become the vectors of their products with the rows C that the proof names: u·z_i = Σ a_k z_k·z_i, and Σ λ_i z_i = 0 iff all
    Σ λ_i z_i·z_k are 0 for the rows k of λ itself."""
    kernel, bias = cert["kernel"], cert["bias_value"]
    if kernel["name"] in ("intersection", "chi2") and any(v < 0 for _, x in rows for v in x.values()):
        raise Refused("a feature is below 0, and the kernel takes none")
    named = [row for conflict in cert.get("conflicts", []) for row, _ in conflict] + [row for row, _ in cert["u"] + cert["lambda"]]
    if any(row >= len(rows) for row in named):
        raise Refused("a row is named that there is not")
    if cert["claim"] == "margin":
        return prove_kernel_margin(cert, rows)
    if kernel["name"] in ("rbf", "laplace"):
        return prove_with_points(cert, rows)

    def product(i, k):
        return rows[i][0] * rows[k][0] * structure(kernel, rows[i][1], rows[k][1], bias)

    named = sorted(set(named))
    z = [{k: v for k in named if (v := product(i, k))} for i in range(len(rows))]
    return prove_vectors(cert, z, dict(cert["u"]), SpanByProducts(product))


def prove_with_points(cert, rows):
    """The same where the images of distinct points are independent: each point is a coordinate of its own, and z_i is y_i at that of its point."""
    points = {}
    z = [{points.setdefault(tuple(sorted(x.items())), len(points)): y} for y, x in rows]
    u = {}
    for row, value in cert["u"]:
        for point, y in z[row].items():
            u[point] = u.get(point, 0) + value * y
    return prove_vectors(cert, z, u, Span(z))


def prove(cert, rows):
    """Raises Refused unless the certificate's numbers prove its verdict; returns the number of overlapped rows (None: not claimed)."""
    bias = cert["bias_value"]
    if bias == 0 and cert["u_bias"] != 0:
        raise Refused("u has a bias coordinate and the data have none")
    # z_i = y_i·(x_i, B); the bias coordinate is place 0.
    z = [{**({0: y * bias} if bias else {}), **{j: y * v for j, v in x.items()}} for y, x in rows]
    u = dict(cert["u"])
    if cert["u_bias"]:
        u[0] = cert["u_bias"]
    if cert["claim"] == "margin":
        return prove_margin(cert, z, u)
    return prove_vectors(cert, z, u, Span(z))


def prove_vectors(cert, z, u, span):
    """The claims that need no lengths. span: that of no rows yet, for those that λ weighs."""
    support = cert["lambda"]
    if cert["claim"] == "errors":
        prove_errors(cert, z, u)
        return None

    # 1. λ > 0 on some rows, Σ λ_i z_i = 0.
    refuse_conflict(support, z)
    if cert["claim"] == "strict" and cert["verdict"] == "inseparable":
        if u:
            raise Refused("u has no place in a proof of inseparability")
        if not support:
            raise Refused("λ is empty")
        return None
    if cert["claim"] == "strict" and support:
        raise Refused("λ has no place in a proof of strict separability")

    # 2. u·z_i ≥ 0 for every row.
    zero = []
    for i, row in enumerate(z):
        margin = sum(u[j] * v for j, v in row.items() if j in u)
        if margin < 0:
            raise Refused(f"u·z is negative at row {i}")
        if margin == 0:
            zero.append(i)

    # 3. Every row with u·z_i = 0 lies in the span of the rows that λ weighs, so it is overlapped.
    if zero:
        for row, _ in support:
            span.add(row)
    for i in zero:
        if not span.contains(i):
            raise Refused(f"row {i} has u·z = 0 and is not spanned by the rows that λ weighs")

    verdict = "separable" if not zero else "overlapping" if len(zero) == len(z) else "quasi-separable"
    if verdict != cert["verdict"]:
        raise Refused(f"the numbers prove {verdict}, and the certificate says {cert['verdict']}")
    return len(zero)


def main(arguments):
    parser = argparse.ArgumentParser(description="Checks a certificate of novikoff against its data, exactly.")
    parser.add_argument("cert")
    parser.add_argument("data", nargs="+")
    parser.add_argument("--format", choices=["libsvm", "csv", "tsv"])
    parser.add_argument("--label", help="CSV: name of the label column")
    parser.add_argument("--label-column", type=int, default=0, help="CSV: its number, from 1")
    parser.add_argument("--no-header", action="store_true", help="CSV: the first line is a row")
    parser.add_argument("--delimiter", dest="separator", help="CSV: the character between cells")
    parser.add_argument("--ignore", default="", metavar="NAME[,NAME...]", help="CSV: columns that are neither label nor feature")
    parser.add_argument("--quiet", action="store_true")
    options = parser.parse_args(arguments)
    sys.set_int_max_str_digits(0) if hasattr(sys, "set_int_max_str_digits") else None
    try:
        cert = read_certificate(options.cert)
        source, options.index_base, options.names = cert["source"], cert["source"]["index_base"], cert["source"]["names"]
        if options.label is None and not options.label_column:
            options.label = source["label_name"] or None
            options.label_column = 0 if options.label else source["label_column"]
            options.no_header = options.no_header or bool(options.label_column)
        if not is_bias(cert["bias_value"], cert["numbers"]):
            raise Refused(f"no data have the bias value B = {cert['bias_value']}: {BIASES[cert['numbers']]}")
        rows = read_rows(options.data, options, cert)
        if len(rows) != cert["examples"]["rows"]:
            raise Refused(f"the data have {len(rows)} rows, and the certificate is about {cert['examples']['rows']}")
        if examples_sha256(rows, cert["numbers"]) != cert["examples"]["sha256"]:
            raise Refused("these are not the examples that the certificate is about: their SHA-256 is another")
        if cert["version"] == 1 and cert["u"] and cert["u"][-1][0] > options.n_features:
            raise Refused("u names a feature that the data do not have")
        overlapped = prove(cert, rows) if cert["version"] == 1 else prove_with_kernel(cert, rows)
    except Refused as refusal:
        if not options.quiet:
            print(f"refused: {refusal}")
        return 1
    except (Unreadable, OSError, ValueError, csv.Error, RecursionError) as error:
        print(f"check_certificate.py: {error}", file=sys.stderr)
        return 3
    if not options.quiet:
        errors = f"; the fewest errors are {cert['errors']['low']} to {cert['errors']['high']}" if cert["claim"] == "errors" else ""
        split = errors if overlapped is None else f"; {counted(len(rows) - overlapped, 'row')} {'is' if len(rows) - overlapped == 1 else 'are'} separated, {overlapped} overlapped"
        kernel = f", kernel {cert['kernel']['name']}, {cert['arithmetic']} arithmetic" if cert["version"] == 2 else ""
        print(f"proved: {cert['verdict']} ({len(rows)} rows, numbers {cert['numbers']}, B = {cert['bias_value']}{kernel}){split}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
