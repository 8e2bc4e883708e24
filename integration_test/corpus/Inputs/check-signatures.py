#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the outputs that functionalization gives each recorded program with
those of the program that PyTorch decomposed: kinds and targets, in order.

    check-signatures.py --tools=DIR FIXTURES [--ops]

Prints the programs that differ and those that are refused, with the reason, and
at the end one line of counts. With --ops the in-place cases of single operators
are compared, too.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import tempfile
import zipfile

CONSTANTS = {"as_int", "as_float", "as_bool", "as_none", "as_string"}


def read_recorded(path):
    """(kind, target) of each output of the decomposed program."""
    with zipfile.ZipFile(path) as archive:
        name = next(n for n in archive.namelist() if re.search(r"models/[^/]*\.json$", n))
        program = json.loads(archive.read(name))
    outputs = []
    for spec in program["graph_module"]["signature"]["output_specs"]:
        kind, body = next(iter(spec.items()))
        target = next((body[key] for key in ("buffer_name", "parameter_name", "user_input_name")
                       if key in body), "")
        if kind == "user_output" and next(iter(body["arg"])) in CONSTANTS:
            kind = "constant_output"
        outputs.append(("loss" if kind == "loss_output" else kind, target))
    return outputs


def run(*command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True)


def functionalize(tools, path):
    """(kind, target) of each output, or what the tools complain about."""
    imported = run(tools / "kiln-translate", "--import-pt2", path)
    if imported.returncode:
        return "unread", imported.stderr.splitlines()[0]
    made = run(tools / "kiln-opt", *PASSES, "-", text=imported.stdout)
    if made.returncode:
        return "refused", made.stderr.splitlines()[0]
    found = re.findall(r'#ep\.output<(\w+) "((?:[^"\\]|\\.)*)"', made.stdout)
    return "read", [(kind, target if re.search("mutation|gradient", kind) else "")
                    for kind, target in found]


PASSES = ["--kiln-aten-apply-autocast", "--kiln-ep-inline-modes", "--kiln-aten-inline-jvp",
          "--kiln-aten-functionalize"]


def programs(fixtures):
    """Each recorded program with its decomposed form, which may be absent."""
    for path in sorted(fixtures.glob("programs/*/model.pt2")):
        yield path.parent.name, path, path.with_name("core.pt2")
    for path in sorted(fixtures.glob("format/*/model.pt2")):
        name = path.parent.name
        if not name.endswith("_decomposed"):
            yield name, path, path.parent.with_name(name + "_decomposed") / "model.pt2"


def cases(fixtures, folder):
    """The in-place cases of operators, unpacked to `folder`."""
    index = sorted(fixtures.glob("ops/*.zip"))
    for zip_path in index:
        with zipfile.ZipFile(zip_path) as archive:
            for name in archive.namelist():
                if not name.endswith(".json"):
                    continue
                stem = name[: -len(".json")]
                if json.loads(archive.read(name)).get("mode") != "inplace":
                    continue
                for part in (".pt2", ".core.pt2"):
                    if stem + part in archive.namelist():
                        archive.extract(stem + part, folder)
                yield ("%s:%s" % (zip_path.stem, stem), folder / (stem + ".pt2"),
                       folder / (stem + ".core.pt2"))
                for part in (".pt2", ".core.pt2"):
                    (folder / (stem + part)).unlink(missing_ok=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tools", type=pathlib.Path, required=True)
    parser.add_argument("--ops", action="store_true")
    parser.add_argument("fixtures", type=pathlib.Path)
    options = parser.parse_args()
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        what = cases(options.fixtures, pathlib.Path(folder)) if options.ops \
            else programs(options.fixtures)
        for name, path, recorded in what:
            state, found = functionalize(options.tools, path)
            if state != "read":
                print("%s: %s: %s" % (name, state, found))
            elif not recorded.exists():
                state = "alone"
            elif found == read_recorded(recorded):
                state = "same"
            else:
                state = "different"
                print("%s: different: %s, recorded %s" % (name, found, read_recorded(recorded)))
            counts[state] += 1
    print("total:", ", ".join("%d %s" % (counts[s], s) for s in
                             ("same", "different", "alone", "refused", "unread")))


if __name__ == "__main__":
    main()
