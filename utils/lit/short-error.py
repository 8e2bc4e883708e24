#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`not` for Kiln's tools: an error is an exit status of 1 to 127, and at most 20 lines long unless a flag asks for more.

    short-error.py TOOL [ARGUMENT...]
"""

import subprocess
import sys

LIMIT = 20
ASKS_FOR_MORE = ("--mlir-print", "--mlir-pass", "--remarks", "--dry-run", "--stats", "--trace", "--mlir-timing",
                 "--split-input-file", "-split-input-file")

done = subprocess.run(sys.argv[1:], stderr=subprocess.PIPE)
sys.stderr.buffer.write(done.stderr)
sys.stderr.flush()
if done.returncode <= 0:
    sys.exit("short-error: %s ended with status %d" % (sys.argv[1], done.returncode) if done.returncode else 1)
lines = done.stderr.count(b"\n")
if lines > LIMIT and not any(word.startswith(ASKS_FOR_MORE) for word in sys.argv):
    sys.exit("short-error: the error of %s has %d lines" % (sys.argv[1], lines))
