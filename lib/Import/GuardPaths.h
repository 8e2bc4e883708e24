// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The objects that the text of a guard names.
#ifndef KILN_LIB_IMPORT_GUARDPATHS_H
#define KILN_LIB_IMPORT_GUARDPATHS_H

#include "kiln/Dialect/EP/EP.h"
#include "llvm/ADT/SetVector.h"

namespace kiln::pt2 {

/// A guard with expressions in place of paths, and the inputs that these name.
struct GuardText {
  std::string text;
  llvm::SetVector<mlir::BlockArgument> inputs;
};

/// The line of the user's model that a guard over `inputs` is about: that of
/// the first operation which is computed from all of them, or else from one.
/// The file of an exported program does not say where guards were made.
Location findGuardLoc(ep::GraphOp graph,
                      const llvm::SetVector<mlir::BlockArgument> &inputs,
                      Location unknown);

} // namespace kiln::pt2

#endif // KILN_LIB_IMPORT_GUARDPATHS_H
