#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs recorded cases of single operators, and counts the answers.

    run-op-cases.py CASES... --tools=BIN [--by=compile|interpret] [--jobs=N]
                    [--every=N] [--form=core|exported] [--log=FILE]
                    [--results=FILE] [--require-right]

CASES are archives <op>.zip, folders <op>/ with the same files, or a folder of
such archives (default: $KILN_FIXTURES/ops). A case k is k.pt2 and k.core.pt2,
the exported and the decomposed program, with what PyTorch answered in k.npz and
what the case is in k.json. A case is compiled and run, or run by the reference
evaluator (--by=interpret), many in one process. Each form of each case ends as

    right      every recorded call is right by the error rule
    refused    not compiled or not evaluated, and the error names the operator
    unread     the same, for another reason that the error says
    differs    wrong by the rule, but utils/op-differences.txt says why it must be
    wrong      a call fails or its answer is not right
    broken     a tool crashed, hung, or failed without a word

--results writes what became of each case as JSON, for generate-op-support.py.

The exit status is 1 when a case is wrong or broken; with --require-right, when
any is not right.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

STATES = ["right", "refused", "unread", "differs", "wrong", "broken"]
DIFFERENCES = pathlib.Path(__file__).with_name("op-differences.txt")
FORMS = [".pt2", ".core.pt2"]
SECONDS = 120
BATCH, BATCH_SECONDS = 100, 600
# What these make is not initialised.
UNINITIALISED = {"empty", "empty_like", "empty_permuted", "empty_strided", "new_empty",
                 "new_empty_strided"}


class Case:
    """One form of one recorded call of an operator."""

    def __init__(self, source, number, form):
        self.source, self.number, self.form = source, number, form
        self.op = source.stem
        self.state, self.reason, self.about = "", "", {}

    def read(self, suffix):
        """The bytes of one of the case's files."""
        name = self.number + suffix
        if self.source.is_dir():
            return (self.source / name).read_bytes()
        with zipfile.ZipFile(self.source) as archive:
            return archive.read(name)

    def is_compared(self):
        """Random answers, and those that are not initialised, are not compared."""
        return not self.about.get("random") and self.op not in UNINITIALISED

    def targets(self):
        """The operators of this form of the program."""
        key = "core_targets" if "core" in self.form else "exported_targets"
        return sorted(self.about.get(key, {}))

    def __str__(self):
        return "%s/%s%s" % (self.op, self.number, self.form)


def names_in(source):
    """The files of an archive or a folder."""
    if source.is_dir():
        return [path.name for path in source.iterdir()]
    with zipfile.ZipFile(source) as archive:
        return archive.namelist()


def find_sources(paths):
    """The archives and folders of single operators, in order."""
    for path in paths:
        inside = sorted(path.glob("*.zip")) if path.is_dir() else []
        folders = sorted({f.parent for f in path.glob("*/*.npz")}) if path.is_dir() else []
        if not path.exists():
            sys.exit("run-op-cases: %s does not exist" % path)
        yield from inside or folders or [path]


def find_cases(sources, every, forms):
    """The forms of every N-th case."""
    found = []
    for source in sources:
        numbers = [n[:-5] for n in names_in(source) if re.fullmatch(r"\d+\.json", n)]
        found += [(source, number) for number in sorted(numbers, key=int)]
    return [Case(source, number, form)
            for source, number in found[::every] for form in forms]


def run(command, seconds=SECONDS):
    """The exit status and what was said; a status of None when it hung."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return None, "took more than %d s" % seconds
    return done.returncode, (done.stderr + done.stdout).strip()


def judge(case, options):
    """Compiles and runs a case."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        program, arrays = folder / ("case" + case.form), folder / "case.npz"
        package = folder / "case.kiln"
        program.write_bytes(case.read(case.form))
        arrays.write_bytes(case.read(".npz"))
        case.about = json.loads(case.read(".json"))
        # Kernels are judged, not what the evaluator makes of constants.
        status, said = run([options.tools / "kiln-compile", program, "-o", package, "--fold-limit=0",
                            "--target=" + options.target])
        said = said.replace(scratch + "/", "")
        case.reason = said.split("\n")[0]
        if status not in (0, 1) or (status and not said):
            case.state = "broken"
        elif status:
            named = re.search(r"\b(aten|prims|higher_order)\.\w+|operator '?\w+", case.reason)
            case.state = "refused" if named else "unread"
        else:
            judge_run(case, package, arrays, options)


def judge_run(case, package, arrays, options):
    """Runs a compiled case."""
    command = [options.tools / "kiln-run", package, "--inputs=%s" % arrays, "--threads=1"]
    if case.is_compared():
        command.append("--expected=%s" % arrays)
    status, said = run(command)
    case.reason = " | ".join(said.replace(str(arrays.parent) + "/", "").split("\n")[:4])
    broken = status not in (0, 1) or not said
    case.state = "broken" if broken else "wrong" if status else "right"


