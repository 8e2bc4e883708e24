// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AmxEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;

/// Of the panel, and of a tile's sums in memory.
constexpr int64_t kPanelRowBytes = 2 * kTileRowBytes;

Value AmxEmitter::bytes(Value base, Value offset) {
  return address(base, offset, builder.getI8Type());
}
Value AmxEmitter::bytes(Value base, int64_t offset) {
  return bytes(base, index().constant(offset));
}

/// Finds the shape of tiles and configures them. Fewer rows than a tile has are
/// one smaller tile.
void AmxEmitter::begin() {
  IndexBuilder index = this->index();
  Value one = index.constant(1);
  height = arith::MaxSIOp::create(
      builder, loc, least(rowCount, index.constant(tile.rows)), one);
  half = index.div(index.add(height, one), index.constant(2));
  Value place =
      tiles.makeConfig(SmallVector<TileShape>(kTileRegisters, TileShape()));
  Value known =
      arith::IndexCastOp::create(builder, loc, builder.getI8Type(), half);
  for (unsigned number = kTileSums; number < kRightTiles; ++number)
    store(known, bytes(place, kTileConfigRows + number));
  tiles.configure(place);

  leftStride = index.constant(kTileRowBytes);
  leftStep =
      index.constant(amx.packsLeft ? amx.getLeftStepBytes() : kTileRowBytes);
  if (amx.packsLeft)
    return;
  Value left = contraction.getDpsInputOperand(amx.left)->get();
  FailureOr<SmallVector<Value>> shape = emitter.shapeOf(left);
  assert(succeeded(shape) && "buffers have sizes");
  Value elements =
      index.product(ArrayRef(*shape).drop_front(*findRowDimension(amx) + 1));
  leftStride =
      index.mul(elements, index.constant(getElementBytes() / micro.getSteps()));
}

/// The words of the item's panel.
Value AmxEmitter::panelStart(const WorkItem &item) {
  if (!amx.hasPanels)
    return scratch;
  IndexBuilder index = this->index();
  Value panels = contraction.getDpsInputOperand(amx.right)->get();
  Value number = index.div(item.firstColumn, index.constant(tile.getColumns()));
  return bytes(
      emitter.bufferOf(panels),
      index.mul(number, index.constant(amx.getWords() * kPanelRowBytes)));
}

/// Where the words of row `row` begin.
Value AmxEmitter::leftStart(const WorkItem &item, Value row) {
  IndexBuilder index = this->index();
  if (amx.packsLeft) {
    Value rows = bytes(scratch, amx.getPackedSteps() * AmxPlan::kStepBytes);
    return bytes(rows,
                 index.mul(index.sub(row, firstPackedRow(item)), leftStride));
  }
  setRow(row);
  loops[reduced.back()] = index.constant(0);
  return operandAddress(amx.left);
}

/// Adds the products of one step, whose words begin at `left` and `right`.
void AmxEmitter::addStep(Value left, Value right) {
  Value second = index().mul(index().sub(height, half), leftStride);
  tiles.addStep(
      amx.product, {left, bytes(left, second), leftStride},
      {right, bytes(right, kTileRowBytes), index().constant(kPanelRowBytes)});
}

/// Where the sums of the tile at `row` wait for the steps of other blocks.
Value AmxEmitter::waitingSums(const WorkItem &item, Value row) {
  Value place = bytes(scratch, amx.getPackedSteps() * AmxPlan::kStepBytes +
                                   amx.getLeftBytes());
  return bytes(place, index().mul(index().sub(row, item.firstRow),
                                  index().constant(kPanelRowBytes)));
}

TileRegisters::Sums AmxEmitter::sumsAt(Value place) {
  Value stride = index().constant(kPanelRowBytes);
  Value second = bytes(place, index().mul(index().sub(height, half), stride));
  return {{place, bytes(place, kTileRowBytes), second,
           bytes(second, kTileRowBytes)},
          stride};
}

