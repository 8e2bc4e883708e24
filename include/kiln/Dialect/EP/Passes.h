// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes on the container; see Passes.td.
#ifndef KILN_DIALECT_EP_PASSES_H
#define KILN_DIALECT_EP_PASSES_H

#include "kiln/Dialect/Aten/Aten.h"
#include "kiln/Dialect/EP/EP.h"
#include "mlir/Pass/Pass.h"

namespace kiln::ep {

#define GEN_PASS_DECL
#include "kiln/Dialect/EP/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "kiln/Dialect/EP/Passes.h.inc"

} // namespace kiln::ep

#endif // KILN_DIALECT_EP_PASSES_H
