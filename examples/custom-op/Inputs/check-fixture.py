# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check-fixture.py CUSTOM-OP PACKAGE FOLDER: the recorded calls of FOLDER, in one process, have PyTorch's results."""
import os
import subprocess
import sys

import npz

program, package, folder = sys.argv[1:]
inputs, outputs = (npz.read(os.path.join(folder, name)) for name in ("inputs.npz", "outputs.npz"))
calls = sorted({name.split(".")[0] for name in inputs})
rows = [str(inputs[call + ".in0"].sizes[0]) for call in calls]
numbers = " ".join(repr(value) for call in calls for value in inputs[call + ".in0"].values())
made = subprocess.run([program, package, *rows], input=numbers, check=True, stdout=subprocess.PIPE, text=True).stdout
wanted = [value for call in calls for i in range(2) for value in outputs[f"{call}.out{i}"].values()]
got = [float(word) for word in made.split()]
assert len(got) == len(wanted), (len(got), len(wanted))
scale = (sum(value * value for value in wanted) / len(wanted)) ** 0.5
worst = max(abs(a - b) for a, b in zip(got, wanted)) / scale
print(f"{len(got)} numbers, the largest error is {worst:.1e}")
assert worst < 1e-5
