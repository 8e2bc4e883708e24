# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every op of a dialect has an example, and a test parses it.

The example in the op's description, a fenced block or `…` after "Example:", must
occur in a lit file of the dialect (test/Dialect/<X>), which kiln-opt reads. White
space and comments do not count.
"""

import re

from .tree import Finding

OP = re.compile(r"^def (\w+Op)\s*:\s*([^{]*)\{(.*?)^\}", re.S | re.M)
DESCRIPTION = re.compile(r'let description = (?:\[\{(.*?)\}\]|"((?:[^"\\]|\\.)*)")', re.S)


def squeeze(text):
    return re.sub(r"\s+", " ", re.sub(r"^\s*//.*$", "", text, flags=re.M)).strip()


def examples(body):
    found = DESCRIPTION.search(body)
    if not found:
        return []
    text = found.group(1) or (found.group(2) or "").replace('\\"', '"')
    fenced = re.findall(r"```mlir\n(.*?)```", text, re.S)
    _, _, after = text.partition("Example:")
    return [squeeze(e) for e in fenced or re.findall(r"`([^`]+)`", after)]


def check(tree):
    for path in tree.under("include/kiln/Dialect/", suffixes=(".td",)):
        dialect = path.split("/")[3]
        tests = " ".join(squeeze(tree.text(p)) for p in
                         tree.under("test/Dialect/%s/" % dialect, suffixes=(".mlir",)))
        text = tree.text(path)
        for op in OP.finditer(text):
            line = text.count("\n", 0, op.start()) + 1
            shown = examples(op.group(3))
            if not shown:
                yield Finding("examples", path, line, op.group(1), "%s: no example" % op.group(1))
            for example in shown:
                if example not in tests:
                    yield Finding("examples", path, line, op.group(1),
                                  "%s: no test of the dialect parses \"%s\"" % (op.group(1), example))
