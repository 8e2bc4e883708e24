# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws follow the seed: the same one gives the same numbers, another one others, in each output.

    check-seeds.py PROGRAM.kiln FOLDER

The program has no inputs; its seed and its place in the stream are the buffer kiln.random.
"""
import json
import pathlib
import struct
import subprocess
import sys

import npz


def write_seed(path, seed):
    header = {"kiln.random": {"dtype": "I64", "shape": [2], "data_offsets": [0, 16]}}
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + struct.pack("<2q", seed, 0))


def draw(package, folder, seed):
    weights, made = folder / "seed.safetensors", folder / "draws.npz"
    write_seed(weights, seed)
    subprocess.run(["kiln-run", package, "--weights=%s" % weights, "--outputs=%s" % made], check=True,
                   stdout=subprocess.DEVNULL)
    return {name: array.content for name, array in npz.read(made).items() if ".out" in name}


def main():
    package, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    first, again, other = (draw(package, folder, seed) for seed in (7, 7, 1 << 40))
    for name in first:
        if first[name] != again[name]:
            sys.exit("%s: one seed gives two answers" % name)
        if first[name] == other[name]:
            sys.exit("%s: two seeds give one answer" % name)
    print("%d outputs follow the seed" % len(first))


main()
