# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what packages have of the CPU, with a GPU among their targets and without.

usage: compare-variants.py BIN PROGRAM.pt2... [--op-schema=SCHEMA...]

Each program is compiled for a CPU alone and for CPU and GPU together, the GPU's class first. The manifest of the CPU's
variant, its code and its weights must be the same bytes.
"""
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile
import zipfile

CPU, GPU = "--target=cpu:x86-64-v3", "--target=cuda:sm_90"


def compile_package(tools, program, package, *options):
    subprocess.run([str(tools / "kiln-compile"), str(program), *options, "-o", str(package), "--threads=1"], check=True,
                   capture_output=True, timeout=600)
    return zipfile.ZipFile(package)


def compare(tools, program, options):
    """What differs; None where nothing does."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        alone = compile_package(tools, program, folder / "alone.kiln", CPU, *options)
        both = compile_package(tools, program, folder / "both.kiln", GPU, CPU, *options)
        listed = {variant["class"]: variant for variant in json.loads(both.read("manifest.json"))["variants"]}
        if list(listed) != ["cuda", "cpu"]:
            return f"has the variants {list(listed)}"
        manifest = alone.read("manifest.json")
        if both.read(listed["cpu"]["record"]) != manifest:
            return "has another manifest"
        for record in json.loads(manifest)["records"]:
            if both.read(record["name"]) != alone.read(record["name"]):
                return f"has another {record['name']}"
    return None


def main():
    options = [word for word in sys.argv if word.startswith("--op-schema=")]
    tools, *programs = [pathlib.Path(word) for word in sys.argv[1:] if word not in options]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        results = list(pool.map(lambda program: compare(tools, program, options), programs))
    for program, difference in zip(programs, results):
        if difference:
            print(f"{program.parent.name}: {difference}")
    print(f"{results.count(None)} of {len(programs)} programs have equal bytes for the CPU")


if __name__ == "__main__":
    main()
