// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of the host that copies use while the host goes on. What the host
// writes there before it has waited is found when the copy is done; what it
// reads is not.

#ifndef KILN_EMULATOR_API_HOSTMEMORY_H
#define KILN_EMULATOR_API_HOSTMEMORY_H

#include "api/State.h"

namespace kiln::emu {

/// Whether copies use the memory of an address later than they are enqueued.
bool isPinned(CUcontext context, const void *memory);

/// Remembers a range that a copy will use; null in a capture, which does not
/// use it yet.
std::shared_ptr<HostRange> lendToCopy(CUstream stream, const void *memory,
                                      size_t size);
/// Reports a range that is not what it was. `written`: by the copy, `name`.
void takeBack(CUcontext context, const std::shared_ptr<HostRange> &lent,
              const char *name, bool written);
/// A copy has written host memory, which others may have been lent.
void hostWritten(CUcontext context, const void *memory, size_t size);

} // namespace kiln::emu

#endif // KILN_EMULATOR_API_HOSTMEMORY_H
