// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers in shared memory, which count arrivals and bytes of copies.

#ifndef KILN_EMULATOR_ISA_MBARRIER_H
#define KILN_EMULATOR_ISA_MBARRIER_H

#include "isa/Access.h"

namespace kiln::emu {

/// The barrier at an address of a lane, with the place that it lies at; null,
/// and a fault, where none was initialised. The block is its owner.
Mbarrier *mbarrierAt(Warp &warp, unsigned lane, Space space, uint64_t address,
                     Place &place, Block *&owner);

/// Completes the phase of a barrier where nothing is missing.
void completeIfDone(Launch &launch, Mbarrier &barrier);

/// A copy that counts at a barrier has landed.
void landedAt(Block &block, const AsyncCopy &copy);

} // namespace kiln::emu

#endif // KILN_EMULATOR_ISA_MBARRIER_H
