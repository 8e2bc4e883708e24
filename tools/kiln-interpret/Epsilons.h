// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the values of a program depend on, as far as it says how exact they can
// be.
#ifndef KILN_TOOLS_KILN_INTERPRET_LINEAGE_H
#define KILN_TOOLS_KILN_INTERPRET_LINEAGE_H

#include "kiln/Dialect/EP/EP.h"

namespace kiln::interpret {

struct Lineage {
  /// Of the coarsest float dtype that a value has been rounded to on the way.
  double epsilon = 0;
  /// Does it depend on random numbers? Every implementation draws others.
  bool isRandom = false;

  void add(const Lineage &other) {
    epsilon = std::max(epsilon, other.epsilon);
    isRandom |= other.isRandom;
  }
};

/// The lineages of all operations of a program's graph.
llvm::DenseMap<Operation *, Lineage> traceLineages(ep::ProgramOp program);

} // namespace kiln::interpret

#endif // KILN_TOOLS_KILN_INTERPRET_LINEAGE_H
