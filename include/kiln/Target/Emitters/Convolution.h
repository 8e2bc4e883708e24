// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `convolution` emitter: sums over windows of an image with many filters
// for each image.
#ifndef KILN_TARGET_EMITTERS_CONVOLUTION_H
#define KILN_TARGET_EMITTERS_CONVOLUTION_H

#include "kiln/Dialect/Exec/Exec.h"
#include "kiln/Target/TargetInfo.h"

namespace kiln {

/// Can the emitter write `kernel`? If so, the bytes of scratch memory that each
/// call of the function needs on a processor as `info` says.
std::optional<int64_t> getConvolutionScratch(exec::KernelOp kernel,
                                             const CpuInfo &info);

/// Writes `kernel`, one that has an answer above, as the function
/// `i32 symbol(ptr buffers, ptr sizes, i64 begin, i64 end, ptr scratch)` at the
/// place of `builder`, which must be in a module. The work is split by bands of
/// the images and panels of filters: a range of the domain computes those whose
/// numbers, spread evenly over the domain, fall into it. Each sum is taken in
/// one order, whatever the range, in the element type of the sum. On failure an
/// error was emitted, and nothing of use was written.
LogicalResult emitConvolutionCpuKernel(OpBuilder &builder,
                                       exec::KernelOp kernel, StringRef symbol,
                                       const CpuInfo &info);

} // namespace kiln

#endif // KILN_TARGET_EMITTERS_CONVOLUTION_H
