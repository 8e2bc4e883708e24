// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ThreadItems.h"
#include "../Scalar/KernelDomain.h"
#include "LaunchMultiples.h"
#include "kiln/Dialect/EP/Expr.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace kiln;

/// Of the widest load.
static constexpr int64_t kVectorBytes = 16;

namespace {
/// How the kernel's ops go along the innermost dimensions of its domain.
struct Rows {
  /// So many are gone through in order or not at all: they are one row.
  unsigned numDims;
  SmallVector<unsigned> streams; ///< as in ThreadItems
  int64_t weight = 0;            ///< of the code of one item
};
} // namespace

/// Does `map` go through the innermost loop element by element?
static bool isContiguous(AffineMap map, unsigned innermost) {
  AffineExpr dim = getAffineDimExpr(innermost, map.getContext());
  return map.getNumResults() != 0 && map.getResults().back() == dim &&
         llvm::none_of(map.getResults().drop_back(), [&](AffineExpr expr) {
           return expr.isFunctionOfDim(innermost);
         });
}

/// What `op`, of a body, takes: code that does not branch, to which loads and
/// stores of all items of a thread are neighbours. Nothing else has a weight.
static std::optional<int64_t> weigh(Operation &op) {
  constexpr int64_t kFunction = 8;
  if (isa<math::SinOp, math::CosOp, math::TanOp, math::IPowIOp, math::FPowIOp,
          arith::RemFOp>(op) ||
      op.getNumRegions() != 0)
    return std::nullopt;
  if (isa<math::MathDialect>(op.getDialect()))
    return kFunction;
  bool isScalar =
      isa<arith::ArithDialect>(op.getDialect()) || isa<linalg::IndexOp>(op);
  return isScalar ? std::optional(1) : std::nullopt;
}

/// Narrows `rows` by what `op` does; false where there are none.
static bool narrow(linalg::GenericOp op, unsigned rank, Rows &rows) {
  if (op.getNumLoops() != rank || op.getNumParallelLoops() != rank)
    return false;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    bool isStream = map.isFunctionOfDim(rank - 1);
    if (isStream && !isContiguous(map, rank - 1))
      return false;
    if (op.isDpsInit(&operand) && !map.isIdentity())
      return false;
    for (unsigned dim = 0; dim < rank && !map.isIdentity(); ++dim)
      if (map.isFunctionOfDim(dim))
        rows.numDims = std::max(1u, std::min(rows.numDims, rank - dim - 1));
    auto argument = dyn_cast<BlockArgument>(operand.get());
    if (isStream && argument && isa<RankedTensorType>(argument.getType()))
      rows.streams.push_back(argument.getArgNumber());
  }
  for (Operation &inner : op.getBody()->without_terminator()) {
    std::optional<int64_t> weight = weigh(inner);
    if (!weight)
      return false;
    rows.weight += *weight;
    if (isa<linalg::IndexOp>(inner))
      rows.numDims = 1;
  }
  return true;
}

static std::optional<Rows> findRows(exec::KernelOp kernel) {
  auto domain = cast<RankedTensorType>(kernel.getResultTypes().front());
  unsigned rank = domain.getRank();
  if (rank == 0 || kernel.getUpdatedArgument())
    return std::nullopt;
  Rows rows = {rank, {}, 0};
  for (auto [i, type] : llvm::enumerate(kernel.getResultTypes())) {
    if (cast<RankedTensorType>(type).getShape() != domain.getShape())
      return std::nullopt;
    rows.streams.push_back(kernel.getNumTensorArguments() + i);
  }
  for (Operation &op : kernel.getBody().front()) {
    if (isa<linalg::FillOp, tensor::EmptyOp, exec::YieldOp>(op) ||
        !llvm::any_of(op.getResultTypes(), llvm::IsaPred<RankedTensorType>))
      continue;
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (!generic || !narrow(generic, rank, rows))
      return std::nullopt;
  }
  llvm::sort(rows.streams);
  rows.streams.erase(llvm::unique(rows.streams), rows.streams.end());
  return rows;
}

ThreadItems kiln::findThreadItems(exec::KernelOp kernel) {
  constexpr int64_t kMinItems = 4, kMaxItems = 8, kMaxWeight = 256;
  std::optional<Rows> rows = findRows(kernel);
  if (!rows)
    return {};
  int64_t widest = 1;
  for (unsigned buffer : rows->streams)
    widest = std::max(
        widest,
        exec::getElementBytes(kernel.getBufferType(buffer).getElementType()));
  SmallVector<ep::ExprAttr> sizes = kernel.getDomainSizes();
  ep::ExprAttr row = ep::product(kernel.getContext(),
                                 ArrayRef(sizes).take_back(rows->numDims));
  int64_t count = std::clamp(kVectorBytes / widest, kMinItems, kMaxItems);
  if (rows->weight * count > kMaxWeight ||
      !isMultipleInLaunches(row, count, kernel))
    return {};
  return {count, std::move(rows->streams)};
}

