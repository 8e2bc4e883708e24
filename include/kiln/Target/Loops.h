// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts about loops, from emitters for `kiln-vectorize-loops`.
#ifndef KILN_TARGET_LOOPS_H
#define KILN_TARGET_LOOPS_H

#include "kiln/Support/LLVM.h"

namespace kiln {

/// A unit attribute on an `scf.for` of step 1 that may become a vector loop: an
/// iteration reads nothing that another one stores, and the values that the
/// loop carries may be combined in any order.
inline constexpr StringRef kLanesAttr = "exec.lanes";

} // namespace kiln

#endif // KILN_TARGET_LOOPS_H
