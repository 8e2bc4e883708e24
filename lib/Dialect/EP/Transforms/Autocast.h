// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What torch.autocast does to an operator.
#ifndef KILN_LIB_DIALECT_EP_TRANSFORMS_AUTOCAST_H
#define KILN_LIB_DIALECT_EP_TRANSFORMS_AUTOCAST_H

#include "kiln/Dialect/Aten/Aten.h"
#include "kiln/Dialect/EP/EP.h"
#include "llvm/ADT/MapVector.h"

namespace kiln::ep {

enum class CastPolicy {
  None,           ///< in no list: runs as it is
  LowerPrecision, ///< all operands to the lower precision
  Float32,        ///< all operands to f32
  Float32Result,  ///< `dtype` becomes f32 where it is not given
  Promote,        ///< all operands to the widest of them
  Banned,         ///< PyTorch refuses it
  Unknown         ///< composite, and its parts may be in a list
};

/// The policy of an operator on a device: `cpu` or `cuda`.
CastPolicy getCastPolicy(StringRef device, aten::AtenOp op);

/// The modes that are on: the lower precision by the type of device.
using AutocastState = llvm::SmallMapVector<mlir::StringAttr, Type, 2>;

/// The state inside `op`. Fails with a diagnostic for a device whose lists are
/// not known.
FailureOr<AutocastState> enterAutocast(AutocastOp op, AutocastState state);

/// Adds the casts that the modes of `state` make for `op`; fails with a
/// diagnostic where they are not known.
llvm::LogicalResult castOperands(aten::AtenOp op, const AutocastState &state);

} // namespace kiln::ep

#endif // KILN_LIB_DIALECT_EP_TRANSFORMS_AUTOCAST_H
