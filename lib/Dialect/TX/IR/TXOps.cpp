// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/TX/TX.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::tx;

#define GET_OP_CLASSES
#include "kiln/Dialect/TX/TXOps.cpp.inc"

bool tx::isTensorOp(Operation *op) {
  return isa<AttentionOp, CompactOp, MatrixOp, ScanOp, ScatterOp>(op);
}

SmallVector<int64_t> tx::getSerialDims(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  if (!op || !isTensorOp(op))
    return {};
  if (auto attention = dyn_cast<AttentionOp>(op))
    return {attention.getColumnLoop()};
  if (auto scan = dyn_cast<ScanOp>(op))
    return {static_cast<int64_t>(scan.getDim())};
  if (auto scatter = dyn_cast<ScatterOp>(op))
    return SmallVector<int64_t>(scatter.getDims());
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  auto matrix = dyn_cast<MatrixOp>(op);
  return llvm::to_vector(
      llvm::seq<int64_t>(matrix ? matrix.getBatchRank() : 0, rank));
}

OpFoldResult DivisorOp::fold(FoldAdaptor adaptor) {
  auto number = dyn_cast_or_null<IntegerAttr>(adaptor.getValue());
  return number && !number.getValue().isZero() ? getValue() : Value();
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

static RankedTensorType getTensor(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// `type` has the sizes and, when it is given, the elements that are wanted.
static LogicalResult verifyTensor(Operation *op, StringRef what,
                                  RankedTensorType type,
                                  ArrayRef<int64_t> shape, Type element) {
  if (succeeded(verifyCompatibleShape(type.getShape(), shape)) &&
      type.getElementType() == element)
    return success();
  return op->emitOpError(what)
         << " has type " << type << " where "
         << RankedTensorType::get(shape, element) << " is expected";
}

static LogicalResult verifyDim(Operation *op, int64_t dim, int64_t rank) {
  if (dim >= 0 && dim < rank)
    return success();
  return op->emitOpError("has no dimension ")
         << dim << " in a tensor of rank " << rank;
}

LogicalResult ScanOp::verify() {
  RankedTensorType input = getTensor(getInput());
  if (failed(verifyDim(*this, getDim(), input.getRank())))
    return failure();
  if (getKind() == CombineKind::Assign)
    return emitOpError("combines nothing by 'assign'");
  return verifyTensor(*this, "destination", getTensor(getInit()),
                      input.getShape(), input.getElementType());
}

/// The loops and dimensions that the attributes of `op` name.
static LogicalResult verifyPlaces(ScatterOp op) {
  int64_t rank = getTensor(op.getInit()).getRank();
  if (op.getIndices().empty() ||
      op.getDims().size() != op.getIndices().size() ||
      static_cast<int64_t>(op.getDims().size() + op.getWindow().size()) != rank)
    return op.emitOpError("has ")
           << op.getIndices().size() << " index tensors for "
           << op.getDims().size() << " dims, and " << op.getWindow().size()
           << " window loops, for a rank of " << rank;
  llvm::DenseSet<int64_t> seen;
  for (int64_t dim : op.getDims()) {
    if (failed(verifyDim(op, dim, rank)))
      return failure();
    if (!seen.insert(dim).second)
      return op.emitOpError("names dimension ") << dim << " twice";
  }
  seen.clear();
  for (int64_t loop : op.getWindow()) {
    if (failed(verifyDim(op, loop, getTensor(op.getUpdates()).getRank())))
      return failure();
    if (!seen.insert(loop).second)
      return op.emitOpError("names window loop ") << loop << " twice";
  }
  return success();
}

LogicalResult ScatterOp::verify() {
  if (failed(verifyPlaces(*this)))
    return failure();
  RankedTensorType updates = getTensor(getUpdates());
  if (updates.getElementType() != getTensor(getInit()).getElementType())
    return emitOpError("has updates of ")
           << updates.getElementType() << " for elements of "
           << getTensor(getInit()).getElementType();
  for (Value index : getIndices()) {
    RankedTensorType type = getTensor(index);
    if (type.getRank() > updates.getRank())
      return emitOpError("has an index tensor of rank ")
             << type.getRank() << " for updates of rank " << updates.getRank();
    if (type.getRank() != getTensor(getIndices()[0]).getRank() ||
        failed(verifyCompatibleShape(
            type.getShape(), updates.getShape().take_front(type.getRank()))))
      return emitOpError("has an index tensor of type ")
             << type << " that is not of the leading sizes of the updates";
  }
  return success();
}

LogicalResult CompactOp::verify() {
  RankedTensorType init = getTensor(getInit());
  return verifyTensor(*this, "destination", init,
                      {ShapedType::kDynamic, getTensor(getMask()).getRank()},
                      init.getElementType());
}
