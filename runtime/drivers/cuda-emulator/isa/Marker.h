// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The marks that an instruction of a warp leaves on what it accesses, and the
// races that they meet there.

#ifndef KILN_EMULATOR_ISA_MARKER_H
#define KILN_EMULATOR_ISA_MARKER_H

#include "isa/Access.h"

namespace kiln::emu {

/// What orders most accesses, at hand.
struct MarkBounds {
  uint32_t start = 0; ///< of the launch: what came earlier is ordered before
  uint32_t blockKnown = 0; ///< date of the block's last barrier
  uint32_t firstOfBlock = 0, threadsOfBlock = 0;
  bool beside = false; ///< other work may run at the same time
};

class Marker {
public:
  /// `flags`: of the marks; `stores`: where values are written.
  Marker(Warp &warp, bool write, uint32_t flags,
         const Access *stores = nullptr);
  /// The bytes that a lane accesses.
  void range(unsigned lane, const Place &place, unsigned bytes);
  /// Those of all lanes, which lie one behind the other.
  void dense(const Access &access);

private:
  /// Whether an access in this launch is not ordered before this one.
  bool conflicts(const Mark &other) const;
  /// The work of another stream that made a mark and may run beside this.
  const Work *concurrent(const Mark &other) const;
  /// Atomics of the whole device do not race.
  bool bothOfDevice(const Mark &other) const;
  void check(const Mark &other, bool wrote) const;
  void checkRanges(unsigned bytes) const;
  /// Whether the value is there already, or is written there in the same
  /// instruction by the lane of `other`, so that who is last does not matter.
  bool writesSame(const Mark &other) const;
  /// `byte`: where the cell lies in what the lane accesses.
  void markSlowly(Marks::Page &page, uint64_t at, uint64_t byte);
  /// Notes what a cluster did.
  void track(Marks::Page &page, uint64_t at, uint64_t byte) const;
  void trackDense(Marks::Page &page, uint64_t at, unsigned count) const;
  Marks &prepare(const Place &at, unsigned bytes);
  void remember(Mark (&readers)[2]) const;

  Warp &warp;
  const bool write;
  const Access *stores;
  MarkBounds bounds;
  // Of the allocation:
  bool tracked = false; ///< by a trail
  unsigned shift = 2;
  // Of the lane:
  unsigned lane = 0;
  const Place *place = nullptr;
  Mark mark;
  // Of the cell, where it is tracked:
  const uint32_t *cellContent = nullptr; ///< that the cluster wrote there
  uint64_t cellByte = 0;
};

} // namespace kiln::emu

#endif // KILN_EMULATOR_ISA_MARKER_H
