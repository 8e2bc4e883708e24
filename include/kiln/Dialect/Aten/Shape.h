// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shape and dtype rules of the operators, as free functions on expressions. The
// verifier and the decompositions share them. Dimensions may be negative, as in
// PyTorch; sizes are int expressions. A rule fails where an operand certainly
// breaks it; one that depends on the values of symbols is let through.
#ifndef KILN_DIALECT_ATEN_SHAPE_H
#define KILN_DIALECT_ATEN_SHAPE_H

#include "kiln/Dialect/Aten/Aten.h"
#include "kiln/Dialect/EP/Facts.h"

namespace kiln::aten {

using Sizes = SmallVector<ep::ExprAttr>;
using SizesRef = ArrayRef<ep::ExprAttr>;

/// The sizes of a value: none for a number. Null for other values.
SizesRef getSizes(Value value);
/// The dtype of a tensor; for a number PyTorch's default of its sort.
Type getDtype(Value value);

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

/// `dim` counted from the front; a tensor without dimensions counts as having
/// one. Fails when out of range.
FailureOr<int64_t> wrapDim(int64_t dim, int64_t rank);
/// Each dimension counted from the front, sorted; all of them when `dims` is
/// empty and `emptyIsAll`. Fails when out of range or named twice.
FailureOr<SmallVector<int64_t>> wrapDims(ArrayRef<int64_t> dims, int64_t rank,
                                         bool emptyIsAll);

//===----------------------------------------------------------------------===//
// Pointwise
//===----------------------------------------------------------------------===//

/// The size that two broadcast sizes have.
FailureOr<ep::ExprAttr> broadcastSize(ep::ExprAttr a, ep::ExprAttr b);
FailureOr<Sizes> broadcastSizes(ArrayRef<SizesRef> operands);

/// The dtype that values of two dtypes are computed in.
Type promoteTypes(Type a, Type b);
/// PyTorch's result type: tensors with dimensions first, then those without,
/// then numbers, where a later kind counts only if its category (bool < int <
/// float < complex) is higher. `scalars` are Scalar arguments.
Type getResultType(ArrayRef<Value> operands, ArrayRef<Attribute> scalars = {});
/// f32 for integers and bool, else `type`.
Type toFloating(Type type);

//===----------------------------------------------------------------------===//
// Reductions and matrix products
//===----------------------------------------------------------------------===//

/// `dims` are sorted and counted from the front.
Sizes reduceSizes(SizesRef sizes, ArrayRef<int64_t> dims, bool keepdim);
/// mm, bmm and the general matmul by the ranks of its operands.
FailureOr<Sizes> matmulSizes(SizesRef a, SizesRef b);

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// `to` with its -1, if any, computed from the number of elements of `from`.
FailureOr<Sizes> viewSizes(SizesRef from, SizesRef to);
/// -1 keeps a size.
FailureOr<Sizes> expandSizes(SizesRef from, SizesRef to);
FailureOr<Sizes> permuteSizes(SizesRef sizes, ArrayRef<int64_t> dims);
/// Dimensions `start` to `end` (inclusive) as one.
FailureOr<Sizes> flattenSizes(SizesRef sizes, int64_t start, int64_t end);
/// Sizes along dimension `dim` added up; others must agree.
FailureOr<Sizes> catSizes(ArrayRef<SizesRef> operands, int64_t dim);
/// A bound of a slice as a place in `[0, size]`: a negative one counts from the
/// end, and `facts` tell whether it is one.
ep::ExprAttr clampBound(ep::ExprAttr bound, ep::ExprAttr size,
                        const ep::Facts &facts);
/// The length of `[start, end)` in steps; absent bounds are the whole.
ep::ExprAttr sliceSize(ep::ExprAttr size, ep::ExprAttr start, ep::ExprAttr end,
                       ep::ExprAttr step, const ep::Facts &facts);
/// The facts on the symbols around `op`, where one of `exprs` has any.
ep::Facts getFactsFor(Operation *op, SizesRef exprs);

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

/// The number of windows over one dimension.
struct Window {
  ep::ExprAttr kernel, stride, padding, dilation;
  bool ceilMode = false;
};
ep::ExprAttr windowCount(ep::ExprAttr size, const Window &window);

/// `weight` is [out, in / groups, kernel…]; not transposed. Lists of one entry
/// count for every spatial dimension.
FailureOr<Sizes> convolutionSizes(SizesRef input, SizesRef weight,
                                  SizesRef stride, SizesRef padding,
                                  SizesRef dilation);
/// The last kernel.size() dimensions are pooled; an empty stride is the kernel.
FailureOr<Sizes> poolSizes(SizesRef input, ArrayRef<int64_t> kernel,
                           ArrayRef<int64_t> stride, ArrayRef<int64_t> padding,
                           ArrayRef<int64_t> dilation, bool ceilMode);

/// Ints as expressions.
Sizes makeSizes(MLIRContext *context, ArrayRef<int64_t> values);

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// The sizes of the first result of `op`; null where no rule is known. Fails,
/// with the reason in `why`, when the operands break the rule.
FailureOr<std::optional<Sizes>> inferSizes(AtenOp op, std::string &why);

/// Has the result of the overload the sizes to which its tensors broadcast?
bool broadcastsTensors(const Schema &schema);
/// Is there a rule for the overload? Some hold for some arguments only.
bool hasShapeRule(const Schema &schema);
/// Have all results of `op` the sizes of the first, by its rule?
bool haveResultsSameSizes(AtenOp op);

/// The conditions on sizes that the operands and the first result of `op` must
/// meet, and that are not equal as they are written: those of a rule, that
/// operands broadcast to the result, that parts fit each other.
void collectRequirements(AtenOp op, SmallVectorImpl<ep::ExprAttr> &conditions);

/// Checks the first result of `op`, where a rule is known: sizes that are
/// certainly different are an error.
LogicalResult verifyShape(AtenOp op);

} // namespace kiln::aten

#endif // KILN_DIALECT_ATEN_SHAPE_H
