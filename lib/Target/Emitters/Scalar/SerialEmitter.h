// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of tx operations: an item is all that belongs together along the
// serial dimensions. The elements of the results are written where they arise,
// so the results may be read, too.
#ifndef KILN_LIB_TARGET_EMITTERS_SCALAR_SERIALEMITTER_H
#define KILN_LIB_TARGET_EMITTERS_SCALAR_SERIALEMITTER_H

#include "ScalarEmitter.h"
#include "kiln/Dialect/TX/TX.h"

namespace kiln {

/// Loops, and accesses to results, for the operations with a serial dimension.
class SerialEmitter {
public:
  using Values = SmallVector<Value>;

  SerialEmitter(ScalarEmitter &emitter, exec::KernelOp kernel, Operation *op)
      : emitter(emitter), builder(emitter.getBuilder()), loc(op->getLoc()),
        kernel(kernel), op(op) {}

  /// Finds the buffers and the sizes of the results of the operation. An error
  /// where the kernel does not yield one of them.
  LogicalResult start();

  /// Has the result the content of its destination already?
  bool isUpdate() { return kernel.getUpdatedArgument().has_value(); }

  ScalarEmitter &emitter;
  OpBuilder &builder;
  Location loc;

  IndexBuilder index() { return emitter.index(loc); }
  Value compare(mlir::arith::CmpIPredicate predicate, Value a, Value b) {
    return mlir::arith::CmpIOp::create(builder, loc, predicate, a, b);
  }
  Value toIndex(Value integer);

  /// for i in [from, to): the carried values become those of the body.
  FailureOr<Values>
  loop(Value from, Value to, ValueRange carried,
       llvm::function_ref<FailureOr<Values>(Value, ValueRange)> body) {
    return emitter.loop(loc, from, to, index().constant(1), carried, body);
  }
  LogicalResult forEach(Value from, Value to,
                        llvm::function_ref<LogicalResult(Value)> body) {
    return emitter.forEach(loc, from, to, index().constant(1), body);
  }
  /// One loop for each of `dims`, whose entries of `position` are set.
  LogicalResult nest(ArrayRef<int64_t> dims, ArrayRef<Value> sizes,
                     Values &position,
                     llvm::function_ref<LogicalResult()> body);
  /// `otherwise` may be null.
  LogicalResult when(Value condition, llvm::function_ref<LogicalResult()> then,
                     llvm::function_ref<LogicalResult()> otherwise = {}) {
    return emitter.when(loc, condition, then, otherwise);
  }

  /// The number of the kernel operand that a result is.
  unsigned getOperand(unsigned result) const { return operands[result]; }
  /// The sizes of result 0, which are those of all but for tx.matrix.
  ArrayRef<Value> getSizes() const { return sizes; }
  Value load(unsigned result, ValueRange indices);
  void store(unsigned result, ValueRange indices, Value value);

  Value combine(tx::CombineKind kind, bool isUnsigned, Value a, Value b);

private:
  exec::KernelOp kernel;
  Operation *op;
  SmallVector<unsigned> operands; ///< of the kernel, per result
  Values sizes;
};

LogicalResult emitAttention(SerialEmitter &serial, tx::AttentionOp op,
                            ValueRange item);
LogicalResult emitScan(SerialEmitter &serial, tx::ScanOp op, ValueRange item);
LogicalResult emitScatter(SerialEmitter &serial, tx::ScatterOp op,
                          ValueRange item);
/// The scatter that `kernel` is if neighbours of its result are items of it.
tx::ScatterOp getScatterOfRows(exec::KernelOp kernel);
/// The items of `row`, the indices without the last, whose last one is in
/// [from, to).
LogicalResult emitScatterOfRow(ScalarEmitter &emitter, exec::KernelOp kernel,
                               tx::ScatterOp op, ValueRange row, Value from,
                               Value to);
LogicalResult emitCompact(SerialEmitter &serial, tx::CompactOp op);
LogicalResult emitMatrix(SerialEmitter &serial, tx::MatrixOp op,
                         ValueRange item);

/// Computes and stores the elements of the item at `item`, whose indices along
/// the serial dimensions are 0, of the kernel whose first result `op` makes.
LogicalResult emitSerialItem(ScalarEmitter &emitter, exec::KernelOp kernel,
                             Operation *op, ValueRange item);

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_SCALAR_SERIALEMITTER_H
