# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles programs for CUDA devices and runs their recorded calls on one, or on the emulator.

    run-on-device.py --tools=BIN [--target=cuda:sm_90a] [--device=cuda-emulator:sm_90a] [--seconds=N] [--jobs=N]
                     [--call=NAME…] [--routines=LIBRARY] FOLDER [NAME…]

Each call runs in a process of its own, of at most N seconds, but where calls share state. A call that has no time left is
counted as not run, and named. Anything that is not right is a fault.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import zipfile

CORPUS = pathlib.Path(__file__).resolve().parents[2] / "corpus" / "Inputs"
# What check-special.py imports.
os.environ["PYTHONPATH"] = str(CORPUS.parents[2] / "utils")
# What archives do not say of custom operators.
SCHEMAS = {"custom_op": "kiln_test::accumulate_(Tensor(a!) state, Tensor x) -> Tensor"}


def execute(command, seconds=None):
    """Exit status and all output; the status is None where time ran out."""
    try:
        done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace", timeout=seconds)
    except subprocess.TimeoutExpired:
        return None, ""
    return done.returncode, done.stdout


def reason_of(text):
    """The line that says most, or the last one."""
    lines = text.strip().splitlines() or ["no reason is given"]
    return next((line for line in lines if "error:" in line or "wrong" in line or "lost" in line), lines[-1])


def calls_of(folder):
    """Names of the recorded calls, in their order."""
    with zipfile.ZipFile(folder / "inputs.npz") as archive:
        names = {name.split(".")[0] for name in archive.namelist() if name.startswith("call")}
    return sorted(names, key=lambda name: int(name[4:]))


def compile_program(options, folder, package):
    command = [options.tools / "kiln-compile", folder / "model.pt2", "-o", package, "--target=%s" % options.target]
    if folder.name in SCHEMAS:
        command.append("--op-schema=" + SCHEMAS[folder.name])
    status, text = execute(command)
    return reason_of(text) if status else None


def run_call(options, folder, package, call):
    """"right", "late", or what is wrong with a call; with all in turn where it is None."""
    about = json.loads((folder / "about.json").read_text())
    expected, made = folder / "outputs.npz", package.with_suffix(".%s.npz" % call)
    command = [options.tools / "kiln-run", package, "--device=%s" % options.device,
               "--inputs=%s" % (folder / "inputs.npz"), "--outputs=%s" % made]
    command += ["--keep-state"] if call is None else ["--call=%s" % call]
    if folder.name in SCHEMAS and options.routines:
        command.append("--routines=%s" % options.routines)
    by_rule = about["compare"] in ("float64", "dtype")
    status, text = execute(command + (["--expected=%s" % expected] if by_rule else []), options.seconds)
    if status is None:
        return "late"
    if not status and not by_rule:
        status, text = execute([sys.executable, CORPUS / "check-special.py", about["compare"], made, expected])
    return reason_of(text) if status else "right"


def run_program(options, folder, scratch):
    """A line on a program, and whether it is a fault."""
    package = scratch / (folder.name + ".kiln")
    start = time.monotonic()
    refused = compile_program(options, folder, package)
    if refused:
        return "refused %s: %s" % (folder.name, refused), True
    about = json.loads((folder / "about.json").read_text())
    calls = calls_of(folder) if not about.get("calls_share_state") else [None]
    if options.call:
        calls = [call for call in calls if call in (None, *options.call)]
    results = {call or "all": run_call(options, folder, package, call) for call in calls}
    seconds = time.monotonic() - start
    wrong = {call: what for call, what in results.items() if what not in ("right", "late")}
    late = [call for call, what in results.items() if what == "late"]
    text = "%s %s: %d of %d calls, %.1f s" % (
        "wrong" if wrong else "right" if not late else "late", folder.name,
        sum(what == "right" for what in results.values()), len(results), seconds)
    if late:
        text += "; not run: " + ", ".join(late)
    return text + "".join("; %s: %s" % item for item in wrong.items()), bool(wrong)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tools", type=pathlib.Path, required=True)
    parser.add_argument("--target", default="cuda:sm_90a")
    parser.add_argument("--device", default="cuda-emulator:sm_90a")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--call", action="append")
    parser.add_argument("--routines", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    folders = [folder for folder in sorted(options.folder.iterdir()) if (folder / "model.pt2").exists()
               and (not options.names or folder.name in options.names)]
    counts = {"right": 0, "late": 0, "refused": 0, "wrong": 0}
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for text, _ in pool.map(lambda folder: run_program(options, folder, pathlib.Path(scratch)), folders):
            counts[text.split()[0]] += 1
            print(text, flush=True)
    print("right %(right)d, late %(late)d, refused %(refused)d, wrong %(wrong)d" % counts)
    return bool(counts["refused"] or counts["wrong"])


if __name__ == "__main__":
    sys.exit(main())
