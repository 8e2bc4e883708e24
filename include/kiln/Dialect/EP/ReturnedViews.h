// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Outputs that are inputs, or parts of them.
//
// A result of a graph that is the memory of a user input has, beside
// `ep.output`, `ep.view_of = {input = "x", offset = #ep.expr<4*s0>}`: its first
// element, counted in elements of the input as it lay at export; the strides
// are those of the result's type. Such an input is not mutated. An
// `exec.output` has the same attribute, and no instruction uses its slot.
#ifndef KILN_DIALECT_EP_RETURNEDVIEWS_H
#define KILN_DIALECT_EP_RETURNEDVIEWS_H

#include "kiln/Dialect/EP/EP.h"

namespace kiln::ep {

constexpr llvm::StringLiteral kViewOfAttrName = "ep.view_of";

struct ReturnedView {
  StringAttr input; ///< the target of a user input
  ExprAttr offset;
};

/// The content of `ep.view_of`; nothing where `attribute` is null or has
/// another form.
std::optional<ReturnedView> getReturnedView(Attribute attribute);
Attribute makeReturnedView(const ReturnedView &view);

} // namespace kiln::ep

#endif // KILN_DIALECT_EP_RETURNEDVIEWS_H
