// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `exec` dialect: kernels and host programs. Operations and types are
// declared in the .td files beside this header.
#ifndef KILN_DIALECT_EXEC_EXEC_H
#define KILN_DIALECT_EXEC_EXEC_H

#include "kiln/Dialect/EP/EP.h"
#include "kiln/Support/LLVM.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "kiln/Dialect/Exec/ExecDialect.h.inc"
#include "kiln/Dialect/Exec/ExecEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "kiln/Dialect/Exec/ExecAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "kiln/Dialect/Exec/ExecTypes.h.inc"

#define GET_OP_CLASSES
#include "kiln/Dialect/Exec/ExecOps.h.inc"

#endif // KILN_DIALECT_EXEC_EXEC_H
