// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "WindowPlan.h"
#include "../Tiles/SumOfProducts.h"
#include "kiln/Target/Emitters/Window.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

/// The loops of a sum of loops times positive constants, with these; nothing
/// for other expressions.
static std::optional<SmallVector<std::pair<unsigned, int64_t>>>
getTerms(AffineExpr expr) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return {{{dim.getPosition(), 1}}};
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  auto terms = getTerms(binary.getLHS());
  if (!terms)
    return std::nullopt;
  if (binary.getKind() == AffineExprKind::Add) {
    auto more = getTerms(binary.getRHS());
    if (!more)
      return std::nullopt;
    llvm::append_range(*terms, *more);
    return terms;
  }
  auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (binary.getKind() != AffineExprKind::Mul || !factor ||
      factor.getValue() <= 0)
    return std::nullopt;
  for (auto &[loop, coefficient] : *terms)
    coefficient *= factor.getValue();
  return terms;
}

/// Does `loop` index operand `operand` in its dimension `dimension` only?
static bool isOnlyIn(GenericOp op, unsigned loop, unsigned operand,
                     unsigned dimension) {
  AffineMap map = op.getIndexingMapsArray()[operand];
  for (unsigned i = 0; i < map.getNumResults(); ++i)
    if (i != dimension && map.getResult(i).isFunctionOfDim(loop))
      return false;
  return true;
}

/// The axis of dimension `dimension` of the image, along dimension `position`
/// of the result.
static std::optional<WindowAxis>
matchAxis(const WindowPlan &plan, unsigned dimension, unsigned position) {
  GenericOp op = plan.contraction;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  auto terms = getTerms(maps[plan.image].getResult(dimension));
  WindowAxis axis;
  axis.dimension = dimension;
  axis.loop = maps[2].getDimPosition(position);
  if (!terms || terms->size() > 2 ||
      maps[plan.filter].isFunctionOfDim(*axis.loop))
    return std::nullopt;
  bool isFound = false;
  for (auto [loop, coefficient] : *terms) {
    if (!isOnlyIn(op, loop, plan.image, dimension))
      return std::nullopt;
    if (loop == *axis.loop) {
      isFound = true;
      axis.stride = coefficient;
      continue;
    }
    int64_t taps = op.getStaticLoopRanges()[loop];
    if (axis.tap ||
        op.getIteratorTypesArray()[loop] != utils::IteratorType::reduction ||
        ShapedType::isDynamic(taps) || taps == 0)
      return std::nullopt;
    axis.tap = loop;
    axis.dilation = coefficient;
    axis.taps = taps;
  }
  return isFound ? std::optional(axis) : std::nullopt;
}

/// Finds the axes. False when the columns of the image are no windows.
static bool findAxes(WindowPlan &plan) {
  SmallVector<AffineMap> maps = plan.contraction.getIndexingMapsArray();
  unsigned rank = maps[2].getNumResults();
  unsigned dims = maps[plan.image].getNumResults();
  if (rank == 0 || dims == 0)
    return false;
  std::optional<WindowAxis> columns = matchAxis(plan, dims - 1, rank - 1);
  if (!columns)
    return false;
  plan.columns = *columns;
  if (rank > 1 && dims > 1)
    if (std::optional<WindowAxis> rows = matchAxis(plan, dims - 2, rank - 2))
      plan.rows = *rows;
  return plan.rows.taps * plan.columns.taps > 1;
}

/// Counts the planes. False when they are not known, or too many.
static bool findPlanes(WindowPlan &plan) {
  // What a sum in the type of the elements may lose stays small.
  constexpr int64_t kMaxSteps = 256;
  SmallVector<unsigned> reduced;
  plan.contraction.getReductionDims(reduced);
  for (unsigned loop : reduced) {
    if (loop == plan.rows.tap || loop == plan.columns.tap)
      continue;
    int64_t extent = plan.contraction.getStaticLoopRanges()[loop];
    if (ShapedType::isDynamic(extent) || extent > kMaxSteps)
      return false;
    plan.planeLoops.push_back(loop);
    plan.planes *= extent;
    if (plan.planes > kMaxSteps)
      return false;
  }
  return plan.planes * plan.rows.taps * plan.columns.taps <= kMaxSteps;
}

