// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Aten/Builder.h"
#include "kiln/Dialect/Aten/Passes.h"
#include "kiln/Support/Origin.h"

namespace kiln::aten {
#define GEN_PASS_DEF_ATENFUNCTIONALIZE
#include "kiln/Dialect/Aten/Passes.h.inc"
} // namespace kiln::aten

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

/// The operand whose storage the first result of a view may share; null when
/// the result is new.
static Value getViewed(Operation *op) {
  auto aten = dyn_cast_or_null<AtenOp>(op);
  if (!aten)
    return {};
  const Schema &schema = aten.getSchema();
  // The schema does not say so, but dropout that drops nothing returns its
  // input.
  if (schema.getBaseName() == "dropout" && !aten.getBool("train"))
    return aten.tensor(0);
  for (const SchemaArgument &result : schema.getResults())
    for (auto [i, argument] : llvm::enumerate(schema.getArguments()))
      if (!result.alias.empty() && !argument.alias.empty() &&
          argument.alias.take_front() == result.alias.take_front())
        return aten.tensor(i);
  return {};
}

/// Whether `op` uses an alias of `value` that is not `value` itself, after
/// `write` in their block.
static bool isAliasUsedAfter(Value value, Operation *write) {
  SmallVector<Value> aliases;
  for (Operation *user : value.getUsers())
    if (user != write && getViewed(user) == value)
      llvm::append_range(aliases, user->getResults());
  while (!aliases.empty()) {
    Value alias = aliases.pop_back_val();
    for (Operation *user : alias.getUsers()) {
      if (write->isBeforeInBlock(
              write->getBlock()->findAncestorOpInBlock(*user)))
        return true;
      if (getViewed(user) == alias)
        llvm::append_range(aliases, user->getResults());
    }
  }
  return false;
}

namespace {
struct AtenFunctionalize
    : aten::impl::AtenFunctionalizeBase<AtenFunctionalize> {
  void runOnOperation() override {
    SmallVector<AtenOp> writes;
    getOperation().walk([&](AtenOp op) {
      if (op.getSchema().isMutating())
        writes.push_back(op);
    });
    bool valid = true;
    for (AtenOp op : writes)
      valid &= succeeded(functionalize(op));
    if (!valid)
      signalPassFailure();
  }

  static LogicalResult fail(Operation *op, const Twine &reason) {
    InFlightDiagnostic diagnostic = op->emitOpError(reason);
    Origin origin = getOrigin(op->getLoc());
    if (!origin.op.empty())
      diagnostic << " (" << origin.str() << ")";
    return failure();
  }

  LogicalResult functionalize(AtenOp op) {
    const Schema *functional = getFunctionalSchema(op.getSchema());
    if (!functional)
      return fail(op, "writes its operand and has no functional overload");
    Value written = op.tensor(0u);
    if (isa<BlockArgument>(written))
      return fail(op,
                  "writes an input or a buffer, which is not supported yet");
    if (getViewed(written.getDefiningOp()))
      return fail(op, "writes through a view, which is not supported yet");
    if (isAliasUsedAfter(written, op))
      return fail(op, "writes what a view reads later, which is not supported "
                      "yet");
    // An in-place op keeps the type of what it writes.
    OpBuilder builder(op);
    SmallVector<ArgumentValue> arguments;
    for (auto [i, argument] : llvm::enumerate(op.getSchema().getArguments())) {
      if (!argument.type.isValue())
        arguments.push_back(toArgument(op->getAttr(argument.name)));
      else if (argument.type.list)
        arguments.push_back(op.tensors(i));
      else
        arguments.push_back(op.tensor(i));
    }
    Operation *result =
        buildAtenOp(builder, op->getLoc(), *functional,
                    ArrayRef<ArgumentValue>(arguments), op->getResultTypes());
    written.replaceUsesWithIf(result->getResult(0), [&](OpOperand &use) {
      Operation *user = op->getBlock()->findAncestorOpInBlock(*use.getOwner());
      return user != result && user != op.getOperation() &&
             op->isBeforeInBlock(user);
    });
    op->replaceAllUsesWith(result);
    op->erase();
    return success();
  }

  static ArgumentValue toArgument(Attribute attr) {
    return attr ? ArgumentValue(attr) : ArgumentValue();
  }
};
} // namespace
