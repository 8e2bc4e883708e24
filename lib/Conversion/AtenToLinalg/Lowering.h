// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For every family of operators: tensors that know their sizes as expressions
// and their PyTorch dtype, and the few shapes of linalg ops that the phase
// allows.
#ifndef KILN_LIB_CONVERSION_ATENTOLINALG_LOWERING_H
#define KILN_LIB_CONVERSION_ATENTOLINALG_LOWERING_H

#include "Families.h"
#include "Scalars.h"
#include "kiln/Dialect/Aten/Shape.h"
#include "kiln/Dialect/Aten/TypedOp.h"
#include "kiln/Dialect/EP/Expr.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace kiln {

using aten::Sizes;
using aten::SizesRef;

/// A builtin tensor, its sizes, and its dtype (which knows signs).
struct Tensor {
  Value value;
  Sizes sizes;
  Type dtype;

  int64_t rank() const { return sizes.size(); }
  explicit operator bool() const { return static_cast<bool>(value); }
};

/// Computes the scalar of a result element from those of the operands.
using Body = llvm::function_ref<Value(OpBuilder &, Location, mlir::ValueRange)>;

/// Emits tensor code for one operation.
class Lowering {
public:
  Lowering(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  OpBuilder &builder;
  Location loc;

  MLIRContext *getContext() { return builder.getContext(); }

  /// The operand `original` of type !ep.tensor as `converted`.
  static Tensor get(Value original, Value converted);

  /// An attribute when static, else an ep.size.
  mlir::OpFoldResult size(ep::ExprAttr expr);
  SmallVector<mlir::OpFoldResult> getMixed(SizesRef sizes);
  /// An index.
  Value sizeValue(ep::ExprAttr expr);
  RankedTensorType getType(SizesRef sizes, Type dtype);
  Value constant(Type dtype, double value) {
    return makeConstant(builder, loc, dtype, value);
  }

  Tensor empty(SizesRef sizes, Type dtype);
  /// Every element is `scalar`.
  Tensor filled(SizesRef sizes, Type dtype, Value scalar);

  /// One parallel loop per size; `maps` say how operands are read, and are
  /// right-aligned broadcasts when empty. The body returns a `dtype`.
  Tensor pointwise(SizesRef sizes, Type dtype, ArrayRef<Tensor> operands,
                   Body body, ArrayRef<mlir::AffineMap> maps = {});
  /// Every element is computed from its indices.
  Tensor generate(SizesRef sizes, Type dtype, Body body);
  /// An element of `tensor`; indices that are data are checked when it runs.
  static Value read(OpBuilder &builder, Location loc, const Tensor &tensor,
                    ValueRange indices) {
    return mlir::tensor::ExtractOp::create(builder, loc, tensor.value, indices);
  }
  /// `tensor` for a right-aligned broadcast to `to`: where it is not known
  /// whether a dimension is 1 or that of `to`, it is repeated to that one.
  Tensor repeatOpen(const Tensor &tensor, SizesRef to);
  /// The map of a right-aligned broadcast of `from` to `to`.
  mlir::AffineMap broadcastMap(SizesRef from, SizesRef to);
  /// The map of an operand whose dimensions are these loops.
  mlir::AffineMap loopMap(unsigned loops, ArrayRef<int64_t> dims);
  Tensor cast(const Tensor &tensor, Type dtype);
  /// The result of an operator that is computed in another dtype.
  Tensor round(const Tensor &tensor, Type dtype);

  /// A nest of `loops` loops; the first `sizes.size()` of them, or those that
  /// `resultMap` names, are parallel, the others reduce. The body combines the
  /// operands' scalars and the accumulator (last) to the next accumulator.
  Tensor reduce(SizesRef sizes, Type dtype, Value identity,
                ArrayRef<Tensor> operands, ArrayRef<mlir::AffineMap> maps,
                mlir::AffineMap resultMap, Body body);
  /// The map of what is left of `rank` dimensions without `dims`.
  mlir::AffineMap mapWithout(int64_t rank, ArrayRef<int64_t> dims);
  /// Reduces `dims` of one tensor away.
  Tensor reduceDims(const Tensor &tensor, ArrayRef<int64_t> dims, Type dtype,
                    Value identity, Body body);
  /// Their sum in `dtype`.
  Tensor sumDims(const Tensor &tensor, ArrayRef<int64_t> dims, Type dtype);

  /// The same elements in row-major order in other sizes. Fails when no
  /// grouping of dimensions is known to fit.
  FailureOr<Tensor> view(const Tensor &tensor, SizesRef sizes);
  /// Elements before and after each dimension, filled with `scalar`.
  Tensor pad(const Tensor &tensor, SizesRef low, SizesRef high, Value scalar);
  /// Cuts the input by the negative ones of these numbers, and makes them 0.
  /// Null where nothing would be left.
  Tensor crop(const Tensor &tensor, Sizes &low, Sizes &high);
};

/// Has the op complex operands or results?
bool hasComplex(Operation *op);
/// Has the op a Python number where it takes a tensor?
bool hasNumber(Operation *op);

/// A conversion of one overload. Complex tensors are not converted yet.
template <typename OpT>
struct AtenConversion : mlir::OpConversionPattern<OpT> {
  using Op = OpT;
  using Adaptor = typename OpT::Adaptor;
  using Rewriter = mlir::ConversionPatternRewriter;
  using mlir::OpConversionPattern<OpT>::OpConversionPattern;

  LogicalResult matchAndRewrite(OpT op, Adaptor adaptor,
                                Rewriter &rewriter) const final {
    if (hasComplex(op))
      return rewriter.notifyMatchFailure(op, "complex tensors");
    if (hasNumber(op))
      return rewriter.notifyMatchFailure(op, "a number in place of a tensor");
    return convert(op, adaptor, rewriter);
  }
  virtual LogicalResult convert(OpT op, Adaptor adaptor,
                                Rewriter &rewriter) const = 0;
};

/// Replaces the only result by `tensor`, which has its type.
inline LogicalResult replace(mlir::ConversionPatternRewriter &rewriter,
                             Operation *op, const Tensor &tensor) {
  rewriter.replaceOp(op, tensor.value);
  return success();
}

/// A tensor whose type says more or less of its sizes than `type`, as one of
/// that; null where the two differ otherwise.
Value castSizes(OpBuilder &builder, Location loc, Value value,
                mlir::RankedTensorType type);

/// The first index of a slice of `op`; a negative bound counts from the end.
ep::ExprAttr getSliceStart(Operation *op, ep::ExprAttr start,
                           ep::ExprAttr size);

/// The ints of a SymInt list; nothing when one is symbolic.
std::optional<SmallVector<int64_t>> getInts(SizesRef list);
/// `list`, repeated to `count` entries when it has one.
SmallVector<int64_t> repeat(ArrayRef<int64_t> list, unsigned count);

} // namespace kiln

#endif // KILN_LIB_CONVERSION_ATENTOLINALG_LOWERING_H
