#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the generated files of the aten dialect from PyTorch's schemas.

usage: utils/generate-aten.py <aten-schemas.jsonl> <core-aten.txt>

  lib/Dialect/Aten/IR/Schemas.inc       one row per overload
  lib/Dialect/Aten/IR/TypedOps.inc      the overloads that have a class
  include/kiln/Dialect/Aten/<Family>.h  a class per overload that patterns match

The first file has one JSON object per line: op, schema, tags, decomposes, kept.
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LICENSE = "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n"
COMMAND = "utils/generate-aten.py <aten-schemas.jsonl> <core-aten.txt>"
NOTE = f"// Written by `{COMMAND}`: do not edit.\n"

# Families of the typed overloads: the first whose pattern matches the name
# without its namespace.
FAMILIES = [
    ("Convolution", r"convolution|conv\d?d|col2im"),
    ("Pooling", r".*pool\dd|.*pool\dd_with_indices|upsample|.*grid_sampler|.*pad\dd|constant_pad_nd"),
    ("Normalization", r".*norm|.*softmax|.*dropout"),
    ("Matmul", r"(add|b|m|bad)*mm\.|matmul|linear|_cdist|_pdist|dot|_fft"),
    ("Reduction", r"(sum|mean|prod|amax|amin|argmax|argmin|any|all|var|std|cumsum|max\.dim|min\.dim|topk|sort)(\.|$)"),
    ("View", r"(view|reshape|permute|expand|expand_as|view_as|unsqueeze|squeeze|slice|select|flatten|unflatten|"
             r"transpose|t|numpy_T|diagonal|as_strided|split|split_with_sizes|chunk|detach|alias|repeat|flip|cat|stack|"
             r"contiguous|_unsafe_view|movedim|to|type_as|unbind)(_)?\."),
    ("Sizes", r"sym_|_assert"),
    ("Indexing", r"embedding|_embedding|gather|scatter|index|masked|nonzero|select_scatter|slice_scatter|where|_local_scalar"),
    ("Creation", r"(arange|empty|full|full_like|fill|scalar_tensor|zeros|ones|zeros_like|ones_like|rand.*|resize|copy|"
                 r"clone|_to_copy|lift_fresh.*|empty_.*|masked_fill)_?\."),
    ("Comparison", r"(eq|ne|lt|le|gt|ge|logical_.*|bitwise_.*|isinf|isnan|maximum|minimum|clamp.*)_?\."),
    ("Arithmetic", r"(add|sub|mul|div|rsub|fmod|remainder|pow|atan2|neg|abs|reciprocal|square)_?\."),
    ("Pointwise", r"."),
]
FAMILY_TITLES = {
    "Convolution": "Convolutions",
    "Pooling": "Pooling, padding and resampling",
    "Normalization": "Normalization, softmax and dropout",
    "Matmul": "Matrix products and their like",
    "Reduction": "Reductions, scans and sorts",
    "View": "Views and copies of views",
    "Sizes": "Sizes and strides as numbers, and checks of them",
    "Indexing": "Indexing, gather and scatter",
    "Creation": "Creation, copies and random numbers",
    "Comparison": "Comparisons, logic and bits",
    "Arithmetic": "Arithmetic",
    "Pointwise": "Pointwise functions",
}

# Overloads beyond core that decompositions match on.
EXTRA = """
aten._assert_tensor_metadata.default aten._unsafe_view.default aten.adaptive_avg_pool2d.default aten.add_.Tensor aten.avg_pool1d.default
aten.batch_norm.default aten.chunk.default aten.contiguous.default aten.conv1d.default aten.conv2d.default
aten.conv3d.default aten.detach.default aten.detach_.default aten.dropout.default aten.expand_as.default
aten.flatten.using_ints aten.hardswish.default aten.hardsigmoid.default aten.layer_norm.default
aten.lift_fresh_copy.default aten.linear.default aten.log_softmax.int aten.matmul.default
aten.max_pool2d.default aten.numpy_T.default aten.ones.default aten.reshape.default aten.rsub.Scalar
aten.silu.default aten.softmax.int aten.split.Tensor aten.square.default aten.squeeze.default aten.stack.default
aten.sum.default aten.t.default aten.to.dtype aten.transpose.int aten.type_as.default aten.unflatten.int
aten.view_as.default aten.zeros.default aten.zeros_like.default aten.ones_like.default aten.feature_dropout.default
""".split()

