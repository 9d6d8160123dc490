"""Data sets made by a small generator of our own, the same on every machine: no library's random numbers, no library's printing."""


class Lcg:
    """Knuth's 64-bit linear congruential generator; the upper half of the state is used."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n

    def decimal(self, digits=3, exponent=0):
        """A signed decimal as text, never zero."""
        sign = "-" if self.below(2) else ""
        text = str(1 + self.below(9)) + "." + "".join(str(self.below(10)) for _ in range(digits))
        return f"{sign}{text}" + (f"e{exponent}" if exponent else "")


def row(label, features):
    return " ".join([label] + [f"{index}:{value}" for index, value in features]) + "\n"


def planted(rng, features, flip):
    """A label by the sign of the sum of the first two values; one in `flip` the other way round (0: none)."""
    positive = sum(float(value) for _, value in features[:2]) > 0
    if flip and rng.below(flip) == 0:
        positive = not positive
    return "+1" if positive else "-1"


def dense(rows, width, flip, digits=3):
    rng = Lcg(1)
    result = ""
    for _ in range(rows):
        features = [(j + 1, rng.decimal(digits)) for j in range(width)]
        result += row(planted(rng, features, flip), features)
    return result


def sparse(rows, width, flip):
    rng = Lcg(2)
    result = ""
    for _ in range(rows):
        indices = sorted({1 + rng.below(40) for _ in range(3)} | {1 + rng.below(width) for _ in range(rng.below(20))})
        features = [(j, rng.decimal()) for j in indices]
        result += row(planted(rng, features, flip), features)
    return result


def every_length():
    """Dense and sparse rows of 0 to 40 values: every remainder of every loop, both labels."""
    rng = Lcg(3)
    result = ""
    for size in range(41):
        for stride in (1, 5):
            features = [(1 + j * stride, rng.decimal(16)) for j in range(size)]
            result += row("+1" if rng.below(2) else "-1", features)
    return result


def ties():
    """Small whole numbers: scores of exactly 0 come often."""
    rng = Lcg(4)
    return "".join(row("+1" if rng.below(2) else "-1", [(j + 1, v - 1) for j in range(4) if (v := rng.below(3)) != 1]) for _ in range(40))


def magnitudes():
    """Values from 1e-160 to 1e150 in one row: products beyond the range of doubles."""
    rng = Lcg(5)
    result = ""
    for _ in range(24):
        features = [(j + 1, rng.decimal(5, exponent)) for j, exponent in enumerate((150, 3, -3, -150, -160))]
        result += row("+1" if rng.below(2) else "-1", features)
    return result


def as_csv(libsvm, width):
    """The same dense rows as CSV, the label last."""
    lines = [",".join([f"f{j + 1}" for j in range(width)] + ["label"])]
    for line in libsvm.splitlines():
        label, *features = line.split(" ")
        lines.append(",".join([feature.split(":")[1] for feature in features] + [label]))
    return "\n".join(lines) + "\n"


def write_all(folder):
    """Writes the sets below `folder`; the paths by name."""
    sets = {
        "dense": dense(120, 12, 0),
        "noisy": dense(90, 9, 8, digits=15),
        "sparse": sparse(150, 5000, 10),
        "lengths": every_length(),
        "ties": ties(),
        "magnitudes": magnitudes(),
    }
    paths = {}
    for name, text in sets.items():
        paths[name] = folder / f"{name}.svm"
        paths[name].write_text(text, encoding="ascii")
    paths["dense_csv"] = folder / "dense.csv"
    paths["dense_csv"].write_text(as_csv(sets["dense"], 12), encoding="ascii")
    return paths
