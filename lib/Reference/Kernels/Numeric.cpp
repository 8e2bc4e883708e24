// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Kernels/Kernels.h"

using namespace kiln;
using namespace kiln::reference;

void reference::registerNumericKernels(KernelTable &table) {}
