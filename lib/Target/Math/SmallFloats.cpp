// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SmallFloats.h"
#include "FloatBits.h"
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

/// f16 -> f32. The exponent moves by 112; a multiplication by 2^112 does that
/// for normal and subnormal numbers alike, without rounding.
struct ExtendF16 : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getIn().getType().isF16() || !op.getType().isF32())
      return rewriter.notifyMatchFailure(op, "is not from f16 to f32");
    FloatBits b{rewriter, op.getLoc()};
    Value half = b.load(op.getIn());
    Value sign = b.left(b.both(half, b.number(0x8000)), 16);
    Value shifted = b.left(b.both(half, b.number(0x7fff)), 13);
    Value scaled = b.toBits(b.multiply(b.toFloat(shifted), b.real(0x1p112f)));
    // Infinity and NaN have all bits of the exponent set.
    Value special = b.either(shifted, b.number(0x7f800000));
    Value bits = b.select(b.above(shifted, 0x0f7fffff), special, scaled);
    rewriter.replaceOp(op, b.toFloat(b.either(bits, sign)));
    return success();
  }
};

/// f32 -> f16, to the nearest, ties to even.
struct TruncateF16 : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getIn().getType().isF32() || !op.getType().isF16())
      return rewriter.notifyMatchFailure(op, "is not from f32 to f16");
    FloatBits b{rewriter, op.getLoc()};
    Value bits = b.toBits(op.getIn());
    Value sign = b.right(b.both(bits, b.number(0x80000000)), 16);
    Value size = b.both(bits, b.number(0x7fffffff));
    // Normal: move the exponent, add half of the lost part, and one more bit
    // where the kept part is odd.
    Value odd = b.both(b.right(size, 13), b.number(1));
    Value moved = b.add(size, b.number(0xfff - (112 << 23)));
    Value normal = b.right(b.add(moved, odd), 13);
    // Subnormal: beside 0.5 the last bit of an f32 is that of an f16.
    Value sum = b.toBits(b.sum(b.toFloat(size), b.real(0.5f)));
    Value subnormal = b.add(sum, b.number(-0x3f000000));
    Value result = b.select(b.above(size, 0x387fffff), normal, subnormal);
    // 65520 and above round to infinity; NaN stays.
    result = b.select(b.above(size, 0x477fefff), b.number(0x7c00), result);
    result = b.select(b.above(size, 0x7f800000), b.number(0x7e00), result);
    rewriter.replaceOp(op, b.store(b.either(result, sign), op.getType()));
    return success();
  }
};
} // namespace

void kiln::populateSmallFloatPatterns(RewritePatternSet &patterns, bool hasF16,
                                      bool hasBf16) {
  patterns.add<ThroughF32<arith::ExtFOp>, ThroughF32<arith::TruncFOp>>(
      patterns.getContext());
  populateEightBitFloatPatterns(patterns);
  if (!hasF16)
    patterns.add<ExtendF16, TruncateF16>(patterns.getContext());
  if (!hasBf16)
    arith::populateExpandBFloat16Patterns(patterns);
}
