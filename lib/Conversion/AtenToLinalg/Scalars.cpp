// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Scalars.h"
#include "kiln/Dialect/EP/Expr.h"
#include "kiln/Support/Truncation.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

using namespace mlir;
using namespace kiln;

bool kiln::isUnsigned(Type dtype) { return dtype.isUnsignedInteger(); }
bool kiln::isBool(Type dtype) { return dtype.isInteger(1); }
bool kiln::isFloat(Type dtype) { return isa<FloatType>(dtype); }

Type kiln::getBuiltinElement(Type dtype) {
  if (!dtype.isUnsignedInteger())
    return dtype;
  return IntegerType::get(dtype.getContext(), dtype.getIntOrFloatBitWidth());
}

Type kiln::getComputeType(Type dtype) {
  bool isHalf = isFloat(dtype) && dtype.getIntOrFloatBitWidth() < 32;
  return isHalf ? Type(Float32Type::get(dtype.getContext())) : dtype;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value kiln::makeIntConstant(OpBuilder &builder, Location loc, Type dtype,
                            int64_t value) {
  Type type = getBuiltinElement(dtype);
  TypedAttr attr;
  if (isFloat(type))
    attr = FloatAttr::get(type, static_cast<double>(value));
  else if (isBool(type))
    attr = builder.getBoolAttr(value != 0);
  else
    attr = IntegerAttr::get(
        type, APInt(64, value).trunc(type.getIntOrFloatBitWidth()));
  return arith::ConstantOp::create(builder, loc, attr);
}

Value kiln::makeConstant(OpBuilder &builder, Location loc, Type dtype,
                         double value) {
  if (isBool(dtype))
    return makeIntConstant(builder, loc, dtype, value != 0);
  if (!isFloat(dtype))
    return makeIntConstant(builder, loc, dtype, truncate<int64_t>(value));
  return arith::ConstantOp::create(builder, loc, FloatAttr::get(dtype, value));
}

static Value makeInteger(OpBuilder &builder, Location loc, const APInt &value) {
  auto type = builder.getIntegerType(value.getBitWidth());
  return arith::ConstantOp::create(builder, loc, IntegerAttr::get(type, value));
}

/// Infinity, or the last number of a format that has none.
static Value makeLastFloat(OpBuilder &builder, Location loc, Type dtype,
                           bool isNegative) {
  const llvm::fltSemantics &semantics =
      cast<FloatType>(dtype).getFloatSemantics();
  APFloat value = APFloat::semanticsHasInf(semantics)
                      ? APFloat::getInf(semantics, isNegative)
                  : isNegative && !APFloat::semanticsHasSignedRepr(semantics)
                      ? APFloat::getSmallest(semantics)
                      : APFloat::getLargest(semantics, isNegative);
  return arith::ConstantOp::create(builder, loc, FloatAttr::get(dtype, value));
}

Value kiln::makeLowest(OpBuilder &builder, Location loc, Type dtype) {
  if (isFloat(dtype))
    return makeLastFloat(builder, loc, dtype, /*isNegative=*/true);
  unsigned width = dtype.getIntOrFloatBitWidth();
  bool isMin = isUnsigned(dtype) || isBool(dtype);
  return makeInteger(builder, loc,
                     isMin ? APInt::getMinValue(width)
                           : APInt::getSignedMinValue(width));
}

Value kiln::makeHighest(OpBuilder &builder, Location loc, Type dtype) {
  if (isFloat(dtype))
    return makeLastFloat(builder, loc, dtype, /*isNegative=*/false);
  unsigned width = dtype.getIntOrFloatBitWidth();
  bool isMax = isUnsigned(dtype) || isBool(dtype);
  return makeInteger(builder, loc,
                     isMax ? APInt::getMaxValue(width)
                           : APInt::getSignedMaxValue(width));
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

static Value castFloat(OpBuilder &builder, Location loc, Value value, Type to) {
  unsigned from = value.getType().getIntOrFloatBitWidth();
  unsigned width = to.getIntOrFloatBitWidth();
  if (from < width)
    return arith::ExtFOp::create(builder, loc, to, value);
  if (from > width)
    return arith::TruncFOp::create(builder, loc, to, value);
  // Two of one width meet in f32.
  value = arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
  return arith::TruncFOp::create(builder, loc, to, value);
}

/// A float in an integer dtype, see Truncation.h.
static Value truncateFloat(OpBuilder &builder, Location loc, Value value,
                           Type to) {
  if (value.getType().getIntOrFloatBitWidth() < 32)
    value = castFloat(builder, loc, value, builder.getF32Type());
  unsigned width = to.getIntOrFloatBitWidth();
  Truncation way = getTruncation(width, isUnsigned(to));
  double limit = std::ldexp(1.0, way.width - 1);
  auto compare = [&](arith::CmpFPredicate predicate, double bound) -> Value {
    Value constant = makeConstant(builder, loc, value.getType(), bound);
    return arith::CmpFOp::create(builder, loc, predicate, value, constant);
  };
  Value isHigh;
  if (way.hasTopBit) {
    isHigh = compare(arith::CmpFPredicate::OGE, limit);
    Value rest = arith::SubFOp::create(
        builder, loc, value,
        makeConstant(builder, loc, value.getType(), limit));
    value = arith::SelectOp::create(builder, loc, isHigh, rest, value);
  }
  // The least integer is a float, too.
  Value fits = arith::AndIOp::create(builder, loc,
                                     compare(arith::CmpFPredicate::OGE, -limit),
                                     compare(arith::CmpFPredicate::OLT, limit));
  Value least = makeConstant(builder, loc, value.getType(), -limit);
  value = arith::SelectOp::create(builder, loc, fits, value, least);
  auto type = builder.getIntegerType(way.width);
  Value result = arith::FPToSIOp::create(builder, loc, type, value);
  if (way.hasTopBit) {
    Value topBit = makeInteger(builder, loc, APInt::getSignMask(way.width));
    Value high = arith::XOrIOp::create(builder, loc, result, topBit);
    result = arith::SelectOp::create(builder, loc, isHigh, high, result);
  }
  if (width == way.width)
    return result;
  return arith::TruncIOp::create(builder, loc, builder.getIntegerType(width),
                                 result);
}

Value kiln::castScalar(OpBuilder &builder, Location loc, Value value, Type from,
                       Type to) {
  if (from == to)
    return value;
  Type type = getBuiltinElement(to);
  bool zeroExtends = isUnsigned(from) || isBool(from);
  if (isBool(to)) {
    Value zero = makeIntConstant(builder, loc, from, 0);
    if (isFloat(from))
      return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNE,
                                   value, zero);
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value,
                                 zero);
  }
  if (isFloat(from) && isFloat(to))
    return castFloat(builder, loc, value, to);
  if (isFloat(from))
    return truncateFloat(builder, loc, value, to);
  if (isFloat(to))
    return zeroExtends
               ? Value(arith::UIToFPOp::create(builder, loc, type, value))
               : Value(arith::SIToFPOp::create(builder, loc, type, value));
  unsigned fromWidth = from.getIntOrFloatBitWidth();
  unsigned toWidth = to.getIntOrFloatBitWidth();
  if (fromWidth > toWidth)
    return arith::TruncIOp::create(builder, loc, type, value);
  if (fromWidth == toWidth)
    return value;
  return zeroExtends ? Value(arith::ExtUIOp::create(builder, loc, type, value))
                     : Value(arith::ExtSIOp::create(builder, loc, type, value));
}

