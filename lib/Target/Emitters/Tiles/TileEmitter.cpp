// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TileEmitter.h"
#include "../Scalar/KernelDomain.h"
#include "kiln/Target/Loops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace kiln;

TileEmitter::TileEmitter(OpBuilder &builder, ScalarEmitter &emitter,
                         exec::KernelOp kernel, linalg::GenericOp contraction,
                         const CpuInfo &info)
    : builder(builder), emitter(emitter), kernel(kernel),
      contraction(contraction), loc(kernel.getLoc()),
      element(getSumType(contraction)), hasFma(info.hasFma) {
  vector = VectorType::get(info.vectorBits / element.getWidth(), element);
}

LogicalResult TileEmitter::prepare(ArrayRef<Value> domain, unsigned count) {
  sizes.assign(domain.begin(), domain.end());
  loops.resize(contraction.getNumLoops());
  contraction.getReductionDims(reduced);
  for (unsigned dim : reduced) {
    FailureOr<Value> size = emitter.extentOf(contraction, dim);
    if (failed(size))
      return failure();
    depths.push_back(*size);
  }
  Value number =
      LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                               builder.getI32IntegerAttr(int32_t(count)));
  auto buffer = LLVM::AllocaOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), element,
      number);
  buffer.setAlignment(64);
  sums = buffer;
  return success();
}

LogicalResult
TileEmitter::forEach(Value from, Value to, Value step,
                     llvm::function_ref<LogicalResult(Value)> body) {
  auto loop = scf::ForOp::create(builder, loc, from, to, step);
  emitter.enter(loop.getBody());
  LogicalResult result = body(loop.getInductionVar());
  emitter.leave();
  return result;
}

FailureOr<SmallVector<Value>> TileEmitter::forSums(
    Value from, Value to, Value step, ValueRange sums,
    llvm::function_ref<FailureOr<SmallVector<Value>>(Value, ValueRange)> body,
    bool inLanes) {
  auto loop = scf::ForOp::create(builder, loc, from, to, step, sums);
  if (inLanes)
    loop->setAttr(kLanesAttr, builder.getUnitAttr());
  emitter.enter(loop.getBody());
  FailureOr<SmallVector<Value>> next =
      body(loop.getInductionVar(), loop.getRegionIterArgs());
  if (succeeded(next))
    scf::YieldOp::create(builder, loc, *next);
  emitter.leave();
  if (failed(next))
    return failure();
  return SmallVector<Value>(loop.getResults());
}

LogicalResult
TileEmitter::forEachShort(Value from, Value to,
                          llvm::function_ref<LogicalResult(Value)> body) {
  auto loop = scf::ForOp::create(builder, loc, from, to, index().constant(1));
  loop->setAttr(kLanesAttr, builder.getUnitAttr());
  emitter.enter(loop.getBody());
  LogicalResult result = body(loop.getInductionVar());
  emitter.leave();
  return result;
}

LogicalResult
TileEmitter::forEachItem(Value begin, Value end, Value items,
                         llvm::function_ref<LogicalResult(Value)> body) {
  IndexBuilder index = this->index();
  Value one = index.constant(1);
  Value divisor = arith::MaxSIOp::create(builder, loc, items, one);
  Value distance = arith::MaxSIOp::create(
      builder, loc, index.div(index.product(sizes), divisor), one);
  Value last = least(ceilDiv(end, distance), items);
  firstItem = ceilDiv(begin, distance);
  return forEach(firstItem, last, one, body);
}

LogicalResult TileEmitter::emitRun(ArrayRef<Value> outer, unsigned columnDims,
                                   Value first, Value count, Value start,
                                   Value place) {
  return forEachShort(index().constant(0), count, [&](Value c) {
    IndexBuilder index = this->index();
    SmallVector<Value> indices(outer);
    llvm::append_range(
        indices, index.delinearize(index.add(first, c),
                                   ArrayRef(sizes).take_back(columnDims)));
    Value sum = LLVM::LoadOp::create(builder, loc, element,
                                     address(sums, index.add(place, c)));
    emitter.setValue(contraction.getResult(0), indices, sum);
    Value linear = index.add(start, c);
    emitter.setItem(linear, indices, sizes);
    return emitItem(emitter, kernel, linear, indices);
  });
}

Value TileEmitter::ceilDiv(Value value, Value by) {
  IndexBuilder index = this->index();
  return index.div(index.add(value, index.sub(by, index.constant(1))), by);
}

Value TileEmitter::least(Value a, Value b) {
  return arith::MinSIOp::create(builder, loc, a, b);
}

Value TileEmitter::address(Value base, Value position) {
  Value offset =
      arith::IndexCastOp::create(builder, loc, builder.getI64Type(), position);
  return LLVM::GEPOp::create(builder, loc, base.getType(), element, base,
                             ArrayRef<LLVM::GEPArg>{offset},
                             LLVM::GEPNoWrapFlags::inbounds);
}

Value TileEmitter::widen(Value value) {
  if (value.getType() == element)
    return value;
  return arith::ExtFOp::create(builder, loc, element, value);
}

Value TileEmitter::splat(Value scalar) {
  auto type = VectorType::get(vector.getNumElements(), scalar.getType());
  Value zero = LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                                        builder.getI32IntegerAttr(0));
  Value any = LLVM::PoisonOp::create(builder, loc, type);
  Value first =
      LLVM::InsertElementOp::create(builder, loc, type, any, scalar, zero);
  SmallVector<int32_t> lanes(vector.getNumElements(), 0);
  return LLVM::ShuffleVectorOp::create(builder, loc, first, any, lanes);
}

Value TileEmitter::zero() {
  return arith::ConstantOp::create(builder, loc, vector,
                                   builder.getZeroAttr(vector));
}

Value TileEmitter::addProduct(Value a, Value b, Value sum) {
  if (hasFma)
    return math::FmaOp::create(builder, loc, a, b, sum);
  Value product = arith::MulFOp::create(builder, loc, a, b);
  return arith::AddFOp::create(builder, loc, sum, product);
}

FailureOr<Value> TileEmitter::operandAt(unsigned operand) {
  OpOperand *input = contraction.getDpsInputOperand(operand);
  FailureOr<Value> value = emitter.valueAt(
      input->get(),
      index().affine(contraction.getMatchingIndexingMap(input), loops));
  if (failed(value))
    return failure();
  return widen(*value);
}
