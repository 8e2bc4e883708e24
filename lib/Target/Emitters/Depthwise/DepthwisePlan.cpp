// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DepthwisePlan.h"
#include "../Emitters.h"
#include "../Scalar/CpuFunction.h"
#include "../Tiles/SumOfProducts.h"
#include "DepthwiseEmitter.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

/// The channel of the image that a plane of a filter reads; nothing when
/// vectors do not have whole groups.
static AffineExpr getChannel(const DepthwisePlan &plan) {
  MLIRContext *context = GenericOp(plan.contraction).getContext();
  AffineExpr filter = getAffineDimExpr(plan.filterLoop, context);
  if (plan.planes == 1)
    return filter;
  if (plan.planeLoops.size() != 1 || plan.lanes % plan.planes != 0)
    return {};
  return filter.floorDiv(plan.planes) * plan.planes +
         getAffineDimExpr(plan.planeLoops.front(), context);
}

/// Finds the channels. False when they are not the dimension before the rows of
/// image and result, or too few for the lanes of a vector.
static bool findChannels(DepthwisePlan &plan) {
  GenericOp op = plan.contraction;
  if (plan.images.empty() || !plan.rows.loop || plan.planes == 0)
    return false;
  unsigned dimension = plan.images.pop_back_val();
  plan.filterDimension = dimension;
  AffineMap result = op.getIndexingMapsArray()[2];
  ArrayRef<AffineExpr> outer = result.getResults().take_front(dimension + 1);
  ArrayRef<AffineExpr> image =
      op.getIndexingMapsArray()[plan.image].getResults();
  plan.filterLoop = result.getDimPosition(dimension);
  plan.filters = op.getStaticLoopRanges()[plan.filterLoop];
  return image.size() == outer.size() + 2 &&
         image.take_front(dimension) == outer.drop_back() &&
         image[dimension] == getChannel(plan) &&
         plan.rows.dimension == outer.size() &&
         !ShapedType::isDynamic(plan.filters) &&
         2 * plan.filters >= plan.lanes &&
         getLoops(op, plan.filter)[plan.filterLoop];
}

/// Finds the image in a buffer. False when it is padded by anything but zeros
/// around rows and columns, its size is not known, or it has fewer pixels than
/// fill a vector.
static bool findImage(DepthwisePlan &plan) {
  std::optional<tensor::PadOp> pad = findPadding(plan);
  if (!pad)
    return false;
  plan.source = plan.contraction.getDpsInputOperand(plan.image)->get();
  if (*pad) {
    llvm::SmallBitVector padded = pad->getPaddedDims();
    padded.reset(plan.rows.dimension).reset(plan.columns.dimension);
    if (padded.any() ||
        !matchPattern(pad->getConstantPaddingValue(), m_AnyZeroFloat()))
      return false;
    plan.source = pad->getSource();
    plan.padRows = pad->getStaticLow()[plan.rows.dimension];
    plan.padColumns = pad->getStaticLow()[plan.columns.dimension];
  }
  auto type = cast<RankedTensorType>(plan.source.getType());
  plan.imageRows = type.getDimSize(plan.rows.dimension);
  plan.imageColumns = type.getDimSize(plan.columns.dimension);
  return isa<BlockArgument>(plan.source) &&
         type.getElementType() == getSumType(plan.contraction) &&
         !ShapedType::isDynamicShape({plan.imageRows, plan.imageColumns}) &&
         plan.getImagePixels() >= plan.lanes;
}

/// Taps of a row, of all planes, and tiles of one are written out.
static bool isWrittenOut(const DepthwisePlan &plan, int64_t columns) {
  constexpr int64_t kMaxTaps = 16, kMaxTiles = 32, kMaxProducts = 4096;
  return plan.rows.dilation == 1 && plan.columns.taps <= kMaxTaps &&
         columns > 0 && columns <= kMaxTiles * plan.tileColumns &&
         columns * plan.columns.taps * plan.planes <= kMaxProducts;
}

/// The most pixels of a row whose sums lie in registers beside the pixels of
/// the image that they read, and a filter.
static int64_t countTilePixels(const DepthwisePlan &plan, const CpuInfo &info) {
  constexpr int64_t kOthers = 4;
  int64_t most = 1;
  while (most + 1 + std::min(plan.imageColumns, plan.columns.reach(most + 1)) +
             kOthers <=
         int64_t(info.registers))
    ++most;
  return most;
}

