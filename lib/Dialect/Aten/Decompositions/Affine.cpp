// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// torchao's quantization: each block of a tensor has a scale and a zero point
// of its own. All is computed in the dtypes that torchao computes in.
#include "Families.h"
#include "Quantized.h"
#include "llvm/ADT/APFloat.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

namespace {
/// A tensor with its blocks as dimensions of their own.
struct Blocks {
  Sizes split;               ///< the sizes, blocks apart
  Sizes ones;                ///< the same with 1 in the place of each block
  SmallVector<int64_t> dims; ///< the dimensions of a block
};

struct Bounds {
  double min, max;
};
} // namespace

static Blocks getBlocks(Call &c, Term x) {
  Blocks blocks;
  Sizes extents = c.symInts("block_size");
  if (int64_t(extents.size()) != x.rank()) {
    c.reject("has another number of dimensions than its blocks");
    return blocks;
  }
  auto add = [&](ExprAttr size, bool isBlock) {
    if (isBlock)
      blocks.dims.push_back(blocks.split.size());
    blocks.split.push_back(size);
    blocks.ones.push_back(isBlock ? c.expr(1) : size);
  };
  for (auto [size, extent] : llvm::zip(x.sizes(), extents)) {
    if (extent.isInt(1) || size == extent) {
      add(size, !extent.isInt(1));
      continue;
    }
    add(ep::floorDiv(size, extent), false);
    add(extent, true);
  }
  return blocks;
}

/// A dtype argument; the schema's default is its number, which says no more.
static Type getDtypeOr(Call &c, StringRef argument, Type byDefault) {
  auto dtype = dyn_cast_or_null<TypeAttr>(c.op.attribute(argument));
  return dtype ? dtype.getValue() : byDefault;
}

static double getLargest(Type dtype) {
  auto type = cast<FloatType>(dtype);
  return APFloat::getLargest(type.getFloatSemantics()).convertToDouble();
}

/// quant_min and quant_max, or all that the dtype holds.
static Bounds getRange(Call &c, Type dtype) {
  Bounds range;
  if (isa<FloatType>(dtype)) {
    range = {-getLargest(dtype), getLargest(dtype)};
  } else {
    unsigned bits = dtype.getIntOrFloatBitWidth();
    bool isUnsigned = dtype.isUnsignedInteger();
    range.min = isUnsigned ? 0 : -std::ldexp(1, bits - 1);
    range.max = std::ldexp(1, isUnsigned ? bits : bits - 1) - 1;
  }
  if (c.has("quant_min"))
    range.min = c.number("quant_min");
  if (c.has("quant_max"))
    range.max = c.number("quant_max");
  return range;
}

static double getSmallest(Call &c, Type dtype) {
  if (c.has("eps"))
    return c.number("eps");
  auto type = cast<FloatType>(dtype);
  return APFloat::getSmallestNormalized(type.getFloatSemantics())
      .convertToDouble();
}

/// Scales that bring the blocks of `x` into the range.
static Terms chooseParameters(Call &c) {
  Term x = c.raw("input");
  if (!x || !isFloating(x.dtype()))
    return {c.reject("needs a tensor of floats"), Term()};
  Blocks blocks = getBlocks(c, x);
  Bounds range = getRange(c, c.op.getDtype("target_dtype"));
  if (c.isRejected())
    return Terms(2);
  Term split = view(x, blocks.split);
  Term low = amin(split, blocks.dims), high = amax(split, blocks.dims);
  low = minimum(low, fullLike(low, 0));
  high = maximum(high, fullLike(high, 0));
  StringRef mapping = c.op.getString("mapping_type");
  Term scale, zeroPoint;
  if (mapping == "SYMMETRIC") {
    scale = maximum(-low, high) / ((range.max - range.min) / 2);
  } else if (mapping == "SYMMETRIC_NO_CLIPPING_ERR") {
    Term fromLow = low / range.min, fromHigh = high / range.max;
    scale = where(fromLow > fromHigh, fromLow, fromHigh);
  } else if (mapping == "ASYMMETRIC") {
    scale = (high - low) / (range.max - range.min);
  } else {
    return {c.reject("unknown mapping"), Term()};
  }
  scale = clamp(scale, Number(getSmallest(c, x.dtype())), std::nullopt);
  if (mapping == "ASYMMETRIC")
    zeroPoint = clamp(range.min - round(low / scale), Number(range.min),
                      Number(range.max));
  else
    zeroPoint = fullLike(scale, std::trunc((range.max + range.min + 1) / 2));
  return finishParameters(c, scale, zeroPoint);
}

