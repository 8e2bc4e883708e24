// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes from phase `exported` to phase `core`; see Passes.td.
#ifndef KILN_DIALECT_ATEN_PASSES_H
#define KILN_DIALECT_ATEN_PASSES_H

#include "kiln/Dialect/Aten/Aten.h"
#include "mlir/Pass/Pass.h"

namespace kiln::aten {

#define GEN_PASS_DECL
#include "kiln/Dialect/Aten/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "kiln/Dialect/Aten/Passes.h.inc"

} // namespace kiln::aten

#endif // KILN_DIALECT_ATEN_PASSES_H
