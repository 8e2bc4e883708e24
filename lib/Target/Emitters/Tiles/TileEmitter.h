// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the emitters of kernels around one sum of products: its operands, and how
// finished sums go through the kernel's remaining ops.
#ifndef KILN_LIB_TARGET_EMITTERS_TILES_TILEEMITTER_H
#define KILN_LIB_TARGET_EMITTERS_TILES_TILEEMITTER_H

#include "SumOfProducts.h"
#include "TileBuilder.h"

namespace kiln {

class TileEmitter : protected TileBuilder {
protected:
  TileEmitter(OpBuilder &builder, ScalarEmitter &emitter, exec::KernelOp kernel,
              mlir::linalg::GenericOp contraction, const CpuInfo &info);
  virtual ~TileEmitter() = default;

  /// Finds the sizes of the domain and of the sums; makes room for `count`
  /// finished sums, which wait for the remaining ops of the kernel.
  LogicalResult prepare(ArrayRef<Value> domain, unsigned count);
  /// The address of room for `count` sums on the stack.
  Value makeRoom(int64_t count);

  /// The items of the kernel's own domain.
  LogicalResult forEachItem(Value begin, Value end, Value items,
                            llvm::function_ref<LogicalResult(Value)> body) {
    return TileBuilder::forEachItem(begin, end, index().product(sizes), items,
                                    body);
  }

  /// Computes the kernel's results from the `count` sums from number `place`
  /// on, which `setSums` knows: those of the columns from `first` on behind the
  /// indices `outer`. The first is item `start` of the domain; columns are
  /// numbered through the last `columnDims` dimensions.
  LogicalResult emitRun(ArrayRef<Value> outer, unsigned columnDims, Value first,
                        Value count, Value start, Value place);

  /// Says what the contraction gives for the results at `indices`: sum number
  /// `place`.
  virtual void setSums(ArrayRef<Value> indices, Value place);

  /// An element of an operand in the type of the sums, as their body has it.
  Value widen(unsigned operand, Value value);
  /// The element of an operand at `loops`, in the type of the sums.
  FailureOr<Value> operandAt(unsigned operand);
  /// Where that element lies, of an operand that is an argument of the kernel.
  Value operandAddress(unsigned operand);
  /// Says where the code stands in the dimensions of the result from number
  /// `position` on.
  void setLoops(unsigned position, ArrayRef<Value> indices) {
    for (Value value : indices)
      loops[loopOf(position++)] = value;
  }
  unsigned loopOf(unsigned position) {
    return contraction.getIndexingMapsArray()[2].getDimPosition(position);
  }

  exec::KernelOp kernel;
  mlir::linalg::GenericOp contraction;
  Value sums;                ///< a tile, for the ops that follow
  SmallVector<Value> sizes;  ///< of the result
  SmallVector<Value> depths; ///< of the reduction loops, in their order
  SmallVector<unsigned> reduced;
  SmallVector<Value> loops; ///< where the code stands
};

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_TILES_TILEEMITTER_H
