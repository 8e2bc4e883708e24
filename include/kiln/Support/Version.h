// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_SUPPORT_VERSION_H
#define KILN_SUPPORT_VERSION_H

#include "llvm/Support/raw_ostream.h"

namespace kiln {

/// Kiln's version, "0.1.0".
llvm::StringRef getVersion();

/// The text that `--version` of every tool prints.
void printVersion(llvm::raw_ostream &os);

} // namespace kiln

#endif // KILN_SUPPORT_VERSION_H
