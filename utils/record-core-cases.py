#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Records PyTorch's answers for overloads, and uses of them, that its own cases do not reach.

    record-core-cases.py [-o integration_test/fixtures/ops]

Needs torch; the cases of the repository are of torch 2.15.0. For an overload
aten.foo.bar a folder core_foo_bar is written in the form that run-op-cases.py reads:
programs as exported (k.pt2) and decomposed (k.core.pt2), arrays (k.npz), what the
case is (k.json).

torch.export leaves some of these overloads in no graph, although they are core: a
stride is an expression of sizes, or a number. They are put in the place of that
number in both programs, with its value; PyTorch loads and runs the result.

Folders autocast_foo hold functions that run under torch.autocast of the CPU.
run_decompositions() leaves out the casts of the parts of composite operators; the
decomposed programs are traces of what PyTorch runs, which have them.
"""

import argparse
import collections
import io
import json
import operator
import pathlib
import re
import warnings

import numpy
import torch
import torch.nn.functional as F
from torch.fx.experimental.proxy_tensor import make_fx

ROOT = pathlib.Path(__file__).resolve().parent.parent
aten = torch.ops.aten


class Module(torch.nn.Module):
    """A function of tensors, the last of which may be buffers."""

    def __init__(self, function, buffers):
        super().__init__()
        self.function = function
        self.names = ["state%d" % i for i in range(len(buffers))]
        for name, buffer in zip(self.names, buffers):
            self.register_buffer(name, buffer)

    def forward(self, *tensors):
        return self.function(*tensors, *(getattr(self, name) for name in self.names))


class Case:
    """How an overload is reached. `inputs(n)` makes the tensors of call n; the last
    `buffers` of them are state in one more case. `arguments` follow the tensor where
    the overload is put in place of a number."""

    def __init__(self, function, inputs, buffers=0, modes=("static", "dynamic"), arguments=None):
        self.function, self.inputs, self.buffers = function, inputs, buffers
        self.modes, self.arguments = modes, arguments


def random(*shape):
    return torch.randn(*shape)


def norm_inputs(n):
    size = 4 + 2 * n
    return random(size, 3, 5), random(3), random(3), random(3), torch.rand(3) + 0.5


def matrices():
    """Three of them singular."""
    return torch.stack([torch.zeros(3, 3), torch.ones(3, 3), torch.diag(torch.tensor([3.0, 2.0, 0.0])),
                        random(3, 3)])


def scale(x, k):
    return x * k


def widen(tensor):
    return tensor.double() if tensor.is_floating_point() else tensor


def integers(high, *shape):
    return torch.randint(high, shape)


FLOATS = [torch.float16, torch.bfloat16, torch.float32, torch.float64]
INTEGERS = [torch.int8, torch.uint8, torch.int16, torch.uint16, torch.int32, torch.uint32, torch.int64, torch.uint64]


def floats_beyond(n):
    """Floats in and around the ranges of integers. PyTorch's vectors and what is left over differ
    for unsigned integers, so that the number of elements is a multiple of vectors."""
    ends = [s * 2.0**k + d for k in (7, 8, 15, 16, 31, 32, 63, 64) for s in (1, -1) for d in (0, -0.75, 0.75)]
    others = [float("nan"), float("inf"), -float("inf"), 0.0, -0.0, 300.7, -300.7, 40000.0, -40000.0, 3e9, -3e9,
              1e19, -1e19, 65535.9, 1e300, 1e-300]
    return torch.tensor((ends + others) * (1 + n), dtype=torch.float64)


CASES = {
    "aten._to_copy.default": [
        Case(lambda x: tuple(x.to(a).to(b) for a in FLOATS for b in INTEGERS
                             # PyTorch has no vectors for this pair.
                             if (a, b) != (torch.float16, torch.uint32)),
             lambda n: (floats_beyond(n),)),
    ],
    "aten._assert_async.msg": [
        Case(lambda x: (torch._assert_async((x > 0).all(), "not positive"), x.log())[1],
             lambda n: (torch.rand(4 + n, 3) + 0.5,)),
    ],
    "aten.bincount.default": [
        Case(lambda x, w: torch.bincount(x, w, minlength=3),
             lambda n: (integers(4 + 3 * n, 6 + n), random(6 + n))),
    ],
    "aten.fractional_max_pool2d.default": [
        Case(lambda x, s: aten.fractional_max_pool2d(x, [2, 3], [3, 4], s),
             lambda n: (random(2 + n, 3, 9, 8 + n), torch.rand(2 + n, 3, 2))),
    ],
    "aten.histogram.bins_tensor": [
        Case(lambda x, b: tuple(torch.histogram(x, b, density=True)),
             lambda n: (random(6, 7), torch.tensor([-2.0, -0.5, 0.0, 1.5])), modes=["static"]),
    ],
    "aten.repeat_interleave.Tensor": [
        Case(lambda x, k: torch.repeat_interleave(x, k, dim=1, output_size=6),
             lambda n: (random(2 + n, 3), torch.tensor([[1, 2, 3], [6, 0, 0]][n]))),
    ],
    "aten.segment_reduce.default": [
        Case(lambda x, k: torch.segment_reduce(x, "mean", lengths=k, axis=1, unsafe=True),
             lambda n: (random(2, 6, 3 + n), torch.tensor([[2, 0, 4], [3, 3, 0]]))),
        Case(lambda x, k: torch.segment_reduce(x, "max", offsets=k, unsafe=True, initial=-1.0),
             lambda n: (random(9, 3 + n), torch.tensor([[0, 3, 4, 9], [0, 0, 9, 9]][n]))),
    ],
    "aten.unique_dim.default": [
        Case(lambda x: torch.unique(x, dim=1, return_inverse=True, return_counts=True),
             lambda n: (integers(2, 2, 9 + n, 2),)),
        Case(lambda x: torch.unique(x, dim=0, return_inverse=True, return_counts=True),
             lambda n: (integers(2, 9, 2 + n).float(),), modes=["dynamic"]),
    ],
    "aten._native_batch_norm_legit.default": [
        Case(lambda x, w, b, m, v: aten._native_batch_norm_legit(x, w, b, m, v, True, 0.1, 1e-5),
             norm_inputs, buffers=2),
        Case(lambda x, w, b, m, v: aten._native_batch_norm_legit(x, w, b, m, v, False, 0.1, 1e-5),
             norm_inputs, modes=["static"]),
    ],
    "aten.atan2.out": [
        Case(lambda a, b: aten.atan2.out(a, b, out=torch.empty_like(a)),
             lambda n: (random(4 + n, 5), random(4 + n, 5)), buffers=1),
    ],
    "aten.linalg_cond.p_str": [
        Case(lambda x: torch.linalg.cond(x, "fro"), lambda n: (matrices(),), modes=["static"]),
        Case(lambda x: torch.linalg.cond(x, "nuc"), lambda n: (matrices(),), modes=["static"]),
    ],
    # Of sizes that vary PyTorch has no decomposed form.
    "aten.resize_.default": [
        Case(lambda x: aten.resize_(x.clone(), [2, 6]), lambda n: (random(4, 5),),
             modes=["static"]),
        Case(lambda x: aten.resize_(x.clone(), [3, 2]) * 2, lambda n: (random(2, 3, 2),),
             modes=["static"]),
    ],
    "aten.sym_is_contiguous.default": [
        Case(lambda x: x + int(aten.sym_is_contiguous(x)), lambda n: (random(4 + n, 5),)),
        Case(lambda x: x.t() + int(aten.sym_is_contiguous(x.t())), lambda n: (random(4 + n, 5),)),
    ],
    "aten.sym_numel.default": [
        Case(lambda x: x * x.numel(), lambda n: (random(4 + n, 5 + 2 * n),), arguments=[]),
    ],
    "aten.sym_storage_offset.default": [
        Case(lambda x: x * x.storage_offset(), lambda n: (random(4 + n, 5),), arguments=[]),
    ],
    "aten.sym_stride.int": [
        Case(lambda x: x * x.stride(0), lambda n: (random(4 + n, 5 + n),), arguments=[0]),
        Case(lambda x: x.t() * x.stride(-2), lambda n: (random(4 + n, 5 + n),), arguments=[-2]),
    ],
}


def attend(query, key, value, weights, biases, out, bias):
    return F.multi_head_attention_forward(query, key, value, 6, 2, weights, biases, None, None,
                                          False, 0.0, out, bias)


def run_gru(x, h, *weights):
    return torch.gru(x, h, weights, True, 1, 0.0, False, False, True)


AUTOCAST_CASES = {
    "einsum": [
        (lambda a, b: torch.einsum("bij,jk->bik", a, b), [(2, 3, 4), (4, 5)]),
        (lambda a, b, c: torch.einsum("ij,jk,kl->il", a, b, c), [(3, 4), (4, 5), (5, 2)]),
        # No part is a product of matrices: f32.
        (lambda a, b: torch.einsum("i,j->ij", a, b), [(3,), (4,)]),
        (lambda a, b: torch.einsum("ij,jk->ik", a, b), [(3, 1), (4, 5)]),
        # A sum in f32 before.
        (lambda a, b: torch.einsum("ijk,il->l", a, b), [(3, 4, 5), (3, 6)]),
    ],
    "products": [
        (lambda a, b, c: torch.linalg.multi_dot([a, b, c]), [(3, 4), (4, 5), (5, 2)]),
        (torch.inner, [(3, 4), (5, 4)]),
        (torch.inner, [(4,), (4,)]),
        (lambda a, b: torch.tensordot(a, b, 2), [(3, 4, 5), (4, 5, 2)]),
        (lambda a, b: torch.tensordot(a, b, 2), [(3, 4), (3, 4)]),
        (lambda a, b: torch.tensordot(a, b, 1), [(3, 1), (4, 5)]),
        (lambda a: torch.linalg.matrix_power(a, 3), [(4, 4)]),
        (lambda a: torch.linalg.matrix_power(a, 1), [(4, 4)]),
        (torch.linalg.matmul, [(2, 3, 4), (4, 5)]),
    ],
    "attention": [
        (lambda *inputs: attend(*inputs)[0],
         [(3, 2, 6), (5, 2, 6), (5, 2, 6), (18, 6), (18,), (6, 6), (6,)]),
        (lambda *inputs: attend(*inputs)[1],
         [(3, 2, 6), (5, 2, 6), (5, 2, 6), (18, 6), (18,), (6, 6), (6,)]),
    ],
    "recurrent": [
        (lambda x, h, c, *weights: torch.lstm_cell(x, [h, c], *weights),
         [(3, 4), (3, 5), (3, 5), (20, 4), (20, 5), (20,), (20,)]),
        (torch.gru_cell, [(3, 4), (3, 5), (15, 4), (15, 5), (15,), (15,)]),
        (torch.rnn_tanh_cell, [(3, 4), (3, 5), (5, 4), (5, 5), (5,), (5,)]),
        # Not an lstm: PyTorch answers in bf16 where oneDNN has it, and exports f32.
        (run_gru, [(3, 2, 4), (1, 3, 5), (15, 4), (15, 5), (15,), (15,)]),
    ],
    # Of operands in bf16, which come from a linear layer.
    "losses": [
        (lambda x, w: F.nll_loss(F.linear(x, w), torch.tensor([0, 2, 1])), [(3, 4), (5, 4)]),
        (lambda x, w: F.cross_entropy(F.linear(x, w), torch.tensor([0, 2, 1])), [(3, 4), (5, 4)]),
        (lambda x, w, y: F.mse_loss(F.linear(x, w), y), [(3, 4), (5, 4), (3, 5)]),
        (lambda x, w, y: F.cosine_embedding_loss(F.linear(x, w), y, torch.tensor([1, -1, 1])),
         [(3, 4), (5, 4), (3, 5)]),
    ],
    "norms": [
        (lambda x, w, y: F.cosine_similarity(F.linear(x, w), y), [(3, 4), (5, 4), (3, 5)]),
        (lambda x, w, y: F.pairwise_distance(F.linear(x, w), y), [(3, 4), (5, 4), (3, 5)]),
        (lambda x, w, s, b: F.layer_norm(F.linear(x, w), (5,), s, b), [(3, 4), (5, 4), (5,), (5,)]),
        (lambda x, w: F.normalize(F.linear(x, w)), [(3, 4), (5, 4)]),
        (lambda x, w: torch.linalg.norm(F.linear(x, w)), [(3, 4), (5, 4)]),
    ],
    "pad": [
        (lambda x, w: F.pad(F.linear(x, w), (1, 2), mode="reflect"), [(2, 3, 4), (5, 4)]),
        (lambda x, w: F.pad(F.linear(x, w), (1, 2), mode="circular"), [(2, 3, 4), (5, 4)]),
        (lambda x: F.pad(x, (1, 2), mode="constant"), [(2, 3)]),
    ],
}


class Region:
    """A function under autocast."""

    def __init__(self, function):
        self.function = function

    def __call__(self, *tensors):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            return self.function(*tensors)


def overload_of(name):
    _, op, which = name.split(".")
    return getattr(getattr(aten, op), which)


def put_in_place(program, name, arguments):
    """Calls the overload on the input where a product takes its number."""
    graph = program.graph
    x = next(n for n in graph.nodes if n.op == "placeholder" and isinstance(n.meta.get("val"), torch.Tensor))
    product = next(n for n in graph.nodes if n.target is aten.mul.Tensor)
    number = product.args[1]
    with graph.inserting_before(product):
        node = graph.call_function(overload_of(name), (x, *arguments))
    node.meta = dict(product.meta, val=number.meta["val"] if isinstance(number, torch.fx.Node) else number)
    product.args = (product.args[0], node)
    graph.eliminate_dead_code()
    program.graph_module.recompile()


def to_bytes(program):
    """The archive, without the place of this file, after PyTorch has read it."""
    graphs = [m.graph for m in program.graph_module.modules() if isinstance(m, torch.fx.GraphModule)]
    for node in (node for graph in graphs for node in graph.nodes):
        if "stack_trace" in node.meta:
            trace = node.meta["stack_trace"].replace(__file__, "record-core-cases.py")
            node.meta["stack_trace"] = re.sub('"/[^"]*/(site-packages/[^"]*|[^"/]*)"', r'"\1"', trace)
    buffer = io.BytesIO()
    torch.export.save(program, buffer)
    buffer.seek(0)
    torch.export.load(buffer)
    return buffer.getvalue()


def targets_of(program):
    counts = collections.Counter()
    for node in program.graph.nodes:
        if node.op == "call_function" and node.target is not operator.getitem:
            counts[str(node.target) if isinstance(node.target, torch._ops.OpOverload)
                   else "_operator." + node.target.__name__] += 1
    return dict(counts)


def leaves(result):
    return list(result) if isinstance(result, (list, tuple)) else [result]


def mutated_by(program, inputs):
    """The tensors that a decomposed program writes, inputs first and then buffers."""
    signature = program.graph_signature
    places = {name: i for i, name in enumerate(signature.user_inputs)}
    places.update({"state%d" % i: inputs + i for i in range(len(signature.buffers))})
    written = [*signature.user_inputs_to_mutate.values(), *signature.buffers_to_mutate.values()]
    return {places[name] for name in written}


def to_numpy(tensor):
    """bf16 as its bits."""
    if tensor.dtype == torch.bfloat16:
        return tensor.view(torch.int16).numpy().view(numpy.uint16)
    return tensor.numpy()


def record(arrays, call, function, tensors, mutated):
    """Adds what PyTorch answers, in the dtype and in float64."""
    after = [t.clone() for t in tensors]
    results = leaves(function(*after))
    wide = [widen(t) for t in tensors]
    references = leaves(function(*wide))
    for i, (before, tensor, reference) in enumerate(zip(tensors, after, wide)):
        arrays["%s.in%d" % (call, i)] = before.numpy()
        if i in mutated:
            arrays["%s.mut%d" % (call, i)] = tensor.numpy()
            arrays["%s.refmut%d" % (call, i)] = reference.numpy()
    for i, (result, reference) in enumerate(zip(results, references)):
        arrays["%s.out%d" % (call, i)] = to_numpy(result)
        arrays["%s.ref%d" % (call, i)] = reference.numpy()


def record_state(arrays, call, function, tensors, mutated, inputs):
    """The same where all but the first tensors are state of the program."""
    record(arrays, call, function, tensors, mutated)
    for i in range(inputs, len(tensors)):
        del arrays["%s.in%d" % (call, i)]
        for kind, name in (("mut", "state"), ("refmut", "refstate")):
            value = arrays.pop("%s.%s%d" % (call, kind, i), None)
            if value is not None:
                arrays["%s.%s.state%d" % (call, name, i - inputs)] = value


def make_case(name, case, mode, buffers):
    """The files of a case by suffix."""
    tensors = case.inputs(0)
    inputs = tensors[:len(tensors) - buffers]
    module = Module(case.function, [t.clone() for t in tensors[len(inputs):]])
    shapes = None
    if mode == "dynamic":
        shapes = (tuple({d: torch.export.Dim.AUTO for d in range(t.dim())} for t in inputs),)
    exported = torch.export.export(module, inputs, dynamic_shapes=shapes)
    exported._example_inputs = None
    core = exported.run_decompositions()
    if case.arguments is not None:
        for program in (exported, core):
            put_in_place(program, name, case.arguments)
    arrays = {}
    mutated = mutated_by(core, len(inputs))
    if buffers:
        record_state(arrays, "call0", case.function, tensors, mutated, len(inputs))
    else:
        for n in range(2 if mode == "dynamic" else 1):
            record(arrays, "call%d" % n, case.function, case.inputs(n) if n else tensors, mutated)
    return pack(name, mode, buffers, exported, core, arrays)


def make_region_case(name, function, shapes):
    """The files of a function under autocast."""
    region, inputs = Region(function), tuple(random(*shape) for shape in shapes)
    exported = torch.export.export(Module(region, []), inputs)
    # The cache of casts hides those of a weight that is used twice.
    torch.set_autocast_cache_enabled(False)
    traced = make_fx(region)(*inputs)
    torch.set_autocast_cache_enabled(True)
    core = torch.export.export(traced, inputs).run_decompositions()
    exported._example_inputs = core._example_inputs = None
    arrays = {}
    record(arrays, "call0", region, inputs, ())
    return pack(name, "static", 0, exported, core, arrays)


def pack(name, mode, buffers, exported, core, arrays):
    """The files of a case by suffix."""
    packed = io.BytesIO()
    numpy.savez_compressed(packed, **arrays)
    about = {"op": name, "torch": torch.__version__.split("+")[0], "dtype": "float32",
             "mode": mode, "state": buffers, "random": False,
             "exported_targets": targets_of(exported), "core_targets": targets_of(core)}
    return {".pt2": to_bytes(exported), ".core.pt2": to_bytes(core), ".npz": packed.getvalue(),
            ".json": (json.dumps(about, indent=1) + "\n").encode()}


def write(folder, made):
    folder.mkdir(parents=True, exist_ok=True)
    for k, files in enumerate(made):
        for suffix, content in files.items():
            (folder / (str(k) + suffix)).write_bytes(content)
    print("%s: %d cases" % (folder.name, len(made)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-o", dest="output", type=pathlib.Path,
                        default=ROOT / "integration_test/fixtures/ops")
    options = parser.parse_args()
    warnings.filterwarnings("ignore")
    for name, cases in CASES.items():
        torch.manual_seed(0)
        short = name.removeprefix("aten.").removesuffix(".default").replace(".", "_")
        made = [make_case(name, case, mode, 0) for case in cases for mode in case.modes]
        made += [make_case(name, case, "static", case.buffers) for case in cases if case.buffers]
        write(options.output / ("kept_" + short), made)
    for name, cases in AUTOCAST_CASES.items():
        torch.manual_seed(0)
        made = [make_region_case("autocast_" + name, *case) for case in cases]
        write(options.output / ("autocast_" + name), made)


if __name__ == "__main__":
    main()
