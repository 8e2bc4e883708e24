# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a call with integers x and y, and 2 x divided by y, where that is defined.

    make-divisors.py FILE.npz floor|trunc|remainder|fmod|product|true DTYPE COUNT [ZERO]

The divisors are 1, 2, 3, 7 and, where there is a sign, negative ones; that of item
ZERO is 0. A `product` has a matrix of 2 on the diagonal as its third input.
"""

import sys

import npz


def divide(kind, x, y):
    if kind == "true":
        return x / y if y else x * float("inf") if x else float("nan")
    if not y:
        return 0
    quotient = x // y
    isWhole = quotient * y == x
    truncated = quotient if isWhole or quotient >= 0 else quotient + 1
    return {"floor": quotient, "product": quotient, "trunc": truncated,
            "remainder": x - quotient * y, "fmod": x - truncated * y}[kind]


path, kind, dtype, count = sys.argv[1:4] + [int(sys.argv[4])]
descriptor = ("|" if dtype[1] == "1" else "<") + dtype
signs = [1] if dtype[0] == "u" else [1, -1]
shift = 0 if dtype[0] == "u" else 50
x = [i * 37 % 101 - shift for i in range(count)]
y = [[1, 2, 3, 7][i % 4] * signs[i // 4 % len(signs)] for i in range(count)]
isDefined = len(sys.argv) == 5 or kind == "true"
for zero in sys.argv[5:]:
    y[int(zero)] = 0
shape = (32, 32) if kind == "product" else (count,)
arrays = {"call0.in0": npz.make(descriptor, (count,), x), "call0.in1": npz.make(descriptor, (count,), y)}
if kind == "product":
    arrays["call0.in2"] = npz.make("<f4", shape, [2.0 * (i % 33 == 0) for i in range(count)])
if isDefined:
    z = [divide(kind, 2 * a, b) for a, b in zip(x, y)]
    arrays["call0.out0"] = npz.make("<f4" if kind == "true" else descriptor, shape, z)
    if kind == "true":
        arrays["call0.ref0"] = npz.make("<f8", shape, z)
npz.write(path, arrays)
