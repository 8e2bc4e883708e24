# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a call with a 4 x 3 tensor of 0, 1, ... and two indices, and its answer where
there is one.

    make-indices.py FILE.npz FIRST SECOND
"""

import struct
import sys
import zipfile


def encode(dtype, shape, values):
    """An array as the content of an .npy file."""
    text = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (dtype, shape)
    text += " " * (-(len(text) + 11) % 64) + "\n"
    letter = {"<f4": "f", "<f8": "d", "<i8": "q"}[dtype]
    content = struct.pack("<%d%s" % (len(values), letter), *values)
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode() + content


path, indices = sys.argv[1], [int(text) for text in sys.argv[2:4]]
arrays = {"call0.in0": encode("<f4", (4, 3), range(12)),
          "call0.in1": encode("<i8", (2,), indices)}
if all(-4 <= i < 4 for i in indices):
    rows = [3.0 * (i % 4) + column for i in indices for column in range(3)]
    arrays["call0.out0"] = encode("<f4", (2, 3), rows)
    arrays["call0.ref0"] = encode("<f8", (2, 3), rows)
with zipfile.ZipFile(path, "w") as archive:
    for name, content in arrays.items():
        archive.writestr(name + ".npy", content)
