// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Aten/Passes.h"
#include "kiln/Support/Origin.h"

namespace kiln::aten {
#define GEN_PASS_DEF_ATENVERIFYCORE
#include "kiln/Dialect/Aten/Passes.h.inc"
} // namespace kiln::aten

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

namespace {
struct AtenVerifyCore : aten::impl::AtenVerifyCoreBase<AtenVerifyCore> {
  using AtenVerifyCoreBase::AtenVerifyCoreBase;

  void runOnOperation() override {
    bool valid = true;
    getOperation().walk([&](Operation *op) { valid &= verify(op); });
    if (!valid)
      signalPassFailure();
  }

  bool verify(Operation *op) {
    std::string reason = findFault(op);
    if (reason.empty())
      return true;
    InFlightDiagnostic diagnostic = op->emitOpError(reason);
    Origin origin = getOrigin(op->getLoc());
    if (!origin.op.empty())
      diagnostic << " (" << origin.str() << ")";
    return false;
  }

  /// What is wrong with `op`; empty when it may stand in core.
  std::string findFault(Operation *op) {
    if (isa<ep::EPDialect>(op->getDialect()))
      return {};
    if (op->getName().getStringRef() == "aten.operator")
      return "is a custom operator without a decomposition: " +
             op->getAttrOfType<StringAttr>("name").str();
    auto aten = dyn_cast<AtenOp>(op);
    if (!aten)
      return "is no operator";
    const Schema &schema = aten.getSchema();
    if (schema.isMutating())
      return "writes its operand: it was not made functional";
    bool allowed = schema.isCore() || schema.getNamespace() == "prims" ||
                   llvm::is_contained(keep, schema.getName());
    return allowed ? "" : "is not in core and has no decomposition yet";
  }
};
} // namespace
