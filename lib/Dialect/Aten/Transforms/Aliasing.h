// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which results share elements with an operand. The schema says it for views;
// some operators copy only where they must, and some return their operand
// although their schema does not say so.
#ifndef KILN_LIB_DIALECT_ATEN_TRANSFORMS_ALIASING_H
#define KILN_LIB_DIALECT_ATEN_TRANSFORMS_ALIASING_H

#include "kiln/Dialect/Aten/Aten.h"
#include "kiln/Dialect/EP/Expr.h"

namespace kiln::aten {

/// The origin of one result of an operation.
struct ResultSource {
  enum Kind {
    New,    ///< elements of its own
    View,   ///< elements of `operand`
    Unknown ///< one of the two: the symbols do not say which
  };
  Kind kind = New;
  mlir::OpOperand *operand = nullptr;
};

/// The source of result `index` of `op`; an operation that writes has none.
ResultSource getSource(Operation *op, unsigned index, const ep::Facts &facts);

/// Can a tensor of type `from` be seen in the sizes `to` without a copy?
ep::Answer isViewable(ep::TensorType from, ArrayRef<ep::ExprAttr> to,
                      const ep::Facts &facts);

/// The argument that result `index` of `schema` aliases, by their annotations.
std::optional<unsigned> getAliasedArgument(const Schema &schema,
                                           unsigned index);

/// The result of the schema that result `index` of `op` belongs to: they differ
/// where a result is a list.
unsigned getSchemaResult(AtenOp op, unsigned index);

/// The first operand of argument `index`; null when it has none.
mlir::OpOperand *getOperandOf(AtenOp op, unsigned index);

} // namespace kiln::aten

#endif // KILN_LIB_DIALECT_ATEN_TRANSFORMS_ALIASING_H
