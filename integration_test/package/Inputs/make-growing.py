# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a program whose sizes are computed twice from the last one, LEVELS times, and calls of it.

    make-growing.py FILE.mlir CALLS.npz LEVELS

The text of a size has twice the length of that before it. The program returns a
vector of ones of each size, added up to a number, and a vector of the last size.
"""

import sys

import npz


def grow(size, level):
    """Text and value of the next size."""
    text, number = size
    step = level + 2
    return ("Max(FloorDiv(%s + %d, 2), Min(%s, %d))" % (text, step, text, 40 + level),
            max((number + step) // 2, min(number, 40 + level)))


def sizes_of(symbol, levels):
    found = [grow(("s0", symbol), 0)]
    for level in range(1, levels):
        found.append(grow(found[-1], level))
    return found


path, calls, levels = sys.argv[1], sys.argv[2], int(sys.argv[3])
texts = [text for text, _ in sizes_of(0, levels)]
lines = ["ep.program @growing {", "  ep.symbol @s0 range(3, 5000)",
         '  ep.graph @forward(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})',
         '      -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "sum">},',
         '          !ep.tensor<[' + texts[-1] + '], f32> {ep.output = #ep.output<user_output "last">}) {',
         "    %sum0 = aten.sum.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[], f32>"]
for i, text in enumerate(texts):
    vector, number = "!ep.tensor<[%s], f32>" % text, "!ep.tensor<[], f32>"
    lines += ["    %%full%d = aten.full.default size = [%s], fill_value = 1.0, dtype = f32 : () -> %s" % (i, text, vector),
              "    %%sort%d = aten.cumsum.default %%full%d, dim = 0 : (%s) -> %s" % (i, i, vector, vector),
              "    %%back%d = aten.flip.default %%sort%d, dims = [0] : (%s) -> %s" % (i, i, vector, vector),
              "    %%all%d = aten.cumsum.default %%back%d, dim = 0 : (%s) -> %s" % (i, i, vector, vector),
              "    %%part%d = aten.sum.default %%all%d : (%s) -> %s" % (i, i, vector, number),
              "    %%sum%d = aten.add.Tensor %%sum%d, %%part%d : (%s, %s) -> %s" % (i + 1, i, i, number, number, number)]
last = "!ep.tensor<[%s], f32>" % texts[-1]
lines += ["    ep.return %%sum%d, %%full%d : !ep.tensor<[], f32>, %s" % (levels, levels - 1, last), "  }", "}"]
open(path, "w").write("\n".join(lines) + "\n")

arrays = {}
for call, symbol in enumerate((3, 57)):
    numbers = [number for _, number in sizes_of(symbol, levels)]
    # The sum over i of the sum over the first i of n, n - 1, …, 1.
    total = sum(sum(n - j for i in range(n) for j in range(i + 1)) for n in numbers)
    arrays["call%d.in0" % call] = npz.make("<f4", (symbol,), [0.0] * symbol)
    arrays["call%d.out0" % call] = npz.make("<f4", (), [float(total)])
    arrays["call%d.ref0" % call] = npz.make("<f8", (), [float(total)])
    arrays["call%d.out1" % call] = npz.make("<f4", (numbers[-1],), [1.0] * numbers[-1])
npz.write(calls, arrays)
