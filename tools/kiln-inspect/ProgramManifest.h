// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The contract of imported programs in the form of a package's manifest, so
// that archives and packages are printed by the same code.
#ifndef KILN_TOOLS_KILN_INSPECT_PROGRAMMANIFEST_H
#define KILN_TOOLS_KILN_INSPECT_PROGRAMMANIFEST_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/JSON.h"

namespace kiln {

/// `programs` and `storages` of a module in phase `exported`.
/// Its strings are those of the context.
llvm::json::Object makeProgramManifest(mlir::ModuleOp module);

} // namespace kiln

#endif // KILN_TOOLS_KILN_INSPECT_PROGRAMMANIFEST_H
