// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MatrixLowering.h"
#include "kiln/Matrix/Routines.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;
using matrix::RoutineOperand;

Tensor MatrixLowering::input(StringRef argument) {
  Value original = op.tensor(argument);
  if (!original)
    return {};
  unsigned operand = op.getSegment(op.indexOf(argument)).start;
  Tensor tensor = getParts(original, operands[operand]);
  if (isFloat(tensor.dtype))
    return cast(tensor, getComputeType(tensor.dtype));
  return tensor;
}

Tensor MatrixLowering::widen(const Tensor &tensor, SizesRef batch,
                             unsigned kept) {
  Sizes sizes(batch);
  llvm::append_range(sizes, SizesRef(tensor.sizes).take_back(kept));
  if (sizes == tensor.sizes)
    return tensor;
  return pointwise(
      sizes, tensor.dtype, tensor,
      [](OpBuilder &, Location, ValueRange args) -> Value { return args[0]; });
}

Tensor MatrixLowering::identity(SizesRef sizes, Type dtype) {
  unsigned row = sizes.size() - 2;
  return generate(
      shape(sizes), dtype,
      [&](OpBuilder &b, Location l, ValueRange indices) -> Value {
        Value isOne = arith::CmpIOp::create(b, l, arith::CmpIPredicate::eq,
                                            indices[row], indices[row + 1]);
        if (isComplex) {
          Value zero = arith::ConstantIndexOp::create(b, l, 0);
          Value isReal = arith::CmpIOp::create(b, l, arith::CmpIPredicate::eq,
                                               indices.back(), zero);
          isOne = arith::AndIOp::create(b, l, isOne, isReal);
        }
        return arith::SelectOp::create(b, l, isOne,
                                       makeConstant(b, l, dtype, 1),
                                       makeConstant(b, l, dtype, 0));
      });
}

SmallVector<Tensor> kiln::callRoutine(Lowering &lowering, StringRef name,
                                      tx::MatrixFlags flags,
                                      ArrayRef<Tensor> inputs, Type integerType,
                                      bool isComplex,
                                      ArrayRef<MatrixLowering::Named> named) {
  const matrix::Routine &routine = *matrix::lookupRoutine(name);
  MLIRContext *context = lowering.getContext();
  unsigned own = routine.getInputs()[0].sizes.size() + isComplex;
  SizesRef batch = SizesRef(inputs[0].sizes).drop_back(own);
  llvm::SmallDenseMap<char, ExprAttr> letters;
  for (auto [operand, input] : llvm::zip(routine.getInputs(), inputs))
    for (auto [i, letter] : llvm::enumerate(operand.sizes))
      letters.try_emplace(letter, input.sizes[batch.size() + i]);
  for (const MatrixLowering::Named &size : named)
    letters[size.letter] = size.size;

  ExprAttr words = ep::makeInt(context, 0);
  SmallVector<Sizes> shapes;
  for (const RoutineOperand &operand : routine.operands) {
    Sizes &sizes = shapes.emplace_back();
    for (char letter : operand.sizes)
      sizes.push_back(letters.at(letter));
    if (operand.isComplex(isComplex))
      sizes = withParts(sizes, context);
    words = ep::add(words, ep::product(context, sizes));
  }
  SmallVector<Tensor> results;
  auto addResult = [&](SizesRef sizes, Type dtype) {
    Sizes all(batch);
    llvm::append_range(all, sizes);
    results.push_back(lowering.empty(all, dtype));
  };
  for (auto [i, operand] : llvm::enumerate(routine.getOutputs()))
    addResult(shapes[inputs.size() + i],
              operand.element == 'I' ? integerType : inputs[0].dtype);
  addResult(words, lowering.builder.getF64Type());

  auto values = [](ArrayRef<Tensor> tensors) {
    return llvm::map_to_vector(tensors,
                               [](const Tensor &t) { return t.value; });
  };
  SmallVector<Value> inits = values(results);
  auto made = tx::MatrixOp::create(lowering.builder, lowering.loc,
                                   TypeRange(ValueRange(inits)),
                                   lowering.builder.getStringAttr(name),
                                   values(inputs), inits, flags, isComplex);
  for (auto [result, value] : llvm::zip(results, made.getResults()))
    result.value = value;
  results.pop_back();
  return results;
}

SmallVector<Tensor> MatrixLowering::call(StringRef name, Flags flags,
                                         ArrayRef<Tensor> inputs,
                                         ArrayRef<Named> named) {
  return callRoutine(*this, name, flags, inputs, integerType, isComplex, named);
}

Value kiln::shiftToSigned(OpBuilder &builder, Location loc, Value value) {
  Value sign = arith::ConstantIntOp::create(
      builder, loc, value.getType(), std::numeric_limits<int64_t>::min());
  return arith::XOrIOp::create(builder, loc, value, sign);
}

LogicalResult MatrixLowering::replace(ArrayRef<Tensor> results) {
  SmallVector<Value> values;
  for (auto [tensor, result] : llvm::zip(results, op->getResults())) {
    Type dtype = getDtype(result), part = getPartType(dtype);
    Sizes sizes(getSizes(result));
    if (isa<ComplexType>(dtype))
      sizes = withParts(sizes, getContext());
    if (sizes.size() != tensor.sizes.size() ||
        llvm::is_contained(sizes, ep::makeInt(getContext(), 0)))
      values.push_back(empty(sizes, part).value);
    else
      values.push_back(cast(tensor, part).value);
  }
  rewriter.replaceOp(op, values);
  return success();
}

namespace {
struct ConvertMatrix : ConversionPattern {
  ConvertMatrix(const TypeConverter &converter, StringRef name,
                MatrixConversion convert, MLIRContext *context)
      : ConversionPattern(converter, name, /*benefit=*/1, context),
        convert(convert) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (hasNumber(op))
      return rewriter.notifyMatchFailure(op, "a number in place of a tensor");
    AtenOp aten(op);
    bool checks = llvm::any_of(
        aten.getSchema().getArguments(),
        [](const SchemaArgument &a) { return a.name == "check_errors"; });
    if (checks && aten.getBool("check_errors"))
      return rewriter.notifyMatchFailure(op, "check_errors is set");
    MatrixLowering lowering(aten, operands, rewriter);
    return convert(lowering);
  }

  MatrixConversion convert;
};
} // namespace

void kiln::addMatrixConversion(TypeConverter &converter,
                               RewritePatternSet &patterns, StringRef name,
                               MatrixConversion convert) {
  patterns.insert(std::make_unique<ConvertMatrix>(converter, name, convert,
                                                  patterns.getContext()));
}
