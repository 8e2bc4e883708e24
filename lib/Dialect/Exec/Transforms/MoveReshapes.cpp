// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves reshapes away from between ops that could be one kernel. Everything is
// done by upstream's patterns; this file decides which way a reshape goes.
#include "ElementwiseEdges.h"
#include "KernelGroups.h"
#include "kiln/Dialect/Exec/Passes.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "kiln/Support/Extension.h"
#include "kiln/Support/PassCount.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace kiln::exec {
#define GEN_PASS_DEF_MOVERESHAPES
#include "kiln/Dialect/Exec/Passes.h.inc"
} // namespace kiln::exec

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;
using linalg::GenericOp;

//===----------------------------------------------------------------------===//
// Reshapes of reshapes, and of nothing
//===----------------------------------------------------------------------===//

namespace {
/// A reshape back to what was reshaped is that. Upstream cannot tell where two
/// sizes are dynamic; their expressions can.
template <typename View>
struct DropRoundTrip : OpRewritePattern<View> {
  using OpRewritePattern<View>::OpRewritePattern;

  LogicalResult matchAndRewrite(View view,
                                PatternRewriter &rewriter) const override {
    FailureOr<SmallVector<ep::ExprAttr>> sizes =
        getShapeExprs(view.getResult());
    if (failed(sizes))
      return rewriter.notifyMatchFailure(view, "its sizes are not known");
    Value source = view.getSrc();
    while (Operation *op = source.getDefiningOp()) {
      if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
        break;
      source = op->getOperand(0);
      FailureOr<SmallVector<ep::ExprAttr>> known = getShapeExprs(source);
      if (source.getType() != view.getType() || failed(known) ||
          *known != *sizes)
        continue;
      rewriter.replaceOp(view, source);
      return success();
    }
    return rewriter.notifyMatchFailure(view, "it is no way back");
  }
};

/// A dimension of size 1 goes with the one before it, so that equal reshapes
/// have one form, and a row stays a row.
template <typename View>
struct AttachUnitDims : OpRewritePattern<View> {
  using OpRewritePattern<View>::OpRewritePattern;

  LogicalResult matchAndRewrite(View view,
                                PatternRewriter &rewriter) const override {
    SmallVector<ReassociationIndices> groups = view.getReassociationIndices();
    constexpr bool kExpands = std::is_same_v<View, tensor::ExpandShapeOp>;
    ArrayRef<int64_t> shape = kExpands ? view.getResultType().getShape()
                                       : view.getSrcType().getShape();
    bool changed = false;
    for (size_t i = 1; i < groups.size(); ++i)
      while (groups[i].size() > 1 && shape[groups[i].front()] == 1) {
        groups[i - 1].push_back(groups[i].front());
        groups[i].erase(groups[i].begin());
        changed = true;
      }
    if (!changed)
      return rewriter.notifyMatchFailure(view, "it has that form");
    rewriter.modifyOpInPlace(view, [&] {
      view.setReassociationAttr(
          getReassociationIndicesAttribute(rewriter, groups));
    });
    return success();
  }
};

/// What is read along no dimension but those of size 1 is read without them, so
/// that they are in no reshape's way. Those of a parameter that got them by
/// a reshape are not read along, either, where the loop has one step: a scale
/// for each channel of one image would take the image's dimension away.
struct DropUnitDims : OpRewritePattern<GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(GenericOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    bool changed = false;
    for (OpOperand *input : op.getDpsInputOperands()) {
      AffineMap &map = maps[input->getOperandNumber()];
      llvm::SmallBitVector dropped = getUnitDims(op, input->get(), map);
      if (dropped.none())
        continue;
      changed = true;
      map = map.dropResults(dropped);
      Value source = input->get();
      rewriter.modifyOpInPlace(
          op, [&] { input->set(drop(rewriter, source, dropped)); });
    }
    if (!changed)
      return rewriter.notifyMatchFailure(op, "it reads along all dimensions");
    rewriter.modifyOpInPlace(op, [&] {
      op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
    });
    return success();
  }

private:
  static llvm::SmallBitVector getUnitDims(GenericOp op, Value tensor,
                                          AffineMap map) {
    llvm::SmallBitVector dims(map.getNumResults());
    auto type = dyn_cast<RankedTensorType>(tensor.getType());
    if (!type || readsPart(tensor))
      return dims;
    // The result still says how many steps the loop has. What is computed here
    // keeps the form in which it was.
    auto expand = tensor.getDefiningOp<tensor::ExpandShapeOp>();
    bool isExpanded =
        expand && !expand.getSrc().getDefiningOp<GenericOp>() &&
        !map.isPermutation() &&
        op.getIndexingMapMatchingResult(op->getResult(0)).isPermutation();
    SmallVector<int64_t> steps = op.getStaticLoopRanges();
    for (auto [i, expr] : llvm::enumerate(map.getResults())) {
      auto loop = dyn_cast<AffineDimExpr>(expr);
      dims[i] = type.getDimSize(i) == 1 &&
                (isa<AffineConstantExpr>(expr) ||
                 (isExpanded && loop && steps[loop.getPosition()] == 1));
    }
    return dims;
  }

