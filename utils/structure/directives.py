# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Directives in tests that look alive and are dead: misspelled, without a
colon, or of a prefix that no RUN line uses."""

import difflib
import re

from .tree import Finding

WORDS = {"RUN", "REQUIRES", "UNSUPPORTED", "XFAIL", "ALLOW_RETRIES", "DEFINE",
         "REDEFINE", "END", "COM"}
SUFFIX = re.compile(r"-(NEXT|SAME|LABEL|NOT|DAG|EMPTY|COUNT-\d+)$")
LINE = re.compile(r"^\s*(?://|#|;)?\s*([A-Z][A-Z0-9_]+(?:-[A-Z0-9_]+)*)(?:\{LITERAL\})?(\s*)(:?)")
MARKS = ("error", "warning", "remark", "note")


def prefixes(text):
    """The check prefixes of the RUN lines."""
    runs = " ".join(re.findall(r"RUN:(.*)", text))
    if "FileCheck" not in text:
        return set()
    # A macro may end on --check-prefix.
    found = set(re.findall(r"%\{\w+\}=([A-Z][A-Z0-9_-]*)", runs))
    for call in re.findall(r"FileCheck([^|]*)", runs):
        if "%s" not in call:  # checks another file
            continue
        named = re.findall(r"--?check-prefix(?:es)?[= ]([\w,-]+)", call)
        found |= set(",".join(named).split(",")) if named else {"CHECK"}
    return found


def split(word):
    """A directive's prefix, without -NEXT and its like."""
    return SUFFIX.sub("", word)


def line_problem(line, known):
    match = LINE.match(line)
    if not match:
        return None
    word, space, colon = match.groups()
    prefix = split(word)
    if prefix in known:
        if colon and not space:
            return None
        # A word in prose is lower case; a bare directive stands alone.
        return "%s has no colon" % word if SUFFIX.search(word) or space and colon else None
    if not colon:
        return None
    close = difflib.get_close_matches(prefix, sorted(known - WORDS), 1, 0.7)
    if close:
        return "%s: no RUN line uses this prefix (%s?)" % (word, close[0])
    return "%s: no RUN line uses this prefix" % word if SUFFIX.search(word) else None


def check(tree):
    for path in tree.under("test/", "integration_test/", "examples/",
                           suffixes=(".mlir", ".test")):
        text = tree.text(path)
        if "RUN:" not in text:
            yield Finding("directives", path, 0, "", "no RUN line")
        used = prefixes(text)
        for number, line in enumerate(text.splitlines(), 1):
            problem = line_problem(line, used | WORDS)
            if problem:
                yield Finding("directives", path, number, line.strip(), problem)
            for mark in re.findall(r"\bexpected-([a-z]+)", line):
                if mark not in MARKS and "//" in line:
                    yield Finding("directives", path, number, mark,
                                  "expected-%s is not a directive" % mark)
        for prefix in sorted(used):
            if not re.search(r"(?m)(^|\W)%s(-[A-Z0-9-]+)?(\{LITERAL\})?:" % re.escape(prefix), text):
                yield Finding("directives", path, 0, prefix, "no line uses prefix " + prefix)
