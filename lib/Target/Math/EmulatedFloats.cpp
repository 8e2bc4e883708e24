// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floats that a target does not convert: those of 8 bits, which none does, and
// f16. Both ways are integer operations. Rounding is to nearest even, once;
// overflow gives infinity, or NaN where the format has no infinity, as
// in PyTorch.
#include "FloatBuilder.h"
#include "SmallFloats.h"
#include "mlir/IR/PatternMatch.h"
#include <cmath>

using namespace mlir;
using namespace kiln;

namespace {
/// A format with a sign. Its largest code is where infinity or NaN begins.
struct Format {
  int width, fraction; ///< bits
  int bias;
  int64_t overflow; ///< the code of a number that is too large
  int64_t nan;

  int64_t sign() const { return int64_t(1) << (width - 1); }
  /// NaN takes the place of the negative zero.
  bool hasNegativeZero() const { return nan != sign(); }
};
} // namespace

/// Nothing for f8E8M0FNU, which has exponents only.
static std::optional<Format> getFormat(Type type) {
  if (type.isF16())
    return Format{16, 10, 15, 0x7c00, 0x7e00};
  if (isa<Float8E4M3FNType>(type))
    return Format{8, 3, 7, 0x7f, 0x7f};
  if (isa<Float8E5M2Type>(type))
    return Format{8, 2, 15, 0x7c, 0x7f};
  if (isa<Float8E4M3FNUZType>(type))
    return Format{8, 3, 8, 0x80, 0x80};
  if (isa<Float8E5M2FNUZType>(type))
    return Format{8, 2, 16, 0x80, 0x80};
  return std::nullopt;
}

/// 2^exponent.
static float getPower(int exponent) { return std::ldexp(1.0f, exponent); }

/// The bits of a smaller float.
static Value load(FloatBuilder &b, Value a) {
  OpBuilder &builder = b.getBuilder();
  Type bits = builder.getIntegerType(a.getType().getIntOrFloatBitWidth());
  a = arith::BitcastOp::create(builder, b.getLoc(), bits, a);
  return arith::ExtUIOp::create(builder, b.getLoc(), builder.getI32Type(), a);
}

/// The smaller float of these bits.
static Value store(FloatBuilder &b, Value bits, Type type) {
  OpBuilder &builder = b.getBuilder();
  Type narrow = builder.getIntegerType(type.getIntOrFloatBitWidth());
  bits = arith::TruncIOp::create(builder, b.getLoc(), narrow, bits);
  return arith::BitcastOp::create(builder, b.getLoc(), type, bits);
}

/// The exponent moves by the difference of the biases; a multiplication by that
/// power does so for normal and subnormal numbers alike, without rounding.
static Value extend(FloatBuilder &b, Value code, const Format &format) {
  Value sign =
      b.shiftLeft(b.andI(code, b.integer(format.sign())), 32 - format.width);
  Value size = b.andI(code, b.integer(format.sign() - 1));
  Value shifted = b.shiftLeft(size, 23 - format.fraction);
  Value scaled =
      b.bits(b.mul(b.fromBits(shifted), b.number(getPower(127 - format.bias))));
  Value bits = b.orI(scaled, sign);
  if (!format.hasNegativeZero())
    return b.fromBits(
        b.select(b.equalI(code, format.nan), b.integer(0x7fc00000), bits));
  // From the overflow on: infinity where NaN is another code, then NaN.
  Value special = b.orI(b.orI(shifted, b.integer(0x7f800000)), sign);
  return b.fromBits(
      b.select(b.aboveI(size, format.overflow - 1), special, bits));
}

static Value extendExponent(FloatBuilder &b, Value code) {
  Value bits = b.shiftLeft(code, 23);
  bits = b.select(b.equalI(code, 0), b.integer(0x00400000), bits);
  return b.fromBits(
      b.select(b.equalI(code, 0xff), b.integer(0x7fc00000), bits));
}

