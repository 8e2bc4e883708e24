// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_DIALECT_EP_FACTS_H
#define KILN_DIALECT_EP_FACTS_H

#include "kiln/Dialect/EP/Expr.h"
#include "llvm/ADT/DenseSet.h"

namespace kiln::ep {

/// The ranges of the program's symbols, which every call keeps. A symbol that
/// is a size of an input is not negative.
Facts getFacts(ProgramOp program);

/// The facts at the place of an operation: ranges, guards, and the conditions
/// that were checked before it.
class Knowledge {
public:
  explicit Knowledge(ProgramOp program);

  /// From here on `condition` holds.
  void learn(ExprAttr condition);
  /// `expr` as simply as the facts allow.
  ExprAttr simplify(ExprAttr expr) const;
  /// Does `condition` follow?
  bool proves(ExprAttr condition) const;

private:
  Facts facts;
  /// Conditions in their simplest form, and the expressions equal to symbols.
  llvm::DenseSet<ExprAttr> conditions;
  llvm::DenseMap<ExprAttr, ExprAttr> equal;
};

} // namespace kiln::ep

#endif // KILN_DIALECT_EP_FACTS_H
