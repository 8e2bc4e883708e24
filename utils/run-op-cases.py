#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs recorded cases of single operators, and counts the answers.

    run-op-cases.py CASES... --tools=BIN [--by=compile|interpret] [--jobs=N]
                    [--every=N [--by-overload]] [--form=core|exported]
                    [--log=FILE]
                    [--results=FILE] [--require-right] [--checked]
                    [--no-decompositions]

CASES are archives <op>.zip, folders <op>/ with the same files, or a folder of
such archives (default: $KILN_FIXTURES/ops). A case k is k.pt2 and k.core.pt2,
the exported and the decomposed program, with what PyTorch answered in k.npz and
what the case is in k.json. A case is compiled and run, or run by the reference
evaluator (--by=interpret), many in one process. Each form of each case ends as

    right      every recorded call is right by the error rule
    checked    calls are not, but pass the check that utils/op-checks.txt names
    drawn      random or not initialised: sizes, dtypes, strides, range, moments
               and determinism are right (utils/op_draws.py)
    refused    not compiled or not evaluated, and the error names the operator
    unread     the same, for another reason that the error says
    wrong      a call fails or its answer is not right
    broken     a tool crashed, hung, or failed without a word

--no-decompositions lets the evaluator run every operator that it has a kernel of as
it is, also those that have a decomposition: the kernels and the decompositions are
held against the same answers.
--checked takes the cases of op-checks.txt and those that are drawn alone.
--results writes what became of each case as JSON, for generate-op-support.py.

The exit status is 1 when a case is wrong or broken, or a line of op-checks.txt
is not needed; with --require-right, when any is refused or unread, too.
"""

import argparse
import collections
import concurrent.futures
import io
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

import npz
import op_answers
import op_checks
import op_draws

STATES = ["right", "checked", "drawn", "refused", "unread", "wrong", "broken"]
GOOD = STATES[:3]
FORMS = [".pt2", ".core.pt2"]
SECONDS = 120
BATCH, BATCH_SECONDS = 100, 600
MOST_REPEATS, MOST_DRAWS = 400, 20000  # of a call whose answers are drawn


class Case:
    """One form of one recorded call of an operator."""

    def __init__(self, source, number, form):
        self.source, self.number, self.form = source, number, form
        self.op = source.stem
        self.name = "%s/%s" % (self.op, number)
        self.state, self.reason, self.needs_check = "", "", False
        self.about = json.loads(self.read(".json"))

    def read(self, suffix):
        """The bytes of one of the case's files."""
        name = self.number + suffix
        if self.source.is_dir():
            return (self.source / name).read_bytes()
        with zipfile.ZipFile(self.source) as archive:
            return archive.read(name)

    def arrays(self):
        """What the case was given and what PyTorch answered, by name."""
        return npz.read(io.BytesIO(self.read(".npz")))

    def is_special(self):
        """Is it judged by more than the error rule?"""
        return op_draws.is_drawn(self.about) or self.name in LINES

    def targets(self):
        """The operators of this form of the program."""
        key = "core_targets" if "core" in self.form else "exported_targets"
        return sorted(self.about.get(key, {}))

    def __str__(self):
        return "%s/%s%s" % (self.op, self.number, self.form)


LINES = {}  # of op-checks.txt, for answers made as the options say


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


def take_by_overload(found, every):
    """Every N-th of the cases that hold an overload, from its first on, for each overload of ATen."""
    seen, taken = collections.Counter(), []
    for source, number in found:
        overloads = [t for t in Case(source, number, ".core.pt2").targets() if t.startswith("aten.")]
        if any(seen[overload] % every == 0 for overload in overloads):
            taken.append((source, number))
        seen.update(overloads)
    return taken


