// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Forward-mode derivatives of single operators.
#ifndef KILN_LIB_DIALECT_ATEN_TRANSFORMS_TANGENTS_H
#define KILN_LIB_DIALECT_ATEN_TRANSFORMS_TANGENTS_H

#include "kiln/Dialect/Aten/Aten.h"

namespace kiln::aten {

/// Builds the tangents of the results of `op` from those of its operands, of
/// which one at least has one; nothing where there is no formula.
SmallVector<Value> deriveTangents(mlir::OpBuilder &builder, AtenOp op,
                                  const llvm::DenseMap<Value, Value> &tangents);

} // namespace kiln::aten

#endif // KILN_LIB_DIALECT_ATEN_TRANSFORMS_TANGENTS_H
