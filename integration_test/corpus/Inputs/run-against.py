# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run-against.py PROGRAMS FOLDER NAME...: compiles programs of the corpus into FOLDER and compares their kernels with the
evaluator, all calls. Prints a line for each."""
import os
import subprocess
import sys

programs, folder, *names = sys.argv[1:]
for name in names:
    model, package = os.path.join(programs, name, "model.pt2"), os.path.join(folder, name + ".kiln")
    subprocess.run(["kiln-compile", model, "-o", package, "--target=cpu:x86-64-v3"], check=True)
    lines = subprocess.run(
        ["kiln-interpret", model, "--against=" + package, "--inputs=" + os.path.join(programs, name, "inputs.npz"),
         "--reproducer=" + os.path.join(folder, name)], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    assert lines and all("kernels agree with the evaluator" in line for line in lines), lines
    judged = {line.split("; ")[1] for line in lines}
    print(f"{name}: {len(lines)} calls, {', '.join(sorted(judged))}")
