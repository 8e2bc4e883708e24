// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums in groups of a few channels, as sums over all channels that read those
// of their group alone.
#include "kiln/Dialect/EP/EP.h"
#include "kiln/Dialect/Exec/Passes.h"
#include "kiln/Support/PassCount.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace kiln::exec {
#define GEN_PASS_DEF_JOINCHANNELS
#include "kiln/Dialect/Exec/Passes.h.inc"
} // namespace kiln::exec

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

/// Does a reshape between tensors of these groups of dimensions take apart, or
/// join, just the dimensions `dim` and `dim + 1`?
static bool isPair(ArrayRef<ReassociationIndices> groups, int64_t dim) {
  return llvm::all_of(groups, [&](const ReassociationIndices &group) {
    return group.size() == (group.front() == dim ? 2 : 1);
  });
}

/// Are these sums of f32, of such elements or halves?
static bool sumsFloats(GenericOp op) {
  return getElementTypeOrSelf(op.getResult(0)).isF32() &&
         llvm::all_of(op.getInputs(), [](Value input) {
           Type type = getElementTypeOrSelf(input);
           return type.isF32() || type.isBF16() || type.isF16();
         });
}

namespace {
/// A sum for each image, group and filter, over the channels of the group and
/// the taps of a window, between the reshapes that make groups and end them.
struct JoinChannels {
  /// False where there are no groups, or they stay.
  static bool join(GenericOp op, RewriterBase &rewriter) {
    std::optional<Groups> groups = findGroups(op);
    // More fill a vector, and their own pixels are read once for all of them.
    if (!groups || groups->size > kMostFilters ||
        !llvm::isPowerOf2_64(groups->size) ||
        groups->size != groups->channels || countSteps(op) > kMostSteps)
      return false;
    rewriter.setInsertionPoint(op);
    auto init = tensor::CollapseShapeOp::create(
        rewriter, op.getLoc(), groups->result.getResultType(),
        op.getDpsInits().front(), groups->result.getReassociationIndices());
    auto joined = GenericOp::create(
        rewriter, op.getLoc(), groups->result.getResultType(),
        ValueRange{groups->image.getSrc(), groups->filter.getSrc()},
        init.getResult(), joinMaps(op, *groups), joinIterators(op));
    rewriter.inlineRegionBefore(op.getRegion(), joined.getRegion(),
                                joined.getRegion().end());
    rewriter.replaceOp(groups->result, joined.getResult(0));
    rewriter.eraseOp(op);
    for (tensor::ExpandShapeOp view : {groups->image, groups->filter})
      if (view->use_empty())
        rewriter.eraseOp(view);
    return true;
  }

private:
  static constexpr int64_t kMostFilters = 8, kMostSteps = 256;
  /// The loops of groups and of their filters.
  static constexpr unsigned kGroup = 1, kFilter = 2;

  struct Groups {
    tensor::ExpandShapeOp image, filter;
    tensor::CollapseShapeOp result;
    int64_t size = 0, channels = 0;
    unsigned channel = 0; ///< the loop
  };

  /// Groups are made of dimension 1 of the image, and 0 of the filters.
  static std::optional<Groups> findGroups(GenericOp op) {
    if (op.getNumDpsInputs() != 2 || op->getNumResults() != 1 ||
        !op->hasOneUse() || op.hasIndexSemantics() ||
        !sumsFloats(op))
      return std::nullopt;
    Groups groups;
    groups.image = op.getInputs()[0].getDefiningOp<tensor::ExpandShapeOp>();
    groups.filter = op.getInputs()[1].getDefiningOp<tensor::ExpandShapeOp>();
    groups.result = dyn_cast<tensor::CollapseShapeOp>(*op->getUsers().begin());
    if (!groups.image || !groups.filter || !groups.result ||
        !isPair(groups.image.getReassociationIndices(), 1) ||
        !isPair(groups.filter.getReassociationIndices(), 0) ||
        !isPair(groups.result.getReassociationIndices(), 1) ||
        !readGroups(op, groups))
      return std::nullopt;
    return groups;
  }

  /// Finds the loops, and the sizes of a group.
  static bool readGroups(GenericOp op, Groups &groups) {
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    auto isLoop = [&](unsigned map, unsigned at, unsigned loop) {
      return maps[map].getResult(at) == getAffineDimExpr(loop, op.getContext());
    };
    auto channel = dyn_cast<AffineDimExpr>(maps[0].getResult(kFilter));
    if (!channel || !isLoop(0, 1, kGroup) || !isLoop(1, 0, kGroup) ||
        !isLoop(1, 1, kFilter) || !isLoop(2, 1, kGroup) ||
        !isLoop(2, 2, kFilter))
      return false;
    groups.channel = channel.getPosition();
    SmallVector<int64_t> extents = op.getStaticLoopRanges();
    groups.size = extents[kFilter];
    groups.channels = extents[groups.channel];
    return groups.channel > kFilter;
  }

  /// The steps of a sum; the most there are where they are not known.
  static int64_t countSteps(GenericOp op) {
    int64_t steps = 1;
    SmallVector<unsigned> reduced;
    op.getReductionDims(reduced);
    for (unsigned loop : reduced) {
      int64_t extent = op.getStaticLoopRanges()[loop];
      if (ShapedType::isDynamic(extent) || extent > kMostSteps)
        return INT64_MAX;
      steps *= extent;
    }
    return steps;
  }

  /// One loop goes through all filters, in place of those of groups and of
  /// their filters.
  static SmallVector<AffineMap> joinMaps(GenericOp op, const Groups &groups) {
    MLIRContext *context = op.getContext();
    AffineExpr all = getAffineDimExpr(kGroup, context);
    unsigned loops = op.getNumLoops();
    SmallVector<AffineExpr> now;
    for (unsigned loop = 0; loop < loops; ++loop)
      now.push_back(getAffineDimExpr(loop - (loop >= kFilter), context));
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    for (auto [number, map] : llvm::enumerate(maps)) {
      SmallVector<AffineExpr> exprs;
      for (auto [at, expr] : llvm::enumerate(map.getResults()))
        exprs.push_back(expr.replaceDims(now));
      unsigned first = number == 1 ? 0 : 1;
      exprs[first] = number == 0 ? all.floorDiv(groups.size) * groups.channels +
                                       now[groups.channel]
                                 : all;
      exprs.erase(exprs.begin() + first + 1);
      map = AffineMap::get(loops - 1, 0, exprs, context);
    }
    return maps;
  }

  static SmallVector<utils::IteratorType> joinIterators(GenericOp op) {
    SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
    iterators.erase(iterators.begin() + kFilter);
    return iterators;
  }
};

struct JoinChannelsPass : exec::impl::JoinChannelsBase<JoinChannelsPass> {
  void runOnOperation() override {
    SmallVector<GenericOp> sums;
    getOperation()->walk([&](GenericOp op) { sums.push_back(op); });
    IRRewriter rewriter(&getContext());
    uint64_t joined = 0;
    for (GenericOp op : sums)
      joined += JoinChannels::join(op, rewriter);
    if (joined == 0)
      markAllAnalysesPreserved();
    count(getOperation(), *this, numReplaced, joined, "operations replaced");
  }
};
} // namespace
