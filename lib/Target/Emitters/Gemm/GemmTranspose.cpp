// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packing a right operand whose columns are stretches in memory: blocks are
// loaded along the sum, transposed in registers, and stored along the columns.
#include "GemmEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace kiln;

/// Packs vector `v` of as many rows of the panel as it has lanes, from row
/// `depth` on, which is the step of the sum that `loops` says.
void GemmEmitter::packBlock(const WorkItem &item, unsigned v, Value depth) {
  IndexBuilder index = this->index();
  packSquare(
      micro.getWords(), getElementBytes() / micro.getSteps(),
      [&](unsigned lane) {
        setColumn(
            index.add(item.firstColumn, index.constant(v * tile.lanes + lane)));
        return operandAddress(plan.right);
      },
      [&](unsigned step) {
        Value start = index.mul(index.add(depth, index.constant(step)),
                                index.constant(tile.getColumns()));
        return address(scratch,
                       index.add(start, index.constant(v * tile.lanes)));
      });
}

/// Packs all words of the innermost loop of the sum, the first of which is row
/// `first` of the panel: in blocks where the panel has all its columns, the
/// rest row by row.
LogicalResult GemmEmitter::packSteps(const WorkItem &item, const PanelRun &run,
                                     unsigned level, Value first) {
  IndexBuilder index = this->index();
  Value lanes = index.constant(tile.lanes), end = index.constant(0);
  Value words = micro.getSteps() == 1 ? depths[level] : wordCount();
  if (plan.isTransposed) {
    Value blocks = index.mul(index.div(words, lanes), lanes);
    Value isWhole =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                              item.columns, index.constant(tile.getColumns()));
    end = arith::SelectOp::create(builder, loc, isWhole, blocks, end);
    if (failed(forEach(index.constant(0), end, lanes, [&](Value at) {
          setWord(at);
          for (unsigned v = 0; v < tile.vectors; ++v)
            packBlock(item, v, this->index().add(first, at));
          return success();
        })))
      return failure();
  }
  auto packWord = [&](Value at) {
    setWord(at);
    return packRow(run, this->index().add(first, at));
  };
  if (failed(forEach(end, words, index.constant(1), packWord)))
    return failure();
  rest = plan.getRest();
  LogicalResult last = rest ? packWord(words) : success();
  rest = 0;
  return last;
}
