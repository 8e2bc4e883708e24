// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_DIALECT_EP_FACTS_H
#define KILN_DIALECT_EP_FACTS_H

#include "kiln/Dialect/EP/Expr.h"

namespace kiln::ep {

/// The ranges of the program's symbols, which every call keeps.
Facts getFacts(ProgramOp program);

} // namespace kiln::ep

#endif // KILN_DIALECT_EP_FACTS_H
