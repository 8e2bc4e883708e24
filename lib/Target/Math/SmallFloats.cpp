// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SmallFloats.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"

using namespace mlir;
using namespace kiln;

/// From or to f32.
static Value convert(OpBuilder &builder, Location loc, Value value, Type to) {
  if (value.getType().getIntOrFloatBitWidth() < to.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(builder, loc, to, value);
  return arith::TruncFOp::create(builder, loc, to, value);
}

namespace {
/// Small floats <-> f64, and between two of them: through f32.
template <typename Op>
struct ThroughF32 : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Type from = op.getIn().getType(), to = op.getType();
    if (!isa<FloatType>(to) || from.isF32() || to.isF32())
      return rewriter.notifyMatchFailure(op, "does not skip f32");
    Location loc = op.getLoc();
    Value middle = convert(rewriter, loc, op.getIn(), rewriter.getF32Type());
    rewriter.replaceOp(op, convert(rewriter, loc, middle, to));
    return success();
  }
};
} // namespace

void kiln::populateSmallFloatPatterns(RewritePatternSet &patterns, bool hasF16,
                                      bool hasBf16) {
  patterns.add<ThroughF32<arith::ExtFOp>, ThroughF32<arith::TruncFOp>>(
      patterns.getContext());
  populateEmulatedFloatPatterns(patterns, hasF16);
  if (!hasBf16)
    arith::populateExpandBFloat16Patterns(patterns);
}
