// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Schedules by measurement: ways to write a kernel are compiled, run in this
// process and timed. Compiling never does this by itself: what was found goes
// to a file of records, and the package is a function of the program and that.
#ifndef KILN_TUNE_TUNE_H
#define KILN_TUNE_TUNE_H

#include "kiln/Target/Target.h"
#include "llvm/Support/JSON.h"

namespace kiln {

struct TuneOptions {
  /// For all kernels together; each has its share.
  double seconds = 10;
  /// Emitters that are not tried. One is left for each kernel.
  std::vector<std::string> without;
  /// What a measured time (seconds) counts as; tests distort it.
  std::function<double(exec::KernelOp, const Schedule &, double)> judge;
};

/// Schedules near `plan`: one of its numbers twice or half as large, one more
/// or one less. Whether an emitter can do that it says itself.
SmallVector<Schedule> getNeighbors(const Schedule &schedule);

/// The seconds that `kernel` takes at best on one thread, written for `target`
/// as `schedule` says, on random data; unknown sizes are `kUnknownSize`.
/// Nothing where it cannot be written so, or refuses the data.
std::optional<double> timeKernel(exec::KernelOp kernel, const Target &target,
                                 const Schedule &schedule);

/// Measures the kernels of `variant`, which is lowered to dispatches, and adds
/// the best schedule of each to `records`, as `--schedules` reads them. Those
/// that can be written in one way only are left out. The target must be a CPU
/// that this machine has: `checkTunable` says so.
void tuneSchedules(exec::VariantOp variant, const Target &target,
                   const TuneOptions &options, llvm::json::Array &records);

/// Why nothing can be measured for `target` here; empty where it can.
std::string checkTunable(const TargetInfo &target);

} // namespace kiln

#endif // KILN_TUNE_TUNE_H
