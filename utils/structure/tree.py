# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The files of a checkout, and what the rules report."""

import collections
import functools
import pathlib
import re
import subprocess

# A finding: the rule's name, the file (relative), a line or 0, what a listed
# exception must name besides the file (or ""), and the text.
Finding = collections.namedtuple("Finding", "rule path line subject text")

SOURCES = (".cpp", ".h", ".c", ".td", ".def", ".inc")
FIXTURES = ("integration_test/fixtures/", "examples/digits/")


class Tree:
    """A checkout: its tracked and new files, not those that git ignores."""

    def __init__(self, root):
        self.root = pathlib.Path(root).resolve()
        self.paths = sorted(self._list())

    def _list(self):
        command = ["git", "-C", str(self.root), "ls-files", "-co",
                   "--exclude-standard", "."]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode == 0 and done.stdout:
            names = done.stdout.splitlines()
        else:  # an archive of the sources, without git
            names = [str(p.relative_to(self.root)) for p in self.root.rglob("*")
                     if not re.match(r"build[^/]*/|\.git/", str(p.relative_to(self.root)))]
        return [n for n in names if (self.root / n).is_file()]

    @functools.lru_cache(maxsize=None)
    def text(self, path):
        """The file as text; "" for a binary file."""
        data = (self.root / path).read_bytes()
        if b"\0" in data[:4096]:
            return ""
        return data.decode("utf-8", "replace")

    def lines(self, path):
        return self.text(path).splitlines()

    def generated(self, path):
        """Made by a script: the budgets of hand-written code do not apply."""
        return re.search(r"(?i)\b(?:generated|made|written) by `?utils/",
                         self.text(path)[:600]) is not None

    def under(self, *folders, suffixes=None):
        """Paths below the folders ("" is the root), of some suffixes."""
        for path in self.paths:
            if any(path.startswith(f) for f in folders):
                if suffixes is None or path.endswith(tuple(suffixes)):
                    if "/Inputs/" not in path:
                        yield path

    def code(self, *folders):
        """Hand-written C++ and TableGen below the folders."""
        for path in self.under(*folders, suffixes=SOURCES):
            beside = path.startswith(TESTS) and folders == CODE
            if not self.generated(path) and not beside:
                yield path


COMPILER = ("include/", "lib/", "tools/")
CODE = COMPILER + ("runtime/include/", "runtime/src/", "runtime/drivers/",
                   "runtime/tools/")
TESTS = ("test/", "fuzz/", "unittests/", "runtime/test/",
         "runtime/drivers/cuda-emulator/test/", "integration_test/")
