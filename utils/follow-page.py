#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does what a page about an extension says, on a copy of lib, builds a tool with
it, and runs the tests that the page adds with that tool.

    follow-page.py PAGE.md --build=BUILD --output=TOOL

The tool is the one of BUILD that has the name of the output. The places of a page
are its blocks that begin with

    ```cpp file=lib/…             a new file
    ```cpp into=lib/… after=TEXT  lines behind the first one with TEXT
    ```mlir file=test/…           a test; its RUN lines find the tool under its name

and nothing else: what a page forgets, its test misses.
"""

import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```\w+ (file|into)=(\S+)(?: after=([^\n]+))?\n(.*?)^```$", re.M | re.S)


def apply(page, folder):
    """Changes the copy in `folder`; returns the files that the page names."""
    touched = []
    for kind, name, after, text in BLOCK.findall(page.read_text()):
        path = folder / name
        if kind == "file":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        else:
            lines = path.read_text().splitlines(True)
            at = next(i for i, line in enumerate(lines) if after in line)
            lines.insert(at + 1, text)
            path.write_text("".join(lines))
        touched.append(path)
    return touched


def sources_of(path):
    """What is to be compiled after a change: the file, or those beside a list that include it."""
    if path.suffix == ".cpp":
        return {path}
    include = '#include "%s"' % path.name
    return {source for source in path.parent.glob("*.cpp") if include in source.read_text()}


def build(sources, build_folder, output):
    commands = json.loads((build_folder / "compile_commands.json").read_text())
    model = next(c for c in commands if c["file"].endswith("Target/Emitters/Emitters.cpp"))
    objects = []
    for source in sources:
        words = shlex.split(model["command"])
        words[words.index("-o") + 1] = str(source) + ".o"
        words[-1] = str(source)
        subprocess.run(words, cwd=model["directory"], check=True)
        objects.append(str(source) + ".o")
    tool = "bin/" + output.name
    listed = subprocess.run(["ninja", "-C", str(build_folder), "-t", "commands", "-s", tool],
                            check=True, capture_output=True, text=True).stdout.splitlines()
    # The objects come first; what the libraries have of the same names is not taken.
    link = listed[-1].replace("-o " + tool, " ".join(objects) + " -o " + shlex.quote(str(output)))
    subprocess.run(link, shell=True, cwd=build_folder, check=True)


def run_test(path, tool):
    environment = dict(os.environ, PATH="%s:%s" % (tool.parent, os.environ["PATH"]))
    for line in re.findall(r"// RUN: (.*)", path.read_text()):
        subprocess.run(["bash", "-o", "pipefail", "-c", line.replace("%s", shlex.quote(str(path)))],
                       env=environment, check=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    options = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parent.parent
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        shutil.copytree(root / "lib", folder / "lib")
        touched = apply(options.page, folder)
        tests = [path for path in touched if path.is_relative_to(folder / "test")]
        sources = set().union(*(sources_of(path) for path in touched if path not in tests))
        if not sources:
            sys.exit("%s: no places" % options.page)
        build(sorted(sources), options.build.resolve(), options.output.resolve())
        for path in tests:
            run_test(path, options.output.resolve())


if __name__ == "__main__":
    main()
