# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the states that kiln-interpret --batch printed, and shows what is wrong."""

import collections
import json
import sys

answers = [json.loads(line) for line in open(sys.argv[1])]
for answer in answers:
    if answer["state"] not in ("right", "refused"):
        print(answer["state"], answer["program"], answer["reason"])
counts = collections.Counter(answer["state"] for answer in answers)
print("right %d, refused %d, wrong %d, unread %d" % tuple(
    counts[state] for state in ("right", "refused", "wrong", "unread")))
