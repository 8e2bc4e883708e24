// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The effect of torch.autocast on an operator.
#ifndef KILN_LIB_DIALECT_ATEN_TRANSFORMS_AUTOCAST_H
#define KILN_LIB_DIALECT_ATEN_TRANSFORMS_AUTOCAST_H

#include "kiln/Dialect/Aten/Aten.h"
#include "kiln/Dialect/EP/EP.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "llvm/ADT/MapVector.h"

namespace kiln::aten {

enum class CastPolicy {
  None,           ///< runs as it is, and so do its parts
  LowerPrecision, ///< all operands to the lower precision
  Float32,        ///< all operands to f32
  Float32Result,  ///< `dtype` becomes f32 where it is not given
  Promote,        ///< all operands to the widest of them
  Banned,         ///< PyTorch refuses it
  Parts,          ///< composite: each of its parts has a policy of its own
  Unknown         ///< composite, of parts that are not known
};

/// The policy of an operator on a device: `cpu` or `cuda`.
CastPolicy getCastPolicy(StringRef device, AtenOp op);

/// The modes that are on: the lower precision by the type of device.
using AutocastState = llvm::SmallMapVector<mlir::StringAttr, Type, 2>;

/// The state inside `op`. Fails with a diagnostic for a device whose lists are
/// not known.
FailureOr<AutocastState> enterAutocast(ep::AutocastOp op, AutocastState state);

/// Adds the casts that the modes of `state` make for `op`. An op whose parts
/// are cast is replaced by them, which `decompositions` make. Fails with a
/// diagnostic where the casts are not known.
llvm::LogicalResult
castOperands(AtenOp op, const AutocastState &state,
             const mlir::FrozenRewritePatternSet &decompositions);

} // namespace kiln::aten

#endif // KILN_LIB_DIALECT_ATEN_TRANSFORMS_AUTOCAST_H
