# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes two calls that add ones and tens to a cache of 1 to 4, and return it doubled.

    make-cache.py FILE.npz
"""

import sys

import npz

cache = [1.0, 2.0, 3.0, 4.0]
arrays = {}
for call, number in enumerate((1.0, 10.0)):
    cache = [value + number for value in cache]
    arrays["call%d.in0" % call] = npz.make("<f4", (4,), [number] * 4)
    arrays["call%d.out0" % call] = npz.make("<f4", (4,), [2 * value for value in cache])
    arrays["call%d.state.cache" % call] = npz.make("<f4", (4,), cache)
npz.write(sys.argv[1], arrays)