def find_cases(sources, options):
    """The forms of every N-th case, or of those that are checked."""
    found = []
    for source in sources:
        numbers = [n[:-5] for n in names_in(source) if re.fullmatch(r"\d+\.json", n)]
        gone = [name for name in LINES
                if name.split("/")[0] == source.stem and name.split("/")[1] not in numbers and not source.is_dir()]
        if gone:
            sys.exit("op-checks.txt: %s: there is no such case" % gone[0])
        found += [(source, number) for number in sorted(numbers, key=int)]
    forms = {"core": [".core.pt2"], "exported": [".pt2"]}.get(options.form, FORMS)
    taken = take_by_overload(found, options.every) if options.by_overload else found[::options.every]
    cases = [Case(source, number, form) for source, number in taken for form in forms]
    return [case for case in cases if not options.checked or case.is_special()]


def run(command, seconds=SECONDS):
    """The exit status and what was said; a status of None when it hung."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return None, "took more than %d s" % seconds
    return done.returncode, (done.stderr + done.stdout).strip()


class Runner:
    """A case in a folder of its own, and the tool that runs its calls."""

    def __init__(self, case, options, scratch):
        self.case, self.options, self.folder = case, options, pathlib.Path(scratch)
        self.program = self.folder / ("case" + case.form)
        self.package, self.arrays = self.folder / "case.kiln", self.folder / "case.npz"
        self.program.write_bytes(case.read(case.form))
        self.arrays.write_bytes(case.read(".npz"))

    def compile(self):
        """Exit status and words of the compiler. Kernels are judged, not what the evaluator makes of constants."""
        return self.said(run([self.options.tools / "kiln-compile", self.program, "-o", self.package, "--fold-limit=0",
                              "--target=" + self.options.target]))

    def run(self, inputs, *arguments):
        """Exit status and words of kiln-run or kiln-interpret."""
        if self.options.by == "compile":
            command = [self.options.tools / "kiln-run", self.package, "--threads=1", "--device=" + self.options.device]
        else:
            command = [self.options.tools / "kiln-interpret", self.program, *interpreter_flags(self.options)]
        return self.said(run([*command, "--inputs=%s" % inputs, *arguments]))

    def said(self, result):
        status, text = result
        return status, text.replace(str(self.folder) + "/", "")

    def make(self, inputs, *arguments):
        """What a run makes of these inputs, and what it says where it makes nothing."""
        made = self.folder / "made.npz"
        status, said = self.run(inputs, "--outputs=%s" % made, *arguments)
        if status == 0 and made.exists():
            return npz.read(made), ""
        return {}, "nothing was written: " + said

    def declared_strides(self):
        """The strides of user outputs as the package declares them, None for row-major ones."""
        with zipfile.ZipFile(self.package) as archive:
            program = json.loads(archive.read("manifest.json"))["programs"][0]
        return [output.get("strides") for output in program["outputs"] if output["kind"] == "user_output"]


def interpreter_flags(options):
    return ["--no-decompositions"] if options.no_decompositions else []


def judge(case, options):
    """Compiles and runs a case, or evaluates it alone."""
    with tempfile.TemporaryDirectory() as scratch:
        runner = Runner(case, options, scratch)
        if options.by == "compile":
            status, said = runner.compile()
            case.reason = said.split("\n")[0]
            if status not in (0, 1) or (status and not said):
                case.state = "broken"
                return
            if status:
                named = re.search(r"\b(aten|prims|higher_order)\.\w+|operator '?\w+", case.reason)
                case.state = "refused" if named else "unread"
                return
        if op_draws.is_drawn(case.about):
            case.reason = find_drawn_fault(runner) or ""
            case.state = "wrong" if case.reason else "drawn"
        else:
            judge_run(runner, case)


def judge_run(runner, case):
    """Judges by the error rule, and what is wrong by the case's own check."""
    status, said = runner.run(runner.arrays, "--expected=%s" % runner.arrays)
    if status == 0 and "not recorded: mut" in said:
        status, said = runner.run(runner.arrays, "--expected=%s" % add_unchanged(runner, said))
    case.reason = " | ".join(said.split("\n")[:4])
    broken = status not in (0, 1) or not said
    case.state = "broken" if broken else "wrong" if status else "right"
    if case.state == "wrong" and LINES.get(case.name, [""])[0] == "refused":
        judge_refusals(runner, case)
        return
    wrong = [int(number) for number in re.findall(r"^call(\d+): WRONG", said, re.MULTILINE)]
    if case.state == "wrong" and wrong and case.name in LINES:
        case.needs_check = True
        fault = find_checked_fault(runner, case, wrong)
        check, _, reason = LINES[case.name]
        case.state = "wrong" if fault else "checked"
        case.reason = "%s: %s" % (check, fault) if fault else reason


