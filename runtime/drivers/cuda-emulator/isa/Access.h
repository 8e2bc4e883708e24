// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses of a warp to memory, with all that is checked about them.

#ifndef KILN_EMULATOR_ISA_ACCESS_H
#define KILN_EMULATOR_ISA_ACCESS_H

#include "exec/Launch.h"

namespace kiln::emu {

/// Bytes inside of an allocation.
struct Place {
  Allocation *allocation = nullptr;
  uint64_t offset = 0;
  Space space = Space::Global;
  uint8_t *data() const { return allocation->data.get() + offset; }
};

struct Access {
  Space space = Space::Generic;
  unsigned bytes = 4; ///< of each lane
  bool read = false, write = false;
  bool strong = false;     ///< volatile, relaxed or stronger, atomic
  bool blockScope = false; ///< strong for this block alone
  uint64_t address[lanes];
  /// Of stores, what is written: the same value again is no race.
  const uint8_t *content = nullptr;
  unsigned contentStride = 0;

  Place place[lanes];
  /// Once checked: where the bytes of all lanes lie one behind the other.
  uint8_t *dense = nullptr;
};

/// The address of each lane: the k-th address operand, whose register is
/// operand `ref`.
void addressesOf(const Warp &warp, const Inst &inst, unsigned k, Ref ref,
                 uint64_t (&addresses)[lanes]);

/// Finds the places of an access and checks bounds, alignment, content and
/// races; marks what it does. Gives the lanes that may go on.
uint32_t checkAccess(Warp &warp, Access &access, uint32_t mask);

/// Where an address lies for a lane, without a check; the allocation is null
/// where there is none.
Place placeOf(Warp &warp, unsigned lane, Space space, uint64_t address,
              unsigned bytes);

/// Reports a fault at an address.
void faultAt(Warp &warp, FaultKind kind, unsigned lane, const Place &place,
             uint64_t address, std::string detail);

/// Whether an access of another thread is ordered before what a lane does.
bool isOrdered(const Warp &warp, unsigned lane, const Mark &mark);

/// What a lane knows now, itself included, as others may learn it.
KnowledgePtr knowledgeOf(Warp &warp, unsigned lane);
/// A lane learns.
void learn(Warp &warp, unsigned lane, const KnowledgePtr &knowledge);
/// fence.acq_rel of a lane.
void fenceLane(Warp &warp, unsigned lane);
/// What strong accesses hand on at a place: `modifies` continues what was
/// published there.
void publishAt(Warp &warp, unsigned lane, const Place &place, bool release,
               bool modifies);
void observeAt(Warp &warp, unsigned lane, const Place &place, bool acquire);

} // namespace kiln::emu

#endif // KILN_EMULATOR_ISA_ACCESS_H
