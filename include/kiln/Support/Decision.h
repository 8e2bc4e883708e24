// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a pass may do as well without: forming a fusion, taking an emitter, or a
// schedule. Each such decision is an action of MLIR's (mlir/IR/Action.h), which
// a handler of the context may keep from happening: `kiln-bisect` finds the one
// that makes numbers wrong.
#ifndef KILN_SUPPORT_DECISION_H
#define KILN_SUPPORT_DECISION_H

#include "kiln/Support/LLVM.h"
#include "mlir/IR/Action.h"

namespace kiln {

/// A decision about some operations, its units. It is printed with the Python
/// lines of them: `@mm_0 for cpu:x86-64-v3 by gemm (model.py:12: aten.mm)`.
class DecisionAction : public mlir::tracing::Action {
public:
  using Describe = llvm::function_ref<void(llvm::raw_ostream &)>;

  DecisionAction(llvm::StringLiteral tag, ArrayRef<mlir::IRUnit> units,
                 Describe describe)
      : Action(mlir::TypeID::get<DecisionAction>(), units), tag(tag),
        describe(describe) {}

  static bool classof(const Action *action) {
    return action->getActionID() == mlir::TypeID::get<DecisionAction>();
  }
  StringRef getTag() const override { return tag; }
  void print(llvm::raw_ostream &os) const override;

private:
  llvm::StringLiteral tag;
  Describe describe;
};

/// Is the decision `tag` about `ops`, at least one, taken? Where nobody watches
/// the context, it is, and nothing is described.
bool decide(llvm::StringLiteral tag, ArrayRef<Operation *> ops,
            DecisionAction::Describe describe);

/// Do `ops` become one?
bool decideFusion(ArrayRef<Operation *> ops);

} // namespace kiln

#endif // KILN_SUPPORT_DECISION_H
