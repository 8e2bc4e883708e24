// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the instructions of a host program do to memory, for those who check it.
#ifndef KILN_LIB_DIALECT_EXEC_TRANSFORMS_HOSTACCESSES_H
#define KILN_LIB_DIALECT_EXEC_TRANSFORMS_HOSTACCESSES_H

#include "kiln/Dialect/EP/Facts.h"
#include "kiln/Dialect/Exec/Exec.h"

namespace kiln::exec {

/// The size of a slot in bytes; null when it is not a tensor.
ep::ExprAttr getBytes(Value slot);

/// What a kernel takes a buffer for, and what the buffer is (null: no tensor).
struct LaunchBuffer {
  ep::ExprAttr wanted, bytes;
};
SmallVector<LaunchBuffer> getLaunchBuffers(LaunchOp launch);

/// Is it proved that the kernel stays inside of the buffer, or does a check
/// right before the launch say so at run time?
bool isInside(LaunchOp launch, const LaunchBuffer &buffer,
              const ep::Facts &facts);

/// Adds such a check where isInside() is false.
void guardLaunches(HostOp host, const ep::Facts &facts);

/// A read or a write of a slot by an instruction.
struct HostAccess {
  Value slot;
  bool reads = false;
  bool writes = false;
  bool isWhole = false; ///< the write leaves nothing of what was there
};
SmallVector<HostAccess> getAccesses(Operation *op);

/// Temporaries that share bytes of a segment do not need them at the same time,
/// and none is read before it is written.
/// The first is proved, or a check right before the instruction says so.
LogicalResult verifyTemporaries(HostOp host, const ep::Facts &facts);

/// Adds such checks where there is no proof.
void guardTemporaries(HostOp host, const ep::Facts &facts);

} // namespace kiln::exec

#endif // KILN_LIB_DIALECT_EXEC_TRANSFORMS_HOSTACCESSES_H
