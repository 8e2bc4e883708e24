// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes on programs in phase `host`; see Passes.td.
#ifndef KILN_PACKAGE_PASSES_H
#define KILN_PACKAGE_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace kiln::package {

#define GEN_PASS_DECL
#include "kiln/Package/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "kiln/Package/Passes.h.inc"

} // namespace kiln::package

#endif // KILN_PACKAGE_PASSES_H
