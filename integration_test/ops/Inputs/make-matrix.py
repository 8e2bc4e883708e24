# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a call with two matrices of 2 x 2, and what solves each for (1, 1) where that is
asked for.

    make-matrix.py FILE.npz A B C D [X Y]

The first matrix is (4, 1; 1, 3), the second one (A, B; C, D), with the solution (X, Y).
"""

import struct
import sys
import zipfile


def encode(dtype, shape, values):
    """An array as the content of an .npy file."""
    text = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (dtype, shape)
    text += " " * (-(len(text) + 11) % 64) + "\n"
    content = struct.pack("<%d%s" % (len(values), {"<f4": "f", "<f8": "d"}[dtype]), *values)
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode() + content


path, numbers = sys.argv[1], [float(text) for text in sys.argv[2:]]
arrays = {"call0.in0": encode("<f4", (2, 2, 2), [4, 1, 1, 3] + numbers[:4])}
if len(numbers) > 4:
    solution = [2 / 11, 3 / 11] + numbers[4:]
    arrays["call0.out0"] = encode("<f4", (2, 2), solution)
    arrays["call0.ref0"] = encode("<f8", (2, 2), solution)
with zipfile.ZipFile(path, "w") as archive:
    for name, content in arrays.items():
        archive.writestr(name + ".npy", content)
