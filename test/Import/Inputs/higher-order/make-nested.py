#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the archives of vmap and jvp inside of each other, and what PyTorch computes, beside itself.

Needs torch and numpy; the files of the repository are of torch 2.15.0. NAME.inputs.npz and NAME.outputs.npz hold one
call, with the answers in float64 as `ref`.
"""

import pathlib

import numpy
import torch
from torch.func import jvp, vmap

FOLDER = pathlib.Path(__file__).parent


class JvpOfJvp(torch.nn.Module):
    def forward(self, a, b):
        return jvp(lambda x: jvp(torch.sin, (x,), (b,))[1], (a,), (b,))


class JvpOfVmap(torch.nn.Module):
    def forward(self, a, b):
        return jvp(lambda x: vmap(lambda row: (row * row * b).sum())(x), (a,), (a,))


class JvpOfJvpOfRelu(torch.nn.Module):
    def forward(self, a, b):
        return jvp(lambda x: jvp(lambda y: torch.relu(y * y.abs()), (x,), (b,))[1], (a,), (b,))


class VmapOfVmap(torch.nn.Module):
    def forward(self, a, b):
        return vmap(lambda row: vmap(lambda other: (row * other).sum())(b))(a)


def record(name, module, *arguments):
    torch.export.save(torch.export.export(module, arguments), FOLDER / f"{name}.pt2")
    outputs = module(*arguments), module(*(argument.double() for argument in arguments))
    outputs, references = [o if isinstance(o, tuple) else (o,) for o in outputs]
    numpy.savez(FOLDER / f"{name}.inputs.npz", **{f"call0.in{i}": v.numpy() for i, v in enumerate(arguments)})
    numpy.savez(FOLDER / f"{name}.outputs.npz", **{f"call0.out{i}": v.numpy() for i, v in enumerate(outputs)},
                **{f"call0.ref{i}": v.numpy() for i, v in enumerate(references)})


torch.manual_seed(0)
record("jvp_of_jvp", JvpOfJvp(), torch.randn(4), torch.randn(4))
record("jvp_of_jvp_of_relu", JvpOfJvpOfRelu(), torch.randn(4), torch.randn(4))
record("jvp_of_vmap", JvpOfVmap(), torch.randn(5, 4), torch.randn(4))
record("vmap_of_vmap", VmapOfVmap(), torch.randn(5, 4), torch.randn(4, 4))
