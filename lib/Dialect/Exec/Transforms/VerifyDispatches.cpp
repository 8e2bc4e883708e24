// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelGroups.h"
#include "LeadingConcats.h"
#include "LeadingSlices.h"
#include "kiln/Dialect/Aten/CustomOp.h"
#include "kiln/Dialect/Exec/Passes.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "kiln/Dialect/TX/TX.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace kiln::exec {
#define GEN_PASS_DEF_VERIFYDISPATCHES
#include "kiln/Dialect/Exec/Passes.h.inc"
} // namespace kiln::exec

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;

static bool isAllowedInGraph(Operation *op) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return constant.getType().isIndex();
  return isa<ep::ToBuiltinOp, ep::FromBuiltinOp, ep::SizeOp, ep::NumberOp,
             ep::NoneOp, ep::AssertOp, ep::ItemOp, ep::CondOp, ep::WhileLoopOp,
             ep::ScanOp, ep::AssociativeScanOp, ep::MapOp,
             ep::AutoFunctionalizedOp, ep::YieldOp, ep::ReturnOp, DispatchOp>(
             op) ||
         isView(op) || isLeadingSlice(op) || isLeadingConcat(op) ||
         aten::isCustomOp(op);
}

static bool isAllowedInKernel(Operation *op) {
  // Loops over scalars.
  if (isa<scf::SCFDialect>(op->getDialect()))
    return static_cast<bool>(op->getParentOfType<linalg::GenericOp>());
  return isa<linalg::GenericOp, linalg::FillOp, linalg::YieldOp,
             linalg::IndexOp, tensor::EmptyOp, tensor::SplatOp, tensor::PadOp,
             tensor::YieldOp, tensor::ExtractSliceOp, tensor::InsertSliceOp,
             tensor::ConcatOp, tensor::ExtractOp, YieldOp>(op) ||
         isView(op) ||
         isa<arith::ArithDialect, math::MathDialect, tx::TXDialect>(
             op->getDialect());
}

static LogicalResult verifyGraph(ep::GraphOp graph) {
  for (Block *block : getGraphBlocks(graph))
    for (Operation &op : *block)
      if (!isAllowedInGraph(&op))
        return op.emitOpError("is not allowed in a graph of phase dispatches");
  return success();
}

static LogicalResult verifyKernel(KernelOp kernel) {
  SmallVector<linalg::GenericOp> reductions;
  WalkResult result = kernel.walk([&](Operation *op) {
    if (op == kernel.getOperation())
      return WalkResult::advance();
    if (!isAllowedInKernel(op)) {
      op->emitOpError("is not allowed in a kernel");
      return WalkResult::interrupt();
    }
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (generic && generic.getNumReductionLoops() > 0 && !isGroupSum(generic))
      reductions.push_back(generic);
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  // Several share their rows.
  auto shape = [](linalg::GenericOp op) {
    return cast<RankedTensorType>(op.getResult(0).getType()).getShape();
  };
  for (linalg::GenericOp op : reductions)
    if (reductions.size() > 1 &&
        (!isRowReduction(op) || shape(op) != shape(reductions.front())))
      return kernel.emitOpError("has ")
             << reductions.size() << " reductions of different rows";
  return success();
}

namespace {
struct VerifyDispatchesPass
    : exec::impl::VerifyDispatchesBase<VerifyDispatchesPass> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    ep::ProgramOp program = getOperation();
    for (auto graph : program.getBody().getOps<ep::GraphOp>())
      if (failed(verifyGraph(graph)))
        return signalPassFailure();
    for (auto kernel : program.getBody().getOps<KernelOp>())
      if (failed(verifyKernel(kernel)))
        return signalPassFailure();
  }
};
} // namespace
