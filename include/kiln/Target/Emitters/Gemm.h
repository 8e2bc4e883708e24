// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `gemm` emitter: sums of products as outer products of tiles that stay in
// vector registers. It covers matrix products and, as implicit ones,
// convolutions, each with the elementwise ops that follow.
#ifndef KILN_TARGET_EMITTERS_GEMM_H
#define KILN_TARGET_EMITTERS_GEMM_H

#include "kiln/Dialect/Exec/Exec.h"
#include "kiln/Target/TargetInfo.h"

namespace kiln {

/// Can the emitter write `kernel`? If so, the bytes of scratch memory that each
/// call of the function needs on a processor as `info` says.
std::optional<int64_t> getGemmScratch(exec::KernelOp kernel,
                                      const CpuInfo &info);

/// Writes `kernel`, one that has an answer above, as the function
/// `i32 symbol(ptr buffers, ptr sizes, i64 begin, i64 end, ptr scratch)` at the
/// place of `builder`, which must be in a module. The work is split by panels
/// of columns: a range of the domain computes the panels whose numbers, spread
/// evenly over the domain, fall into it. Sums are taken in the order of the
/// reduction, in the element type of the sum. On failure an error was emitted,
/// and nothing of use was written.
LogicalResult emitGemmCpuKernel(OpBuilder &builder, exec::KernelOp kernel,
                                StringRef symbol, const CpuInfo &info);

} // namespace kiln

#endif // KILN_TARGET_EMITTERS_GEMM_H
