# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a fuzz target over a copy of its seeds: RUNS inputs that are the same each time, or new ones for some seconds.

usage: run-fuzzer.py TARGET SEEDS SCRATCH RUNS [--seconds N] [--dictionary FILE] [--more GLOB]...
GLOB is relative to KILN_FIXTURES: small files there are seeds, too. Fails on a crash, an input that takes ten seconds, a leak, more than
1.5 GiB of memory; the input is then left in SCRATCH, and a small one printed in base64. A machine may stand still for ten seconds, too: an
input that took them is run again, alone, and fails where it takes them again.
"""
import argparse
import base64
import ctypes
import glob
import os
import shutil
import subprocess
import sys

LARGEST = 1 << 20  # bytes of a seed, and of an input
ADDR_NO_RANDOMIZE = 0x0040000  # of personality(2)


def fix_addresses():
    """Hash tables keyed by pointers, and so coverage and what is drawn next, are the same each time, where the system allows it."""
    ctypes.CDLL(None).personality(ADDR_NO_RANDOMIZE)


def print_failure(output, scratch):
    """Prints the report without the progress before it, and the input that failed."""
    print("\n".join([line for line in output if not line.lstrip().startswith(("#", "NEW_FUNC"))][-60:]))
    for path in glob.glob(os.path.join(scratch, "*-*")):
        content = open(path, "rb").read()
        print(f"{path}: {base64.b64encode(content).decode() if len(content) < 16384 else len(content)}")


def copy_seeds(options, corpus):
    files = sorted(glob.glob(os.path.join(options.seeds, "*")))
    fixtures = os.environ.get("KILN_FIXTURES")
    for pattern in options.more if fixtures else []:
        files += sorted(glob.glob(os.path.join(fixtures, pattern), recursive=True))
    for number, file in enumerate(files):
        if os.path.getsize(file) <= LARGEST:
            shutil.copyfile(file, os.path.join(corpus, f"{number:04}-{os.path.basename(file)}"))


def is_stall(options, limits, environment):
    """Is all that went wrong an input that takes no ten seconds when it is run again?"""
    inputs = glob.glob(os.path.join(options.scratch, "*-*"))
    return bool(inputs) and all(
        os.path.basename(path).startswith("timeout-") and
        subprocess.run([options.target, *limits, path], env=environment, cwd=options.scratch).returncode == 0 for path in inputs)


def main():
    parser = argparse.ArgumentParser()
    for name in ("target", "seeds", "scratch", "runs"):
        parser.add_argument(name)
    parser.add_argument("--seconds")
    parser.add_argument("--dictionary")
    parser.add_argument("--more", action="append", default=[])
    options = parser.parse_args()
    shutil.rmtree(options.scratch, ignore_errors=True)
    corpus = os.path.join(options.scratch, "corpus")
    os.makedirs(corpus)
    copy_seeds(options, corpus)
    extent = ["-max_total_time=" + options.seconds] if options.seconds else ["-seed=1", "-reload=0", "-runs=" + options.runs]
    limits = ["-rss_limit_mb=1536", "-timeout=10"]
    command = [options.target, *extent, *limits, "-artifact_prefix=" + options.scratch + os.sep, f"-max_len={LARGEST}",
               "-print_final_stats=1"]
    if options.dictionary:
        command.append("-dict=" + options.dictionary)
    environment = {**os.environ, "KILN_FUZZ_SEEDS": os.path.abspath(options.seeds)}
    done = subprocess.run(command + [corpus], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=options.scratch,
                          preexec_fn=fix_addresses)
    lines = done.stdout.decode("utf-8", "replace").splitlines()
    if done.returncode == 0:
        print("\n".join(lines[-8:]))
        return
    print_failure(lines, options.scratch)
    if not is_stall(options, limits, environment):
        sys.exit(f"{options.target} ended with {done.returncode}")
    print("the machine stood still: alone, the input takes no ten seconds")


main()
