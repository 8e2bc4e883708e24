# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the object that `kiln-run --benchmark --json` prints."""

import json
import sys

with open(sys.argv[1]) as file:
    found = json.load(file)
assert found["load_s"] > 0, found
assert found["load_peak_rss"] > 1 << 20, found
assert found["first_call_s"] > 0, found
assert found["threads"] == 1, found
assert len(found["latencies_s"]) >= 3 and min(found["latencies_s"]) > 0, found
