// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "WindowPlan.h"
#include "../Tiles/SumOfProducts.h"
#include "kiln/Target/Emitters/Window.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

/// Is a sum so short that little is lost when it is taken in the type of the
/// elements?
static bool isShort(const WindowPlan &plan) {
  constexpr int64_t kMaxSteps = 256;
  return plan.planes <= kMaxSteps &&
         plan.planes * plan.rows.taps * plan.columns.taps <= kMaxSteps;
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

/// Chooses tiles and bands for a processor as `info` says.
static void chooseTiles(WindowPlan &plan, const CpuInfo &info) {
  constexpr int64_t kTile = 8, kBandRows = 16, kBandVectors = 4;
  plan.lanes = info.vectorBits / getSumType(plan.contraction).getWidth();
  // Beside the sums, registers hold a column of a filter's taps and the pixels
  // that they multiply.
  int64_t registers = info.vectorBits >= 512 ? 32 : 16;
  int64_t most = std::clamp<int64_t>(registers - plan.rows.taps - 2, 2, kTile);
  bool hasRows = plan.rows.loop.has_value();
  plan.tileRows = hasRows ? chooseTileSize(plan.getExtent(plan.rows), most) : 1;
  plan.tileVectors = hasRows ? 1 : kTile / 2;
  int64_t bandVectors = hasRows ? kBandVectors : 4 * kBandVectors;
  if (int64_t columns = plan.getExtent(plan.columns);
      !ShapedType::isDynamic(columns)) {
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
  std::optional<BandPlan> band = matchBand(kernel);
  if (!band)
    return std::nullopt;
  WindowPlan plan{*band};
  if (!isShort(plan) || !hasFewFilters(plan))
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
  int64_t bytes =
      plan->getBandSize() * getSumType(plan->contraction).getWidth() / 8;
  return bytes <= kMaxScratch ? std::optional(bytes) : std::nullopt;
}
