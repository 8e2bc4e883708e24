// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AmxEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace kiln;

/// The registers: sums [0, 0], [0, 1], [1, 0], [1, 1], two of rows, two of the
/// panel.
constexpr unsigned kSums = 0, kLeft = 4, kRight = 6;
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
  SmallVector<int64_t> rows(8, kTileRows);
  DenseElementsAttr config = DenseElementsAttr::get(
      VectorType::get(64, builder.getI8Type()), ArrayRef(getTileConfig(rows)));
  Value count = LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                                         builder.getI32IntegerAttr(64));
  auto place = LLVM::AllocaOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()),
      builder.getI8Type(), count);
  place.setAlignment(64);
  store(arith::ConstantOp::create(builder, loc, config), place);
  Value known =
      arith::IndexCastOp::create(builder, loc, builder.getI8Type(), half);
  for (unsigned number = kSums; number < kRight; ++number)
    store(known, bytes(place, kTileConfigRows + number));
  tiles.configure(place);

  leftStride = index.constant(amx.getRowBytes());
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
  Value panelStride = index().constant(kPanelRowBytes);
  Value second = index().mul(index().sub(height, half), leftStride);
  for (unsigned column : {0, 1})
    tiles.load(kRight + column, bytes(right, column * kTileRowBytes),
               panelStride);
  for (unsigned row : {0, 1}) {
    tiles.load(kLeft + row, row == 0 ? left : bytes(left, second), leftStride);
    for (unsigned column : {0, 1})
      tiles.addProducts(amx.product, kSums + 2 * row + column, kLeft + row,
                        kRight + column);
  }
}

/// The sums of the tile that begins with row `row`, in memory.
LogicalResult AmxEmitter::emitSums(const WorkItem &item, Value row) {
  Value left = leftStart(item, row), right = panelStart(item);
  for (unsigned number = kSums; number < kLeft; ++number)
    tiles.zero(number);
  int64_t whole = amx.getSteps() - (amx.getTailWords() != 0);
  auto leftAt = [&](Value step) {
    return bytes(left, index().mul(step, index().constant(kTileRowBytes)));
  };
  if (failed(forEach(
          index().constant(0), index().constant(whole), index().constant(1),
          [&](Value step) {
            addStep(leftAt(step),
                    bytes(right, index().mul(step, index().constant(
                                                       AmxPlan::kStepBytes))));
            return success();
          })))
    return failure();
  if (amx.getTailWords() != 0)
    addStep(leftAt(index().constant(whole)), scratch);
  Value stride = index().constant(kPanelRowBytes);
  for (unsigned number = kSums; number < kLeft; ++number) {
    Value to = bytes(sums, number % 2 * kTileRowBytes);
    if (number >= 2)
      to = bytes(to, index().mul(index().sub(height, half), stride));
    tiles.store(number, to, stride);
  }
  return success();
}

LogicalResult AmxEmitter::emitItemRows(const WorkItem &item) {
  return forEach(item.firstRow, item.endRow, height, [&](Value row) {
    Value first = least(row, this->index().sub(item.endRow, height));
    if (failed(emitSums(item, first)))
      return failure();
    return forEach(this->index().sub(row, first), height,
                   this->index().constant(1),
                   [&](Value r) { return emitRowResults(item, first, r); });
  });
}
