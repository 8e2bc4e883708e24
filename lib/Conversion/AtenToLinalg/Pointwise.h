// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalar formulas of pointwise operators.
#ifndef KILN_LIB_CONVERSION_ATENTOLINALG_POINTWISE_H
#define KILN_LIB_CONVERSION_ATENTOLINALG_POINTWISE_H

#include "Scalars.h"
#include "kiln/Dialect/Aten/Aten.h"

namespace kiln {

/// The surroundings of a formula: the dtype that it computes in and the op.
struct Payload {
  OpBuilder &builder;
  Location loc;
  Type dtype;
  aten::AtenOp op;

  Value constant(double value) {
    return makeConstant(builder, loc, dtype, value);
  }
  Value add(Value a, Value b) { return makeAdd(builder, loc, dtype, a, b); }
  Value sub(Value a, Value b) { return makeSub(builder, loc, dtype, a, b); }
  Value mul(Value a, Value b) { return makeMul(builder, loc, dtype, a, b); }
  template <typename OpT>
  Value unary(Value a) {
    return OpT::create(builder, loc, a);
  }
  Value compare(mlir::arith::CmpFPredicate predicate, Value a, Value b) {
    return mlir::arith::CmpFOp::create(builder, loc, predicate, a, b);
  }
  Value compare(mlir::arith::CmpIPredicate predicate, Value a, Value b) {
    return mlir::arith::CmpIOp::create(builder, loc, predicate, a, b);
  }
  Value select(Value condition, Value a, Value b) {
    return mlir::arith::SelectOp::create(builder, loc, condition, a, b);
  }
};

/// The value of an element. `args` are the op's Tensor and Scalar arguments in
/// the schema's order, all in the payload's dtype; null for None.
using Formula = Value (*)(Payload &payload, ArrayRef<Value> args);

/// Quotient and remainder of ints. By -1 the quotient wraps where the machine
/// would trap; by 0 they are an error of the call.
Value emitIntDivision(Payload &p, Value a, Value b, bool isFloor);
Value emitIntRemainder(Payload &p, Value a, Value b);

namespace formula {
Value emitAbs(Payload &p, ArrayRef<Value> args);
Value emitAcos(Payload &p, ArrayRef<Value> args);
Value emitAcosh(Payload &p, ArrayRef<Value> args);
Value emitAdd(Payload &p, ArrayRef<Value> args);
Value emitAsin(Payload &p, ArrayRef<Value> args);
Value emitAsinh(Payload &p, ArrayRef<Value> args);
Value emitAtan(Payload &p, ArrayRef<Value> args);
Value emitAtan2(Payload &p, ArrayRef<Value> args);
Value emitAtanh(Payload &p, ArrayRef<Value> args);
Value emitBitwiseAnd(Payload &p, ArrayRef<Value> args);
Value emitBitwiseOr(Payload &p, ArrayRef<Value> args);
Value emitBitwiseXor(Payload &p, ArrayRef<Value> args);
Value emitCeil(Payload &p, ArrayRef<Value> args);
Value emitClamp(Payload &p, ArrayRef<Value> args);
Value emitCos(Payload &p, ArrayRef<Value> args);
Value emitCosh(Payload &p, ArrayRef<Value> args);
Value emitDiv(Payload &p, ArrayRef<Value> args);
Value emitElu(Payload &p, ArrayRef<Value> args);
Value emitEq(Payload &p, ArrayRef<Value> args);
Value emitErf(Payload &p, ArrayRef<Value> args);
Value emitExp(Payload &p, ArrayRef<Value> args);
Value emitExpm1(Payload &p, ArrayRef<Value> args);
Value emitFloor(Payload &p, ArrayRef<Value> args);
Value emitFmod(Payload &p, ArrayRef<Value> args);
Value emitGe(Payload &p, ArrayRef<Value> args);
Value emitGelu(Payload &p, ArrayRef<Value> args);
Value emitGt(Payload &p, ArrayRef<Value> args);
Value emitIdentity(Payload &p, ArrayRef<Value> args);
Value emitIsinf(Payload &p, ArrayRef<Value> args);
Value emitIsnan(Payload &p, ArrayRef<Value> args);
Value emitLe(Payload &p, ArrayRef<Value> args);
Value emitLeakyRelu(Payload &p, ArrayRef<Value> args);
Value emitLog(Payload &p, ArrayRef<Value> args);
Value emitLog10(Payload &p, ArrayRef<Value> args);
Value emitLog1p(Payload &p, ArrayRef<Value> args);
Value emitLog2(Payload &p, ArrayRef<Value> args);
Value emitLogicalNot(Payload &p, ArrayRef<Value> args);
Value emitLt(Payload &p, ArrayRef<Value> args);
Value emitMaximum(Payload &p, ArrayRef<Value> args);
Value emitMinimum(Payload &p, ArrayRef<Value> args);
Value emitMul(Payload &p, ArrayRef<Value> args);
Value emitNe(Payload &p, ArrayRef<Value> args);
Value emitNeg(Payload &p, ArrayRef<Value> args);
Value emitPow(Payload &p, ArrayRef<Value> args);
Value emitReciprocal(Payload &p, ArrayRef<Value> args);
Value emitRelu(Payload &p, ArrayRef<Value> args);
Value emitRemainder(Payload &p, ArrayRef<Value> args);
Value emitRound(Payload &p, ArrayRef<Value> args);
Value emitRsqrt(Payload &p, ArrayRef<Value> args);
Value emitSigmoid(Payload &p, ArrayRef<Value> args);
Value emitSign(Payload &p, ArrayRef<Value> args);
Value emitSin(Payload &p, ArrayRef<Value> args);
Value emitSinh(Payload &p, ArrayRef<Value> args);
Value emitSqrt(Payload &p, ArrayRef<Value> args);
Value emitSub(Payload &p, ArrayRef<Value> args);
Value emitTan(Payload &p, ArrayRef<Value> args);
Value emitTanh(Payload &p, ArrayRef<Value> args);
Value emitTrunc(Payload &p, ArrayRef<Value> args);
} // namespace formula

} // namespace kiln

#endif // KILN_LIB_CONVERSION_ATENTOLINALG_POINTWISE_H
