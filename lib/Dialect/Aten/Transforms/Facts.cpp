// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Facts.h"

using namespace kiln;

ep::Facts aten::getFacts(ep::ProgramOp program) {
  ep::Facts facts;
  for (auto symbol : program.getBody().getOps<ep::SymbolOp>())
    facts[symbol.getSymName()] = {symbol.getMin(), symbol.getMax()};
  return facts;
}