def judge_refusals(runner, case):
    """Calls are right, or refused with a word of what did not succeed where that is true."""
    case.needs_check = True
    recorded, faults, right = runner.arrays, [], 0
    for number in range(len(case.about["calls"])):
        status, said = runner.run(recorded, "--expected=%s" % recorded, "--call=call%d" % number)
        call = op_answers.Call(case.about, number, npz.read(recorded), {})
        fault = None if "did not succeed" in said else "it ends without an error that says why: " + said
        right += status == 0
        faults += filter(None, [fault or op_checks.find_fault(LINES[case.name], call)] if status else [])
    faults += [] if right else ["no call is right"]
    case.state, case.reason = ("wrong", faults[0]) if faults else ("checked", LINES[case.name][2])


def add_unchanged(runner, said):
    """Recorders leave out an input that is written with what it held: the file of what is expected, with these."""
    arrays = npz.read(runner.arrays)
    for call, names in re.findall(r"^(call\d+): .*; not recorded: (.*)$", said, re.MULTILINE):
        for number in re.findall(r"\bmut(\d+)", names):
            arrays["%s.mut%s" % (call, number)] = arrays["%s.in%s" % (call, number)]
    path = runner.folder / "unchanged.npz"
    npz.write(path, arrays)
    return path


def find_checked_fault(runner, case, numbers):
    """What the case's own check says of these calls."""
    made, fault = runner.make(runner.arrays)
    for number in numbers:
        call = op_answers.Call(case.about, number, npz.read(runner.arrays), made) if not fault else None
        fault = fault or op_answers.find_form_fault(call, number, made) or \
            op_checks.find_fault(LINES[case.name], call)
    return fault


