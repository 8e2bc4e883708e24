// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Conversion/AtenToLinalg.h"
#include "Bindings.h"
#include "Families.h"
#include "Item.h"
#include "Lowering.h"
#include "Random.h"
#include "kiln/Conversion/Passes.h"
#include "kiln/Dialect/Aten/Aten.h"
#include "kiln/Dialect/Aten/CustomOp.h"
#include "kiln/Dialect/Aten/Libraries.h"
#include "kiln/Dialect/TX/TX.h"
#include "kiln/Support/Origin.h"
#include "kiln/Support/PassCount.h"
#include "kiln/Support/Reasons.h"
#include "kiln/Support/Registry.h"
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

static bool holdsGraphs(Operation *op) {
  return op->getNumRegions() && isa<ep::EPDialect>(op->getDialect());
}

BuiltinTensorConverter::BuiltinTensorConverter() {
  addConversion([](Type type) { return type; });
  addConversion(
      [](ep::TensorType type) -> Type { return type.getBuiltinType(); });
  addTargetMaterialization([](OpBuilder &builder, RankedTensorType type,
                              ValueRange inputs, Location loc) -> Value {
    if (inputs.size() != 1)
      return {};
    if (isa<ep::TensorType>(inputs[0].getType()))
      return ep::ToBuiltinOp::create(builder, loc, type, inputs[0]);
    return castSizes(builder, loc, inputs[0], type);
  });
  addSourceMaterialization([](OpBuilder &builder, ep::TensorType type,
                              ValueRange inputs, Location loc) -> Value {
    if (inputs.size() != 1)
      return {};
    Value value = inputs[0];
    // A copy that only changes strides is its operand: the same elements.
    if (auto from = dyn_cast<ep::TensorType>(value.getType()))
      value =
          ep::ToBuiltinOp::create(builder, loc, from.getBuiltinType(), value);
    value = castSizes(builder, loc, value, type.getBuiltinType());
    return value ? ep::FromBuiltinOp::create(builder, loc, type, value)
                 : Value();
  });
}

/// Moves every ep.size and every conversion of an input of `graph` to its
/// entry, one for each expression or input. Graphs inside have their own.
static void hoistToEntry(Block &graph) {
  llvm::DenseMap<std::pair<Attribute, Value>, Operation *> found;
  SmallVector<Operation *> candidates;
  graph.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (holdsGraphs(op))
      return WalkResult::skip();
    bool isInput =
        isa<ep::ToBuiltinOp>(op) && isa<BlockArgument>(op->getOperand(0));
    if (isa<ep::SizeOp>(op) || isInput)
      candidates.push_back(op);
    return WalkResult::advance();
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
      op->moveBefore(&graph, graph.begin());
      last = op;
    }
  }
}

static Registry<PopulateConversions> &getRegistry() {
  static Registry<PopulateConversions> registry = {
#define KILN_FAMILY(NAME) populate##NAME,
#include "Families.def"
  };
  return registry;
}

void kiln::registerConversions(PopulateConversions populate) {
  getRegistry().add(populate);
}

void kiln::populateAtenToLinalg(TypeConverter &converter,
                                RewritePatternSet &patterns) {
  for (PopulateConversions populate : getRegistry().get())
    populate(converter, patterns);
}

/// Names the operations that hold graphs and are no control flow: no code is
/// generated for them.
static LogicalResult refuseSubgraphs(ep::GraphOp graph) {
  bool valid = true;
  graph.getBody().walk([&](Operation *op) {
    if (!holdsGraphs(op) ||
        isa<ep::CondOp, ep::WhileLoopOp, ep::ScanOp, ep::AssociativeScanOp,
            ep::MapOp, ep::AutoFunctionalizedOp>(op))
      return;
    valid &=
        succeeded(refuse(op, "holds graphs, for which no code is generated"));
  });
  return success(valid);
}

namespace {
struct ConvertAtenToLinalg
    : kiln::impl::ConvertAtenToLinalgBase<ConvertAtenToLinalg> {
  using ConvertAtenToLinalgBase::ConvertAtenToLinalgBase;

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    if (failed(ep::verifyStrided(getOperation())))
      return signalPassFailure();
    auto graphs =
        llvm::to_vector(getOperation().getBody().getOps<ep::GraphOp>());
    for (ep::GraphOp graph : graphs) {
      if (failed(refuseSubgraphs(graph)))
        return signalPassFailure();
      useTensorsOfItems(graph);
      markKnownNumbers(graph);
      lowerRandom(graph);
    }
    uint64_t operators = 0;
    getOperation().walk(
        [&](aten::AtenOp op) { operators += !aten::isCustomOp(op); });
    count(getOperation(), *this, numOperators, operators,
          "operators to convert");
    BuiltinTensorConverter converter;
    RewritePatternSet patterns(context);
    populateAtenToLinalg(converter, patterns);
    Reasons reasons;
    tellReasons(patterns, reasons);

    ConversionTarget target(*context);
    target.addLegalDialect<arith::ArithDialect, ep::EPDialect,
                           linalg::LinalgDialect, math::MathDialect,
                           scf::SCFDialect, tensor::TensorDialect,
                           tx::TXDialect>();
    target.addDynamicallyLegalDialect<aten::AtenDialect>(
        [](Operation *op) -> std::optional<bool> {
          return aten::isCustomOp(op) ? std::optional(true) : std::nullopt;
        });
    DenseSet<Operation *> left;
    ConversionConfig config;
    config.unlegalizedOps = &left;
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns), config)) ||
        failed(refuseLeft(left, reasons)))
      return signalPassFailure();
    if (roundOperators)
      keepRoundings();
    for (ep::GraphOp graph : graphs)
      cleanUp(graph);
  }

  /// Makes the casts of operators those of a program.
  void keepRoundings() {
    getOperation().walk([](Operation *op) {
      if (auto extended = dyn_cast<arith::ExtFOp>(op))
        extended.removeFastmathAttr();
      if (auto rounded = dyn_cast<arith::TruncFOp>(op))
        rounded.removeFastmathAttr();
    });
  }

  /// Names the operators that are left, and why no conversion took them.
  LogicalResult refuseLeft(const DenseSet<Operation *> &left,
                           const Reasons &reasons) {
    unsigned faults = 0;
    constexpr unsigned kMostFaults = 5;
    getOperation().walk([&](Operation *op) {
      if (!left.contains(op) || !isa<aten::AtenOp>(op))
        return WalkResult::advance();
      std::string why = reasons.str(op->getLoc());
      if (why.empty())
        (void)refuse(op, "has no conversion to linalg",
                     "a plugin may register a decomposition or a conversion "
                     "(docs/AddOperator.md)");
      else
        (void)refuse(op, "is not converted to linalg: " + why);
      return ++faults == kMostFaults ? WalkResult::interrupt()
                                     : WalkResult::advance();
    });
    return success(faults == 0);
  }

  static void cleanUp(ep::GraphOp graph) {
    SmallVector<Block *> blocks{&graph.getBody().front()};
    graph.getBody().walk([&](Operation *op) {
      if (holdsGraphs(op))
        for (Region &region : op->getRegions())
          blocks.push_back(&region.front());
    });
    for (Block *block : blocks)
      hoistToEntry(*block);
    IRRewriter rewriter(graph.getContext());
    DominanceInfo dominance(graph);
    eliminateCommonSubExpressions(rewriter, dominance, graph);
    (void)runRegionDCE(rewriter, graph->getRegions());
  }
};
} // namespace
