// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes of the phases `dispatches` and `host`; see Passes.td.
#ifndef KILN_DIALECT_EXEC_PASSES_H
#define KILN_DIALECT_EXEC_PASSES_H

#include "kiln/Dialect/EP/EP.h"
#include "kiln/Dialect/Exec/Exec.h"
#include "mlir/Pass/Pass.h"

namespace kiln::exec {

#define GEN_PASS_DECL
#include "kiln/Dialect/Exec/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "kiln/Dialect/Exec/Passes.h.inc"

} // namespace kiln::exec

#endif // KILN_DIALECT_EXEC_PASSES_H
