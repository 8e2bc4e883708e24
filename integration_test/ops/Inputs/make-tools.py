# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes cases without contents, and tools that answer in every way there is."""

import json
import pathlib
import sys

import npz

ROOT = pathlib.Path(sys.argv[1])

for folder, op, number, random in (("cases", "relu", "0", False), ("random", "relu", "0", True),
                                   ("checked", "svd", "2", False)):
    place = ROOT / folder / op
    place.mkdir(parents=True, exist_ok=True)
    for suffix in (".pt2", ".core.pt2"):
        (place / (number + suffix)).write_bytes(b"")
    npz.write(place / (number + ".npz"), {})
    (place / (number + ".json")).write_text(json.dumps(
        {"op": op, "mode": "static", "random": random, "calls": [], "core_targets": {"aten.relu.default": 1}}))

COMPILES = "exit 0"
COMMANDS_CRASH = "echo 'Stack dump' >&2; kill -SEGV $$"
ANSWERS = {
    "right": (COMPILES, "echo 'all calls: ok'"),
    "refused": ("echo \"$1: a.py:1: aten.relu.default: not known\" >&2; exit 1", ""),
    "unread": ("echo \"$1: the archive is damaged\" >&2; exit 1", ""),
    "wrong": (COMPILES, 'echo "call0: WRONG"; case "$*" in *--expected*) exit 1;; esac'),
    "crash": (COMMANDS_CRASH, ""),
    "silent": ("exit 1", ""),
}
# An evaluator that answers a line for each program, and one that dies at once.
EVALUATES = r'''case "$1" in --batch=*) ;; *) echo "call0: WRONG"; case "$*" in *--expected*) exit 1;; esac; exit 0;; esac
list=${1#--batch=}
while IFS=$(printf '\t') read -r program inputs expected; do
  echo "{\"program\": \"$program\", \"state\": \"wrong\", \"reason\": \"call0: differs\"}"
done < "$list"'''

for name, commands in ANSWERS.items():
    folder = ROOT / name
    folder.mkdir(exist_ok=True)
    for tool, command in zip(("kiln-compile", "kiln-run"), commands):
        (folder / tool).write_text("#!/bin/sh\n%s\n" % command)
        (folder / tool).chmod(0o755)
    interpreter = {"wrong": EVALUATES, "crash": COMMANDS_CRASH}.get(name, "exit 1")
    (folder / "kiln-interpret").write_text("#!/bin/sh\n%s\n" % interpreter)
    (folder / "kiln-interpret").chmod(0o755)
