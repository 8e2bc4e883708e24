// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pointwise.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

using namespace mlir;
using namespace kiln;

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// alpha * other, for add and sub.
static Value scaleOther(Payload &p, ArrayRef<Value> args) {
  auto alpha = dyn_cast_or_null<IntegerAttr>(p.op.attribute("alpha"));
  bool isOne = alpha && !isa<BoolAttr>(alpha) && alpha.getInt() == 1;
  return isOne ? args[1] : p.mul(args[2], args[1]);
}

static Value emitAdd(Payload &p, ArrayRef<Value> args) {
  return p.add(args[0], scaleOther(p, args));
}

static Value emitSub(Payload &p, ArrayRef<Value> args) {
  return p.sub(args[0], scaleOther(p, args));
}

static Value emitMul(Payload &p, ArrayRef<Value> args) {
  return p.mul(args[0], args[1]);
}

/// Without a rounding mode the dtype is floating.
static Value emitDiv(Payload &p, ArrayRef<Value> args) {
  StringRef mode;
  if (p.op.getSchema().findArgument("rounding_mode"))
    mode = p.op.getString("rounding_mode");
  auto [a, b] = std::pair(args[0], args[1]);
  if (!isFloat(p.dtype))
    return emitIntDivision(p, a, b, mode == "floor");
  Value quotient = arith::DivFOp::create(p.builder, p.loc, a, b);
  if (mode == "floor")
    return p.unary<math::FloorOp>(quotient);
  return mode == "trunc" ? p.unary<math::TruncOp>(quotient) : quotient;
}

static Value emitNeg(Payload &p, ArrayRef<Value> args) {
  if (isFloat(p.dtype))
    return p.unary<arith::NegFOp>(args[0]);
  return p.sub(p.constant(0), args[0]);
}

static Value emitAbs(Payload &p, ArrayRef<Value> args) {
  if (isUnsigned(p.dtype) || isBool(p.dtype))
    return args[0];
  return isFloat(p.dtype) ? p.unary<math::AbsFOp>(args[0])
                          : p.unary<math::AbsIOp>(args[0]);
}

static Value emitReciprocal(Payload &p, ArrayRef<Value> args) {
  return arith::DivFOp::create(p.builder, p.loc, p.constant(1), args[0]);
}

static Value emitRsqrt(Payload &p, ArrayRef<Value> args) {
  return emitReciprocal(p, p.unary<math::SqrtOp>(args[0]));
}

/// x^n by squaring, for small n.
static Value powerOf(Payload &p, Value x, int64_t exponent) {
  Value result;
  for (Value square = x; exponent; exponent >>= 1) {
    if (exponent & 1)
      result = result ? p.mul(result, square) : square;
    if (exponent > 1)
      square = p.mul(square, square);
  }
  return result ? result : p.constant(1);
}

/// The exponent, when it is a literal.
static std::optional<double> getExponent(Payload &p) {
  std::optional<unsigned> index = p.op.getSchema().findArgument("exponent");
  if (!index || p.op.getSchema().getArguments()[*index].type.isValue())
    return std::nullopt;
  Attribute attr = p.op.attribute(*index);
  if (auto number = dyn_cast_or_null<FloatAttr>(attr))
    return number.getValueAsDouble();
  if (auto integer = dyn_cast_or_null<IntegerAttr>(attr))
    return static_cast<double>(integer.getInt());
  return std::nullopt;
}

