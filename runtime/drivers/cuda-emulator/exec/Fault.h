// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel did wrong, as values. A run goes on after a fault where it can.

#ifndef KILN_EMULATOR_EXEC_FAULT_H
#define KILN_EMULATOR_EXEC_FAULT_H

#include "ptx/Module.h"

namespace kiln::emu {

enum class FaultKind {
  OutOfBounds,        ///< no allocation holds all of these bytes
  Misaligned,         ///< the address is no multiple of the access's size
  Uninitialized,      ///< bytes that nobody wrote are read
  UseAfterFree,       ///< the allocation was freed
  ReadOnlyWritten,    ///< constants and parameters are written
  Race,               ///< two accesses without an order, one of them a write
  DivergentBarrier,   ///< not all lanes of a warp reach an aligned barrier
  BarrierCount,       ///< wrong numbers of threads, or threads that exited
  Deadlock,           ///< everybody waits
  WarpMask,           ///< lanes named by a mask that does not fit
  AsyncSourceChanged, ///< the source of a copy under way was written
  MissingProxyFence,  ///< generic writes meet the async proxy without fence
  StaleAccumulator,   ///< registers of wgmma are used before it is waited for
  BadMbarrier,        ///< not initialised, or arrivals beyond its count
  BadOperand,         ///< a value that the instruction does not allow
  Trap,               ///< the program executed trap
  TooLong,            ///< the limit on instructions is reached
};

const char *faultName(FaultKind kind);

/// One of the two accesses of a race.
struct FaultAccess {
  bool write = false;
  Location at;        ///< in the PTX
  std::string source; ///< "model.py:35", where the PTX says
  std::string work; ///< "kernel k", "copy to the device"; "": the kernel's own
  std::string stream; ///< "stream 2", where it matters
  uint32_t block[3] = {0, 0, 0};
  uint32_t thread[3] = {0, 0, 0};
};

struct Fault {
  FaultKind kind = FaultKind::OutOfBounds;
  std::string kernel;
  std::string instruction;
  Space space = Space::Generic;
  bool hasAddress = false;
  uint64_t address = 0;
  std::string allocation; ///< the nearest, and how far away
  FaultAccess access;     ///< the one that was caught
  bool hasOther = false;
  FaultAccess other; ///< the earlier one of a race
  std::string detail;
  uint64_t count = 1; ///< how often, by this instruction
};

/// The faults of a run: one a kind and instruction, with a count.
class Report {
public:
  explicit Report(size_t limit = 64) : limit(limit) {}

  void add(Fault fault);
  /// Counts a fault that is known already; false where it is not.
  bool addAgain(FaultKind kind, const std::string &kernel, Location at);
  const std::vector<Fault> &faults() const { return list; }
  bool empty() const { return list.empty(); }
  void clear() { list.clear(); }
  /// As text, a few lines a fault; `module` is the file's name.
  std::string text(const std::string &module) const;
  /// As a JSON array.
  std::string json() const;

private:
  std::vector<Fault> list;
  size_t limit;
};

} // namespace kiln::emu

#endif // KILN_EMULATOR_EXEC_FAULT_H
