// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that only move elements: index arithmetic, and a choice where an
// element has more than one possible origin. Also the sizes of every tensor.
#include "ScalarEmitter.h"
#include "kiln/Dialect/Exec/KernelContract.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace kiln;

/// True when every dimension that `op` pads is known to have elements.
static bool padsOnlyFilledDims(tensor::PadOp op) {
  llvm::SmallBitVector padded = op.getPaddedDims();
  return llvm::all_of(padded.set_bits(), [&](unsigned dim) {
    int64_t size = op.getSourceType().getDimSize(dim);
    return ShapedType::isStatic(size) && size > 0;
  });
}

FailureOr<Value> ScalarEmitter::padAt(tensor::PadOp op, ValueRange indices) {
  Location loc = op.getLoc();
  Value padding = op.getConstantPaddingValue();
  if (!padding)
    return op->emitOpError("must pad with one value for the naive emitter");
  FailureOr<SmallVector<Value>> low = sizeValues(op.getMixedLowPad(), loc);
  FailureOr<SmallVector<Value>> sizes = shapeOf(op.getSource());
  if (failed(low) || failed(sizes))
    return failure();
  llvm::SmallBitVector padded = op.getPaddedDims();
  SmallVector<Value> source, clamped;
  Value inside;
  for (auto [i, position] : llvm::enumerate(indices)) {
    Value shifted = index(loc).sub(position, (*low)[i]);
    source.push_back(shifted);
    clamped.push_back(shifted);
    if (!padded[i])
      continue;
    Value below = andBelow(loc, {}, shifted, (*sizes)[i]);
    inside =
        inside ? arith::AndIOp::create(builder, loc, inside, below) : below;
    clamped.back() = arith::SelectOp::create(builder, loc, below, shifted,
                                             index(loc).constant(0));
  }
  if (!inside)
    return valueAt(op.getSource(), source);
  // A load of the element at index 0 in place of one outside does no harm and
  // needs no branch.
  if (isa<BlockArgument>(op.getSource()) && padsOnlyFilledDims(op)) {
    FailureOr<Value> value = valueAt(op.getSource(), clamped);
    FailureOr<Value> other = scalar(padding);
    if (failed(value) || failed(other))
      return failure();
    return arith::SelectOp::create(builder, loc, inside, *value, *other)
        .getResult();
  }
  return choose(
      loc, inside, op.getSourceType().getElementType(),
      [&] { return valueAt(op.getSource(), source); },
      [&] { return scalar(padding); });
}

FailureOr<Value> ScalarEmitter::expandAt(tensor::ExpandShapeOp op,
                                         ValueRange indices) {
  FailureOr<SmallVector<Value>> sizes = shapeOf(op.getResult());
  if (failed(sizes))
    return failure();
  SmallVector<Value> source;
  for (const ReassociationIndices &group : op.getReassociationIndices()) {
    SmallVector<Value> groupIndices, groupSizes;
    for (int64_t dim : group) {
      groupIndices.push_back(indices[dim]);
      groupSizes.push_back((*sizes)[dim]);
    }
    source.push_back(index(op.getLoc()).linearize(groupIndices, groupSizes));
  }
  return valueAt(op.getSrc(), source);
}

FailureOr<Value> ScalarEmitter::collapseAt(tensor::CollapseShapeOp op,
                                           ValueRange indices) {
  FailureOr<SmallVector<Value>> sizes = shapeOf(op.getSrc());
  if (failed(sizes))
    return failure();
  // A result of rank 0 has no groups; every source index is then 0.
  SmallVector<Value> source(sizes->size(), index(op.getLoc()).constant(0));
  for (auto [group, position] :
       llvm::zip(op.getReassociationIndices(), indices)) {
    SmallVector<Value> groupSizes;
    for (int64_t dim : group)
      groupSizes.push_back((*sizes)[dim]);
    SmallVector<Value> parts =
        index(op.getLoc()).delinearize(position, groupSizes);
    for (auto [dim, part] : llvm::zip(group, parts))
      source[dim] = part;
  }
  return valueAt(op.getSrc(), source);
}

