// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floats as they are once quantised and back, as networks that are trained for
// it hold them: x / scale, rounded, the zero point added, within the range.
#include "Families.h"
#include "Quantized.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

namespace {
/// A scale and a zero point for all elements, or for those of an index.
struct Parameters {
  Term scale, inverse, zeroPoint;
  bool isShiftedFirst = false; ///< a value is, and then rounded
};
} // namespace

/// The scale is an argument of type float: the nearest one is meant.
static Parameters getNumbers(Call &c) {
  auto scale = static_cast<float>(c.number("scale"));
  return {number(c, scale), number(c, 1 / scale),
          number(c, c.scalar("zero_point"))};
}
static Parameters getElements(Call &c) {
  Term scale = numberOf(c, "scale", c.float32());
  return {scale, 1.0 / scale, numberOf(c, "zero_point", c.float32())};
}
static Parameters getChannels(Call &c) {
  Term x = c("self"), zeroPoint = c("zero_point");
  Term scale = alongAxis(c, c("scale"), x);
  return {scale, 1.0 / scale, alongAxis(c, zeroPoint, x),
          isFloating(zeroPoint.dtype())};
}

static Term quantize(Term x, const Parameters &by) {
  Term scaled = x * by.inverse;
  return by.isShiftedFirst ? round(scaled + by.zeroPoint)
                           : round(scaled) + by.zeroPoint;
}

/// The elements, and which of them are in the range. What is no number is the
/// least. Steps are multiplied as floats, whatever the elements are.
template <Parameters (*getParameters)(Call &)>
static Terms decomposeWithMask(Call &c) {
  Term x = castTo(c("self"), c.computeType());
  Parameters by = getParameters(c);
  Number least = c.scalar("quant_min"), most = c.scalar("quant_max");
  Term shifted = quantize(x, by);
  Term within = clamp(where(isnan(shifted), least, shifted), least, most);
  Term steps = castTo(within - by.zeroPoint, c.float32());
  return {to(steps * by.scale, c.dtype()),
          (shifted >= least) & (shifted <= most)};
}

template <Parameters (*getParameters)(Call &)>
static Term decomposeFakeQuantize(Call &c) {
  return decomposeWithMask<getParameters>(c)[0];
}

/// A tensor says whether elements are quantised at all.
static Terms decomposeWhereEnabled(Call &c) {
  Terms both = decomposeWithMask<getElements>(c);
  Term enabled = ne(view(c("fake_quant_enabled"), {}), 0);
  return {where(enabled, both[0], c("self")), both[1] | ~enabled};
}

void aten::populateFakeQuantizeDecompositions(RewritePatternSet &patterns,
                                              const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.fake_quantize_per_tensor_affine.default",
             decomposeFakeQuantize<getNumbers>},
            {"aten.fake_quantize_per_tensor_affine.tensor_qparams",
             decomposeFakeQuantize<getElements>},
            {"aten.fake_quantize_per_channel_affine.default",
             decomposeFakeQuantize<getChannels>},
            {"aten.fake_quantize_per_tensor_affine_cachemask.default",
             decomposeWithMask<getNumbers>},
            {"aten.fake_quantize_per_channel_affine_cachemask.default",
             decomposeWithMask<getChannels>},
            {"aten._fake_quantize_per_tensor_affine_cachemask_tensor_qparams."
             "default",
             decomposeWhereEnabled}});
}
