# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Imports archives and brings each through text and bytecode and back.

usage: check-archives.py BIN FIXTURES REFUSED [--ops-every=N]

All archives of FIXTURES/{format,programs,legacy} take part, and every N-th of
the recorded cases of operators. An archive imports, verifies, and comes back
unchanged from text and from bytecode, or it is in the table REFUSED (name, tab,
a part of the message) and is refused with that message.
"""
import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, timeout=300)
    return done.returncode, done.stderr.decode("utf-8", "replace").strip()


def check(tools, archive, name, refused):
    """What is wrong with one archive; None when nothing is."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        text, again, code, back = (folder / part for part in ("a.mlir", "b.mlir", "c.mlirbc", "d.mlir"))
        status, message = run(tools / "kiln-translate", "--import-pt2", archive, "-o", text)
        if name in refused:
            if status == 1 and refused[name] in message:
                return None
            return f"should be refused with '{refused[name]}', ended with {status}: {message[:300]}"
        if status:
            return f"import ends with {status}: {message[:300]}"
        printed = "--mlir-print-debuginfo"
        for command in ([tools / "kiln-opt", text, printed, "-o", again],
                        [tools / "kiln-opt", text, "--emit-bytecode", "-o", code],
                        [tools / "kiln-opt", code, printed, "-o", back]):
            status, message = run(*command)
            if status:
                return f"does not come back: {message[:300]}"
        for read, way in ((again, "text"), (back, "bytecode")):
            if read.read_bytes() != text.read_bytes():
                return f"comes back changed from {way}"
    return None


def collect(fixtures):
    for part in ("format", "programs", "legacy"):
        for archive in sorted((fixtures / part).rglob("*.pt2")):
            yield archive, archive.relative_to(fixtures).as_posix()


def collect_cases(fixtures, every, scratch):
    """Every N-th recorded case, unpacked."""
    cases = [(path, member) for path in sorted((fixtures / "ops").glob("*.zip"))
             for member in zipfile.ZipFile(path).namelist() if member.endswith(".pt2")]
    for path, member in cases[::every] if every else []:
        archive = pathlib.Path(scratch, f"{path.stem}.{member}")
        archive.write_bytes(zipfile.ZipFile(path).read(member))
        yield archive, f"ops/{path.stem}/{member}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tools", type=pathlib.Path)
    parser.add_argument("fixtures", type=pathlib.Path)
    parser.add_argument("refused", type=pathlib.Path)
    parser.add_argument("--ops-every", type=int, default=0)
    options = parser.parse_args()
    lines = options.refused.read_text(encoding="utf-8").splitlines()
    refused = dict(line.split("\t", 1) for line in lines if line and not line.startswith("#"))

    wrong = 0
    with tempfile.TemporaryDirectory() as scratch:
        archives = [*collect(options.fixtures), *collect_cases(options.fixtures, options.ops_every, scratch)]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            found = pool.map(lambda each: check(options.tools, *each, refused), archives)
            for (_, name), fault in zip(archives, found):
                if fault:
                    wrong += 1
                    print(f"{name}: {fault}")
    names = {name for _, name in archives}
    gone = [name for name in refused if name not in names and not name.startswith("ops/")]
    count = len(names & refused.keys())
    print(f"{len(archives) - count} archives come back unchanged, {count} refused by name, {wrong} wrong, "
          f"not there: {gone}")
    sys.exit(bool(wrong or gone))


main()