static Term quantize(Call &c) {
  Term x = c.raw("input");
  Blocks blocks = getBlocks(c, x);
  Bounds range = getRange(c, c.dtype());
  if (c.isRejected() || !c.has("zero_point"))
    return c.reject("needs blocks and zero points");
  Term scale = view(c.raw("scale"), blocks.ones);
  Term zeroPoint = view(c.raw("zero_point"), blocks.ones);
  Term q = round(view(x, blocks.split) * reciprocal(scale)) + zeroPoint;
  q = clamp(q, Number(range.min), Number(range.max));
  return to(view(q, x.sizes()), c.dtype());
}

static Term dequantize(Call &c) {
  Term x = c.raw("input");
  Blocks blocks = getBlocks(c, x);
  if (c.isRejected())
    return {};
  Term result = to(view(x, blocks.split), c.dtype());
  if (c.has("zero_point"))
    result = result - to(view(c.raw("zero_point"), blocks.ones), c.dtype());
  result = result * view(c.raw("scale"), blocks.ones);
  return to(view(result, x.sizes()), c.dtype());
}

//===----------------------------------------------------------------------===//
// Floats of 8 bits
//===----------------------------------------------------------------------===//

static Term chooseFloatScale(Call &c) {
  Term x = c.raw("tensor");
  Blocks blocks = getBlocks(c, x);
  if (c.isRejected() || !getDtypeOr(c, "scale_dtype", c.float32()).isF32())
    return c.reject("scales are no f32");
  Term most = amax(abs(view(x, blocks.split)), blocks.dims);
  std::optional<Number> low, high;
  if (c.has("hp_value_lb"))
    low = c.scalar("hp_value_lb");
  if (c.has("hp_value_ub"))
    high = c.scalar("hp_value_ub");
  if (low || high)
    most = clamp(most, low, high);
  Term scale =
      most / getLargest(getDtypeOr(c, "float8_dtype",
                                   Float8E4M3FNType::get(c.getContext())));
  return to(view(scale, c.result().getSizes()), c.dtype());
}

/// Scales of blocks for each element of a tensor of these sizes.
static Term spread(Call &c, Term scale, SizesRef sizes) {
  if (scale.numel().isInt(1))
    return scale;
  if (scale.rank() != int64_t(sizes.size()))
    return c.reject("has another number of dimensions than its scales");
  Sizes split, whole;
  for (auto [count, size] : llvm::zip(scale.sizes(), sizes)) {
    split.append({count, c.expr(1)});
    whole.append({count, ep::floorDiv(size, count)});
  }
  return view(expand(view(scale, split), whole), sizes);
}

static Term quantizeFloat(Call &c) {
  Term x = castTo(c.raw("tensor"), c.float32());
  Term scaled = x / spread(c, c.raw("scale"), x.sizes());
  double most = getLargest(c.dtype());
  return to(clamp(scaled, Number(-most), Number(most)), c.dtype());
}
static Term dequantizeFloat(Call &c) {
  Term x = castTo(c.raw("tensor"), c.float32());
  return to(x * spread(c, c.raw("scale"), x.sizes()), c.dtype());
}

void aten::populateAffineDecompositions(RewritePatternSet &patterns,
                                        const KeepSet &keep) {
  addRules(
      patterns, keep,
      {{"torchao.choose_qparams_affine.default", chooseParameters},
       {"torchao.quantize_affine.default", quantize},
       {"torchao.dequantize_affine.default", dequantize},
       {"torchao.choose_scale_float8.default", chooseFloatScale},
       {"torchao.quantize_affine_float8_non_decomposed.default", quantizeFloat},
       {"torchao.dequantize_affine_float8_non_decomposed.default",
        dequantizeFloat}});
}
