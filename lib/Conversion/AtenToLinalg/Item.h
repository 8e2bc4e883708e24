// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that are read from tensors.
#ifndef KILN_LIB_CONVERSION_ATENTOLINALG_ITEM_H
#define KILN_LIB_CONVERSION_ATENTOLINALG_ITEM_H

#include "kiln/Dialect/EP/EP.h"

namespace kiln {

/// Where an operator takes a float that `item` read from a tensor without
/// dimensions, it takes the tensor: kernels take sizes and tensors only.
void useTensorsOfItems(ep::GraphOp graph);

} // namespace kiln

#endif // KILN_LIB_CONVERSION_ATENTOLINALG_ITEM_H
