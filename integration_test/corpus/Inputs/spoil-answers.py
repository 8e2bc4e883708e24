# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds that the checks of operators' answers can fail.

    spoil-answers.py BIN FIXTURES

Every case of op-checks.txt that compares numbers, and a case of every operator whose answers are drawn, is evaluated
and then spoiled: in each output that the check reads the largest element by one part in a hundred, draws by a constant
instead. The check passes what was made and finds a fault in what is spoiled.
"""
import io
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import zipfile

import npz
import op_answers
import op_checks
import op_draws

# What a check does not read, or what may be any: pivots of singular matrices, the condition above its bound.
UNREAD = {"condition": {0}, "solution": {1}, "cholesky": {1}, "lu": {2}, "ldl": {2}}
# Draws are right by a range or a choice that a constant is in, too, or nothing is drawn.
DRAWN = {"core_rand": 0, "core_randn": 0, "core_randperm": 0, "multinomial": 0, "normal_in_place": 0,
         "nn_functional_dropout2d": 0, "nn_functional_fractional_max_pool2d": 1, "pca_lowrank": 0, "svd_lowrank": 0}


def evaluate(tools, fixtures, name, repeats=0):
    """The calls of a case, what was recorded and what the evaluator makes."""
    op, number = name.split("/")
    with zipfile.ZipFile(fixtures / "ops" / (op + ".zip")) as archive, tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        about = json.loads(archive.read(number + ".json"))
        recorded = npz.read(io.BytesIO(archive.read(number + ".npz")))
        if repeats:
            about["calls"] = about["calls"][:1] * repeats
            recorded = {"call%d.%s" % (i, key.split(".")[1]): array for i in range(repeats)
                        for key, array in recorded.items() if key.startswith("call0.in")}
        (folder / "case.pt2").write_bytes(archive.read(number + ".core.pt2"))
        npz.write(folder / "in.npz", recorded)
        subprocess.run([tools / "kiln-interpret", folder / "case.pt2", "--inputs=%s" % (folder / "in.npz"),
                        "--outputs=%s" % (folder / "out.npz"), "--keep-state"], check=True, stdout=subprocess.DEVNULL)
        made = npz.read(folder / "out.npz")
    return [op_answers.Call(about, i, recorded, made) for i in range(len(about["calls"]))]


def spoil(tensor):
    """Changes the largest finite element by a hundredth, or an integer by one."""
    values = list(tensor.values)
    at = max((i for i, v in enumerate(values) if math.isfinite(abs(v))), key=lambda i: abs(values[i]))
    values[at] = values[at] * 1.01 if tensor.epsilon else values[at] + 1
    tensor.values = tuple(values)


def main():
    tools, fixtures = map(pathlib.Path, sys.argv[1:])
    faults, count = [], 0
    for name, line in op_checks.read_lines().items():
        if line[0] == "refused":
            continue
        call = evaluate(tools, fixtures, name)[-1]
        fault = op_checks.find_fault(line, call)
        faults += ["%s: what was made: %s" % (name, fault)] if fault else []
        for i, tensor in enumerate(call.ours):
            if i in UNREAD.get(line[0], ()) or not any(v and math.isfinite(abs(v)) for v in tensor.values):
                continue
            kept = tensor.values
            spoil(tensor)
            count += 1
            faults += [] if op_checks.find_fault(line, call) else ["%s: out%d is spoiled unseen" % (name, i)]
            tensor.values = kept
    for op, number in DRAWN.items():
        calls = evaluate(tools, fixtures, "%s/%d" % (op, number), 200)
        fault = op_draws.find_fault(calls)
        faults += ["%s: what was made: %s" % (op, fault)] if fault else []
        for call in calls:
            tensor = call.ours[0]
            tensor.values = tuple(0.5 if tensor.epsilon else 0 for _ in tensor.values)
        count += 1
        faults += [] if op_draws.find_fault(calls) else ["%s: a constant is taken for draws" % op]
    print("\n".join(faults + ["%d answers are spoiled, %d faults" % (count, len(faults))]))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
