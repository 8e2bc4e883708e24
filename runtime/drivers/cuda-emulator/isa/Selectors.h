// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function for each row of Instructions.def, in the file of its family.

#ifndef KILN_EMULATOR_ISA_SELECTORS_H
#define KILN_EMULATOR_ISA_SELECTORS_H

#include "exec/Code.h"

namespace kiln::emu {

#define KILN_PTX(name, modifiers, operands, version, architecture, selector)   \
  Handler selector(const Form &form, Inst &inst);
#include "ptx/Instructions.def"
#undef KILN_PTX

// Those of floats, of names that integers share.
Handler selectFloat(const Form &form, Inst &inst);
Handler selectMinMax(const Form &form, Inst &inst);
Handler selectSign(const Form &form, Inst &inst);

} // namespace kiln::emu

#endif // KILN_EMULATOR_ISA_SELECTORS_H
