// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Support/Version.h"
#include "llvm/Config/llvm-config.h"

llvm::StringRef kiln::getVersion() { return KILN_VERSION; }

void kiln::printVersion(llvm::raw_ostream &os) {
  os << "Kiln " << getVersion() << " (LLVM " << LLVM_VERSION_STRING << ")\n";
}
