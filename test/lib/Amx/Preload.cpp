// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The emulator as a library that LD_PRELOAD brings into any program.
#include "AmxEmulator.h"

[[gnu::constructor]] static void enableAtStart() { kiln::amx::enable(); }
