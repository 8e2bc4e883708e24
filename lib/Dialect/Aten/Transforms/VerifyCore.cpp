// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Aten/CoreExtensions.h"
#include "kiln/Dialect/Aten/CustomOp.h"
#include "kiln/Dialect/Aten/Decompositions.h"
#include "kiln/Dialect/Aten/Passes.h"
#include "kiln/Dialect/Aten/Shape.h"
#include "kiln/Dialect/EP/Facts.h"
#include "kiln/Dialect/EP/Symbols.h"
#include "kiln/Support/Origin.h"
#include "kiln/Support/Reasons.h"
#include "mlir/Rewrite/PatternApplicator.h"

namespace kiln::aten {
#define GEN_PASS_DEF_ATENVERIFYCORE
#include "kiln/Dialect/Aten/Passes.h.inc"
} // namespace kiln::aten

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

/// Writes into a part of a tensor that core has although PyTorch would spell
/// them out over the whole tensor.
static bool isStructuredWrite(StringRef name) {
  return llvm::is_contained(
      {"aten.slice_scatter.default", "aten.select_scatter.default",
       "aten.diagonal_scatter.default", "aten.as_strided_scatter.default",
       "aten.index_put.default"},
      name);
}

namespace {
/// What is wrong with an op, and what the user may do about it.
struct Fault {
  std::string reason, hint;
};
} // namespace

/// Why the op was not decomposed, by trying it on a copy.
static Fault explainDecomposition(AtenOp op) {
  RewritePatternSet set(op->getContext());
  populateDecompositions(set, /*keep=*/{});
  FrozenRewritePatternSet patterns(std::move(set));
  PatternApplicator applicator(patterns);
  applicator.applyDefaultCostModel();
  Reasons reasons;
  PatternRewriter rewriter(op->getContext());
  rewriter.setListener(&reasons);
  rewriter.setInsertionPoint(op);
  Operation *before = op->getPrevNode();
  Operation *copy = rewriter.clone(*op.getOperation());
  rewriter.setInsertionPoint(copy);
  bool isTaken = succeeded(applicator.matchAndRewrite(copy, rewriter));
  // As if nothing had been tried.
  while (op->getPrevNode() != before)
    rewriter.eraseOp(op->getPrevNode());
  const std::string kStart = "is not in core and ";
  if (isTaken)
    return {kStart + "was not decomposed",
            "--compile-from=exported decomposes it"};
  Fault fault;
  std::string why = reasons.str(op->getLoc());
  fault.reason = kStart + (why.empty() ? "has no decomposition yet"
                                       : "its decomposition declines: " + why);
  DecompositionKind kind = op.getSchema().getDecomposition();
  if (kind == DecompositionKind::Table || kind == DecompositionKind::Implicit)
    fault.hint = "PyTorch has one: save what run_decompositions() gives";
  else if (why.empty())
    fault.hint = "a plugin may register a decomposition (docs/AddOperator.md)";
  return fault;
}

namespace {
struct AtenVerifyCore : aten::impl::AtenVerifyCoreBase<AtenVerifyCore> {
  using AtenVerifyCoreBase::AtenVerifyCoreBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    ep::Facts facts = getFacts(getOperation());
    asked = unknown = 0;
    // Some faults help more than one; IR of another phase has hundreds.
    constexpr unsigned kMostFaults = 10;
    bool valid = succeeded(ep::verifyStrided(getOperation()));
    unsigned faults = 0;
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      faults += !verify(op, facts);
      if (faults == kMostFaults)
        return WalkResult::interrupt();
      // Its body is the one place where a write is meant.
      return isa<ep::AutoFunctionalizedOp>(op) ? WalkResult::skip()
                                               : WalkResult::advance();
    });
    if (remarks)
      getOperation().emitRemark() << "compared " << asked << " sizes, of which "
                                  << unknown << " stay open";
    if (!valid || faults)
      signalPassFailure();
  }

  bool verify(Operation *op, const ep::Facts &facts) {
    Fault fault = findFault(op);
    if (fault.reason.empty())
      fault.reason = ep::findUndeclaredSymbol(op, facts);
    if (fault.reason.empty())
      fault.reason = compareSizes(op, facts);
    if (fault.reason.empty())
      return true;
    return succeeded(refuse(op, fault.reason, fault.hint));
  }

  /// The reason against `op`; empty when it may stand in core.
  Fault findFault(Operation *op) {
    if (isa<ep::GradModeOp, ep::AutocastOp, ep::JvpOp, ep::InvokeOp,
            ep::WithEffectsOp>(op))
      return {"runs its graph once and was not inlined", {}};
    if (isa<ep::EPDialect>(op->getDialect()))
      return {};
    if (isCustomOp(op))
      return {};
    auto aten = dyn_cast<AtenOp>(op);
    if (!aten)
      return {"is no operator", {}};
    const Schema &schema = aten.getSchema();
    if (schema.isMutating())
      return {"writes its operand: it was not made functional", {}};
    bool allowed = table != "default" || schema.isCore() ||
                   schema.getNamespace() == "prims" ||
                   isStructuredWrite(schema.getName()) ||
                   isCoreExtension(schema.getName()) ||
                   llvm::is_contained(keep, schema.getName());
    if (allowed)
      return {};
    return explainDecomposition(aten);
  }

  /// Compares the sizes of the first result with those that the operands give
  /// it, by the facts on the symbols.
  std::string compareSizes(Operation *op, const ep::Facts &facts) {
    auto aten = dyn_cast<AtenOp>(op);
    // A gradient that nobody asks for is None.
    if (!aten || op->getNumResults() == 0 ||
        !isa<ep::TensorType>(op->getResult(0).getType()))
      return {};
    std::string why;
    FailureOr<std::optional<Sizes>> wanted = inferSizes(aten, why);
    if (failed(wanted))
      return why;
    if (!*wanted)
      return {};
    for (auto [i, size, want] :
         llvm::enumerate(getSizes(op->getResult(0)), **wanted)) {
      ++asked;
      ep::Answer answer = ep::proveEqual(size, want, facts);
      if (answer == ep::Answer::No)
        return ("result size " + Twine(i) + " is " + size.str() +
                " and never " + want.str())
            .str();
      if (answer == ep::Answer::Yes)
        continue;
      ++unknown;
      if (remarks)
        op->emitRemark("size ")
            << i << ": is " << size.str() << " equal to " << want.str() << "?";
    }
    return {};
  }

  /// Sizes compared in this program, and those that could not be decided.
  unsigned asked = 0, unknown = 0;
};
} // namespace
