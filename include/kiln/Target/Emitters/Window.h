// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `window` emitter: sums over windows of an image with a filter of its own
// for each image, as depthwise convolutions are.
#ifndef KILN_TARGET_EMITTERS_WINDOW_H
#define KILN_TARGET_EMITTERS_WINDOW_H

#include "kiln/Dialect/Exec/Exec.h"
#include "kiln/Target/TargetInfo.h"

namespace kiln {

/// Can the emitter write `kernel`? If so, the bytes of scratch memory that each
/// call of the function needs on a processor as `info` says.
std::optional<int64_t> getWindowScratch(exec::KernelOp kernel,
                                        const CpuInfo &info);

/// Writes `kernel`, one that has an answer above, as the function
/// `i32 symbol(ptr buffers, ptr sizes, i64 begin, i64 end, ptr scratch)` at the
/// place of `builder`, which must be in a module. The work is split by bands of
/// the images: a range of the domain computes the bands whose numbers, spread
/// evenly over the domain, fall into it. Each sum is taken in one order,
/// whatever the range, in the element type of the sum. On failure an error was
/// emitted, and nothing of use was written.
LogicalResult emitWindowCpuKernel(OpBuilder &builder, exec::KernelOp kernel,
                                  StringRef symbol, const CpuInfo &info);

} // namespace kiln

#endif // KILN_TARGET_EMITTERS_WINDOW_H
