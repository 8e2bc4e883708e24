// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TileEmitter.h"
#include "../Scalar/KernelDomain.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace kiln;

TileEmitter::TileEmitter(OpBuilder &builder, ScalarEmitter &emitter,
                         exec::KernelOp kernel, linalg::GenericOp contraction,
                         const CpuInfo &info)
    : TileBuilder(builder, emitter, kernel.getLoc(), getSumType(contraction),
                  info),
      kernel(kernel), contraction(contraction) {}

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
  sums = makeRoom(count);
  return success();
}

Value TileEmitter::makeRoom(int64_t count) {
  Value number =
      LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                               builder.getI32IntegerAttr(int32_t(count)));
  auto buffer = LLVM::AllocaOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), element,
      number);
  buffer.setAlignment(64);
  return buffer;
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
    // Sums stand for the result of the contraction; the ops behind it are
    // written as in any kernel.
    setSums(indices, index.add(place, c));
    Value linear = index.add(start, c);
    emitter.setItem(linear, indices, sizes);
    return emitItem(emitter, kernel, linear, indices);
  });
}

void TileEmitter::setSums(ArrayRef<Value> indices, Value place) {
  emitter.setValue(contraction.getResult(0), indices,
                   load(address(sums, place)));
}

Value TileEmitter::widen(unsigned operand, Value value) {
  if (value.getType() == element)
    return value;
  Operation *user = *contraction.getBody()->getArgument(operand).user_begin();
  if (isa<arith::SIToFPOp>(user))
    return arith::SIToFPOp::create(builder, loc, element, value);
  if (isa<arith::UIToFPOp>(user))
    return arith::UIToFPOp::create(builder, loc, element, value);
  return arith::ExtFOp::create(builder, loc, element, value);
}

FailureOr<Value> TileEmitter::operandAt(unsigned operand) {
  OpOperand *input = contraction.getDpsInputOperand(operand);
  FailureOr<Value> value = emitter.valueAt(
      input->get(),
      index().affine(contraction.getMatchingIndexingMap(input), loops));
  if (failed(value))
    return failure();
  return widen(operand, *value);
}

Value TileEmitter::operandAddress(unsigned operand) {
  OpOperand *input = contraction.getDpsInputOperand(operand);
  FailureOr<SmallVector<Value>> shape = emitter.shapeOf(input->get());
  assert(succeeded(shape) && "buffers have sizes");
  IndexBuilder index = this->index();
  Value offset = index.linearize(
      index.affine(contraction.getMatchingIndexingMap(input), loops), *shape);
  return address(emitter.bufferOf(input->get()), offset,
                 getElementTypeOrSelf(input->get()));
}
