// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// linalg operations at one point of their results: parallel dimensions are
// given by the indices asked for, reduction dimensions become loops.
#include "ScalarEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;

/// The addition by which `op` sums f32 values, if that is all it does with its
/// accumulator. Such a sum is accumulated in f64 and rounded once: adding one
/// after another in f32 loses more than the blocked sums of other libraries.
static Operation *findWideSum(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1)
    return nullptr;
  Block *block = op.getBlock();
  BlockArgument accumulator = block->getArguments().back();
  auto sum =
      block->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!sum || !sum.getType().isF32() || sum->getBlock() != block ||
      !accumulator.hasOneUse() || !sum->hasOneUse())
    return nullptr;
  return *accumulator.user_begin() == sum ? sum.getOperation() : nullptr;
}

/// The product that `sum` adds to its accumulator, where nothing else reads it.
static arith::MulFOp findProduct(Operation *sum) {
  for (Value operand : sum->getOperands())
    if (auto product = operand.getDefiningOp<arith::MulFOp>())
      if (product->getBlock() == sum->getBlock() && product->hasOneUse())
        return product;
  return nullptr;
}

/// What `sum` makes of its accumulator in f64. A product is exact there, so
/// that one instruction that multiplies and adds gives the same as two.
static FailureOr<Value>
addWide(OpBuilder &builder, Operation *sum, Value accumulator,
        llvm::function_ref<FailureOr<Value>(Value)> read) {
  Location loc = sum->getLoc();
  auto readWide = [&](Value value) -> FailureOr<Value> {
    FailureOr<Value> narrow = read(value);
    if (failed(narrow))
      return failure();
    return arith::ExtFOp::create(builder, loc, builder.getF64Type(), *narrow)
        .getResult();
  };
  auto add = [&](Value item, arith::FastMathFlags flags) -> Value {
    return arith::AddFOp::create(builder, loc, accumulator, item, flags);
  };
  if (arith::MulFOp product = findProduct(sum)) {
    FailureOr<Value> a = readWide(product.getLhs());
    FailureOr<Value> b = readWide(product.getRhs());
    if (failed(a) || failed(b))
      return failure();
    auto flags = arith::FastMathFlags::contract;
    return add(arith::MulFOp::create(builder, loc, *a, *b, flags), flags);
  }
  bool isFirst = sum->getOperand(0) == sum->getBlock()->getArguments().back();
  FailureOr<Value> item = readWide(sum->getOperand(isFirst ? 1 : 0));
  if (failed(item))
    return failure();
  return add(*item, arith::FastMathFlags::none);
}

FailureOr<Value> ScalarEmitter::linalgAt(linalg::LinalgOp op, unsigned result,
                                         ValueRange indices) {
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(result));
  SmallVector<Value> loops(op.getNumLoops());
  for (auto [expr, position] : llvm::zip(map.getResults(), indices)) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      loops[dim.getPosition()] = position;
    else if (!isa<AffineConstantExpr>(expr))
      return op->emitOpError("has a result map that is no projected "
                             "permutation");
  }
  bool reduces = false;
  for (auto [iterator, loop] : llvm::zip(op.getIteratorTypesArray(), loops)) {
    if (iterator != utils::IteratorType::parallel)
      reduces = true;
    else if (!loop)
      return op->emitOpError("has a parallel dimension that its result lacks");
  }
  Values values = reduces ? reduction(op, loops)
                          : body(op, loops, /*accumulators=*/{}, nullptr);
  if (failed(values))
    return failure();
  // The sibling results come for free: remember them too.
  for (auto [i, value] : llvm::enumerate(*values)) {
    AffineMap other = op.getMatchingIndexingMap(op.getDpsInitOperand(i));
    setValue(op->getResult(i), index(op.getLoc()).affine(other, loops), value);
  }
  return (*values)[result];
}

/// The scalars that the body of `op` yields at the point `loops`. Without
/// accumulators the initial values are used where the body reads them.
ScalarEmitter::Values ScalarEmitter::body(linalg::LinalgOp op,
                                          ArrayRef<Value> loops,
                                          ArrayRef<Value> accumulators,
                                          Operation *wideSum) {
  IRMapping mapping;
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(&operand);
    if (argument.use_empty())
      continue;
    if (op.isDpsInit(&operand) && !accumulators.empty()) {
      unsigned number = operand.getOperandNumber() - op.getNumDpsInputs();
      mapping.map(argument, accumulators[number]);
      continue;
    }
    FailureOr<Value> value;
    if (isa<RankedTensorType>(operand.get().getType()))
      value = valueAt(operand.get(),
                      index(op.getLoc())
                          .affine(op.getMatchingIndexingMap(&operand), loops));
    else
      value = scalar(operand.get());
    if (failed(value))
      return failure();
    mapping.map(argument, *value);
  }
  // The body reads values of its own, or from around it.
  auto read = [&](Value value) -> FailureOr<Value> {
    Value mapped = mapping.lookupOrNull(value);
    return mapped ? mapped : scalar(value);
  };
  for (Operation &inner : op.getBlock()->without_terminator()) {
    if (auto dim = dyn_cast<linalg::IndexOp>(inner)) {
      mapping.map(dim.getResult(), loops[dim.getDim()]);
      continue;
    }
    if (wideSum && &inner == findProduct(wideSum))
      continue; // a part of the sum
    if (&inner == wideSum) {
      FailureOr<Value> sum =
          addWide(builder, wideSum, accumulators.front(), read);
      if (failed(sum))
        return failure();
      mapping.map(inner.getResult(0), *sum);
      continue;
    }
    if (failed(cloneScalarOp(&inner, mapping)))
      return failure();
  }
  return yieldedBy(*op.getBlock(), mapping);
}

