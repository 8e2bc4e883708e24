// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointwise operators: tables of formulas for an element.
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

struct Complex;
struct Formulas;

/// The surroundings of a complex formula.
struct ComplexPayload {
  Formulas &formulas;
  aten::AtenOp op;
};
/// The value of an element; of a real result the real part.
using ComplexFormula = Complex (*)(ComplexPayload &payload,
                                   ArrayRef<Complex> args);

/// The dtype that the arguments of a formula are brought to.
enum class Domain {
  Result,   ///< that of the first result, f32 for smaller floats
  Rounded,  ///< the same, of operands as they are rounded: jumps, differences
  Exact,    ///< that of the first result
  Operands, ///< the common one of the operands, f32 for smaller floats
  Bool
};

/// How an overload is computed, element by element.
struct PointwiseRow {
  constexpr PointwiseRow(llvm::StringLiteral name, Formula formula)
      : PointwiseRow(name, Domain::Result, formula) {}
  constexpr PointwiseRow(llvm::StringLiteral name, Domain domain,
                         Formula formula, Formula second = nullptr)
      : name(name), domain(domain), formulas{formula, second} {}
  constexpr PointwiseRow(llvm::StringLiteral name, ComplexFormula complex)
      : name(name), complex(complex) {}

  llvm::StringLiteral name;
  Domain domain = Domain::Result;
  Formula formulas[2] = {}; ///< one for each result
  /// Of an op with complex tensors, in place of the others.
  ComplexFormula complex = nullptr;
};

ArrayRef<PointwiseRow> getArithmeticRows();
ArrayRef<PointwiseRow> getComplexRows();
ArrayRef<PointwiseRow> getElementaryRows();
ArrayRef<PointwiseRow> getNumberRows();
ArrayRef<PointwiseRow> getSpecialRows();

/// An argument of a pointwise op: a tensor, a number, or None.
struct PointwiseArgument {
  Value original, converted; ///< null where it is no tensor
  Attribute number;          ///< null where it is no number
  bool isCondition = false;
};

/// Replaces an op with complex operands or results.
LogicalResult
convertComplexPointwise(aten::AtenOp op, ArrayRef<PointwiseArgument> arguments,
                        ComplexFormula formula,
                        mlir::ConversionPatternRewriter &rewriter);

} // namespace kiln

#endif // KILN_LIB_CONVERSION_ATENTOLINALG_POINTWISE_H
