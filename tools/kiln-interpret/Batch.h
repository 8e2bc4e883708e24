// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_TOOLS_KILN_INTERPRET_BATCH_H
#define KILN_TOOLS_KILN_INTERPRET_BATCH_H

#include "Interpreter.h"
#include "llvm/Support/Error.h"

namespace kiln::interpret {

/// Evaluates every program of a list; a line is `program`, `inputs.npz` and
/// `expected.npz` or `-` (not judged), separated by tabs; a fourth field
/// `keep-state` is the flag of this name. Writes a line of JSON
/// for each, as soon as it is known: its `program`, `state` and `reason`.
/// States are those of utils/run-op-cases.py: right, refused (an operator is
/// not supported, and named), unread (not read, for another reason), wrong.
llvm::Error runBatch(StringRef listPath, Kept kept, raw_ostream &os);

} // namespace kiln::interpret

#endif // KILN_TOOLS_KILN_INTERPRET_BATCH_H
