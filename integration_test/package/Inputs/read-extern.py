# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""read-extern.py PACKAGE TARGET: calls the package of custom.mlir, with a routine that is written here."""
import ctypes
import struct
import sys

import kilnpackage


def weighted(tensors, attributes):
    """scale * a + b, of a list [a, None, b]."""
    first, none, last = attributes["values"]["tensors"]
    assert none is None
    views = [(ctypes.c_float * (sizes[0] * sizes[1])).from_address(address) for address, _, sizes in tensors]
    for i, (a, b) in enumerate(zip(views[first], views[last])):
        views[-1][i] = attributes["scale"] * a + b


path, target = sys.argv[1:]
package = kilnpackage.Package(path)
print("requires", package.manifest["kiln"]["requires"])
x = [1.0, -2.0, 3.0, -4.0, 5.0, -6.0]
run = kilnpackage.Run(package, package.manifest["programs"][0], target, [struct.pack("<6f", *x)], [(2, 3)],
                      {"my.weighted.default": weighted})
print(struct.unpack("<6f", run.run()[0]))
