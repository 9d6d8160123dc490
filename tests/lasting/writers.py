"""The commands that write files, and what they leave."""
import os
import re
import shutil

from lasting import Lasting, command, content, rows

OLD = b"what stood here before\n"


class Writer:
    """A command line, the files it writes, and those among them that are written several times."""

    def __init__(self, words, files, again=()):
        self.words, self.files, self.again = words.split(), files, again


WRITERS = [
    Writer("train small -q -o model", ["model"]),
    Writer("train small -q --order shuffled --keep pocket --passes 2 -o model --checkpoint run --every 9updates", ["model", "run"], ["run"]),
    Writer("train long -q --order online -o model --checkpoint run --every 900updates", ["model", "run"], ["run"]),
    Writer("train small -q --resume begun -o model --checkpoint run --every 15updates", ["model", "run"], ["run"]),
    Writer("predict old.model long --scores -o answers", ["answers"]),
    Writer("online small -q --model-in stream.model --model-out model -o answers", ["model", "answers"]),
    Writer("convert long --to csv -o table", ["table"]),
    Writer("convert long -o cache.nvk", ["cache.nvk"]),
    Writer("certify small -q -o cert", ["cert"]),
]

# These write to standard output alone.
PRINTERS = [
    "train small", "train small --json", "predict old.model long --scores", "predict old.model small", "evaluate old.model small",
    "evaluate old.model small --json", "inspect old.model", "inspect old.model --json", "inspect @and", "convert long", "online small -q", "demo",
    "certify small", "certify small --json", "check small.cert small", "inspect small.cert",
    "train --help", "--version",
]


class Writing(Lasting):
    """Has the data and models that the commands read."""

    def setUp(self):
        super().setUp()
        self.write("small", rows(40))
        self.write("long", rows(6000))
        for words in ("train small -q -o old.model", "certify small -q -o small.cert", "online small -q --model-out stream.model",
                      "train small -q --passes 5 --max-seen 50 -o unused --checkpoint begun"):
            self.assertEqual(command(*words.split(), cwd=self.folder).returncode, 0)
        os.unlink(self.path("unused"))
        self.given = set(os.listdir(self.folder))

    def undisturbed(self, writer):
        """The bytes of each file that the command writes."""
        done = command(*writer.words, cwd=self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, b""), writer.words)
        result = {name: content(self.path(name)) for name in writer.files}
        self.clear(writer)
        return result

    def clear(self, writer, old=None):
        """Takes away whatever a run left, and puts files in its place if `old` is given."""
        for name in set(os.listdir(self.folder)) - self.given:
            os.unlink(self.path(name))
        for name in writer.files:
            if old is not None:
                with open(self.path(name), "wb") as out:
                    out.write(old)

    def check_whole(self, name, old, new, writer, what):
        """The file is the old one, or all of the new one, or one that was all there in between."""
        found = content(self.path(name))
        if found in (old, new[name]):
            return
        self.assertIn(name, writer.again, what)
        self.assertIsNotNone(found, what)
        self.assertEqual(command("inspect", name, "-q", cwd=self.folder).returncode, 0, what)
        shutil.copy(self.path(name), self.path("copy"))
        done = command("train", writer.words[1], "--resume", "copy", "-q", "-o", "copy", cwd=self.folder)
        self.assertEqual(done.returncode, 0, (what, done.stderr))
        bare = [re.sub(rb'\n    "examples".*', b"", whole, flags=re.DOTALL) for whole in (content(self.path("copy")), new["model"])]
        self.assertEqual(bare[0], bare[1], what)
        os.unlink(self.path("copy"))
