// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The demand-driven emitter behind the `naive` kernels: asked for the value of
// a tensor at an index, it writes the scalar code that computes that value from
// the kernel's buffers. Producers are followed; no tensor is ever stored.
#ifndef KILN_LIB_TARGET_EMITTERS_SCALAR_SCALAREMITTER_H
#define KILN_LIB_TARGET_EMITTERS_SCALAR_SCALAREMITTER_H

#include "IndexBuilder.h"
#include "kiln/Dialect/Exec/Exec.h"
#include "kiln/Dialect/Exec/LoopRange.h"
#include "kiln/Dialect/TX/TX.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include <functional>
#include <optional>

namespace kiln {

/// The errors that a kernel reports; the numbers are part of the package's
/// format.
enum class KernelError {
  IndexOutOfRange = 1,
  DivisionByZero = 2,
  NoConvergence = 3,
};

/// The values that the function around it hands to the emitted code.
struct KernelFrame {
  /// Pointers to the operands: tensor arguments, then results.
  SmallVector<Value> buffers;
  /// The size arguments, of type `index`.
  SmallVector<Value> sizes;
  /// Writes, at the builder's place, the way out when data breaks a rule.
  std::function<void(OpBuilder &, Location, KernelError)> reportError;
  /// Writes a constant array beside the function and gives its address.
  std::function<Value(OpBuilder &, Location, mlir::DenseElementsAttr)>
      constantArray;
};

class ScalarEmitter {
public:
  ScalarEmitter(OpBuilder &builder, exec::KernelOp kernel, KernelFrame frame);

  /// Says which item the code computes, in the region that is open now: number
  /// `linear` of a domain of `sizes`, at `indices`.
  void setItem(Value linear, ValueRange indices, ValueRange sizes);

  /// The value of `tensor` at `indices` (of type `index`), computed at the
  /// builder's place. Fails with an error at the op that cannot be written.
  FailureOr<Value> valueAt(Value tensor, ValueRange indices);

  /// The sizes of the dimensions of `tensor`.
  FailureOr<SmallVector<Value>> shapeOf(Value tensor);

  /// The sizes of the domain.
  SmallVector<Value> domain();

  /// The values that `block`, which computes scalars, yields for `arguments`.
  FailureOr<SmallVector<Value>> inlineBlock(Block &block, ValueRange arguments);

  /// Remembers the element of `tensor` at `indices`, in the region that is open
  /// now.
  void setValue(Value tensor, ValueRange indices, Value value);

  /// From now on computed elements of `tensor` are kept at their last index in
  /// the memory at `base`, until `readKept` says that it is read from there.
  void keepAlongRow(Value tensor, Value base) { kept[tensor] = {base, false}; }
  void readKept(Value tensor) { kept[tensor].isFilled = true; }

  /// The extent of loop `dim` of `op`, from the operand that it indexes.
  FailureOr<Value> extentOf(mlir::linalg::LinalgOp op, unsigned dim);

  /// The buffer of a tensor argument.
  Value bufferOf(Value argument) const {
    return bufferOf(mlir::cast<BlockArgument>(argument).getArgNumber());
  }
  /// The buffer of a kernel operand.
  Value bufferOf(unsigned operand) const { return frame.buffers[operand]; }

  /// Stores `value` as item `linear` of kernel operand `operand`.
  void store(Location loc, unsigned operand, Value linear, Value value);
  /// From here on `store` says that nobody reads results from a cache.
  void streamResults() { isStreamed = true; }

  /// Element `linear` of kernel operand `operand`, a result that was stored.
  Value loadResult(Location loc, unsigned operand, Type element, Value linear) {
    return load(loc, frame.buffers[operand], element, linear,
                /*isApart=*/false);
  }

  /// Writes the way out when data breaks a rule.
  void reportError(Location loc, KernelError error) {
    frame.reportError(builder, loc, error);
  }
  /// The same where `condition` is true.
  void reportWhere(Location loc, Value condition, KernelError error) {
    (void)when(loc, condition, [&] {
      reportError(loc, error);
      return success();
    });
  }

  OpBuilder &getBuilder() { return builder; }
  /// Stores `value` where element `indices` of the part that `insert` writes
  /// goes in the buffer of `operand`, which has `sizes`; nowhere if that is
  /// outside.
  LogicalResult storePart(mlir::tensor::InsertSliceOp insert, unsigned operand,
                          ValueRange indices, ArrayRef<Value> sizes,
                          Value value);

  /// Starts or ends a region, which is empty or has a terminator only: values
  /// computed inside are not used outside.
  void enter(Block *block);
  void leave();

