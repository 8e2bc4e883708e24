# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a call with a 4 x 3 tensor of 0, 1, ... and two indices, and its answer where
there is one.

    make-indices.py FILE.npz FIRST SECOND
"""

import sys

import npz


path, indices = sys.argv[1], [int(text) for text in sys.argv[2:4]]
arrays = {"call0.in0": npz.make("<f4", (4, 3), range(12)),
          "call0.in1": npz.make("<i8", (2,), indices)}
if all(-4 <= i < 4 for i in indices):
    rows = [3.0 * (i % 4) + column for i in indices for column in range(3)]
    arrays["call0.out0"] = npz.make("<f4", (2, 3), rows)
    arrays["call0.ref0"] = npz.make("<f8", (2, 3), rows)
npz.write(path, arrays)
