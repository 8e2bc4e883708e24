# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Answers to recorded calls of operators, and matrices of them, for the checks of op_checks.py and op_draws.py."""
import math
import struct

EPSILONS = {"float64": 2**-52, "float32": 2**-23, "float16": 2**-10, "bfloat16": 2**-7,
            "complex128": 2**-52, "complex64": 2**-23}
NUMPY = {"float64": "<f8", "float32": "<f4", "float16": "<f2", "bfloat16": "<u2", "complex128": "<c16",
         "complex64": "<c8", "int64": "<i8", "int32": "<i4", "int16": "<i2", "int8": "|i1", "uint8": "|u1", "bool": "|b1"}


class Tensor:
    """Elements in row-major order as Python's numbers, with the dtype that PyTorch names."""

    def __init__(self, array, dtype):
        self.sizes, self.dtype = tuple(array.sizes), dtype
        self.values = array.values()
        if dtype == "bfloat16":
            self.values = tuple(struct.unpack("<f", struct.pack("<I", bits << 16))[0] for bits in self.values)
        self.epsilon = EPSILONS.get(dtype)

    def matrices(self):
        """The matrices of a batch as lists of rows."""
        rows, columns = self.sizes[-2:]
        for start in range(0, len(self.values), rows * columns or 1):
            yield [list(self.values[start + i * columns:start + (i + 1) * columns]) for i in range(rows)]

    def vectors(self):
        """The vectors of a batch."""
        length = self.sizes[-1]
        for start in range(0, len(self.values), length or 1):
            yield list(self.values[start:start + length])


class Call:
    """One call: what it was given, what was answered, what PyTorch answered and what it would in float64.

    `made` and `recorded` are arrays by their names in .npz files."""

    def __init__(self, about, number, recorded, made):
        described = about["calls"][number]
        prefix = "call%d." % number

        def tensors(arrays, kind, dtypes):
            return [Tensor(arrays[prefix + kind + str(i)], dtype) if prefix + kind + str(i) in arrays else None
                    for i, dtype in enumerate(dtypes)]

        inputs = [item["dtype"] for item in described["inputs"]]
        outputs = [item["dtype"] for item in described["outputs"]]
        self.about, self.described = about, described
        self.inputs = tensors(recorded, "in", inputs)
        self.theirs = tensors(recorded, "out", outputs)
        self.exact = tensors(recorded, "ref", [{"complex64": "complex128"}.get(d, "float64") for d in outputs])
        self.ours = tensors(made, "out", outputs)


def find_form_fault(call, number, made):
    """What is wrong with sizes and dtypes, or nothing."""
    for i, wanted in enumerate(call.described["outputs"]):
        array = made.get("call%d.out%d" % (number, i))
        if array is None:
            return "out%d was not made" % i
        if (array.dtype, list(array.sizes)) != (NUMPY[wanted["dtype"]], wanted["shape"]):
            return "out%d is %s %s, not %s %s" % (i, array.dtype, list(array.sizes), wanted["dtype"], wanted["shape"])
    return None


def densify(sizes, strides):
    """The strides of a copy, which is what was recorded: dense, in the same order; None where they are row-major."""
    if strides is None:
        return None
    order = sorted(range(len(sizes)), key=lambda d: (strides[d], -d))
    dense, step = [0] * len(sizes), 1
    for d in order:
        dense[d], step = step, step * sizes[d]
    row_major = [math.prod(sizes[d + 1:]) for d in range(len(sizes))]
    return None if dense == row_major else dense


def rms(values):
    """The root mean square of the finite ones."""
    finite = [abs(v) for v in values if math.isfinite(abs(v))]
    return math.sqrt(sum(v * v for v in finite) / len(finite)) if finite else 0.0


def multiply(a, b):
    """The product of two matrices; of one without columns, zeros."""
    columns = list(zip(*b))
    return [[sum(x * y for x, y in zip(row, column)) for column in columns] for row in a]


def adjoint(a):
    return [[v.conjugate() for v in column] for column in zip(*a)]


def diagonal(values):
    return [[v if i == j else 0 for j in range(len(values))] for i, v in enumerate(values)]


def identity(n):
    return diagonal([1.0] * n)


def largest(a):
    return max((abs(v) for row in a for v in row), default=0.0)


def distance(a, b):
    """The largest difference of two matrices; infinite where one has no number."""
    differences = [abs(x - y) for r, s in zip(a, b) for x, y in zip(r, s)]
    if any(math.isnan(d) for d in differences) or len(a) != len(b):
        return math.inf
    return max(differences, default=0.0)