/// Says that the buffer lies where a vector of a thread's items may.
static void assumeAligned(OpBuilder &builder, Location loc, Value buffer,
                          int64_t bytes) {
  Value yes = LLVM::ConstantOp::create(builder, loc, builder.getI1Type(), 1);
  Value alignment =
      LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), bytes);
  LLVM::AssumeOp::create(builder, loc, yes, LLVM::AssumeAlignTag(), buffer,
                         alignment);
}

/// All values come before the stores: a result may lie in the buffer of an
/// operand.
static LogicalResult emitVectors(ScalarEmitter &emitter, exec::KernelOp kernel,
                                 int64_t count, Value first, ValueRange indices,
                                 ArrayRef<Value> sizes) {
  Location loc = kernel.getLoc();
  IndexBuilder index = emitter.index(loc);
  OperandRange results = kernel.getYield().getOperands();
  SmallVector<Value> numbers;
  SmallVector<SmallVector<Value>> values(results.size());
  for (int64_t item = 0; item < count; ++item) {
    SmallVector<Value> position(indices);
    position.back() = index.add(position.back(), index.constant(item));
    numbers.push_back(index.add(first, index.constant(item)));
    emitter.setItem(numbers.back(), position, sizes);
    for (auto [i, result] : llvm::enumerate(results)) {
      FailureOr<Value> value = emitter.valueAt(result, position);
      if (failed(value))
        return failure();
      values[i].push_back(*value);
    }
  }
  for (unsigned i = 0; i < values.size(); ++i)
    for (auto [number, value] : llvm::zip_equal(numbers, values[i]))
      emitter.store(loc, kernel.getNumTensorArguments() + i, number, value);
  return success();
}

/// Unrolled, its last store would be merged with that of the vectors.
static void keepLoop(Operation *loop) {
  MLIRContext *context = loop->getContext();
  auto unroll = LLVM::LoopUnrollAttr::get(
      context, /*disable=*/BoolAttr::get(context, true), {}, {}, {}, {}, {},
      {});
  auto annotation = LLVM::LoopAnnotationAttr::get(
      context, {}, {}, {}, unroll, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {});
  loop->setAttr("loop_annotation", annotation);
}

/// Callers may have tensors that begin anywhere: those are computed item by
/// item.
LogicalResult kiln::emitThreadItems(ScalarEmitter &emitter,
                                    exec::KernelOp kernel,
                                    const ThreadItems &items, Value first,
                                    ValueRange indices, ArrayRef<Value> sizes) {
  Location loc = kernel.getLoc();
  OpBuilder &builder = emitter.getBuilder();
  auto getBytes = [&](unsigned buffer) {
    Type element = kernel.getBufferType(buffer).getElementType();
    return std::min(items.count * exec::getElementBytes(element), kVectorBytes);
  };
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(builder, loc, builder.getI64Type(),
                                        value);
  };
  Value misplaced = constant(0);
  for (unsigned buffer : items.streams) {
    Value address = LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(),
                                             emitter.bufferOf(buffer));
    Value bits = arith::AndIOp::create(builder, loc, address,
                                       constant(getBytes(buffer) - 1));
    misplaced = arith::OrIOp::create(builder, loc, misplaced, bits);
  }
  Value isAligned = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::eq, misplaced, constant(0));
  return emitter.when(
      loc, isAligned,
      [&] {
        for (unsigned buffer : items.streams)
          assumeAligned(builder, loc, emitter.bufferOf(buffer),
                        getBytes(buffer));
        return emitVectors(emitter, kernel, items.count, first, indices, sizes);
      },
      [&] {
        IndexBuilder index = emitter.index(loc);
        return emitter.forEach(
            loc, index.constant(0), index.constant(items.count),
            index.constant(1), [&](Value item) {
              keepLoop(builder.getInsertionBlock()->getParentOp());
              SmallVector<Value> position(indices);
              position.back() = index.add(position.back(), item);
              Value number = index.add(first, item);
              emitter.setItem(number, position, sizes);
              return emitItem(emitter, kernel, number, position);
            });
      });
}
