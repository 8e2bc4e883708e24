// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the files of floating arithmetic share.

#ifndef KILN_EMULATOR_ISA_FLOAT_H
#define KILN_EMULATOR_ISA_FLOAT_H

#include "exec/Code.h"
#include "isa/Numbers.h"

namespace kiln::emu {

// Bits of Inst::m[0].
constexpr uint16_t flushes = 1;        ///< subnormal numbers are zero
constexpr uint16_t saturates = 2;      ///< to [0, 1]
constexpr uint16_t clampsNegative = 4; ///< relu

/// Fills m[0] and, with the rounding, m[1].
void floatModifiers(const Form &form, Inst &inst);

Handler selectHalf(const Form &form, Inst &inst);
Handler selectHalfMinMax(const Form &form, Inst &inst);

} // namespace kiln::emu

#endif // KILN_EMULATOR_ISA_FLOAT_H
