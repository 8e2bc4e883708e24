// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ConvolutionPlan.h"
#include "../Tiles/Panels.h"
#include "../Tiles/SumOfProducts.h"
#include "kiln/Target/Emitters/Convolution.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

/// Finds the filters. False when they are not the dimension before the rows, or
/// too few for the lanes of a vector.
static bool findFilters(ConvolutionPlan &plan) {
  GenericOp op = plan.contraction;
  if (plan.numOuter == 0)
    return false;
  --plan.numOuter;
  AffineMap result = op.getIndexingMapsArray()[2];
  plan.filterLoop = result.getDimPosition(plan.numOuter);
  plan.filters = op.getStaticLoopRanges()[plan.filterLoop];
  if (getLoops(op, plan.image)[plan.filterLoop] ||
      ShapedType::isDynamic(plan.filters) || 2 * plan.filters < plan.lanes)
    return false;
  // The others tell images apart.
  for (unsigned i = 0; i < plan.numOuter; ++i)
    if (!getLoops(op, plan.image)[result.getDimPosition(i)])
      return false;
  return true;
}

int64_t ConvolutionPlan::getPanelWidth() const {
  return hasPanels ? kiln::getPanelWidth(getSumType(contraction))
                   : getTileFilters();
}

/// Do the filters lie in panels, or is each a stretch of a buffer, blocks of
/// which are transposed when a panel is packed? The steps come in their order.
static bool findPanels(ConvolutionPlan &plan) {
  GenericOp op = plan.contraction;
  OpOperand *filter = op.getDpsInputOperand(plan.filter);
  SmallVector<unsigned> order(plan.planeLoops), reduced;
  for (const WindowAxis *axis : {&plan.rows, &plan.columns})
    if (axis->tap)
      order.push_back(*axis->tap);
  op.getReductionDims(reduced);
  plan.hasPanels = matchPanels(op, plan.filter) == plan.filterLoop;
  if (plan.hasPanels)
    return order == reduced;
  order.insert(order.begin(), plan.filterLoop);
  ArrayRef<AffineExpr> exprs = op.getMatchingIndexingMap(filter).getResults();
  plan.isShared = exprs.size() == order.size();
  return isa<BlockArgument>(filter->get()) && exprs.size() >= order.size() &&
         cast<RankedTensorType>(filter->get().getType()).getElementType() ==
             getSumType(op) &&
         llvm::equal(exprs.take_back(order.size()), order,
                     [](AffineExpr expr, unsigned loop) {
                       auto dim = dyn_cast<AffineDimExpr>(expr);
                       return dim && dim.getPosition() == loop;
                     });
}

/// Chooses the pixels of a tile: some of a row, or whole rows of a narrow
/// image.
static void chooseTile(ConvolutionPlan &plan, const CpuInfo &info) {
  // Beside the sums there are the filters' vectors, a pixel, and a product
  // where that is not added at once.
  int64_t most = info.vectorBits >= 512 ? 8 : info.hasFma ? 6 : 4;
  plan.stretch = std::min<int64_t>(plan.lanes, llvm::PowerOf2Ceil(most));
  most = std::min(most, plan.stretch);
  plan.tileVectors = plan.filters > plan.lanes ? 2 : 1;
  int64_t columns = plan.getExtent(plan.columns);
  plan.tileColumns = chooseTileSize(columns, most);
  if (ShapedType::isDynamic(columns) || columns > most || columns == 0 ||
      !plan.rows.loop)
    return;
  plan.tileColumns = columns;
  plan.tileRows = chooseTileSize(plan.getExtent(plan.rows),
                                 std::max<int64_t>(1, most / columns));
}

/// Chooses bands that stay in a cache beside a panel.
static void chooseBand(ConvolutionPlan &plan) {
  constexpr int64_t kBandBytes = 256 << 10, kBandColumns = 128, kBandRows = 32;
  auto cut = [](int64_t extent, int64_t most, int64_t unit) {
    extent = std::max<int64_t>(extent, 1);
    int64_t parts = llvm::divideCeil(extent, most);
    return int64_t(llvm::alignTo(llvm::divideCeil(extent, parts), unit));
  };
  int64_t columns = plan.getExtent(plan.columns);
  plan.bandColumns = ShapedType::isDynamic(columns)
                         ? llvm::alignTo(kBandColumns / 2, plan.tileColumns)
                         : cut(columns, kBandColumns, plan.tileColumns);
  int64_t rowBytes = plan.getRowSize() * plan.planes *
                     getSumType(plan.contraction).getWidth() / 8;
  int64_t most =
      (kBandBytes / std::max<int64_t>(rowBytes, 1) - plan.rows.reach(1)) /
          plan.rows.stride +
      1;
  most = std::clamp(most, plan.tileRows, kBandRows);
  int64_t rows = plan.getExtent(plan.rows);
  plan.bandRows = ShapedType::isDynamic(rows)
                      ? llvm::alignDown(most, plan.tileRows)
                      : cut(rows, most, plan.tileRows);
}

std::optional<ConvolutionPlan> kiln::matchConvolution(exec::KernelOp kernel,
                                                      const CpuInfo &info) {
  // Taps of a row are written out.
  constexpr int64_t kMaxColumnTaps = 16, kMaxPlanes = 1 << 16;
  std::optional<BandPlan> band = matchBand(kernel);
  if (!band)
    return std::nullopt;
  ConvolutionPlan plan{*band};
  plan.lanes = info.vectorBits / getSumType(plan.contraction).getWidth();
  if (plan.columns.taps > kMaxColumnTaps || plan.planes > kMaxPlanes ||
      !findFilters(plan) || !findPanels(plan))
    return std::nullopt;
  chooseTile(plan, info);
  chooseBand(plan);
  return plan;
}

std::optional<int64_t> kiln::getConvolutionScratch(exec::KernelOp kernel,
                                                   const CpuInfo &info) {
  // Beyond this nothing stays in any cache.
  constexpr int64_t kMaxScratch = 8 << 20;
  std::optional<ConvolutionPlan> plan = matchConvolution(kernel, info);
  if (!plan)
    return std::nullopt;
  int64_t size = getSumType(plan->contraction).getWidth() / 8;
  int64_t elements = plan->getPanelPlace() + plan->getPanelSize();
  return elements <= kMaxScratch / size ? std::optional(elements * size)
                                        : std::nullopt;
}
