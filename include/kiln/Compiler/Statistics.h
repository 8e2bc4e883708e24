// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The figures that `kiln-compile --stats` writes.
#ifndef KILN_COMPILER_STATISTICS_H
#define KILN_COMPILER_STATISTICS_H

#include "kiln/Support/LLVM.h"
#include "mlir/IR/BuiltinOps.h"
#include <chrono>

namespace kiln {

/// How long each step of a compilation took.
class PhaseTimes {
public:
  PhaseTimes() : last(std::chrono::steady_clock::now()) {}

  /// The time since the last call, or since the object was made, was `phase`'s.
  void finish(StringRef phase);

  struct Entry {
    std::string phase;
    double seconds;
  };
  ArrayRef<Entry> get() const { return entries; }

private:
  std::chrono::steady_clock::time_point last;
  SmallVector<Entry> entries;
};

/// Writes the figures of the first program of a module in phase `Host` as one
/// JSON object:
///
///  * `phases`: seconds by phase;
///  * `memory`, in bytes at the upper bounds of the symbols: `planned` (all
///    segments), `live` (the largest sum of temporaries in use at once, each
///    rounded up to the arena's alignment), `ratio` of the two, `total` of all
///    temporaries, `buffers` their number;
///  * `kernels`: `dispatches` (one per fusion group, before equal ones became
///    one) and `distinct`;
///  * `instructions`: of the host program, by name;
///  * `weights`: `bytes` of all storages, and of these `made_bytes` of
///  constants
///    that the compiler has made, beside their sources;
///  * `copied_state_bytes`: the bytes that copies write to mutable state and
///    inputs.
void writeStatistics(llvm::raw_ostream &os, mlir::ModuleOp module,
                     const PhaseTimes &times);

} // namespace kiln

#endif // KILN_COMPILER_STATISTICS_H
