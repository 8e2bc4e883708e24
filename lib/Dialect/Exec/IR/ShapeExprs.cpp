// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions of sizes, read back from the arithmetic on indices that
// conversions and upstream's folds leave.
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "kiln/Dialect/Exec/KernelContract.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;
using ep::ExprAttr;

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

static ExprAttr getAffineExpr(AffineExpr expr, ArrayRef<ExprAttr> dims,
                              ArrayRef<ExprAttr> symbols,
                              MLIRContext *context) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return ep::makeInt(context, constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  ExprAttr lhs = getAffineExpr(binary.getLHS(), dims, symbols, context);
  ExprAttr rhs = getAffineExpr(binary.getRHS(), dims, symbols, context);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return ep::add(lhs, rhs);
  case AffineExprKind::Mul:
    return ep::mul(lhs, rhs);
  case AffineExprKind::FloorDiv:
    return ep::floorDiv(lhs, rhs);
  case AffineExprKind::CeilDiv:
    return ep::ceilDiv(lhs, rhs);
  default:
    return ep::makeExpr(ep::ExprKind::Mod, {lhs, rhs});
  }
}

static ExprAttr getApplyExpr(affine::AffineApplyOp apply) {
  AffineMap map = apply.getAffineMap();
  SmallVector<ExprAttr> operands;
  for (Value operand : apply.getMapOperands()) {
    operands.push_back(getIndexExpr(operand));
    if (!operands.back())
      return {};
  }
  ArrayRef<ExprAttr> all(operands);
  return getAffineExpr(map.getResult(0), all.take_front(map.getNumDims()),
                       all.drop_front(map.getNumDims()), apply.getContext());
}

/// A size that a kernel is called with, as manifests name it: d0, d1 ….
static ExprAttr getKernelSize(BlockArgument argument) {
  auto kernel = dyn_cast<KernelOp>(argument.getOwner()->getParentOp());
  if (!kernel)
    return {};
  return makeKernelSize(argument.getContext(),
                        argument.getArgNumber() -
                            kernel.getNumTensorArguments());
}

ExprAttr exec::getIndexExpr(Value index) {
  APInt constant;
  if (matchPattern(index, m_ConstantInt(&constant)))
    return ep::makeInt(index.getContext(), constant.getSExtValue());
  if (auto argument = dyn_cast<BlockArgument>(index))
    return getKernelSize(argument);
  Operation *op = index.getDefiningOp();
  if (!op)
    return {};
  if (auto size = dyn_cast<ep::SizeOp>(op))
    return size.getExpr();
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    std::optional<int64_t> number = dim.getConstantIndex();
    return number ? getDimExpr(dim.getSource(), *number) : ExprAttr();
  }
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return getApplyExpr(apply);
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return {};
  ExprAttr lhs = getIndexExpr(op->getOperand(0));
  ExprAttr rhs = getIndexExpr(op->getOperand(1));
  if (!lhs || !rhs)
    return {};
  if (isa<arith::AddIOp>(op))
    return ep::add(lhs, rhs);
  return isa<arith::SubIOp>(op) ? ep::sub(lhs, rhs) : ep::mul(lhs, rhs);
}

static ExprAttr getFoldExpr(OpFoldResult result, MLIRContext *context) {
  if (auto value = dyn_cast<Value>(result))
    return getIndexExpr(value);
  return ep::makeInt(context,
                     cast<IntegerAttr>(cast<Attribute>(result)).getInt());
}

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

static ExprAttr getCollapsedExpr(tensor::CollapseShapeOp collapse,
                                 int64_t dim) {
  SmallVector<ExprAttr> factors;
  auto groups = collapse.getReassociationIndices();
  for (int64_t from : groups[dim]) {
    factors.push_back(getDimExpr(collapse.getSrc(), from));
    if (!factors.back())
      return {};
  }
  return ep::product(collapse.getContext(), factors);
}

static ExprAttr getPaddedExpr(tensor::PadOp pad, int64_t dim) {
  MLIRContext *context = pad.getContext();
  ExprAttr size = getDimExpr(pad.getSource(), dim);
  ExprAttr low = getFoldExpr(pad.getMixedLowPad()[dim], context);
  ExprAttr high = getFoldExpr(pad.getMixedHighPad()[dim], context);
  return size && low && high ? ep::add(size, ep::add(low, high)) : ExprAttr();
}

static ExprAttr getConcatExpr(tensor::ConcatOp concat, int64_t dim) {
  if (dim != static_cast<int64_t>(concat.getDim()))
    return getDimExpr(concat.getInputs().front(), dim);
  ExprAttr sum = ep::makeInt(concat.getContext(), 0);
  for (Value input : concat.getInputs()) {
    ExprAttr size = getDimExpr(input, dim);
    if (!size)
      return {};
    sum = ep::add(sum, size);
  }
  return sum;
}

/// The result of a dispatch has the sizes that the kernel's `dims` name.
static ExprAttr getDispatchExpr(DispatchOp dispatch, OpResult result,
                                int64_t dim) {
  auto kernel = SymbolTable::lookupNearestSymbolFrom<KernelOp>(
      dispatch, dispatch.getKernelAttr());
  if (!kernel)
    return {};
  unsigned index = kernel.getNumTensorArguments() + result.getResultNumber();
  unsigned position =
      cast<RankedTensorType>(result.getType()).getDynamicDimIndex(dim);
  auto numbers = cast<ArrayAttr>(kernel.getDims()[index]);
  int64_t size = cast<IntegerAttr>(numbers[position]).getInt();
  return getIndexExpr(dispatch.getSizes()[size]);
}

