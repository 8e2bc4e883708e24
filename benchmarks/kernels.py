#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times kernels of one operator each against the limits of this machine.

    kernels.py --tools=BIN [--threads=N] [--seconds=S] [KIND...]

KIND is product, convolution, attention, rows or chain (all of them by default).
Each is compiled for this processor in f32, bf16 and, where it has a form of
that, int8, and profiled by `kiln-run --profile`. The table, in Markdown, has
per program its time, the operations and bytes that its kernels state, each
counted once, and the share of the bound: the least time that multiply-adds of
vectors of their type, or 32 MiB and more from memory, as measured in the same
process, can take. The right operands of products and the filters of
convolutions are weights, which lie packed in a package.
"""

import argparse
import json
import math
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "utils"))
import npz  # noqa: E402

FLOATS = ("f32", "bf16")
BYTES = {"f32": 4, "bf16": 2, "i8": 1}
CACHES = 32 << 20  # bytes; fewer come from a cache at the next call


def product(element, m, n, k):
    if element == "i8":
        return [[m, k], [k, n]], [m, n], "i32", "aten._int_mm.default %x0, %x1"
    return [[m, k], [n, k]], [m, n], element, "aten.linear.default %x0, %x1"


def convolution(element, batch, channels, extent, filters, taps, stride):
    out = (extent - 1) // stride + 1
    attributes = f"stride = [{stride}, {stride}], padding = [{taps // 2}, {taps // 2}]"
    return ([[batch, channels, extent, extent], [filters, channels, taps, taps]],
            [batch, filters, out, out], element, f"aten.conv2d.default %x0, %x1, {attributes}")


def attention(element, heads, rows, width):
    shape = [1, heads, rows, width]
    return [shape] * 3, shape, element, "aten.scaled_dot_product_attention.default %x0, %x1, %x2"


def softmax(element, rows, width):
    return [[rows, width]], [rows, width], element, "aten.softmax.int %x0, dim = -1"


def layer_norm(element, rows, width):
    return ([[rows, width], [width], [width]], [rows, width], element,
            f"aten.layer_norm.default %x0, normalized_shape = [{width}], %x1, %x2")


def gelu(element, count):
    return [[count]], [count], element, "aten.gelu.default %x0"


# Per kind: a function above, the types and the sizes that it is timed with.
KINDS = {
    "product": [*((product, (*FLOATS, "i8"), shape) for shape in [(1024, 1024, 1024), (128, 768, 3072)]),
                (product, FLOATS, (1, 4096, 4096))],
    "convolution": [(convolution, FLOATS, shape)
                    for shape in [(8, 64, 56, 64, 3, 1), (8, 256, 14, 256, 3, 1), (8, 128, 28, 256, 1, 1),
                                  (8, 3, 224, 64, 7, 2)]],
    "attention": [(attention, FLOATS, shape) for shape in [(12, 128, 64), (12, 1024, 64)]],
    "rows": [(f, FLOATS, shape) for f in (softmax, layer_norm) for shape in [(64, 1024), (8192, 1024)]],
    "chain": [(gelu, FLOATS, shape) for shape in [(1 << 14,), (1 << 24,)]],
}


WITH_WEIGHTS = (product, convolution)  # their second operands are


def tensor(extents, element):
    return f"!ep.tensor<[{', '.join(map(str, extents))}], {element}>"


def write_program(path, element, operands, weight, result, result_element, op):
    """Operand number `weight`, if there is one, is a parameter of equal bytes."""
    kinds = ["parameter" if i == weight else "user_input" for i in range(len(operands))]
    arguments = [f"%x{i}: {tensor(o, element)} {{ep.input = #ep.input<{kind} \"x{i}\">}}"
                 for i, (o, kind) in enumerate(zip(operands, kinds, strict=True))]
    state = ""
    if weight is not None:
        size = math.prod(operands[weight]) * BYTES[element]
        state = f"""  ep.storage @bytes bytes({size}) data(dense<63> : tensor<{size}xi8>)
  ep.parameter @x{weight} : {tensor(operands[weight], element)} storage(@bytes)
"""
    types = ", ".join(tensor(o, element) for o in operands)
    result = tensor(result, result_element)
    path.write_text(f"""ep.program @model {{
{state}  ep.graph @forward({', '.join(arguments)}) -> ({result} {{ep.output = #ep.output<user_output "y">}}) {{
    %y = {op} : ({types}) -> {result}
    ep.return %y : {result}
  }}
}}
""")


def make_input(extents, element):
    """Ones, which no type rounds and no processor takes longer for."""
    one = {"f32": ("<f4", b"\0\0\x80\x3f"), "bf16": ("<u2", b"\x80\x3f"), "i8": ("|i1", b"\x01")}[element]
    return npz.Array(one[0], tuple(extents), one[1] * math.prod(extents))


def measure(options, folder, program):
    function, element, shape = program
    operands, result, result_element, op = function(element, *shape)
    model, package, inputs = (folder / name for name in ("model.mlir", "model.kiln", "inputs.npz"))
    weight = 1 if function in WITH_WEIGHTS else None
    write_program(model, element, operands, weight, result, result_element, op)
    given = [o for i, o in enumerate(operands) if i != weight]
    npz.write(inputs, {f"call0.in{i}": make_input(o, element) for i, o in enumerate(given)})
    subprocess.run([options.tools / "kiln-compile", model, "-o", package, "--target=cpu:native"], check=True)
    done = subprocess.run([options.tools / "kiln-run", package, f"--inputs={inputs}", f"--profile={options.seconds}",
                           "--json", f"--threads={options.threads}"], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def print_row(name, element, shape, profile):
    instructions = profile["instructions"]
    total = {key: sum(i[key] for i in instructions) for key in ("seconds", "flops", "bytes")}
    seconds = total["seconds"]
    f32 = profile["flops_per_s"]
    least = sum(i["flops"] / profile.get(i["products"] + "_flops_per_s", f32) for i in instructions)
    if total["bytes"] >= CACHES:
        least = max(least, total["bytes"] / profile["bytes_per_s"])
    bound = f"{100 * least / seconds:.0f} %" if least else ""
    operations = f"{total['flops'] / seconds / 1e9:.4g}" if total["flops"] else ""
    print(f"| {name} | {'x'.join(map(str, shape))} | {element} | {seconds * 1e6:.4g} us "
          f"| {operations} | {total['bytes'] / seconds / 1e9:.4g} "
          f"| {bound} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", metavar="KIND", nargs="*", choices=[*KINDS, []])
    parser.add_argument("--tools", type=pathlib.Path, required=True)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.5)
    options = parser.parse_args()
    print("| kernel | sizes | type | time | Gop/s | GB/s | of the bound |\n| --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        for kind in options.kinds or KINDS:
            for function, elements, shape in KINDS[kind]:
                for element in elements:
                    profile = measure(options, pathlib.Path(folder), (function, element, shape))
                    print_row(function.__name__, element, shape, profile)


if __name__ == "__main__":
    main()
