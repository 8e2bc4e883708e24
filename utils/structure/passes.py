# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every pass is documented, counts what it changes, has a RUN line, and a test file of its name."""

import pathlib
import re

from .tree import COMPILER, Finding

PASS = re.compile(r'^def\s+(\w+)\s*:\s*Pass<\s*"([^"]+)"[^{]*\{(.*?)^\}', re.M | re.S)


def kebab(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", name).lower()


def test_names(name, flag):
    """File names that count as this pass's own test."""
    short = re.sub(r"^kiln-", "", flag)
    names = {kebab(re.sub(r"Pass$", "", name)), short}
    names.add(short.split("-", 1)[-1])
    return names


def has_own_test(tests, name, flag):
    wanted = test_names(name, flag)
    folder = re.sub(r"^Convert|Pass$", "", name)
    return any(t.stem in wanted or t.parent.name == folder for t in tests)


def check(tree):
    tests = [pathlib.PurePath(p) for p in tree.under("test/", suffixes=(".mlir", ".test"))]
    runs = "\n".join(line for p in tests for line in tree.lines(str(p)) if "RUN:" in line)
    for path in tree.under(*COMPILER, suffixes=(".td",)):
        for match in PASS.finditer(tree.text(path)):
            name, flag, body = match.groups()
            line = tree.text(path).count("\n", 0, match.start()) + 1

            def finding(text):
                return Finding("passes", path, line, flag, flag + ": " + text)
            if not flag.startswith("kiln-"):
                yield finding("the name does not begin with kiln-")
            if "let summary" not in body:
                yield finding("no summary")
            if not re.search(r"let description\s*=\s*\[\{.*\S.*\}\]", body, re.S):
                yield finding("no description")
            if "let statistics" not in body and "-verify-" not in flag:
                yield finding("no statistics, and it is no verifier")
            if not re.search(re.escape(flag) + r"(?![-\w])", runs):
                yield finding("no RUN line uses it")
            if not has_own_test(tests, name, flag):
                yield finding("no test file is named after it (%s)"
                              % ", ".join(sorted(test_names(name, flag))))