/// Chooses tiles and bands. False when rows are too long.
static bool chooseSizes(DepthwisePlan &plan, const CpuInfo &info,
                        const Schedule *wanted) {
  constexpr int64_t kBandPixels = 512; // whose sums lie on the stack
  int64_t columns = plan.getExtent(plan.columns);
  int64_t rows = plan.getExtent(plan.rows);
  if (ShapedType::isDynamicShape({rows, columns}) || rows == 0)
    return false;
  plan.tileColumns = chooseTileSize(columns, countTilePixels(plan, info));
  plan.bandRows =
      std::max<int64_t>(1, kBandPixels / std::max<int64_t>(columns, 1));
  plan.bandRows = llvm::divideCeil(rows, llvm::divideCeil(rows, plan.bandRows));
  if (wanted) {
    if (wanted->tile.size() != 2 || wanted->block.size() != 1 ||
        wanted->depth != 0 || wanted->tile[0] != plan.lanes ||
        !isSize(wanted->tile[1], 1) || wanted->tile[1] > info.registers / 2 ||
        !isSize(wanted->block[0], 1) ||
        wanted->block[0] * columns > 2 * kBandPixels)
      return false;
    plan.tileColumns = wanted->tile[1];
    plan.bandRows = wanted->block[0];
  }
  plan.isFar = plan.filters * plan.getImagePixels() * plan.getElementBytes() >
               info.cache.level2;
  plan.bandColumns = columns;
  plan.lineRows = plan.bandRows;
  return isWrittenOut(plan, columns);
}

static std::optional<DepthwisePlan> matchDepthwise(exec::KernelOp kernel,
                                                   const CpuInfo &info,
                                                   const Schedule *wanted) {
  std::optional<BandPlan> band = matchBand(kernel);
  if (!band || !band->hasWindows())
    return std::nullopt;
  DepthwisePlan plan;
  static_cast<BandPlan &>(plan) = *band;
  plan.lanes = info.vectorBits / 8 / plan.getElementBytes();
  if (!findChannels(plan) || !findPanels(plan) || !plan.hasPanels ||
      plan.panelPlanes != 1 || !findImage(plan) ||
      !chooseSizes(plan, info, wanted))
    return std::nullopt;
  return plan;
}

/// Squares of pixels and channels are transposed on their way in and out.
static CpuCycles predictCycles(exec::KernelOp kernel, const DepthwisePlan &plan,
                               const CpuInfo &info) {
  constexpr double kVector = 7;
  double images = countImages(plan);
  double groups = images * std::ceil(double(plan.filters) / plan.lanes);
  double rows = plan.getExtent(plan.rows);
  double pixels = rows * double(plan.bandColumns);
  double bands = std::ceil(rows / double(plan.bandRows));
  double read =
      bands * double(std::min(plan.imageRows, plan.rows.reach(plan.bandRows)) *
                     plan.imageColumns);
  double taps = plan.planes * plan.rows.taps * plan.columns.taps;
  CpuCycles cycles;
  cycles.arithmetic = groups * (pixels * taps * (info.hasFma ? 1 : 2) /
                                    info.operationsPerCycle +
                                pixels * kVector) +
                      countCycles(kernel, info, plan.contraction);
  cycles.packing = groups * read * kVector;
  return cycles;
}

std::unique_ptr<KernelPlan> kiln::planDepthwise(exec::KernelOp kernel,
                                                const TargetInfo &target,
                                                const Schedule *wanted) {
  std::optional<DepthwisePlan> plan =
      matchDepthwise(kernel, target.cpu, wanted);
  if (!plan)
    return nullptr;
  int64_t scratch = plan->getVectors() * plan->lanes * plan->getElementBytes();
  if (scratch > target.cpu.cache.level2)
    return nullptr;
  Schedule schedule = {
      "depthwise", {plan->lanes, plan->tileColumns}, {plan->bandRows}};
  return makeCpuPlan<DepthwiseEmitter>(kernel, target, schedule, scratch,
                                       predictCycles(kernel, *plan, target.cpu),
                                       *plan);
}
