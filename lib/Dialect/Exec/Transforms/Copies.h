// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies that need not be made.
#ifndef KILN_LIB_DIALECT_EXEC_TRANSFORMS_COPIES_H
#define KILN_LIB_DIALECT_EXEC_TRANSFORMS_COPIES_H

#include "kiln/Dialect/Exec/Exec.h"

namespace kiln::exec {

/// Lets a temporary be what it is a copy of, where nobody can tell:
///
///  * a temporary that is read last by the copy;
///  * state or an input that the temporary is copied back to, and that nothing
///    uses between the two copies: what happens to it happens in place.
void elideCopies(HostOp host);

} // namespace kiln::exec

#endif // KILN_LIB_DIALECT_EXEC_TRANSFORMS_COPIES_H
