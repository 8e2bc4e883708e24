// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// quantized_decomposed as arithmetic.
#include "Quantized.h"
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

static Term clampToDtype(Call &c, Term shifted) {
  return to(clamp(shifted, c.scalar("quant_min"), c.scalar("quant_max")),
            c.dtype());
}

/// x / scale, rounded, and the zero point.
static Term quantize(Call &c, Term scaled, Term zeroPoint) {
  return clampToDtype(c, round(scaled) + zeroPoint);
}

static Term decomposeQuantize(Call &c) {
  Term x = castTo(c("input"), c.float32());
  double scale = c.number("scale");
  return quantize(c, x * (1 / scale), number(c, c.scalar("zero_point")));
}
static Term decomposeDequantize(Call &c) {
  Term x = castTo(c("input"), c.float32());
  return to((x - c.scalar("zero_point")) * c.number("scale"), c.dtype());
}

Term core::numberOf(Call &c, StringRef argument, Type dtype) {
  Term value = c(argument);
  return to(view(value, {}), dtype);
}
static Term scaleByTensor(Call &c) {
  Term inverse = 1.0 / numberOf(c, "scale", c.float64());
  return castTo(c("input"), c.float32()) * to(inverse, c.float32());
}
static Term decomposeQuantizeByTensor(Call &c) {
  return quantize(c, scaleByTensor(c), numberOf(c, "zero_point", c.float32()));
}
static Term decomposeQuantizeByTensors(Call &c) {
  Term shifted =
      round(scaleByTensor(c)) + numberOf(c, "zero_point", c.float32());
  Term low = maximum(shifted, numberOf(c, "quant_min", c.float32()));
  return to(minimum(low, numberOf(c, "quant_max", c.float32())), c.dtype());
}
static Term decomposeDequantizeByTensor(Call &c) {
  Term x = castTo(c("input"), c.float32());
  Term zero = numberOf(c, "zero_point", c.float32());
  return to((x - zero) * numberOf(c, "scale", c.float32()), c.dtype());
}

Term core::alongAxis(Call &c, Term vector, Term x) {
  Sizes sizes(x.rank(), c.expr(1));
  int64_t axis = c.dim("axis", x.rank());
  if (c.isRejected() || x.rank() == 0)
    return c.reject("dimension out of range");
  sizes[axis] = vector.numel();
  return view(to(vector, c.float32()), sizes);
}
static Term decomposeQuantizePerChannel(Call &c) {
  Term x = castTo(c("input"), c.float32());
  Term inverse = 1.0 / alongAxis(c, c("scales"), x);
  return quantize(c, x * inverse, alongAxis(c, c("zero_points"), x));
}
static Term decomposeDequantizePerChannel(Call &c) {
  Term x = castTo(c("input"), c.float32());
  if (Term zeroPoints = c("zero_points"))
    x = x - alongAxis(c, zeroPoints, x);
  return to(x * alongAxis(c, c("scales"), x), c.dtype());
}

//===----------------------------------------------------------------------===//
// Tokens: a scale and a zero point for each row
//===----------------------------------------------------------------------===//

static Term decomposeQuantizePerToken(Call &c) {
  Term scaled = c("input") * (1.0 / c("scales"));
  return clampToDtype(c, round(scaled + c("zero_points")));
}
static Term decomposeDequantizePerToken(Call &c) {
  return to((c("input") - c("zero_points")) * c("scales"), c.dtype());
}

//===----------------------------------------------------------------------===//
// Groups of neighbours in a row
//===----------------------------------------------------------------------===//

/// The groups of a matrix, a row each. A group that is longer than a row is
/// the row.
static Term splitGroups(Call &c, Term x) {
  ExprAttr size = c.expr(c.integer("group_size"));
  if (x.rank() != 2 || c.isRejected())
    return c.reject("needs a matrix and the size of its groups");
  if (ep::proveEqual(c("scales").size(-1), c.expr(1)) == ep::Answer::Yes)
    size = x.size(1);
  return view(x, {ep::floorDiv(x.numel(), size), size});
}
static Term eachGroup(Term values) {
  return view(values, {values.numel(), values.in().expr(1)});
}
static Term decomposeQuantizeGroups(Call &c) {
  Term x = c("input");
  Term scaled = splitGroups(c, x) * (1.0 / eachGroup(c("scales")));
  Term shifted = round(scaled + eachGroup(c("zero_points")));
  return view(clampToDtype(c, shifted), x.sizes());
}
static Term decomposeDequantizeGroups(Call &c) {
  Term x = c("input"), groups = splitGroups(c, x);
  if (Term zeroPoints = c("zero_points"))
    groups = groups - eachGroup(zeroPoints);
  return to(view(groups * eachGroup(c("scales")), x.sizes()), c.dtype());
}

//===----------------------------------------------------------------------===//
// Scales and zero points of values that a call sees
//===----------------------------------------------------------------------===//

