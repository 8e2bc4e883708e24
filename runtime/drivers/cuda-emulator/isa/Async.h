// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies under way: issued now, landed when a wait demands it.

#ifndef KILN_EMULATOR_ISA_ASYNC_H
#define KILN_EMULATOR_ISA_ASYNC_H

#include "isa/Access.h"

namespace kiln::emu {

/// Adds a piece to a copy that a lane is about to issue: checks both ends and
/// marks the source read and the destination as being written. A null `from`
/// writes zeros. False where a fault forbids it.
bool addPiece(Warp &warp, unsigned lane, AsyncCopy &copy, const Access &from,
              const Access &to, unsigned bytes);
/// Issues a copy of a lane. Its sources are remembered as they are now.
void issue(Warp &warp, unsigned lane, AsyncCopy copy);

/// Lands the copies of a block that `which` picks, in order.
void land(Block &block, const std::function<bool(const AsyncCopy &)> &which);
/// Checks that the sources of a copy have not changed; they may from now on.
void finishReading(Block &block, AsyncCopy &copy);
/// Lands all that is left when a block ends.
void landAll(Block &block);

/// Reports where bytes that the async proxy reads were written through the
/// generic one without a fence.proxy.async between.
void checkProxy(Warp &warp, unsigned lane, const Place &place, uint64_t bytes);

} // namespace kiln::emu

#endif // KILN_EMULATOR_ISA_ASYNC_H
