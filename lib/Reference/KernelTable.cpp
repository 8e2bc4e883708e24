// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Kernels/Kernels.h"

using namespace kiln;
using namespace kiln::reference;

void KernelTable::add(StringRef opName, Kernel kernel) {
  assert(aten::lookupSchema(opName) && "no such overload");
  kernels[opName] = kernel;
}

const KernelTable &KernelTable::get() {
  static const KernelTable table = [] {
    KernelTable table;
    registerViewKernels(table);
    registerNumericKernels(table);
    return table;
  }();
  return table;
}
