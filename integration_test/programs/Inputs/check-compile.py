# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check-compile.py bounds MODEL: compiling MODEL takes under 60 s of one CPU and under 1 GB of memory.
check-compile.py growth FOLDER: twice the layers give the same kernels, in about twice the time. The programs are
written to FOLDER."""
import json
import os
import subprocess
import sys


def compile(model, package):
    """CPU seconds, bytes at the peak, and the figures of --stats."""
    stats = package + ".json"
    process = subprocess.Popen(["kiln-compile", model, "-o", package, "--target=cpu:x86-64-v3", "--stats=" + stats])
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, model
    with open(stats) as file:
        return usage.ru_utime + usage.ru_stime, usage.ru_maxrss << 10, json.load(file)


def write_layers(path, count):
    """x = x + relu(x @ w + b), count times."""
    t, w, b = "!ep.tensor<[s0, 16], f32>", "!ep.tensor<[16, 16], f32>", "!ep.tensor<[16], f32>"
    with open(path, "w") as file:
        file.write("ep.program @forward {\n  ep.symbol @s0 range(1, 64)\n  ep.graph @forward(")
        file.write(", ".join(f'%{name}: {type} {{ep.input = #ep.input<user_input "{name}">}}'
                             for name, type in (("x0", t), ("w", w), ("b", b))))
        file.write(f') -> ({t} {{ep.output = #ep.output<user_output "y">}}) {{\n')
        for i in range(count):
            file.write(f"    %m{i} = aten.mm.default %x{i}, %w : ({t}, {w}) -> {t}\n"
                       f"    %a{i} = aten.add.Tensor %m{i}, %b : ({t}, {b}) -> {t}\n"
                       f"    %r{i} = aten.relu.default %a{i} : ({t}) -> {t}\n"
                       f"    %x{i + 1} = aten.add.Tensor %x{i}, %r{i} : ({t}, {t}) -> {t}\n")
        file.write(f"    ep.return %x{count} : {t}\n  }}\n}}\n")


def bounds(model):
    seconds, peak, _ = compile(model, "deep.kiln")
    print(f"{seconds:.1f} s, {peak / 1e6:.0f} MB")
    assert seconds < 60 and peak < 10**9


def growth(folder):
    best, kernels = {}, {}
    # The smaller of two times, measured by turns: the machine may be busy.
    for turn in range(2):
        for count in (1500, 3000):
            path = os.path.join(folder, f"layers{count}")
            write_layers(path + ".mlir", count)
            seconds, _, stats = compile(path + ".mlir", path + ".kiln")
            best[count] = min(seconds, best.get(count, seconds))
            kernels[count] = stats["kernels"]
    print(best, kernels)
    assert kernels[3000]["dispatches"] == 2 * kernels[1500]["dispatches"]
    assert kernels[3000]["distinct"] == kernels[1500]["distinct"]
    assert best[3000] < 3 * best[1500]


{"bounds": bounds, "growth": growth}[sys.argv[1]](sys.argv[2])
