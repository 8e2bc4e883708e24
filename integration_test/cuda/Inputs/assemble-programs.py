# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles programs for CUDA devices and has their PTX assembled.

    assemble-programs.py --tools=BIN --ptxas=PATH --arch=NAME… FOLDER [NAME…]

A line for each program and architecture that fails; then how many there were.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

# What archives do not say of custom operators.
SCHEMAS = {"custom_op": "kiln_test::accumulate_(Tensor(a!) state, Tensor x) -> Tensor"}


def fails(command):
    """What a tool complains about, or nothing."""
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return (done.stdout.strip() or "no reason is given") if done.returncode else None


def assemble(options, folder, arch, scratch):
    ptx = scratch / "kernels.ptx"
    flags = ["--op-schema=" + SCHEMAS[folder.name]] if folder.name in SCHEMAS else []
    return fails([options.tools / "kiln-compile", folder / "model.pt2", "--emit=ptx", "--target=cuda:" + arch,
                  "-o", ptx, *flags]) or fails([options.ptxas, "-O0", "-arch=" + arch, ptx, "-o", scratch / "kernels.cubin"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tools", type=pathlib.Path, required=True)
    parser.add_argument("--ptxas", required=True)
    parser.add_argument("--arch", action="append", required=True)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    count = faults = 0
    with tempfile.TemporaryDirectory() as scratch:
        for folder in sorted(options.folder.iterdir()):
            if not (folder / "model.pt2").exists() or options.names and folder.name not in options.names:
                continue
            for arch in options.arch:
                fault = assemble(options, folder, arch, pathlib.Path(scratch))
                count, faults = count + 1, faults + bool(fault)
                if fault:
                    print("%s, %s: %s" % (folder.name, arch, fault.splitlines()[0]), flush=True)
    print("assembled %d, refused %d" % (count - faults, faults))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
