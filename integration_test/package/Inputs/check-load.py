# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check-load.py REPORT...: of the reports of kiln-run --benchmark --json, the best load takes less than 20 ms, and none
has read the weights: the process stays small."""
import json
import sys

reports = []
for path in sys.argv[1:]:
    with open(path) as file:
        reports.append(json.load(file))
seconds = min(report["load_s"] for report in reports)
peak = max(report["load_peak_rss"] for report in reports)
print(f"load {seconds * 1e3:.2f} ms, {peak / 1e6:.0f} MB resident")
assert seconds < 0.020, seconds
assert peak < 64 << 20, peak
