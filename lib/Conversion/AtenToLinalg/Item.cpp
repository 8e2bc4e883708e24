// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that are read from tensors.
#include "Item.h"
#include "Lowering.h"
#include "kiln/Dialect/Aten/Indexing.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

namespace {
struct ConvertItem : AtenConversion<PrivateLocalScalarDenseOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(PrivateLocalScalarDenseOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    auto type = dyn_cast<ep::NumberType>(op->getResult(0).getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "the result is no number");
    rewriter.replaceOpWithNewOp<ep::ItemOp>(op, type, adaptor.getSelf());
    return success();
  }
};
} // namespace

static bool isFloatSymbol(Type type) {
  auto number = dyn_cast<ep::NumberType>(type);
  return number && number.getValue().isSymbol() &&
         ep::getSort(number.getValue()) == ep::Sort::Float;
}

void kiln::useTensorsOfItems(ep::GraphOp graph) {
  llvm::DenseMap<std::pair<Region *, Attribute>, Value> tensors;
  graph.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isa<AtenDialect>(op->getDialect()))
      return;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isFloatSymbol(operand.get().getType()))
        continue;
      auto number = cast<ep::NumberType>(operand.get().getType());
      auto found = tensors.find({op->getParentRegion(), number.getValue()});
      if (found != tensors.end())
        operand.set(found->second);
    }
    auto item = dyn_cast<PrivateLocalScalarDenseOp>(op);
    if (!item || !isFloatSymbol(op->getResult(0).getType()))
      return;
    auto number = cast<ep::NumberType>(op->getResult(0).getType());
    if (cast<ep::TensorType>(item.getSelf().getType()).getRank() == 0)
      tensors[{op->getParentRegion(), number.getValue()}] = item.getSelf();
  });
}

void kiln::populateItemToLinalg(TypeConverter &converter,
                                RewritePatternSet &patterns) {
  patterns.add<ConvertItem>(converter, patterns.getContext());
}
