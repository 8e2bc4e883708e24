// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sin and cos, in f64 throughout: f32 gains its last bits from that. x is
// q * pi/2 + r; for large x, q and r come from a product with a window of the
// bits of 2/pi in integers. The coefficients are fitted by utils/fit-math.py.
#include "Coefficients.h"
#include "FloatBuilder.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace kiln;

namespace {
/// |x| = q * pi/2 + r; only the lowest two bits of q matter.
struct Quadrant {
  Value q, r;
};
} // namespace

/// For y below 2^22, where q * (30 bits of pi/2) is exact.
static Quadrant reduceSmall(FloatBuilder &b, Value y) {
  auto [qf, q] = b.nearest(b.mul(y, b.number(0x1.45f306dc9c883p-1)));
  Value r = b.sub(y, b.mul(qf, b.number(0x1.921fb54p0)));
  r = b.sub(r, b.mul(qf, b.number(0x1.10b46118p-30)));
  r = b.sub(r, b.mul(qf, b.number(0x1.313198a2e037p-61)));
  return {q, r};
}

/// The first 1280 bits of 2/pi behind the point.
static APInt twoOverPi() {
  static const uint64_t words[] = {
      0xf0cfbc209af4361d, 0x56033046fc7b6bab, 0x6bfb5fb11f8d5d08,
      0x3d0739f78a5292ea, 0x7527bac7ebe5f17b, 0x4f463f669e5fea2d,
      0x6d367ecf27cb09b7, 0xef2f118b5a0a6d1f, 0x1ff897ffde05980f,
      0x9c845f8bbdf9283b, 0x3991d639835339f4, 0xe99c7026b45f7e41,
      0xe88235f52ebb4484, 0xfe1deb1cb129a73e, 0x06492eea09d1921c,
      0xb7246e3a424dd2e0, 0xfe5163abdebbc561, 0xdb6295993c439041,
      0xfc2757d1f534ddc0, 0xa2f9836e4e441529};
  return APInt(1280, words);
}

/// For finite y from 2^22 on. y is m * 2^e, and m * floor(2/pi * 2^(e + 190))
/// is the number of quadrants with 190 bits behind the point. Multiples of 4
/// quadrants do not matter, so 192 bits of the factor are enough; the closest
/// that a number comes to a multiple of pi/2 leaves more bits than needed.
static Quadrant reduceLarge(FloatBuilder &b, Value y) {
  OpBuilder &builder = b.getBuilder();
  Location loc = b.getLoc();
  Type i64 = builder.getI64Type();
  Type window = builder.getIntegerType(192), all = builder.getIntegerType(1280);
  Value bits = b.bits(y);
  Value exponent = b.subI(b.shiftRight(bits, 52), b.integer(1075));
  Value mantissa = b.orI(b.andI(bits, b.integer((int64_t(1) << 52) - 1)),
                         b.integer(int64_t(1) << 52));
  Value drop = b.subI(b.integer(1280 - 190), exponent);
  Value wide = arith::ExtUIOp::create(builder, loc, all, drop);
  Value table = arith::ConstantOp::create(
      builder, loc, builder.getIntegerAttr(all, twoOverPi()));
  Value part = arith::ShRUIOp::create(builder, loc, table, wide);
  part = arith::TruncIOp::create(builder, loc, window, part);
  Value factor = arith::ExtUIOp::create(builder, loc, window, mantissa);
  // Two bits before the point, 190 behind it.
  Value product = arith::MulIOp::create(builder, loc, part, factor);
  auto word = [&](Value value, int64_t shift) -> Value {
    Value amount = arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(window, shift));
    Value shifted = arith::ShRUIOp::create(builder, loc, value, amount);
    return arith::TruncIOp::create(builder, loc, i64, shifted);
  };
  Value top = word(product, 128), next = word(product, 64);
  // As a signed number the fraction is in [-1/2, 1/2): round the quadrant.
  Value high =
      b.orI(b.shiftLeft(top, 2), b.andI(b.shiftRight(next, 62), b.integer(3)));
  Value low = b.orI(b.shiftLeft(next, 2),
                    b.andI(b.shiftRight(word(product, 0), 62), b.integer(3)));
  Value q = b.andI(b.shiftRight(top, 62), b.integer(3));
  q = b.addI(q, b.andI(b.shiftRight(top, 61), b.integer(1)));
  Value lowFloat =
      arith::UIToFPOp::create(builder, loc, builder.getF64Type(), low);
  Value fraction = b.add(b.mul(b.toFloat(high), b.number(0x1p-64)),
                         b.mul(lowFloat, b.number(0x1p-128)));
  return {q, b.mul(fraction, b.number(0x1.921fb54442d18p0))};
}

