// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attentions whose heads share keys and values.
#ifndef KILN_LIB_DIALECT_EXEC_TRANSFORMS_SHAREDHEADS_H
#define KILN_LIB_DIALECT_EXEC_TRANSFORMS_SHAREDHEADS_H

#include "kiln/Dialect/TX/TX.h"

namespace kiln::exec {

/// Where the keys of `op` repeat each head for as many neighbours, gives heads
/// two loops: of those that have keys, and of those that share them, which are
/// rows then. Returns the attention that is instead of `op`, or `op`.
tx::AttentionOp splitSharedHeads(tx::AttentionOp op);

} // namespace kiln::exec

#endif // KILN_LIB_DIALECT_EXEC_TRANSFORMS_SHAREDHEADS_H
