// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clusters that cannot learn of each other run apart, on several threads. Each
// has a clock, a seed, a report and marks of its own; what it did is compared
// with what the clusters before it did, in the order of their numbers. So the
// report is the same whoever ran what, and so are the bits unless two race.

#ifndef KILN_EMULATOR_EXEC_APART_H
#define KILN_EMULATOR_EXEC_APART_H

#include "exec/Launch.h"

namespace kiln::emu {

/// Whether nothing can order the clusters of a launch, and nothing runs beside
/// it.
bool canRunApart(const Launch &launch, uint64_t clusters);
void runApart(Launch &launch, uint64_t clusters);

} // namespace kiln::emu

#endif // KILN_EMULATOR_EXEC_APART_H