Value kiln::castComputed(OpBuilder &builder, Location loc, Value value,
                         Type from, Type to) {
  Value result = castScalar(builder, loc, value, from, to);
  if (result == value)
    return result;
  if (auto extended = result.getDefiningOp<arith::ExtFOp>())
    extended.setFastmath(arith::FastMathFlags::contract);
  if (auto rounded = result.getDefiningOp<arith::TruncFOp>())
    rounded.setFastmath(arith::FastMathFlags::contract);
  return result;
}

/// Is it a float expression whose symbols are ints?
static bool isFloatOfInts(ep::ExprAttr expr) {
  if (ep::getSort(expr) == ep::Sort::Int)
    return true;
  switch (expr.getKind()) {
  case ep::ExprKind::Float:
    return true;
  case ep::ExprKind::Add:
  case ep::ExprKind::Mul:
  case ep::ExprKind::Max:
  case ep::ExprKind::Min:
  case ep::ExprKind::ToFloat:
  case ep::ExprKind::TrueDiv:
  case ep::ExprKind::FloatPow:
  case ep::ExprKind::Sqrt:
    return llvm::all_of(expr.getOperands(), isFloatOfInts);
  default:
    return false;
  }
}

/// The value of such an expression in f64.
static Value makeFloat(OpBuilder &builder, Location loc, ep::ExprAttr expr) {
  Type f64 = builder.getF64Type(), i64 = builder.getI64Type();
  if (expr.getKind() == ep::ExprKind::Float)
    return makeConstant(builder, loc, f64, expr.getFloat());
  if (ep::getSort(expr) == ep::Sort::Int)
    return castScalar(builder, loc, makeScalar(builder, loc, expr, i64), i64,
                      f64);
  Value result = makeFloat(builder, loc, expr.getOperands().front());
  if (expr.getKind() == ep::ExprKind::Sqrt)
    return math::SqrtOp::create(builder, loc, result);
  for (ep::ExprAttr operand : expr.getOperands().drop_front()) {
    Value next = makeFloat(builder, loc, operand);
    if (expr.getKind() == ep::ExprKind::Add)
      result = makeAdd(builder, loc, f64, result, next);
    else if (expr.getKind() == ep::ExprKind::Mul)
      result = makeMul(builder, loc, f64, result, next);
    else if (expr.getKind() == ep::ExprKind::Max)
      result = makeMax(builder, loc, f64, result, next);
    else if (expr.getKind() == ep::ExprKind::Min)
      result = makeMin(builder, loc, f64, result, next);
    else if (expr.getKind() == ep::ExprKind::FloatPow)
      result = math::PowFOp::create(builder, loc, result, next);
    else
      result = arith::DivFOp::create(builder, loc, result, next);
  }
  return result;
}

