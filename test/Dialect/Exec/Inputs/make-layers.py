# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes an encoder of N layers in phase core: a linear with gelu and a norm, each with a residual."""

import sys

layers = int(sys.argv[1])
T, W, V = "!ep.tensor<[s0, 64], f32>", "!ep.tensor<[64, 64], f32>", "!ep.tensor<[64], f32>"
M = "!ep.tensor<[s0, 1], f32>"
arguments = ['%%x: %s {ep.input = #ep.input<user_input "x">}' % T]
body = []


def emit(result, text):
    body.append("    %%%s = %s" % (result, text))


x = "x"
for i in range(layers):
    for name, kind in (("w", W), ("u", W), ("b", V)):
        arguments.append('%%%s%d: %s {ep.input = #ep.input<user_input "%s%d">}' % (name, i, kind, name, i))
    emit("a%d" % i, "aten.mm.default %%%s, %%w%d : (%s, %s) -> %s" % (x, i, T, W, T))
    emit("g%d" % i, "aten.gelu.default %%a%d : (%s) -> %s" % (i, T, T))
    emit("m%d" % i, "aten.mm.default %%g%d, %%u%d : (%s, %s) -> %s" % (i, i, T, W, T))
    emit("r%d" % i, "aten.add.Tensor %%m%d, %%%s : (%s, %s) -> %s" % (i, x, T, T, T))
    emit("n%d:3" % i, "aten.native_layer_norm.default %%r%d, normalized_shape = [64], %%b%d, %%b%d, "
         "eps = 1.0e-05 : (%s, %s, %s) -> (%s, %s, %s)" % (i, i, i, T, V, V, T, M, M))
    emit("s%d" % i, "aten.add.Tensor %%n%d#0, %%r%d : (%s, %s) -> %s" % (i, i, T, T, T))
    x = "s%d" % i
print("ep.program @layers {\n  ep.symbol @s0 range(1, 64)\n  ep.graph @forward(%s)" % ",\n      ".join(arguments))
print('      -> (%s {ep.output = #ep.output<user_output "y">}) {' % T)
print("\n".join(body))
print("    ep.return %%%s : %s\n  }\n}" % (x, T))
