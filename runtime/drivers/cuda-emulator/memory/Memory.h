// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of an emulated device: allocations with addresses of their own,
// far apart, and their shadows.

#ifndef KILN_EMULATOR_MEMORY_MEMORY_H
#define KILN_EMULATOR_MEMORY_MEMORY_H

#include "memory/Clock.h"
#include "memory/LazyBytes.h"
#include "memory/Shadow.h"
#include "ptx/Type.h"

#include <map>
#include <string>

namespace kiln::emu {

/// Where shared and local memory lie among generic addresses, and functions.
struct Windows {
  static constexpr uint64_t shared = UINT64_C(0x0100'0000'0000);
  static constexpr uint64_t local = UINT64_C(0x0200'0000'0000);
  static constexpr uint64_t param = UINT64_C(0x0300'0000'0000);
  static constexpr uint64_t functions = UINT64_C(0x0400'0000'0000);
  static constexpr uint64_t global = UINT64_C(0x7000'0000'0000);
  static constexpr uint64_t size = UINT64_C(0x0001'0000'0000);
  /// Bits of a shared::cluster address below the rank plus 1 of its block; an
  /// address without rank is the block's own.
  static constexpr unsigned rankShift = 24;
};

/// An access to a range by a copy, a fill, or what makes and frees memory.
struct RangeMark {
  uint64_t begin = 0, end = 0; ///< offsets
  uint32_t date = 0;
  bool write = false;
};

struct Allocation {
  uint64_t base = 0; ///< 0 for shared and local memory
  uint64_t size = 0; ///< bytes
  LazyBytes data;
  Shadow shadow;
  std::string name;
  bool readOnly = false; ///< for kernels
  bool freed = false;
  /// What releases at an address have published, by offset.
  std::unordered_map<uint64_t, KnowledgePtr> published;
  /// Of what lies in no later one that is ordered after it.
  std::vector<RangeMark> ranges;

  Allocation(uint64_t base, uint64_t size, std::string name);
};

class Memory {
public:
  /// `base`: the address of the first allocation.
  explicit Memory(uint64_t base = Windows::global) : next(base) {}

  /// An allocation, aligned to 512 bytes and surrounded by nothing.
  Allocation &allocate(uint64_t bytes, std::string name = "");
  /// False where nothing begins at the address, or it is free already. The
  /// range stays taken, so that late accesses are known.
  bool free(uint64_t address);
  /// The allocation that holds an address, freed ones included, or null.
  Allocation *find(uint64_t address);
  /// The allocation nearest to an address and where the address lies of it.
  std::string describe(uint64_t address);
  uint64_t bytesInUse() const { return used; }
  /// All allocations that are not freed.
  size_t live() const;

  Clock clock;

private:
  std::map<uint64_t, Allocation> allocations;
  uint64_t next;
  uint64_t used = 0;
};

} // namespace kiln::emu

#endif // KILN_EMULATOR_MEMORY_MEMORY_H
