#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Records PyTorch's answers for operators that exports of real models hold beside ATen's common ones.

    record-export-cases.py [-o integration_test/fixtures/ops] [NAME...]

Needs torch, numpy, torchvision, torchao and transformers; the cases of the repository are of torch 2.15.0, torchvision 0.29.2,
torchao 0.18.0 and transformers 5.23.0. A folder export_NAME is written in the form that run-op-cases.py reads, as
record-core-cases.py has it. Where the operator takes float64, or a `reference` says what it means, the answer in float64
is recorded, too.
"""

import argparse
import copy
import importlib.util
import io
import pathlib
import warnings

import numpy
import torch
import torch.nn.functional as F
import torchao.quantization.pt2e.quantize_pt2e
import torchao.quantization.pt2e.quantizer.x86_inductor_quantizer
import torchao.quantization.quant_primitives
import torchao.testing.pt2e._xnnpack_quantizer
import torchvision
import transformers.integrations.moe
from torch._higher_order_ops.associative_scan import associative_scan
from torch._higher_order_ops.hints_wrap import hints_wrapper
from torch._higher_order_ops.while_loop import while_loop_stack_output_op

HERE = pathlib.Path(__file__).resolve().parent
specification = importlib.util.spec_from_file_location("core_cases", HERE / "record-core-cases.py")
core_cases = importlib.util.module_from_spec(specification)
specification.loader.exec_module(core_cases)

aten, vision, ao, decomposed = torch.ops.aten, torch.ops.torchvision, torch.ops.torchao, torch.ops.quantized_decomposed
random, integers = core_cases.random, core_cases.integers
AUTO = torch.export.Dim.AUTO


def deformed_case(image, weight, windows, offset_groups=1, mask=True, dtype=torch.float32, shapes=False, **window):
    """A deformable convolution, whose taps lie up to a few pixels from those of a window; with `shapes` of images whose
    number and height vary."""
    taps = offset_groups * weight[2] * weight[3]

    def convolve(x, w, b, offset, *m):
        return torchvision.ops.deform_conv2d(x, offset, w, b, mask=m[0] if m else None, **window)

    def inputs(n):
        n = n if shapes else 0
        count, height = image[0] + n, windows[0] + 2 * n
        made = [random(count, image[1], image[2] + 2 * n, image[3]), random(*weight), random(weight[0]),
                2 * random(count, 2 * taps, height, windows[1])]
        return tuple(x.to(dtype) for x in made + [torch.rand(count, taps, height, windows[1])] * mask)

    vary = {0: AUTO, 2: AUTO}
    return Case(convolve, inputs, calls=2 if shapes else 1,
                shapes=(vary, None, None, vary, vary) if shapes else None, reference=True)


class Case:
    """A function of tensors, or a module. `inputs(n)` makes those of call n; the sizes named in `shapes` vary. `reference` answers in
    float64: the function itself, another one, or none. Where run_decompositions() fails, both forms are the exported one."""

    def __init__(self, function, inputs, calls=1, shapes=None, reference=None, decomposes=True, strict=False):
        self.function, self.inputs, self.calls, self.shapes = function, inputs, calls, shapes
        self.reference, self.decomposes, self.strict = reference, decomposes, strict


def bf16(*shape):
    return random(*shape).to(torch.bfloat16)


def int8(*shape):
    return torch.randint(-128, 128, shape, dtype=torch.int8)


def offsets(*ends):
    return torch.tensor(ends, dtype=torch.int32)


def quantized(config):
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(8, 4), torch.nn.ReLU()).eval().requires_grad_(False)
    torchao.quantization.quantize_(model, config)
    return model


class Residual(torch.nn.Module):
    """Windows and single pixels, strides and padding, a sum of two paths, groups."""

    def __init__(self):
        super().__init__()
        self.stem = torch.nn.Conv2d(3, 40, 3, padding=1)
        self.first = torch.nn.Conv2d(40, 40, 3, stride=2, padding=1, bias=False)
        self.second = torch.nn.Conv2d(40, 40, (1, 3), padding=(0, 1))
        self.skip = torch.nn.Conv2d(40, 40, 1, stride=2)
        self.depthwise = torch.nn.Conv2d(40, 40, 3, groups=40)
        self.head = torch.nn.Linear(40, 10)

    def forward(self, x):
        x = self.stem(x).relu()
        x = (self.second(self.first(x).relu()) + self.skip(x)).relu()
        return self.head(self.depthwise(x).mean((2, 3)))


def xnnpack(per_channel):
    config = torchao.testing.pt2e._xnnpack_quantizer.get_symmetric_quantization_config(is_per_channel=per_channel)
    return torchao.testing.pt2e._xnnpack_quantizer.XNNPACKQuantizer().set_global(config)


def x86():
    quantizers = torchao.quantization.pt2e.quantizer.x86_inductor_quantizer
    return quantizers.X86InductorQuantizer().set_global(quantizers.get_default_x86_inductor_quantization_config())


class Stem(torch.nn.Module):
    """A window of seven over three planes, and an image that a convolution and a sum read."""

    def __init__(self):
        super().__init__()
        self.stem = torch.nn.Conv2d(3, 33, 7, stride=2, padding=3)
        self.next = torch.nn.Conv2d(33, 33, 1)

    def forward(self, x):
        x = self.stem(x).relu()
        return (self.next(x) + x).relu()


def pt2e(model, quantizer, inputs, seed, shapes):
    """`model` as PyTorch's flow quantises it: images by what these inputs show, weights at once."""
    torch.manual_seed(seed)
    exported = torch.export.export(model().eval().requires_grad_(False), inputs, dynamic_shapes=shapes).module()
    prepared = torchao.quantization.pt2e.quantize_pt2e.prepare_pt2e(exported, quantizer)
    prepared(*inputs)
    return torchao.quantization.pt2e.quantize_pt2e.convert_pt2e(prepared)


