# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles these kernels by Triton to PTX, for the tests of the emulator.

usage: kernels.py OUTPUT_FOLDER    (triton 3.9.0; no GPU is needed)

Writes NAME-sm_80.ptx and NAME-sm_90a.ptx without debugging information. The
first line of each names the shape of a launch: threads, and bytes of dynamic
shared memory.
"""
import re
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def add_masked(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    tl.store(out + at, tl.load(x + at, mask) + tl.load(y + at, mask), mask)


@triton.jit
def softmax_rows(x, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    values = tl.load(x + row * columns + at, at < columns, other=-float("inf"))
    weights = tl.exp(values - tl.max(values, 0))
    tl.store(out + row * columns + at, weights / tl.sum(weights, 0), at < columns)


@triton.jit
def scan_rows(x, out, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.cumsum(tl.load(x + at), 0))


@triton.jit
def sort_rows(x, out, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.sort(tl.load(x + at)))


@triton.jit
def sum_atomically(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(out, tl.sum(tl.load(x + at, at < n, other=0), 0))


@triton.jit
def matmul(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    depth = tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        left = tl.load(a + rows[:, None] * K + (k + depth)[None, :], (rows[:, None] < M) & (k + depth < K)[None, :], other=0.0)
        right = tl.load(b + (k + depth)[:, None] * N + columns[None, :], (k + depth < K)[:, None] & (columns[None, :] < N), other=0.0)
        total = tl.dot(left, right, total)
    tl.store(c + rows[:, None] * N + columns[None, :], total, (rows[:, None] < M) & (columns[None, :] < N))


@triton.jit
def attention(q, k, v, out, keys, SCALE: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    feature = tl.arange(0, D)
    query = tl.load(q + rows[:, None] * D + feature[None, :])
    top = tl.full((BM,), -float("inf"), tl.float32)
    total = tl.zeros((BM,), tl.float32)
    result = tl.zeros((BM, D), tl.float32)
    for start in range(0, keys, BN):
        at = start + tl.arange(0, BN)
        key = tl.load(k + at[None, :] * D + feature[:, None], (at < keys)[None, :], other=0.0)
        score = tl.where((at < keys)[None, :], tl.dot(query, key) * SCALE, -float("inf"))
        peak = tl.maximum(top, tl.max(score, 1))
        weight = tl.exp(score - peak[:, None])
        shrink = tl.exp(top - peak)
        value = tl.load(v + at[:, None] * D + feature[None, :], (at < keys)[:, None], other=0.0)
        total = total * shrink + tl.sum(weight, 1)
        result = tl.dot(weight.to(tl.float16), value, result * shrink[:, None])
        top = peak
    tl.store(out + rows[:, None] * D + feature[None, :], result / total[:, None])


F32, F16, I32 = "*fp32", "*fp16", "i32"
KERNELS = [
    (add_masked, dict(x=F32, y=F32, out=F32, n=I32), dict(BLOCK=512), 4),
    (softmax_rows, dict(x=F32, out=F32, columns=I32), dict(BLOCK=1024), 4),
    (scan_rows, dict(x="*i32", out="*i32"), dict(BLOCK=512), 4),
    (sort_rows, dict(x=F32, out=F32), dict(BLOCK=256), 4),
    (sum_atomically, dict(x=F32, out=F32, n=I32), dict(BLOCK=256), 2),
    (matmul, dict(a=F16, b=F16, c=F32, M=I32, N=I32, K=I32), dict(BM=64, BN=64, BK=32), 4),
    (attention, dict(q=F16, k=F16, v=F16, out=F32, keys=I32), dict(SCALE=0.125, BM=64, BN=32, D=64), 4),
]


def compile_for(architecture, kernel, signature, constants, warps):
    divisible = {(i,): [["tt.divisibility", 16]] for i in range(len(signature))}
    source = ASTSource(kernel, {**signature, **{name: "constexpr" for name in constants}},
                       {(len(signature) + i,): value for i, value in enumerate(constants.values())}, divisible)
    return triton.compile(source, target=GPUTarget("cuda", architecture, 32), options={"num_warps": warps, "num_stages": 3})


for kernel, signature, constants, warps in KERNELS:
    for architecture, name in ((80, "sm_80"), (90, "sm_90a")):
        made = compile_for(architecture, kernel, signature, constants, warps)
        text = re.sub(r"\n\s*\.section\s+\.debug.*", "\n", made.asm["ptx"], flags=re.S)
        text = re.sub(r"\n\s*(\.loc|\.file|//|\$L__(tmp|func_(begin|end)))[^\n]*", "", text)
        text = text.replace(", debug", "")
        with open("%s/%s-%s.ptx" % (sys.argv[1], kernel.__name__, name), "w") as file:
            file.write("// threads %d shared %d\n%s\n" % (32 * made.metadata.num_warps, made.metadata.shared, text.strip()))
