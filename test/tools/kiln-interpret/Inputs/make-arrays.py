# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes arrays, without NumPy: make-arrays.py FILE.npz NAME=DESCR:SIZES:VALUES...

`call0.in0=<f4:2x2:1,2,3,4` is a 2x2 float32 array; a scalar has no sizes.
"""

import struct
import sys
import zipfile

FORMATS = {"<f4": "f", "<f8": "d", "<i8": "q", "<u2": "H", "|u1": "B", "|b1": "B"}


def encode(descriptor, sizes, values):
    """The bytes of a .npy file."""
    shape = "(%s)" % "".join("%s, " % s for s in sizes.split("x") if s)
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (descriptor, shape)
    header += " " * (-(len(header) + 11) % 64) + "\n"
    number = float if "f" in descriptor else int
    numbers = [number(v) for v in values.split(",") if v]
    data = struct.pack("<%d%s" % (len(numbers), FORMATS[descriptor]), *numbers)
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data


with zipfile.ZipFile(sys.argv[1], "w") as archive:
    for argument in sys.argv[2:]:
        name, _, rest = argument.partition("=")
        archive.writestr(name + ".npy", encode(*rest.split(":")))
