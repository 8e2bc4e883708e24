#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes utils/op-references: values of functions by mpmath, where PyTorch's own have fewer digits than a double.

    make-op-references.py $KILN_FIXTURES/ops

Needs mpmath. Which cases: those that op-checks.txt judges by `values`. A line is the argument and the value, rounded
once to a double, both in hexadecimal form.
"""
import io
import pathlib
import sys
import zipfile

import mpmath

import npz
import op_checks

FUNCTIONS = {
    "special_airy_ai": mpmath.airyai,
    "special_bessel_j0": lambda x: mpmath.besselj(0, x),
    "special_bessel_j1": lambda x: mpmath.besselj(1, x),
    "special_bessel_y0": lambda x: mpmath.bessely(0, x),
    "special_bessel_y1": lambda x: mpmath.bessely(1, x),
}
DIGITS = 40


def evaluate(function, x):
    """The value; at 0 and below those of the second kind have none: -inf and NaN, as PyTorch answers."""
    if "bessel_y" in function and x <= 0:
        return float("-inf") if x == 0 else float("nan")
    return float(FUNCTIONS[function](mpmath.mpf(x)))


def main():
    mpmath.mp.dps = DIGITS
    arguments = {}
    for case, (check, _, _) in op_checks.read_lines().items():
        if check != "values":
            continue
        op, number = case.split("/")
        with zipfile.ZipFile(pathlib.Path(sys.argv[1], op + ".zip")) as archive:
            arrays = npz.read(io.BytesIO(archive.read(number + ".npz")))
        for name, array in arrays.items():
            if ".in" in name:
                arguments.setdefault(op, set()).update(array.values())
    folder = pathlib.Path(__file__).with_name("op-references")
    folder.mkdir(exist_ok=True)
    for op, numbers in sorted(arguments.items()):
        lines = ["# %s by mpmath %s with %d digits (make-op-references.py)" % (op, mpmath.__version__, DIGITS)]
        lines += ["%s %s" % (x.hex(), evaluate(op, x).hex()) for x in sorted(numbers)]
        (folder / (op + ".txt")).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
