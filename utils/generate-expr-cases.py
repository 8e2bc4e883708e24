#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the table of expressions that the compiler's and the runtime's
evaluators are both tested with (runtime/test/Expressions.txt).

    generate-expr-cases.py OUTPUT

A line is an expression, the values of its symbols, and the result, which is
computed here by Python's own arithmetic: `int 3`, `float 0x1.8p+0`, `bool 1`, or
`error` and its kind. Of expressions of several operations whose evaluation
fails the kind is left out, since normal forms change the order of operations.
Torch, where it is installed, must agree on FloorDiv and Mod.
"""

import math
import random
import sys

MIN, MAX = -(1 << 63), (1 << 63) - 1
INTS = [MIN, -8, -7, -1, 0, 1, 2, 3, 63, 64, MAX]
FLOATS = [-1e300, -7.5, -2.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.5, 1e19]


class Failure(Exception):
    """Why an expression has no value."""


def fail(kind):
    raise Failure(kind)


def fit(number):
    """An int that 64 bits hold."""
    return number if MIN <= number <= MAX else fail("overflow")


def power(a, b):
    if b < 0:
        fail("negative exponent")
    if abs(a) > 1 and b > 64:
        fail("overflow")
    return fit(a ** (b if abs(a) > 1 else 2 + b % 2 if b else 0))


def shift_left(a, b):
    return fit(a << b) if 0 <= b <= 63 else fail("shift")


def shift_right(a, b):
    return a >> min(b, 64) if b >= 0 else fail("shift")


def divide(a, b):
    return a / b if b else fail("division by zero")


def to_int(number):
    if math.isnan(number) or math.isinf(number):
        fail("no integer value")
    return int(number) if MIN <= number <= MAX and number < 2.0 ** 63 else fail("no integer value")


def exp(a):
    try:
        return math.exp(a)
    except OverflowError:
        return math.inf


ZERO = "division by zero"
# name: (sorts of the arguments, sort of the result, meaning)
FUNCTIONS = {
    "FloorDiv": ("ii", "i", lambda a, b: fit(a // b) if b else fail(ZERO)),
    "CeilDiv": ("ii", "i", lambda a, b: fit(-(-a // b)) if b else fail(ZERO)),
    "Mod": ("ii", "i", lambda a, b: a % b if b else fail(ZERO)),
    "Pow": ("ii", "i", power),
    "Max": ("ii", "i", max),
    "Min": ("ii", "i", min),
    "BitAnd": ("ii", "i", lambda a, b: a & b),
    "BitOr": ("ii", "i", lambda a, b: a | b),
    "BitXor": ("ii", "i", lambda a, b: a ^ b),
    "LShift": ("ii", "i", shift_left),
    "RShift": ("ii", "i", shift_right),
    "+": ("ii", "i", lambda a, b: fit(a + b)),
    "-": ("ii", "i", lambda a, b: fit(a - b)),
    "*": ("ii", "i", lambda a, b: fit(a * b)),
    "Abs": ("i", "i", lambda a: fit(abs(a))),
    "Eq": ("ii", "b", lambda a, b: a == b),
    "Ne": ("ii", "b", lambda a, b: a != b),
    "Lt": ("ii", "b", lambda a, b: a < b),
    "Le": ("ii", "b", lambda a, b: a <= b),
    "ToFloat": ("i", "f", float),
    "TrueDiv": ("ii", "f", divide),
    "Where": ("bii", "i", lambda c, a, b: a if c else b),
    "And": ("bb", "b", lambda a, b: a and b),
    "Or": ("bb", "b", lambda a, b: a or b),
    "Not": ("b", "b", lambda a: not a),
    "TruncToInt": ("f", "i", lambda a: to_int(math.trunc(a))),
    "FloorToInt": ("f", "i", lambda a: to_int(math.floor(a))),
    "CeilToInt": ("f", "i", lambda a: to_int(math.ceil(a))),
    "RoundToInt": ("f", "i", lambda a: to_int(round(a))),
}
FLOAT_FUNCTIONS = {
    "+": ("ff", "f", lambda a, b: a + b),
    "-": ("ff", "f", lambda a, b: a - b),
    "*": ("ff", "f", lambda a, b: a * b),
    "TrueDiv": ("ff", "f", divide),
    "Max": ("ff", "f", lambda a, b: a if a > b else b),
    "Min": ("ff", "f", lambda a, b: a if a < b else b),
    "Abs": ("f", "f", abs),
    "Sqrt": ("f", "f", lambda a: math.sqrt(a) if a >= 0 else fail("domain")),
    "Log": ("f", "f", lambda a: math.log(a) if a > 0 else fail("domain")),
    "Exp": ("f", "f", exp),
    "Sin": ("f", "f", math.sin),
    "Cos": ("f", "f", math.cos),
    "Tanh": ("f", "f", math.tanh),
    "Eq": ("ff", "b", lambda a, b: a == b),
    "Ne": ("ff", "b", lambda a, b: a != b),
    "Lt": ("ff", "b", lambda a, b: a < b),
    "Le": ("ff", "b", lambda a, b: a <= b),
}


def write(name, operands):
    if name in "+-*":
        return "(%s) %s (%s)" % (operands[0], name, operands[1])
    return "%s(%s)" % (name, ", ".join(operands))


def literal(value):
    if isinstance(value, bool):
        return str(value)
    return repr(value)


def result_of(compute, keep_kind=True):
    try:
        value = compute()
    except Failure as failure:
        return "error %s" % failure if keep_kind else "error"
    if isinstance(value, bool):
        return "bool %d" % value
    return "int %d" % value if isinstance(value, int) else "float %s" % value.hex()


def single_operations():
    """Each function on symbols and on literals, over a grid of values."""
    values = {"i": INTS, "f": FLOATS, "b": [False, True]}
    symbols = {"i": ["s0", "s1"], "f": ["zf0", "zf1"]}
    for name, (sorts, _, meaning) in [*FUNCTIONS.items(), *FLOAT_FUNCTIONS.items()]:
        grid = [[]]
        for sort in sorts:
            grid = [row + [v] for row in grid for v in values[sort]]
        for row in grid:
            if len(sorts) == 3 and random.random() > 0.1:
                continue
            if name == "CeilDiv" and row[0] == MIN:
                continue  # the compiler computes -FloorDiv(-a, b)
            result = result_of(lambda: meaning(*row))
            names, bindings = [], []
            for sort, value in zip(sorts, row):
                if sort == "b":
                    names.append(literal(value))
                    continue
                names.append(symbols[sort][len(bindings) % 2])
                bindings.append("%s=%s" % (names[-1], literal(value)))
            yield write(name, names), " ".join(bindings), result
            if random.random() < 0.1:
                yield write(name, [literal(v) for v in row]), "", result


class Tree:
    """A random expression of a sort, and its value; numbers stay small."""

    def __init__(self, bindings):
        self.bindings = bindings

    def make(self, sort, depth):
        if depth == 0 or random.random() < 0.15:
            return self.leaf(sort)
        table = FUNCTIONS if sort != "f" or random.random() < 0.3 else FLOAT_FUNCTIONS
        name = random.choice([n for n, f in table.items() if f[1] == sort and n not in ("Pow", "LShift")])
        sorts, _, meaning = table[name]
        parts = [self.make(s, depth - 1) for s in sorts]
        return write(name, [p[0] for p in parts]), self.apply(meaning, [p[1] for p in parts])

    def apply(self, meaning, parts):
        def compute():
            value = meaning(*[p() for p in parts])
            if not isinstance(value, bool) and abs(value) > 2 ** 40:
                raise OverflowError
            return value
        return compute

    def leaf(self, sort):
        if sort == "b":
            value = random.random() < 0.5
            return literal(value), lambda: value
        name = random.choice([n for n in self.bindings if n.startswith("zf") == (sort == "f")])
        if random.random() < 0.6:
            return name, lambda: self.bindings[name]
        value = random.randint(-9, 9) if sort == "i" else random.randint(-18, 18) / 4
        return literal(value), lambda: value


def trees(count):
    while count:
        bindings = {"s%d" % i: random.randint(-20, 40) for i in range(4)}
        bindings.update({"zf%d" % i: random.randint(-40, 40) / 8 for i in range(2)})
        text, compute = Tree(bindings).make(random.choice("iiifb"), random.randint(2, 4))
        try:
            result = result_of(compute, keep_kind=False)
        except OverflowError:
            continue
        count -= 1
        yield text, " ".join("%s=%s" % (n, literal(v)) for n, v in bindings.items() if n in text), result


def check_torch():
    try:
        from torch.utils._sympy import functions
        import sympy
    except ImportError:
        return "no torch"
    for a in INTS[1:-1]:
        for b in INTS[1:-1]:
            if b == 0:
                continue
            x, y = sympy.Integer(a), sympy.Integer(b)
            assert functions.FloorDiv(x, y) == a // b
            assert functions.PythonMod(x, y) == a % b
    return "torch agrees"


def main():
    random.seed(20240)
    rows = [*single_operations(), *trees(1200)]
    with open(sys.argv[1], "w", encoding="utf-8") as out:
        out.write("# Made by utils/generate-expr-cases.py: expression, values of its symbols, result.\n")
        for row in rows:
            out.write("\t".join(row) + "\n")
    print("%d expressions; %s" % (len(rows), check_torch()))


main()
