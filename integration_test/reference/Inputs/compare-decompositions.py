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
    ("aten._reshape_alias.default %0, size = [5, 2], stride = [2, 1]", [X], ["f32 5, 2"]),
    ("aten._unsafe_index.Tensor %0, [%1]", [M, "i64 2"], ["f32 2, 3"]),
    ("aten._unsafe_index_put.default %0, [%1], %2", [M, "i64 1", "f32 1, 3"], [M]),
    ("aten.arange.start start = 2, end = 7, dtype = f32", [], ["f32 5"]),
    ("aten.linspace.default start = -1.0, end = 2.0, steps = 7, dtype = f32", [], ["f32 7"]),
    ("aten.bitwise_left_shift.Tensor_Scalar %0, other = 2", ["i64 2, 5"], ["i64 2, 5"]),
    ("aten.bucketize.Scalar self = 0.25, %0", ["f32< 6"], ["i64"]),
    ("aten.searchsorted.Scalar %0, self = 0.25", ["f32< 6"], ["i64"]),
    ("aten.contiguous.default %0", [X], [X]),
    ("aten.lift_fresh.default %0", [X], [X]),
    ("aten.native_batch_norm_backward.default %0, %1, %2, %3, %4, %5, %6, train = true, eps = 0.001, "
     "output_mask = [true, true, true]", ["f32 4, 3, 5", "f32 4, 3, 5", "f32 3", "f32 3", "f32+ 3", "f32 3", "f32+ 3"],
     ["f32 4, 3, 5", "f32 3", "f32 3"]),
    ("aten.nll_loss_forward.default %0, %1, %2, reduction = 1, ignore_index = -100", [M, "i64 4", "f32+ 3"],
     ["f32", "f32"]),
    ("aten.nll_loss_backward.default %0, %1, %2, %3, reduction = 1, ignore_index = 1, %4",
     ["f32", M, "i64 4", "f32+ 3", "f32+"], [M]),
    ("aten.nll_loss2d_forward.default %0, %1, %2, reduction = 2, ignore_index = 1",
     ["f32 2, 3, 4, 5", "i64 2, 4, 5", "f32+ 3"], ["f32", "f32"]),
    ("aten.nll_loss_forward.default %0, %1, %2, reduction = 0, ignore_index = 1", [M, "i64 4", "f32+ 3"],
     ["f32 4", "f32"]),
    ("aten.nll_loss2d_backward.default %0, %1, %2, %3, reduction = 0, ignore_index = -100, %4",
     ["f32 2, 4, 5", "f32 2, 3, 4, 5", "i64 2, 4, 5", "f32+ 3", "f32+"], ["f32 2, 3, 4, 5"]),
    ("aten.norm.ScalarOpt_dim_dtype %0, p = 1, dim = [1], keepdim = true, dtype = f32", [X], ["f32 2, 1"]),
    ("aten.norm.ScalarOpt_dtype %0, p = 3, dtype = f32", [X], ["f32"]),
    ("aten.split_copy.Tensor %0, split_size = 3, dim = 1", [X], ["f32 2, 3", "f32 2, 2"]),
    ("aten.to.dtype_layout %0, dtype = i64", [X], ["i64 2, 5"]),
    ("aten.to.other %0, %1", [X, "i64 3"], ["i64 2, 5"]),
    ("aten.unique_dim_consecutive.default %0, dim = 1, return_inverse = true, return_counts = true", ["i64 1, 1"],
     ["i64 1, 1", "i64 1", "i64 1"]),
    ("aten.upsample_nearest3d.default %0, output_size = [3, 5, 7]", ["f32 1, 2, 2, 4, 5"], ["f32 1, 2, 3, 5, 7"]),
    ("aten.upsample_trilinear3d.default %0, output_size = [3, 5, 7], align_corners = false", ["f32 1, 2, 2, 4, 5"],
     ["f32 1, 2, 3, 5, 7"]),
    ("aten.view.dtype %0, dtype = i32", [X], ["i32 2, 5"]),
    ("aten.where.Scalar %0, self = 1.5, other = -2.0", ["i1 2, 5"], [X]),
    ("aten.where.ScalarOther %0, %1, other = -2.0", ["i1 2, 5", X], [X]),
]
I8, TABLE = "i8 4, 6", "f32 4, 6"
RANGE = "quant_min = -128, quant_max = 127, dtype = i8"
CASES += [
    ("quantized_decomposed.%s" % text, inputs, results) for text, inputs, results in [
        ("quantize_per_tensor.default %0, scale = 0.01, zero_point = 3, " + RANGE, [TABLE], [I8]),
        ("quantize_per_channel.default %0, %1, %2, axis = 0, " + RANGE, [TABLE, "f32= 4", "i64 4"], [I8]),
        ("dequantize_per_tensor.default %0, scale = 0.01, zero_point = 3, " + RANGE, [I8], [TABLE]),
        ("dequantize_per_channel.default %0, %1, %2, axis = 0, " + RANGE, [I8, "f32= 4", "i64 4"], [TABLE]),
    ]]
