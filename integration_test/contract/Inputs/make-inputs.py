# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes inputs that the contract of digits forbids, without NumPy."""

import pathlib
import struct
import sys
import zipfile


def write(path, descriptor, sizes):
    """One call with one array of zeros."""
    shape = "(%s)" % "".join("%d, " % s for s in sizes)
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (descriptor, shape)
    header += " " * (-(len(header) + 11) % 64) + "\n"
    elements = 1
    for size in sizes:
        elements *= size
    data = bytes(elements * int(descriptor[-1]))
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("call0.in0.npy", b"\x93NUMPY\x01\x00"
                         + struct.pack("<H", len(header)) + header.encode() + data)


folder = pathlib.Path(sys.argv[1])
write(folder / "large.npz", "<f4", (1025, 1, 8, 8))
write(folder / "empty.npz", "<f4", (0, 1, 8, 8))
write(folder / "dtype.npz", "<f8", (2, 1, 8, 8))
write(folder / "rank.npz", "<f4", (2, 8, 8))
write(folder / "size.npz", "<f4", (2, 1, 8, 9))
