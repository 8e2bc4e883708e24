// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the emitters of sums of products share: how work is spread over the
// domain of a kernel, and how finished sums go through the kernel's remaining
// ops.
#ifndef KILN_LIB_TARGET_EMITTERS_TILES_TILEEMITTER_H
#define KILN_LIB_TARGET_EMITTERS_TILES_TILEEMITTER_H

#include "../Scalar/ScalarEmitter.h"
#include "SumOfProducts.h"
#include "kiln/Target/TargetInfo.h"

namespace kiln {

class TileEmitter {
protected:
  TileEmitter(OpBuilder &builder, ScalarEmitter &emitter, exec::KernelOp kernel,
              mlir::linalg::GenericOp contraction, const CpuInfo &info);

  /// Finds the sizes of the domain and of the sums; makes room for `count` sums
  /// of a tile.
  LogicalResult prepare(ArrayRef<Value> domain, unsigned count);

  /// Runs `body` for those of `items` items that the range [begin, end) of the
  /// domain has. Items are spread over the domain at equal distances: there are
  /// at most as many as elements, and a range has those that begin in it.
  /// The first of a range is `firstItem`.
  LogicalResult forEachItem(Value begin, Value end, Value items,
                            llvm::function_ref<LogicalResult(Value)> body);

  /// Computes the kernel's results from the `count` sums from number `place`
  /// on: those of the columns from `first` on behind the indices `outer`. The
  /// first is item `start` of the domain; columns are numbered through the last
  /// `columnDims` dimensions.
  LogicalResult emitRun(ArrayRef<Value> outer, unsigned columnDims, Value first,
                        Value count, Value start, Value place);

  // Bits of code.
  IndexBuilder index() { return emitter.index(loc); }
  LogicalResult forEach(Value from, Value to, Value step,
                        llvm::function_ref<LogicalResult(Value)> body);
  /// A loop that carries `sums`; `body` gets the place in it and the sums so
  /// far, and gives those after it. Marked for vectors of steps if `inLanes`.
  FailureOr<SmallVector<Value>> forSums(
      Value from, Value to, Value step, ValueRange sums,
      llvm::function_ref<FailureOr<SmallVector<Value>>(Value, ValueRange)> body,
      bool inLanes = false);
  /// A loop over a few items, in vectors where that pays.
  LogicalResult forEachShort(Value from, Value to,
                             llvm::function_ref<LogicalResult(Value)> body);
  Value ceilDiv(Value value, Value by);
  Value least(Value a, Value b);
  Value address(Value base, Value position);
  Value widen(Value value);
  Value splat(Value scalar);
  Value zero();
  Value addProduct(Value a, Value b, Value sum);
  /// The element of an operand at `loops`, in the type of the sums.
  FailureOr<Value> operandAt(unsigned operand);
  unsigned loopOf(unsigned position) {
    return contraction.getIndexingMapsArray()[2].getDimPosition(position);
  }

  OpBuilder &builder;
  ScalarEmitter &emitter;
  exec::KernelOp kernel;
  mlir::linalg::GenericOp contraction;
  Location loc;
  mlir::FloatType element;
  mlir::VectorType vector;
  bool hasFma;
  Value sums;                ///< a tile, for the ops that follow
  SmallVector<Value> sizes;  ///< of the result
  SmallVector<Value> depths; ///< of the reduction loops, in their order
  SmallVector<unsigned> reduced;
  Value firstItem;
  SmallVector<Value> loops; ///< where the code stands
};

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_TILES_TILEEMITTER_H
