// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How exact the values of a program can be.
#ifndef KILN_TOOLS_KILN_INTERPRET_EPSILONS_H
#define KILN_TOOLS_KILN_INTERPRET_EPSILONS_H

#include "kiln/Dialect/EP/EP.h"

namespace kiln::interpret {

/// For each operation of a program's graph the epsilon of the coarsest float
/// dtype that its results, or their operands, have been rounded to.
llvm::DenseMap<Operation *, double> traceEpsilons(ep::ProgramOp program);

} // namespace kiln::interpret

#endif // KILN_TOOLS_KILN_INTERPRET_EPSILONS_H