class Exact(torch.fx.Interpreter):
    """A quantised program in float64."""

    def call_function(self, target, arguments, keywords):
        name = str(target)
        x, scale, zero, *rest = arguments if "quantize_per" in name else (None,) * 3
        if "dequantize_per_channel" in name:
            sizes = [-1 if dim == rest[0] else 1 for dim in range(x.dim())]
            return (x.double() - zero.view(sizes)) * scale.double().view(sizes)
        if "dequantize_per_tensor" in name:
            return (x.double() - zero) * scale
        if "quantize_per_tensor" in name:
            return torch.clamp(torch.round(x / scale) + zero, rest[0], rest[1]).to(rest[2])
        return super().call_function(target, arguments, keywords)


def exactly(module):
    return Exact(copy.deepcopy(module).double()).run


def mlp():
    return torch.nn.Sequential(torch.nn.Linear(40, 48), torch.nn.ReLU(), torch.nn.Linear(48, 70, bias=False), torch.nn.ReLU(),
                               torch.nn.Linear(70, 10))


class GatedLinear(torch.nn.Module):
    """Halves of one product, of which one is the gate of the other, as networks of large language models have them."""

    def __init__(self, inputs, units):
        super().__init__()
        self.both = torch.nn.Linear(inputs, 2 * units, bias=False)

    def forward(self, x):
        gate, value = self.both(x).chunk(2, -1)
        return F.silu(gate) * value


class Recurrent(torch.nn.Module):
    """The outputs and the last state, side by side."""

    def __init__(self, cell):
        super().__init__()
        self.cell = cell

    def forward(self, x):
        outputs, state = self.cell(x)
        return [outputs, *state] if isinstance(state, tuple) else [outputs, state]


def gates():
    """Products of which a kernel reads columns as parts, of few rows, of many, and of numbers of rows that vary."""
    torch.manual_seed(0)
    rows = {0: AUTO}
    modules = [(Recurrent(torch.nn.LSTM(16, 32)), lambda n: (random(4, 8, 16),), None),
               (Recurrent(torch.nn.GRU(16, 32)), lambda n: (random(3, 9 + 4 * n, 16),), ({1: AUTO},)),
               (torch.nn.LSTMCell(16, 32), lambda n: (random(7 + 11 * n, 16),), (rows,)),
               (torch.nn.Sequential(torch.nn.Linear(16, 128), torch.nn.GLU()), lambda n: (random(5 + 30 * n, 16),), (rows,)),
               (GatedLinear(16, 64), lambda n: (random(70, 16),), None)]
    return [Case(module, inputs, 3 if shapes else 1, shapes, copy.deepcopy(module).double()) for module, inputs, shapes in modules]


def quantised_case(model, quantizer, inputs, seed, shapes=None):
    shapes = shapes or BATCH
    module = pt2e(model, quantizer, inputs(0), seed, shapes)
    return Case(module, inputs, calls=2, shapes=shapes, reference=exactly(module))


class Guarded(torch.nn.Module):
    """A strict export has a guard on the rows, which this call chooses by."""

    def forward(self, x, y):
        scaled = y * 2
        rows = x.relu()
        if rows.shape[0] % 4 == 0:
            return rows.reshape(4, -1) + scaled.sum()
        return rows - scaled.sum()


