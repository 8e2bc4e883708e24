# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares arrays where the error rule does not apply, without NumPy.

    check-special.py quantum|statistics OURS.npz THEIRS.npz

quantum: multiples of 0.01, of which one in a hundred may be another by one.
statistics: random numbers; dtype, sizes, mean, variance, and which values there
are, when they are few.
"""

import math
import sys

import npz

FEW = 16


def read(path):
    """Name -> (dtype, sizes, values) of every output."""
    return {name: (array.dtype, array.sizes, [float(value) for value in array.values()])
            for name, array in npz.read(path).items() if ".out" in name}


def check_quantum(ours, theirs):
    """What is wrong, or nothing."""
    steps = [round(abs(a - b) / 0.01, 3) for a, b in zip(ours, theirs)]
    if max(steps) > 1.01:
        return "an element differs by %g quanta" % max(steps)
    others = sum(step > 0.5 for step in steps)
    return "%d elements differ" % others if others > len(steps) / 100 else None


def moments(values):
    """Mean and variance."""
    mean = sum(values) / len(values)
    return mean, sum((v - mean) ** 2 for v in values) / len(values)


def check_statistics(ours, theirs):
    """What is wrong, or nothing."""
    (our_mean, our_variance), (their_mean, their_variance) = moments(ours), moments(theirs)
    spread = math.sqrt(their_variance / len(theirs))
    if abs(our_mean - their_mean) > 8 * spread + 1e-6:
        return "the mean is %g, not %g" % (our_mean, their_mean)
    if abs(our_variance - their_variance) > 0.25 * their_variance + 1e-6:
        return "the variance is %g, not %g" % (our_variance, their_variance)
    few = sorted(set(theirs))
    if len(few) <= FEW and sorted(set(ours)) != few:
        return "the values are %s, not %s" % (sorted(set(ours))[:FEW], few)
    return None


def main():
    check = {"quantum": check_quantum, "statistics": check_statistics}[sys.argv[1]]
    ours, theirs = read(sys.argv[2]), read(sys.argv[3])
    faults = []
    for name, (dtype, sizes, values) in ours.items():
        if theirs[name][:2] != (dtype, sizes):
            faults.append("%s: %s %s, not %s %s" % (name, dtype, sizes, *theirs[name][:2]))
        elif values:
            fault = check(values, theirs[name][2])
            faults += ["%s: %s" % (name, fault)] if fault else []
    print("\n".join(faults) or "all outputs: ok")
    return bool(faults) or not ours


if __name__ == "__main__":
    sys.exit(main())