static ExprAttr getResultExpr(Operation *op, OpResult result, int64_t dim) {
  MLIRContext *context = op->getContext();
  auto type = cast<RankedTensorType>(result.getType());
  if (auto convert = dyn_cast<ep::ToBuiltinOp>(op))
    return cast<ep::TensorType>(convert.getInput().getType()).getSizes()[dim];
  if (auto empty = dyn_cast<tensor::EmptyOp>(op))
    return getIndexExpr(empty.getDynamicSize(dim));
  if (auto splat = dyn_cast<tensor::SplatOp>(op))
    return getIndexExpr(splat.getDynamicSizes()[type.getDynamicDimIndex(dim)]);
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return getFoldExpr(expand.getMixedOutputShape()[dim], context);
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    return getCollapsedExpr(collapse, dim);
  if (auto pad = dyn_cast<tensor::PadOp>(op))
    return getPaddedExpr(pad, dim);
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    if (slice.getDroppedDims().any())
      return getIndexExpr(slice.getSizes()[type.getDynamicDimIndex(dim)]);
    return getFoldExpr(slice.getMixedSizes()[dim], context);
  }
  if (auto concat = dyn_cast<tensor::ConcatOp>(op))
    return getConcatExpr(concat, dim);
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return getDimExpr(cast.getSource(), dim);
  if (auto dispatch = dyn_cast<DispatchOp>(op))
    return getDispatchExpr(dispatch, result, dim);
  if (auto style = dyn_cast<DestinationStyleOpInterface>(op))
    return getDimExpr(style.getTiedOpOperand(result)->get(), dim);
  return {};
}

ExprAttr exec::getDimExpr(Value tensor, int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return ep::makeInt(tensor.getContext(), type.getDimSize(dim));
  if (auto result = dyn_cast<OpResult>(tensor))
    return getResultExpr(result.getOwner(), result, dim);
  auto argument = cast<BlockArgument>(tensor);
  auto kernel = dyn_cast<KernelOp>(argument.getOwner()->getParentOp());
  if (!kernel)
    return {};
  SmallVector<BlockArgument> sizes = kernel.getDims(argument.getArgNumber());
  return getKernelSize(sizes[type.getDynamicDimIndex(dim)]);
}

FailureOr<SmallVector<ExprAttr>> exec::getShapeExprs(Value tensor) {
  SmallVector<ExprAttr> sizes;
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim) {
    sizes.push_back(getDimExpr(tensor, dim));
    if (!sizes.back())
      return failure();
  }
  return sizes;
}

//===----------------------------------------------------------------------===//
// Graph
//===----------------------------------------------------------------------===//

Value exec::getOrCreateSize(Block &block, ExprAttr expr) {
  Operation *last = nullptr;
  for (Operation &op : block) {
    auto size = dyn_cast<ep::SizeOp>(op);
    if (!size)
      break;
    if (size.getExpr() == expr)
      return size;
    last = size;
  }
  OpBuilder builder(block.getParentOp()->getContext());
  if (last)
    builder.setInsertionPointAfter(last);
  else
    builder.setInsertionPointToStart(&block);
  return ep::SizeOp::create(builder, block.getParentOp()->getLoc(), expr);
}

SmallVector<Block *> exec::getGraphBlocks(ep::GraphOp graph) {
  SmallVector<Block *> blocks{&graph.getBody().front()};
  graph.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<ep::EPDialect>(op->getDialect()))
      for (Region &region : op->getRegions())
        blocks.push_back(&region.front());
  });
  return blocks;
}

/// The body of the innermost graph around `op`, which may be in a loop nest.
static Block &getGraphBlock(Operation *op) {
  while (!isa<ep::EPDialect>(op->getParentOp()->getDialect()))
    op = op->getParentOp();
  return *op->getBlock();
}

/// Is this a size that no `ep.size` gives yet? Upstream's folds of views leave
/// such arithmetic behind.
static bool isComputedSize(Operation *op) {
  if (isa<tensor::DimOp>(op))
    return true;
  bool isArithmetic = isa<affine::AffineApplyOp>(op) ||
                      (isa<arith::ArithDialect>(op->getDialect()) &&
                       !op->hasTrait<OpTrait::ConstantLike>());
  return isArithmetic && op->getResult(0).getType().isIndex() &&
         isa<ep::EPDialect>(op->getParentOp()->getDialect());
}

LogicalResult exec::resolveSizes(ep::GraphOp graph) {
  SmallVector<Operation *> computed;
  graph.walk([&](Operation *op) {
    if (isComputedSize(op))
      computed.push_back(op);
  });
  // Users first: their operands may be dead then.
  for (Operation *op : llvm::reverse(computed)) {
    Value size = op->getResult(0);
    if (!size.use_empty()) {
      ExprAttr expr = getIndexExpr(size);
      if (!expr)
        return op->emitOpError("has no known expression");
      size.replaceAllUsesWith(getOrCreateSize(getGraphBlock(op), expr));
    }
    op->erase();
  }
  return success();
}

ExprAttr exec::getByteSize(RankedTensorType type, ArrayRef<ExprAttr> sizes) {
  MLIRContext *context = type.getContext();
  ExprAttr bytes = ep::makeInt(context, getElementBytes(type.getElementType()));
  return ep::mul(bytes, ep::product(context, sizes));
}
