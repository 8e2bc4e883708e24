// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loader's validation of a package that is still IR.
#ifndef KILN_LIB_PACKAGE_CHECKLOADS_H
#define KILN_LIB_PACKAGE_CHECKLOADS_H

#include "kiln/Package/Manifest.h"

namespace kiln::package {

/// Does a runtime accept the manifest, which was written of the programs in
/// `scope`? An error is emitted at the instruction that it is about, or at the
/// program.
LogicalResult checkLoads(Operation *scope, const ManifestTexts &texts);

} // namespace kiln::package

#endif // KILN_LIB_PACKAGE_CHECKLOADS_H
