#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures what torch.autocast does to the parts of composite operators.

    measure-autocast.py [OVERLOAD...]

Needs torch; lib/Dialect/Aten/Transforms/AutocastPolicies.inc is of torch 2.15.0. For each overload of aten that PyTorch takes apart before autocast has
seen it, as `einsum` or `gru.input` (default: all), it prints for the CPU and for CUDA

    none     its parts are what they are without autocast
    lower    casting all operands to the lower precision before gives the same bits
    f32      so does casting them to f32
    promote  so does casting them to the widest of them
    parts    none of these: the parts have to be cast one by one
    -        no call of it could be traced

Each call is traced with operands in f32, in the lower precision, and in a mixture of
both; CUDA is traced on tensors without content, and the traces are run on the CPU.
Calls are made of the schema where `written_calls` has none.
"""

import contextlib
import itertools
import logging
import re
import sys
import warnings

import torch
from torch._subclasses import FakeTensorMode
from torch.fx.experimental.proxy_tensor import make_fx
from torch.utils import _pytree as pytree

POLICIES = ("none", "promote", "f32", "lower")
LOWER = {"cpu": torch.bfloat16, "cuda": torch.float16}


def r(*shape):
    return torch.randn(*shape)


def gates(count):
    return [r(5 * count, 4), r(5 * count, 5), r(5 * count), r(5 * count)]


def written_calls():
    """The arguments of calls that the schema alone does not tell."""
    mode = (True, 1, 0.0, False, False, False)
    chain = [r(3, 4), r(4, 5), r(5, 2)]
    return {
        "chain_matmul": [(chain,), (chain[:2],), (chain[:1],)],
        "linalg_multi_dot": [(chain,), ([r(4), r(4, 5), r(5)],)],
        "einsum": [("ij,jk->ik", [r(3, 4), r(4, 5)]), ("ij,jk,kl->il", chain),
                   ("i,j->ij", [r(3), r(4)]), ("ij,jk->ik", [r(3, 1), r(4, 5)]),
                   ("ijk,il->l", [r(3, 4, 5), r(3, 6)]), ("ii->i", [r(4, 4)])],
        "inner": [(r(4), r(4)), (r(3, 4), r(5, 4)), (r(()), r(3))],
        "tensordot": [(r(3, 4, 5), r(4, 5, 2), [1, 2], [0, 1]), (r(3), r(4), [], [])],
        "linalg_matrix_power": [(r(4, 4), k) for k in (0, 1, 2, 3, -1, -3)],
        "matrix_power": [(r(4, 4), k) for k in (0, 1, 2, 3, -1, -3)],
        "bilinear": [(r(3, 4), r(3, 5), r(2, 4, 5), r(2))],
        "cosine_similarity": [(r(3, 4), r(3, 4))],
        "pairwise_distance": [(r(3, 4), r(3, 4)), (r(3, 4), r(3, 4), 1.0)],
        "nll_loss_nd": [(r(3, 4), torch.tensor([0, 2, 1])), (r(4), torch.tensor(1)),
                        (r(2, 4, 3, 3), torch.randint(0, 4, (2, 3, 3)))],
        "pad": [(x, [1, 2] + [1, 1] * (x.dim() - 3), how)
                for x in (r(2, 3, 6), r(2, 3, 6, 6), r(1, 2, 3, 6, 6))
                for how in ("reflect", "replicate", "circular", "constant")],
        "linalg_norm": [(r(4, 4), o, d) for o, d in
                        ((None, None), (2, None), (1, [0, 1]), (3.0, [0]))],
        "linalg_norm.ord_str": [(r(4, 4), "nuc"), (r(4, 4), "fro")],
        "linalg_matrix_norm.str_ord": [(r(4, 4), "nuc"), (r(4, 4), "fro")],
        "linalg_matrix_norm": [(r(4, 4), o) for o in (2, 1, -2)],
        "lstm_cell": [(r(3, 4), [r(3, 5), r(3, 5)], *gates(4))],
        "gru_cell": [(r(3, 4), r(3, 5), *gates(3))],
        "rnn_tanh_cell": [(r(3, 4), r(3, 5), *gates(1))],
        "rnn_relu_cell": [(r(3, 4), r(3, 5), *gates(1))],
        "lstm.input": [(r(2, 3, 4), [r(1, 3, 5), r(1, 3, 5)], gates(4), *mode)],
        "gru.input": [(r(2, 3, 4), r(1, 3, 5), gates(3), *mode)],
        "rnn_tanh.input": [(r(2, 3, 4), r(1, 3, 5), gates(1), *mode)],
        "rnn_relu.input": [(r(2, 3, 4), r(1, 3, 5), gates(1), *mode)],
        "embedding_bag": [(r(6, 4), torch.tensor([1, 2, 3, 4]), torch.tensor([0, 2]), False, k)
                          for k in (0, 1, 2)],
        "diff": [(r(4, 5),), (r(4, 5), 1, -1, r(4, 1), r(4, 2))],
        "upsample_bicubic2d.vec": [(r(1, 2, 4, 4), [6, 6], False, None)],
        "upsample_bilinear2d.vec": [(r(1, 2, 4, 4), [6, 6], False, None)],
        "upsample_nearest2d.vec": [(r(1, 2, 4, 4), [6, 6], None)],
        "upsample_linear1d.vec": [(r(1, 2, 4), [6], False, None)],
    }


def made_of(schema):
    """Arguments by the kinds that a schema has."""
    by_type = {"Tensor": lambda: torch.rand(4, 4) * 0.8 + 0.1, "int": lambda: 1,
               "List[Tensor]": lambda: [torch.rand(4, 4), torch.rand(4, 4)],
               "number": lambda: 1, "float": lambda: 0.5, "bool": lambda: False,
               "List[int]": lambda: [0], "str": lambda: "mean"}
    needed = [a for a in schema.arguments if not a.has_default_value()]
    return tuple(None if str(a.type).startswith("Optional") else by_type[str(a.type)]()
                 for a in needed)


class Call:
    """A function of the tensors of a call."""

    def __init__(self, op, args):
        leaves, self.spec = pytree.tree_flatten(args)
        self.op, self.leaves = op, leaves
        self.slots = [i for i, x in enumerate(leaves) if isinstance(x, torch.Tensor)]
        self.tensors = [leaves[i] for i in self.slots]

    def __call__(self, *tensors):
        leaves = list(self.leaves)
        for slot, tensor in zip(self.slots, tensors):
            leaves[slot] = tensor
        return pytree.tree_leaves(self.op(*pytree.tree_unflatten(leaves, self.spec)))


@contextlib.contextmanager
def autocast(device, enabled):
    """Also for a device that this machine lacks."""
    torch.set_autocast_enabled(device, enabled)
    torch.set_autocast_dtype(device, LOWER[device])
    torch.set_autocast_cache_enabled(False)
    try:
        yield
    finally:
        torch.set_autocast_enabled(device, False)


def trace(call, tensors, device, enabled):
    torch.manual_seed(0)
    if device == "cpu":
        with autocast(device, enabled):
            return make_fx(call)(*[t.clone() for t in tensors])
    with FakeTensorMode(allow_non_fake_inputs=True):
        fakes = [torch.empty_strided(t.shape, t.stride(), dtype=t.dtype, device=device)
                 for t in tensors]
        with autocast(device, enabled):
            return make_fx(call)(*fakes)


class OnCpu(torch.fx.Interpreter):
    """Runs a trace that may name another device."""

    def call_function(self, target, args, kwargs):
        if "device" in kwargs:
            kwargs = {**kwargs, "device": "cpu"}
        return super().call_function(target, args, kwargs)


def run(graph, tensors):
    torch.manual_seed(0)
    return pytree.tree_leaves(OnCpu(graph).run(*[t.clone() for t in tensors]))


def bits(results):
    return [(x.dtype, x.contiguous().view(-1).view(torch.uint8).tolist()) if x.numel() else None
            for x in results if isinstance(x, torch.Tensor)]


def is_cast(tensor):
    return tensor.is_floating_point() and tensor.dtype != torch.float64


def cast(tensors, dtype):
    return [t.to(dtype) if is_cast(t) else t for t in tensors]


def mixtures(tensors, lower):
    yield tensors
    yield cast(tensors, lower)
    for first in (0, 1):
        numbers = itertools.count()
        yield [t.to(lower) if is_cast(t) and next(numbers) % 2 == first else t for t in tensors]


def fitting(call, tensors, device):
    """The policies that are right for a call; None when it cannot be traced."""
    try:
        graph = trace(call, tensors, device, True)
        expected = bits(run(graph, tensors))
    except Exception:
        return None
    widest = max((t.dtype for t in tensors if is_cast(t)), key=lambda d: d == torch.float32,
                 default=torch.float32)
    found = set()
    for policy, dtype in zip(POLICIES, (None, widest, torch.float32, LOWER[device])):
        given = tensors if dtype is None else cast(tensors, dtype)
        try:
            plain = trace(call, given, device, False)
        except Exception:
            continue
        if bits(run(plain, given)) == expected:
            found.add(policy)
    return found


def judge(op, calls, device):
    answers = [fitting(Call(op, call), tensors, device) for call in calls
               for tensors in mixtures(Call(op, call).tensors, LOWER[device])]
    answers = [a for a in answers if a is not None]
    if not answers:
        return "-"
    return next((p for p in POLICIES if all(p in a for a in answers)), "parts")


def is_composite(name, device):
    has = torch._C._dispatch_has_kernel_for_dispatch_key
    return has(name, "CompositeImplicitAutograd") and not has(name, "Autocast" + device.upper())


def main():
    warnings.filterwarnings("ignore")
    logging.disable(logging.CRITICAL)
    torch.manual_seed(3)
    known = written_calls()
    names = [n for n in torch._C._dispatch_get_all_op_names() if n.startswith("aten::")]
    for name in sorted(names):
        short = name[6:]
        if (sys.argv[1:] and short not in sys.argv[1:]) or re.search("out$|sparse", short):
            continue
        base, _, overload = short.partition(".")
        answers = []
        for device in LOWER:
            if not is_composite(name, device):
                continue
            try:
                op = getattr(getattr(torch.ops.aten, base), overload or "default")
                calls = known.get(short) or [made_of(op._schema)]
                answers.append(device + " " + judge(op, calls, device))
            except (AttributeError, KeyError):
                answers.append(device + " -")
        if answers:
            print("%-40s %s" % (short, "  ".join(answers)), flush=True)


if __name__ == "__main__":
    main()
