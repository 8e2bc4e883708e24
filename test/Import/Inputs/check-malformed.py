# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Imports each malformed archive beside expected.txt and compares the message.

usage: check-malformed.py KILN_TRANSLATE FOLDER
Every archive must be refused with exit status 1, one line that begins with its path and holds the expected text, and no output file.
"""
import os
import subprocess
import sys
import tempfile


def check(tool, folder, name, expected):
    path = os.path.join(folder, name)
    with tempfile.TemporaryDirectory() as scratch:
        output = os.path.join(scratch, "out.mlir")
        done = subprocess.run([tool, "--import-pt2", path, "-o", output], capture_output=True, timeout=60)
        text = done.stderr.decode("utf-8", "replace")
        if done.returncode != 1:
            return f"exit status {done.returncode}"
        if not text.startswith(path + ": ") or expected not in text:
            return f"said: {text.strip()[:300]}"
        if os.path.exists(output):
            return "left an output file behind"
    return None


def main():
    tool, folder = sys.argv[1:]
    failures = count = 0
    with open(os.path.join(folder, "expected.txt"), encoding="utf-8") as table:
        for line in table:
            if line.startswith("#"):
                continue
            name, expected = line.rstrip("\n").split("\t")
            count += 1
            wrong = check(tool, folder, name, expected)
            if wrong:
                failures += 1
                print(f"{name}: expected \"{expected}\"; {wrong}")
    print(f"{count} archives, {failures} wrong")
    sys.exit(failures != 0)


main()
