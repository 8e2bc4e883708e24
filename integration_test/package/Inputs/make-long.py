# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the inputs of long-sums.mlir: numbers whose sums depend on their order, and small integers."""
import random
import sys

import npz

random.seed(5)
arrays = {}
for number, sizes, count in ((0, (1 << 20,), 1 << 20), (1, (2, 1 << 18), 2 << 18), (2, (1 << 18, 4), 4 << 18)):
    arrays["call0.in%d" % number] = npz.make("<f4", sizes, [random.gauss(0, 1) for _ in range(count)])
    arrays["call1.in%d" % number] = npz.make("<f4", sizes, [random.randint(-3, 4) for _ in range(count)])
npz.write(sys.argv[1], arrays)
