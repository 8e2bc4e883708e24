// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LeadingSlices.h"
#include "KernelGroups.h"
#include "kiln/Dialect/EP/Expr.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "kiln/Support/CacheLine.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;
using ep::ExprAttr;

/// The size of dimension `dim` of `slice`, in the numbers of its source.
static ExprAttr getSizeExpr(tensor::ExtractSliceOp slice, unsigned dim) {
  OpFoldResult size = slice.getMixedSizes()[dim];
  if (std::optional<int64_t> known = getConstantIntValue(size))
    return ep::makeInt(slice.getContext(), *known);
  return getIndexExpr(cast<Value>(size));
}

/// Adds where dimension `dim` begins to `place`, which has the dimensions
/// behind it; false where that is no multiple of a line.
static bool addOffset(tensor::ExtractSliceOp slice, unsigned dim,
                      ExprAttr inner, int64_t innerFactor, ExprAttr &place) {
  std::optional<int64_t> offset =
      getConstantIntValue(slice.getMixedOffsets()[dim]);
  if (!offset || *offset * innerFactor % kCacheLineBytes != 0)
    return false;
  place =
      ep::add(place, ep::mul(ep::makeInt(slice.getContext(), *offset), inner));
  return true;
}

std::optional<SliceBytes> exec::getSliceBytes(tensor::ExtractSliceOp slice) {
  MLIRContext *context = slice.getContext();
  RankedTensorType type = slice.getSourceType();
  int64_t factor = getElementBytes(type.getElementType());
  // Bytes of the dimensions behind, in the source and in the slice.
  ExprAttr inner = ep::makeInt(context, factor), bytes = inner;
  ExprAttr offset = ep::makeInt(context, 0), one = ep::makeInt(context, 1);
  bool isWhole = true;
  for (unsigned dim = type.getRank(); dim-- > 0;) {
    ExprAttr size = getSizeExpr(slice, dim);
    ExprAttr extent = getDimExpr(slice.getSource(), dim);
    if (!size || !extent || slice.getStaticStrides()[dim] != 1 ||
        (!isWhole && size != one) ||
        !addOffset(slice, dim, inner, factor, offset))
      return std::nullopt;
    isWhole &= size == extent;
    bytes = ep::mul(bytes, size);
    inner = ep::mul(inner, extent);
    if (extent.isInt())
      factor *= extent.getValue();
  }
  return SliceBytes{offset, bytes};
}

/// Is `value`, but for its shape, what the graph gets or what a kernel or a
/// call makes, or a slice of that?
static bool hasBuffer(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isView(op) && !isa<ep::ToBuiltinOp>(op) && !isLeadingSlice(op))
      return !isAbsorbed(op);
    value = op->getOperand(0);
  }
  return isa<ep::GraphOp>(cast<BlockArgument>(value).getOwner()->getParentOp());
}

bool exec::isHandedOn(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    if (user->hasTrait<OpTrait::IsTerminator>())
      return true;
    bool isSame =
        isView(user) || isa<ep::FromBuiltinOp, tensor::ExtractSliceOp>(user);
    return isSame && isHandedOn(user->getResult(0));
  });
}

bool exec::isLeadingSlice(Operation *op) {
  auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
  return slice && hasBuffer(slice.getSource()) &&
         !isHandedOn(slice.getResult()) && getSliceBytes(slice).has_value();
}
