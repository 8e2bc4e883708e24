// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Conversion/Passes.h"
#include "kiln/Dialect/Aten/CustomOp.h"
#include "kiln/Dialect/EP/Symbols.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "kiln/Dialect/TX/TX.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace kiln {
#define GEN_PASS_DEF_VERIFYTENSORS
#include "kiln/Conversion/Passes.h.inc"
} // namespace kiln

using namespace mlir;
using namespace kiln;

/// Items of a parallel loop that a result is without would write one element.
static std::string findSharedResult(linalg::GenericOp op) {
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray())) {
    if (kind != utils::IteratorType::parallel)
      continue;
    for (OpOperand &init : op.getDpsInitsMutable())
      if (!op.getMatchingIndexingMap(&init).isFunctionOfDim(loop))
        return ("loop " + Twine(loop) +
                " is parallel, but a result is without it")
            .str();
  }
  return {};
}

namespace {
struct VerifyTensors : kiln::impl::VerifyTensorsBase<VerifyTensors> {
  using VerifyTensorsBase::VerifyTensorsBase;
  /// The sizes of each graph.
  using Sizes = llvm::DenseSet<std::pair<Region *, Attribute>>;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    bool valid = true;
    Sizes sizes;
    ep::Facts facts = getFacts(getOperation());
    for (auto graph : getOperation().getBody().getOps<ep::GraphOp>())
      graph.getBody().walk([&](Operation *op) {
        std::string reason = findFault(op, sizes);
        if (reason.empty())
          reason = ep::findUndeclaredSymbol(op, facts);
        if (reason.empty())
          reason = exec::findSizeFault(op, facts);
        if (reason.empty())
          return;
        op->emitOpError(reason);
        valid = false;
      });
    if (!valid)
      signalPassFailure();
  }

  /// An expression that is computed would be a second value of a size.
  static bool computesSize(Operation *op) {
    return isa<arith::ArithDialect>(op->getDialect()) &&
           !isa<arith::ConstantOp>(op) &&
           op->getResult(0).getType().isIndex() &&
           isa<ep::EPDialect>(op->getParentOp()->getDialect());
  }

  /// The rule that `op` breaks; empty when it may stand in `tensors`.
  static std::string findFault(Operation *op, Sizes &sizes) {
    if (isa<tensor::DimOp>(op))
      return "asks a tensor for a size that an ep.size must give";
    if (auto size = dyn_cast<ep::SizeOp>(op))
      return sizes.insert({op->getParentRegion(), size.getExpr()}).second
                 ? ""
                 : "repeats the size " + size.getExpr().str();
    if (auto generic = dyn_cast<linalg::GenericOp>(op))
      return findSharedResult(generic);
    if (isa<linalg::LinalgDialect>(op->getDialect()))
      return isa<linalg::FillOp, linalg::YieldOp, linalg::IndexOp>(op)
                 ? ""
                 : "is a named operation of linalg; only generic and fill are "
                   "allowed";
    if (isa<scf::SCFDialect>(op->getDialect()))
      return op->getParentOfType<linalg::GenericOp>()
                 ? ""
                 : "is a loop outside of a linalg.generic";
    if (computesSize(op))
      return "computes a size that an ep.size must give";
    bool isKnown = isa<arith::ArithDialect, ep::EPDialect, math::MathDialect,
                       tensor::TensorDialect, tx::TXDialect>(op->getDialect());
    return isKnown || aten::isCustomOp(op) ? ""
                                           : "is not allowed in phase tensors";
  }
};
} // namespace
