# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads and writes .npz files without NumPy, for the scripts of tests."""
import ast
import math
import struct
import zipfile

FORMATS = {"<f2": "e", "<f4": "f", "<f8": "d", "<c8": "f", "<c16": "d", "<i8": "q", "<i4": "i", "<i2": "h", "<u8": "Q",
           "<u4": "I", "<u2": "H", "|b1": "?", "|i1": "b", "|u1": "B"}


class Array:
    """An array in row-major order: its dtype as NumPy writes it, its sizes, its bytes."""

    def __init__(self, dtype, sizes, content):
        self.dtype, self.sizes, self.content = dtype, sizes, content

    def values(self):
        """The elements as Python's numbers."""
        is_complex = "c" in self.dtype
        count = math.prod(self.sizes) * (2 if is_complex else 1)
        values = struct.unpack_from("<%d%s" % (count, FORMATS[self.dtype]), self.content)
        return tuple(map(complex, values[::2], values[1::2])) if is_complex else values


def read(path):
    """The arrays of a file, or of an open one, by their names."""
    arrays = {}
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            data = archive.read(name)
            start = 10 + struct.unpack("<H", data[8:10])[0]
            header = ast.literal_eval(data[10:start].decode("latin-1"))
            arrays[name.removesuffix(".npy")] = Array(header["descr"], header["shape"], data[start:])
    return arrays


def make(dtype, sizes, values):
    """An array of these elements."""
    return Array(dtype, tuple(sizes), struct.pack("<%d%s" % (len(values), FORMATS[dtype]), *values))


def write(path, arrays):
    """Writes arrays by their names."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, array in arrays.items():
            header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (array.dtype, array.sizes)
            header += " " * (-(len(header) + 11) % 64) + "\n"
            archive.writestr(name + ".npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header))
                             + header.encode() + array.content)