def items(x, s):
    """A float that is read, where operators take numbers."""
    v = s.item()
    return (torch.clamp(x, max=v), torch.clamp(x, -v, 2), torch.add(x, x.sin(), alpha=v), torch.sub(x, x, alpha=2 * v),
            torch.full_like(x, v), torch.full((3,), v * v), x * (v * 2.0 + 1.0) - v / 3.0, x[0, 0] * (v + 0.5), x.double() + v ** 0.5,
            x.to(torch.int64) * (v + 1.0), x > v - 0.5)


def boxes(count, size):
    corners = torch.rand(count, 2) * size * 0.6
    return torch.cat((corners, corners + 1 + torch.rand(count, 2) * size * 0.4), 1)


def rois(count, images, size):
    return torch.cat((torch.randint(images, (count, 1)).float(), boxes(count, size)), 1)


def by_groups(x, weight, ends):
    """A product for each group of rows."""
    result, start = x.new_zeros(x.shape[0], weight.shape[2]), 0
    for i, end in enumerate(ends.tolist()):
        result[start:end], start = x[start:end] @ weight[i], end
    return result


def by_columns(x, weight, ends):
    result, start = x.new_zeros(x.shape[1], weight.shape[1]), 0
    for i, end in enumerate(ends.tolist()):
        result[:, start:end], start = x[i] @ weight[:, start:end], end
    return result


def by_parts(x, weight, ends):
    """A product for each group of what is summed."""
    parts, start = [], 0
    for end in ends.tolist():
        parts.append(x[:, start:end] @ weight[start:end])
        start = end
    return torch.stack(parts)


def quantised(x):
    """To int8 for each row, and back."""
    sizes = (1, x.shape[1])
    scale, zero = ao.choose_qparams_affine(x, "SYMMETRIC", sizes, torch.int8, -127, 127, 1e-5, torch.float32, torch.int32)
    q = ao.quantize_affine(x, sizes, scale, zero, torch.int8, -127, 127)
    return q, scale, zero, ao.dequantize_affine(q, sizes, scale, zero, torch.int8, -127, 127)


def quantised_in_groups(x):
    """To 4 bits for each group of eight."""
    sizes = (1, 8)
    scale, zero = ao.choose_qparams_affine(x, "ASYMMETRIC", sizes, torch.uint8, 0, 15, None, None, torch.int8)
    q = ao.quantize_affine(x, sizes, scale, zero, torch.uint8, 0, 15)
    return q, scale, zero, ao.dequantize_affine(q, sizes, scale, zero, torch.uint8, 0, 15, output_dtype=torch.bfloat16)


def quantised_whole(x):
    scale, zero = ao.choose_qparams_affine(x, "SYMMETRIC_NO_CLIPPING_ERR", list(x.shape), torch.int8, keepdim=True)
    return scale, zero


def quantised_f8(x):
    scale = ao.choose_scale_float8(x, [1, x.shape[1]], torch.float8_e4m3fn)
    q = ao.quantize_affine_float8_non_decomposed(x, scale, torch.float8_e4m3fn)
    return scale, ao.dequantize_affine_float8_non_decomposed(q, scale, torch.float32)



def int4_weight(rows, columns):
    q = torch.randint(0, 16, (rows, columns), dtype=torch.int32)
    return aten._convert_weight_to_int4pack_for_cpu(q, 1)


def attend(x, qkv, qkv_bias, out, out_bias, need=True, average=True, mask=None, kind=None):
    return aten._native_multi_head_attention(x, x, x, 8, 2, qkv, qkv_bias, out, out_bias, mask, need, average, kind)


def attention_inputs(n):
    return random(2 + n, 3 + n, 8), random(24, 8), random(24), random(8, 8), random(8)


def under_autocast(x, w, device, dtype):
    with torch.autocast(device, dtype=dtype):
        return x @ w, (x @ w).softmax(-1), x.exp()


def quantised_by_range(choose, low, high, dtype, eps=1e-5):
    """By scales that the call computes of the whole tensor."""
    def function(x):
        scale, zero = choose(x, low, high, eps, dtype)
        q = decomposed.quantize_per_tensor.tensor(x, scale, zero, low, high, dtype)
        bounds = torch.tensor(low), torch.tensor(high)
        again = decomposed.quantize_per_tensor.tensor2(x, scale, zero, *bounds, dtype)
        return (scale, zero, q, decomposed.dequantize_per_tensor.tensor(q, scale, zero, low, high, dtype),
                again, decomposed.dequantize_per_tensor.tensor2(again, scale, zero, *bounds, dtype))
    return function