  static Value drop(PatternRewriter &rewriter, Value tensor,
                    const llvm::SmallBitVector &dropped) {
    auto type = cast<RankedTensorType>(tensor.getType());
    SmallVector<int64_t> shape;
    SmallVector<ReassociationIndices> groups;
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      // Leading dimensions go to the first that stays.
      bool isFirst = groups.empty() && dropped.count() < dropped.size();
      if (isFirst || (!dropped[dim] && !shape.empty()))
        groups.emplace_back();
      if (!groups.empty())
        groups.back().push_back(dim);
      if (!dropped[dim])
        shape.push_back(type.getDimSize(dim));
    }
    return tensor::CollapseShapeOp::create(
        rewriter, tensor.getLoc(),
        RankedTensorType::get(shape, type.getElementType()), tensor, groups);
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

namespace {
/// What decodes a factor goes through its first input in order. The factor is
/// never in memory: its own order is free.
struct OrderDecoder : OpRewritePattern<GenericOp> {
  using OpRewritePattern<GenericOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(GenericOp op,
                                PatternRewriter &rewriter) const override {
    OpOperand *factor = op->getNumResults() == 1 && op->hasOneUse()
                            ? &*op->use_begin()
                            : nullptr;
    auto product =
        factor ? dyn_cast<GenericOp>(factor->getOwner()) : GenericOp();
    if (!product || !isDecoder(op))
      return rewriter.notifyMatchFailure(op, "it decodes no factor");
    SmallVector<unsigned> order = getOrder(op.getIndexingMapsArray().front());
    AffineMap permutation =
        AffineMap::getPermutationMap(order, op.getContext());
    if (permutation.isIdentity())
      return rewriter.notifyMatchFailure(op, "it goes in order");
    FailureOr<GenericOp> turned =
        linalg::interchangeGenericOp(rewriter, op, order);
    if (failed(turned))
      return failure();
    transposeResult(*turned, permutation, rewriter);
    // Result `order[i]` was where `i` is now.
    SmallVector<AffineMap> maps = product.getIndexingMapsArray();
    AffineMap &map = maps[factor->getOperandNumber()];
    map = permutation.compose(map);
    rewriter.modifyOpInPlace(product, [&] {
      product.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
    });
    return success();
  }

private:
  /// The loops, with those of `map` in its order.
  static SmallVector<unsigned> getOrder(AffineMap map) {
    SmallVector<unsigned> inOrder, places;
    for (AffineExpr expr : map.getResults())
      if (auto loop = dyn_cast<AffineDimExpr>(expr))
        inOrder.push_back(loop.getPosition());
    places = inOrder;
    llvm::sort(places);
    auto order = llvm::to_vector(llvm::seq<unsigned>(0, map.getNumDims()));
    for (auto [place, loop] : llvm::zip(places, inOrder))
      order[place] = loop;
    return order;
  }

