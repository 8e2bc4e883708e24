# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tells which folders of recorded cases no test names."""

import pathlib
import sys

TESTS, CASES = map(pathlib.Path, sys.argv[1:])
text = "".join(path.read_text() for path in TESTS.glob("*.test"))
named = {word.split("/")[-1] for word in text.split() if word.startswith("%programs/ops/")}
missing = sorted({path.name for path in CASES.iterdir()} ^ named)
print("not run, or not there: " + ", ".join(missing) if missing else "every case is run")
