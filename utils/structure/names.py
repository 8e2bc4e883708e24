# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names of overloads and of their arguments are spelt as in the schema table.

An overload in a string of the compiler's code must be in the table. An argument
that a decomposition asks its call for must be one of some overload whose rule
reaches that function.
"""

import re

from .tree import Finding

TABLE = "lib/Dialect/Aten/IR/Schemas.inc"
RULES = "lib/Dialect/Aten/Decompositions/"
OVERLOAD = re.compile(r'"(aten\.\w+\.\w+)"')
# A function of a call, over several lines or in one.
FUNCTION = re.compile(r"^static [\w:<>&* ]+?\b(\w+)\(([^;{}]*)\) \{(\n.*?\n\}|[^\n]*\})$", re.S | re.M)
CALL = re.compile(r"\bCall &(\w+)")
RULE = re.compile(r'\{"(aten\.\w+\.\w+)",\s*(\w+)(?:<[^{}]*>)?\}')


def schemas(tree):
    """Overload -> names of its arguments."""
    found = {}
    for line in tree.lines(TABLE):
        match = re.match(r'KILN_ATEN_SCHEMA\("(\w+)::([\w.]+)\((.*?)\) ?->', line)
        if match:
            space, name, arguments = match.groups()
            name = name if "." in name else name + ".default"
            found["%s.%s" % (space, name)] = set(re.findall(r"(\w+)(?:=[^,]*)?(?:,|$)", arguments))
    return found


class Function:
    """Which arguments it asks for, and which functions it hands the call to."""

    def __init__(self, line, call, body):
        self.line = line
        asked = r"\b%s(?:\.\w+)*\(\s*\"(\w+)\"" % call
        handed = r"\b(\w+)(?:<[^()]*>)?\(\s*%s\b" % call
        self.arguments = set(re.findall(asked, body))
        self.callees = set(re.findall(handed, body))


def functions(text):
    found = {}
    for match in FUNCTION.finditer(text):
        call = CALL.search(match.group(2))
        if call:
            line = text.count("\n", 0, match.start()) + 1
            found[match.group(1)] = Function(line, call.group(1), match.group(3))
    return found


def reached(name, known):
    seen, todo = set(), [name]
    while todo:
        name = todo.pop()
        if name in known and name not in seen:
            seen.add(name)
            todo.extend(known[name].callees)
    return seen


def check_arguments(tree, path, table):
    text = tree.text(path)
    known, allowed = functions(text), {}
    for overload, function in RULE.findall(text):
        for name in reached(function, known):
            allowed.setdefault(name, set()).update(table.get(overload, ()))
    for name, arguments in allowed.items():
        for argument in sorted(known[name].arguments - arguments):
            yield Finding("names", path, known[name].line, argument,
                          "%s: no overload that it serves has an argument \"%s\"" % (name, argument))


def check(tree):
    if TABLE not in tree.paths:
        return
    table = schemas(tree)
    for path in tree.under("lib/", "include/", suffixes=(".cpp", ".h", ".inc")):
        for number, line in enumerate(tree.lines(path), 1):
            for name in OVERLOAD.findall(line):
                if name not in table:
                    yield Finding("names", path, number, name, "no overload is named %s" % name)
        if path.startswith(RULES):
            yield from check_arguments(tree, path, table)
