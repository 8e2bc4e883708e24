# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What benchmarks in Python do with packages: they compile, time and judge one.

A folder has the recorded inputs of a call, `inputs.npz`, and PyTorch's outputs,
`outputs.npz`. `tools` is the folder of kiln-compile and kiln-run.
"""

import argparse
import json
import math
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "utils"))
import npz  # noqa: E402


def compile_package(tools, model):
    """The package of `model` for this processor, beside it."""
    package = model.with_suffix(".kiln")
    subprocess.run([tools / "kiln-compile", model, "-o", package, "--target=cpu:native"], check=True)
    return package


def run(tools, package, *flags):
    command = [tools / "kiln-run", package, f"--inputs={package.parent / 'inputs.npz'}", "--call=call0", *flags]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def time_calls(tools, package, threads, seconds):
    """The seconds of each call, of as many as fit in `seconds`. A copy of the package is run: the same code took longer
    from one file than from another run after run, and no longer from copies; likely it is the pages that a cached file keeps."""
    copy = pathlib.Path(shutil.copy(package, package.with_suffix(".copy.kiln")))
    try:
        return json.loads(run(tools, copy, f"--threads={threads}", f"--benchmark={seconds}", "--json"))["latencies_s"]
    finally:
        copy.unlink()


def compare(tools, package):
    """How far the outputs are from PyTorch's: the root of the mean square of the difference over that of the values, or
    of the sum of its squares where all values are zero, and the largest difference."""
    made = package.parent / "made.npz"
    run(tools, package, f"--outputs={made}")
    want, got = (npz.read(path)["call0.out0"].values() for path in (package.parent / "outputs.npz", made))
    differences = [a - b for a, b in zip(got, want, strict=True)]
    rms = math.sqrt(sum(d * d for d in differences) / (sum(v * v for v in want) or 1))
    return rms, max(map(abs, differences))


def make_parser(description, export, measure):
    """The parser of a benchmark's commands `export` and `measure`, and that of the first one, which may have more."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    writer, timer = commands.add_parser("export"), commands.add_parser("measure")
    writer.set_defaults(run=export)
    timer.set_defaults(run=measure)
    timer.add_argument("--tools", type=pathlib.Path, required=True)
    for command in (writer, timer):
        command.add_argument("folder", metavar="FOLDER", type=pathlib.Path)
    timer.add_argument("--threads", default="1,2")
    timer.add_argument("--seconds", type=float, default=1.5)
    timer.add_argument("--rounds", type=int, default=4)
    return parser, writer
