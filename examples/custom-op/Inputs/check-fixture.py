# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check-fixture.py CUSTOM-OP PACKAGE FOLDER: the recorded calls of FOLDER, in one process, have PyTorch's results."""
import ast
import os
import struct
import subprocess
import sys
import zipfile


def read_npz(path):
    """Sizes and float32 values by name."""
    arrays = {}
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            data = archive.read(name)
            length = int.from_bytes(data[8:10], "little")
            header = ast.literal_eval(data[10:10 + length].decode("latin-1"))
            if header["descr"] == "<f4":
                values = struct.unpack(f"<{(len(data) - 10 - length) // 4}f", data[10 + length:])
                arrays[name.removesuffix(".npy")] = (header["shape"], values)
    return arrays


program, package, folder = sys.argv[1:]
inputs, outputs = (read_npz(os.path.join(folder, name)) for name in ("inputs.npz", "outputs.npz"))
calls = sorted({name.split(".")[0] for name in inputs})
rows = [str(inputs[call + ".in0"][0][0]) for call in calls]
numbers = " ".join(repr(value) for call in calls for value in inputs[call + ".in0"][1])
made = subprocess.run([program, package, *rows], input=numbers, check=True, stdout=subprocess.PIPE, text=True).stdout
wanted = [value for call in calls for i in range(2) for value in outputs[f"{call}.out{i}"][1]]
got = [float(word) for word in made.split()]
assert len(got) == len(wanted), (len(got), len(wanted))
scale = (sum(value * value for value in wanted) / len(wanted)) ** 0.5
worst = max(abs(a - b) for a, b in zip(got, wanted)) / scale
print(f"{len(got)} numbers, the largest error is {worst:.1e}")
assert worst < 1e-5
