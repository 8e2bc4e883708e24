# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what --dry-run says of programs with what compiling them does.

    compare-dry-run.py --tools=BIN [--every=N] [--whole=N] FOLDER…

A FOLDER has programs (model.pt2 and core.pt2 in folders) or recorded cases of
operators (zips), of which every Nth is taken. Each program that compiling refuses is refused by
--dry-run with the same words, and no other; the table calls an operator
unsupported only where the program is refused. Every Nth accepted one of --whole is compiled to a
package, twice: the bytes do not depend on what the archive is called.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile
import zipfile

TARGET = "--target=cpu:x86-64-v3"


def execute(*command):
    """Exit status, standard output and error."""
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, errors="replace")
    return done.returncode, done.stdout, done.stderr


def archives(folder, every, scratch):
    """Names and paths of the archives of a folder."""
    for path in sorted(folder.glob("*/*.pt2")):
        yield "%s/%s" % (path.parent.name, path.name), path
    names = [(path, name) for path in sorted(folder.glob("*.zip"))
             for name in zipfile.ZipFile(path).namelist() if name.endswith(".pt2")]
    for path, name in names[::every]:
        with zipfile.ZipFile(path) as cases:
            yield "%s/%s" % (path.stem, name), pathlib.Path(cases.extract(name, scratch))


def compare_bytes(compiler, archive, scratch):
    """What is wrong with two packages of one archive under two names, or nothing."""
    packages = []
    for name in ("one", "another"):
        copy = scratch / (name + ".pt2")
        copy.write_bytes(archive.read_bytes())
        package = scratch / (name + ".kiln")
        status, _, text = execute(compiler, copy, TARGET, "-o", package)
        if status:
            return "--dry-run accepts what is refused: " + text.strip()
        packages.append(package.read_bytes())
    return None if packages[0] == packages[1] else "the bytes depend on the name of the archive"


def check(compiler, archive, isWhole, scratch):
    """Is the program accepted, and what is wrong."""
    dry, table, said = execute(compiler, archive, "--dry-run")
    # What is refused is refused before any kernel is compiled.
    status, _, text = execute(compiler, archive, "--compile-to=host", "-o", scratch / "host.mlirbc")
    if dry not in (0, 1) or dry != status:
        return dry == 0, "status %d, but %d with --dry-run: %s" % (status, dry, text.strip())
    if said != text:
        return dry == 0, "says otherwise: %s | %s" % (text.strip(), said.strip())
    if dry == 0 and "\nunsupported" in "\n" + table:
        return True, "is accepted with an unsupported operator"
    return dry == 0, compare_bytes(compiler, archive, scratch) if dry == 0 and isWhole else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tools", type=pathlib.Path, required=True)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--whole", type=int, default=1)
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    accepted = refused = faults = 0
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        for folder in options.folders:
            for label, archive in archives(folder, options.every, scratch):
                isWhole = accepted % options.whole == 0
                isAccepted, fault = check(options.tools / "kiln-compile", archive, isWhole, scratch)
                accepted += isAccepted
                refused += not isAccepted
                faults += bool(fault)
                if fault:
                    print("%s: %s  <- fault" % (label, fault), flush=True)
    print("accepted %d, refused %d, faults %d" % (accepted, refused, faults))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
