# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the names of PTX's instructions with their modifiers as a dictionary
of libFuzzer: the first and the last choice of each.

usage: make-ptx-dictionary.py Instructions.def OUTPUT
"""
import re
import sys


def spell(name, modifiers, choice):
    parts = [part.rstrip("?").split("|")[choice] for part in modifiers.split()]
    return ".".join([name] + [part.replace("*", "8") for part in parts if part])


rows = re.findall(r'^KILN_PTX\("(\w+)", "([^"]*)"', open(sys.argv[1]).read(), re.M)
words = {spell(name, modifiers, choice) for name, modifiers in rows for choice in (0, -1)}
words |= {".reg", ".pred", ".b32", ".b64", ".shared", ".global", ".local", ".param", ".align", ".extern", ".visible",
          ".entry", ".func", ".maxntid", "%tid.x", "%ctaid.x", "%laneid", "@%p1", "%p1", "%r1", "%rd1", "%f1", "0f3f800000"}
with open(sys.argv[2], "w") as output:
    output.writelines('"%s"\n' % word for word in sorted(words))
