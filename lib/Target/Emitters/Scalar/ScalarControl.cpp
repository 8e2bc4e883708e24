// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops and branches. What is computed in a region is forgotten at its end.
#include "ScalarEmitter.h"
#include "kiln/Target/Loops.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace kiln;

void ScalarEmitter::enter(Block *block) {
  places.push_back(builder.saveInsertionPoint());
  if (block->empty())
    builder.setInsertionPointToEnd(block);
  else
    builder.setInsertionPoint(block->getTerminator());
  memo.push();
}

void ScalarEmitter::leave() {
  memo.pop();
  builder.restoreInsertionPoint(places.pop_back_val());
}

ScalarEmitter::Values ScalarEmitter::loop(
    Location loc, Value from, Value to, Value step, ValueRange carried,
    llvm::function_ref<Values(Value, ValueRange)> body, bool inLanes) {
  auto loop = scf::ForOp::create(builder, loc, from, to, step, carried);
  if (inLanes)
    loop->setAttr(kLanesAttr, builder.getUnitAttr());
  enter(loop.getBody());
  Values next = body(loop.getInductionVar(), loop.getRegionIterArgs());
  if (succeeded(next) && !carried.empty())
    scf::YieldOp::create(builder, loc, *next);
  leave();
  if (failed(next))
    return failure();
  return SmallVector<Value>(loop.getResults());
}

LogicalResult
ScalarEmitter::forEach(Location loc, Value from, Value to, Value step,
                       llvm::function_ref<LogicalResult(Value)> body,
                       bool inLanes) {
  auto withoutValues = [&](Value at, ValueRange) -> Values {
    if (failed(body(at)))
      return failure();
    return SmallVector<Value>();
  };
  return loop(loc, from, to, step, {}, withoutValues, inLanes);
}

LogicalResult
ScalarEmitter::when(Location loc, Value condition,
                    llvm::function_ref<LogicalResult()> then,
                    llvm::function_ref<LogicalResult()> otherwise) {
  auto choice = scf::IfOp::create(builder, loc, condition,
                                  /*withElseRegion=*/bool(otherwise));
  enter(choice.thenBlock());
  LogicalResult result = then();
  leave();
  if (failed(result) || !otherwise)
    return result;
  enter(choice.elseBlock());
  result = otherwise();
  leave();
  return result;
}
