# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every error text of the code occurs in a test.

Of each text the longest literal piece counts: what stands between the values
that are put in. A test shows it in an expected-error, a CHECK line or a string.
"""

import re

from . import cpp
from .tree import CODE, TESTS, Finding

CALLS = ("emitError", "emitOpError", "makeError", "inputError", "complain",
         "fail", "error")
SHORTEST = 6  # letters; a shorter piece would be found anywhere


def squeeze(text):
    """White space and escapes do not count."""
    return re.sub(r"\s+", " ", text.replace('\\"', '"')).strip()


def corpus(tree):
    """All tests as one text; a string broken over C++ lines is one again."""
    parts = []
    for path in tree.paths:
        if path.startswith(TESTS) and not re.search(r"\.(npz|pt2|kiln|mlirbc)$", path):
            text = tree.text(path)
            if path.endswith((".cpp", ".h")):
                text = re.sub(r'"\s*\n\s*"', "", text)
            parts.append(squeeze(text))
    return "\n".join(parts)


def piece_of(call):
    """The longest literal piece of a call, or "" where there is none."""
    pieces = [squeeze(p) for p in cpp.literals(call)]
    return max(pieces, key=len, default="")


def check(tree):
    tests = corpus(tree)
    for path in tree.code(*CODE):
        if not path.endswith((".cpp", ".h")):
            continue
        for line, call in cpp.calls(tree.text(path), CALLS):
            piece = piece_of(call)
            letters = len(re.findall(r"[A-Za-z]", piece))
            if letters >= SHORTEST and piece not in tests:
                yield Finding("error-texts", path, line, piece,
                              "no test shows the error \"%s\"" % piece)