static Value emitPow(Payload &p, ArrayRef<Value> args) {
  std::optional<double> exponent = getExponent(p);
  bool isSmall = exponent && *exponent == std::floor(*exponent) &&
                 *exponent >= 0 && *exponent <= 8;
  if (isSmall && (!isFloat(p.dtype) || *exponent <= 3))
    return powerOf(p, args[0], static_cast<int64_t>(*exponent));
  if (isUnsigned(p.dtype)) {
    // The op takes exponents to be signed.
    Type i64 = p.builder.getI64Type();
    Value power = math::IPowIOp::create(
        p.builder, p.loc, castScalar(p.builder, p.loc, args[0], p.dtype, i64),
        castScalar(p.builder, p.loc, args[1], p.dtype, i64));
    return castScalar(p.builder, p.loc, power, i64, p.dtype);
  }
  if (!isFloat(p.dtype))
    return math::IPowIOp::create(p.builder, p.loc, args[0], args[1]);
  if (exponent == 0.5)
    return p.unary<math::SqrtOp>(args[0]);
  if (exponent == -1.0)
    return emitReciprocal(p, args);
  if (exponent == -0.5)
    return emitRsqrt(p, args);
  return math::PowFOp::create(p.builder, p.loc, args[0], args[1]);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static Value emitCos(Payload &p, ArrayRef<Value> args) {
  return p.unary<math::CosOp>(args[0]);
}
static Value emitErf(Payload &p, ArrayRef<Value> args) {
  return p.unary<math::ErfOp>(args[0]);
}
static Value emitExp(Payload &p, ArrayRef<Value> args) {
  return p.unary<math::ExpOp>(args[0]);
}
static Value emitLog(Payload &p, ArrayRef<Value> args) {
  return p.unary<math::LogOp>(args[0]);
}
static Value emitSin(Payload &p, ArrayRef<Value> args) {
  return p.unary<math::SinOp>(args[0]);
}
static Value emitSqrt(Payload &p, ArrayRef<Value> args) {
  return p.unary<math::SqrtOp>(args[0]);
}
static Value emitTanh(Payload &p, ArrayRef<Value> args) {
  return p.unary<math::TanhOp>(args[0]);
}

/// Of ints these are the identity.
template <typename OpT>
static Value emitRounding(Payload &p, Value x) {
  return isFloat(p.dtype) ? p.unary<OpT>(x) : x;
}
static Value emitCeil(Payload &p, ArrayRef<Value> args) {
  return emitRounding<math::CeilOp>(p, args[0]);
}
static Value emitFloor(Payload &p, ArrayRef<Value> args) {
  return emitRounding<math::FloorOp>(p, args[0]);
}
static Value emitRound(Payload &p, ArrayRef<Value> args) {
  return emitRounding<math::RoundEvenOp>(p, args[0]);
}
static Value emitTrunc(Payload &p, ArrayRef<Value> args) {
  return emitRounding<math::TruncOp>(p, args[0]);
}

/// 1 / (1 + exp(-x))
static Value emitSigmoid(Payload &p, ArrayRef<Value> args) {
  Value e = p.unary<math::ExpOp>(p.unary<arith::NegFOp>(args[0]));
  return emitReciprocal(p, p.add(p.constant(1), e));
}

/// x * Phi(x): exactly by erf, or by tanh as BERT has it.
static Value emitGelu(Payload &p, ArrayRef<Value> args) {
  Value x = args[0], inner;
  if (p.op.getString("approximate") == "tanh") {
    Value cube = p.mul(p.mul(x, x), x);
    inner = p.add(x, p.mul(p.constant(0.044715), cube));
    inner = p.mul(p.constant(std::sqrt(2.0 / M_PI)), inner);
    inner = p.unary<math::TanhOp>(inner);
  } else {
    inner = p.unary<math::ErfOp>(p.mul(x, p.constant(M_SQRT1_2)));
  }
  return p.mul(p.mul(p.constant(0.5), x), p.add(p.constant(1), inner));
}

static Value emitRelu(Payload &p, ArrayRef<Value> args) {
  return makeMax(p.builder, p.loc, p.dtype, args[0], p.constant(0));
}

static Value emitLeakyRelu(Payload &p, ArrayRef<Value> args) {
  Value positive = arith::CmpFOp::create(
      p.builder, p.loc, arith::CmpFPredicate::OGT, args[0], p.constant(0));
  return arith::SelectOp::create(p.builder, p.loc, positive, args[0],
                                 p.mul(args[0], args[1]));
}

//===----------------------------------------------------------------------===//
// Comparisons, logic and bits
//===----------------------------------------------------------------------===//

static Value emitMaximum(Payload &p, ArrayRef<Value> args) {
  return makeMax(p.builder, p.loc, p.dtype, args[0], args[1]);
}

static Value emitMinimum(Payload &p, ArrayRef<Value> args) {
  return makeMin(p.builder, p.loc, p.dtype, args[0], args[1]);
}

/// The upper bound wins where they cross.
static Value emitClamp(Payload &p, ArrayRef<Value> args) {
  Value x = args[0];
  if (args[1])
    x = makeMax(p.builder, p.loc, p.dtype, x, args[1]);
  return args[2] ? makeMin(p.builder, p.loc, p.dtype, x, args[2]) : x;
}

static Value emitCompare(Payload &p, ArrayRef<Value> args,
                         arith::CmpFPredicate onFloats,
                         arith::CmpIPredicate onSigned,
                         arith::CmpIPredicate onUnsigned) {
  if (isFloat(p.dtype))
    return arith::CmpFOp::create(p.builder, p.loc, onFloats, args[0], args[1]);
  bool zeroExtends = isUnsigned(p.dtype) || isBool(p.dtype);
  return arith::CmpIOp::create(
      p.builder, p.loc, zeroExtends ? onUnsigned : onSigned, args[0], args[1]);
}

using FP = arith::CmpFPredicate;
using IP = arith::CmpIPredicate;
static Value emitEq(Payload &p, ArrayRef<Value> args) {
  return emitCompare(p, args, FP::OEQ, IP::eq, IP::eq);
}
static Value emitNe(Payload &p, ArrayRef<Value> args) {
  return emitCompare(p, args, FP::UNE, IP::ne, IP::ne);
}
static Value emitLt(Payload &p, ArrayRef<Value> args) {
  return emitCompare(p, args, FP::OLT, IP::slt, IP::ult);
}
static Value emitLe(Payload &p, ArrayRef<Value> args) {
  return emitCompare(p, args, FP::OLE, IP::sle, IP::ule);
}
static Value emitGt(Payload &p, ArrayRef<Value> args) {
  return emitCompare(p, args, FP::OGT, IP::sgt, IP::ugt);
}
static Value emitGe(Payload &p, ArrayRef<Value> args) {
  return emitCompare(p, args, FP::OGE, IP::sge, IP::uge);
}

static Value emitIsnan(Payload &p, ArrayRef<Value> args) {
  if (!isFloat(p.dtype))
    return makeIntConstant(p.builder, p.loc, p.builder.getI1Type(), 0);
  return arith::CmpFOp::create(p.builder, p.loc, FP::UNO, args[0], args[0]);
}

static Value emitBitwiseAnd(Payload &p, ArrayRef<Value> args) {
  return arith::AndIOp::create(p.builder, p.loc, args[0], args[1]);
}
static Value emitBitwiseOr(Payload &p, ArrayRef<Value> args) {
  return arith::OrIOp::create(p.builder, p.loc, args[0], args[1]);
}
static Value emitBitwiseXor(Payload &p, ArrayRef<Value> args) {
  return arith::XOrIOp::create(p.builder, p.loc, args[0], args[1]);
}
/// Also bitwise_not of ints.
static Value emitLogicalNot(Payload &p, ArrayRef<Value> args) {
  Value ones = makeIntConstant(p.builder, p.loc, p.dtype, -1);
  return arith::XOrIOp::create(p.builder, p.loc, args[0], ones);
}

/// Conditions are bool.
static Value emitWhere(Payload &p, ArrayRef<Value> args) {
  return p.select(args[0], args[1], args[2]);
}

static constexpr PointwiseRow kRows[] = {
    {"aten.abs.default", emitAbs},
    {"aten.add.Tensor", Domain::Rounded, emitAdd},
    {"aten.add.Scalar", Domain::Rounded, emitAdd},
    {"aten.bitwise_and.Tensor", emitBitwiseAnd},
    {"aten.bitwise_and.Scalar", emitBitwiseAnd},
    {"aten.bitwise_or.Tensor", emitBitwiseOr},
    {"aten.bitwise_or.Scalar", emitBitwiseOr},
    {"aten.bitwise_xor.Tensor", emitBitwiseXor},
    {"aten.bitwise_xor.Scalar", emitBitwiseXor},
    {"aten.bitwise_not.default", emitLogicalNot},
    {"aten.ceil.default", Domain::Rounded, emitCeil},
    {"aten.clamp.default", emitClamp},
    {"aten.clamp.Tensor", emitClamp},
    {"aten.hardtanh.default", emitClamp},
    {"aten.cos.default", emitCos},
    {"aten.div.Tensor", emitDiv},
    {"aten.div.Scalar", emitDiv},
    {"aten.div.Tensor_mode", Domain::Rounded, emitDiv},
    {"aten.div.Scalar_mode", Domain::Rounded, emitDiv},
    {"aten.erf.default", emitErf},
    {"aten.exp.default", emitExp},
    {"aten.floor.default", Domain::Rounded, emitFloor},
    {"aten.gelu.default", emitGelu},
    {"aten.leaky_relu.default", emitLeakyRelu},
    {"aten.log.default", emitLog},
    {"aten.maximum.default", emitMaximum},
    {"aten.minimum.default", emitMinimum},
    {"aten.mul.Tensor", emitMul},
    {"aten.mul.Scalar", emitMul},
    {"aten.neg.default", emitNeg},
    {"aten.pow.Tensor_Scalar", emitPow},
    {"aten.pow.Tensor_Tensor", emitPow},
    {"aten.pow.Scalar", emitPow},
    {"aten.reciprocal.default", emitReciprocal},
    {"aten.relu.default", emitRelu},
    {"aten.round.default", Domain::Rounded, emitRound},
    {"aten.rsqrt.default", emitRsqrt},
    {"aten.sigmoid.default", emitSigmoid},
    {"aten.sin.default", emitSin},
    {"aten.sqrt.default", emitSqrt},
    {"aten.sub.Tensor", Domain::Rounded, emitSub},
    {"aten.sub.Scalar", Domain::Rounded, emitSub},
    {"aten.tanh.default", emitTanh},
    {"aten.trunc.default", Domain::Rounded, emitTrunc},
    {"aten.eq.Tensor", Domain::Operands, emitEq},
    {"aten.eq.Scalar", Domain::Operands, emitEq},
    {"aten.ne.Tensor", Domain::Operands, emitNe},
    {"aten.ne.Scalar", Domain::Operands, emitNe},
    {"aten.lt.Tensor", Domain::Operands, emitLt},
    {"aten.lt.Scalar", Domain::Operands, emitLt},
    {"aten.le.Tensor", Domain::Operands, emitLe},
    {"aten.le.Scalar", Domain::Operands, emitLe},
    {"aten.gt.Tensor", Domain::Operands, emitGt},
    {"aten.gt.Scalar", Domain::Operands, emitGt},
    {"aten.ge.Tensor", Domain::Operands, emitGe},
    {"aten.ge.Scalar", Domain::Operands, emitGe},
    {"aten.isnan.default", Domain::Operands, emitIsnan},
    {"aten.logical_and.default", Domain::Bool, emitBitwiseAnd},
    {"aten.logical_or.default", Domain::Bool, emitBitwiseOr},
    {"aten.logical_xor.default", Domain::Bool, emitBitwiseXor},
    {"aten.logical_not.default", Domain::Bool, emitLogicalNot},
    {"aten.where.self", Domain::Exact, emitWhere},
};

ArrayRef<PointwiseRow> kiln::getArithmeticRows() { return kRows; }
