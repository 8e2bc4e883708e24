# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes inputs that the contract of digits forbids, without NumPy."""

import math
import pathlib
import sys

import npz


def write(path, dtype, sizes):
    """One call with one array of zeros."""
    npz.write(path, {"call0.in0": npz.make(dtype, sizes, [0] * math.prod(sizes))})


folder = pathlib.Path(sys.argv[1])
write(folder / "large.npz", "<f4", (1025, 1, 8, 8))
write(folder / "empty.npz", "<f4", (0, 1, 8, 8))
write(folder / "dtype.npz", "<f8", (2, 1, 8, 8))
write(folder / "rank.npz", "<f4", (2, 8, 8))
write(folder / "size.npz", "<f4", (2, 1, 8, 9))
