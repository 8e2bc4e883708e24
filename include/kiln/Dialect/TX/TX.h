// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `tx` dialect: tensor ops beyond linalg. Operations are declared in the
// .td files beside this header.
#ifndef KILN_DIALECT_TX_TX_H
#define KILN_DIALECT_TX_TX_H

#include "kiln/Support/LLVM.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "kiln/Dialect/TX/TXDialect.h.inc"
#include "kiln/Dialect/TX/TXEnums.h.inc"

#define GET_OP_CLASSES
#include "kiln/Dialect/TX/TXOps.h.inc"

namespace kiln::tx {

/// Is `op` one of this dialect's on tensors? Such an op is a kernel of its own.
bool isTensorOp(Operation *op);

/// The dimensions of `tensor` along which its elements are computed one after
/// another, because an op of this dialect makes it; along the others the work
/// is independent. None for other tensors.
SmallVector<int64_t> getSerialDims(Value tensor);

} // namespace kiln::tx

#endif // KILN_DIALECT_TX_TX_H
