// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The capabilities of the class of targets for which a program is lowered:
// entries of the `dlti.map` of the variant that it stands in.
#ifndef KILN_SUPPORT_CAPABILITY_H
#define KILN_SUPPORT_CAPABILITY_H

#include "kiln/Support/LLVM.h"

namespace kiln {

/// One item of a kernel's domain may go along a whole row.
constexpr llvm::StringLiteral kCanTakeRows = "kiln.rows";
/// Kernels read weights in panels.
constexpr llvm::StringLiteral kCanReadPanels = "kiln.panels";
/// No class of targets of the package reads weights but in panels, where
/// kernels do: it need not have them in another order, too.
constexpr llvm::StringLiteral kCanDropUnpacked = "kiln.panels_alone";
/// There is an emitter of `tx.attention` that stores no scores.
constexpr llvm::StringLiteral kCanAttend = "kiln.attention";

/// Does the class of targets that `op` is lowered for have `capability`? A
/// program that stands in no variant is lowered for no class yet, so that
/// nothing is ruled out.
bool hasCapability(mlir::Operation *op, StringRef capability);

} // namespace kiln

#endif // KILN_SUPPORT_CAPABILITY_H