# What is registered only when a module of PyTorch's, or another library, is imported, and is not in the first file.
CHUNKED = "torch_nn::_linear_cross_entropy_batch_chunked"
CHUNKED_INPUTS = "Tensor input, Tensor linear_weight, Tensor target, Tensor? linear_bias, Tensor? weight"
LATE = [{"op": schema.split("(")[0].replace("::", ".") + ".default", "schema": schema, "tags": [], "decomposes": "",
         "kept": False} for schema in (
    f"{CHUNKED}({CHUNKED_INPUTS}, str reduction, SymInt ignore_index, float label_smoothing, "
    "SymInt batch_chunk_size, str acc_policy, ScalarType acc_dtype, bool allow_retain_graph, bool compute_input_grad, "
    "bool compute_linear_weight_grad, bool compute_linear_bias_grad) -> (Tensor, Tensor, Tensor, Tensor)",
    f"{CHUNKED}_no_reduction({CHUNKED_INPUTS}, SymInt ignore_index, SymInt batch_chunk_size, str acc_policy, "
    "ScalarType acc_dtype) -> Tensor",
    "torchao::choose_qparams_affine(Tensor? input, str mapping_type, SymInt[] block_size, ScalarType target_dtype, "
    "Scalar? quant_min=None, Scalar? quant_max=None, float? eps=None, ScalarType? scale_dtype=None, "
    "ScalarType? zero_point_dtype=None, bool keepdim=False) -> (Tensor, Tensor)",
    "torchao::choose_scale_float8(Tensor tensor, SymInt[] block_size, ScalarType float8_dtype=24, "
    "ScalarType scale_dtype=6, float? hp_value_lb=None, float? hp_value_ub=None) -> Tensor",
    "torchao::dequantize_affine(Tensor input, SymInt[] block_size, Tensor scale, Tensor? zero_point, "
    "ScalarType input_dtype, Scalar? quant_min=None, Scalar? quant_max=None, ScalarType output_dtype=6) -> Tensor",
    "torchao::dequantize_affine_float8_non_decomposed(Tensor tensor, Tensor scale, ScalarType output_dtype=6) -> Tensor",
    "torchao::quantize_affine(Tensor input, SymInt[] block_size, Tensor scale, Tensor? zero_point, "
    "ScalarType output_dtype, Scalar? quant_min=None, Scalar? quant_max=None) -> Tensor",
    "torchao::quantize_affine_float8_non_decomposed(Tensor tensor, Tensor scale, ScalarType float8_dtype=24) -> Tensor",
    "torchvision::deform_conv2d(Tensor input, Tensor weight, Tensor offset, Tensor mask, Tensor bias, SymInt stride_h, "
    "SymInt stride_w, SymInt pad_h, SymInt pad_w, SymInt dilation_h, SymInt dilation_w, SymInt groups, "
    "SymInt offset_groups, bool use_mask) -> Tensor",
    "torchvision::nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
    "torchvision::roi_align(Tensor input, Tensor rois, float spatial_scale, SymInt pooled_height, SymInt pooled_width, "
    "int sampling_ratio, bool aligned) -> Tensor",
    "transformers::grouped_mm_fallback(Tensor input, Tensor weight, Tensor offs) -> Tensor")]

# C++ accessors of argument types: (returned type, call).
SCALARS = {
    "Tensor": ("Value", "tensor"), "Generator": ("Value", "tensor"), "Storage": ("Value", "tensor"),
    "int": ("int64_t", "integer"), "SymInt": ("ep::ExprAttr", "symInt"), "float": ("double", "number"),
    "bool": ("bool", "boolean"), "SymBool": ("bool", "boolean"), "str": ("StringRef", "string"),
    "ScalarType": ("Type", "dtype"), "Layout": ("StringRef", "string"), "MemoryFormat": ("StringRef", "string"),
    "Device": ("StringRef", "string"), "Dimname": ("StringRef", "string"), "Scalar": ("Attribute", "attribute"),
}
LISTS = {
    "Tensor": ("SmallVector<Value>", "tensors"), "int": ("SmallVector<int64_t>", "integers"),
    "SymInt": ("SmallVector<ep::ExprAttr>", "symInts"), "bool": ("SmallVector<bool>", "booleans"),
    "float": ("SmallVector<double>", "numbers"), "Scalar": ("ArrayAttr", "attributes"),
}
OPTIONALS = {"int": ("std::optional<int64_t>", "optionalInteger"),
             "float": ("std::optional<double>", "optionalNumber"),
             "bool": ("std::optional<bool>", "optionalBoolean")}


def split_top(text):
    parts, depth, current = [], 0, ""
    for c in text:
        depth += (c in "([") - (c in ")]")
        if c == "," and depth == 0:
            parts.append(current.strip())
            current = ""
        else:
            current += c
    return parts + ([current.strip()] if current.strip() else [])


def arguments(schema):
    """(type, name) of each argument, alias annotations removed."""
    text = re.sub(r"\([a-z][^)]*\)(?=[\s\[?])", "", schema[schema.index("(") + 1:schema.rindex(") ->")])
    for part in split_top(text):
        if part != "*":
            type_, name = part.split("=")[0].rsplit(" ", 1)
            yield type_, name


def camel(name):
    return "".join(p[:1].upper() + p[1:] for p in re.split(r"_+", name) if p)


