// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One kernel of two, the second of which reads what the first one makes.
#ifndef KILN_LIB_TARGET_JOIN_JOINEDKERNEL_H
#define KILN_LIB_TARGET_JOIN_JOINEDKERNEL_H

#include "kiln/Dialect/Exec/Exec.h"

namespace kiln {

/// What the joined kernel takes, and where. Its tensors are those of `producer`
/// and then those of `consumer` without number `operand`; its sizes those of
/// `producer`, and those of `consumer` that are not among them.
struct KernelJoin {
  exec::KernelOp producer; ///< has one result
  exec::KernelOp consumer;
  unsigned operand;            ///< of `consumer`, that result
  SmallVector<unsigned> sizes; ///< where each size of `consumer` is

  /// Of two dispatches, the second of which reads the result of the first one.
  static KernelJoin get(const mlir::SymbolTable &symbols,
                        exec::DispatchOp producer, exec::DispatchOp consumer,
                        unsigned operand);

  /// Creates the kernel `name` at the place of `builder`.
  exec::KernelOp build(OpBuilder &builder, StringRef name) const;
  /// Creates its dispatch, at the place of `builder`, in place of both.
  exec::DispatchOp dispatch(OpBuilder &builder, exec::KernelOp joined,
                            exec::DispatchOp first,
                            exec::DispatchOp second) const;
};

} // namespace kiln

#endif // KILN_LIB_TARGET_JOIN_JOINEDKERNEL_H
