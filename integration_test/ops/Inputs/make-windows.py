# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes two matrices and what is left of them when windows along their rows are
multiplied by ten: of four elements side by side, and of two, three apart.

    make-windows.py FILE.npz WIDTH

Tensor.unfold(1, size, step) has (width - size) // step + 1 windows, which begin at
multiples of `step`.
"""

import sys

import npz


def multiply(rows, size, step):
    for row in rows:
        for window in range((len(row) - size) // step + 1):
            for i in range(size):
                row[window * step + i] *= 10
    return rows


def rows(width):
    return [[float(r * width + i + 1) for i in range(width)] for r in range(2)]


def array(matrix):
    return npz.make("<f4", (2, len(matrix[0])), matrix[0] + matrix[1])


path, width = sys.argv[1], int(sys.argv[2])
arrays = {}
for i, (size, step) in enumerate(((4, 4), (2, 3))):
    arrays["call0.in%d" % i] = array(rows(width))
    arrays["call0.mut%d" % i] = array(multiply(rows(width), size, step))
npz.write(path, arrays)
