// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of positions that the bodies of ops compute.
#ifndef KILN_LIB_TARGET_EMITTERS_SCALAR_INDEXRANGE_H
#define KILN_LIB_TARGET_EMITTERS_SCALAR_INDEXRANGE_H

#include "kiln/Support/LLVM.h"

namespace kiln {

/// Is `index`, of the body of a linalg op, in [0, size) for all of its points?
/// False where that is not known, as for a dynamic size.
bool isKnownBelow(Value index, int64_t size);

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_SCALAR_INDEXRANGE_H
