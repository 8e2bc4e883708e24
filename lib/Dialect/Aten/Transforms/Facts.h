// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_LIB_DIALECT_ATEN_TRANSFORMS_FACTS_H
#define KILN_LIB_DIALECT_ATEN_TRANSFORMS_FACTS_H

#include "kiln/Dialect/EP/Expr.h"

namespace kiln::aten {

/// The ranges of the program's symbols.
ep::Facts getFacts(ep::ProgramOp program);

} // namespace kiln::aten

#endif // KILN_LIB_DIALECT_ATEN_TRANSFORMS_FACTS_H
