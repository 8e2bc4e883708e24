// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sizes of the tensors of a graph as expressions, from phase `tensors` on.
#ifndef KILN_DIALECT_EXEC_SHAPEEXPRS_H
#define KILN_DIALECT_EXEC_SHAPEEXPRS_H

#include "kiln/Dialect/EP/EP.h"
#include "kiln/Dialect/EP/Expr.h"
#include "kiln/Dialect/EP/Facts.h"

namespace kiln::exec {

/// The size of dimension `dim` of a tensor of a graph: from its type, or from
/// the op that made it. Null when no expression is known.
ep::ExprAttr getDimExpr(Value tensor, int64_t dim);

/// All sizes of `tensor`, in elements per dimension. Failure when one is
/// unknown.
FailureOr<SmallVector<ep::ExprAttr>> getShapeExprs(Value tensor);

/// The expression that the `index` value stands for. Null when unknown.
ep::ExprAttr getIndexExpr(Value index);

/// Why sizes that an operation takes as one are certainly several: of a loop of
/// linalg's, of the operand and the result of an `ep.from_builtin`. Empty where
/// they may be equal, by the facts on the symbols.
std::string findSizeFault(Operation *op, const ep::Facts &facts = {});

/// The `ep.size` of `expr` at the head of `block`, made when there is none.
Value getOrCreateSize(Block &block, ep::ExprAttr expr);

/// Replaces every `tensor.dim` in `graph`, and what is computed of sizes, by
/// the `ep.size` of its expression. An error where the expression is unknown.
LogicalResult resolveSizes(ep::GraphOp graph);

/// The bodies of `graph` and of the graphs of its control flow, outer ones
/// first.
SmallVector<Block *> getGraphBlocks(ep::GraphOp graph);

/// The bytes of a dense tensor of builtin type `type` and these sizes: a bool
/// takes one byte.
ep::ExprAttr getByteSize(RankedTensorType type, ArrayRef<ep::ExprAttr> sizes);

using ep::getElementBytes;

} // namespace kiln::exec

#endif // KILN_DIALECT_EXEC_SHAPEEXPRS_H
