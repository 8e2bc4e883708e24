// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes packages: manifest, code and weights of modules in phase `host`.
#ifndef KILN_PACKAGE_PACKAGEWRITER_H
#define KILN_PACKAGE_PACKAGEWRITER_H

#include "kiln/Target/Target.h"
#include "mlir/IR/BuiltinOps.h"

namespace kiln {

/// Writes the package of `module`, in phase `Host`, at `path`. `code` has what
/// each of `targets` made of all kernels of the module, in their order. Weights
/// come from the archives that the programs name, or from the IR; equal
/// storages are written once. The same arguments give the same bytes. On
/// failure an error was emitted and nothing is at `path` that was not there
/// before.
LogicalResult writePackage(mlir::ModuleOp module,
                           ArrayRef<std::unique_ptr<Target>> targets,
                           ArrayRef<TargetCode> code, StringRef path);

} // namespace kiln

#endif // KILN_PACKAGE_PACKAGEWRITER_H
