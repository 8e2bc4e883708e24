# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles the programs of a folder and runs their recorded calls.

    run-programs.py --tools=BIN --table=programs.txt [--target=NAME…] [--most-planned=RATIO] FOLDER [NAME…]

Each program is compiled from model.pt2 once, for all targets, and run for each
target at 1 and at 2 threads. A line of the table is `NAME right` or `NAME refused
REASON`. A program that is wrong, or that the table has as right and that is
not, is a fault, and so is one whose plan takes more than --most-planned times the
bytes that live at once; one that is right against the table is said to be.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# What the scripts it calls import lies there, with lit and without.
os.environ["PYTHONPATH"] = str(HERE.parents[2] / "utils")


def execute(*command):
    """Exit status, standard output and error."""
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, errors="replace")
    return done.returncode, done.stdout, done.stderr


def reason_of(text):
    """The first error of a tool."""
    lines = [line for line in text.splitlines() if "error:" in line] or text.splitlines()
    return lines[0].split("error:")[-1].strip() if lines else "no reason is given"


def judge(tools, folder, package, target, threads):
    """What is wrong with one run, or nothing."""
    about = json.loads((folder / "about.json").read_text())
    command = [tools / "kiln-run", package, "--inputs=%s" % (folder / "inputs.npz"),
               "--target=%s" % target, "--threads=%d" % threads]
    if about.get("calls_share_state"):
        command.append("--keep-state")
    expected = folder / "outputs.npz"
    if about["compare"] in ("float64", "dtype"):
        status, out, err = execute(*command, "--expected=%s" % expected)
        return reason_of(err or out) if status else None
    made = package.with_suffix(".npz")
    status, out, err = execute(*command, "--outputs=%s" % made)
    if not status:
        status, out, err = execute(sys.executable, HERE / "check-special.py",
                                   about["compare"], made, expected)
    return reason_of(err or out) if status else None


def run(options, folder, scratch):
    """State and reason of one program."""
    package = pathlib.Path(scratch) / (folder.name + ".kiln")
    stats = pathlib.Path(scratch) / (folder.name + ".json")
    targets = options.target or ["cpu:x86-64-v3"]
    status, _, err = execute(options.tools / "kiln-compile", folder / "model.pt2", "-o", package,
                             *["--target=%s" % target for target in targets],
                             "--stats=%s" % stats)
    if status < 0 or status > 1:
        return "broken", "the compiler ended with status %d" % status, None
    if status:
        return "refused", reason_of(err), None
    figures = json.loads(stats.read_text())
    for target in targets:
        for threads in (1, 2):
            fault = judge(options.tools, folder, package, target, threads)
            if fault:
                return "wrong", "%s, %d threads: %s" % (target, threads, fault), figures
    os.remove(package)
    return "right", "", figures


def read_table(path):
    table = {}
    for line in open(path):
        words = line.split("#")[0].split(None, 2)
        if words:
            table[words[0]] = words[1]
    return table


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tools", type=pathlib.Path, required=True)
    parser.add_argument("--table", required=True)
    parser.add_argument("--target", action="append")
    parser.add_argument("--most-planned", type=float, default=1.10)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    table = read_table(options.table)
    counts = {"right": 0, "refused": 0, "wrong": 0, "broken": 0}
    faults = 0
    with tempfile.TemporaryDirectory() as scratch:
        for folder in sorted(options.folder.iterdir()):
            if not (folder / "model.pt2").exists() or options.names and folder.name not in options.names:
                continue
            state, reason, figures = run(options, folder, scratch)
            counts[state] += 1
            fault = state in ("wrong", "broken") or table.get(folder.name) == "right" != state
            faults += fault
            memory = ""
            if figures:
                memory = "; planned %d, live %d, kernels %d of %d" % (
                    figures["memory"]["planned"], figures["memory"]["live"],
                    figures["kernels"]["distinct"], figures["kernels"]["dispatches"])
                if figures["memory"]["planned"] > options.most_planned * figures["memory"]["live"]:
                    memory += ", planned above %.2f" % options.most_planned
                    faults += not fault
                    fault = True
            if state == "right" != table.get(folder.name):
                memory += "; better than the table"
            print("%-8s %s%s%s%s" % (state, folder.name, ": " if reason else "", reason, memory)
                  + ("  <- fault" if fault else ""), flush=True)
    print("right %(right)d, refused %(refused)d, wrong %(wrong)d, broken %(broken)d" % counts)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
