# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sizes of files and functions, and what libraries must not contain."""

import ast
import re

from . import cpp
from .tree import CODE, TESTS, Finding

FILE_LINES = {".cpp": 1000, ".h": 400, ".td": 600}
OPS_PER_TD, LIT_LINES = 40, 500
FUNCTION_LINES, SHORT_FUNCTION_LINES = 120, 60
MEDIAN_CPP, P95_CPP, P95_FUNCTION, TEST_RATIO = 200, 700, 60, 0.7
# Words that code must not hold, where, and why.
FORBIDDEN = [
    (r"\bcl::(opt|list|bits)\b", ("lib/", "include/"), (".cpp", ".h"),
     "options travel in structs, not in cl::opt"),
    (r"\b(secure_)?getenv\b", ("lib/", "include/", "runtime/src/"), (".cpp", ".h"),
     "libraries do not read the environment"),
    (r"\breport_fatal_error\b", ("lib/", "include/"), (".cpp", ".h"),
     "a library never ends the process"),
    (r"^[ \t]*using namespace\b", ("include/", "runtime/include/"), (".h",),
     "no using-directive in a header"),
]


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0


def file_sizes(tree):
    for path in tree.code(*CODE):
        limit = FILE_LINES.get(path[path.rfind("."):])
        lines = len(tree.lines(path))
        if limit and lines > limit:
            yield Finding("file-lines", path, 0, "", "%d lines, at most %d" % (lines, limit))
        if path.endswith(".td"):
            ops = len(re.findall(r"^def\s+\w+\s*:\s*\w*Op\w*<", tree.text(path), re.M))
            if ops > OPS_PER_TD:
                yield Finding("td-ops", path, 0, "", "%d ops, at most %d" % (ops, OPS_PER_TD))
    for path in tree.under("test/", suffixes=(".mlir", ".test")):
        lines = len(tree.lines(path))
        if lines > LIT_LINES and not tree.generated(path):
            yield Finding("lit-lines", path, 0, "", "%d lines, at most %d" % (lines, LIT_LINES))
    yield from quantiles("cpp-quantiles", [
        len(tree.lines(p)) for p in tree.code(*CODE) if p.endswith(".cpp")])


def quantiles(rule, lengths):
    median, p95 = percentile(lengths, 0.5), percentile(lengths, 0.95)
    if median > MEDIAN_CPP or p95 > P95_CPP:
        yield Finding(rule, ".", 0, "", "median %d and p95 %d lines, at most %d and %d"
                      % (median, p95, MEDIAN_CPP, P95_CPP))


def short_by_rule(path, name):
    return name.endswith("matchAndRewrite") or (name == "main" and "tools/" in path)


def function_sizes(tree):
    lengths = []
    for path in tree.code(*CODE):
        if not path.endswith((".cpp", ".h", ".c")):
            continue
        for name, line, length in cpp.functions(tree.text(path)):
            lengths.append(length)
            limit = SHORT_FUNCTION_LINES if short_by_rule(path, name) else FUNCTION_LINES
            if length > limit:
                yield Finding("function-lines", path, line, name,
                              "%s has %d lines, at most %d" % (name, length, limit))
    if percentile(lengths, 0.95) > P95_FUNCTION:
        yield Finding("function-quantiles", ".", 0, "", "p95 of functions is %d lines, at most %d"
                      % (percentile(lengths, 0.95), P95_FUNCTION))
    for path in tree.under("utils/", suffixes=(".py",)):
        for node in ast.walk(ast.parse(tree.text(path))):
            if isinstance(node, ast.FunctionDef):
                length = node.end_lineno - node.lineno + 1
                if length > SHORT_FUNCTION_LINES:
                    yield Finding("function-lines", path, node.lineno, node.name,
                                  "%s has %d lines, at most %d"
                                  % (node.name, length, SHORT_FUNCTION_LINES))


def forbidden_words(tree):
    for pattern, folders, suffixes, reason in FORBIDDEN:
        for path in tree.under(*folders, suffixes=suffixes):
            for match in re.finditer(pattern, cpp.blank(tree.text(path)), re.M):
                line = tree.text(path).count("\n", 0, match.start()) + 1
                yield Finding("forbidden", path, line, match.group(0).strip(), reason)


def test_share(tree):
    code = sum(len(tree.lines(p)) for p in tree.code(*CODE))
    tests = sum(len(tree.lines(p)) for p in tree.under(
        *TESTS, suffixes=(".mlir", ".test", ".cpp", ".h", ".py")))
    if code and tests < TEST_RATIO * code:
        yield Finding("test-share", ".", 0, "", "%d lines of tests for %d of code, at least %.1f of it"
                      % (tests, code, TEST_RATIO))


def check(tree):
    yield from file_sizes(tree)
    yield from function_sizes(tree)
    yield from forbidden_words(tree)
    yield from test_share(tree)