bool kiln::canMakeScalar(Attribute scalar) {
  auto expr = dyn_cast_or_null<ep::ExprAttr>(scalar);
  if (!expr)
    return !isa_and_nonnull<DenseF64ArrayAttr>(scalar);
  return expr.getKind() == ep::ExprKind::Bool || isFloatOfInts(expr);
}

Value kiln::makeScalar(OpBuilder &builder, Location loc, Attribute scalar,
                       Type to) {
  if (auto boolean = dyn_cast<BoolAttr>(scalar))
    return makeIntConstant(builder, loc, to, boolean.getValue());
  if (auto integer = dyn_cast<IntegerAttr>(scalar))
    return makeIntConstant(builder, loc, to, integer.getInt());
  if (auto number = dyn_cast<FloatAttr>(scalar))
    return makeConstant(builder, loc, to, number.getValueAsDouble());
  auto expr = dyn_cast<ep::ExprAttr>(scalar);
  if (!expr)
    return {};
  if (expr.isInt())
    return makeIntConstant(builder, loc, to, expr.getValue());
  if (expr.getKind() == ep::ExprKind::Float)
    return makeConstant(builder, loc, to, expr.getFloat());
  if (expr.getKind() == ep::ExprKind::Bool)
    return makeIntConstant(builder, loc, to, expr.getValue());
  if (ep::getSort(expr) != ep::Sort::Int) {
    if (!isFloatOfInts(expr))
      return {};
    return castScalar(builder, loc, makeFloat(builder, loc, expr),
                      builder.getF64Type(), to);
  }
  Value size = ep::SizeOp::create(builder, loc, expr);
  Type i64 = builder.getI64Type();
  size = arith::IndexCastOp::create(builder, loc, i64, size);
  return castScalar(builder, loc, size, i64, to);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value kiln::makeAdd(OpBuilder &builder, Location loc, Type dtype, Value a,
                    Value b) {
  if (isFloat(dtype))
    return arith::AddFOp::create(builder, loc, a, b);
  if (isBool(dtype))
    return arith::OrIOp::create(builder, loc, a, b);
  return arith::AddIOp::create(builder, loc, a, b);
}

Value kiln::makeSub(OpBuilder &builder, Location loc, Type dtype, Value a,
                    Value b) {
  if (isFloat(dtype))
    return arith::SubFOp::create(builder, loc, a, b);
  return arith::SubIOp::create(builder, loc, a, b);
}

Value kiln::makeMul(OpBuilder &builder, Location loc, Type dtype, Value a,
                    Value b) {
  if (isFloat(dtype))
    return arith::MulFOp::create(builder, loc, a, b);
  if (isBool(dtype))
    return arith::AndIOp::create(builder, loc, a, b);
  return arith::MulIOp::create(builder, loc, a, b);
}

Value kiln::makeMax(OpBuilder &builder, Location loc, Type dtype, Value a,
                    Value b) {
  if (isFloat(dtype))
    return arith::MaximumFOp::create(builder, loc, a, b);
  if (isUnsigned(dtype) || isBool(dtype))
    return arith::MaxUIOp::create(builder, loc, a, b);
  return arith::MaxSIOp::create(builder, loc, a, b);
}

Value kiln::makeMin(OpBuilder &builder, Location loc, Type dtype, Value a,
                    Value b) {
  if (isFloat(dtype))
    return arith::MinimumFOp::create(builder, loc, a, b);
  if (isUnsigned(dtype) || isBool(dtype))
    return arith::MinUIOp::create(builder, loc, a, b);
  return arith::MinSIOp::create(builder, loc, a, b);
}
