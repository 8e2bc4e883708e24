// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packing: whole steps of both operands, the last one filled up with zeros.
#include "AmxEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace kiln;

/// The first row of those that are packed for an item: its last tile reaches
/// back where the item has fewer rows than a tile.
Value AmxEmitter::firstPackedRow(const WorkItem &item) {
  return least(item.firstRow, index().sub(item.endRow, height));
}

/// Packs the row at `loops` as elements: side by side they are words.
LogicalResult AmxEmitter::packLeftRow(Value place) {
  OpOperand *input = contraction.getDpsInputOperand(amx.left);
  Type type = getElementTypeOrSelf(input->get());
  int64_t whole = amx.getSteps() * AmxPlan::kStepWords * micro.getSteps();
  AffineMap map = contraction.getMatchingIndexingMap(input);
  if (failed(forEachShort(
          index().constant(0), index().constant(*amx.depth), [&](Value step) {
            loops[reduced.back()] = step;
            FailureOr<Value> value =
                emitter.valueAt(input->get(), index().affine(map, loops));
            if (failed(value))
              return failure();
            store(*value, address(place, step, type));
            return success();
          })))
    return failure();
  return forEachShort(
      index().constant(*amx.depth), index().constant(whole), [&](Value step) {
        Value none =
            arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
        store(none, address(place, step, type));
        return success();
      });
}

/// Packs the rows of the item, once for all panels that share them.
LogicalResult AmxEmitter::packRowBlock(const WorkItem &item) {
  Value isFirstPanel =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                            item.firstColumn, index().constant(0));
  Value isNew = arith::OrIOp::create(builder, loc, item.isFirst, isFirstPanel);
  return emitter.when(loc, isNew, [&] {
    Value first = firstPackedRow(item);
    return forEach(first, item.endRow, index().constant(1), [&](Value row) {
      setRow(row);
      Value at = index().mul(index().sub(row, first), leftStride);
      return packLeftRow(bytes(
          bytes(scratch, amx.getPackedSteps() * AmxPlan::kStepBytes), at));
    });
  });
}

/// Zeros behind the last word of the panel that is packed.
LogicalResult AmxEmitter::fillPanel() {
  int64_t width = tile.getColumns();
  return forEachShort(
      index().constant(amx.getWords() * width),
      index().constant(amx.getSteps() * AmxPlan::kStepWords * width),
      [&](Value place) {
        Value none = arith::ConstantOp::create(builder, loc,
                                               builder.getZeroAttr(element));
        store(none, address(scratch, place));
        return success();
      });
}

/// The words of the last step of a panel that is there, and zeros.
LogicalResult AmxEmitter::copyTail(const WorkItem &item) {
  int64_t width = tile.getColumns();
  int64_t whole = amx.getWords() - amx.getTailWords();
  Value words = index().constant(amx.getTailWords() * width);
  Value from = bytes(panelStart(item), whole * width * getElementBytes());
  if (failed(forEachShort(index().constant(0), words, [&](Value place) {
        store(load(address(from, place)), address(scratch, place));
        return success();
      })))
    return failure();
  Value end = index().constant(AmxPlan::kStepWords * width);
  return forEachShort(words, end, [&](Value place) {
    Value none =
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(element));
    store(none, address(scratch, place));
    return success();
  });
}

LogicalResult AmxEmitter::pack(const WorkItem &item) {
  if (!amx.hasPanels && (failed(packPanel(item)) || failed(fillPanel())))
    return failure();
  if (amx.getTailWords() != 0 && failed(copyTail(item)))
    return failure();
  return amx.packsLeft ? packRowBlock(item) : success();
}
