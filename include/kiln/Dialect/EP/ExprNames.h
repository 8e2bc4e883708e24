// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts of expressions in which parts have names.
#ifndef KILN_DIALECT_EP_EXPRNAMES_H
#define KILN_DIALECT_EP_EXPRNAMES_H

#include "kiln/Dialect/EP/EP.h"

namespace kiln::ep {

/// The text form, with a name in the place of each part for which `nameOf` has
/// one; it is empty for others.
void printExpr(llvm::raw_ostream &os, ExprAttr expr,
               llvm::function_ref<llvm::StringRef(ExprAttr)> nameOf);

} // namespace kiln::ep

#endif // KILN_DIALECT_EP_EXPRNAMES_H
