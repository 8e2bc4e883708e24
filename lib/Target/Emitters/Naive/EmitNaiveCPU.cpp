// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU form of a naive kernel: loops over the items [begin, end) of the
// domain. Rows are the outer loop, so that the inner one has no divisions.
#include "../Scalar/CpuFunction.h"
#include "../Scalar/KernelDomain.h"
#include "kiln/Target/Emitters/Kernel.h"
#include "kiln/Target/Emitters/Naive.h"
#include "kiln/Target/Loops.h"
#include "kiln/Target/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace kiln;

namespace kiln {
#define GEN_PASS_DEF_EMITNAIVECPUPASS
#include "kiln/Target/Passes.h.inc"
} // namespace kiln

namespace {
/// One row of the domain: the indices before the last, and the number of the
/// item at its start.
struct Row {
  SmallVector<Value> indices;
  SmallVector<Value> sizes; ///< of the domain
  Value start;
  bool isScalar; ///< the domain has rank 0
};
} // namespace

/// Writes item `column` of `row`.
static LogicalResult emitColumn(ScalarEmitter &emitter, exec::KernelOp kernel,
                                const Row &row, Value column) {
  SmallVector<Value> indices = row.indices;
  if (!row.isScalar)
    indices.push_back(column);
  Value linear = emitter.index(kernel.getLoc()).add(row.start, column);
  emitter.setItem(linear, indices, row.sizes);
  return emitItem(emitter, kernel, linear, indices);
}

/// Writes the loops over the items [begin, end) of the domain `sizes`.
static LogicalResult emitLoops(OpBuilder &builder, ScalarEmitter &emitter,
                               exec::KernelOp kernel, Value begin, Value end,
                               ValueRange sizes) {
  Location loc = kernel.getLoc();
  IndexBuilder index = emitter.index(loc);
  Value one = index.constant(1);
  // An empty row has no items, but must not divide by zero.
  Value columns = sizes.empty() ? one : sizes.back();
  if (!getConstantIntValue(columns) || isConstantIntValue(columns, 0))
    columns = arith::MaxSIOp::create(builder, loc, columns, one);
  Value firstRow = index.div(begin, columns);
  Value endRow = index.div(index.add(end, index.sub(columns, one)), columns);
  auto rows = scf::ForOp::create(builder, loc, firstRow, endRow, one);
  emitter.enter(rows.getBody());
  Row row;
  row.isScalar = sizes.empty();
  row.sizes.assign(sizes.begin(), sizes.end());
  row.start = index.mul(rows.getInductionVar(), columns);
  if (!sizes.empty())
    row.indices = index.delinearize(rows.getInductionVar(), sizes.drop_back());
  Value from = arith::MaxSIOp::create(builder, loc, index.sub(begin, row.start),
                                      index.constant(0));
  Value to =
      arith::MinSIOp::create(builder, loc, index.sub(end, row.start), columns);
  auto items = scf::ForOp::create(builder, loc, from, to, one);
  items->setAttr(kLanesAttr, builder.getUnitAttr());
  emitter.enter(items.getBody());
  LogicalResult result =
      emitColumn(emitter, kernel, row, items.getInductionVar());
  emitter.leave();
  emitter.leave();
  return result;
}

LogicalResult kiln::emitNaiveCpuKernel(OpBuilder &builder,
                                       exec::KernelOp kernel,
                                       StringRef symbol) {
  OpBuilder::InsertionGuard guard(builder);
  CpuFunction function(builder, kernel, symbol);
  ScalarEmitter emitter(builder, kernel, function.getFrame());
  FailureOr<SmallVector<Value>> sizes = emitDomain(emitter, kernel);
  if (failed(sizes))
    return failure();
  if (failed(emitLoops(builder, emitter, kernel, function.getBegin(),
                       function.getEnd(), *sizes)))
    return failure();
  function.finish(builder);
  return success();
}

namespace {
struct EmitNaiveCPU : kiln::impl::EmitNaiveCPUPassBase<EmitNaiveCPU> {
  void runOnOperation() override {
    if (failed(replaceKernels(
            getOperation(), [](exec::KernelOp) { return true; },
            emitNaiveCpuKernel)))
      signalPassFailure();
  }
};
} // namespace