  using Values = FailureOr<SmallVector<Value>>;
  /// for i in [from, to) by `step`: the carried values become those that `body`
  /// gives. Marked for vectors if `inLanes`.
  Values loop(Location loc, Value from, Value to, Value step,
              ValueRange carried,
              llvm::function_ref<Values(Value, ValueRange)> body,
              bool inLanes = false);
  /// The same without carried values.
  LogicalResult forEach(Location loc, Value from, Value to, Value step,
                        llvm::function_ref<LogicalResult(Value)> body,
                        bool inLanes = false);
  /// `otherwise` may be null.
  LogicalResult when(Location loc, Value condition,
                     llvm::function_ref<LogicalResult()> then,
                     llvm::function_ref<LogicalResult()> otherwise = {});
  /// `inside` (true where null) and: is `position` below `size`? A negative one
  /// is a huge unsigned number.
  Value andBelow(Location loc, Value inside, Value position, Value size);
  /// The address of item `position` of the array of `element`s at `base`.
  Value address(Location loc, Value base, Type element, Value position);

  /// Fails with an error where an operand has an element type that cannot be
  /// loaded or stored.
  LogicalResult checkElementTypes();

  IndexBuilder index(Location loc) { return {builder, memo, loc}; }

private:
  /// Values of a tensor along the row that is computed.
  struct KeptRow {
    Value base;
    bool isFilled;
  };

  // ScalarEmitter.cpp
  Value loadKept(Value tensor, const KeptRow &row, ValueRange indices);
  void storeKept(const KeptRow &row, ValueRange indices, Value value);
  FailureOr<Value> computeValue(Value tensor, ValueRange indices);
  FailureOr<Value> constantAt(mlir::arith::ConstantOp op, ValueRange indices);
  Value load(Location loc, Value pointer, Type element, Value linear,
             bool isApart);
  FailureOr<Value> scalar(Value value);
  FailureOr<Value> sizeValue(mlir::OpFoldResult size, Location loc);
  FailureOr<SmallVector<Value>> sizeValues(ArrayRef<mlir::OpFoldResult> sizes,
                                           Location loc);
  LogicalResult cloneScalarOp(Operation *op, mlir::IRMapping &mapping);
  Values yieldedBy(Block &block, mlir::IRMapping &mapping);
  FailureOr<Value> extract(mlir::tensor::ExtractOp op, ValueRange indices);
  Value divisor(tx::DivisorOp op, Value value);
  FailureOr<Value> choose(Location loc, Value condition, Type type,
                          llvm::function_ref<FailureOr<Value>()> then,
                          llvm::function_ref<FailureOr<Value>()> otherwise);

  // ScalarLinalg.cpp
  FailureOr<Value> linalgAt(mlir::linalg::LinalgOp op, unsigned result,
                            ValueRange indices);
  Values body(mlir::linalg::LinalgOp op, ArrayRef<Value> loops,
              ArrayRef<Value> accumulators, Operation *wideSum);
  Values reduction(mlir::linalg::LinalgOp op, SmallVector<Value> loops);
  LogicalResult reduceAhead(Value tensor, ArrayRef<Value> indices);
  SmallVector<Value> takeKnown(mlir::linalg::LinalgOp op,
                               mlir::OpOperand &operand, ArrayRef<Value> loops);
  LogicalResult limitLoop(mlir::linalg::LinalgOp op,
                          const exec::LoopRange &range, ArrayRef<Value> loops,
                          Value &first, Value &bound);
  Values loopNest(mlir::linalg::LinalgOp op, ArrayRef<unsigned> dims,
                  ArrayRef<Value> firsts, ArrayRef<Value> bounds,
                  SmallVector<Value> &loops, ArrayRef<Value> accumulators,
                  Operation *wideSum);

  // ScalarTensor.cpp
  FailureOr<Value> padAt(mlir::tensor::PadOp op, ValueRange indices);
  FailureOr<Value> expandAt(mlir::tensor::ExpandShapeOp op, ValueRange indices);
  FailureOr<Value> collapseAt(mlir::tensor::CollapseShapeOp op,
                              ValueRange indices);
  FailureOr<Value> sliceAt(mlir::tensor::ExtractSliceOp op, ValueRange indices);
  FailureOr<Value> insertAt(mlir::tensor::InsertSliceOp op, ValueRange indices);
  FailureOr<Value> concatAt(mlir::tensor::ConcatOp op, ValueRange indices);
  FailureOr<Value> concatFrom(mlir::tensor::ConcatOp op, ArrayRef<Value> starts,
                              unsigned input, SmallVector<Value> indices);
  FailureOr<SmallVector<Value>> computeShape(Operation *op, Value tensor);
  FailureOr<SmallVector<Value>> dynamicSizes(RankedTensorType type,
                                             ValueRange sizes, Location loc);

  OpBuilder &builder;
  exec::KernelOp kernel;
  KernelFrame frame;
  ScopedMemo memo;
  DenseMap<Value, KeptRow> kept;
  /// Of the item that is computed.
  Value itemNumber;
  /// The scope of all stores to results.
  mlir::LLVM::AliasScopeAttr results;
  bool isStreamed = false; ///< results are not stored to caches
  /// Insertion points to return to when a region ends.
  SmallVector<OpBuilder::InsertPoint> places;
};

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_SCALAR_SCALAREMITTER_H