def find_drawn_fault(runner):
    """What is wrong with answers that are drawn by chance or not initialised."""
    about, recorded = runner.case.about, runner.case.arrays()
    for number, described in enumerate(about["calls"]):
        names = [name for name in recorded if re.match(r"call%d\.in" % number, name)]
        size = max((math.prod(output["shape"]) for output in described["outputs"]), default=0)
        calls = max(8, min(MOST_REPEATS, MOST_DRAWS // max(size, 1))) if names else 1
        repeated = {"call%d.%s" % (i, name.split(".")[1]): recorded[name] for i in range(calls) for name in names}
        path = runner.folder / "repeated.npz"
        npz.write(path, repeated)
        made, fault = runner.make(path, "--keep-state")
        again, _ = runner.make(path, "--keep-state") if not fault else ({}, "")
        pretended = {**about, "calls": [described] * calls}
        drawn = [op_answers.Call(pretended, i, repeated, made) for i in range(calls)] if not fault else []
        fault = fault or next(filter(None, (op_answers.find_form_fault(c, i, made) for i, c in enumerate(drawn))), None) \
            or find_stride_fault(runner, described) or op_draws.find_fault(drawn)
        if not fault and about.get("random") and any(a.content != again[name].content for name, a in made.items()):
            fault = "the same state and seed give other draws"
        if fault:
            return fault
    return None


def find_stride_fault(runner, described):
    """The strides that PyTorch gave outputs are those that the package declares, where it declares numbers."""
    if runner.options.by != "compile":
        return None
    for i, (wanted, ours) in enumerate(zip(described["outputs"], runner.declared_strides())):
        known = ours is None or all(isinstance(s, int) for s in ours)
        ours = op_answers.densify(wanted["shape"], ours) if known else None
        if known and math.prod(wanted["shape"]) and ours != wanted.get("strides"):
            return "out%d has strides %s, not %s" % (i, ours, wanted.get("strides"))
    return None


def interpret(cases, options):
    """Evaluates cases in one process, and in another one what a crash left. Those that need more than the error rule
    have a process of their own."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        waiting = {}
        for i, case in enumerate(case for case in cases if not case.is_special()):
            program, arrays = folder / ("%d%s" % (i, case.form)), folder / ("%d.npz" % i)
            program.write_bytes(case.read(case.form))
            arrays.write_bytes(case.read(".npz"))
            waiting[str(program)] = (case, "%s\t%s\t%s\n" % (program, arrays, arrays))
        while waiting:
            batch = folder / "batch"
            batch.write_text("".join(line for _, line in waiting.values()))
            answers = folder / "answers"
            command = [options.tools / "kiln-interpret", "--batch=%s" % batch, *interpreter_flags(options)]
            said = run_batch(command, answers)
            for answer in map(json.loads, answers.read_text().splitlines()):
                case, _ = waiting.pop(answer["program"])
                case.state = answer["state"]
                reason = answer["reason"].replace(scratch + "/", "")
                case.reason = " | ".join(reason.split("\n")[:4])
            if waiting:
                # The first one without an answer ended the process.
                case, _ = waiting.pop(next(iter(waiting)))
                case.state, case.reason = "broken", said
    for case in cases:
        if case.is_special() or case.state == "right" and "not recorded: mut" in case.reason:
            judge(case, options)


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


def find_stale(cases):
    """The lines of op-checks.txt that no form of their case needs."""
    ran = {case.name for case in cases if case.state in GOOD}
    return sorted(name for name in LINES.keys() & ran
                  if not any(case.needs_check for case in cases if case.name == name))


def describe(case):
    """What became of a case, for a file."""
    return {"case": str(case), "form": "core" if "core" in case.form else "exported",
            "mode": case.about.get("mode"), "drawn": op_draws.is_drawn(case.about), "targets": case.targets(),
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
    parser.add_argument("--device", default="cpu", help="as kiln-run takes it")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--every", type=int, default=1, help="take every N-th case only")
    parser.add_argument("--by-overload", action="store_true", help="the N-th of each overload in core form")
    parser.add_argument("--log", type=pathlib.Path, help="write a line for each case")
    parser.add_argument("--require-right", action="store_true")
    parser.add_argument("--no-decompositions", action="store_true", help="evaluate operators as they are")
    parser.add_argument("--checked", action="store_true", help="cases that are checked or drawn only")
    options = parser.parse_args()
    LINES.update(op_checks.read_lines(options.by, options.form))
    if not options.cases:
        corpus = os.environ.get("KILN_FIXTURES")
        if not corpus:
            sys.exit("run-op-cases: no cases are named, and KILN_FIXTURES is not set")
        options.cases = [pathlib.Path(corpus, "ops")]

    cases = find_cases(find_sources(options.cases), options)
    if not cases:
        sys.exit("run-op-cases: there are no cases")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        if options.by == "interpret":
            batches = [cases[i:i + BATCH] for i in range(0, len(cases), BATCH)]
            list(pool.map(lambda batch: interpret(batch, options), batches))
        else:
            list(pool.map(lambda case: judge(case, options), cases))
    if options.results:
        options.results.write_text(json.dumps([describe(c) for c in cases], indent=0))
    if options.log:
        lines = ["%s\t%s\t%s\n" % (c.state, c, c.reason) for c in cases]
        options.log.write_text("".join(lines))
    print_table(cases)
    bad = set(STATES) - set(GOOD) if options.require_right else {"wrong", "broken"}
    faults = [c for c in cases if c.state in bad]
    for case in faults:
        print("%s: %s: %s" % (case.state, case, case.reason))
    stale = find_stale(cases)
    for name in stale:
        print("op-checks.txt: %s: no call needs this line" % name)
    return 1 if faults or stale else 0


if __name__ == "__main__":
    sys.exit(main())
