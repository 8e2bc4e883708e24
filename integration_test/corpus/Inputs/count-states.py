# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the states that kiln-interpret --batch printed, and names what is not right."""

import collections
import json
import pathlib
import sys

answers = [json.loads(line) for line in open(sys.argv[1])]
for answer in answers:
    if answer["state"] == "refused":
        print("refused", pathlib.PurePath(answer["program"]).parts[-2])
    elif answer["state"] != "right":
        print(answer["state"], answer["program"], answer["reason"])
counts = collections.Counter(answer["state"] for answer in answers)
print("right %d, refused %d, wrong %d, unread %d" % tuple(
    counts[state] for state in ("right", "refused", "wrong", "unread")))
