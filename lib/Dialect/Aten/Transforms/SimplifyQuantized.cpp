// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Aten/Match.h"
#include "kiln/Dialect/Aten/Passes.h"
#include "kiln/Dialect/Aten/Shape.h"
#include "kiln/Support/PassCount.h"
#include "mlir/IR/Builders.h"

namespace kiln::aten {
#define GEN_PASS_DEF_ATENSIMPLIFYQUANTIZED
#include "kiln/Dialect/Aten/Passes.h.inc"
} // namespace kiln::aten

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

static constexpr StringLiteral kQuantize =
    "quantized_decomposed.quantize_per_tensor.default";
static constexpr StringLiteral kDequantize =
    "quantized_decomposed.dequantize_per_tensor.default";

/// Is a difference of two numbers of 8 bits times the scale of `op` far from
/// where f32 ends?
static bool hasCommonScale(AtenOp op) {
  constexpr double kLeast = 1e-30, kMost = 1e30;
  double scale = op.getFloat("scale");
  return scale >= kLeast && scale <= kMost;
}

/// Do the limits of `quantize` keep all numbers of its dtype?
static bool keepsAll(AtenOp quantize) {
  Type dtype = getDtype(quantize->getResult(0));
  bool isUnsigned = dtype.isUnsignedInteger();
  return dtype.isInteger(8) &&
         quantize.getInt("quant_min") <= (isUnsigned ? 0 : -128) &&
         quantize.getInt("quant_max") >= (isUnsigned ? 255 : 127);
}

/// Quantising what was dequantised by the same scale changes nothing: the
/// difference of two roundings is far below a half.
static bool skipBoth(AtenOp op) {
  if (op->getName().getStringRef() != kQuantize || !keepsAll(op) ||
      !hasCommonScale(op))
    return false;
  AtenOp source = getProducer(op.tensor("input"), {kDequantize});
  if (!source || !getDtype(source->getResult(0)).isF32() ||
      getDtype(source.tensor("input")) != getDtype(op->getResult(0)) ||
      source.getFloat("scale") != op.getFloat("scale") ||
      source.getInt("zero_point") != op.getInt("zero_point") ||
      source.tensor("input").getType() != op->getResult(0).getType())
    return false;
  op->getResult(0).replaceAllUsesWith(source.tensor("input"));
  op->erase();
  return true;
}

/// Where zero is the least number, quantising takes negative ones for it.
static bool skipRelu(AtenOp op) {
  if (op->getName().getStringRef() != kQuantize || op.getFloat("scale") <= 0 ||
      op.getInt("zero_point") != op.getInt("quant_min"))
    return false;
  AtenOp relu = getProducer(op.tensor("input"), {"aten.relu.default"});
  if (!relu)
    return false;
  op->replaceUsesOfWith(relu->getResult(0), relu.tensor("self"));
  return true;
}

/// Dequantising keeps the order of numbers, so that maxima may be taken first.
static bool poolNumbers(AtenOp pool) {
  constexpr StringLiteral kPools[] = {"aten.max_pool1d.default",
                                      "aten.max_pool2d.default",
                                      "aten.max_pool3d.default"};
  if (!llvm::is_contained(kPools, pool->getName().getStringRef()))
    return false;
  AtenOp dequantize = getProducer(pool.tensor("self"), {kDequantize});
  if (!dequantize || !getDtype(dequantize.tensor("input")).isInteger(8) ||
      dequantize.getFloat("scale") <= 0)
    return false;
  OpBuilder builder(pool);
  Value numbers = dequantize.tensor("input"), result = pool->getResult(0);
  Operation *maxima = builder.clone(*pool);
  maxima->replaceUsesOfWith(pool.tensor("self"), numbers);
  maxima->getResult(0).setType(cast<ep::TensorType>(result.getType())
                                   .withElementType(getDtype(numbers)));
  Operation *floats = builder.clone(*dequantize);
  floats->replaceUsesOfWith(numbers, maxima->getResult(0));
  floats->getResult(0).setType(result.getType());
  result.replaceAllUsesWith(floats->getResult(0));
  pool->erase();
  return true;
}

namespace {
struct AtenSimplifyQuantized
    : aten::impl::AtenSimplifyQuantizedBase<AtenSimplifyQuantized> {
  void runOnOperation() override {
    uint64_t simplified = 0;
    // In order: what a quantisation reads is simple by then.
    getOperation().walk([&](AtenOp op) {
      simplified += poolNumbers(op) || skipBoth(op) || skipRelu(op);
    });
    count(getOperation(), *this, numSimplified, simplified,
          "operators simplified");
  }
};
} // namespace