  /// Makes the result's map the identity again.
  static void transposeResult(GenericOp op, AffineMap permutation,
                              PatternRewriter &rewriter) {
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    SmallVector<int64_t> shape =
        permutation.compose(SmallVector<int64_t>(type.getShape()));
    auto made = RankedTensorType::get(shape, type.getElementType());
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    maps.back() = rewriter.getMultiDimIdentityMap(shape.size());
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(op);
    Value room = tensor::EmptyOp::create(rewriter, op.getLoc(), shape,
                                         type.getElementType());
    rewriter.modifyOpInPlace(op, [&] {
      op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
      op.getDpsInitsMutable().assign(room);
      op->getResult(0).setType(made);
    });
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Which way
//===----------------------------------------------------------------------===//

/// Does `op` reduce, and read each of its inputs again and again?
static bool isContraction(GenericOp op) {
  return op.getNumReductionLoops() > 0 && op.getNumDpsInputs() > 1 &&
         llvm::none_of(op.getDpsInputOperands(), [&](OpOperand *input) {
           return op.getMatchingIndexingMap(input).isPermutation();
         });
}

/// Such an op is computed where it is read.
static bool isCopy(GenericOp op) {
  return llvm::hasSingleElement(*op.getBody());
}

/// Is `expr` a loop along which each item is a product of its own?
static bool numbersProducts(GenericOp op, AffineExpr expr) {
  auto dim = dyn_cast<AffineDimExpr>(expr);
  return dim && llvm::all_of(op.getIndexingMapsArray(), [&](AffineMap map) {
           return map.isFunctionOfDim(dim.getPosition());
         });
}

/// Does the reshape at `fused` split nothing but dimensions along which each
/// item is a product of its own?
static bool splitsBatch(OpOperand *fused) {
  GenericOp op;
  AffineMap map;
  SmallVector<ReassociationIndices> groups;
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(fused->getOwner())) {
    op = expand.getSrc().getDefiningOp<GenericOp>();
    if (op)
      map = op.getIndexingMapMatchingResult(cast<OpResult>(expand.getSrc()));
    groups = expand.getReassociationIndices();
  } else if (auto collapse =
                 fused->get().getDefiningOp<tensor::CollapseShapeOp>()) {
    op = dyn_cast<GenericOp>(fused->getOwner());
    if (op)
      map = op.getMatchingIndexingMap(fused);
    groups = collapse.getReassociationIndices();
  }
  if (!op || !isContraction(op))
    return false;
  return llvm::all_of(llvm::zip_equal(map.getResults(), groups),
                      [&](auto pair) {
                        auto [expr, group] = pair;
                        return group.size() == 1 || numbersProducts(op, expr);
                      });
}

/// Does a reshape of the result in these groups join nothing but the number of
/// a product of its own, which is first, with what numbers its elements?
static bool joinsBatch(GenericOp product,
                       ArrayRef<ReassociationIndices> groups) {
  AffineMap result = product.getIndexingMapsArray().back();
  return llvm::all_of(groups, [&](const ReassociationIndices &group) {
    return group.size() == 1 ||
           numbersProducts(product, result.getResult(group.front()));
  });
}

/// Is the reshape between what decodes an operand and its product?
static bool isOfDecoded(OpOperand *fused) {
  auto collapse = fused->get().getDefiningOp<tensor::CollapseShapeOp>();
  auto source =
      collapse ? collapse.getSrc().getDefiningOp<GenericOp>() : GenericOp();
  return source && isDecoder(source);
}

/// Is the reshape between a product in groups and the padding before it?
static bool isOfPadding(OpOperand *fused) {
  auto expand = dyn_cast<tensor::ExpandShapeOp>(fused->getOwner());
  return expand && expand.getSrc().getDefiningOp<tensor::PadOp>() &&
         llvm::all_of(expand->getUsers(), [](Operation *user) {
           auto op = dyn_cast<GenericOp>(user);
           return op && isContraction(op);
         });
}

/// Is `value` a product that nothing else reads?
static bool isOwnProduct(Value value) {
  auto op = value.getDefiningOp<GenericOp>();
  return op && op->hasOneUse() && isContraction(op);
}

/// Is the reshape between a product in groups and what follows it in place, of
/// numbers of the filters?
static bool isOfGroups(OpOperand *fused) {
  auto op = dyn_cast<GenericOp>(fused->getOwner());
  auto collapse = fused->get().getDefiningOp<tensor::CollapseShapeOp>();
  if (!op || !collapse || op.getNumReductionLoops() > 0 ||
      op.hasIndexSemantics() || !collapse->hasOneUse() ||
      !isOwnProduct(collapse.getSrc()) ||
      !joinsBatch(collapse.getSrc().getDefiningOp<GenericOp>(),
                  collapse.getReassociationIndices()))
    return false;
  return llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    return input == fused || !op.getMatchingIndexingMap(input).isPermutation();
  });
}

/// Does `op` copy one tensor in any order, or in a wider type?
static bool isWidenedCopy(GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op.getNumReductionLoops() > 0 ||
      op.hasIndexSemantics())
    return false;
  return stripExtensions(op.getBody()->getTerminator()->getOperand(0)) ==
         op.getBody()->getArgument(0);
}

/// Does `value` repeat what it copies?
static bool isRepeated(Value value) {
  auto op = value.getDefiningOp<GenericOp>();
  return op && isWidenedCopy(op) &&
         (op.getIndexingMapsArray().front().getNumResults() <
              op.getNumLoops() ||
          isRepeated(op.getInputs().front()));
}

/// Is `op` a copy that a product of few rows reads?
static bool copiesFactor(GenericOp op) {
  OpOperand *factor = isWidenedCopy(op) ? getFactor(op->getResult(0)) : nullptr;
  return factor && hasFewReads(factor);
}

