# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the instructions that are retired, by callgrind, and holds them against bounds. Unlike times they are the same
on a busy machine.

    count-instructions.py run MAKE-CALLS FOLDER     a call's check of an input, and an instruction called and loaded
    count-instructions.py load LOAD-PACKAGE PACKAGE SCRATCH    a whole load but its digests
    count-instructions.py compile FOLDER            what layers add to compiling
    count-instructions.py import FEW MANY           what an operation adds to importing
"""
import json
import pathlib
import re
import subprocess
import sys
import zipfile

TENSOR = "!ep.tensor<[%s, 4], f32>"


def count(*command):
    """The instructions of a command."""
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *map(str, command)],
                          stderr=subprocess.PIPE, text=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or not found:
        sys.exit("%s: %s" % (" ".join(map(str, command)), done.stderr))
    return int(found[1])


def hold(what, instructions, bound):
    print("%s: %d instructions, at most %d" % (what, instructions, bound))
    if not 0 < instructions <= bound:
        sys.exit("%s: %d instructions are not within %d" % (what, instructions, bound))


def write_program(path, inputs, operations):
    """A program of inputs with sizes of their own, and a chain of running sums of the first one, which do not fuse."""
    names = ["s%d" % i for i in range(inputs)]
    lines = ["ep.program @forward {"] + ["  ep.symbol @%s range(1, 64)" % name for name in names]
    lines.append("  ep.graph @forward(" + ", ".join(
        '%%x%d: %s {ep.input = #ep.input<user_input "x%d">}' % (i, TENSOR % name, i) for i, name in enumerate(names)))
    first = TENSOR % "s0"
    lines.append('  ) -> (%s {ep.output = #ep.output<user_output "y">}) {' % first)
    value = "%x0"
    for i in range(operations):
        lines.append("    %%v%d = aten.cumsum.default %s, dim = 1 : (%s) -> %s" % (i, value, first, first))
        value = "%%v%d" % i
    lines += ["    ep.return %s : %s" % (value, first), "  }", "}"]
    path.write_text("\n".join(lines) + "\n")


def compile_program(folder, inputs, operations):
    program, package = folder / "program.mlir", folder / "program.kiln"
    write_program(program, inputs, operations)
    subprocess.run(["kiln-compile", program, "-o", package, "--target=cpu:x86-64-v3"], check=True)
    return package


def count_load(make_calls, folder, operations):
    """The instructions of a load, with what they begin and end with."""
    return count(make_calls, compile_program(folder, 1, operations), 0)


def count_call(make_calls, folder, inputs, operations):
    """The instructions of one call, once all is warm."""
    package = compile_program(folder, inputs, operations)
    return (count(make_calls, package, 1100) - count(make_calls, package, 100)) // 1000


def count_run(make_calls, folder):
    folder = pathlib.Path(folder)
    small = count_call(make_calls, folder, 1, 2)
    hold("a call of one input and two kernels", small, BOUNDS["call"])
    hold("the check of an input", (count_call(make_calls, folder, 33, 2) - small) // 32, BOUNDS["input"])
    hold("an instruction and a kernel of eight elements",
         (count_call(make_calls, folder, 1, 34) - small) // 32, BOUNDS["instruction"])
    hold("the load of an instruction",
         (count_load(make_calls, folder, 514) - count_load(make_calls, folder, 2)) // 512, BOUNDS["load"])


def count_without(library, scratch, *command):
    """The instructions of a command but those of a library."""
    subprocess.run(["valgrind", "--tool=callgrind", "--compress-strings=no", "--callgrind-out-file=" + scratch, *command],
                   check=True, capture_output=True)
    total, counts, of_call = 0, False, False
    for line in open(scratch):
        if line.startswith("ob="):
            counts = library not in line
        elif line.startswith("calls="):
            of_call = True  # the next line is what the callee took
        elif re.match(r"[0-9+*-]", line):
            total += 0 if of_call or not counts else int(line.split()[1])
            of_call = False
    return total


def count_load_of(load_package, package, scratch):
    one, two = (count_without("libnettle", scratch, load_package, package, n) for n in ("1", "2"))
    hold("the load of mobilenet_v3_small", two - one, BOUNDS["whole load"])


def write_layers(path, layers):
    """x = x + relu(x @ w + b), so many times."""
    t, w, b = "!ep.tensor<[s0, 16], f32>", "!ep.tensor<[16, 16], f32>", "!ep.tensor<[16], f32>"
    lines = ["ep.program @forward {", "  ep.symbol @s0 range(1, 64)", "  ep.graph @forward(" + ", ".join(
        '%%%s: %s {ep.input = #ep.input<user_input "%s">}' % (name, type, name)
        for name, type in (("x0", t), ("w", w), ("b", b))) + ') -> (%s {ep.output = #ep.output<user_output "y">}) {' % t]
    for i in range(layers):
        lines += ["    %%m%d = aten.mm.default %%x%d, %%w : (%s, %s) -> %s" % (i, i, t, w, t),
                  "    %%a%d = aten.add.Tensor %%m%d, %%b : (%s, %s) -> %s" % (i, i, t, b, t),
                  "    %%r%d = aten.relu.default %%a%d : (%s) -> %s" % (i, i, t, t),
                  "    %%x%d = aten.add.Tensor %%x%d, %%r%d : (%s, %s) -> %s" % (i + 1, i, i, t, t, t)]
    lines += ["    ep.return %%x%d : %s" % (layers, t), "  }", "}"]
    path.write_text("\n".join(lines) + "\n")


def count_compile(folder):
    """Up to the host program: after it, equal layers share their code."""
    folder, counts = pathlib.Path(folder), []
    for layers in (30, 60, 120):
        path = folder / ("layers%d.mlir" % layers)
        write_layers(path, layers)
        counts.append(count("kiln-compile", path, "--compile-to=host", "--threads=1", "-o", "/dev/null"))
    first, second = counts[1] - counts[0], counts[2] - counts[1]
    hold("a layer", second // 60, BOUNDS["layer"])
    hold("60 layers after 60", second, first * 2 * BOUNDS["growth"])


def count_operations(path):
    with zipfile.ZipFile(path) as archive:
        name = next(n for n in archive.namelist() if re.search(r"models/[^/]*\.json$", n))
        return len(json.loads(archive.read(name))["graph_module"]["graph"]["nodes"])


def count_import(few, many):
    counts = [count("kiln-translate", "--import-pt2", path, "-o", "/dev/null") for path in (few, many)]
    operations = count_operations(many) - count_operations(few)
    hold("the import of an operation", (counts[1] - counts[0]) // operations, BOUNDS["operation"])


# A fifth to a third above what was counted: docs/Testing.md says how to move them.
BOUNDS = {"call": 4000, "input": 600, "instruction": 750, "load": 10_500, "whole load": 4_500_000, "layer": 4_200_000,
          "growth": 1.15, "operation": 300_000}

if __name__ == "__main__":
    {"run": count_run, "load": count_load_of, "compile": count_compile, "import": count_import}[sys.argv[1]](*sys.argv[2:])
