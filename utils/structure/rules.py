# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every decomposition that is a rule is in a test: a text names its overload."""

import re

from .tree import Finding

# A row of a table of rules, a function or a lambda: {"aten.silu.default", silu}.
ROW = re.compile(r'\{\s*"(\w+\.\w+\.\w+)"\s*,\s*[\w[]')


def check(tree):
    texts = "\n".join(tree.text(path) for path in tree.under("test/", suffixes=(".mlir", ".test")))
    tested = set(re.findall(r"\b\w+\.\w+\.\w+\b", texts))
    for path in tree.under("lib/Dialect/Aten/Decompositions/", suffixes=(".cpp",)):
        text = tree.text(path)
        for row in ROW.finditer(text):
            if row.group(1) not in tested:
                yield Finding("rules", path, text.count("\n", 0, row.start()) + 1, row.group(1),
                              "no test has %s" % row.group(1))