def interpret(cases, options):
    """Evaluates cases in one process, and in another one what a crash left."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        waiting = {}
        for i, case in enumerate(cases):
            program, arrays = folder / ("%d%s" % (i, case.form)), folder / ("%d.npz" % i)
            program.write_bytes(case.read(case.form))
            arrays.write_bytes(case.read(".npz"))
            case.about = json.loads(case.read(".json"))
            expected = arrays if case.is_compared() else "-"
            waiting[str(program)] = (case, "%s\t%s\t%s\n" % (program, arrays, expected))
        while waiting:
            batch = folder / "batch"
            batch.write_text("".join(line for _, line in waiting.values()))
            answers = folder / "answers"
            said = run_batch([options.tools / "kiln-interpret", "--batch=%s" % batch], answers)
            for answer in map(json.loads, answers.read_text().splitlines()):
                case, _ = waiting.pop(answer["program"])
                case.state = answer["state"]
                reason = answer["reason"].replace(scratch + "/", "")
                case.reason = " | ".join(reason.split("\n")[:4])
            if waiting:
                # The first one without an answer ended the process.
                case, _ = waiting.pop(next(iter(waiting)))
                case.state, case.reason = "broken", said


def run_batch(command, answers):
    """Runs a batch and keeps the whole lines that it wrote; what it said."""
    with open(answers, "w+") as out:
        try:
            done = subprocess.run(command, stdout=out, stderr=subprocess.PIPE, text=True,
                                  timeout=BATCH_SECONDS)
            said = done.stderr.strip() or "it ended with %s" % done.returncode
        except subprocess.TimeoutExpired:
            said = "took more than %d s" % BATCH_SECONDS
    lines = answers.read_text().splitlines(keepends=True)
    answers.write_text("".join(line for line in lines if line.endswith("\n")))
    return said.split("\n")[0]


def mark_differences(cases):
    """Turns `wrong` into `differs` for the cases that have a written reason."""
    lines = [line.split("--", 1) for line in DIFFERENCES.read_text().splitlines()
             if line and not line.startswith("#")]
    reasons = {name.strip(): reason.strip() for name, reason in lines}
    for case in cases:
        if case.state == "wrong" and "%s/%s" % (case.op, case.number) in reasons:
            case.state = "differs"
            case.reason = reasons["%s/%s" % (case.op, case.number)]


def describe(case):
    """What became of a case, for a file."""
    return {"case": str(case), "form": "core" if "core" in case.form else "exported",
            "mode": case.about.get("mode"), "targets": case.targets(),
            "state": case.state, "reason": case.reason}


def print_table(cases):
    """How many cases ended how, by form and mode."""
    print("%-18s" % "form, mode" + "".join("%9s" % s for s in STATES))

    def row(title, chosen):
        counts = [sum(c.state == state for c in chosen) for state in STATES]
        print("%-18s" % title + "".join("%9d" % n for n in counts))

    for form in FORMS:
        for mode in ("static", "dynamic", "inplace"):
            chosen = [c for c in cases if c.form == form and c.about.get("mode") == mode]
            if chosen:
                row("%s, %s" % ("core" if "core" in form else "exported", mode), chosen)
    row("all", cases)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("cases", nargs="*", type=pathlib.Path)
    parser.add_argument("--tools", type=pathlib.Path, required=True, help="folder of kiln-compile")
    parser.add_argument("--by", choices=["compile", "interpret"], default="compile")
    parser.add_argument("--form", choices=["core", "exported"], help="this form only")
    parser.add_argument("--results", type=pathlib.Path, help="write JSON")
    parser.add_argument("--target", default="cpu:x86-64-v3")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--every", type=int, default=1, help="take every N-th case only")
    parser.add_argument("--log", type=pathlib.Path, help="write a line for each case")
    parser.add_argument("--require-right", action="store_true")
    options = parser.parse_args()
    if not options.cases:
        corpus = os.environ.get("KILN_FIXTURES")
        if not corpus:
            sys.exit("run-op-cases: no cases are named, and KILN_FIXTURES is not set")
        options.cases = [pathlib.Path(corpus, "ops")]

    forms = {"core": [".core.pt2"], "exported": [".pt2"]}.get(options.form, FORMS)
    cases = find_cases(find_sources(options.cases), options.every, forms)
    if not cases:
        sys.exit("run-op-cases: there are no cases")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        if options.by == "interpret":
            batches = [cases[i:i + BATCH] for i in range(0, len(cases), BATCH)]
            list(pool.map(lambda batch: interpret(batch, options), batches))
        else:
            list(pool.map(lambda case: judge(case, options), cases))
    mark_differences(cases)
    if options.results:
        options.results.write_text(json.dumps([describe(c) for c in cases], indent=0))
    if options.log:
        lines = ["%s\t%s\t%s\n" % (c.state, c, c.reason) for c in cases]
        options.log.write_text("".join(lines))
    print_table(cases)
    bad = set(STATES[1:]) if options.require_right else {"wrong", "broken"}
    faults = [c for c in cases if c.state in bad]
    for case in faults:
        print("%s: %s: %s" % (case.state, case, case.reason))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
