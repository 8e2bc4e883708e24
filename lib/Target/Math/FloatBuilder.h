// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes scalar floating-point formulas of one type (f32 or f64) as arith
// operations, so that the expansions read like the formulas.
#ifndef KILN_LIB_TARGET_MATH_FLOATBUILDER_H
#define KILN_LIB_TARGET_MATH_FLOATBUILDER_H

#include "kiln/Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace kiln {

/// What a target computes by one operation.
struct FloatFacts {
  bool hasFma; ///< a * b + c
  /// Numbers of f32 of which each lane of a vector chooses one: none, eight, or
  /// sixteen, where a * 2^floor(b) is one operation, too.
  int64_t tableSize;
};

class FloatBuilder {
public:
  FloatBuilder(OpBuilder &builder, Location loc, mlir::FloatType type,
               FloatFacts facts)
      : builder(builder), loc(loc), type(type), facts(facts),
        intType(builder.getIntegerType(type.getWidth())) {}

  bool isDouble() const { return type.isF64(); }
  int64_t tableSize() const { return type.isF32() ? facts.tableSize : 0; }
  bool hasScale() const { return tableSize() == 16; }
  /// Bits of the fraction, and the bias of the exponent.
  int64_t fractionBits() const { return isDouble() ? 52 : 23; }
  int64_t bias() const { return isDouble() ? 1023 : 127; }
  /// `single` for f32, `wide` for f64.
  template <typename T>
  T pick(T single, T wide) const {
    return isDouble() ? wide : single;
  }

  Value number(double value);
  Value infinity();
  Value nan();
  Value add(Value a, Value b) { return make<mlir::arith::AddFOp>(a, b); }
  Value sub(Value a, Value b) { return make<mlir::arith::SubFOp>(a, b); }
  Value mul(Value a, Value b) { return make<mlir::arith::MulFOp>(a, b); }
  Value div(Value a, Value b) { return make<mlir::arith::DivFOp>(a, b); }
  Value neg(Value a) { return make<mlir::arith::NegFOp>(a); }
  Value abs(Value a) { return make<mlir::math::AbsFOp>(a); }
  Value trunc(Value a) { return make<mlir::math::TruncOp>(a); }
  /// a with the sign of b.
  Value copySign(Value a, Value b) {
    return make<mlir::math::CopySignOp>(a, b);
  }
  /// a * b + c, rounded once where the target can, else twice: right for
  /// formulas that are exact either way or only gain from it.
  Value mad(Value a, Value b, Value c);
  /// c[0] + x * c[1] + x^2 * c[2] + ….
  Value polynomial(Value x, ArrayRef<double> coefficients);

  /// Number `index` of `numbers`, modulo their count, which is a table's size.
  Value choose(ArrayRef<double> numbers, Value index);
  /// a * 2^floor(n), rounded once, where there is a scale; NaN where n is.
  Value scaleByFloor(Value a, Value n);

  // Ordered comparisons: false on NaN.
  Value less(Value a, Value b) { return compare(Predicate::OLT, a, b); }
  Value greater(Value a, Value b) { return compare(Predicate::OGT, a, b); }
  Value equal(Value a, Value b) { return compare(Predicate::OEQ, a, b); }
  Value isNan(Value a) { return compare(Predicate::UNO, a, a); }
  Value select(Value condition, Value a, Value b) {
    return make<mlir::arith::SelectOp>(condition, a, b);
  }
  /// `a` limited to [low, high]; NaN stays.
  Value clamp(Value a, double low, double high);

