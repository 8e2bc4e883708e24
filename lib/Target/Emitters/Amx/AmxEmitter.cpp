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

/// What the tile at `row` fetches of the next panel while it is summed: of all
/// tiles of the item each takes a part, some lines at a step.
AmxEmitter::Fetched AmxEmitter::fetchedBy(const WorkItem &item, Value row) {
  IndexBuilder index = this->index();
  Value tileCount = ceilDiv(index.sub(item.endRow, item.firstRow), height);
  Value number = index.div(index.sub(row, item.firstRow), height);
  Fetched fetched;
  fetched.lines =
      ceilDiv(index.constant(AmxPlan::kStepBytes / kCacheLineBytes), tileCount);
  Value before = index.mul(index.mul(number, index.constant(amx.getSteps())),
                           fetched.lines);
  fetched.place =
      bytes(panelStart(item),
            index.add(index.constant(amx.getWords() * kPanelRowBytes),
                      index.mul(before, index.constant(kCacheLineBytes))));
  return fetched;
}

LogicalResult AmxEmitter::fetchAhead(const Fetched &fetched, Value step) {
  Value first = index().mul(step, fetched.lines);
  return forEach(index().constant(0), fetched.lines, index().constant(1),
                 [&](Value line) {
                   Value at = index().mul(index().add(first, line),
                                          index().constant(kCacheLineBytes));
                   fetchLine(bytes(fetched.place, at), Fetch::ReadLater);
                   return success();
                 });
}

TileRegisters::Sums AmxEmitter::sumsAt(Value place) {
  Value stride = index().constant(kPanelRowBytes);
  Value second = bytes(place, index().mul(index().sub(height, half), stride));
  return {{place, bytes(place, kTileRowBytes), second,
           bytes(second, kTileRowBytes)},
          stride};
}

/// Adds up the sums of the tile at `row`, whose first row is `first`.
LogicalResult AmxEmitter::addSteps(const WorkItem &item, Value row,
                                   Value first) {
  Value left = leftStart(item, first), right = panelStart(item);
  int64_t whole = amx.getSteps() - (amx.getTailWords() != 0);
  auto leftAt = [&](Value step) {
    return bytes(left, index().mul(step, leftStep));
  };
  Fetched fetched = fetchedBy(item, row);
  tiles.zeroSums();
  if (failed(forEach(
          index().constant(0), index().constant(whole), index().constant(1),
          [&](Value step) {
            addStep(leftAt(step),
                    bytes(right, index().mul(step, index().constant(
                                                       AmxPlan::kStepBytes))));
            return amx.hasPanels ? fetchAhead(fetched, step) : success();
          })))
    return failure();
  if (amx.getTailWords() != 0)
    addStep(leftAt(index().constant(whole)), scratch);
  return success();
}

LogicalResult AmxEmitter::emitItemRows(const WorkItem &item) {
  return forEach(item.firstRow, item.endRow, height, [&](Value row) {
    Value first = least(row, index().sub(item.endRow, height));
    if (failed(fetchAround(item, first)) || failed(addSteps(item, row, first)))
      return failure();
    tiles.storeSums(sumsAt(sums));
    return forEach(index().sub(row, first), height, index().constant(1),
                   [&](Value r) { return emitRowResults(item, first, r); });
  });
}
