// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `naive` emitters: any kernel becomes scalar loops over its domain (CPU)
// or one thread per item of its domain (CUDA).
#ifndef KILN_TARGET_EMITTERS_NAIVE_H
#define KILN_TARGET_EMITTERS_NAIVE_H

#include "kiln/Dialect/Exec/Exec.h"
#include <optional>

namespace kiln {

/// Writes `kernel` as the function
/// `i32 symbol(ptr buffers, ptr sizes, i64 begin, i64 end, ptr scratch)` at the
/// place of `builder`, which must be in a module. The function is an
/// `llvm.func` of arith, math, scf and llvm operations. On failure an error was
/// emitted, and nothing of use was written.
LogicalResult emitNaiveCpuKernel(OpBuilder &builder, exec::KernelOp kernel,
                                 StringRef symbol);

/// The bytes of scratch memory that each call of that function needs.
int64_t getNaiveScratch(exec::KernelOp kernel);

/// The number of items in a row of the domain, or `ShapedType::kDynamic`, where
/// that function reduces each row before it computes the items; else nothing.
std::optional<int64_t> getSharedRow(exec::KernelOp kernel);

/// Writes `kernel` as a CUDA entry that takes a pointer per operand, an i64 per
/// size, and the i64 number of items of the domain; one thread computes one
/// item. Otherwise as `emitNaiveCpuKernel`.
LogicalResult emitNaiveCudaKernel(OpBuilder &builder, exec::KernelOp kernel,
                                  StringRef symbol);

/// Threads per block that `emitNaiveCudaKernel` is meant for.
inline constexpr int64_t kNaiveCudaBlock = 256;

} // namespace kiln

#endif // KILN_TARGET_EMITTERS_NAIVE_H
