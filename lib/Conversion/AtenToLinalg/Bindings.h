// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that only data tell: how many elements of a mask are true, and items
// of tensors. The first operator that has a symbol for one binds it. Where
// the type says what is known before (the symbol of another operator, a size of
// an input, a constant), the data must agree: the exporter writes so what the
// program asserts.
#ifndef KILN_LIB_CONVERSION_ATENTOLINALG_BINDINGS_H
#define KILN_LIB_CONVERSION_ATENTOLINALG_BINDINGS_H

#include "kiln/Dialect/Aten/Indexing.h"
#include "kiln/Dialect/EP/EP.h"

namespace kiln {

/// A mask as the only index of an operator; null where that is not so. `first`
/// is the dimension of the result that its true elements have.
Value findOnlyMask(aten::IndexTensorOp op, int64_t &first);

/// Marks the operators of `graph` that read numbers which are known before.
void markKnownNumbers(ep::GraphOp graph);

/// Reads `tensor`, which has one element, as the number that `op` has: binds
/// its symbol, or checks that it is the known value.
void bindNumber(OpBuilder &builder, Operation *op, Value tensor,
                ep::ExprAttr number);

} // namespace kiln

#endif // KILN_LIB_CONVERSION_ATENTOLINALG_BINDINGS_H
