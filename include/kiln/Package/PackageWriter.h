// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes packages: manifest, code and weights of modules in phase `host`.
#ifndef KILN_PACKAGE_PACKAGEWRITER_H
#define KILN_PACKAGE_PACKAGEWRITER_H

#include "kiln/Target/Target.h"
#include "mlir/IR/BuiltinOps.h"

namespace kiln {

/// One class of targets in a package.
struct PackageVariant {
  StringRef name;                   ///< of the class, "cpu"
  mlir::Operation *scope = nullptr; ///< the parent of its programs
  SmallVector<std::string> targets; ///< their names
  /// The code by each of them of all kernels in the scope, in their order.
  std::vector<TargetCode> code;
};

/// Writes the package of variants in phase `Host` at `path`. What it has of a
/// variant does not depend on the others. Weights come from the archives that
/// the programs name, or from the IR; equal storages are written once. The same
/// arguments give the same bytes. On failure an error was emitted and nothing
/// is at `path` that was not there before.
LogicalResult writePackage(ArrayRef<PackageVariant> variants, StringRef path);

} // namespace kiln

#endif // KILN_PACKAGE_PACKAGEWRITER_H