Terms core::finishParameters(Call &c, Term scale, Term zeroPoint) {
  return {to(view(scale, c.result(0).getSizes()), c.dtype(0)),
          to(view(zeroPoint, c.result(1).getSizes()), c.dtype(1))};
}

/// The least and the greatest value, zero included; of rows where `isPerToken`.
static std::pair<Term, Term> getExtent(Call &c, bool isPerToken) {
  Term x = c("input");
  SmallVector<int64_t> dims =
      isPerToken ? SmallVector<int64_t>{-1} : SmallVector<int64_t>();
  Term low = amin(x, dims, isPerToken), high = amax(x, dims, isPerToken);
  return {minimum(low, fullLike(low, 0)), maximum(high, fullLike(high, 0))};
}

static Term atLeast(Call &c, Term scale, double least) {
  return clamp(to(scale, c.float32()), Number(least), std::nullopt);
}

static Terms chooseParameters(Call &c) {
  double least = c.number("quant_min"), most = c.number("quant_max");
  auto [low, high] = getExtent(c, /*isPerToken=*/false);
  Term scale = atLeast(c, (high - low) / (most - least), c.number("eps"));
  Term zeroPoint =
      clamp(least - round(low / scale), Number(least), Number(most));
  return finishParameters(c, scale, zeroPoint);
}

static Terms chooseSymmetricParameters(Call &c) {
  double range = c.number("quant_max") - c.number("quant_min");
  auto [low, high] = getExtent(c, /*isPerToken=*/false);
  Term scale = atLeast(c, maximum(-low, high) / (range / 2), c.number("eps"));
  bool isUnsigned = c.op.getDtype("dtype").isUnsignedInteger();
  return finishParameters(c, scale, fullLike(scale, isUnsigned ? 128 : 0));
}

static Terms chooseTokenParameters(Call &c) {
  Term x = c("input");
  Term most = amax(abs(x), {-1}, /*keepdim=*/true);
  if (most && most.dtype().isF16())
    most = to(most, c.float32());
  Term scale = clamp(most, Number(1e-5), std::nullopt) / 127;
  return finishParameters(c, scale, fullLike(scale, 0));
}

static Terms chooseAsymmetricTokenParameters(Call &c) {
  constexpr int kLeast = -128, kMost = 127;
  auto [low, high] = getExtent(c, /*isPerToken=*/true);
  Term scale = clamp((high - low) / double(kMost - kLeast),
                     Number(double(std::numeric_limits<float>::epsilon())),
                     std::nullopt);
  // From the end whose error is less.
  Term fromLow = low / scale, fromHigh = high / scale;
  Term isLow = (fromLow + kLeast) + (fromHigh + kMost) > 0;
  Term zeroPoint = where(isLow, kLeast - fromLow, kMost - fromHigh);
  return finishParameters(
      c, scale, round(clamp(zeroPoint, Number(kLeast), Number(kMost))));
}

static Term convertElements(Call &c) { return castTo(c("input"), c.dtype()); }

void aten::populateQuantizedDecompositions(RewritePatternSet &patterns,
                                           const KeepSet &keep) {
  addRules(
      patterns, keep,
      {{"quantized_decomposed.quantize_per_tensor.default", decomposeQuantize},
       {"quantized_decomposed.quantize_per_tensor.tensor",
        decomposeQuantizeByTensor},
       {"quantized_decomposed.quantize_per_tensor.tensor2",
        decomposeQuantizeByTensors},
       {"quantized_decomposed.dequantize_per_tensor.default",
        decomposeDequantize},
       {"quantized_decomposed.dequantize_per_tensor.tensor",
        decomposeDequantizeByTensor},
       {"quantized_decomposed.dequantize_per_tensor.tensor2",
        decomposeDequantizeByTensor},
       {"quantized_decomposed.quantize_per_channel.default",
        decomposeQuantizePerChannel},
       {"quantized_decomposed.dequantize_per_channel.default",
        decomposeDequantizePerChannel},
       {"quantized_decomposed.quantize_per_token.default",
        decomposeQuantizePerToken},
       {"quantized_decomposed.dequantize_per_token.default",
        decomposeDequantizePerToken},
       {"quantized_decomposed.quantize_per_channel_group.default",
        decomposeQuantizeGroups},
       {"quantized_decomposed.dequantize_per_channel_group.default",
        decomposeDequantizeGroups},
       {"quantized_decomposed.choose_qparams.tensor", chooseParameters},
       {"quantized_decomposed.choose_qparams_symmetric.tensor",
        chooseSymmetricParameters},
       {"quantized_decomposed.choose_qparams_per_token.default",
        chooseTokenParameters},
       {"quantized_decomposed.choose_qparams_per_token_asymmetric.default",
        chooseAsymmetricTokenParameters},
       {"quantized_decomposed._choose_qparams_per_token_asymmetric_impl."
        "default",
        chooseAsymmetricTokenParameters},
       {"quantized_decomposed.convert_element_type.no_fuse", convertElements}});
}
