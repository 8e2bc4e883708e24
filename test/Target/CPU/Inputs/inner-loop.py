# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the innermost loops of x86 assembly that have an instruction, each below the label of its function.

usage: inner-loop.py INSTRUCTION < ASSEMBLY
INSTRUCTION is a regular expression. A loop reaches from its label to the last jump back to it; a line
`loop of N:` before it says how many of its lines match. A count of FileCheck ends the search for what must
not be there at its first match: lines of loops have none, so nothing between them escapes.
"""
import re
import sys


def main():
    wanted = re.compile(sys.argv[1])
    lines = sys.stdin.read().splitlines()
    functions, labels, ends = {}, {}, {}
    for at, line in enumerate(lines):
        if label := re.match(r"([.\w]+):", line):
            labels[label[1]] = at
            if not label[1].startswith("."):
                functions[at] = line
        elif (jump := re.match(r"\s+j\w+\s+([.\w]+)", line)) and jump[1] in labels:
            ends[labels[jump[1]]] = at
    counts = {}
    for begin, end in ends.items():
        if count := sum(bool(wanted.search(line)) for line in lines[begin:end + 1]):
            counts[begin] = count
    for at in sorted(functions.keys() | counts.keys()):
        if at in functions:
            print(functions[at])
        elif not any(at < inner and ends[inner] <= ends[at] for inner in counts):
            print("loop of %d:" % counts[at])
            print("\n".join(lines[at:ends[at] + 1]))


main()
