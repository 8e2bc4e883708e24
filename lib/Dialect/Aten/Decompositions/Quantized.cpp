// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// quantized_decomposed as arithmetic.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

/// round(x / scale) + zero point, clamped to the range of the dtype.
static Term quantize(Call &c, Term scaled, Term zeroPoint) {
  Term shifted = round(scaled) + zeroPoint;
  return to(clamp(shifted, c.scalar("quant_min"), c.scalar("quant_max")),
            c.dtype());
}

static Term decomposeQuantize(Call &c) {
  Term x = to(c("input"), c.float32());
  double scale = c.number("scale");
  return quantize(c, x * (1 / scale), number(c, c.scalar("zero_point")));
}
static Term decomposeDequantize(Call &c) {
  Term x = to(c("input"), c.float32());
  return to((x - c.scalar("zero_point")) * c.number("scale"), c.dtype());
}

/// A vector with a value for each index of dimension `axis`.
static Term alongAxis(Call &c, Term vector, Term x) {
  Sizes sizes(x.rank(), c.expr(1));
  int64_t axis = c.dim("axis", x.rank());
  if (c.isRejected() || x.rank() == 0)
    return c.reject("dimension out of range");
  sizes[axis] = vector.numel();
  return view(to(vector, c.float32()), sizes);
}
static Term decomposeQuantizePerChannel(Call &c) {
  Term x = to(c("input"), c.float32());
  Term inverse = 1.0 / alongAxis(c, c("scales"), x);
  return quantize(c, x * inverse, alongAxis(c, c("zero_points"), x));
}
static Term decomposeDequantizePerChannel(Call &c) {
  Term x = to(c("input"), c.float32());
  if (Term zeroPoints = c("zero_points"))
    x = x - alongAxis(c, zeroPoints, x);
  return to(x * alongAxis(c, c("scales"), x), c.dtype());
}

void aten::populateQuantizedDecompositions(RewritePatternSet &patterns,
                                           const KeepSet &keep) {
  addRules(
      patterns, keep,
      {{"quantized_decomposed.quantize_per_tensor.default", decomposeQuantize},
       {"quantized_decomposed.dequantize_per_tensor.default",
        decomposeDequantize},
       {"quantized_decomposed.quantize_per_channel.default",
        decomposeQuantizePerChannel},
       {"quantized_decomposed.dequantize_per_channel.default",
        decomposeDequantizePerChannel}});
}