def class_name(op):
    _, base, overload = op.split(".")
    name = camel(base) + ("" if overload == "default" else camel(overload))
    if base.startswith("_"):
        name = "Private" + name
    if base.endswith("_"):
        name += "InPlace"
    return name


def accessor(type_, name, index):
    base = re.match(r"\w+", type_).group(0)
    is_list = "[" in type_
    if not is_list and type_.endswith("?") and base in OPTIONALS:
        result, call = OPTIONALS[base]
    else:
        result, call = (LISTS if is_list else SCALARS).get(base, ("Attribute", "attribute"))
    return f"  {result} get{camel(name)}() const {{ return this->{call}({index}); }}\n"


def typed_class(row):
    op, name = row["op"], class_name(row["op"])
    text = "".join(f"/// {l}\n" for l in wrap(row["schema"]))
    text += f"template <typename Base>\nstruct {name}Args : Base {{\n  using Base::Base;\n"
    text += "".join(accessor(t, n, i) for i, (t, n) in enumerate(arguments(row["schema"])))
    text += f"}};\nKILN_ATEN_OP({name}Op, {name}Args, \"{op}\")\n\n"
    return text


def wrap(text, width=76):
    lines, line = [], ""
    for word in text.split(" "):
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = "    " + word
        else:
            line = f"{line} {word}" if line else word
    return lines + [line]


def family(op):
    rest = op.split(".", 1)[1]
    return next(f for f, pattern in FAMILIES if re.match(pattern, rest))


def write(path, text):
    (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
    (ROOT / path).write_text(text)


def header(name, rows):
    guard = f"KILN_DIALECT_ATEN_{name.upper()}_H"
    text = f"{LICENSE}{NOTE}//\n// {FAMILY_TITLES[name]}: TypedOp.h explains the classes.\n"
    text += "// clang-format off\n"
    text += f"#ifndef {guard}\n#define {guard}\n\n#include \"kiln/Dialect/Aten/TypedOp.h\"\n\nnamespace kiln::aten {{\n\n"
    text += "".join(typed_class(r) for r in rows)
    classes = "".join(f"KILN_ATEN_TYPE_ID({class_name(r['op'])}Op)\n" for r in rows)
    return text + f"}} // namespace kiln::aten\n\n{classes}\n#endif // {guard}\n"


def flags(row):
    tags = set(row["tags"])
    words = [w for w, t in (("Core", {"core"}), ("Random", {"nondeterministic_seeded"}), ("Pointwise", {"pointwise"}),
                            ("Reduction", {"reduction"}),
                            ("DynamicOutput", {"dynamic_output_shape", "data_dependent_output"})) if t & tags]
    return " | ".join(f"Schema::{w}" for w in words) or "0"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    rows = [json.loads(line) for line in open(sys.argv[1])] + LATE
    core = {l.strip() for l in open(sys.argv[2]) if l.strip() and not l.startswith("#")}
    tagged = {r["op"] for r in rows if "core" in r["tags"]}
    if core != tagged:
        sys.exit(f"the two files disagree on core: {sorted(core ^ tagged)}")
    text = LICENSE + NOTE + "// clang-format off\n// KILN_ATEN_SCHEMA(text, flags, decomposition)\n"
    for row in rows:
        kind = "Preserved" if row["kept"] else {"": "None", "table": "Table", "implicit": "Implicit"}[row["decomposes"]]
        text += f"KILN_ATEN_SCHEMA({json.dumps(row['schema'])}, {flags(row)}, {kind})\n"
    write("lib/Dialect/Aten/IR/Schemas.inc", text)

    by_name = {r["op"]: r for r in rows}
    missing = [op for op in EXTRA if op not in by_name]
    if missing:
        sys.exit(f"unknown overloads: {missing}")
    families = {name: [] for name, _ in FAMILIES}
    for op in sorted(core | set(EXTRA)):
        families[family(op)].append(by_name[op])
    listing = LICENSE + NOTE + "// clang-format off\n// KILN_ATEN_TYPED_OP(class)\n"
    for name, members in families.items():
        write(f"include/kiln/Dialect/Aten/{name}.h", header(name, members))
        listing += "".join(f"KILN_ATEN_TYPED_OP(kiln::aten::{class_name(r['op'])}Op)\n" for r in members)
    write("lib/Dialect/Aten/IR/TypedOps.inc", listing)
    includes = "".join(f'#include "kiln/Dialect/Aten/{name}.h"\n' for name in sorted(families))
    write("include/kiln/Dialect/Aten/AllOps.h",
          f"{LICENSE}{NOTE}//\n// Every class of a single overload; patterns include their family's header alone.\n"
          f"#ifndef KILN_DIALECT_ATEN_ALLOPS_H\n#define KILN_DIALECT_ATEN_ALLOPS_H\n\n{includes}\n"
          "#endif // KILN_DIALECT_ATEN_ALLOPS_H\n")


if __name__ == "__main__":
    main()
