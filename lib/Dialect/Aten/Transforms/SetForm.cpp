// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Aten/Passes.h"
#include "kiln/Support/PassCount.h"
#include "mlir/IR/Builders.h"

namespace kiln::aten {
#define GEN_PASS_DEF_ATENSETFORM
#include "kiln/Dialect/Aten/Passes.h.inc"
} // namespace kiln::aten

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

/// The argument that says whether an operator is in training form; empty for
/// operators without one.
static StringRef getFormArgument(AtenOp op) {
  StringRef base = op.getSchema().getBaseName();
  base.consume_back("_");
  if (llvm::is_contained({"dropout", "alpha_dropout", "feature_dropout",
                          "feature_alpha_dropout"},
                         base))
    return "train";
  return base == "batch_norm" ? "training" : "";
}

/// Is `op` the count of batches that training keeps beside batch norm?
static bool countsBatches(AtenOp op) {
  if (op.getSchema().getName() != "aten.add_.Tensor" ||
      !op->getResult(0).use_empty())
    return false;
  auto input = dyn_cast<BlockArgument>(op.tensor(0u));
  auto graph =
      input ? dyn_cast<ep::GraphOp>(input.getOwner()->getParentOp()) : nullptr;
  if (!graph)
    return false;
  ep::InputAttr attr = graph.getInput(input.getArgNumber());
  StringRef name = attr.getTarget().getValue();
  return attr.getKind() == ep::InputKind::Buffer &&
         (name == "num_batches_tracked" ||
          name.ends_with(".num_batches_tracked"));
}

namespace {
struct AtenSetForm : aten::impl::AtenSetFormBase<AtenSetForm> {
  using AtenSetFormBase::AtenSetFormBase;

  void runOnOperation() override {
    if (form == "exported")
      return;
    if (form != "inference" && form != "training") {
      getOperation().emitError() << "kiln-aten-set-form: unknown form '" << form
                                 << "'; known: exported, inference, training";
      return signalPassFailure();
    }
    SmallVector<Operation *> dead;
    bool invalid = false;
    getOperation().walk([&](AtenOp op) {
      if (form == "inference" && countsBatches(op))
        dead.push_back(op);
      else
        invalid |= failed(setForm(op));
    });
    for (Operation *op : dead)
      op->erase();
    if (invalid)
      signalPassFailure();
    count(getOperation(), *this, numSet, std::exchange(set, 0),
          "operators set");
  }

  LogicalResult setForm(AtenOp op) {
    StringRef argument = getFormArgument(op);
    if (argument.empty())
      return success();
    bool training = form == "training";
    if (argument == "training" && !training && !op.hasValue("running_mean"))
      return op->emitOpError("has no running statistics, which its inference "
                             "form needs");
    op->setAttr(argument, BoolAttr::get(&getContext(), training));
    ++set;
    return success();
  }

  uint64_t set = 0;
};
} // namespace
