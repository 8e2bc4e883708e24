#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds translation units that take more CPU time than the budget.

    check-build-times.py BUILD [--limit SECONDS] [--top N]

Wall times in .ninja_log bound the CPU time of a compilation from above; only
those beyond the limit are compiled once more, without a cache, to measure it.
Where a unit of the standard library alone takes longer than on the machines that
the limit was made for, all that is measured counts for as much less.
"""

import argparse
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time


REFERENCE = """
#include <regex>
#include <string>
bool matches(const std::string &text, const std::string &pattern) {
  return std::regex_match(text, std::regex(pattern));
}
"""
# Chosen, not measured: a Zen 3 server takes 6.05 s, and 27.7 s for the precompiled
# header of MLIR. A machine that is slower still gets no more than three times the limit.
REFERENCE_SECONDS = 2.5
MOST_SLOWNESS = 3


def wall_times(build):
    """Output -> seconds of its last build."""
    times = {}
    for line in (build / ".ninja_log").read_text().splitlines()[1:]:
        begin, end, _, output, _ = line.split("\t")
        times[output] = (int(end) - int(begin)) / 1000
    return times


def compile_commands(build):
    """Object file -> compile command without a launcher, output discarded."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        words = shlex.split(entry["command"])
        while not re.search(r"(clang|g)\+\+|clang(-\d+)?$|gcc|/c?cc$", words[0]):
            words.pop(0)
        place = words.index("-o") + 1
        output, words[place] = words[place], os.devnull
        found[output] = (words, entry["directory"])
    return found


def cpu_seconds(command, directory, source=None):
    before = os.times()
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True, input=source)
    if done.returncode:
        sys.exit("the tree does not compile as it was built: " + done.stderr[-600:])
    after = os.times()
    return (after.children_user + after.children_system
            - before.children_user - before.children_system)


def slowness(compiler):
    """How many times as long as it should this machine takes for the reference."""
    command = [compiler, "-std=c++17", "-O2", "-x", "c++", "-c", "-", "-o", os.devnull]
    times = cpu_seconds(command, None, REFERENCE) / REFERENCE_SECONDS
    return min(max(1, times), MOST_SLOWNESS)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--limit", type=float, default=20)
    parser.add_argument("--top", type=int, default=10)
    parser.add_argument("--patience", type=float, default=120, help="seconds to measure again")
    options = parser.parse_args()

    times, commands = wall_times(options.build), compile_commands(options.build)
    units = sorted(((times[o], o) for o in commands if o in times), reverse=True)
    for seconds, output in units[:options.top]:
        print("%7.1f s  %s" % (seconds, output))
    slow = []
    suspects = [output for seconds, output in units if seconds > options.limit]
    start = time.monotonic()
    factor = slowness(commands[suspects[0]][0][0]) if suspects else 1
    if factor > 1:
        print("this machine takes %.1f times as long as others: seconds below are so many fewer" % factor)
    for done, output in enumerate(suspects):
        if time.monotonic() - start > options.patience:
            print("not measured again for lack of time: %d units" % (len(suspects) - done))
            break
        cpu = cpu_seconds(*commands[output]) / factor
        if cpu > options.limit:
            slow.append("%s takes %.1f s of CPU, at most %.0f" % (output, cpu, options.limit))
    print("\n".join(slow) or "no measured unit takes more than %.0f s of CPU" % options.limit)
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
