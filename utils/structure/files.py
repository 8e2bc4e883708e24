# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What every file must have, and what none may hold."""

import re

from .tree import FIXTURES, Finding

LICENSED = (".cpp", ".h", ".c", ".td", ".def", ".py", ".sh", ".cmake", ".in")
SPDX = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
# Assembled from pieces, so that this file does not find itself.
MACHINE = re.compile(r"(?<![\w.$}/*])/(?:root|home|work|tmp)/\w|/usr/lib/" r"llvm-\d")
MARKS = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b")
LIMIT_KB = 4096
CORPUS_MB = 40


def licensed(path):
    return path.endswith(LICENSED) or path.endswith("CMakeLists.txt") or path == ".ci/run"


def check(tree):
    total = 0
    for path in tree.paths:
        size = (tree.root / path).stat().st_size
        if path.startswith(FIXTURES):
            total += size
            continue
        if size > LIMIT_KB * 1024:
            yield Finding("file-size", path, 0, "", "%d KB, at most %d" % (size / 1024, LIMIT_KB))
        text = tree.text(path)
        if licensed(path) and SPDX not in "\n".join(text.splitlines()[:8]):
            yield Finding("license-line", path, 0, "", "no line " + SPDX)
        for number, line in enumerate(text.splitlines(), 1):
            if MACHINE.search(line):
                yield Finding("machine-path", path, number, line.strip(),
                              "a path of one machine: " + line.strip()[:60])
            if MARKS.search(line) and path != "LICENSE":
                yield Finding("marks", path, number, line.strip(), "an open end: " + line.strip()[:60])
    if total > CORPUS_MB << 20:
        yield Finding("file-size", ".", 0, "", "the fixtures take %d MB, at most %d"
                      % (total >> 20, CORPUS_MB))