/// Fetches a part of the panel behind the block, which tiles read next: of all
/// tiles of the item, the one at `row` fetches at step `step` of the block what
/// it has time for.
LogicalResult AmxEmitter::fetchAhead(const WorkItem &item, const Block &block,
                                     Value row, Value step) {
  constexpr int64_t kLine = 64, kStepLines = AmxPlan::kStepBytes / kLine;
  IndexBuilder index = this->index();
  Value tileCount = ceilDiv(index.sub(item.endRow, item.firstRow), height);
  Value lines = ceilDiv(index.constant(kStepLines), tileCount);
  Value stepsBefore =
      index.add(index.mul(index.div(index.sub(row, item.firstRow), height),
                          index.constant(amx.stepBlock)),
                step);
  Value start = index.mul(index.add(block.first, index.constant(amx.stepBlock)),
                          index.constant(AmxPlan::kStepBytes));
  Value from = index.add(
      start, index.mul(index.mul(stepsBefore, lines), index.constant(kLine)));
  Value place = bytes(panelStart(item), from);
  return forEach(index.constant(0), lines, index.constant(1), [&](Value line) {
    fetchLine(
        bytes(place, this->index().mul(line, this->index().constant(kLine))),
        Fetch::ReadLater);
    return success();
  });
}

/// Adds the steps of a block to the sums of the tile at `row`, whose first row
/// is `first`.
LogicalResult AmxEmitter::addSteps(const WorkItem &item, const Block &block,
                                   Value row, Value first) {
  Value left = leftStart(item, first), right = panelStart(item);
  int64_t whole = amx.getSteps() - (amx.getTailWords() != 0);
  Value count = index().constant(amx.stepBlock);
  if (whole == 0 || amx.getTailWords() != 0 || whole % amx.stepBlock != 0)
    count = least(count, index().sub(index().constant(whole), block.first));
  auto leftAt = [&](Value step) {
    return bytes(left, index().mul(step, leftStep));
  };
  if (failed(forEach(
          index().constant(0), count, index().constant(1), [&](Value number) {
            Value step = index().add(block.first, number);
            addStep(leftAt(step),
                    bytes(right, index().mul(step, index().constant(
                                                       AmxPlan::kStepBytes))));
            return amx.hasPanels ? fetchAhead(item, block, row, number)
                                 : success();
          })))
    return failure();
  if (amx.getTailWords() == 0)
    return success();
  return emitter.when(loc, block.isLast, [&] {
    addStep(leftAt(index().constant(whole)), scratch);
    return success();
  });
}

/// Adds a block to the sums of the tile at `row`, whose first row is `first`.
/// They are in memory then.
LogicalResult AmxEmitter::emitSums(const WorkItem &item, const Block &block,
                                   Value row, Value first) {
  Value waiting = amx.hasBlocks() ? waitingSums(item, row) : sums;
  auto begin = [&] {
    tiles.zeroSums();
    return success();
  };
  auto resume = [&] {
    tiles.loadSums(sumsAt(waiting));
    return success();
  };
  auto fetchFirst = [&] { return fetchResults(item, first); };
  if ((plan.fetchesResults &&
       failed(emitter.when(loc, block.isLast, fetchFirst))) ||
      failed(emitter.when(loc, block.isFirst, begin, resume)) ||
      failed(addSteps(item, block, row, first)))
    return failure();
  Value place =
      arith::SelectOp::create(builder, loc, block.isLast, sums, waiting);
  tiles.storeSums(sumsAt(place));
  return success();
}

LogicalResult AmxEmitter::emitBlock(const WorkItem &item, const Block &block) {
  return forEach(item.firstRow, item.endRow, height, [&](Value row) {
    Value first = least(row, this->index().sub(item.endRow, height));
    if (failed(emitSums(item, block, row, first)))
      return failure();
    return emitter.when(loc, block.isLast, [&] {
      return forEach(this->index().sub(row, first), height,
                     this->index().constant(1),
                     [&](Value r) { return emitRowResults(item, first, r); });
    });
  });
}

LogicalResult AmxEmitter::emitItemRows(const WorkItem &item) {
  auto compare = [&](arith::CmpIPredicate predicate, Value a,
                     int64_t b) -> Value {
    return arith::CmpIOp::create(builder, loc, predicate, a,
                                 index().constant(b));
  };
  int64_t steps = std::max<int64_t>(amx.getSteps(), 1); // there are results
  return forEach(index().constant(0), index().constant(steps),
                 index().constant(amx.stepBlock), [&](Value step) {
                   return emitBlock(
                       item, {step, compare(arith::CmpIPredicate::eq, step, 0),
                              compare(arith::CmpIPredicate::sge, step,
                                      amx.getSteps() - amx.stepBlock)});
                 });
}
