#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs what a document says to run, and follows its links.

    check-docs.py FILE.md --path DIR... [--build DIR] [--root DIR] [--show]

A block that begins with ```console holds commands and what they print:

    $ kiln-inspect model.kiln --signature
    input  image : f32 [s40, 1, 8, 8]
    …
    loaded in … ms

Commands run in order with bash, in one scratch folder for the whole document,
where the checkout's own files are found under their names, and the build as `build`. A block that begins with
```LANGUAGE file=NAME is written to that file. `…` stands for any
text within a line, and alone on a line for any lines. Exit status 0 is
expected; `$ ! command` expects another. A block marked ```console no-test is
for people only (it installs, or takes minutes) and must be covered by a test
of its own. Other blocks are not run. Relative links must lead to a file, which
holds the link's title where it has one.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ELLIPSIS = "…"


def blocks(text):
    """Yields (first line, words after ```, lines) of each fenced block."""
    fence = None
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r"\s*```\s*(.*)$", line)
        if match and fence is None:
            fence = (number + 1, match.group(1).split(), [])
        elif match:
            yield fence
            fence = None
        elif fence is not None:
            fence[2].append(line)


def commands(lines, first):
    """Yields (line, command, expected lines); a command goes on after `\\`."""
    current = None
    for number, line in enumerate(lines, first):
        if line.startswith("$ "):
            if current:
                yield current
            current = (number, line[2:], [])
        elif current and current[1].endswith("\\"):
            current = (current[0], current[1] + "\n" + line, current[2])
        elif current:
            current[2].append(line.rstrip())
    if current:
        yield current


def pattern(expected):
    """A regular expression for the expected lines."""
    parts = []
    for line in expected:
        if line.strip() == ELLIPSIS:
            parts.append(r"(?:.*\n)*?")
        else:
            parts.append(".*".join(map(re.escape, line.split(ELLIPSIS))) + r"[ \t]*\n")
    return "".join(parts) + r"\s*\Z"


def run(command, scratch, environment):
    negated = command.startswith("! ")
    done = subprocess.run(["bash", "-c", command[2:] if negated else command],
                          cwd=scratch, env=environment, text=True, errors="replace",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return (done.returncode != 0) == negated, done.returncode, done.stdout


def check_block(block, scratch, environment, show):
    """Yields (line, problem) of the commands of one block."""
    first, _, lines = block
    for line, command, expected in commands(lines, first):
        good, status, output = run(command, scratch, environment)
        if show:
            print("$ %s\n%s" % (command, output))
        if not good:
            yield line, "`%s` ended with status %d:\n%s" % (command, status, output)
        elif not re.match(pattern(expected), output and output.rstrip("\n") + "\n"):
            yield line, "`%s` printed something else:\n%s" % (command, output)


def check_links(text, path, root):
    """Yields (line, problem) for each relative link that leads nowhere, or to a file without the link's title."""
    prose = re.sub(r"(?ms)^\s*```.*?^\s*```", lambda m: "\n" * m.group(0).count("\n"), text)
    for match in re.finditer(r'\[[^\]]*\]\(([^)\s]+)(?: "([^"]*)")?\)', prose):
        target = match.group(1).split("#")[0]
        if not target or re.match(r"[a-z]+:", target):
            continue
        place = (path.parent / target).resolve()
        line = prose.count("\n", 0, match.start()) + 1
        if not place.exists() or root not in [place, *place.parents]:
            yield line, "the link leads nowhere: " + target
        elif match.group(2) and match.group(2) not in place.read_text():
            yield line, "%s does not hold: %s" % (target, match.group(2))


def write_file(words, lines, scratch):
    """Writes a block that has a name; what lies in the checkout is another test's."""
    name = pathlib.Path(words[1].removeprefix("file="))
    if pathlib.Path(scratch, name.parts[0]).is_symlink():
        return
    path = pathlib.Path(scratch, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n")


def link_checkout(root, build, scratch):
    """The checkout's files under their names, as a reader in it sees them."""
    if build:
        os.symlink(build.resolve(), pathlib.Path(scratch, "build"))
    for entry in root.iterdir():
        if not re.match(r"\.git$|build", entry.name):
            os.symlink(entry, pathlib.Path(scratch, entry.name))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--path", action="append", default=[], help="before PATH")
    parser.add_argument("--build", type=pathlib.Path)
    parser.add_argument("--root", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("--show", action="store_true", help="print what commands print")
    options = parser.parse_args()
    text, path, root = options.file.read_text(), options.file.resolve(), options.root.resolve()

    problems = list(check_links(text, path, root))
    environment = dict(os.environ, LC_ALL="C.UTF-8")
    environment["PATH"] = ":".join(options.path + [environment["PATH"]])
    with tempfile.TemporaryDirectory() as scratch:
        link_checkout(root, options.build, scratch)
        for block in blocks(text):
            if block[1][1:] and block[1][1].startswith("file="):
                write_file(block[1], block[2], scratch)
            if block[1][:1] == ["console"] and "no-test" not in block[1]:
                problems += check_block(block, scratch, environment, options.show)
    for line, problem in problems:
        print("%s:%d: %s" % (options.file, line, problem))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
