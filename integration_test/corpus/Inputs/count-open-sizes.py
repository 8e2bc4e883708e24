# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the sizes that the verifier of phase core compares, and those that stay open.

usage: count-open-sizes.py BIN FIXTURES [--ops-every=N] [--most=PERCENT]

Brings every archive of FIXTURES/{format,programs} that has symbols to core, and
every N-th recorded dynamic case of an operator in both forms. Archives that are
refused are not counted. The exit status is 1 when more than PERCENT of the
comparisons stay open.
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


def count(tool, archive):
    """How many sizes are compared and how many stay open; nothing when it is refused."""
    done = subprocess.run([tool, archive, "--compile-to=core", "--size-remarks", "-o", os.devnull],
                          capture_output=True, text=True, errors="replace", timeout=300)
    if done.returncode:
        return None
    found = re.search(r"compared (\d+) sizes, of which (\d+) stay open", done.stderr)
    return int(found[1]), int(found[2])


def is_dynamic(archive):
    """Has the program a symbol?"""
    with zipfile.ZipFile(archive) as opened:
        models = [name for name in opened.namelist() if re.search(r"(models/[^/]*|serialized_exported_program)\.json$", name)]
        return any(json.loads(opened.read(name)).get("range_constraints") for name in models)


def collect(fixtures):
    for part in ("format", "programs"):
        yield from (path for path in sorted((fixtures / part).rglob("*.pt2")) if is_dynamic(path))


def collect_cases(fixtures, every, scratch):
    """Every N-th dynamic case, unpacked."""
    members = []
    for path in sorted((fixtures / "ops").glob("*.zip")):
        with zipfile.ZipFile(path) as opened:
            names = [n for n in opened.namelist() if n.endswith(".json")]
            members += [(path, n[:-5]) for n in names if json.loads(opened.read(n))["mode"] == "dynamic"]
    for path, number in members[::every] if every else []:
        with zipfile.ZipFile(path) as opened:
            for form in (".pt2", ".core.pt2"):
                archive = pathlib.Path(scratch, path.stem + "." + number + form)
                archive.write_bytes(opened.read(number + form))
                yield archive


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tools", type=pathlib.Path)
    parser.add_argument("fixtures", type=pathlib.Path)
    parser.add_argument("--ops-every", type=int, default=0)
    parser.add_argument("--most", type=float, default=1.0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        archives = [*collect(options.fixtures), *collect_cases(options.fixtures, options.ops_every, scratch)]
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            counts = list(pool.map(lambda path: count(options.tools / "kiln-compile", path), archives))
    read = [pair for pair in counts if pair]
    asked, unknown = (sum(numbers) for numbers in zip(*read))
    share = 100 * unknown / asked
    for archive, pair in zip(archives, counts):
        if pair and pair[1]:
            print(f"{archive.parent.name}/{archive.name}: {pair[1]} of {pair[0]}")
    print(f"{len(read)} dynamic archives, {len(counts) - len(read)} refused: "
          f"{asked} sizes compared, {unknown} stay open, {share:.2f} %")
    sys.exit(share >= options.most)


main()
