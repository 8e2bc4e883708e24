# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a call with two matrices of 2 x 2, and what solves each for (1, 1) where that is
asked for.

    make-matrix.py FILE.npz A B C D [X Y]

The first matrix is (4, 1; 1, 3), the second one (A, B; C, D), with the solution (X, Y).
"""

import sys

import npz


path, numbers = sys.argv[1], [float(text) for text in sys.argv[2:]]
arrays = {"call0.in0": npz.make("<f4", (2, 2, 2), [4, 1, 1, 3] + numbers[:4])}
if len(numbers) > 4:
    solution = [2 / 11, 3 / 11] + numbers[4:]
    arrays["call0.out0"] = npz.make("<f4", (2, 2), solution)
    arrays["call0.ref0"] = npz.make("<f8", (2, 2), solution)
npz.write(path, arrays)
