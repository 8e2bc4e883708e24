// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SplitKernel.h"
#include "kiln/Dialect/Exec/KernelContract.h"
#include "kiln/Dialect/Exec/MatrixChoice.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

//===----------------------------------------------------------------------===//
// Reductions that may be cut
//===----------------------------------------------------------------------===//

/// The operation that takes one more value into the result of `op`.
static Operation *getCombiner(GenericOp op) {
  Block *body = op.getBody();
  BlockArgument accumulator = body->getArguments().back();
  Operation *last = body->getTerminator()->getOperand(0).getDefiningOp();
  bool combines =
      last && last->getBlock() == body && accumulator.hasOneUse() &&
      *accumulator.user_begin() == last &&
      isa<arith::AddFOp, arith::AddIOp, arith::MaximumFOp, arith::MinimumFOp,
          arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp,
          arith::AndIOp, arith::OrIOp>(last);
  return combines ? last : nullptr;
}

/// Does beginning with the value of `fill` twice change nothing?
static bool isNeutral(linalg::FillOp fill, Operation *combiner) {
  return !isa<arith::AddFOp, arith::AddIOp>(combiner) ||
         matchPattern(fill.value(), m_AnyZeroFloat()) ||
         matchPattern(fill.value(), m_Zero());
}

/// A type in which parts lose nothing that matters.
static bool isWide(Type element) {
  return element.isF32() || element.isF64() || isa<IntegerType>(element);
}

static GenericOp findReduction(exec::KernelOp kernel) {
  GenericOp found;
  for (Operation &op : kernel.getBody().front()) {
    auto loops = dyn_cast<linalg::LinalgOp>(op);
    bool reduces = loops && loops.getNumReductionLoops() != 0;
    if ((!loops && op.getDialect()->getNamespace() == "tx") ||
        (reduces && (found || !isa<GenericOp>(op))))
      return {};
    if (reduces)
      found = cast<GenericOp>(op);
  }
  // Rows would take a matrix in parts.
  return found && exec::matchMatrixChoice(found) ? GenericOp() : found;
}

/// The values from around `op` that its body uses.
static llvm::SetVector<Value> getCaptured(GenericOp op) {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op.getRegion(), captured);
  return captured;
}

/// Are the inputs arguments that loops go through as they are?
static bool hasPlainInputs(GenericOp op) {
  return llvm::all_of(
             op.getDpsInputOperands(),
             [&](OpOperand *input) {
               return isa<BlockArgument>(input->get()) &&
                      isa<RankedTensorType>(input->get().getType()) &&
                      op.getMatchingIndexingMap(input).isProjectedPermutation();
             }) &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0))
             .isProjectedPermutation() &&
         op.getBody()->getOps<linalg::IndexOp>().empty() &&
         llvm::all_of(getCaptured(op), [](Value value) {
           return matchPattern(value, m_Constant());
         });
}

/// The largest divisor of `extent` up to `most`.
static int64_t getDivisor(int64_t extent, int64_t most) {
  for (int64_t parts = std::min(extent, most); parts > 1; --parts)
    if (extent % parts == 0)
      return parts;
  return 1;
}

std::optional<ReductionSplit> kiln::findSplit(exec::KernelOp kernel,
                                              int64_t most) {
  ReductionSplit split;
  split.op = kernel.getUpdatedArgument() ? GenericOp() : findReduction(kernel);
  if (!split.op || split.op.getNumResults() != 1 || !hasPlainInputs(split.op))
    return std::nullopt;
  Operation *combiner = getCombiner(split.op);
  split.fill = split.op.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
  auto result = cast<RankedTensorType>(split.op.getResult(0).getType());
  if (!combiner || !split.fill || !result.hasStaticShape() ||
      !isWide(result.getElementType()) ||
      !matchPattern(split.fill.value(), m_Constant()) ||
      !isNeutral(split.fill, combiner))
    return std::nullopt;
  SmallVector<int64_t> extents = split.op.getStaticLoopRanges();
  if (llvm::any_of(extents, ShapedType::isDynamic))
    return std::nullopt;
  SmallVector<unsigned> reduced;
  split.op.getReductionDims(reduced);
  split.parts = 1;
  for (unsigned loop : reduced)
    if (int64_t parts = getDivisor(extents[loop], most); parts > split.parts)
      split = {split.op, split.fill, loop, extents[loop], parts};
  return split.parts > 1 ? std::optional(split) : std::nullopt;
}

std::optional<unsigned> ReductionSplit::getDimension(unsigned number) {
  return op.getIndexingMapsArray()[number].getResultPosition(
      getAffineDimExpr(loop, op.getContext()));
}

RankedTensorType ReductionSplit::getInputType(unsigned number) {
  auto type = cast<RankedTensorType>(op.getInputs()[number].getType());
  std::optional<unsigned> at = getDimension(number);
  if (isWhole() || !at)
    return type;
  SmallVector<int64_t> shape(type.getShape());
  shape[*at] = extent / parts;
  shape.insert(shape.begin() + *at, parts);
  return RankedTensorType::get(shape, type.getElementType());
}

RankedTensorType ReductionSplit::getPartsType() {
  auto type = cast<RankedTensorType>(op.getResult(0).getType());
  SmallVector<int64_t> shape = {parts};
  llvm::append_range(shape, type.getShape());
  return RankedTensorType::get(shape, type.getElementType());
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// A tensor of `type` with what the reduction begins with.
static Value buildFill(OpBuilder &builder, ReductionSplit split,
                       RankedTensorType type) {
  Location loc = split.fill.getLoc();
  Operation *number = builder.clone(*split.fill.value().getDefiningOp());
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                        type.getElementType());
  return linalg::FillOp::create(builder, loc, number->getResult(0), empty)
      .getResult(0);
}

