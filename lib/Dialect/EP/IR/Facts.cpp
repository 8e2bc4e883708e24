// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/EP/Facts.h"

using namespace kiln;

ep::Facts ep::getFacts(ProgramOp program) {
  Facts facts;
  for (auto symbol : program.getBody().getOps<SymbolOp>())
    facts[symbol.getSymName()] = {symbol.getMin(), symbol.getMax()};
  return facts;
}
