# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes arrays, without NumPy: make-arrays.py FILE.npz NAME=DESCR:SIZES:VALUES...

`call0.in0=<f4:2x2:1,2,3,4` is a 2x2 float32 array; a scalar has no sizes.
"""

import sys

import npz


def parse(descriptor, sizes, values):
    """The array that DESCR:SIZES:VALUES describes."""
    number = float if "f" in descriptor else int
    return npz.make(descriptor, [int(s) for s in sizes.split("x") if s],
                    [number(v) for v in values.split(",") if v])


arrays = {}
for argument in sys.argv[2:]:
    name, _, rest = argument.partition("=")
    arrays[name] = parse(*rest.split(":"))
npz.write(sys.argv[1], arrays)
