#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does what a page about an extension says, on a copy of lib/Target, and builds
the tool `kiln-test-target` with it.

    follow-page.py PAGE.md --build=BUILD --output=TOOL

The places of a page are its blocks that begin with

    ```cpp file=lib/Target/…             a new file
    ```cpp into=lib/Target/… after=TEXT  lines behind the first one with TEXT

and nothing else: what a page forgets, its test misses.
"""

import argparse
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```cpp (file|into)=(\S+)(?: after=([^\n]+))?\n(.*?)^```$", re.M | re.S)


def apply(page, folder):
    """Changes the copy in `folder`; yields the sources to compile."""
    touched = set()
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
        # A list is compiled by the file beside it that is named alike.
        touched.add(path.with_suffix(".cpp"))
    return sorted(touched)


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
    listed = subprocess.run(["ninja", "-C", str(build_folder), "-t", "commands", "-s", "bin/kiln-test-target"],
                            check=True, capture_output=True, text=True).stdout.splitlines()
    link = listed[-1].replace("-o bin/kiln-test-target", " ".join(objects) + " -o " + shlex.quote(str(output)))
    subprocess.run(link, shell=True, cwd=build_folder, check=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    options = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parent.parent
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        shutil.copytree(root / "lib" / "Target", folder / "lib" / "Target")
        sources = apply(options.page, folder)
        if not sources:
            sys.exit("%s: no places" % options.page)
        build(sources, options.build.resolve(), options.output.resolve())


if __name__ == "__main__":
    main()