# Draws of the evaluator are those of compiled code, one by one.
CASES += [
    ("aten.%s" % text, inputs, results) for text, inputs, results in [
        ("rand.generator size = [2, 5], dtype = f32", [], [X]),
        ("randn.generator size = [2, 5], dtype = f32", [], [X]),
        ("rand_like.default %0", [X], [X]),
        ("rand_like.generator %0", [X], [X]),
        ("randn_like.default %0", [X], [X]),
        ("randn_like.generator %0", [X], [X]),
        ("randint.default high = 9, size = [40], dtype = i64", [], ["i64 40"]),
        ("randint.generator high = 9, size = [40], dtype = i64", [], ["i64 40"]),
        ("randint.low low = -3, high = 9, size = [40], dtype = i64", [], ["i64 40"]),
        ("randint.low_generator low = -3, high = 9, size = [40], dtype = i64", [], ["i64 40"]),
        ("randint_like.default %0, high = 9", [X], [X]),
        ("randint_like.generator %0, high = 9", [X], [X]),
        ("randint_like.low_dtype %0, low = -3, high = 9", [X], [X]),
        ("randint_like.low_generator_dtype %0, low = -3, high = 9", [X], [X]),
        ("uniform.default %0, from = -2.0, to = 3.0", [X], [X]),
        ("exponential.default %0, lambd = 1.5", [X], [X]),
        ("normal.float_float mean = 1.0, std = 0.5, size = [2, 5], dtype = f32", [], [X]),
        ("normal.Tensor_float %0, std = 0.5", [X], [X]),
        ("normal.float_Tensor mean = 1.0, %0", ["f32+ 2, 5"], [X]),
        ("normal.Tensor_Tensor %0, %1", [X, "f32+ 2, 5"], [X]),
        ("bernoulli.p %0, p = 0.25", ["f32 40"], ["f32 40"]),
        ("bernoulli.Tensor %0, %1", [X, "f32= 2, 5"], [X]),
    ]]
NUMPY = {"f32": "<f4", "i64": "<i8", "i32": "<i4", "i8": "|i1", "i1": "|b1"}


def read_type(text):
    """dtype and sizes; `+` for numbers above 1, `<` for rising ones, `=` for shares."""
    dtype, _, sizes = text.partition(" ")
    return dtype, [int(size) for size in sizes.split(",") if size]


def print_type(text):
    dtype, sizes = read_type(text)
    return "!ep.tensor<%s, %s>" % (sizes, dtype.rstrip("+<="))


def make_array(text, chance):
    dtype, sizes = read_type(text)
    count = 1
    for size in sizes:
        count *= size
    draw = {"f32": lambda: chance.uniform(-0.95, 0.95), "f32<": lambda: chance.uniform(-0.95, 0.95),
            "f32+": lambda: chance.uniform(1.5, 4.0), "f32=": lambda: chance.random(),
            "i8": lambda: chance.randrange(-128, 128), "i64": lambda: chance.randrange(0, 3),
            "i1": lambda: chance.random() < 0.5}[dtype]
    numbers = [draw() for _ in range(count)]
    return npz.make(NUMPY[dtype.rstrip("+<=")], sizes, sorted(numbers) if dtype.endswith("<") else numbers)


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
