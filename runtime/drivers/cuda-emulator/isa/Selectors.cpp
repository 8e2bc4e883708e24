// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "isa/Selectors.h"

using namespace kiln::emu;

Selector kiln::emu::selectorOf(const InstructionRow &row) {
  static const Selector selectors[] = {
#define KILN_PTX(name, modifiers, operands, version, architecture, selector)   \
  selector,
#include "ptx/Instructions.def"
#undef KILN_PTX
  };
  return selectors[row.index];
}
