// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Support/Reasons.h"

using namespace mlir;
using namespace kiln;

void Reasons::notifyMatchFailure(
    Location loc, llvm::function_ref<void(Diagnostic &)> tellReason) {
  Diagnostic diagnostic(loc, DiagnosticSeverity::Remark);
  tellReason(diagnostic);
  SmallVector<std::string, 1> &reasons = byLocation[loc];
  std::string reason = diagnostic.str();
  constexpr unsigned kMostReasons = 3;
  if (reasons.size() < kMostReasons && !llvm::is_contained(reasons, reason))
    reasons.push_back(std::move(reason));
}

std::string Reasons::str(Location loc) const {
  return llvm::join(byLocation.lookup(loc), "; ");
}

namespace {
/// Passes everything on, and reasons to `reasons` as well.
struct ReasonForwarder : RewriterBase::ForwardingListener {
  ReasonForwarder(OpBuilder::Listener *listener, Reasons &reasons)
      : ForwardingListener(listener), reasons(reasons) {}

  void notifyMatchFailure(
      Location loc,
      llvm::function_ref<void(Diagnostic &)> tellReason) override {
    reasons.notifyMatchFailure(loc, tellReason);
    ForwardingListener::notifyMatchFailure(loc, tellReason);
  }

  Reasons &reasons;
};

/// Runs `pattern` with a rewriter that tells `reasons`.
struct TellingPattern : RewritePattern {
  TellingPattern(std::unique_ptr<RewritePattern> pattern, Reasons &reasons)
      : RewritePattern(pattern->getRootKind()->getStringRef(),
                       pattern->getBenefit(), pattern->getContext()),
        pattern(std::move(pattern)), reasons(reasons) {
    setHasBoundedRewriteRecursion(this->pattern->hasBoundedRewriteRecursion());
    setDebugName(this->pattern->getDebugName());
    addDebugLabels(this->pattern->getDebugLabels());
  }

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    OpBuilder::Listener *listener = rewriter.getListener();
    ReasonForwarder forwarder(listener, reasons);
    rewriter.setListener(&forwarder);
    LogicalResult result = pattern->matchAndRewrite(op, rewriter);
    rewriter.setListener(listener);
    return result;
  }

  std::unique_ptr<RewritePattern> pattern;
  Reasons &reasons;
};
} // namespace

void kiln::tellReasons(RewritePatternSet &patterns, Reasons &reasons) {
  for (std::unique_ptr<RewritePattern> &pattern : patterns.getNativePatterns())
    if (pattern->getRootKind())
      pattern = std::make_unique<TellingPattern>(std::move(pattern), reasons);
}
