# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the programs of a folder as they were exported and in core form.

    run-reported.py --tools=BIN --open=reported-open.txt --errors=reported-errors.txt
                    --refused=reported-refused.txt FOLDER [NAME…]

Each archive is compiled and run, and evaluated by kiln-interpret; its calls must
be right, and a call of rejected.npz must end in an error that has the words of the
program in the table of errors, which semicolons separate. A program of the table of
refused ones must be refused with these words, before anything is compiled. A line `NAME REASON` of the table of open
programs says that the program fails as yet; one that does not is a fault, too.
"""

import argparse
import json
import pathlib
import resource
import subprocess
import sys
import tempfile

# Seconds of CPU that compiling one of these small programs may take.
MOST_SECONDS = 10


def execute(*command):
    """Exit status and all that the command wrote."""
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace")
    return done.returncode, done.stdout.strip()


def first_line(text):
    return text.partition("\n")[0]


def compile_archive(tools, archive, package):
    """What is wrong with compiling it, or nothing."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    status, text = execute(tools / "kiln-compile", archive, "-o", package,
                           "--target=cpu:x86-64-v3")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if status:
        return text or "status %d" % status
    return "compiling took %.1f s" % seconds if seconds > MOST_SECONDS else None


def judge(command, folder, words):
    """What is wrong with a run of the calls by `command`, or nothing."""
    flags = ["--expected=%s" % (folder / "outputs.npz")]
    if json.loads((folder / "about.json").read_text()).get("calls_share_state"):
        flags.append("--keep-state")
    status, text = execute(*command, "--inputs=%s" % (folder / "inputs.npz"), *flags)
    if status:
        return text or "status %d" % status
    rejected = folder / "rejected.npz"
    if not rejected.exists():
        return None
    status, text = execute(*command, "--inputs=%s" % rejected)
    if status != 1:
        return "a call that must be rejected ends with status %d" % status
    missing = [part for part in words.split(";") if part.strip() not in text]
    if missing or not words:
        return "the error has no '%s': %s" % (";".join(missing).strip(), text)
    return None


def refuse(tools, archive, package, words):
    """What is wrong with how an archive is refused, or nothing."""
    for flags in ("-o", package, "--target=cpu:x86-64-v3"), ("--dry-run",):
        status, text = execute(tools / "kiln-compile", archive, *flags)
        if status != 1 or words not in text:
            return "is not refused by '%s': %s" % (words, text)
    return "a package is written" if package.exists() else None


def check(tools, folder, form, words, refused, scratch):
    """What is wrong with one form of a program, or nothing."""
    archive = folder / (form + ".pt2")
    package = pathlib.Path(scratch) / ("%s-%s.kiln" % (folder.name, form))
    if refused is not None:
        return refuse(tools, archive, package, refused)
    return (compile_archive(tools, archive, package)
            or judge([tools / "kiln-run", package], folder, words)
            or judge([tools / "kiln-interpret", archive], folder, words))


def read_table(path):
    """The first word of each line -> the rest."""
    lines = (line.strip() for line in path.read_text().splitlines())
    return dict((line.split(None, 1) + [""])[:2] for line in lines if line and not line.startswith("#"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tools", type=pathlib.Path, required=True)
    parser.add_argument("--open", type=pathlib.Path, required=True)
    parser.add_argument("--errors", type=pathlib.Path, required=True)
    parser.add_argument("--refused", type=pathlib.Path, required=True)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    still_open, errors = read_table(options.open), read_table(options.errors)
    refused = read_table(options.refused)
    found = sorted(path.parent for path in options.folder.glob("*/model.pt2"))
    faults, counts = 0, {"right": 0, "open": 0}
    for name in set(still_open) - {folder.name for folder in found}:
        print("%s: is open, but there is no such program  <- fault" % name)
        faults += 1
    with tempfile.TemporaryDirectory() as scratch:
        for folder in found:
            if options.names and folder.name not in options.names:
                continue
            reasons = ["%s.pt2: %s" % (form, reason) for form in ("model", "core")
                       if (reason := check(options.tools, folder, form, errors.get(folder.name, ""),
                                              refused.get(folder.name), scratch))]
            expected = folder.name in still_open
            fault = bool(reasons) != expected
            faults += fault
            if not fault:
                counts["open" if reasons else "right"] += 1
            if expected and not reasons:
                reasons = ["is right, but listed as open"]
            for reason in reasons or ["right"]:
                print("%s: %s%s" % (folder.name, first_line(reason), "  <- fault" if fault else ""), flush=True)
    print("right %(right)d, open %(open)d" % counts + ", faults %d" % faults)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
