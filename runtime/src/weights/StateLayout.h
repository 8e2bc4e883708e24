// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the elements of a state entry lie in its storage.

#ifndef KILN_RT_SRC_WEIGHTS_STATELAYOUT_H
#define KILN_RT_SRC_WEIGHTS_STATELAYOUT_H

#include "package/Manifest.h"

namespace kiln::rt {

/// Copies the entry's elements out of its storage, in row-major order. Both
/// are on the host; `to` has room for all of them.
void copyOutOfStorage(const StateDecl &entry, const uint8_t *storage, void *to);

} // namespace kiln::rt

#endif // KILN_RT_SRC_WEIGHTS_STATELAYOUT_H
