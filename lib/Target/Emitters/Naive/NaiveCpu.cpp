// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU form of a naive kernel: loops over the items [begin, end) of the
// domain. Rows are the outer loop, so that the inner one has no divisions.
#include "../Emitters.h"
#include "../Scalar/CpuFunction.h"
#include "../Scalar/KernelDomain.h"
#include "../Scalar/SerialEmitter.h"
#include "RowValues.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace kiln;

namespace {
/// One row of the domain: the indices before the last, and the number of the
/// item at its start.
struct Row {
  SmallVector<Value> indices;
  SmallVector<Value> sizes; ///< of the domain
  Value start;
  unsigned numDims; ///< those that the row runs through; 0 for rank 0
};
} // namespace

/// Do the items of `kernel` use the same memory one after another?
static bool keepsSums(exec::KernelOp kernel) {
  return kernel.getYield().getOperand(0).getDefiningOp<tx::AttentionOp>() !=
         nullptr;
}

/// Are the results of `kernel` more than caches hold?
static bool leavesCaches(exec::KernelOp kernel) {
  constexpr int64_t kCaches = 32 << 20;
  int64_t bytes = 0;
  for (Type result : kernel.getResultTypes()) {
    auto type = cast<RankedTensorType>(result);
    if (!type.hasStaticShape() || !type.getElementType().isIntOrFloat())
      return false;
    bytes += type.getNumElements() * type.getElementTypeBitWidth() / 8;
  }
  return bytes >= kCaches;
}

/// Writes item `column` of `row`.
static LogicalResult emitColumn(ScalarEmitter &emitter, exec::KernelOp kernel,
                                const Row &row, Value column) {
  SmallVector<Value> indices = row.indices;
  ValueRange sizes(row.sizes);
  llvm::append_range(indices,
                     emitter.index(kernel.getLoc())
                         .delinearize(column, sizes.take_back(row.numDims)));
  Value linear = emitter.index(kernel.getLoc()).add(row.start, column);
  emitter.setItem(linear, indices, row.sizes);
  return emitItem(emitter, kernel, linear, indices);
}

/// Writes the loops over the items [begin, end) of the domain `sizes`.
static LogicalResult emitLoops(OpBuilder &builder, ScalarEmitter &emitter,
                               exec::KernelOp kernel,
                               const CpuFunction &function, ValueRange sizes) {
  Location loc = kernel.getLoc();
  IndexBuilder index = emitter.index(loc);
  Value begin = function.getBegin(), end = function.getEnd();
  Value one = index.constant(1);
  // An empty row has no items, but must not divide by zero.
  unsigned numDims = sizes.empty() ? 0 : countRowDims(kernel);
  Value columns = index.product(sizes.take_back(numDims));
  if (!getConstantIntValue(columns) || isConstantIntValue(columns, 0))
    columns = arith::MaxSIOp::create(builder, loc, columns, one);
  Value firstRow = index.div(begin, columns);
  Value endRow = index.div(index.add(end, index.sub(columns, one)), columns);
  return emitter.forEach(loc, firstRow, endRow, one, [&](Value number) {
    Row row;
    row.numDims = numDims;
    row.sizes.assign(sizes.begin(), sizes.end());
    row.start = index.mul(number, columns);
    if (!sizes.empty())
      row.indices = index.delinearize(number, sizes.drop_back(numDims));
    Value from = arith::MaxSIOp::create(
        builder, loc, index.sub(begin, row.start), index.constant(0));
    Value to = arith::MinSIOp::create(builder, loc, index.sub(end, row.start),
                                      columns);
    if (failed(emitRowValues(builder, emitter, planRows(kernel), row.indices,
                             sizes, function.getScratch())))
      return failure();
    if (tx::ScatterOp scatter = getScatterOfRows(kernel))
      return emitScatterOfRow(emitter, kernel, scatter, row.indices, from, to);
    return emitter.forEach(
        loc, from, to, one,
        [&](Value column) { return emitColumn(emitter, kernel, row, column); },
        /*inLanes=*/!keepsSums(kernel));
  });
}

/// The same, with results that go around the caches.
static LogicalResult emitStreamed(OpBuilder &builder, ScalarEmitter &emitter,
                                  exec::KernelOp kernel,
                                  const CpuFunction &function,
                                  ValueRange sizes) {
  emitter.streamResults();
  if (failed(emitLoops(builder, emitter, kernel, function, sizes)))
    return failure();
  // Whoever hears that the results are there must see them.
  LLVM::CallIntrinsicOp::create(builder, kernel.getLoc(),
                                builder.getStringAttr("llvm.x86.sse.sfence"),
                                ValueRange());
  return success();
}

/// The least number of items that are worth a thread: as many as of any kernel,
/// but a whole row where its reductions are shared.
static int64_t chooseGrain(exec::KernelOp kernel, const KernelPlan &plan,
                           int64_t simple) {
  constexpr int64_t kMatrix = 4;
  // Of matrices, about as many elements as of others.
  OperandRange results = kernel.getYield().getOperands();
  if (!results.empty() && results.front().getDefiningOp<tx::MatrixOp>()) {
    auto room = cast<RankedTensorType>(kernel.getResultTypes().back());
    int64_t words = room.getShape().back();
    return ShapedType::isDynamic(words)
               ? kMatrix
               : std::max<int64_t>(simple / std::max<int64_t>(words, 1), 1);
  }
  if (planRows(kernel).reductions.empty())
    return plan.launch.grain;
  auto domain = cast<RankedTensorType>(kernel.getResultTypes().front());
  int64_t columns = domain.getShape().back();
  return ShapedType::isDynamic(columns) ? simple
                                        : std::max(columns, plan.launch.grain);
}

std::unique_ptr<KernelPlan> kiln::planNaiveCpu(exec::KernelOp kernel,
                                               const TargetInfo &target,
                                               const Schedule *wanted) {
  Schedule schedule = {"naive", {}, {}};
  if (wanted && !(*wanted == schedule))
    return nullptr;
  CpuCycles cycles = {countCycles(kernel, target.cpu)};
  bool streams = target.cpu.hasStreams && leavesCaches(kernel);
  std::unique_ptr<KernelPlan> plan = makeCpuPlan(
      kernel, target, schedule, planRows(kernel).scratch, cycles,
      [kernel, streams](OpBuilder &builder, ScalarEmitter &emitter,
                        const CpuFunction &function, ArrayRef<Value> sizes) {
        auto emit = streams ? emitStreamed : emitLoops;
        return emit(builder, emitter, kernel, function, sizes);
      });
  plan->launch.grain = chooseGrain(kernel, *plan, target.cpu.threadStart);
  plan->predicted =
      predictOnCpu(kernel, target.cpu, cycles, plan->launch.grain);
  return plan;
}
