// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators on matrices as calls of routines.
#ifndef KILN_LIB_CONVERSION_ATENTOLINALG_MATRIXLOWERING_H
#define KILN_LIB_CONVERSION_ATENTOLINALG_MATRIXLOWERING_H

#include "Complex.h"
#include "kiln/Dialect/TX/TX.h"

namespace kiln {

/// One operator that becomes calls of routines. Its tensors are those of the
/// phase: complex ones have a trailing dimension of 2, and floats smaller than
/// f32 are f32.
class MatrixLowering : public Lowering {
public:
  using Flags = tx::MatrixFlags;

  MatrixLowering(aten::AtenOp op, ArrayRef<Value> operands,
                 mlir::ConversionPatternRewriter &rewriter)
      : Lowering(rewriter, op->getLoc()), op(op),
        integerType(rewriter.getI32Type()), rewriter(rewriter),
        operands(operands),
        isComplex(isa<mlir::ComplexType>(aten::getDtype(op->getOperand(0)))) {}

  aten::AtenOp op;
  /// The dtype of results that are integers.
  Type integerType;

  /// Fails with `message` at run time where a condition on sizes does not hold.
  void require(ep::ExprAttr condition, StringRef message) {
    if (condition != ep::makeBool(getContext(), true))
      ep::AssertOp::create(builder, loc, condition, message);
  }

  LogicalResult reject(const llvm::Twine &why) {
    return rewriter.notifyMatchFailure(op, why);
  }

  /// A tensor argument; null for None.
  Tensor input(StringRef argument);
  /// The sizes of a result, without the parts of complex numbers.
  SizesRef resultSizes(unsigned result) {
    return aten::getSizes(op->getResult(result));
  }
  /// `flag` where the argument is `value`.
  Flags when(StringRef argument, bool value, Flags flag) {
    return op.getBool(argument) == value ? flag : Flags::None;
  }

  /// Sizes of dimensions without those of parts, counted from the end.
  ep::ExprAttr size(const Tensor &matrix, int64_t fromEnd) {
    return matrix.sizes[matrix.rank() - parts() - fromEnd];
  }
  SizesRef batchOf(const Tensor &matrix) {
    return SizesRef(matrix.sizes).drop_back(2 + parts());
  }
  /// `sizes` and the parts of elements.
  Sizes shape(SizesRef sizes) {
    return isComplex ? withParts(sizes, getContext()) : Sizes(sizes);
  }
  /// The same for each matrix of a larger batch. The last `kept` dimensions
  /// are those of one.
  Tensor widen(const Tensor &tensor, SizesRef batch, unsigned kept);
  /// Matrices with ones on their diagonal.
  Tensor identity(SizesRef sizes, Type dtype);

  /// A size that no input of a routine has.
  struct Named {
    char letter;
    ep::ExprAttr size;
  };
  /// Calls a routine on inputs of one batch; gives its outputs.
  SmallVector<Tensor> call(StringRef routine, Flags flags,
                           ArrayRef<Tensor> inputs, ArrayRef<Named> sizes = {});

  /// Replaces the op by tensors, which get the dtype of its results. A result
  /// that is not asked for has no elements.
  LogicalResult replace(ArrayRef<Tensor> results);

private:
  unsigned parts() const { return isComplex ? 1 : 0; }

  mlir::ConversionPatternRewriter &rewriter;
  ArrayRef<Value> operands;
  bool isComplex;
};

/// Calls a routine on inputs of one batch; gives its outputs, of which integers
/// have `integerType`. `sizes` are those that no input has.
SmallVector<Tensor> callRoutine(Lowering &lowering, StringRef routine,
                                tx::MatrixFlags flags, ArrayRef<Tensor> inputs,
                                Type integerType, bool isComplex = false,
                                ArrayRef<MatrixLowering::Named> sizes = {});

/// An integer of 64 bits without sign as one with a sign, in the same order.
Value shiftToSigned(OpBuilder &builder, Location loc, Value value);

using MatrixConversion = LogicalResult (*)(MatrixLowering &);
/// Adds a pattern for an overload that phase core keeps.
void addMatrixConversion(mlir::TypeConverter &converter,
                         mlir::RewritePatternSet &patterns, StringRef name,
                         MatrixConversion convert);

/// Elements of rows that are chosen by their order.
void populateSelectionToTX(mlir::TypeConverter &converter,
                           mlir::RewritePatternSet &patterns);
/// Eigenvalues, singular values, and functions of matrices by them.
void populateSpectralToTX(mlir::TypeConverter &converter,
                          mlir::RewritePatternSet &patterns);

} // namespace kiln

#endif // KILN_LIB_CONVERSION_ATENTOLINALG_MATRIXLOWERING_H
