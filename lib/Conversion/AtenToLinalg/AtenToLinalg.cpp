// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Conversion/AtenToLinalg.h"
#include "kiln/Conversion/Passes.h"
#include "kiln/Dialect/Aten/Aten.h"
#include "kiln/Support/Origin.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/RegionUtils.h"

namespace kiln {
#define GEN_PASS_DEF_CONVERTATENTOLINALG
#include "kiln/Conversion/Passes.h.inc"
} // namespace kiln

using namespace mlir;
using namespace kiln;

BuiltinTensorConverter::BuiltinTensorConverter() {
  addConversion([](Type type) { return type; });
  addConversion(
      [](ep::TensorType type) -> Type { return type.getBuiltinType(); });
  addTargetMaterialization([](OpBuilder &builder, RankedTensorType type,
                              ValueRange inputs, Location loc) -> Value {
    if (inputs.size() != 1 || !isa<ep::TensorType>(inputs[0].getType()))
      return {};
    return ep::ToBuiltinOp::create(builder, loc, type, inputs[0]);
  });
  addSourceMaterialization([](OpBuilder &builder, ep::TensorType type,
                              ValueRange inputs, Location loc) -> Value {
    if (inputs.size() != 1 || !isa<RankedTensorType>(inputs[0].getType()))
      return {};
    return ep::FromBuiltinOp::create(builder, loc, type, inputs[0]);
  });
}

/// Moves every ep.size and every conversion of an input to the graph's entry,
/// one for each expression or input.
static void hoistToEntry(ep::GraphOp graph) {
  Block &entry = graph.getBody().front();
  llvm::DenseMap<std::pair<Attribute, Value>, Operation *> found;
  SmallVector<Operation *> candidates;
  graph.walk([&](Operation *op) {
    bool isInput =
        isa<ep::ToBuiltinOp>(op) && isa<BlockArgument>(op->getOperand(0));
    if (isa<ep::SizeOp>(op) || isInput)
      candidates.push_back(op);
  });
  Operation *last = nullptr;
  for (Operation *op : candidates) {
    auto size = dyn_cast<ep::SizeOp>(op);
    auto key = std::pair<Attribute, Value>(size ? size.getExpr() : Attribute(),
                                           size ? Value() : op->getOperand(0));
    auto [it, isNew] = found.try_emplace(key, op);
    if (!isNew) {
      op->replaceAllUsesWith(it->second);
      op->erase();
    } else if (last) {
      op->moveAfter(last);
      last = op;
    } else {
      op->moveBefore(&entry, entry.begin());
      last = op;
    }
  }
}

void kiln::populateAtenToLinalg(TypeConverter &converter,
                                RewritePatternSet &patterns) {
  populateConvolutionToLinalg(converter, patterns);
  populateCreationToLinalg(converter, patterns);
  populateIndexingToLinalg(converter, patterns);
  populateKeptToLinalg(converter, patterns);
  populateMatmulToLinalg(converter, patterns);
  populateNormalizationToLinalg(converter, patterns);
  populatePaddingToLinalg(converter, patterns);
  populatePointwiseToLinalg(converter, patterns);
  populatePoolingToLinalg(converter, patterns);
  populateGatherToLinalg(converter, patterns);
  populateInsertToLinalg(converter, patterns);
  populateMoveToLinalg(converter, patterns);
  populateRankingToLinalg(converter, patterns);
  populateReductionToLinalg(converter, patterns);
  populateSoftmaxToLinalg(converter, patterns);
  populateViewToLinalg(converter, patterns);
}

/// Names the operations that hold graphs: no code is generated for them.
static LogicalResult refuseSubgraphs(ep::GraphOp graph) {
  bool valid = true;
  for (Operation &op : graph.getBody().front()) {
    if (op.getNumRegions() == 0 || !isa<ep::EPDialect>(op.getDialect()))
      continue;
    InFlightDiagnostic diagnostic =
        op.emitOpError("holds graphs, for which no code is generated");
    Origin origin = getOrigin(op.getLoc());
    if (!origin.op.empty())
      diagnostic << " (" << origin.str() << ")";
    valid = false;
  }
  return success(valid);
}

namespace {
struct ConvertAtenToLinalg
    : kiln::impl::ConvertAtenToLinalgBase<ConvertAtenToLinalg> {
  using ConvertAtenToLinalgBase::ConvertAtenToLinalgBase;

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    if (ep::GraphOp graph = getOperation().getGraph())
      if (failed(refuseSubgraphs(graph)))
        return signalPassFailure();
    BuiltinTensorConverter converter;
    RewritePatternSet patterns(context);
    populateAtenToLinalg(converter, patterns);

    ConversionTarget target(*context);
    target.addLegalDialect<arith::ArithDialect, ep::EPDialect,
                           linalg::LinalgDialect, math::MathDialect,
                           scf::SCFDialect, tensor::TensorDialect>();
    target.addIllegalDialect<aten::AtenDialect, aten::CollectiveDialect,
                             aten::PrimsDialect, aten::QuantizedDialect>();
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      return signalPassFailure();
    ep::GraphOp graph = getOperation().getGraph();
    if (!graph)
      return;
    hoistToEntry(graph);
    IRRewriter rewriter(context);
    DominanceInfo dominance(graph);
    eliminateCommonSubExpressions(rewriter, dominance, graph);
    (void)runRegionDCE(rewriter, graph->getRegions());
  }
};
} // namespace