/// The maps of the reduction where the loop behind all others numbers the
/// parts, or the loop that is cut does.
static SmallVector<AffineMap> getPartMaps(ReductionSplit split) {
  MLIRContext *context = split.op.getContext();
  unsigned loops = split.op.getNumLoops() + !split.isWhole();
  AffineExpr cut = getAffineDimExpr(split.loop, context);
  AffineExpr part =
      split.isWhole() ? cut : getAffineDimExpr(loops - 1, context);
  SmallVector<AffineMap> maps;
  for (AffineMap map : split.op.getIndexingMapsArray()) {
    bool isResult = maps.size() == size_t(split.op.getNumDpsInputs());
    SmallVector<AffineExpr> exprs(map.getResults());
    if (isResult)
      exprs.insert(exprs.begin(), part);
    else if (auto *at = llvm::find(exprs, cut);
             at != exprs.end() && !split.isWhole())
      exprs.insert(at, part);
    maps.push_back(AffineMap::get(loops, 0, exprs, context));
  }
  return maps;
}

static SmallVector<utils::IteratorType> getPartLoops(ReductionSplit split) {
  auto loops = split.op.getIteratorTypesArray();
  if (split.isWhole())
    loops[split.loop] = utils::IteratorType::parallel;
  else
    loops.push_back(utils::IteratorType::parallel);
  return loops;
}

exec::KernelOp kiln::buildParts(OpBuilder &builder, exec::KernelOp kernel,
                                ReductionSplit split, StringRef name) {
  OpBuilder::InsertionGuard guard(builder);
  unsigned inputs = split.op.getNumDpsInputs();
  SmallVector<Type> types;
  for (unsigned i = 0; i < inputs; ++i)
    types.push_back(split.getInputType(i));
  RankedTensorType result = split.getPartsType();
  SmallVector<Attribute> dims(inputs + 1, builder.getArrayAttr({}));
  auto parts = exec::KernelOp::create(builder, split.op.getLoc(), name,
                                      builder.getFunctionType(types, result),
                                      builder.getArrayAttr(dims));
  builder.setInsertionPointToEnd(&parts.getBody().front());
  IRMapping mapping;
  for (Value value : getCaptured(split.op))
    mapping.map(value, builder.clone(*value.getDefiningOp())->getResult(0));
  auto sums = GenericOp::create(
      builder, split.op.getLoc(), result,
      ValueRange(parts.getBody().getArguments().take_front(inputs)),
      buildFill(builder, split, result), getPartMaps(split),
      getPartLoops(split));
  split.op.getRegion().cloneInto(&sums.getRegion(), mapping);
  exec::YieldOp::create(builder, split.op.getLoc(), sums.getResults());
  exec::stateContract(parts);
  return parts;
}

/// The reduction of `parts`, one after the other.
static Value buildCombine(OpBuilder &builder, ReductionSplit split,
                          Value parts) {
  auto type = cast<RankedTensorType>(split.op.getResult(0).getType());
  unsigned rank = type.getRank() + 1;
  MLIRContext *context = builder.getContext();
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  loops.back() = utils::IteratorType::reduction;
  SmallVector<AffineExpr> result, read = {getAffineDimExpr(rank - 1, context)};
  for (unsigned i = 0; i + 1 < rank; ++i)
    result.push_back(getAffineDimExpr(i, context));
  llvm::append_range(read, result);
  AffineMap maps[] = {AffineMap::get(rank, 0, read, context),
                      AffineMap::get(rank, 0, result, context)};
  Operation *combiner = getCombiner(split.op);
  unsigned accumulator =
      combiner->getOperand(0) == split.op.getBody()->getArguments().back() ? 0
                                                                           : 1;
  return GenericOp::create(
             builder, split.op.getLoc(), type, parts,
             buildFill(builder, split, type), maps, loops,
             [&](OpBuilder &b, Location loc, ValueRange args) {
               IRMapping mapping;
               mapping.map(combiner->getOperand(accumulator), args[1]);
               mapping.map(combiner->getOperand(1 - accumulator), args[0]);
               linalg::YieldOp::create(
                   b, loc, b.clone(*combiner, mapping)->getResults());
             })
      .getResult(0);
}

/// Erases ops that nothing uses, last ones first.
static void eraseDead(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op))
      op.erase();
}

exec::KernelOp kiln::buildCombination(OpBuilder &builder, exec::KernelOp kernel,
                                      ReductionSplit split,
                                      SmallVectorImpl<unsigned> &kept) {
  OpBuilder::InsertionGuard guard(builder);
  IRMapping mapping;
  auto result = cast<exec::KernelOp>(builder.clone(*kernel, mapping));
  Block &body = result.getBody().front();
  unsigned count = kernel.getNumTensorArguments();
  BlockArgument parts =
      body.insertArgument(count, split.getPartsType(), split.op.getLoc());
  Operation *old = mapping.lookup(split.op.getOperation());
  builder.setInsertionPoint(old);
  old->getResult(0).replaceAllUsesWith(buildCombine(builder, split, parts));
  eraseDead(body);
  SmallVector<Attribute> dims(kernel.getDims().getValue());
  dims.insert(dims.begin() + count, builder.getArrayAttr({}));
  for (unsigned i = 0; i < count; ++i)
    if (!body.getArgument(i).use_empty())
      kept.push_back(i);
  for (unsigned i = count; i-- > 0;)
    if (body.getArgument(i).use_empty()) {
      body.eraseArgument(i);
      dims.erase(dims.begin() + i);
    }
  result.setFunctionType(builder.getFunctionType(body.getArgumentTypes(),
                                                 kernel.getResultTypes()));
  result.setDimsAttr(builder.getArrayAttr(dims));
  exec::stateContract(result);
  return result;
}
