// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The litter of functionalization: views that change nothing, views undone
// by the next one, reads of values just written.
#include "ViewInverse.h"
#include "kiln/Dialect/Aten/AllOps.h"
#include "kiln/Dialect/Aten/Passes.h"
#include "kiln/Dialect/Aten/Shape.h"
#include "kiln/Support/PassCount.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/StringSwitch.h"

namespace kiln::aten {
#define GEN_PASS_DEF_ATENCLEANUP
#include "kiln/Dialect/Aten/Passes.h.inc"
} // namespace kiln::aten

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

namespace {
/// A pattern on the operators of the table by name; the driver has no common
/// root for them.
struct AtenPattern : RewritePattern {
  explicit AtenPattern(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    auto aten = dyn_cast<AtenOp>(op);
    if (!aten || op->getNumResults() != 1)
      return rewriter.notifyMatchFailure(op, "no operator with one result");
    return rewrite(aten, rewriter);
  }
  virtual LogicalResult rewrite(AtenOp op, PatternRewriter &rewriter) const = 0;
};

/// A view with the type of its source is the source.
struct RemoveIdentity : AtenPattern {
  using AtenPattern::AtenPattern;
  LogicalResult rewrite(AtenOp op, PatternRewriter &rewriter) const override {
    // A transposed square has the type of the square where strides agree, and a
    // roll has no view at all: only these keep every element in its place.
    constexpr StringLiteral kNames[] = {
        "alias",  "detach",  "lift_fresh", "view",       "_reshape_alias",
        "expand", "squeeze", "reshape",    "contiguous", "to"};
    if (!llvm::is_contained(kNames, op.getSchema().getBaseName()))
      return rewriter.notifyMatchFailure(op, "no view that may be none");
    if (op->getOperand(0).getType() != op->getResult(0).getType())
      return rewriter.notifyMatchFailure(op, "changes the type");
    if (op.getSchema().getBaseName() == "to" && op.getBool("copy"))
      return rewriter.notifyMatchFailure(op, "is a copy on request");
    rewriter.replaceOp(op, op->getOperand(0));
    return success();
  }
};

/// A functional copy between tensors of one type is its source.
struct RemoveCopy : OpRewritePattern<CopyOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(CopyOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getSrc().getType() != op.getType())
      return rewriter.notifyMatchFailure(op, "converts its source");
    rewriter.replaceOp(op, op.getSrc());
    return success();
  }
};

/// Two permutations after one another are one.
struct MergePermute : OpRewritePattern<PermuteOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(PermuteOp op,
                                PatternRewriter &rewriter) const override {
    Operation *inner = op.getSelf().getDefiningOp();
    if (!isa_and_nonnull<PermuteOp>(inner))
      return rewriter.notifyMatchFailure(op, "no permutation before");
    SmallVector<int64_t> outerDims = op.getDims();
    SmallVector<int64_t> innerDims = PermuteOp(inner).getDims(), dims;
    int64_t rank = innerDims.size();
    for (int64_t dim : outerDims)
      dims.push_back((innerDims[(dim + rank) % rank] + rank) % rank);
    Value source = PermuteOp(inner).getSelf();
    if (llvm::equal(dims, llvm::seq<int64_t>(0, rank)) &&
        source.getType() == op.getType()) {
      rewriter.replaceOp(op, source);
      return success();
    }
    auto merged = PermuteOp::create(rewriter, op->getLoc(), op.getType(),
                                    source, ArrayRef<int64_t>(dims));
    rewriter.replaceOp(op, merged.getOperation());
    return success();
  }
};

