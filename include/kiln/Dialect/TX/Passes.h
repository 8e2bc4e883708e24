// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that form operations of the `tx` dialect; see Passes.td.
#ifndef KILN_DIALECT_TX_PASSES_H
#define KILN_DIALECT_TX_PASSES_H

#include "kiln/Dialect/TX/TX.h"
#include "mlir/Pass/Pass.h"

namespace kiln::tx {

#define GEN_PASS_DECL
#include "kiln/Dialect/TX/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "kiln/Dialect/TX/Passes.h.inc"

} // namespace kiln::tx

#endif // KILN_DIALECT_TX_PASSES_H
