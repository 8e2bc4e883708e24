// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Division by a constant c: x * high + x * low by one fused multiply-add, where
// high + low is 1/c to twice the precision. The result is off by one unit in
// the last place at most, and then only next to the middle of two floats.
#include "ExpandDivision.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kiln;

/// The two parts of 1/c, of one sign so that infinities stay; nothing where one
/// of them is no normal number.
static std::optional<std::pair<APFloat, APFloat>> invert(const APFloat &c) {
  if (!c.isNormal())
    return std::nullopt;
  APFloat one(c.getSemantics(), 1), high = one;
  high.divide(c, APFloat::rmTowardZero);
  // 1 - high * c is exact.
  APFloat low = -high;
  low.fusedMultiplyAdd(c, one, APFloat::rmNearestTiesToEven);
  low.divide(c, APFloat::rmNearestTiesToEven);
  if (!high.isNormal() || !low.isNormal())
    return std::nullopt;
  return std::pair(high, low);
}

namespace {
struct DivideByConstant : OpRewritePattern<arith::DivFOp> {
  using OpRewritePattern<arith::DivFOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::DivFOp op,
                                PatternRewriter &rewriter) const override {
    APFloat divisor(0.0);
    if (!op.getType().isF32() && !op.getType().isF64())
      return rewriter.notifyMatchFailure(op, "is not on f32 or f64");
    if (!matchPattern(op.getRhs(), m_ConstantFloat(&divisor)))
      return rewriter.notifyMatchFailure(op, "the divisor is no constant");
    auto parts = invert(divisor);
    if (!parts)
      return rewriter.notifyMatchFailure(op, "1/c is no sum of two numbers");
    auto number = [&](const APFloat &value) -> Value {
      return arith::ConstantOp::create(
          rewriter, op.getLoc(), rewriter.getFloatAttr(op.getType(), value));
    };
    Value rest = arith::MulFOp::create(rewriter, op.getLoc(), op.getLhs(),
                                       number(parts->second));
    rewriter.replaceOpWithNewOp<math::FmaOp>(op, op.getLhs(),
                                             number(parts->first), rest);
    return success();
  }
};
} // namespace

void kiln::populateDivisionPatterns(RewritePatternSet &patterns) {
  patterns.add<DivideByConstant>(patterns.getContext());
}
