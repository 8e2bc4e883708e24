// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Kernels/Kernels.h"

using namespace kiln;
using namespace kiln::reference;

void KernelTable::add(StringRef opName, Kernel kernel) {
  kernels[aten::requireSchema(opName).getName()] = kernel;
}

const KernelTable &KernelTable::get() {
  static const KernelTable table = [] {
    KernelTable table;
    registerArrangeKernels(table);
    registerBinaryKernels(table);
    registerComparisonKernels(table);
    registerCreationKernels(table);
    registerIndexingKernels(table);
    registerScalarKernels(table);
    registerScatterKernels(table);
    registerUnaryKernels(table);
    registerViewKernels(table);
    registerViewScatterKernels(table);
    registerNumericKernels(table);
    return table;
  }();
  return table;
}
