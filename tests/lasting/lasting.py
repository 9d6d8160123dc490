"""What the tests of lasting runs share: made data, cases, the program under the shim."""
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
import unittest

NOVIKOFF, SHIM = (os.path.abspath(path) for path in sys.argv[1:3])
del sys.argv[1:3]

# Where it is there, a file system in memory: what the kernel has is not lost when a process is killed.
FOLDER = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None

KEEPS = ["auto", "last", "averaged", "voted", "pocket", "pocket-every"]
RULES = ["", "--tie plus --eta 0.1", "--rule margin --tau 2.5 --bias 0.5"]
LIMITS = {"cyclic": "--passes 3", "shuffled": "--passes 3", "random": "--max-seen 40", "restart": "--max-seen 300", "worst": "--max-seen 40", "online": ""}
CASES = [f"--order {order} --keep {keep} {rule} {limit}".split() for order, limit in LIMITS.items() for keep in KEEPS for rule in RULES]


def rows(count=60, width=4):
    """LIBSVM text of overlapping classes, the same everywhere."""
    state, lines = 1, []

    def below(n):
        nonlocal state
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (state >> 33) % n

    for _ in range(count):
        values = [below(2001) - 1000 for _ in range(width)]
        positive = (values[0] + values[1] > 100) != (below(6) == 0)
        lines.append(("+1" if positive else "-1") + "".join(f" {j + 1}:{value / 1000}" for j, value in enumerate(values) if below(4)))
    return "\n".join(lines) + "\n"


def learned(path):
    """The bytes of a model file's member "learned" as they stand."""
    with open(path, "rb") as model:
        return re.search(rb'\n  "learned": (\{\n.*?\n  \}),\n  "source"', model.read(), re.DOTALL).group(1)


def content(path):
    if not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        return file.read()


class Lasting(unittest.TestCase):
    """Each test has an empty folder, in which the program runs."""

    def setUp(self):
        self.keep = tempfile.TemporaryDirectory(dir=FOLDER)
        self.addCleanup(self.keep.cleanup)
        self.folder = self.keep.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="ascii") as out:
            out.write(text)

    def new_folder(self):
        return tempfile.TemporaryDirectory(dir=self.folder)


def command(*words, shim=None, cwd, stdin=None):
    """Runs the program in `cwd`; `shim` says what happens to it. Gives the process that ended."""
    environment = dict(os.environ)
    if shim:
        environment.update(SHIM=shim, SHIM_LOG=os.path.join(cwd, "log"), LD_PRELOAD=SHIM)
    return subprocess.run([NOVIKOFF, *words], cwd=cwd, env=environment, input=stdin, capture_output=True, timeout=120, check=False)


def log(cwd):
    """What the shim logged, and forgets it: [call, path], or None if nothing happened."""
    path = os.path.join(cwd, "log")
    text = content(path)
    if text is None:
        return None
    os.unlink(path)
    return text.decode().split("\n")[0].split(" ", 1)


def count_calls(*words, cwd, stdin=None):
    """Runs to the end; how many calls the shim counted."""
    done = command(*words, shim="count", cwd=cwd, stdin=stdin)
    assert done.returncode == 0, done.stderr
    return int(log(cwd)[1])


def in_parallel(function, arguments):
    """function(*a) for each a, two at a time; raises what one of them raised."""
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return [future.result() for future in [pool.submit(function, *argument) for argument in arguments]]