/// An involution of the same involution, or a reshape back, is the source.
struct RemoveInverse : AtenPattern {
  using AtenPattern::AtenPattern;
  LogicalResult rewrite(AtenOp op, PatternRewriter &rewriter) const override {
    constexpr StringLiteral kInvolutions[] = {"t",  "numpy_T",  "transpose",
                                              "mT", "swapaxes", "swapdims"};
    constexpr StringLiteral kReshapes[] = {"view", "unsqueeze", "squeeze",
                                           "flatten", "unflatten"};
    if (op->getNumOperands() != 1)
      return rewriter.notifyMatchFailure(op, "no view of one tensor");
    auto inner = dyn_cast_or_null<AtenOp>(op->getOperand(0).getDefiningOp());
    if (!inner || inner->getNumOperands() != 1 ||
        inner->getOperand(0).getType() != op->getResult(0).getType())
      return rewriter.notifyMatchFailure(op, "does not go back");
    StringRef base = op.getSchema().getBaseName();
    StringRef innerBase = inner.getSchema().getBaseName();
    auto isReshape = [&](AtenOp view, StringRef name) {
      return llvm::is_contained(kReshapes, name) &&
             view.getSchema().getOverload() != "dtype";
    };
    bool undone =
        (llvm::is_contained(kInvolutions, base) && base == innerBase &&
         op->getAttrDictionary() == inner->getAttrDictionary()) ||
        (isReshape(op, base) && isReshape(inner, innerBase));
    if (!undone)
      return rewriter.notifyMatchFailure(op, "is another kind of view");
    rewriter.replaceOp(op, inner->getOperand(0));
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Structured writes
//===----------------------------------------------------------------------===//

/// The view that a structured write belongs to; empty for other operators.
static StringRef getViewName(AtenOp op) {
  return llvm::StringSwitch<StringRef>(op.getSchema().getName())
      .Case("aten.slice_scatter.default", "aten.slice.Tensor")
      .Case("aten.select_scatter.default", "aten.select.int")
      .Case("aten.diagonal_scatter.default", "aten.diagonal.default")
      .Case("aten.as_strided_scatter.default", "aten.as_strided.default")
      .Default("");
}

/// A bound of a slice without the ways to say "from the start" and "to the
/// end".
static ep::ExprAttr getBound(ep::ExprAttr bound, ep::ExprAttr byDefault,
                             ep::ExprAttr size) {
  if (!bound)
    return byDefault;
  if (bound.isInt(std::numeric_limits<int64_t>::max()))
    return size;
  return bound;
}

/// Do a view and a structured write, or two of the latter, mean one place of
/// tensors of the same sizes?
static bool isSamePlace(AtenOp a, AtenOp b) {
  SizesRef sizes = getSizes(a.tensor("self"));
  if (sizes != getSizes(b.tensor("self")))
    return false;
  if (!a.getSchema().getBaseName().starts_with("slice")) {
    for (const SchemaArgument &argument : a.getSchema().getArguments())
      if (!argument.type.isValue() &&
          a.attribute(argument.name) != b.attribute(argument.name))
        return false;
    return true;
  }
  FailureOr<int64_t> dim = wrapDim(a.getInt("dim"), sizes.size());
  FailureOr<int64_t> other = wrapDim(b.getInt("dim"), sizes.size());
  if (failed(dim) || failed(other) || *dim != *other)
    return false;
  auto expr = [](AtenOp op, StringRef name) {
    return dyn_cast_or_null<ep::ExprAttr>(op.attribute(name));
  };
  ep::ExprAttr zero = ep::makeInt(a->getContext(), 0), size = sizes[*dim];
  return getBound(expr(a, "start"), zero, size) ==
             getBound(expr(b, "start"), zero, size) &&
         getBound(expr(a, "end"), size, size) ==
             getBound(expr(b, "end"), size, size) &&
         expr(a, "step") == expr(b, "step");
}

namespace {
/// A view of the place of a write is the written value.
struct ReadWritten : AtenPattern {
  using AtenPattern::AtenPattern;
  LogicalResult rewrite(AtenOp op, PatternRewriter &rewriter) const override {
    if (op->getNumOperands() != 1)
      return rewriter.notifyMatchFailure(op, "no view of one tensor");
    auto write = dyn_cast_or_null<AtenOp>(op->getOperand(0).getDefiningOp());
    if (!write || getViewName(write) != op.getSchema().getName())
      return rewriter.notifyMatchFailure(op, "reads no structured write");
    // Positions of a strided view may coincide.
    if (isAbsolute(op))
      return rewriter.notifyMatchFailure(op, "may read an element twice");
    Value source = write.tensor("src");
    if (source.getType() != op->getResult(0).getType() ||
        !isSamePlace(op, write))
      return rewriter.notifyMatchFailure(op, "reads another place");
    rewriter.replaceOp(op, source);
    return success();
  }
};

/// A write of the current value changes nothing; a write over another one to
/// the same place hides it.
struct SimplifyWrite : AtenPattern {
  using AtenPattern::AtenPattern;
  LogicalResult rewrite(AtenOp op, PatternRewriter &rewriter) const override {
    if (getViewName(op).empty())
      return rewriter.notifyMatchFailure(op, "is no structured write");
    Value self = op.tensor("self");
    auto read = dyn_cast_or_null<AtenOp>(op.tensor("src").getDefiningOp());
    if (read && read.getSchema().getName() == getViewName(op) &&
        read->getOperand(0) == self && isSamePlace(read, op) &&
        self.getType() == op->getResult(0).getType()) {
      rewriter.replaceOp(op, self);
      return success();
    }
    auto before = dyn_cast_or_null<AtenOp>(self.getDefiningOp());
    if (!before || before.getSchema().getName() != op.getSchema().getName() ||
        !isSamePlace(before, op))
      return rewriter.notifyMatchFailure(op, "has an effect of its own");
    rewriter.modifyOpInPlace(op,
                             [&] { op->setOperand(0, before.tensor("self")); });
    return success();
  }
};

struct AtenCleanUp : aten::impl::AtenCleanUpBase<AtenCleanUp> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    set.add<RemoveIdentity, RemoveCopy, MergePermute, RemoveInverse,
            ReadWritten, SimplifyWrite>(context);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    GreedyRewriteConfig config;
    config.enableFolding(false);
    ReplacementCounter counter;
    config.setListener(&counter);
    if (failed(applyPatternsGreedily(getOperation(), patterns, config)))
      signalPassFailure();
    count(getOperation(), *this, numReplaced, counter.number,
          "operations replaced");
  }

  FrozenRewritePatternSet patterns;
};
} // namespace
