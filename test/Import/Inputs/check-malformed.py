# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Imports each malformed archive beside expected.txt and compares how it ends.

usage: check-malformed.py KILN_TRANSLATE FOLDER
What is refused ends with exit status 1, one line that begins with the archive's path and goes on as the table says, and no output file; what
is accepted, with exit status 0, an output file, and no more than the warning of the table. Each import stays below 512 MiB and 20 s, and
nothing may appear in its working directory.
"""
import os
import resource
import subprocess
import sys
import tempfile


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
    resource.setrlimit(resource.RLIMIT_DATA, (512 << 20, 512 << 20))


def check(tool, path, verdict, expected):
    with tempfile.TemporaryDirectory() as scratch:
        output = os.path.join(scratch, "out.mlir")
        done = subprocess.run([tool, "--import-pt2", path, "-o", output], capture_output=True, timeout=60,
                              cwd=scratch, preexec_fn=limit)
        text = done.stderr.decode("utf-8", "replace")
        left = os.listdir(scratch)
    if done.returncode != (verdict == "refuse"):
        return f"exit status {done.returncode}, said: {text.strip()[:300]}"
    errors = [line for line in text.splitlines() if not line.startswith(f"{path}: note: ")]
    if expected and not text.startswith(f"{path}: {expected}") or len(errors) != bool(expected):
        return f"said: {text.strip()[:300]}"
    if left != ([] if verdict == "refuse" else ["out.mlir"]):
        return f"left {left} behind"
    return None


def main():
    tool, folder = sys.argv[1:]
    failures, names = 0, set()
    with open(os.path.join(folder, "expected.txt"), encoding="utf-8") as table:
        rows = [line.rstrip("\n").split("\t") for line in table if not line.startswith("#")]
    for name, verdict, expected in rows:
        names.add(name + ".pt2")
        wrong = check(tool, os.path.join(folder, name + ".pt2"), verdict, expected)
        if wrong:
            failures += 1
            print(f'{name}: expected "{verdict} {expected}"; {wrong}')
    unlisted = {name for name in os.listdir(folder) if name.endswith(".pt2")} - names
    print(f"{len(rows)} archives, {failures} wrong, not listed: {sorted(unlisted)}")
    sys.exit(failures != 0 or bool(unlisted))


main()
