# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles the programs of a folder and runs their recorded calls.

    run-programs.py --tools=BIN --table=programs.txt [--target=NAME…] [--most-planned=RATIO] [--most-bytes=RATIO]
                    [--sanitized=KILN-RUN] [--routines=LIBRARY] FOLDER [NAME…]

Each program is compiled from model.pt2 for all targets, on one thread, and on two
from a copy of another name in another folder: the packages have the same bytes. It
is run for each target at 1 and at 2 threads: the outputs have the same bits.
--sanitized=KILN-RUN, which is under the thread sanitizer, runs each with 3 threads in
place of all this; the code of packages itself is not instrumented. A line of the table is `NAME right` or `NAME refused
REASON`. A program that is wrong, or that the table has as right and that is
not, is a fault, and so is one whose plan takes more than --most-planned times the
bytes that live at once, or whose package has more than --most-bytes times the bytes
of the weights, and 1 MiB; one that is right against the table is said to be.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
# What the scripts it calls import lies there, with lit and without.
os.environ["PYTHONPATH"] = str(HERE.parents[2] / "utils")


# What archives do not say of custom operators.
SCHEMAS = {"custom_op": "kiln_test::accumulate_(Tensor(a!) state, Tensor x) -> Tensor"}


def execute(*command):
    """Exit status, standard output and error."""
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, errors="replace")
    return done.returncode, done.stdout, done.stderr


def reason_of(text):
    """The first error of a tool."""
    lines = [line for line in text.splitlines() if "error:" in line] or text.splitlines()
    return lines[0].split("error:")[-1].strip() if lines else "no reason is given"


def routines_of(options, folder):
    """The flag for a program with custom operators."""
    return ["--routines=%s" % options.routines] if folder.name in SCHEMAS and options.routines else []


def judge(options, folder, package, target, threads):
    """What is wrong with one run, or nothing; what it made is in the file of `outputs_of`."""
    about = json.loads((folder / "about.json").read_text())
    expected, made = folder / "outputs.npz", outputs_of(package, threads)
    command = [options.tools / "kiln-run", package, "--inputs=%s" % (folder / "inputs.npz"),
               "--target=%s" % target, "--threads=%d" % threads, "--outputs=%s" % made,
               *routines_of(options, folder)]
    if about.get("calls_share_state"):
        command.append("--keep-state")
    by_rule = about["compare"] in ("float64", "dtype")
    status, out, err = execute(*command, *(["--expected=%s" % expected] if by_rule else []))
    if not status and not by_rule:
        status, out, err = execute(sys.executable, HERE / "check-special.py",
                                   about["compare"], made, expected)
    return reason_of(err or out) if status else None


def find_race(options, folder, package):
    """What the thread sanitizer says of a run, or nothing. It ends with a status of its own."""
    status, out, err = execute(options.sanitized, package, "--inputs=%s" % (folder / "inputs.npz"), "--threads=3",
                               "--keep-state", "--target=%s" % options.target[0], *routines_of(options, folder))
    if status and "ThreadSanitizer" not in err:
        return reason_of(err or out)
    return err.strip()[:2000] if status else None


def outputs_of(package, threads):
    return package.with_suffix(".%d.npz" % threads)


def differ(one, other):
    """Have two files other bytes?"""
    return one.read_bytes() != other.read_bytes()


def compile_program(options, folder, archive, package, threads, *arguments):
    """Exit status and what the compiler complains about."""
    if folder.name in SCHEMAS:
        arguments += ("--op-schema=" + SCHEMAS[folder.name],)
    status, _, err = execute(options.tools / "kiln-compile", archive, "-o", package, "--threads=%d" % threads,
                             *["--target=%s" % target for target in options.target], *arguments)
    return status, err


def compile_again(options, folder, scratch, package):
    """What is wrong with a package of a copy, or nothing."""
    copy = scratch / "copy" / "other-name.pt2"
    copy.parent.mkdir(exist_ok=True)
    shutil.copyfile(folder / "model.pt2", copy)
    again = copy.with_suffix(".kiln")
    status, err = compile_program(options, folder, copy, again, 2)
    if status:
        return "a copy of it: " + reason_of(err)
    return "a copy of another name gives other bytes" if differ(package, again) else None


def weigh(archive):
    """Bytes of the weights and constants of an archive."""
    with zipfile.ZipFile(archive) as file:
        return sum(record.file_size for record in file.infolist()
                   if "/data/weights/" in record.filename or "/data/constants/" in record.filename)


def run(options, folder, scratch):
    """State and reason of one program."""
    package, stats = scratch / (folder.name + ".kiln"), scratch / (folder.name + ".json")
    status, err = compile_program(options, folder, folder / "model.pt2", package, 1, "--stats=%s" % stats)
    if status < 0 or status > 1:
        return "broken", "the compiler ended with status %d" % status, None
    if status:
        return "refused", reason_of(err), None
    figures = json.loads(stats.read_text())
    if options.sanitized:
        fault = find_race(options, folder, package)
        return ("wrong" if fault else "right"), fault or "", figures
    if package.stat().st_size > options.most_bytes * weigh(folder / "model.pt2") + (1 << 20):
        return "wrong", "the package is larger than %.2f times its weights and 1 MiB" % options.most_bytes, figures
    fault = compile_again(options, folder, scratch, package)
    if fault:
        return "wrong", fault, figures
    for target in options.target:
        for threads in (1, 2):
            fault = judge(options, folder, package, target, threads)
            if fault:
                return "wrong", "%s, %d threads: %s" % (target, threads, fault), figures
        if differ(outputs_of(package, 1), outputs_of(package, 2)):
            return "wrong", "%s: two threads give other bits than one" % target, figures
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
    parser.add_argument("--most-bytes", type=float, default=1.02)
    parser.add_argument("--sanitized", type=pathlib.Path)
    parser.add_argument("--routines", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    options.target = options.target or ["cpu:x86-64-v3"]
    table = read_table(options.table)
    counts = {"right": 0, "refused": 0, "wrong": 0, "broken": 0}
    faults = 0
    with tempfile.TemporaryDirectory() as scratch:
        for folder in sorted(options.folder.iterdir()):
            if not (folder / "model.pt2").exists() or options.names and folder.name not in options.names:
                continue
            state, reason, figures = run(options, folder, pathlib.Path(scratch))
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