def quantised_by_token(choose):
    def function(x):
        scale, zero = choose(x, torch.int8)
        q = decomposed.quantize_per_token(x, scale, zero, -128, 127, torch.int8)
        # Their dtypes differ between a call and an export.
        return (scale.float(), zero.float(), q,
                decomposed.dequantize_per_token(q, scale, zero, -128, 127, torch.int8, torch.float32))
    return function


def quantised_by_group(x, scales, zeros):
    q = decomposed.quantize_per_channel_group(x, scales, zeros, -8, 7, torch.int8, 4)
    return (q, decomposed.dequantize_per_channel_group(q, scales, zeros, -8, 7, torch.int8, 4, torch.float32),
            decomposed.dequantize_per_channel_group(q, scales, None, -8, 7, torch.int8, 4, torch.bfloat16))


def by_unpacking(x, w, s, z=8, grouped_first=True):
    """A linear layer whose weight of 4 bits is unpacked by shifts and masks, with a scale for each group of columns."""
    rows, groups, _ = s.shape
    high = w >> 4 if w.dtype == torch.uint8 else (w >> 4) & 15
    numbers = torch.stack([w & 15, high], dim=-1)
    if grouped_first:
        weight = (numbers.view(rows, groups, -1).to(x.dtype) - z) * s
    else:
        weight = (numbers.view(rows, -1).to(x.dtype) - z).view(rows, groups, -1) * s
    return F.linear(x, weight.view(rows, -1))


BATCH = ({0: AUTO},)

