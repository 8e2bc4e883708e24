// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Forward-mode derivatives of single operators.
#ifndef KILN_LIB_IMPORT_TANGENTS_H
#define KILN_LIB_IMPORT_TANGENTS_H

#include "kiln/Dialect/Aten/Aten.h"

namespace kiln::pt2 {

/// Builds the tangents of the results of `op` from those of its operands, of
/// which one at least has one; nothing where there is no formula.
SmallVector<Value> deriveTangents(OpBuilder &builder, aten::AtenOp op,
                                  const llvm::DenseMap<Value, Value> &tangents);

} // namespace kiln::pt2

#endif // KILN_LIB_IMPORT_TANGENTS_H
