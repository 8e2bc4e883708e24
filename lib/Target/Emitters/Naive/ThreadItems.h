// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Neighbouring items of an elementwise kernel that one CUDA thread computes, so
// that it loads and stores them as vectors.
#ifndef KILN_LIB_TARGET_EMITTERS_NAIVE_THREADITEMS_H
#define KILN_LIB_TARGET_EMITTERS_NAIVE_THREADITEMS_H

#include "../Scalar/ScalarEmitter.h"

namespace kiln {

struct ThreadItems {
  /// How many; a power of two that divides the number of items.
  int64_t count = 1;
  /// Buffers of the kernel that are accessed item after item. The others are
  /// read at one place for all items of a thread.
  SmallVector<unsigned> streams;
};

/// As many items as 16 bytes of the widest element hold, but at least 4 and at
/// most 8. One where `kernel`
/// does not go through its operands in order, where a thread's items could be
/// of two rows, and where there is much code to one.
ThreadItems findThreadItems(exec::KernelOp kernel);

/// Computes the items from number `first` on, at `indices` of the domain
/// `sizes`, then stores them.
LogicalResult emitThreadItems(ScalarEmitter &emitter, exec::KernelOp kernel,
                              const ThreadItems &items, Value first,
                              ValueRange indices, ArrayRef<Value> sizes);

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_NAIVE_THREADITEMS_H
