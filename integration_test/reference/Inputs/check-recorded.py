# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds operators against what PyTorch 2.15.0 answered: the evaluator, and compiled code where the case names it.

    check-recorded.py FOLDER

ties.json has rows of small integers, most of which occur more than once: which of the equal ones median, mode and their
kin name is PyTorch's choice. Which one mode names in a long row is an accident of an unstable sort, and left out. CASES are kernels of the evaluator that nothing decomposes or compiles.
"""
import json
import pathlib
import subprocess
import sys

import npz

HERE = pathlib.Path(__file__).parent
FORMATS = {"f32": "<f4", "i64": "<i8"}


def rising(count):
    return list(range(1, count + 1))


IMAGE = ("1, 1, 2, 3, 4", "f32", rising(24))
# The operator; sizes, dtype and elements of its operands, and of its result.
CASES = [
    ("aten._adaptive_avg_pool3d_backward.default %0, %1", [("1, 1, 2, 2, 3", "f32", rising(12)), IMAGE],
     [("1, 1, 2, 3, 4", "f32", [0.25, 0.75, 1.25, 0.75, 1.25, 3, 4, 2.25, 1, 2.25, 2.75, 1.5, 1.75, 3.75, 4.25, 2.25, 4.25, 9,
                                10, 5.25, 2.5, 5.25, 5.75, 3])]),
    ("aten.avg_pool3d_backward.default %0, %1, kernel_size = [2, 2, 2], stride = [2, 1, 2], padding = [0, 0, 1], "
     "ceil_mode = false, count_include_pad = true", [("1, 1, 1, 2, 3", "f32", rising(6)), IMAGE],
     [("1, 1, 2, 3, 4", "f32", [0.125, 0.25, 0.25, 0.375, 0.625, 0.875, 0.875, 1.125, 0.5, 0.625, 0.625, 0.75] * 2)]),
    ("aten.max_pool3d_with_indices_backward.default %0, %1, kernel_size = [2, 2, 2], stride = [2, 1, 1], "
     "padding = [0, 0, 0], dilation = [1, 1, 1], ceil_mode = false, %2",
     [("1, 1, 1, 2, 3", "f32", rising(6)), IMAGE, ("1, 1, 1, 2, 3", "i64", [0, 5, 5, 23, 10, 7])],
     [("1, 1, 2, 3, 4", "f32", [1, 0, 0, 0, 0, 5, 0, 6, 0, 0, 5] + [0] * 12 + [4])]),
    ("aten._neg_view.default %0", [("3", "f32", [1, -2, 0.5])], [("3", "f32", [-1, 2, -0.5])]),
    ("aten.lift.default %0", [("3", "f32", [1, -2, 0.5])], [("3", "f32", [1, -2, 0.5])]),
    ("aten.fill.Tensor %0, %1", [("3", "f32", [1, -2, 0.5]), ("", "f32", [7])], [("3", "f32", [7, 7, 7])]),
    ('prims.device_put.default %0, device = "cpu"', [("3", "f32", [1, -2, 0.5])], [("3", "f32", [1, -2, 0.5])]),
    ('prims.iota.default length = 5, start = 2, step = 3, dtype = i64, device = "cpu", requires_grad = false', [],
     [("5", "i64", [2, 5, 8, 11, 14])]),
]


def flat(rows):
    return [value for row in rows for value in row]


def read_ties():
    for case in json.loads((HERE / "ties.json").read_text())["cases"]:
        rows, count = case["rows"], len(case["rows"])
        yield ("%s %%0, %s" % (case["operator"], case["arguments"]), [("%d, %d" % (count, len(rows[0])), "f32", flat(rows))],
               [(str(count), "f32", case["values"]), (str(count), "i64", case["indices"])])


def print_type(tensor):
    return "!ep.tensor<[%s], %s>" % tensor[:2]


def write_program(path, text, operands, results):
    inputs = ", ".join('%%in%d: %s {ep.input = #ep.input<user_input "in%d">}' % (i, print_type(t), i)
                       for i, t in enumerate(operands))
    outputs = ", ".join('%s {ep.output = #ep.output<user_output "out%d">}' % (print_type(t), i)
                        for i, t in enumerate(results))
    for i in range(len(operands)):
        text = text.replace("%%%d" % i, "%%in%d" % i)
    made = ", ".join(map(print_type, results))
    names = ", ".join("%%r#%d" % i for i in range(len(results))) if len(results) > 1 else "%r"
    path.write_text("ep.program @one {\n  ep.graph @one(%s) -> (%s) {\n    %%r%s = %s : (%s) -> (%s)\n    ep.return %s : %s\n"
                    "  }\n}\n" % (inputs, outputs, ":%d" % len(results) if len(results) > 1 else "", text,
                                  ", ".join(map(print_type, operands)), made, names, made))


def write_arrays(path, name, tensors):
    arrays = {}
    for i, (sizes, dtype, values) in enumerate(tensors):
        arrays["call0.%s%d" % (name, i)] = npz.make(FORMATS[dtype], [int(s) for s in sizes.split(",") if s], values)
    npz.write(path, arrays)


def run(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    return (done.stderr + done.stdout).strip() if done.returncode else None


def check(folder, case, is_compiled):
    """The fault, or nothing."""
    text, operands, results = case
    program, given, wanted, package = (folder / name for name in ("one.mlir", "in.npz", "out.npz", "one.kiln"))
    write_program(program, text, operands, results)
    write_arrays(given, "in", operands)
    write_arrays(wanted, "out", results)
    judged = ["--inputs=%s" % given, "--expected=%s" % wanted]
    fault = run("kiln-interpret", program, *judged, "--no-decompositions")
    if is_compiled and not fault:
        fault = run("kiln-compile", program, "-o", package, "--target=cpu:x86-64-v3") or run("kiln-run", package, *judged)
    return fault


def main():
    folder = pathlib.Path(sys.argv[1])
    cases = [(case, False) for case in CASES] + [(case, True) for case in read_ties()]
    faults = 0
    for case, is_compiled in cases:
        fault = check(folder, case, is_compiled)
        if fault:
            faults += 1
            print("%s: %s" % (case[0], fault))
    print("%d operators, %d faults" % (len(cases), faults))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
