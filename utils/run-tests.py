#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the suites of some build folders with lit and sums them up.

    run-tests.py BUILD... [--filter REGEX] [--jobs N]

Each build folder lists its suites in suites.txt (cmake/modules/KilnTesting.cmake).
The last line is "N passed, N failed, N skipped"; the exit status is 1 when a
test failed or a suite could not run.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

# A test that is expected to fail holds nothing: XFAIL counts as a failure, and so does one that passed at a second try.
PASSED = {"PASS"}
SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def suites_of(build):
    """(name, folder) of each suite of a build folder."""
    label = "" if build.name == "build" else " (%s)" % build.name
    for line in (build / "suites.txt").read_text().splitlines():
        name, folder = line.split(" ", 1)
        yield name + label, folder


def cached(build, key):
    """The value of a variable in a build folder's CMake cache."""
    for line in (build / "CMakeCache.txt").read_text().splitlines():
        if line.startswith(key + ":"):
            return line.split("=", 1)[1]
    sys.exit("run-tests: %s has no %s" % (build, key))


def run_suite(lit, folder, options):
    """Runs one suite; returns its results by code, or None where lit broke."""
    with tempfile.TemporaryDirectory() as scratch:
        report = pathlib.Path(scratch, "report.json")
        command = [sys.executable, lit, "-q", "-v", "-o", str(report)]
        command += ["-j", str(options.jobs), "--allow-empty-runs"]
        if options.filter:
            command += ["--filter", options.filter]
        status = subprocess.run(command + [folder]).returncode
        if not report.exists():
            return None
        tests = json.loads(report.read_text())["tests"]
    results = {}
    for test in tests:
        results.setdefault(test["code"], []).append(test["name"])
    failures = set(results) - PASSED - SKIPPED
    return None if status and not failures else results


def count(results, codes):
    return sum(len(names) for code, names in results.items() if code in codes)


def report_corpora():
    """Says which collections of programs the tests had."""
    print("corpus in the repository: ran")
    corpus = os.environ.get("KILN_FIXTURES")
    print("corpus of KILN_FIXTURES:  %s" %
          ("ran, from " + corpus if corpus else "not set, its tests are skipped"))
    if corpus:
        print("                          of its single operators every tenth case, in core form,")
        print("                          as a compiled package, every twentieth evaluated")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("builds", nargs="+", type=pathlib.Path)
    parser.add_argument("--filter", help="run tests whose name matches")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()

    rows, failed_names = [], []
    for build in options.builds:
        lit = cached(build, "KILN_LIT")
        for name, folder in suites_of(build):
            start = time.monotonic()
            print("== %s" % name, flush=True)
            results = run_suite(lit, folder, options)
            broken = results is None
            results = results or {}
            passed, skipped = count(results, PASSED), count(results, SKIPPED)
            bad = {c: n for c, n in results.items() if c not in PASSED | SKIPPED}
            failed_names += [n for names in bad.values() for n in names]
            failed = sum(map(len, bad.values()))
            if broken:
                failed += 1
                failed_names.append(name + ": the suite could not run")
            rows.append((name, passed, failed, skipped, time.monotonic() - start))
            for test in sorted(n for c in SKIPPED for n in results.get(c, [])):
                print("skipped: " + test)

    print("\n%-32s %7s %7s %7s %9s" % ("suite", "passed", "failed", "skipped", "seconds"))
    for row in rows:
        print("%-32s %7d %7d %7d %9.1f" % row)
    report_corpora()
    for name in failed_names:
        print("failed: " + name)
    totals = [sum(row[i] for row in rows) for i in (1, 2, 3)]
    print("%d passed, %d failed, %d skipped" % tuple(totals))
    return 1 if totals[1] else 0


if __name__ == "__main__":
    sys.exit(main())
