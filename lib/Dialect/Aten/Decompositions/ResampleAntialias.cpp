// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Resampling that averages over all pixels under an output pixel: along each
// dimension a product with a matrix of weights.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

namespace {
/// The weight of a pixel at a distance in units of the kernel.
using Kernel = Term (*)(Term distance);
} // namespace

static Term triangle(Term distance) { return relu(1 - abs(distance)); }

/// Keys' cubic with a = -1/2.
static Term cubic(Term distance) {
  Term x = abs(distance);
  Term near = (x * 1.5 - 2.5) * x * x + 1;
  Term far = ((x * -0.5 + 2.5) * x - 4) * x + 2;
  return where(x < 1, near, where(x < 2, far, 0.0));
}

/// sin(pi x) / (pi x); 1 at 0.
static Term sinc(Term x) {
  Term angle = x * 3.14159265358979323846;
  return where(eq(x, 0), 1.0, sin(angle) / angle);
}
/// Of three lobes on each side.
static Term lanczos(Term distance) {
  return where(abs(distance) < 3, sinc(distance) * sinc(distance / 3), 0.0);
}

/// The factor that a user gave for a dimension, the first or the second one.
static std::optional<double> getFactor(Call &c, int64_t which) {
  if (c.op.getSchema().findArgument("scale_factors")) {
    SmallVector<double> factors = c.op.numbers(c.op.indexOf("scale_factors"));
    return factors.size() == 2 ? std::optional(factors[which]) : std::nullopt;
  }
  StringRef name = which == 0 ? "scales_h" : "scales_w";
  return c.has(name) ? std::optional(c.number(name)) : std::nullopt;
}

/// [outputs, inputs]: how much of each input is in each output.
static Term getWeights(Call &c, Kernel kernel, ExprAttr inputs,
                       ExprAttr outputs, std::optional<double> factor,
                       Type dtype) {
  Term scale;
  if (c.flag("align_corners")) {
    Term gaps =
        clamp(scalar(c, ep::sub(outputs, c.expr(1)), dtype), 1, std::nullopt);
    scale = scalar(c, ep::sub(inputs, c.expr(1)), dtype) / gaps;
    if (outputs.isInt(1))
      scale = scalar(c, 0.0, dtype);
  } else {
    scale = factor ? scalar(c, 1 / *factor, dtype)
                   : scalar(c, inputs, dtype) / scalar(c, outputs, dtype);
  }
  Term centers = (unsqueeze(to(arange(c, outputs), dtype), 1) + 0.5) * scale;
  Term pixels = to(arange(c, inputs), dtype) + 0.5;
  Term weights = kernel((pixels - centers) / clamp(scale, 1, std::nullopt));
  return weights / sum(weights, {1}, /*keepdim=*/true);
}

static Term resample(Call &c, Kernel kernel) {
  Term input(c, c.op->getOperand(0));
  if (input.rank() != 4 || !isFloating(input.dtype()))
    return c.reject("needs planes of floats");
  Term x = to(input, getComputeType(input.dtype()));
  SizesRef sizes = c.result().getSizes();
  Term rows =
      getWeights(c, kernel, x.size(2), sizes[2], getFactor(c, 0), x.dtype());
  Term columns =
      getWeights(c, kernel, x.size(3), sizes[3], getFactor(c, 1), x.dtype());
  if (c.isRejected())
    return {};
  Term narrow = matmul(x, transpose(columns, 0, 1));
  return to(matmul(rows, narrow), c.dtype());
}
static Term decomposeBilinear(Call &c) { return resample(c, triangle); }
static Term decomposeBicubic(Call &c) { return resample(c, cubic); }
static Term decomposeLanczos(Call &c) { return resample(c, lanczos); }

void aten::populateResampleAntialiasDecompositions(RewritePatternSet &patterns,
                                                   const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten._upsample_bilinear2d_aa.default", decomposeBilinear},
            {"aten._upsample_bilinear2d_aa.vec", decomposeBilinear},
            {"aten._upsample_bicubic2d_aa.default", decomposeBicubic},
            {"aten._upsample_bicubic2d_aa.vec", decomposeBicubic},
            {"aten._upsample_lanczos2d_aa.default", decomposeLanczos},
            {"aten._upsample_lanczos2d_aa.vec", decomposeLanczos}});
}
