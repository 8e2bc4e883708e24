// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `attention` emitter: tx.attention by tiles in vector registers, without a
// matrix of scores in memory.
#ifndef KILN_TARGET_EMITTERS_ATTENTION_H
#define KILN_TARGET_EMITTERS_ATTENTION_H

#include "kiln/Dialect/Exec/Exec.h"
#include "kiln/Target/TargetInfo.h"

namespace kiln {

/// Can the emitter write `kernel`? If so, the bytes of scratch memory that each
/// call of the function needs on a processor as `info` says.
std::optional<int64_t> getAttentionScratch(exec::KernelOp kernel,
                                           const CpuInfo &info);

/// Writes `kernel`, one that has an answer above, as the function
/// `i32 symbol(ptr buffers, ptr sizes, i64 begin, i64 end, ptr scratch)` at the
/// place of `builder`, which must be in a module. The work is split by blocks
/// of rows: a range of the domain computes the blocks whose numbers, spread
/// evenly over the domain, fall into it. A row goes through the keys in their
/// order, a block after the other, whatever the range, in the type of the
/// scores; the softmax is that of Milakov and Gimelshein, "Online normalizer
/// calculation for softmax" (arXiv 1805.02867). On failure an error was
/// emitted, and nothing of use was written.
LogicalResult emitAttentionCpuKernel(OpBuilder &builder, exec::KernelOp kernel,
                                     StringRef symbol, const CpuInfo &info);

} // namespace kiln

#endif // KILN_TARGET_EMITTERS_ATTENTION_H
