// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GemmPlan.h"
#include "../Tiles/Panels.h"
#include "../Tiles/SumOfProducts.h"
#include "kiln/Target/Emitters/Gemm.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

GemmTile kiln::chooseTile(const CpuInfo &info, FloatType type) {
  GemmTile tile;
  tile.lanes = info.vectorBits / type.getWidth();
  tile.vectors = 2;
  // 16 sums of 32 registers with AVX-512, 8 of 16 without: the others hold
  // the columns and one broadcast element.
  tile.rows = info.vectorBits >= 512 ? 8 : 4;
  return tile;
}

/// Sorts the dimensions of the result to batch, rows and columns. False when
/// there are no rows or no columns.
static bool splitDimensions(GemmPlan &plan) {
  AffineMap map = plan.contraction.getIndexingMapsArray()[2];
  if (!map.isProjectedPermutation() || map.getNumResults() == 0)
    return false;
  unsigned rank = map.getNumResults();
  llvm::SmallBitVector first = getLoops(plan.contraction, 0);
  plan.right = first[map.getDimPosition(rank - 1)] ? 0 : 1;
  plan.left = 1 - plan.right;
  llvm::SmallBitVector left = getLoops(plan.contraction, plan.left);
  llvm::SmallBitVector right = getLoops(plan.contraction, plan.right);
  auto isOnlyIn = [&](const llvm::SmallBitVector &a,
                      const llvm::SmallBitVector &b, unsigned position) {
    unsigned loop = map.getDimPosition(position);
    return a[loop] && !b[loop];
  };
  unsigned at = rank;
  while (at > 0 && isOnlyIn(right, left, at - 1))
    --at;
  plan.numColumns = rank - at;
  while (at > 0 && isOnlyIn(left, right, at - 1))
    --at;
  plan.numRows = rank - at - plan.numColumns;
  plan.numBatch = at;
  return plan.numColumns > 0 && plan.numRows > 0;
}

/// Are the elements of a row of the right operand neighbours in a buffer, in
/// the element type of the sum?
static bool hasVectorRows(GemmPlan &plan) {
  OpOperand *right = plan.contraction.getDpsInputOperand(plan.right);
  auto type = cast<RankedTensorType>(right->get().getType());
  if (!isa<BlockArgument>(right->get()) || plan.numColumns != 1 ||
      type.getElementType() != getSumType(plan.contraction))
    return false;
  AffineMap result = plan.contraction.getIndexingMapsArray()[2];
  AffineExpr column = result.getResults().back();
  ArrayRef<AffineExpr> exprs =
      plan.contraction.getMatchingIndexingMap(right).getResults();
  return exprs.back() == column &&
         llvm::none_of(exprs.drop_back(), [&](AffineExpr expr) {
           return expr.isFunctionOfDim(
               cast<AffineDimExpr>(column).getPosition());
         });
}

/// Are the steps of the innermost loop of the sum neighbours in `operand`?
static bool hasVectorSteps(GenericOp op, unsigned operand) {
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  AffineMap map = op.getIndexingMapsArray()[operand];
  if (reduced.empty() || map.getNumResults() == 0)
    return false;
  ArrayRef<AffineExpr> exprs = map.getResults();
  auto last = dyn_cast<AffineDimExpr>(exprs.back());
  return last && last.getPosition() == reduced.back() &&
         llvm::none_of(exprs.drop_back(), [&](AffineExpr expr) {
           return expr.isFunctionOfDim(last.getPosition());
         });
}

static FewRows chooseFewRows(GemmPlan &plan) {
  if (hasVectorSteps(plan.contraction, plan.right))
    return FewRows::Dots;
  return hasVectorRows(plan) ? FewRows::Columns : FewRows::Packed;
}

/// Can blocks of the right operand be loaded along the sum?
static bool hasTransposedBlocks(GemmPlan &plan) {
  Value right = plan.contraction.getDpsInputOperand(plan.right)->get();
  return isa<BlockArgument>(right) && plan.numColumns == 1 &&
         cast<RankedTensorType>(right.getType()).getElementType() ==
             getSumType(plan.contraction) &&
         hasVectorSteps(plan.contraction, plan.right);
}

static std::optional<int64_t> getDepth(GenericOp op) {
  int64_t depth = 1;
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  for (unsigned loop : reduced) {
    if (ShapedType::isDynamic(extents[loop]) ||
        llvm::MulOverflow(depth, extents[loop], depth))
      return std::nullopt;
  }
  return depth;
}

std::optional<GemmPlan> kiln::matchGemm(exec::KernelOp kernel) {
  GemmPlan plan;
  plan.contraction = matchSumOfProducts(kernel);
  if (!plan.contraction || !splitDimensions(plan))
    return std::nullopt;
  auto result = cast<RankedTensorType>(plan.contraction.getResultTypes()[0]);
  plan.fewRows = chooseFewRows(plan);
  plan.isTransposed = hasTransposedBlocks(plan);
  plan.hasPanels = plan.numColumns == 1 &&
                   matchPanels(plan.contraction, plan.right).has_value();
  // One row alone has no use for a packed panel.
  ArrayRef<int64_t> rows = result.getShape().slice(plan.numBatch, plan.numRows);
  if (plan.fewRows == FewRows::Packed &&
      llvm::all_of(rows, [](int64_t size) { return size == 1; }))
    return std::nullopt;
  plan.depth = getDepth(plan.contraction);
  if (!plan.depth && !hasVectorRows(plan))
    return std::nullopt;
  return plan;
}

std::optional<int64_t> kiln::getGemmScratch(exec::KernelOp kernel,
                                            const CpuInfo &info) {
  // A panel beyond this leaves no room for anything else in any cache.
  constexpr int64_t kMaxScratch = 8 << 20;
  std::optional<GemmPlan> plan = matchGemm(kernel);
  if (!plan)
    return std::nullopt;
  if (plan->hasPanels)
    return 0;
  FloatType type = getSumType(plan->contraction);
  int64_t bytes =
      int64_t(chooseTile(info, type).getColumns()) * type.getWidth() / 8;
  if (plan->depth && *plan->depth > kMaxScratch / bytes)
    return std::nullopt;
  return plan->depth.value_or(0) * bytes;
}