FailureOr<Value> ScalarEmitter::sliceAt(tensor::ExtractSliceOp op,
                                        ValueRange indices) {
  Location loc = op.getLoc();
  FailureOr<SmallVector<Value>> offsets = sizeValues(op.getMixedOffsets(), loc);
  FailureOr<SmallVector<Value>> strides = sizeValues(op.getMixedStrides(), loc);
  if (failed(offsets) || failed(strides))
    return failure();
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<Value> source;
  unsigned next = 0;
  for (auto [i, offset, stride] : llvm::enumerate(*offsets, *strides)) {
    Value position =
        dropped[i] ? index(loc).constant(0) : Value(indices[next++]);
    source.push_back(index(loc).add(index(loc).mul(position, stride), offset));
  }
  return valueAt(op.getSource(), source);
}

FailureOr<Value> ScalarEmitter::insertAt(tensor::InsertSliceOp op,
                                         ValueRange indices) {
  Location loc = op.getLoc();
  FailureOr<SmallVector<Value>> offsets = sizeValues(op.getMixedOffsets(), loc);
  FailureOr<SmallVector<Value>> sizes = sizeValues(op.getMixedSizes(), loc);
  FailureOr<SmallVector<Value>> strides = sizeValues(op.getMixedStrides(), loc);
  if (failed(offsets) || failed(sizes) || failed(strides))
    return failure();
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<Value> source;
  Value inside = arith::ConstantIntOp::create(builder, loc, 1, 1);
  for (auto [i, position] : llvm::enumerate(indices)) {
    Value shifted = index(loc).sub(position, (*offsets)[i]);
    Value step = (*strides)[i];
    inside = andBelow(loc, inside, shifted, index(loc).mul((*sizes)[i], step));
    if (!isConstantIntValue(step, 1)) {
      Value onStep = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::eq, index(loc).rem(shifted, step),
          index(loc).constant(0));
      inside = arith::AndIOp::create(builder, loc, inside, onStep);
    }
    if (!dropped[i])
      source.push_back(index(loc).div(shifted, step));
  }
  return choose(
      loc, inside, op.getDestType().getElementType(),
      [&] { return valueAt(op.getSource(), source); },
      [&] { return valueAt(op.getDest(), indices); });
}

LogicalResult ScalarEmitter::storePart(tensor::InsertSliceOp insert,
                                       unsigned operand, ValueRange indices,
                                       ArrayRef<Value> sizes, Value value) {
  Location loc = insert.getLoc();
  FailureOr<SmallVector<Value>> offsets =
      sizeValues(insert.getMixedOffsets(), loc);
  FailureOr<SmallVector<Value>> strides =
      sizeValues(insert.getMixedStrides(), loc);
  if (failed(offsets) || failed(strides))
    return failure();
  SmallVector<Value> position;
  Value inside = arith::ConstantIntOp::create(builder, loc, 1, 1);
  for (auto [i, at] : llvm::enumerate(indices)) {
    position.push_back(
        index(loc).add(index(loc).mul(at, (*strides)[i]), (*offsets)[i]));
    inside = andBelow(loc, inside, position.back(), sizes[i]);
  }
  Value linear = index(loc).linearize(position, sizes);
  return when(loc, inside, [&] {
    store(loc, operand, linear, value);
    return success();
  });
}

FailureOr<Value> ScalarEmitter::concatAt(tensor::ConcatOp op,
                                         ValueRange indices) {
  SmallVector<Value> starts = {index(op.getLoc()).constant(0)};
  for (Value source : op.getInputs().drop_back()) {
    FailureOr<SmallVector<Value>> sizes = shapeOf(source);
    if (failed(sizes))
      return failure();
    starts.push_back(
        index(op.getLoc()).add(starts.back(), (*sizes)[op.getDim()]));
  }
  return concatFrom(op, starts, 0, SmallVector<Value>(indices));
}

/// The element of the concatenation, which is one of the inputs from `input` on
/// that begin at `starts`: each question leaves half of them.
FailureOr<Value> ScalarEmitter::concatFrom(tensor::ConcatOp op,
                                           ArrayRef<Value> starts,
                                           unsigned input,
                                           SmallVector<Value> indices) {
  Location loc = op.getLoc();
  Value &position = indices[op.getDim()];
  if (starts.size() == 1) {
    position = index(loc).sub(position, starts.front());
    return valueAt(op.getInputs()[input], indices);
  }
  size_t half = starts.size() / 2;
  Value isBefore = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::slt, position, starts[half]);
  return choose(
      loc, isBefore, op.getResultType().getElementType(),
      [&] { return concatFrom(op, starts.take_front(half), input, indices); },
      [&] {
        return concatFrom(op, starts.drop_front(half), input + half, indices);
      });
}

