// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pointwise.h"
#include "Lowering.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

namespace {
/// By the overload's name: operators beyond core have no typed views.
struct ConvertPointwise : ConversionPattern {
  ConvertPointwise(const TypeConverter &converter, const PointwiseRow &row,
                   MLIRContext *context)
      : ConversionPattern(converter, requireSchema(row.name).getName(),
                          /*benefit=*/1, context),
        row(row) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const final;

private:
  Tensor compute(Lowering &lowering, AtenOp op, unsigned result,
                 ArrayRef<PointwiseArgument> arguments) const;

  PointwiseRow row;
};
} // namespace

/// The Tensor and Scalar arguments in order.
static SmallVector<PointwiseArgument>
collectArguments(AtenOp op, ArrayRef<Value> converted) {
  SmallVector<PointwiseArgument> arguments;
  for (auto [i, argument] : llvm::enumerate(op.getSchema().getArguments())) {
    PointwiseArgument read;
    if (argument.type.kind == TypeKind::Scalar) {
      read.number = op.attribute(i);
    } else if (argument.type.isTensor() && !argument.type.list) {
      Value value = op.tensor(i);
      auto number =
          value ? dyn_cast<ep::NumberType>(value.getType()) : ep::NumberType();
      if (number)
        read.number = number.getValue();
      else if (value)
        read = {value, converted[op.getSegment(i).start], Attribute()};
    } else {
      continue;
    }
    read.isCondition = argument.name == "condition";
    arguments.push_back(read);
  }
  return arguments;
}

static Type getOperandsDtype(AtenOp op) {
  SmallVector<Attribute> scalars;
  if (op.getSchema().findArgument("other"))
    if (!op.getSchema().getArguments()[op.indexOf("other")].type.isValue())
      scalars.push_back(op.attribute("other"));
  return getResultType(llvm::to_vector(op->getOperands()), scalars);
}

Tensor ConvertPointwise::compute(Lowering &lowering, AtenOp op, unsigned result,
                                 ArrayRef<PointwiseArgument> arguments) const {
  auto type = cast<ep::TensorType>(op->getResult(result).getType());
  Type common = row.domain == Domain::Operands ? getOperandsDtype(op)
                : row.domain == Domain::Bool   ? lowering.builder.getI1Type()
                                               : getDtype(op->getResult(0));
  Type dtype = row.domain == Domain::Exact ? common : getComputeType(common);
  auto cast = row.domain == Domain::Result ? castComputed : castScalar;
  SmallVector<Tensor> tensors;
  for (const PointwiseArgument &argument : arguments)
    if (argument.original)
      tensors.push_back(Lowering::get(argument.original, argument.converted));
  auto body = [&](OpBuilder &b, Location l, ValueRange scalars) {
    SmallVector<Value> args;
    unsigned next = 0;
    for (const PointwiseArgument &argument : arguments) {
      if (!argument.original) {
        args.push_back(argument.number
                           ? makeScalar(b, l, argument.number, dtype)
                           : Value());
        continue;
      }
      Type from = tensors[next].dtype;
      Type to = argument.isCondition ? Type(b.getI1Type()) : common;
      Value value = cast(b, l, scalars[next++], from, to);
      args.push_back(argument.isCondition ? value
                                          : cast(b, l, value, common, dtype));
    }
    Payload payload{b, l, dtype, op};
    Value value = row.formulas[result](payload, args);
    // Bools and exponents have their dtype already.
    bool isDone = value.getType() == getBuiltinElement(type.getElementType());
    return isDone ? value
                  : castComputed(b, l, value, dtype, type.getElementType());
  };
  return lowering.pointwise(type.getSizes(), type.getElementType(), tensors,
                            body);
}

LogicalResult
ConvertPointwise::matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                                  ConversionPatternRewriter &rewriter) const {
  if (hasComplex(op) != static_cast<bool>(row.complex))
    return rewriter.notifyMatchFailure(op, row.complex ? "has no complex tensor"
                                                       : "complex tensors");
  SmallVector<PointwiseArgument> arguments =
      collectArguments(AtenOp(op), operands);
  if (row.complex)
    return convertComplexPointwise(AtenOp(op), arguments, row.complex,
                                   rewriter);
  for (const PointwiseArgument &argument : arguments)
    if (!canMakeScalar(argument.number))
      return rewriter.notifyMatchFailure(op,
                                         "complex or symbolic float number");
  Lowering lowering(rewriter, op->getLoc());
  SmallVector<Value> results;
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    results.push_back(compute(lowering, AtenOp(op), i, arguments).value);
  rewriter.replaceOp(op, results);
  return success();
}

void kiln::populatePointwiseToLinalg(TypeConverter &converter,
                                     RewritePatternSet &patterns) {
  for (ArrayRef<PointwiseRow> rows :
       {getArithmeticRows(), getElementaryRows(), getNumberRows(),
        getSpecialRows(), getComplexRows()})
    for (const PointwiseRow &row : rows)
      patterns.add<ConvertPointwise>(converter, row, patterns.getContext());
}