CASES = {
    "gates": gates(),
    "int_mm": [
        Case(torch._int_mm, lambda n: (int8(20 - 3 * n, 32), int8(32, 24)), calls=2, shapes=({0: AUTO}, None)),
        Case(torch._int_mm, lambda n: (int8(20, 300), int8(8, 300).t())),
    ],
    "grouped_mm": [
        Case(lambda x, w, o: torch._grouped_mm(x, w, offs=o),
             lambda n: (bf16(8 + n, 16), bf16(4, 16, 32), [offsets(2, 4, 6, 8), offsets(0, 5, 5, 9)][n]), calls=2,
             shapes=({0: AUTO}, None, None), reference=by_groups),
        Case(lambda x, w, o: torch._grouped_mm(x, w.transpose(1, 2), offs=o),
             lambda n: (random(8, 16), random(3, 24, 16), offsets(0, 3, 8)),
             reference=lambda x, w, o: by_groups(x, w.transpose(1, 2), o)),
        Case(lambda x, w, o: torch._grouped_mm(x, w, offs=o),
             lambda n: (bf16(3, 8, 16), bf16(16, 24), offsets(8, 8, 24)), reference=by_columns),
        Case(lambda x, w, o: torch._grouped_mm(x.t(), w, offs=o),
             lambda n: (bf16(24, 16), bf16(24, 8), offsets(8, 8, 24)), reference=lambda x, w, o: by_parts(x.t(), w, o)),
        Case(lambda x, w: torch._grouped_mm(x, w), lambda n: (bf16(3, 8, 16), bf16(3, 16, 24)), reference=torch.bmm),
        Case(torch.ops.transformers.grouped_mm_fallback,
             lambda n: (random(7 + n, 5), random(3, 5, 6), [offsets(2, 2, 7), offsets(1, 3, 5)][n]), calls=2,
             shapes=({0: AUTO}, None, None), reference=by_groups),
    ],
    "boxes": [
        Case(lambda b, s: vision.nms(b, s, 0.3), lambda n: (boxes(12 + 5 * n, 10.0), torch.rand(12 + 5 * n)), calls=2,
             shapes=({0: AUTO}, {0: AUTO})),
        Case(lambda b, s, i: torchvision.ops.batched_nms(b, s, i, 0.2),
             lambda n: (boxes(20, 10.0), torch.rand(20).round(decimals=1), integers(3, 20))),
        Case(lambda x, r: vision.roi_align(x, r, 0.5, 3, 2, 2, True),
             lambda n: (random(2, 3, 8, 7 + n), rois(4 + n, 2, 16.0)), calls=2,
             shapes=({3: AUTO}, {0: AUTO}), reference=True),
        Case(lambda x, r: vision.roi_align(x, r, 1.0, 2, 2, -1, False), lambda n: (random(1, 2, 9, 9), rois(3, 1, 9.0)),
             reference=True),
    ],
    "deformable": [
        deformed_case((2, 4, 9, 8), (6, 4, 3, 3), (9, 8), padding=1),
        deformed_case((1, 4, 9, 8), (6, 2, 3, 2), (5, 3), offset_groups=2, mask=False, stride=(2, 3), padding=(1, 1), dilation=(1, 2)),
        deformed_case((2, 4, 7, 7), (4, 4, 1, 1), (7, 7), offset_groups=4, dtype=torch.float64),
        deformed_case((2, 3, 8, 8), (5, 3, 3, 3), (8, 8), padding=1, shapes=True),
    ],
    "affine": [
        Case(quantised, lambda n: (random(4 + n, 16),), calls=2, shapes=BATCH),
        Case(quantised_in_groups, lambda n: (random(4, 16),)),
        Case(quantised_whole, lambda n: (random(4, 16),)),
        Case(quantised_f8, lambda n: (random(4, 16),)),
        Case(lambda x: ao.dequantize_affine(x, [1, 8], torch.full((4, 2), 0.25), torch.full((4, 2), 3, dtype=torch.int32),
                                            torch.int8, -8, 7), lambda n: (torch.randint(-8, 8, (4, 16), dtype=torch.int8),)),
    ],
    "pt2e": [
        quantised_case(mlp, x86(), lambda n: (random(6 - 2 * n, 40),), seed=0),
        quantised_case(Residual, xnnpack(True), lambda n: (random(2 + n, 3, 11, 13),), seed=1),
        quantised_case(Residual, xnnpack(False), lambda n: (random(2 + n, 3, 11, 13),), seed=2),
        quantised_case(Stem, xnnpack(True), lambda n: (random(2, 3, 9 + n, 15 + n),), seed=3,
                       shapes=({0: AUTO, 2: AUTO, 3: AUTO},)),
    ],
    "quantized": [
        Case(quantised_by_range(decomposed.choose_qparams.tensor, -128, 127, torch.int8), lambda n: (random(4 + n, 6) + n,), calls=2,
             shapes=BATCH),
        Case(quantised_by_range(decomposed.choose_qparams.tensor, 0, 255, torch.uint8), lambda n: (random(4, 6).abs() + 1,)),
        Case(quantised_by_range(decomposed.choose_qparams_symmetric.tensor, -127, 127, torch.int8), lambda n: (random(4, 6),)),
        Case(quantised_by_range(decomposed.choose_qparams_symmetric.tensor, 0, 255, torch.uint8), lambda n: (random(4, 6) * 1e-6,)),
        Case(quantised_by_token(decomposed.choose_qparams_per_token), lambda n: (random(2 + n, 3, 8),), calls=2, shapes=BATCH),
        Case(quantised_by_token(decomposed.choose_qparams_per_token_asymmetric), lambda n: (random(2 + n, 3, 8) + n,), calls=3, shapes=BATCH),
        Case(quantised_by_group, lambda n: (random(6, 8), torch.rand(6, 2) + 0.1, integers(3, 6, 2))),
        Case(lambda x: decomposed.convert_element_type.no_fuse(x, torch.bfloat16), lambda n: (random(4, 6),)),
    ],
    # PyTorch exports these, `conv_tbc` and `native_channel_shuffle` with sizes that are numbers only.
    "fake_quantize": [
        Case(lambda x: (torch.fake_quantize_per_tensor_affine(x, 0.1, 3, 0, 255),
                        *aten.fake_quantize_per_tensor_affine_cachemask(x, 0.01, -3, -128, 127)),
             lambda n: (random(4, 6),)),
        Case(lambda x: (torch.fake_quantize_per_tensor_affine(x, 0.1, 3, 0, 255), torch.fake_quantize_per_tensor_affine(x.double(), 0.1, 3, 0, 255)),
             lambda n: (torch.tensor([torch.nan, torch.inf, -torch.inf, 1e30, 0.25, 0.35, -0.05]),)),
        Case(lambda x, s, z, e: (torch.fake_quantize_per_tensor_affine(x, s, z, -8, 7),
                                 *aten._fake_quantize_per_tensor_affine_cachemask_tensor_qparams(x, s, z, e, -8, 7)),
             lambda n: (random(4, 6), torch.tensor(0.3), torch.tensor(2, dtype=torch.int32), torch.tensor([n])), calls=2),
        Case(lambda x, s, z: (torch.fake_quantize_per_channel_affine(x, s, z, 1, -128, 127),
                              *aten.fake_quantize_per_channel_affine_cachemask(x, s, z, 1, -8, 7)),
             lambda n: (random(3, 5, 2), torch.rand(5) + 0.01, integers(9, 5).int() - 4)),
        Case(lambda x, s, z: torch.fake_quantize_per_channel_affine(x, s, z, 0, -128, 127),
             lambda n: (random(3, 5), torch.rand(3) / 50 + 0.01, random(3) * 9)),
    ],
    "conv_tbc": [
        Case(lambda x, w, b: torch.conv_tbc(x, w, b, 1), lambda n: (random(9, 2, 4), random(3, 4, 5), random(5)), reference=True),
    ],
    # What comes before a tensor is a number, or there are several tensors.
    "overloads": [
        Case(lambda x, y: (torch.bitwise_and(6, x), torch.bitwise_or(6, x), torch.bitwise_xor(-6, x), torch.remainder(-7, x + 1),
                           torch.remainder(7.5, y)),
             lambda n: (integers(20, 4 + n), random(4)), calls=2, shapes=({0: AUTO}, None)),
        Case(lambda x: (aten._is_all_true(x > -9), aten._is_any_true(x > 9), aten._is_all_true(x > 0), aten._is_any_true(x > 0)),
             lambda n: (random(4 + n, 3),), calls=2, shapes=BATCH),
        Case(lambda x, y, z: (*torch.atleast_1d(x, y), *torch.atleast_2d(x, y), *torch.atleast_3d(x, y, z)),
             lambda n: (random(3 + n), torch.rand(()), random(2, 3)), calls=2, shapes=({0: AUTO}, None, None), reference=True),
        Case(lambda x: aten.native_channel_shuffle(x, 2), lambda n: (random(2, 6, 3),)),
    ],
    "packed_mm": [
        Case(aten._weight_int8pack_mm, lambda n: (bf16(4 + n, 32), int8(16, 32), bf16(16)), calls=2,
             shapes=({0: AUTO}, None, None), reference=lambda x, w, s: (x @ w.double().t()) * s),
        Case(aten._weight_int8pack_mm, lambda n: (random(3, 32), int8(16, 32), random(16)),
             reference=lambda x, w, s: (x @ w.double().t()) * s),
        Case(lambda x, w, s: aten._weight_int4pack_mm_for_cpu(x, w, 32, s),
             lambda n: (bf16(4 + n, 64), int4_weight(32, 64), bf16(2, 32, 2)), calls=2, shapes=({0: AUTO}, None, None)),
        Case(lambda x, w, s: aten._weight_int4pack_mm_for_cpu(x, aten._convert_weight_to_int4pack_for_cpu(w, 1), 32, s),
             lambda n: (random(3, 64), integers(16, 48, 64).int(), random(2, 48, 2))),
    ],
    "unpacked_mm": [
        Case(by_unpacking, lambda n: (random(2 + 15 * n, 64), torch.randint(256, (40, 32), dtype=torch.uint8), random(40, 2, 1)), calls=2,
             shapes=({0: AUTO}, None, None), reference=True),
        Case(by_unpacking, lambda n: (random(1, 64), int8(40, 32), random(40, 4, 1), integers(16, 40, 4, 1)), reference=True),
        Case(lambda x, w, s: by_unpacking(x, w, s, grouped_first=False),
             lambda n: (random(3, 48), torch.randint(256, (17, 24), dtype=torch.uint8), random(17, 3, 1)), reference=True),
        Case(lambda x, w, s, b: by_unpacking(x, w, s) + b,
             lambda n: (bf16(5, 32), torch.randint(256, (24, 16), dtype=torch.uint8), bf16(24, 1, 1), bf16(24))),
    ],
    "scaled_mm": [
        Case(lambda a, b, s, t: aten._scaled_mm(a.to(torch.float8_e4m3fn), b.to(torch.float8_e4m3fn).t(), s, t, out_dtype=torch.bfloat16),
             lambda n: (random(16, 32), random(16, 32), torch.rand(()), torch.rand(()))),
        Case(lambda a, b, s, t, c: aten._scaled_mm(a.to(torch.float8_e4m3fn), b.to(torch.float8_e4m3fn).t(), s, t, c, out_dtype=torch.float32),
             lambda n: (random(16, 32), random(16, 32), torch.rand(16, 1), torch.rand(1, 16), random(16))),
    ],
    "native_attention": [
        Case(attend, attention_inputs, calls=2, shapes=({0: AUTO, 1: AUTO}, None, None, None, None)),
        Case(lambda *x: attend(*x, average=False), attention_inputs),
        Case(lambda *x: attend(*x, need=False)[0], attention_inputs),
        Case(lambda x, m, *w: attend(x, *w, mask=m, kind=1),
             lambda n: (random(2, 3, 8), torch.tensor([[False, False, True], [False, False, False]]), *attention_inputs(0)[1:])),
        Case(lambda x, m, *w: attend(x, *w, mask=m, kind=0),
             lambda n: (random(2, 3, 8), torch.ones(3, 3).triu(1).bool(), *attention_inputs(0)[1:])),
        Case(lambda x, m: aten._masked_softmax(x, m, 3, 1), lambda n: (random(2, 2, 3, 3), torch.tensor([[True] * 3, [False, True, False]])),
             reference=True),
        Case(lambda x, m: aten._masked_softmax(x, m), lambda n: (random(2, 3), torch.tensor([[True, False, True], [False] * 3])),
             reference=True),
    ],
    "pad_sequence": [
        Case(lambda *x: torch.nn.utils.rnn.pad_sequence(x), lambda n: (random(3, 2), random(5, 2), random(1, 2)), reference=True),
        Case(lambda *x: torch.nn.utils.rnn.pad_sequence(x, batch_first=True, padding_value=2.5, padding_side="left"),
             lambda n: (random(3), random(5 + n), random(1)), calls=2, reference=True, shapes=(None, {0: AUTO}, None)),
    ],
    "shifts": [
        Case(lambda x, y: (x << y, x >> y, x << 3, x >> 70, 5 << y, 1000 >> y, x.__lshift__(-1), x.__rshift__(-2)),
             lambda n: (integers(1000, 9) - 500, torch.tensor([0, 1, 5, 31, 32, 62, 63, 64, -1]))),
        Case(lambda x, y: (x << y, x >> y, x << 7, x >> 7, x << 8, x >> 9, 3 << x.abs() % 9),
             lambda n: (int8(9), torch.tensor([0, 1, 5, 6, 7, 8, 9, 100, -1], dtype=torch.int8))),
        Case(lambda x, y: (x << y, x >> y, x << 7, x >> 7, x << 8, x >> 9),
             lambda n: (torch.randint(256, (9,), dtype=torch.uint8), torch.tensor([0, 1, 5, 6, 7, 8, 9, 100, 255], dtype=torch.uint8))),
        Case(lambda x, y: (aten.__lshift__.Tensor(x, y), aten.__rshift__.Tensor(x, y), aten.bitwise_left_shift.Scalar_Tensor(7, x),
                           aten.bitwise_right_shift.Scalar_Tensor(-700, y), x.clone().__ilshift__(y), x.clone().bitwise_right_shift_(2)),
             lambda n: (integers(20, 4 + n).int(), integers(31, 4 + n).int()), calls=2, shapes=({0: AUTO}, {0: AUTO})),
    ],
    # Forward-mode differentiation of composite operators, whose parts have the formulas. PyTorch decomposes none of these.
    "jvp": [
        Case(lambda x, t, w, b: torch.func.jvp(lambda v: F.softmax(F.gelu(F.linear(v, w, b)), -1), (x,), (t,)),
             lambda n: (random(4, 6), random(4, 6), random(5, 6), random(5)), reference=True, decomposes=False),
        Case(lambda x, t, w, b: torch.func.jvp(lambda v: F.conv2d(F.silu(v), w, b, padding=1).relu().abs(), (x,), (t,)),
             lambda n: (random(2, 3, 6, 5), random(2, 3, 6, 5), random(4, 3, 3, 3), random(4)), reference=True, decomposes=False),
        Case(lambda x, t, w, i: torch.func.jvp(lambda v: torch.addmm(v[:, :3], v, w, beta=2.0, alpha=0.5).index_select(0, i), (x,), (t,)),
             lambda n: (random(4, 6), random(4, 6), random(6, 3), torch.tensor([2, 0])), reference=True, decomposes=False),
        Case(lambda x, t: torch.func.jvp(lambda v: torch.where(v > 0, v.rsqrt(), v.erf()) + v.sinh() * v.cosh() - v.expm1(), (x,), (t,)),
             lambda n: (torch.rand(4, 6) + 0.5, random(4, 6)), reference=True, decomposes=False),
    ],
    # Regions of autocast of every dtype; that of another device leaves tensors of the CPU alone.
    "autocast": [
        Case(lambda x, w, device=device, dtype=dtype: under_autocast(x, w, device, dtype), lambda n: (random(2, 3), random(3, 5)))
        for device, dtype in (("cpu", torch.bfloat16), ("cpu", torch.float16), ("cpu", torch.float32), ("cuda", torch.float16))
    ],
    "higher_order": [
        Case(lambda x, y: hints_wrapper(lambda a, b: (a.sin() * b, a + b), (x, y), {}, hints={"fuse": True}),
             lambda n: (random(2 + n, 3), random(3)), calls=2, shapes=({0: AUTO}, None), reference=lambda x, y: (x.sin() * y, x + y)),
        Case(lambda x: associative_scan(lambda a, b: a * b, x, 0, combine_mode="pointwise"), lambda n: (random(7, 3),),
             reference=lambda x: x.cumprod(0)),
        Case(lambda x, limit: while_loop_stack_output_op(
                 lambda i, x, limit: i < limit, lambda i, x, limit: (i + 1, torch.sin(x) * 1.5 + 0.1),
                 (torch.zeros((), dtype=torch.int64), x), (limit,)),
             lambda n: (random(2 + n, 3), torch.tensor((3, 0, 1)[n])), calls=3, shapes=({0: AUTO}, None), reference=True),
        # Functions that are not associative tell the order of combination.
        Case(lambda x: associative_scan(lambda a, b: a - 2 * b, x, 0, combine_mode="pointwise"),
             lambda n: (integers(9, 13 + n, 3),), calls=4, shapes=({0: AUTO},)),
        Case(lambda x, y: associative_scan(lambda a, b: [b[1] - a[0], a[1] * 0.5 + b[0]], [x, y], 1, combine_mode="pointwise"),
             lambda n: (random(2, 11), random(2, 11)), reference=True),
        # As long as a branch finds out.
        Case(lambda x: torch.cond(x.sum() > 0, lambda x: x[x > 0], lambda x: x[x < 0].neg(), (x,)),
             lambda n: (random(4 + n, 3) + 1 - 2 * n,), calls=2, shapes=({0: AUTO},), reference=True),
    ],
    "guards": [Case(Guarded(), lambda n: (random(8 + 4 * n, 3), random(5)), calls=2, shapes=({0: AUTO}, {0: AUTO}), reference=True, strict=True)],
    "items": [Case(items, lambda n: (random(4 + n, 3), torch.tensor(0.7 + n)), calls=2, shapes=({0: AUTO}, None), reference=True)],
    # Weights of classes that wrap other tensors.
    "subclass": [
        Case(quantized(torchao.quantization.Int8WeightOnlyConfig()), lambda n: (random(3, 8),)),
        Case(quantized(torchao.quantization.Int8DynamicActivationInt8WeightConfig()), lambda n: (random(3, 8),)),
    ],
    # With the last offset the other overload has other sizes than its export says.
    "embedding_bag": [
        Case(lambda w, i, o, mode=mode, last=last, padding=padding, op=op:
             op(w, i, o, False, mode, False, None, last, padding),
             lambda n: (random(6, 3), torch.tensor([0, 1, 1, 5, 2, 0, 3]), torch.tensor([0, 0, 3, 5, 7])))
        for op, last in ((aten._embedding_bag, False), (aten._embedding_bag, True), (aten._embedding_bag_forward_only, False))
        for mode in (0, 1, 2) for padding in (-1, 1)
    ],
}


