// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SmallFloats.h"
#include "kiln/Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"

using namespace mlir;
using namespace kiln;

namespace {
/// f16/bf16 <-> f64, and between the two: through f32.
template <typename Op>
struct ThroughF32 : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Type from = op.getIn().getType(), to = op.getType();
    bool isSmall = isa<Float16Type, BFloat16Type>(from) ||
                   isa<Float16Type, BFloat16Type>(to);
    if (!isSmall || from.isF32() || to.isF32() || !isa<FloatType>(to))
      return rewriter.notifyMatchFailure(op, "does not skip f32");
    Value middle =
        Op::create(rewriter, op.getLoc(), rewriter.getF32Type(), op.getIn());
    rewriter.replaceOpWithNewOp<Op>(op, to, middle);
    return success();
  }
};

/// Integer operations on i32, short to write.
struct Bits {
  PatternRewriter &rewriter;
  Location loc;

  Value number(int64_t n) {
    return arith::ConstantIntOp::create(rewriter, loc, rewriter.getI32Type(),
                                        n);
  }
  Value both(Value a, Value b) {
    return arith::AndIOp::create(rewriter, loc, a, b);
  }
  Value either(Value a, Value b) {
    return arith::OrIOp::create(rewriter, loc, a, b);
  }
  Value add(Value a, Value b) {
    return arith::AddIOp::create(rewriter, loc, a, b);
  }
  Value right(Value a, int64_t n) {
    return arith::ShRUIOp::create(rewriter, loc, a, number(n));
  }
  Value left(Value a, int64_t n) {
    return arith::ShLIOp::create(rewriter, loc, a, number(n));
  }
  Value above(Value a, int64_t n) {
    return arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ugt, a,
                                 number(n));
  }
  Value select(Value c, Value a, Value b) {
    return arith::SelectOp::create(rewriter, loc, c, a, b);
  }
  Value toFloat(Value a) {
    return arith::BitcastOp::create(rewriter, loc, rewriter.getF32Type(), a);
  }
  Value toBits(Value a) {
    return arith::BitcastOp::create(rewriter, loc, rewriter.getI32Type(), a);
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
    Location loc = op.getLoc();
    Bits b{rewriter, loc};
    Value half = arith::BitcastOp::create(rewriter, loc, rewriter.getI16Type(),
                                          op.getIn());
    half = arith::ExtUIOp::create(rewriter, loc, rewriter.getI32Type(), half);
    Value sign = b.left(b.both(half, b.number(0x8000)), 16);
    Value shifted = b.left(b.both(half, b.number(0x7fff)), 13);
    Value factor = arith::ConstantOp::create(
        rewriter, loc, rewriter.getF32FloatAttr(0x1p112f));
    Value scaled = b.toBits(
        arith::MulFOp::create(rewriter, loc, b.toFloat(shifted), factor));
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
    Location loc = op.getLoc();
    Bits b{rewriter, loc};
    Value bits = b.toBits(op.getIn());
    Value sign = b.right(b.both(bits, b.number(0x80000000)), 16);
    Value size = b.both(bits, b.number(0x7fffffff));
    // Normal: move the exponent, add half of the lost part, and one more bit
    // where the kept part is odd.
    Value odd = b.both(b.right(size, 13), b.number(1));
    Value moved = b.add(size, b.number(0xfff - (112 << 23)));
    Value normal = b.right(b.add(moved, odd), 13);
    // Subnormal: beside 0.5 the last bit of an f32 is that of an f16.
    Value half = arith::ConstantOp::create(rewriter, loc,
                                           rewriter.getF32FloatAttr(0.5f));
    Value sum = arith::AddFOp::create(rewriter, loc, b.toFloat(size), half);
    Value subnormal = b.add(b.toBits(sum), b.number(-0x3f000000));
    Value result = b.select(b.above(size, 0x387fffff), normal, subnormal);
    // 65520 and above round to infinity; NaN stays.
    result = b.select(b.above(size, 0x477fefff), b.number(0x7c00), result);
    result = b.select(b.above(size, 0x7f800000), b.number(0x7e00), result);
    Value narrow = arith::TruncIOp::create(rewriter, loc, rewriter.getI16Type(),
                                           b.either(result, sign));
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, rewriter.getF16Type(),
                                                  narrow);
    return success();
  }
};
} // namespace

void kiln::populateSmallFloatPatterns(RewritePatternSet &patterns, bool hasF16,
                                      bool hasBf16) {
  patterns.add<ThroughF32<arith::ExtFOp>, ThroughF32<arith::TruncFOp>>(
      patterns.getContext());
  if (!hasF16)
    patterns.add<ExtendF16, TruncateF16>(patterns.getContext());
  if (!hasBf16)
    arith::populateExpandBFloat16Patterns(patterns);
}
