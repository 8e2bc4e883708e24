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

/// Packs elements [first, end) of step `step` of the row at `loops`: side by
/// side they are words. What is behind the sum is zero.
LogicalResult AmxEmitter::packLeftElements(Value place, Value step,
                                           int64_t first, int64_t end) {
  OpOperand *input = contraction.getDpsInputOperand(amx.left);
  Type type = getElementTypeOrSelf(input->get());
  AffineMap map = contraction.getMatchingIndexingMap(input);
  return forEachShort(
      index().constant(first), index().constant(end), [&](Value element) {
        loops[reduced.back()] = index().add(
            index().mul(step, index().constant(amx.getStepElements())),
            element);
        FailureOr<Value> value =
            emitter.valueAt(input->get(), index().affine(map, loops));
        if (failed(value))
          return failure();
        store(*value, address(place, element, type));
        return success();
      });
}

/// Packs the row at `loops`, whose first step is at `place`.
LogicalResult AmxEmitter::packLeftRow(Value place) {
  int64_t size = amx.getStepElements();
  int64_t whole = *amx.depth / size, rest = *amx.depth % size;
  auto stepPlace = [&](Value step) {
    return bytes(place,
                 index().mul(step, index().constant(amx.getLeftStepBytes())));
  };
  if (failed(forEach(index().constant(0), index().constant(whole),
                     index().constant(1), [&](Value step) {
                       return packLeftElements(stepPlace(step), step, 0, size);
                     })))
    return failure();
  if (rest == 0)
    return success();
  Value last = index().constant(whole);
  if (failed(packLeftElements(stepPlace(last), last, 0, rest)))
    return failure();
  Type type = getElementTypeOrSelf(
      contraction.getDpsInputOperand(amx.left)->get().getType());
  return forEachShort(
      index().constant(rest), index().constant(size), [&](Value element) {
        Value none =
            arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
        store(none, address(stepPlace(last), element, type));
        return success();
      });
}

/// Packs the rows of the item, once for all panels that share them.
LogicalResult AmxEmitter::packRowBlock(const WorkItem &item) {
  return emitter.when(loc, isFirstOfBlock(item), [&] {
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