static Quadrant reduce(FloatBuilder &b, Value y) {
  OpBuilder &builder = b.getBuilder();
  Location loc = b.getLoc();
  Value small = b.less(y, b.number(0x1p22));
  auto choice = scf::IfOp::create(
      builder, loc, TypeRange{builder.getI64Type(), builder.getF64Type()},
      small, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(choice.thenBlock());
  Quadrant near = reduceSmall(b, y);
  scf::YieldOp::create(builder, loc, ValueRange{near.q, near.r});
  builder.setInsertionPointToStart(choice.elseBlock());
  Quadrant far = reduceLarge(b, y);
  scf::YieldOp::create(builder, loc, ValueRange{far.q, far.r});
  return {choice.getResult(0), choice.getResult(1)};
}

/// sin(q * pi/2 + r).
static Value sinOf(FloatBuilder &b, Quadrant angle) {
  Value z = b.mul(angle.r, angle.r);
  Value sine = b.mad(b.mul(angle.r, z), b.polynomial(z, kSin64), angle.r);
  Value cosine = b.mad(b.mul(z, z), b.polynomial(z, kCos64),
                       b.sub(b.number(1), b.mul(z, b.number(0.5))));
  auto bitSet = [&](int64_t bit) -> Value {
    Value masked = b.andI(angle.q, b.integer(bit));
    return arith::CmpIOp::create(b.getBuilder(), b.getLoc(),
                                 arith::CmpIPredicate::ne, masked,
                                 b.integer(0));
  };
  Value result = b.select(bitSet(1), cosine, sine);
  return b.select(bitSet(2), b.neg(result), result);
}

/// Runs `compute` in f64 on finite x.
static Value
onFinite(FloatBuilder &b, Value x,
         llvm::function_ref<Value(FloatBuilder &, Value)> compute) {
  return inDouble(b, x, [&](FloatBuilder &wide, ArrayRef<Value> args) {
    // Infinities have no sine; NaN stays NaN.
    Value finite = wide.less(wide.abs(args[0]), wide.infinity());
    return wide.select(finite, compute(wide, args[0]),
                       wide.sub(args[0], args[0]));
  });
}

Value kiln::expandSin(FloatBuilder &b, Value x) {
  return onFinite(b, x, [](FloatBuilder &wide, Value angle) {
    Value value = sinOf(wide, reduce(wide, wide.abs(angle)));
    Value negated = wide.neg(value);
    Value negative = wide.less(angle, wide.number(0));
    value = wide.select(negative, negated, value);
    // Zero keeps its sign.
    return wide.select(wide.equal(angle, wide.number(0)), angle, value);
  });
}

Value kiln::expandCos(FloatBuilder &b, Value x) {
  return onFinite(b, x, [](FloatBuilder &wide, Value angle) {
    Quadrant parts = reduce(wide, wide.abs(angle));
    parts.q = wide.addI(parts.q, wide.integer(1));
    return sinOf(wide, parts);
  });
}

Value kiln::expandTan(FloatBuilder &b, Value x) {
  return onFinite(b, x, [](FloatBuilder &wide, Value angle) {
    Quadrant parts = reduce(wide, wide.abs(angle));
    Value sine = sinOf(wide, parts);
    parts.q = wide.addI(parts.q, wide.integer(1));
    Value value = wide.div(sine, sinOf(wide, parts));
    Value negative = wide.less(angle, wide.number(0));
    value = wide.select(negative, wide.neg(value), value);
    return wide.select(wide.equal(angle, wide.number(0)), angle, value);
  });
}
