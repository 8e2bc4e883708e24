# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes calls of the programs in sizes.test, what they return, and calls that must be rejected, into a folder."""

import pathlib
import sys

import npz

folder = pathlib.Path(sys.argv[1])


def write(name, calls):
    """`calls` are lists of arrays by kind: [{"in": […], "out": […]}, …]."""
    for path, kind in ((name + ".npz", "in"), (name + "-expected.npz", "out")):
        arrays = {"call%d.%s%d" % (c, kind, i): array for c, call in enumerate(calls) for i, array in enumerate(call.get(kind, []))}
        if arrays:
            npz.write(folder / path, arrays)


def floats(*sizes):
    count = 1
    for size in sizes:
        count *= size
    return npz.make("<f4", sizes, range(count))


def bools(*values):
    return npz.make("|b1", (len(values),), values)


def scalar(dtype, value):
    return npz.make(dtype, (), [value])


x = floats(2, 5)
write("from-end", [{"in": [x, floats(2)], "out": [npz.make("<f4", (2, 2), [-3, -4, -8, -9])]},
                   {"in": [x, floats(5)], "out": [npz.make("<f4", (2, 5), [-v for v in range(10)])]}])
write("from-end-rejected", [{"in": [x, floats(0)]}])

write("guards-rejected", [{"in": [floats(10, 3), floats(5)]}])

write("masks", [{"in": [bools(True, False, True), bools(False, True, True)], "out": [npz.make("<i8", (2, 2), [0, 1, 2, 2])]}])
write("masks-rejected", [{"in": [bools(True, False, True), bools(False, True, False)]}])

write("numbers", [{"in": [scalar("|b1", True), floats(4)], "out": [npz.make("<f4", (5,), [10] * 5), scalar("<i8", 5)]},
                  {"in": [scalar("|b1", False), floats(9)], "out": [npz.make("<f4", (3,), [6] * 3), scalar("<i8", 3)]}])
write("numbers-rejected", [{"in": [scalar("|b1", True), floats(6)]}])

write("scalars", [{"in": [floats(3), scalar("<f4", 2)],
                   "out": [npz.make("<f4", (3,), [2, 4, 6]), npz.make("<f4", (3,), [0, 1, 4]), bools(True, True, False)]}])
