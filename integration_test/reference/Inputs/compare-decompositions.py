# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds decompositions against the evaluator's own kernels, for overloads that no recorded case has.

    compare-decompositions.py FOLDER

Each line of CASES is one operator on tensors of small numbers. It is evaluated as it is, decomposed, and compiled: all
three agree by the error rule. Neither the kernels nor the decompositions know of each other.
"""
import pathlib
import random
import subprocess
import sys

import npz

X, M, ROW, IMAGE = "f32 2, 5", "f32 4, 3", "f32 6", "f32 1, 2, 4, 6"
POLYNOMIALS = ["chebyshev_polynomial_t", "chebyshev_polynomial_u", "chebyshev_polynomial_v", "chebyshev_polynomial_w",
               "hermite_polynomial_h", "hermite_polynomial_he", "laguerre_polynomial_l", "legendre_polynomial_p",
               "shifted_chebyshev_polynomial_t", "shifted_chebyshev_polynomial_u", "shifted_chebyshev_polynomial_v",
               "shifted_chebyshev_polynomial_w"]
# The operator and its arguments, tensors as %0, %1 …; the types of tensors; those of results.
CASES = [("aten.special_%s.n_scalar %%0, n = 3" % name, [X], [X]) for name in POLYNOMIALS]
CASES += [("aten.special_%s.x_scalar x = 0.25, %%0" % name, ["i64 2, 5"], [X]) for name in POLYNOMIALS]
CASES += [
    ("aten.special_zeta.other_scalar %0, other = 2.5", ["f32+ 2, 5"], [X]),
    ("aten.special_zeta.self_scalar self = 3.5, %0", ["f32+ 2, 5"], [X]),
    ("aten.select_copy.int %0, dim = 1, index = -2", [X], ["f32 2"]),
    ("aten.slice_copy.Tensor %0, dim = 1, start = 1, end = 4", [X], ["f32 2, 3"]),
    ("aten.squeeze_copy.dims %0, dim = [0]", ["f32 1, 4"], ["f32 4"]),
    ("aten.detach_copy.default %0", [X], [X]),
    ("aten._reshape_copy.default %0, size = [5, 2]", [X], ["f32 5, 2"]),
    ("aten._unsafe_view.default %0, size = [10]", [X], ["f32 10"]),
    ("aten.view_copy.dtype %0, dtype = i32", [X], ["i32 2, 5"]),
    ("aten.clamp_max.default %0, max = 0.5", [X], [X]),
    ("aten.copysign.Scalar %0, other = -1.0", [X], [X]),
    ("aten.norm.Scalar %0, p = 3", [X], ["f32"]),
    ("aten.norm.ScalarOpt_dim %0, p = 1, dim = [1]", [X], ["f32 2"]),
    ("aten.median.dim %0, dim = 1", [X], ["f32 2", "i64 2"]),
    ("aten.where.ScalarSelf %0, self = 1.5, %1", ["i1 2, 5", X], [X]),
    ("aten.eye.default n = 4, dtype = f32", [], ["f32 4, 4"]),
    ("aten.eye.m n = 4, m = 3, dtype = f32", [], ["f32 4, 3"]),
    ("aten.tril_indices.default row = 3, col = 4", [], ["i64 2, 6"]),
    ("aten.triu_indices.default row = 3, col = 4", [], ["i64 2, 9"]),
    ("aten.scatter.value_reduce %0, dim = 1, %1, value = 2.0, reduce = \"add\"", [X, "i64 2, 3"], [X]),
    ("aten.upsample_nearest1d.default %0, output_size = [9]", ["f32 1, 2, 6"], ["f32 1, 2, 9"]),
    ("aten.upsample_nearest2d.default %0, output_size = [5, 9]", [IMAGE], ["f32 1, 2, 5, 9"]),
    ("aten.upsample_linear1d.default %0, output_size = [9], align_corners = false", ["f32 1, 2, 6"], ["f32 1, 2, 9"]),
    ("aten.upsample_bilinear2d.default %0, output_size = [5, 9], align_corners = true", [IMAGE], ["f32 1, 2, 5, 9"]),
    ("aten.replication_pad1d.default %0, padding = [2, 1]", ["f32 1, 2, 6"], ["f32 1, 2, 9"]),
    ("aten._log_softmax_backward_data.default %0, %1, dim = 1, input_dtype = f32", [X, X], [X]),
    ("aten.type_as.default %0, %1", [X, "i64 3"], ["i64 2, 5"]),
]
NUMPY = {"f32": "<f4", "i64": "<i8", "i32": "<i4", "i1": "|b1"}


def read_type(text):
    """dtype and sizes; `+` for numbers above 1."""
    dtype, _, sizes = text.partition(" ")
    return dtype, [int(size) for size in sizes.split(",") if size]


def print_type(text):
    dtype, sizes = read_type(text)
    return "!ep.tensor<%s, %s>" % (sizes, dtype.rstrip("+"))


def make_array(text, chance):
    dtype, sizes = read_type(text)
    count = 1
    for size in sizes:
        count *= size
    draw = {"f32": lambda: chance.uniform(-0.95, 0.95), "f32+": lambda: chance.uniform(1.5, 4.0),
            "i64": lambda: chance.randrange(0, 3), "i1": lambda: chance.random() < 0.5}[dtype]
    return npz.make(NUMPY[dtype.rstrip("+")], sizes, [draw() for _ in range(count)])


def write_program(path, text, inputs, results):
    types = [print_type(t) for t in inputs]
    given = ", ".join('%%in%d: %s {ep.input = #ep.input<user_input "in%d">}' % (i, t, i) for i, t in enumerate(types))
    made = ", ".join('%s {ep.output = #ep.output<user_output "out%d">}' % (print_type(t), i)
                     for i, t in enumerate(results))
    for i in range(len(inputs)):
        text = text.replace("%%%d" % i, "%%in%d" % i)
    names = ["%%r#%d" % i for i in range(len(results))] if len(results) > 1 else ["%r"]
    kinds = ", ".join(map(print_type, results))
    path.write_text("ep.program @one {\n  ep.graph @one(%s) -> (%s) {\n    %%r%s = %s : (%s) -> %s\n"
                    "    ep.return %s : %s\n  }\n}\n" % (
                        given, made, ":%d" % len(results) if len(results) > 1 else "", text, ", ".join(types),
                        "(%s)" % kinds if len(results) > 1 else kinds, ", ".join(names), kinds))


def run(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    return (done.stderr + done.stdout).strip() if done.returncode else None


def compare(folder, number, text, inputs, results):
    """What is wrong, or nothing."""
    chance = random.Random(number)
    program, given, made = folder / ("%d.mlir" % number), folder / "in.npz", folder / "out.npz"
    write_program(program, text, inputs, results)
    npz.write(given, {"call0.in%d" % i: make_array(t, chance) for i, t in enumerate(inputs)})
    arguments = ["--inputs=%s" % given] if inputs else []
    package = folder / "case.kiln"
    return run("kiln-interpret", program, *arguments, "--no-decompositions", "--outputs=%s" % made) \
        or run("kiln-interpret", program, *arguments, "--expected=%s" % made) \
        or run("kiln-compile", program, "-o", package, "--target=cpu:x86-64-v3", "--fold-limit=0") \
        or run("kiln-run", package, *arguments, "--expected=%s" % made)


def main():
    folder, faults = pathlib.Path(sys.argv[1]), 0
    for number, case in enumerate(CASES):
        fault = compare(folder, number, *case)
        if fault:
            faults += 1
            print("%s: %s" % (case[0], fault))
    print("%d operators, %d faults" % (len(CASES), faults))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
