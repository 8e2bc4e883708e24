#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the tree to its rules: who includes whom, budgets, tests of passes and
error texts, dead test directives, licence lines. Prints a line per finding and
exits 1 where there is one.

    check-structure.py [--root DIR] [--only RULES]... [--exceptions FILE]
"""

import argparse
import pathlib
import sys

from structure import budgets, dependencies, directives, errors, examples, files, names, passes, rules
from structure.tree import Tree

RULES = {"dependencies": dependencies, "budgets": budgets, "passes": passes,
         "errors": errors, "examples": examples, "directives": directives, "files": files, "names": names,
         "rules": rules}


def read_exceptions(path):
    """(rule, file, subject) -> line number of the exceptions file."""
    found = {}
    if not path.exists():
        return found
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        entry, dashes, reason = line.partition(" -- ")
        words = entry.split(None, 2)
        if not dashes or not reason.strip() or len(words) < 2:
            sys.exit("%s:%d: not `<rule> <file> [<subject>] -- <reason>`" % (path, number))
        found[(words[0], words[1], words[2].strip() if len(words) > 2 else "")] = number
    return found


def main():
    parser = argparse.ArgumentParser()
    here = pathlib.Path(__file__).resolve().parent
    parser.add_argument("--root", type=pathlib.Path, default=here.parent)
    parser.add_argument("--exceptions", type=pathlib.Path)
    parser.add_argument("--only", action="append", choices=sorted(RULES))
    options = parser.parse_args()
    listed = options.exceptions or options.root / "utils" / "structure-exceptions.txt"

    tree = Tree(options.root)
    exceptions, used, bad = read_exceptions(listed), set(), 0
    for name in options.only or RULES:
        for finding in RULES[name].check(tree):
            keys = {(finding.rule, finding.path, finding.subject),
                    (finding.rule, finding.path, "")} & set(exceptions)
            used |= keys
            if not keys:
                bad += 1
                print("%s:%d: %s: %s" % (finding.path, finding.line, finding.rule, finding.text))
    if not options.only:
        for key in sorted(set(exceptions) - used):
            bad += 1
            print("%s:%d: exceptions: nothing needs this any more" % (listed.name, exceptions[key]))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
