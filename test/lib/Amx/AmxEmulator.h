// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AMX instructions on processors that lack them: the signal that they raise
// there is answered by doing what the manual says. Stricter than a processor is
// of no use here: what it refuses is refused, and ends the process.
#ifndef KILN_TEST_LIB_AMX_AMXEMULATOR_H
#define KILN_TEST_LIB_AMX_AMXEMULATOR_H

namespace kiln::amx {

/// From here on this process runs AMX instructions: by itself where processor
/// and system let it, else emulated. False where neither is possible: emulation
/// takes AVX-512.
bool enable();

/// The instructions that were emulated so far, on all threads.
unsigned long countEmulated();

} // namespace kiln::amx

#endif // KILN_TEST_LIB_AMX_AMXEMULATOR_H