/// A band of the image serves one filter: with more of them a panel of it is
/// worth while.
static bool hasFewFilters(WindowPlan &plan) {
  constexpr int64_t kFewFilters = 2;
  GenericOp op = plan.contraction;
  llvm::SmallBitVector inImage = getLoops(op, plan.image);
  int64_t filters = 1;
  for (AffineExpr expr : op.getIndexingMapsArray()[2].getResults()) {
    unsigned loop = cast<AffineDimExpr>(expr).getPosition();
    int64_t extent = op.getStaticLoopRanges()[loop];
    if (inImage[loop])
      continue;
    if (ShapedType::isDynamic(extent) || extent > kFewFilters)
      return false;
    filters *= extent;
  }
  return filters <= kFewFilters;
}

/// The number of rows, up to `most`, of tiles that leave the least over.
static int64_t chooseTileRows(int64_t rows, int64_t most) {
  int64_t best = most;
  if (ShapedType::isDynamic(rows))
    return best;
  auto waste = [&](int64_t size) {
    return llvm::divideCeil(rows, size) * size;
  };
  for (int64_t size = most - 1; size > 0 && 2 * size >= most; --size)
    if (waste(size) < waste(best))
      best = size;
  return best;
}

/// Chooses tiles and bands for a processor as `info` says.
static void chooseTiles(WindowPlan &plan, const CpuInfo &info) {
  constexpr int64_t kTile = 8, kBandRows = 16, kBandVectors = 4;
  GenericOp op = plan.contraction;
  plan.lanes = info.vectorBits / getSumType(op).getWidth();
  auto extent = [&](const WindowAxis &axis) -> int64_t {
    return axis.loop ? op.getStaticLoopRanges()[*axis.loop] : 1;
  };
  // Beside the sums there is a filter's column of taps and what they multiply.
  int64_t registers = info.vectorBits >= 512 ? 32 : 16;
  int64_t most = std::clamp<int64_t>(registers - plan.rows.taps - 2, 2, kTile);
  bool hasRows = plan.rows.loop.has_value();
  plan.tileRows = hasRows ? chooseTileRows(extent(plan.rows), most) : 1;
  plan.tileVectors = hasRows ? 1 : kTile / 2;
  int64_t bandVectors = hasRows ? kBandVectors : 4 * kBandVectors;
  if (int64_t columns = extent(plan.columns); !ShapedType::isDynamic(columns)) {
    int64_t vectors =
        std::max<int64_t>(1, llvm::divideCeil(columns, plan.lanes));
    plan.tileVectors = std::min(plan.tileVectors, vectors);
    bandVectors =
        llvm::divideCeil(vectors, llvm::divideCeil(vectors, bandVectors));
  }
  plan.bandColumns = plan.lanes * llvm::alignTo(bandVectors, plan.tileVectors);
  plan.bandRows = plan.tileRows * (hasRows ? kBandRows / plan.tileRows : 1);
}

std::optional<WindowPlan> kiln::matchWindow(exec::KernelOp kernel,
                                            const CpuInfo &info) {
  WindowPlan plan;
  plan.contraction = matchSumOfProducts(kernel);
  if (!plan.contraction ||
      !plan.contraction.getIndexingMapsArray()[2].isProjectedPermutation())
    return std::nullopt;
  AffineMap filter = plan.contraction.getIndexingMapsArray()[1];
  plan.image = filter.isProjectedPermutation() ? 0 : 1;
  plan.filter = 1 - plan.image;
  if (!plan.contraction.getIndexingMapsArray()[plan.filter]
           .isProjectedPermutation() ||
      !findAxes(plan) || !findPlanes(plan) || !hasFewFilters(plan))
    return std::nullopt;
  chooseTiles(plan, info);
  return plan;
}

std::optional<int64_t> kiln::getWindowScratch(exec::KernelOp kernel,
                                              const CpuInfo &info) {
  // The band of an image is read once for each tap and so must stay near.
  constexpr int64_t kMaxScratch = 512 << 10;
  std::optional<WindowPlan> plan = matchWindow(kernel, info);
  if (!plan)
    return std::nullopt;
  int64_t bytes = plan->planes * plan->getPlaneSize() *
                  getSumType(plan->contraction).getWidth() / 8;
  return bytes <= kMaxScratch ? std::optional(bytes) : std::nullopt;
}
