// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Tangents.h"
#include "kiln/Dialect/Aten/Creation.h"
#include "kiln/Dialect/Aten/Decompositions.h"
#include "kiln/Dialect/Aten/Passes.h"
#include "kiln/Dialect/EP/EP.h"
#include "kiln/Support/Origin.h"
#include "kiln/Support/PassCount.h"
#include "mlir/Rewrite/PatternApplicator.h"

namespace kiln::aten {
#define GEN_PASS_DEF_ATENINLINEJVP
#include "kiln/Dialect/Aten/Passes.h.inc"
} // namespace kiln::aten

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

namespace {
/// Notes the replacement of an operation.
struct ReplacementListener : RewriterBase::Listener {
  explicit ReplacementListener(Operation *of) : of(of) {}
  void notifyOperationReplaced(Operation *op, ValueRange values) override {
    if (op == of)
      by = llvm::to_vector(values);
  }
  Operation *of;
  SmallVector<Value> by;
};

/// The differentiation of one `ep.jvp`.
class Differentiation {
public:
  Differentiation(ep::JvpOp jvp, const FrozenRewritePatternSet &decompositions)
      : jvp(jvp), decompositions(decompositions), builder(jvp) {}

  /// Replaces the op by its body and the tangents.
  LogicalResult run();

private:
  LogicalResult differentiate(Operation *op);
  FailureOr<SmallVector<Value>> differentiateParts(AtenOp op);
  void yieldTangents();

  ep::JvpOp jvp;
  const FrozenRewritePatternSet &decompositions;
  OpBuilder builder;
  llvm::DenseMap<Value, Value> tangents;
};
} // namespace

/// The tangents of a composite operator by those of its parts, which a copy of
/// it is decomposed to; nothing where it has none.
FailureOr<SmallVector<Value>> Differentiation::differentiateParts(AtenOp op) {
  Operation *next = op->getNextNode();
  builder.setInsertionPoint(next);
  Operation *copy = builder.clone(*op.getOperation());
  ReplacementListener listener(copy);
  PatternRewriter rewriter(op.getContext());
  rewriter.setListener(&listener);
  rewriter.setInsertionPoint(copy);
  PatternApplicator applicator(decompositions);
  applicator.applyDefaultCostModel();
  if (failed(applicator.matchAndRewrite(copy, rewriter))) {
    copy->erase();
    return SmallVector<Value>();
  }
  SmallVector<Operation *> parts;
  for (Operation *part = op->getNextNode(); part != next;
       part = part->getNextNode())
    parts.push_back(part);
  for (Operation *part : parts)
    if (failed(differentiate(part)))
      return failure();
  return llvm::map_to_vector(
      listener.by, [&](Value value) { return tangents.lookup(value); });
}

/// Gives tangents to the results of an operation.
LogicalResult Differentiation::differentiate(Operation *op) {
  bool writes = false;
  op->walk([&](AtenOp inner) { writes |= inner.getSchema().isMutating(); });
  if (writes)
    return refuse(op, "writes a tensor inside jvp");
  bool isDual = llvm::any_of(op->getOperands(), [&](Value operand) {
    return tangents.contains(operand);
  });
  if (!isDual ||
      llvm::none_of(op->getResultTypes(), ep::JvpOp::isDifferentiable))
    return success();
  SmallVector<Value> derived;
  if (auto aten = dyn_cast<AtenOp>(op)) {
    builder.setInsertionPointAfter(op);
    derived = deriveTangents(builder, aten, tangents);
    if (derived.empty()) {
      FailureOr<SmallVector<Value>> ofParts = differentiateParts(aten);
      if (failed(ofParts))
        return failure();
      derived = std::move(*ofParts);
    }
  }
  if (llvm::is_contained(derived, Value()) ||
      TypeRange(derived) != op->getResultTypes())
    return refuse(op, "has no formula for the tangent of its result under jvp");
  for (auto [result, tangent] : llvm::zip(op->getResults(), derived))
    tangents.try_emplace(result, tangent);
  return success();
}

/// After what the body yields comes the tangent of each that can have one.
void Differentiation::yieldTangents() {
  Operation *yield = jvp.getBody().front().getTerminator();
  builder.setInsertionPoint(yield);
  SmallVector<Value> results(yield->getOperands());
  for (Value value : yield->getOperands()) {
    if (!ep::JvpOp::isDifferentiable(value.getType()))
      continue;
    Value &tangent = tangents[value];
    if (!tangent)
      tangent =
          ZerosLikeOp::create(builder, jvp.getLoc(), value.getType(), value)
              ->getResult(0);
    results.push_back(tangent);
  }
  yield->setOperands(results);
}

LogicalResult Differentiation::run() {
  Block &body = jvp.getBody().front();
  SmallVector<Operation *> ops = llvm::map_to_vector(
      body.without_terminator(), [](Operation &op) { return &op; });
  SmallVector<Value> inputs(jvp.getPrimals());
  llvm::append_range(inputs, jvp.getAdditional());
  llvm::append_range(inputs, jvp.getTangents());
  for (auto [i, tangent] : llvm::enumerate(jvp.getTangents()))
    tangents[body.getArgument(i)] =
        body.addArgument(tangent.getType(), tangent.getLoc());
  for (Operation *op : ops)
    if (failed(differentiate(op)))
      return failure();
  yieldTangents();
  ep::inlineBody(jvp, jvp.getBody(), inputs);
  return success();
}

namespace {
struct AtenInlineJvp : aten::impl::AtenInlineJvpBase<AtenInlineJvp> {
  void runOnOperation() override {
    // Innermost first: the tangents of one are differentiated by the next.
    SmallVector<ep::JvpOp> jvps;
    getOperation().walk([&](ep::JvpOp jvp) { jvps.push_back(jvp); });
    if (jvps.empty())
      return;
    RewritePatternSet patterns(&getContext());
    populateDecompositions(patterns, /*keep=*/{});
    FrozenRewritePatternSet decompositions(std::move(patterns));
    for (ep::JvpOp jvp : jvps)
      if (failed(Differentiation(jvp, decompositions).run()))
        return signalPassFailure();
    count(getOperation(), *this, numDerivatives, jvps.size(),
          "derivatives inlined");
  }
};
} // namespace
