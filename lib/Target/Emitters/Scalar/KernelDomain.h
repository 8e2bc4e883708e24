// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the CPU and the CUDA wrapper alike: the computation of all results of a
// kernel at one item of its domain.
#ifndef KILN_LIB_TARGET_EMITTERS_SCALAR_KERNELDOMAIN_H
#define KILN_LIB_TARGET_EMITTERS_SCALAR_KERNELDOMAIN_H

#include "ScalarEmitter.h"

namespace kiln {

/// Computes all results at the item with number `linear` and position
/// `indices`, then stores them.
LogicalResult emitItem(ScalarEmitter &emitter, exec::KernelOp kernel,
                       Value linear, ValueRange indices);

/// The number of innermost dimensions of the domain that every op of `kernel`
/// goes through in order, or not at all: they are one long row.
unsigned countRowDims(exec::KernelOp kernel);

/// A maker of constant arrays for `KernelFrame`: globals before `function`.
std::function<Value(OpBuilder &, Location, mlir::DenseElementsAttr)>
makeConstantArrays(Operation *function, StringRef symbol);

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_SCALAR_KERNELDOMAIN_H
