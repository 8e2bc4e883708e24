// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Support/Version.h"
#include "llvm/Config/llvm-config.h"

/// Of the schema table, which utils/generate-aten.py writes.
static constexpr llvm::StringLiteral kPyTorch = "2.15";

llvm::StringRef kiln::getVersion() { return KILN_VERSION; }

void kiln::printVersion(llvm::raw_ostream &os) {
  os << "Kiln " << getVersion() << " (LLVM " << LLVM_VERSION_STRING
     << ", operators of PyTorch " << kPyTorch << ", export schemas 5, 7, 8)\n";
}
