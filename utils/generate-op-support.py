#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes docs/generated/OpSupport.md: what becomes of recorded cases, by operator.

    run-op-cases.py $KILN_FIXTURES/ops integration_test/fixtures/ops/kept_* \
        --by=interpret --tools=BIN --results=interpreted.json
    run-op-cases.py … --by=compile --tools=BIN --results=compiled.json
    generate-op-support.py --interpreted=interpreted.json [--compiled=compiled.json]
                           [-o docs/generated/OpSupport.md]

A case counts for every operator of its core form; one that is refused because of
another operator says so. An overload of Core ATen that is in no core form, such as
one that writes its operand, counts where it is exported.
"""

import argparse
import collections
import json
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCHEMAS = ROOT / "lib/Dialect/Aten/IR/Schemas.inc"
MODES = ["static", "dynamic", "inplace"]
STATES = ["right", "checked", "drawn", "refused", "unread", "wrong", "broken"]
GOOD = STATES[:3]


def core_overloads():
    """The overloads that the schema table calls core."""
    names = []
    for line in SCHEMAS.read_text().splitlines():
        found = re.match(r'KILN_ATEN_SCHEMA\("(\w+)::([\w.]+)\(.*Schema::Core', line)
        if found:
            space, name = found.groups()
            names.append("%s.%s" % (space, name if "." in name else name + ".default"))
    return names


def by_target(path, core):
    """Results by operator: of core forms, and of exported ones for what is in no core form."""
    forms = {"core": collections.defaultdict(list), "exported": collections.defaultdict(list)}
    if path:
        for case in json.loads(path.read_text()):
            for target in case["targets"]:
                forms[case["form"]][target].append(case)
    chosen, exported = forms["core"], forms["exported"]
    chosen.update({name: exported[name] for name in core if name in exported and name not in chosen})
    return chosen


def right_of(cases, mode=None, drawn=False):
    """"7/9": how many of the cases of a mode are right. Those that draw numbers count apart."""
    chosen = [c for c in cases if mode in (None, c["mode"]) and c["drawn"] == drawn]
    return "%d/%d" % (sum(c["state"] in GOOD for c in chosen), len(chosen)) if chosen else ""


def cause_of(cases):
    """The most frequent reason why a case is not right."""
    reasons = collections.Counter()
    for case in cases:
        if case["state"] not in ("right", "drawn"):
            text = re.sub(r"^[\w./-]*: |[\w./<>-]+:\d+: |^call\d+: ", "", case["reason"])
            text = re.sub(r"\s*\([^()]*:\d+[^()]*\)$", "", text.split(" | ")[0])
            reasons["%s: %s" % (case["state"], text[:110])] += 1
    if not reasons:
        return ""
    return reasons.most_common(1)[0][0].replace("|", "\\|").replace("\n", " ")


def totals(path, title):
    """A line for each form of one way of running."""
    lines = []
    results = json.loads(path.read_text())
    for form in ("core", "exported"):
        counts = collections.Counter(c["state"] for c in results if c["form"] == form)
        if counts:
            lines.append("| %s, %s | %s |" % (title, form, " | ".join(
                str(counts[s]) for s in STATES)))
    return lines


def table(names, interpreted, compiled):
    """A row for each operator."""
    lines = ["| operator | cases | static | dynamic | in place | compiled | drawn | otherwise |",
             "| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |"]
    for name in names:
        cases = interpreted.get(name, [])
        cells = [right_of(cases, mode) for mode in MODES]
        ran = compiled.get(name, [])
        lines.append("| `%s` | %d | %s | %s | %s | %s |" % (
            name, len(cases), " | ".join(cells), right_of(ran), right_of(cases + ran, drawn=True),
            cause_of(cases) or cause_of(ran)))
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--interpreted", type=pathlib.Path, required=True)
    parser.add_argument("--compiled", type=pathlib.Path)
    parser.add_argument("-o", dest="output", type=pathlib.Path,
                        default=ROOT / "docs/generated/OpSupport.md")
    options = parser.parse_args()
    core = core_overloads()
    interpreted, compiled = by_target(options.interpreted, core), by_target(options.compiled, core)
    others = sorted(set(interpreted) - set(core))
    lines = ["# Operators", "",
             "Written by `utils/generate-op-support.py`: do not edit.", "",
             "What becomes of PyTorch's recorded cases of single operators: `right` by the error",
             "rule of [Testing.md](../Testing.md); `checked` where the rule cannot judge and the check",
             "that `utils/op-checks.txt` names holds; `drawn` where answers are random or not",
             "initialised, and sizes, dtypes, strides, range, moments and determinism are right;",
             "`refused` with an error that names the operator, `unread` for another reason, `wrong`,",
             "`broken`. Cells are right or checked cases of all that are not drawn; those by mode are",
             "evaluated. The column `drawn` has the others, evaluated and compiled, and the last column",
             "the check, or the reason most often given by the evaluator, else by the compiler.", "",
             "| cases | %s |" % " | ".join(STATES),
             "| --- |" + " ---: |" * len(STATES)]
    lines += totals(options.interpreted, "evaluated")
    if options.compiled:
        lines += totals(options.compiled, "compiled")
    lines += ["", "## Core ATen", ""] + table(core, interpreted, compiled)
    lines += ["", "## Other operators of decomposed programs", ""]
    lines += table(others, interpreted, compiled)
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
