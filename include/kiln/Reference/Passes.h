// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes that evaluate parts of programs; see Passes.td.
#ifndef KILN_REFERENCE_PASSES_H
#define KILN_REFERENCE_PASSES_H

#include "kiln/Dialect/Aten/Aten.h"
#include "kiln/Dialect/EP/EP.h"
#include "mlir/Pass/Pass.h"

namespace kiln::reference {

#define GEN_PASS_DECL
#include "kiln/Reference/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "kiln/Reference/Passes.h.inc"

} // namespace kiln::reference

#endif // KILN_REFERENCE_PASSES_H