FailureOr<Value> ScalarEmitter::extentOf(linalg::LinalgOp op, unsigned dim) {
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [i, expr] : llvm::enumerate(map.getResults())) {
      auto loop = dyn_cast<AffineDimExpr>(expr);
      if (!loop || loop.getPosition() != dim)
        continue;
      FailureOr<SmallVector<Value>> sizes = shapeOf(operand.get());
      if (failed(sizes))
        return failure();
      return (*sizes)[i];
    }
  }
  llvm_unreachable("linalg's verifier asks that an operand has each extent");
}

/// Computes the reductions that every step of a reduction reads: those at
/// `indices` of `tensor`, or below it in elementwise ops, as far as these are
/// known without a step. They are remembered, so that no step computes them
/// again: a row of n elements would take n * n.
LogicalResult ScalarEmitter::reduceAhead(Value tensor,
                                         ArrayRef<Value> indices) {
  auto op = tensor.getDefiningOp<linalg::GenericOp>();
  if (!op)
    return success();
  if (op.getNumReductionLoops() != 0)
    return llvm::all_of(indices, [](Value index) { return bool(index); })
               ? LogicalResult(valueAt(tensor, indices))
               : success();
  unsigned result = cast<OpResult>(tensor).getResultNumber();
  if (!op.getMatchingIndexingMap(op.getDpsInitOperand(result)).isIdentity())
    return success();
  for (OpOperand *input : op.getDpsInputOperands())
    if (failed(reduceAhead(input->get(), takeKnown(op, *input, indices))))
      return failure();
  return success();
}

/// The indices of an operand of `op` at the point `loops`, some of which are
/// null: so are indices that are no known loop then.
SmallVector<Value> ScalarEmitter::takeKnown(linalg::LinalgOp op,
                                            OpOperand &operand,
                                            ArrayRef<Value> loops) {
  SmallVector<Value> indices;
  for (AffineExpr expr : op.getMatchingIndexingMap(&operand).getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    indices.push_back(dim ? loops[dim.getPosition()] : Value());
  }
  return indices;
}

/// Makes the loop of `op` from `first` to `bound` that of the steps in `range`
/// at the parallel point `loops`.
LogicalResult ScalarEmitter::limitLoop(linalg::LinalgOp op,
                                       const exec::LoopRange &range,
                                       ArrayRef<Value> loops, Value &first,
                                       Value &bound) {
  Location loc = op.getLoc();
  auto read = [&](OpOperand *operand) -> FailureOr<Value> {
    FailureOr<Value> value =
        valueAt(operand->get(),
                index(loc).affine(op.getMatchingIndexingMap(operand), loops));
    if (failed(value) || value->getType().isIndex())
      return value;
    return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                      *value)
        .getResult();
  };
  for (OpOperand *operand : range.begins) {
    FailureOr<Value> begin = read(operand);
    if (failed(begin))
      return failure();
    first = arith::MaxSIOp::create(builder, loc, first, *begin);
  }
  for (OpOperand *operand : range.ends) {
    FailureOr<Value> end = read(operand);
    if (failed(end))
      return failure();
    bound = arith::MinSIOp::create(builder, loc, bound, *end);
  }
  return success();
}

/// The results of the reduction `op` at the parallel point `loops`; its
/// reduction dimensions are filled in here.
ScalarEmitter::Values ScalarEmitter::reduction(linalg::LinalgOp op,
                                               SmallVector<Value> loops) {
  Location loc = op.getLoc();
  SmallVector<unsigned> dims;
  op.getReductionDims(dims);
  SmallVector<Value> firsts(op.getNumLoops(), index(loc).constant(0));
  SmallVector<Value> bounds(op.getNumLoops());
  for (unsigned dim : dims) {
    FailureOr<Value> extent = extentOf(op, dim);
    if (failed(extent))
      return failure();
    bounds[dim] = *extent;
  }
  if (auto generic = dyn_cast<linalg::GenericOp>(*op))
    if (auto range = exec::matchLoopRange(generic))
      if (failed(limitLoop(op, *range, loops, firsts[range->loop],
                           bounds[range->loop])))
        return failure();

  for (OpOperand *input : op.getDpsInputOperands())
    if (failed(reduceAhead(input->get(), takeKnown(op, *input, loops))))
      return failure();

  Operation *wideSum = findWideSum(op);
  SmallVector<Value> accumulators;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    FailureOr<Value> value = valueAt(
        init.get(), index(loc).affine(op.getMatchingIndexingMap(&init), loops));
    if (failed(value))
      return failure();
    if (wideSum)
      value = arith::ExtFOp::create(builder, loc, builder.getF64Type(), *value)
                  .getResult();
    accumulators.push_back(*value);
  }
  Values results =
      loopNest(op, dims, firsts, bounds, loops, accumulators, wideSum);
  if (succeeded(results) && wideSum)
    results->front() = arith::TruncFOp::create(
        builder, loc, builder.getF32Type(), results->front());
  return results;
}

ScalarEmitter::Values
ScalarEmitter::loopNest(linalg::LinalgOp op, ArrayRef<unsigned> dims,
                        ArrayRef<Value> firsts, ArrayRef<Value> bounds,
                        SmallVector<Value> &loops, ArrayRef<Value> accumulators,
                        Operation *wideSum) {
  if (dims.empty())
    return body(op, loops, accumulators, wideSum);
  Location loc = op.getLoc();
  return loop(
      loc, firsts[dims.front()], bounds[dims.front()], index(loc).constant(1),
      accumulators,
      [&](Value at, ValueRange carried) {
        loops[dims.front()] = at;
        return loopNest(op, dims.drop_front(), firsts, bounds, loops,
                        SmallVector<Value>(carried), wideSum);
      },
      /*inLanes=*/dims.size() == 1);
}
