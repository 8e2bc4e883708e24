// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `ep` dialect: the contract of an exported program. Attributes,
// types and operations are declared in the .td files beside this header.
#ifndef KILN_DIALECT_EP_EP_H
#define KILN_DIALECT_EP_EP_H

#include "kiln/Support/LLVM.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "kiln/Dialect/EP/EPDialect.h.inc"
#include "kiln/Dialect/EP/EPEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "kiln/Dialect/EP/EPAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "kiln/Dialect/EP/EPTypes.h.inc"

#define GET_OP_CLASSES
#include "kiln/Dialect/EP/EPOps.h.inc"

namespace kiln::ep {

/// The type of a tensor of `op` that is not strided: what it reads or makes, or
/// an argument of its regions that nothing reads. Null when there is none.
TensorType findSparse(Operation *op);

/// Emits an error for each operation of `root` that has such a tensor: only
/// phase `exported` has them.
LogicalResult verifyStrided(Operation *root);

/// The bytes of one element; i1 takes one byte.
int64_t getElementBytes(Type elementType);

/// Replaces `op` by its body: the arguments of the body are `inputs`, and the
/// last results of `op` what the body yields. `op` has no other results in use.
void inlineBody(Operation *op, mlir::Region &body, mlir::ValueRange inputs);

} // namespace kiln::ep

#endif // KILN_DIALECT_EP_EP_H
