// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SmallFloats.h"
#include "FloatBuilder.h"
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

/// To f32 by integer operations, where rounding stays: LLVM takes what is
/// between two conversions for arithmetic in bf16, and splits its vectors.
struct ExtendBf16 : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getIn().getType().isBF16() || !op.getType().isF32())
      return rewriter.notifyMatchFailure(op, "is not from bf16 to f32");
    FloatBuilder b(rewriter, op.getLoc(), rewriter.getF32Type(),
                   /*facts=*/{});
    Value half = arith::BitcastOp::create(rewriter, op.getLoc(),
                                          rewriter.getI16Type(), op.getIn());
    Value bits = arith::ExtUIOp::create(rewriter, op.getLoc(),
                                        rewriter.getI32Type(), half);
    rewriter.replaceOp(op, b.fromBits(b.shiftLeft(bits, 16)));
    return success();
  }
};
} // namespace

void kiln::populateSmallFloatPatterns(RewritePatternSet &patterns, bool hasF16,
                                      bool hasBf16, bool roundsBf16) {
  patterns.add<ThroughF32<arith::ExtFOp>, ThroughF32<arith::TruncFOp>>(
      patterns.getContext());
  populateEmulatedFloatPatterns(patterns, hasF16);
  if (hasBf16)
    return;
  if (roundsBf16)
    patterns.add<ExtendBf16>(patterns.getContext());
  else
    arith::populateExpandBFloat16Patterns(patterns);
}
