// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floats of 8 bits: no target of Kiln converts them, so both ways are integer
// operations. Rounding is to nearest even, once; what overflows becomes
// infinity, or NaN where the format has no infinity, as in PyTorch.
#include "FloatBits.h"
#include "SmallFloats.h"
#include <cmath>

using namespace mlir;
using namespace kiln;

namespace {
/// A format with a sign. Its largest code is where infinity or NaN begins.
struct Format {
  int fraction; ///< bits
  int bias;
  int64_t overflow; ///< the code of what is too large
  int64_t nan;
  bool hasNegativeZero;
};
} // namespace

/// Nothing for f8E8M0FNU, which has exponents only.
static std::optional<Format> getFormat(Type type) {
  if (isa<Float8E4M3FNType>(type))
    return Format{3, 7, 0x7f, 0x7f, true};
  if (isa<Float8E5M2Type>(type))
    return Format{2, 15, 0x7c, 0x7f, true};
  if (isa<Float8E4M3FNUZType>(type))
    return Format{3, 8, 0x80, 0x80, false};
  if (isa<Float8E5M2FNUZType>(type))
    return Format{2, 16, 0x80, 0x80, false};
  return std::nullopt;
}

static bool isEightBits(Type type) {
  return isa<Float8E8M0FNUType>(type) || getFormat(type);
}

/// 2^exponent.
static float getPower(int exponent) { return std::ldexp(1.0f, exponent); }

/// The exponent moves by the difference of the biases; a multiplication by that
/// power does so for normal and subnormal numbers alike, without rounding.
static Value extend(FloatBits &b, Value code, const Format &format) {
  Value sign = b.left(b.both(code, b.number(0x80)), 24);
  Value size = b.both(code, b.number(0x7f));
  Value shifted = b.left(size, 23 - format.fraction);
  Value scaled = b.toBits(
      b.multiply(b.toFloat(shifted), b.real(getPower(127 - format.bias))));
  Value bits = b.either(scaled, sign);
  Value quiet = b.number(0x7fc00000);
  if (format.nan == 0x80)
    return b.toFloat(b.select(b.equal(code, 0x80), quiet, bits));
  // From the overflow on: infinity where NaN is another code, then NaN.
  Value special = b.either(b.either(shifted, b.number(0x7f800000)), sign);
  return b.toFloat(b.select(b.above(size, format.overflow - 1), special, bits));
}

static Value extendExponent(FloatBits &b, Value code) {
  Value bits = b.left(code, 23);
  bits = b.select(b.equal(code, 0), b.number(0x00400000), bits);
  return b.toFloat(b.select(b.equal(code, 0xff), b.number(0x7fc00000), bits));
}

static Value truncate(FloatBits &b, Value bits, const Format &format) {
  int lost = 23 - format.fraction;
  Value sign = b.both(b.right(bits, 24), b.number(0x80));
  Value size = b.both(bits, b.number(0x7fffffff));
  // Normal: move the exponent, add half of the lost part, and one more bit
  // where the kept part is odd.
  Value odd = b.both(b.right(size, lost), b.number(1));
  int64_t half = (int64_t(1) << (lost - 1)) - 1;
  int64_t moved = int64_t(127 - format.bias) << 23;
  Value normal = b.right(b.add(b.add(size, b.number(half - moved)), odd), lost);
  // Subnormal: beside this power the last bit of an f32 is that of the format.
  int exponent = 24 - format.bias - format.fraction;
  Value sum = b.toBits(b.sum(b.toFloat(size), b.real(getPower(exponent))));
  Value subnormal = b.add(sum, b.number(-(int64_t(127 + exponent) << 23)));
  int64_t smallest = int64_t(128 - format.bias) << 23;
  Value result = b.select(b.above(size, smallest - 1), normal, subnormal);
  result = b.least(result, b.number(format.overflow));
  result = b.select(b.above(size, 0x7f800000), b.number(format.nan), result);
  if (format.hasNegativeZero)
    return b.either(result, sign);
  return b.select(b.equal(result, 0), result, b.either(result, sign));
}

/// The exponent; half way between two powers goes to the larger one, but from
/// 0, which is no power. The sign is dropped.
static Value truncateToExponent(FloatBits &b, Value bits) {
  Value size = b.both(bits, b.number(0x7fffffff));
  Value half =
      b.select(b.above(size, 0x7fffff), b.number(0x400000), b.number(0x3fffff));
  return b.least(b.right(b.add(size, half), 23), b.number(0xff));
}

namespace {
struct Extend : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    Type from = op.getIn().getType();
    if (!isEightBits(from) || !op.getType().isF32())
      return rewriter.notifyMatchFailure(op, "is not from 8 bits to f32");
    FloatBits b{rewriter, op.getLoc()};
    std::optional<Format> format = getFormat(from);
    Value code = b.load(op.getIn());
    rewriter.replaceOp(op, format ? extend(b, code, *format)
                                  : extendExponent(b, code));
    return success();
  }
};

struct Truncate : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getIn().getType().isF32() || !isEightBits(op.getType()))
      return rewriter.notifyMatchFailure(op, "is not from f32 to 8 bits");
    FloatBits b{rewriter, op.getLoc()};
    std::optional<Format> format = getFormat(op.getType());
    Value bits = b.toBits(op.getIn());
    Value code =
        format ? truncate(b, bits, *format) : truncateToExponent(b, bits);
    rewriter.replaceOp(op, b.store(code, op.getType()));
    return success();
  }
};
} // namespace

void kiln::populateEightBitFloatPatterns(RewritePatternSet &patterns) {
  patterns.add<Extend, Truncate>(patterns.getContext());
}