/// Is the reshape between what repeats the items of a batch and a product of so
/// few rows that no attention is formed of it, or a copy for that? Those that
/// share an item are its rows then, and it is read once for all of them.
static bool isOfRepeated(OpOperand *fused) {
  auto collapse = fused->get().getDefiningOp<tensor::CollapseShapeOp>();
  auto op = dyn_cast<GenericOp>(fused->getOwner());
  return op && collapse && isRepeated(collapse.getSrc()) &&
         (copiesFactor(op) || (splitsBatch(fused) && hasFewReads(fused)));
}

/// A product whose result is read in place by what is no reshape stays as that
/// is; one whose operand is decoded takes the shape of that. What is around
/// a product in groups takes its shape.
static bool mayExpand(OpOperand *fused) {
  if (isOfDecoded(fused) || isOfPadding(fused) || isOfGroups(fused) ||
      isOfRepeated(fused))
    return true;
  if (!splitsBatch(fused))
    return false;
  auto op = dyn_cast<GenericOp>(fused->getOwner());
  return !op || llvm::none_of(op->getUsers(), llvm::IsaPred<GenericOp>);
}

/// Elementwise ops and reductions take the shape of their neighbours, unless
/// they ask where they are, would have a part of a tensor stored for them, or
/// follow a product.
static bool mayCollapse(OpOperand *fused) {
  auto op = dyn_cast<GenericOp>(fused->getOwner());
  if (isa<tensor::CollapseShapeOp>(fused->getOwner()))
    op = fused->get().getDefiningOp<GenericOp>();
  return op && !isContraction(op) && !isCopy(op) && !isDecoder(op) &&
         !op.hasIndexSemantics() &&
         !(isRepeated(op->getResult(0)) && copiesFactor(op)) &&
         llvm::none_of(op.getDpsInputs(), [](Value input) {
           return readsPart(input) || isOwnProduct(input);
         });
}

/// A reshape of a tensor without content becomes one of that shape, with the
/// graph's own sizes: emitters take equal sizes for equal values.
static void makeEmptyTensors(ep::GraphOp graph) {
  SmallVector<Operation *> views;
  graph.walk([&](Operation *op) {
    if (isView(op))
      views.push_back(op);
  });
  for (Operation *view : views) {
    Value source = view->getOperand(0);
    auto fill = source.getDefiningOp<linalg::FillOp>();
    Value init = fill ? fill.getDpsInits().front() : source;
    FailureOr<SmallVector<ep::ExprAttr>> sizes =
        getShapeExprs(view->getResult(0));
    if (!init.getDefiningOp<tensor::EmptyOp>() || failed(sizes))
      continue;
    OpBuilder builder(view);
    auto type = cast<RankedTensorType>(view->getResult(0).getType());
    SmallVector<Value> dynamic;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        dynamic.push_back(getOrCreateSize(*view->getBlock(), (*sizes)[dim]));
    Value made =
        tensor::EmptyOp::create(builder, view->getLoc(), type, dynamic);
    if (fill)
      made = linalg::FillOp::create(builder, view->getLoc(), fill.getInputs(),
                                    made)
                 .getResult(0);
    view->getResult(0).replaceAllUsesWith(made);
    view->erase();
  }
}

namespace {
struct MoveReshapesPass : exec::impl::MoveReshapesBase<MoveReshapesPass> {
  void runOnOperation() override {
    for (auto graph : getOperation().getBody().getOps<ep::GraphOp>())
      if (failed(move(graph)))
        return signalPassFailure();
    count(getOperation(), *this, numReplaced, std::exchange(counter.number, 0),
          "operations replaced");
  }

private:
  LogicalResult move(ep::GraphOp graph) {
    RewritePatternSet apart(&getContext()), expansion(&getContext()),
        collapse(&getContext());
    apart.add<DropUnitDims, OrderDecoder>(&getContext());
    linalg::populateFoldReshapeOpsByExpansionPatterns(expansion, mayExpand);
    linalg::populateFoldReshapeOpsByCollapsingPatterns(collapse, mayCollapse);
    for (RewritePatternSet *patterns : {&apart, &expansion, &collapse})
      if (failed(apply(graph, *patterns)))
        return failure();
    makeEmptyTensors(graph);
    return success();
  }

  LogicalResult apply(ep::GraphOp graph, RewritePatternSet &patterns) {
    MLIRContext *context = &getContext();
    patterns.add<AttachUnitDims<tensor::ExpandShapeOp>,
                 AttachUnitDims<tensor::CollapseShapeOp>,
                 DropRoundTrip<tensor::ExpandShapeOp>,
                 DropRoundTrip<tensor::CollapseShapeOp>>(context);
    tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, context);
    tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns, context);
    GreedyRewriteConfig config;
    config.setListener(&counter);
    if (failed(applyPatternsGreedily(graph, std::move(patterns), config)))
      return failure();
    return resolveSizes(graph);
  }

  ReplacementCounter counter;
};
} // namespace