def make_case(name, case):
    """The files of a case by suffix."""
    tensors = case.inputs(0)
    is_module = isinstance(case.function, torch.nn.Module)
    module = case.function if is_module else core_cases.Module(case.function, [])
    exported = torch.export.export(module, tensors, strict=case.strict,
                                   dynamic_shapes=(case.shapes if is_module else (case.shapes,)) if case.shapes else None)
    exported._example_inputs = None
    core = exported.run_decompositions() if case.decomposes else exported
    arrays = {}
    for n in range(case.calls):
        record(arrays, "call%d" % n, case, case.inputs(n) if n else tensors)
    return core_cases.pack(name, "dynamic" if case.shapes else "static", 0, exported, core, arrays)


def to_numpy(tensor):
    """Small floats as their bits."""
    if tensor.dtype in (torch.float8_e4m3fn, torch.float8_e5m2):
        return tensor.view(torch.uint8).numpy()
    return core_cases.to_numpy(tensor.detach().contiguous())


def record(arrays, call, case, tensors):
    for i, tensor in enumerate(tensors):
        arrays["%s.in%d" % (call, i)] = to_numpy(tensor)
    results = core_cases.leaves(case.function(*tensors))
    for i, result in enumerate(results):
        arrays["%s.out%d" % (call, i)] = to_numpy(result)
    if case.reference:
        function = case.function if case.reference is True else case.reference
        for i, result in enumerate(core_cases.leaves(function(*map(core_cases.widen, tensors)))):
            arrays["%s.ref%d" % (call, i)] = result.detach().numpy()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-o", dest="output", type=pathlib.Path, default=HERE.parent / "integration_test/fixtures/ops")
    parser.add_argument("names", nargs="*", default=list(CASES))
    options = parser.parse_args()
    warnings.filterwarnings("ignore")
    for name in options.names:
        torch.manual_seed(0)
        made = [make_case("export_" + name, case) for case in CASES[name]]
        core_cases.write(options.output / ("export_" + name), made)


if __name__ == "__main__":
    main()