FailureOr<SmallVector<Value>> ScalarEmitter::dynamicSizes(RankedTensorType type,
                                                          ValueRange sizes,
                                                          Location loc) {
  SmallVector<Value> shape;
  unsigned next = 0;
  for (int64_t size : type.getShape()) {
    if (ShapedType::isStatic(size)) {
      shape.push_back(index(loc).constant(size));
      continue;
    }
    FailureOr<Value> value = scalar(sizes[next++]);
    if (failed(value))
      return failure();
    shape.push_back(*value);
  }
  return shape;
}

FailureOr<SmallVector<Value>> ScalarEmitter::shapeOf(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  Location loc = builder.getUnknownLoc();
  if (type.hasStaticShape())
    return dynamicSizes(type, {}, loc);
  if (auto argument = dyn_cast<BlockArgument>(tensor)) {
    SmallVector<Value> sizes;
    for (BlockArgument size : kernel.getDims(argument.getArgNumber()))
      sizes.push_back(size);
    return dynamicSizes(type, sizes, loc);
  }
  return computeShape(tensor.getDefiningOp(), tensor);
}

SmallVector<Value> ScalarEmitter::domain() {
  llvm::DenseMap<Attribute, Value> known;
  for (auto [number, size] : llvm::enumerate(frame.sizes))
    known[exec::makeKernelSize(builder.getContext(), number)] = size;
  SmallVector<Value> sizes;
  for (ep::ExprAttr size : kernel.getDomainSizes())
    sizes.push_back(size.isInt()
                        ? index(kernel.getLoc()).constant(size.getValue())
                        : known.at(size));
  return sizes;
}

FailureOr<SmallVector<Value>> ScalarEmitter::computeShape(Operation *op,
                                                          Value tensor) {
  using Shape = FailureOr<SmallVector<Value>>;
  Location loc = op->getLoc();
  auto type = cast<RankedTensorType>(tensor.getType());
  return TypeSwitch<Operation *, Shape>(op)
      .Case([&](DestinationStyleOpInterface o) {
        return shapeOf(o.getTiedOpOperand(cast<OpResult>(tensor))->get());
      })
      .Case([&](tensor::EmptyOp o) {
        return dynamicSizes(type, o.getDynamicSizes(), loc);
      })
      .Case([&](tensor::SplatOp o) {
        return dynamicSizes(type, o.getDynamicSizes(), loc);
      })
      .Case([&](tensor::CastOp o) { return shapeOf(o.getSource()); })
      .Case([&](tensor::InsertSliceOp o) { return shapeOf(o.getDest()); })
      .Case([&](tensor::ExpandShapeOp o) {
        return sizeValues(o.getMixedOutputShape(), loc);
      })
      .Case([&](tensor::CollapseShapeOp o) -> Shape {
        Shape source = shapeOf(o.getSrc());
        if (failed(source))
          return failure();
        SmallVector<Value> shape;
        for (const ReassociationIndices &group : o.getReassociationIndices()) {
          Value size = index(loc).constant(1);
          for (int64_t dim : group)
            size = index(loc).mul(size, (*source)[dim]);
          shape.push_back(size);
        }
        return shape;
      })
      .Case([&](tensor::ExtractSliceOp o) -> Shape {
        SmallVector<OpFoldResult> kept;
        llvm::SmallBitVector dropped = o.getDroppedDims();
        for (auto [i, size] : llvm::enumerate(o.getMixedSizes()))
          if (!dropped[i])
            kept.push_back(size);
        return sizeValues(kept, loc);
      })
      .Case([&](tensor::PadOp o) -> Shape {
        Shape shape = shapeOf(o.getSource());
        Shape low = sizeValues(o.getMixedLowPad(), loc);
        Shape high = sizeValues(o.getMixedHighPad(), loc);
        if (failed(shape) || failed(low) || failed(high))
          return failure();
        for (auto [size, before, after] : llvm::zip(*shape, *low, *high))
          size = index(loc).add(index(loc).add(size, before), after);
        return shape;
      })
      .Case([&](tensor::ConcatOp o) -> Shape {
        Shape shape = shapeOf(o.getInputs().front());
        for (Value input : o.getInputs().drop_front()) {
          Shape next = shapeOf(input);
          if (failed(shape) || failed(next))
            return failure();
          Value &size = (*shape)[o.getDim()];
          size = index(loc).add(size, (*next)[o.getDim()]);
        }
        return shape;
      })
      .Default([&](Operation *o) -> Shape {
        return o->emitOpError("cannot be written by the naive emitter");
      });
}
