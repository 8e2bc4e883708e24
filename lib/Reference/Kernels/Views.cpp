// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views and shapes: the same elements in another order or number.
#include "Kernels/Kernels.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

/// Views that only renumber: the sizes are those of the result.
static KernelResult reshape(Call &call) {
  return result(call.tensor("self").reshape(call.resultSizes()));
}

void reference::registerViewKernels(KernelTable &table) {
  for (StringRef name : {"aten.view.default", "aten._unsafe_view.default",
                         "aten.reshape.default", "aten._reshape_copy.default",
                         "aten.squeeze.default", "aten.squeeze.dim",
                         "aten.squeeze.dims", "aten.unsqueeze.default"})
    table.add(name, reshape);
}
