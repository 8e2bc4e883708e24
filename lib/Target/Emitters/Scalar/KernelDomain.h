// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the CPU and the CUDA wrapper alike: the domain of a kernel, and the
// computation of all its results at one item of it.
#ifndef KILN_LIB_TARGET_EMITTERS_SCALAR_KERNELDOMAIN_H
#define KILN_LIB_TARGET_EMITTERS_SCALAR_KERNELDOMAIN_H

#include "ScalarEmitter.h"

namespace kiln {

/// The sizes of the domain of `kernel`: those of its first result, with 1 along
/// the dimensions that a tx operation goes through itself. Fails with an error
/// where another result is not computed over the same domain.
FailureOr<SmallVector<Value>> emitDomain(ScalarEmitter &emitter,
                                         exec::KernelOp kernel);

/// Computes all results at the item with number `linear` and position
/// `indices`, then stores them.
LogicalResult emitItem(ScalarEmitter &emitter, exec::KernelOp kernel,
                       Value linear, ValueRange indices);

/// A maker of constant arrays for `KernelFrame`: globals before `function`.
std::function<Value(OpBuilder &, Location, mlir::DenseElementsAttr)>
makeConstantArrays(Operation *function, StringRef symbol);

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_SCALAR_KERNELDOMAIN_H