static Value truncate(FloatBuilder &b, Value bits, const Format &format) {
  int lost = 23 - format.fraction;
  Value sign =
      b.andI(b.shiftRight(bits, 32 - format.width), b.integer(format.sign()));
  Value size = b.andI(bits, b.integer(0x7fffffff));
  // Normal: move the exponent, add half of the lost part, and one more bit
  // where the kept part is odd.
  Value odd = b.andI(b.shiftRight(size, lost), b.integer(1));
  int64_t half = (int64_t(1) << (lost - 1)) - 1;
  int64_t moved = int64_t(127 - format.bias) << 23;
  Value normal =
      b.shiftRight(b.addI(b.addI(size, b.integer(half - moved)), odd), lost);
  // Subnormal: beside this power the last bit of an f32 is that of the format.
  int exponent = 24 - format.bias - format.fraction;
  Value sum = b.bits(b.add(b.fromBits(size), b.number(getPower(exponent))));
  Value subnormal = b.subI(sum, b.integer(int64_t(127 + exponent) << 23));
  int64_t smallest = int64_t(128 - format.bias) << 23;
  Value result = b.select(b.aboveI(size, smallest - 1), normal, subnormal);
  result = b.leastI(result, b.integer(format.overflow));
  result = b.select(b.aboveI(size, 0x7f800000), b.integer(format.nan), result);
  if (format.hasNegativeZero())
    return b.orI(result, sign);
  return b.select(b.equalI(result, 0), result, b.orI(result, sign));
}

/// The exponent; half way between two powers goes to the larger one, but from
/// 0, which is no power. The sign is dropped; NaN is above all.
static Value truncateToExponent(FloatBuilder &b, Value bits) {
  Value size =
      b.leastI(b.andI(bits, b.integer(0x7fffffff)), b.integer(0x7f800000));
  Value half = b.select(b.aboveI(size, 0x7fffff), b.integer(0x400000),
                        b.integer(0x3fffff));
  return b.shiftRight(b.addI(size, half), 23);
}

namespace {
/// One of the two conversions, of the formats that are emulated.
template <typename Op>
struct Emulate : OpRewritePattern<Op> {
  Emulate(MLIRContext *context, bool hasF16)
      : OpRewritePattern<Op>(context), hasF16(hasF16) {}

  bool isEmulated(Type type) const {
    return isa<Float8E8M0FNUType>(type) ||
           (getFormat(type) && !(hasF16 && type.isF16()));
  }
  FloatBuilder makeBuilder(PatternRewriter &rewriter, Op op) const {
    return FloatBuilder(rewriter, op.getLoc(), rewriter.getF32Type(),
                        /*facts=*/{});
  }

  bool hasF16;
};

struct Extend : Emulate<arith::ExtFOp> {
  using Emulate::Emulate;
  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    Type from = op.getIn().getType();
    if (!isEmulated(from) || !op.getType().isF32())
      return rewriter.notifyMatchFailure(op,
                                         "is not from a small float to f32");
    FloatBuilder b = makeBuilder(rewriter, op);
    std::optional<Format> format = getFormat(from);
    Value code = load(b, op.getIn());
    rewriter.replaceOp(op, format ? extend(b, code, *format)
                                  : extendExponent(b, code));
    return success();
  }
};

struct Truncate : Emulate<arith::TruncFOp> {
  using Emulate::Emulate;
  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getIn().getType().isF32() || !isEmulated(op.getType()))
      return rewriter.notifyMatchFailure(op,
                                         "is not from f32 to a small float");
    FloatBuilder b = makeBuilder(rewriter, op);
    std::optional<Format> format = getFormat(op.getType());
    Value bits = b.bits(op.getIn());
    Value code =
        format ? truncate(b, bits, *format) : truncateToExponent(b, bits);
    rewriter.replaceOp(op, store(b, code, op.getType()));
    return success();
  }
};
} // namespace

void kiln::populateEmulatedFloatPatterns(RewritePatternSet &patterns,
                                         bool hasF16) {
  patterns.add<Extend, Truncate>(patterns.getContext(), hasF16);
}