  // Integers as wide as the type.
  Value integer(int64_t value);
  Value bits(Value a) { return cast<mlir::arith::BitcastOp>(intType, a); }
  Value fromBits(Value a) { return cast<mlir::arith::BitcastOp>(type, a); }
  Value addI(Value a, Value b) { return make<mlir::arith::AddIOp>(a, b); }
  Value subI(Value a, Value b) { return make<mlir::arith::SubIOp>(a, b); }
  Value andI(Value a, Value b) { return make<mlir::arith::AndIOp>(a, b); }
  Value orI(Value a, Value b) { return make<mlir::arith::OrIOp>(a, b); }
  Value xorI(Value a, Value b) { return make<mlir::arith::XOrIOp>(a, b); }
  Value shiftLeft(Value a, int64_t n) {
    return make<mlir::arith::ShLIOp>(a, integer(n));
  }
  Value shiftRight(Value a, int64_t n) {
    return make<mlir::arith::ShRSIOp>(a, integer(n));
  }
  Value leastI(Value a, Value b) { return make<mlir::arith::MinSIOp>(a, b); }
  Value aboveI(Value a, int64_t n) {
    return make<mlir::arith::CmpIOp>(mlir::arith::CmpIPredicate::sgt, a,
                                     integer(n));
  }
  Value equalI(Value a, int64_t n) {
    return make<mlir::arith::CmpIOp>(mlir::arith::CmpIPredicate::eq, a,
                                     integer(n));
  }
  Value toFloat(Value a) { return cast<mlir::arith::SIToFPOp>(type, a); }

  /// The integer next to `a` (|a| < 2^22 or 2^51), as a float and as an
  /// integer. No operation here is undefined for NaN, which gives NaN and some
  /// integer.
  std::pair<Value, Value> nearest(Value a);
  /// 2^n where that is a normal number; else some float.
  Value power(Value n);
  /// a * 2^n for |n| up to twice the range of the exponent, rounded once.
  Value scale(Value a, Value n);

  OpBuilder &getBuilder() { return builder; }
  Location getLoc() const { return loc; }
  mlir::FloatType getType() const { return type; }
  FloatFacts getFacts() const { return facts; }

private:
  using Predicate = mlir::arith::CmpFPredicate;
  template <typename Op, typename... Args>
  Value make(Args... args) {
    return Op::create(builder, loc, args...);
  }
  template <typename Op>
  Value cast(Type to, Value a) {
    return Op::create(builder, loc, to, a);
  }
  Value compare(Predicate predicate, Value a, Value b);

  OpBuilder &builder;
  Location loc;
  mlir::FloatType type;
  FloatFacts facts;
  Type intType;
};

/// Computes in f64, then rounds to the type of `b`.
Value inDouble(
    FloatBuilder &b, ArrayRef<Value> arguments,
    llvm::function_ref<Value(FloatBuilder &, ArrayRef<Value>)> compute);

// The functions, for f32 and f64. NaN gives NaN; infinities, zeros and
// subnormal numbers give the results of C's library. Errors are below 2 units
// in the last place unless said otherwise.
Value expandExp(FloatBuilder &b, Value x);
/// e^x where that is a normal number.
Value expandNormalExp(FloatBuilder &b, Value x);
/// 1 + e^x, the bits of the sum with `expandExp` where there is no scale.
Value expandOnePlusExp(FloatBuilder &b, Value x);
Value expandExp2(FloatBuilder &b, Value x);
Value expandExpm1(FloatBuilder &b, Value x);
Value expandTanh(FloatBuilder &b, Value x);
Value expandLog(FloatBuilder &b, Value x);
Value expandLog2(FloatBuilder &b, Value x);
Value expandLog10(FloatBuilder &b, Value x);
Value expandLog1p(FloatBuilder &b, Value x);
Value expandErf(FloatBuilder &b, Value x);
Value expandSin(FloatBuilder &b, Value x);
Value expandCos(FloatBuilder &b, Value x);
Value expandRsqrt(FloatBuilder &b, Value x);
Value expandTan(FloatBuilder &b, Value x);
// These are computed in f64.
Value expandAsin(FloatBuilder &b, Value x);
Value expandAcos(FloatBuilder &b, Value x);
Value expandAtan(FloatBuilder &b, Value x);
/// The angle of the point (x, y).
Value expandAtan2(FloatBuilder &b, Value y, Value x);
Value expandSinh(FloatBuilder &b, Value x);
Value expandCosh(FloatBuilder &b, Value x);
Value expandAsinh(FloatBuilder &b, Value x);
Value expandAcosh(FloatBuilder &b, Value x);
Value expandAtanh(FloatBuilder &b, Value x);
/// Relative error below 2e-14 for f64 where the result is very large or small.
Value expandPow(FloatBuilder &b, Value x, Value y);
/// C's fmod: exact.
Value expandRemainder(FloatBuilder &b, Value x, Value y);

} // namespace kiln

#endif // KILN_LIB_TARGET_MATH_FLOATBUILDER_H
