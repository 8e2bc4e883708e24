// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies under way: issued now, landed when a wait demands it.

#ifndef KILN_EMULATOR_ISA_ASYNC_H
#define KILN_EMULATOR_ISA_ASYNC_H

#include "isa/Access.h"
#include "isa/Atomic.h"

namespace kiln::emu {

/// Adds a piece to a copy that a lane is about to issue: checks both ends and
/// marks the source read and the destination as being written. A null `from`
/// writes zeros. False where a fault forbids it.
bool addPiece(Warp &warp, unsigned lane, AsyncCopy &copy, const Access &from,
              const Access &to, unsigned bytes);
/// Issues a copy of a lane. Its sources are remembered as they are now, unless
/// it has content already.
void issue(Warp &warp, unsigned lane, AsyncCopy copy);

/// One end of a copy: a space and one address for a lane.
Access endOf(Space space, unsigned lane, uint64_t address, unsigned align,
             bool write);
/// Names the barrier that a copy counts its bytes at; false, and a fault, where
/// there is none.
bool countAt(Warp &warp, unsigned lane, uint64_t address, AsyncCopy &copy);

/// Does a copy once, or for each block that the mask in a register names, with
/// the destination and the barrier at the same places there.
void forBlocks(Warp &warp, unsigned lane, Ref mask, uint64_t to,
               uint64_t barrier,
               const std::function<void(uint64_t, uint64_t)> &copy);

/// Lands the copies of a block that `which` picks, in order.
void land(Block &block, const std::function<bool(const AsyncCopy &)> &which);
/// Checks that the sources of a copy have not changed; they may from now on.
void finishReading(Block &block, AsyncCopy &copy);
/// Lands all that is left when a block ends.
void landAll(Block &block);

/// Reports where bytes that the async proxy reads were written through the
/// generic one without a fence between.
void checkProxy(Warp &warp, unsigned lane, const Place &place, uint64_t bytes,
                const char *fence = "fence.proxy.async");

} // namespace kiln::emu

#endif // KILN_EMULATOR_ISA_ASYNC_H
