// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Aten/Creation.h"
#include "kiln/Dialect/EP/EP.h"
#include "kiln/Dialect/EP/Passes.h"
#include "kiln/Support/PassCount.h"

namespace kiln::ep {
#define GEN_PASS_DEF_EPINLINEMODES
#include "kiln/Dialect/EP/Passes.h.inc"
} // namespace kiln::ep

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;

/// Does the body only hold operators with a schema?
static bool isKnown(Region &body) {
  return llvm::all_of(body.front().without_terminator(), [](Operation &op) {
    return isa<aten::AtenOp, NumberOp>(op);
  });
}

/// Inlines `op` where it runs its body once. Returns whether it did.
static bool inlineOnce(Operation *op) {
  if (isa<GradModeOp, InvokeOp>(op)) {
    inlineBody(op, op->getRegion(0), op->getOperands());
    return true;
  }
  if (auto call = dyn_cast<WithEffectsOp>(op)) {
    call.getResult(0).replaceAllUsesWith(call.getToken());
    inlineBody(op, call.getBody(), call.getInputs());
    return true;
  }
  auto call = dyn_cast<AutoFunctionalizedOp>(op);
  if (!call || !isKnown(call.getBody()))
    return false;
  OpBuilder builder(op);
  SmallVector<Value> inputs;
  for (Value base : call.getBases())
    inputs.push_back(
        aten::CloneOp::create(builder, op->getLoc(), base.getType(), base)
            ->getResult(0));
  llvm::append_range(inputs, call.getInputs());
  inlineBody(op, call.getBody(), inputs);
  return true;
}

namespace {
struct EPInlineModes : ep::impl::EPInlineModesBase<EPInlineModes> {
  void runOnOperation() override {
    uint64_t inlined = 0;
    getOperation().walk([&](Operation *op) { inlined += inlineOnce(op); });
    count(getOperation(), *this, numInlined, inlined, "regions inlined");
  }
};
} // namespace
