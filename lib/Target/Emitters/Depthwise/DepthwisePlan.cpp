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
/// around rows and columns, or its size is known and it has fewer pixels than
/// fill a vector. Halves under masks are for processors with those.
static bool findImage(DepthwisePlan &plan, const CpuInfo &info) {
  std::optional<StoredImage> image = findStoredImage(plan);
  if (!image)
    return false;
  plan.source = image->source;
  plan.padRows = image->lowRows;
  plan.padColumns = image->lowColumns;
  auto type = cast<RankedTensorType>(plan.source.getType());
  plan.imageRows = type.getDimSize(plan.rows.dimension);
  plan.imageColumns = type.getDimSize(plan.columns.dimension);
  plan.isPadded = ShapedType::isDynamicShape({plan.imageRows, plan.imageColumns,
                                              plan.getExtent(plan.rows),
                                              plan.getExtent(plan.columns)});
  Type sum = getSumType(plan.contraction);
  return canWiden(info, type.getElementType(), sum) &&
         (type.getElementType() == sum || !plan.isPadded || info.hasMasks) &&
         (plan.isPadded || plan.getImagePixels() >= plan.lanes);
}

constexpr int64_t kBandPixels = 512; ///< whose sums lie on the stack

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
  auto countPixels = [&](int64_t sums) {
    int64_t reach = plan.columns.reach(sums);
    return plan.isPadded ? reach : std::min(plan.imageColumns, reach);
  };
  while (most + 1 + countPixels(most + 1) + kOthers <= int64_t(info.registers))
    ++most;
  return most;
}

/// Is the tile that is wanted a vector of channels of pixels that registers
/// hold?
static bool isTile(const DepthwisePlan &plan, const CpuInfo &info,
                   const Schedule &wanted) {
  ArrayRef<int64_t> tile = wanted.tile;
  return tile.size() == 2 && wanted.depth == 0 && tile[0] == plan.lanes &&
         isSize(tile[1], 1) && tile[1] <= info.registers / 2;
}

/// Chooses tiles and bands where sizes are not known: tiles that divide the
/// usual ones, 7 and twice and four times as many.
static bool choosePaddedSizes(DepthwisePlan &plan, const CpuInfo &info,
                              const Schedule *wanted) {
  constexpr int64_t kTile = 7, kRows = 14, kColumns = 28;
  plan.tileColumns = std::min(kTile, countTilePixels(plan, info));
  plan.bandRows = kRows;
  plan.bandColumns = kColumns / plan.tileColumns * plan.tileColumns;
  if (wanted) {
    ArrayRef<int64_t> block = wanted->block;
    if (!isTile(plan, info, *wanted) || block.size() != 2 || block[0] < 2 ||
        !isSize(block[1], wanted->tile[1]) ||
        block[0] * block[1] > 2 * kBandPixels)
      return false;
    plan.tileColumns = wanted->tile[1];
    plan.bandRows = block[0];
    plan.bandColumns = block[1];
  }
  plan.lineRows = plan.bandRows;
  return isWrittenOut(plan, plan.tileColumns);
}

/// Chooses tiles and bands. False when rows are too long.
static bool chooseSizes(DepthwisePlan &plan, const CpuInfo &info,
                        const Schedule *wanted) {
  if (plan.isPadded)
    return choosePaddedSizes(plan, info, wanted);
  int64_t columns = plan.getExtent(plan.columns);
  int64_t rows = plan.getExtent(plan.rows);
  if (rows == 0)
    return false;
  plan.tileColumns = chooseTileSize(columns, countTilePixels(plan, info));
  plan.bandRows =
      std::max<int64_t>(1, kBandPixels / std::max<int64_t>(columns, 1));
  plan.bandRows = llvm::divideCeil(rows, llvm::divideCeil(rows, plan.bandRows));
  if (wanted) {
    if (!isTile(plan, info, *wanted) || wanted->block.size() != 1 ||
        !isSize(wanted->block[0], 1) ||
        wanted->block[0] * columns > 2 * kBandPixels)
      return false;
    plan.tileColumns = wanted->tile[1];
    plan.bandRows = wanted->block[0];
  }
  auto image = cast<RankedTensorType>(plan.source.getType());
  plan.isFar = plan.filters * plan.getImagePixels() *
                   image.getElementTypeBitWidth() / 8 >
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
  if (!findChannels(plan) || !findPanels(plan, info) || !plan.hasPanels ||
      plan.panelPlanes != 1 || !findImage(plan, info) ||
      !chooseSizes(plan, info, wanted))
    return std::nullopt;
  return plan;
}

/// Parts of `unit` that the rows or columns along `axis` are cut to.
static double countParts(const DepthwisePlan &plan, const WindowAxis &axis,
                         double unit) {
  return kiln::countParts(plan.getExtent(axis),
                          getUsualExtentOfChannels(plan.filters), unit);
}

/// Vectors of the sums of a panel, and of the pixels that are packed for them.
static std::pair<double, double> countVectors(const DepthwisePlan &plan) {
  double rows = countPoints(plan.getExtent(plan.rows));
  double bands = countParts(plan, plan.rows, plan.bandRows);
  if (!plan.isPadded)
    return {rows * double(plan.bandColumns),
            bands * double(std::min(plan.imageRows,
                                    plan.rows.reach(plan.bandRows)) *
                           plan.imageColumns)};
  // Squares of a row have the padding, too.
  double around = plan.columns.reach(1) - plan.columns.stride;
  double squares =
      countParts(plan, plan.columns, double(plan.lanes) / plan.columns.stride) +
      around / plan.lanes *
          countParts(plan, plan.columns, double(plan.bandColumns));
  double above = plan.rows.reach(1) - plan.rows.stride;
  return {rows * countParts(plan, plan.columns, plan.tileColumns) *
              double(plan.tileColumns),
          (rows * plan.rows.stride + bands * above) * squares * plan.lanes};
}

/// Cycles of a vector of pixels on its way through a square, in or out: where
/// sizes are not known, fitted to the layers of decision 071. Vectors of 128
/// bits are read under masks element by element.
static double countVectorCycles(const DepthwisePlan &plan,
                                const CpuInfo &info) {
  constexpr double kVector = 7, kMasked = 4.5, kElement = 8;
  constexpr int64_t kLeastBits = 256;
  if (!plan.isPadded)
    return kVector;
  return info.hasMasks                   ? kMasked
         : info.vectorBits >= kLeastBits ? kVector
                                         : kElement * double(plan.lanes);
}

static CpuCycles predictCycles(exec::KernelOp kernel, const DepthwisePlan &plan,
                               const CpuInfo &info) {
  double groups =
      countImages(plan) * std::ceil(double(plan.filters) / plan.lanes);
  auto [pixels, read] = countVectors(plan);
  double taps = plan.planes * plan.rows.taps * plan.columns.taps;
  // Few sums wait for each other.
  constexpr int64_t kFewSums = 4;
  if (plan.isPadded && plan.tileColumns < kFewSums)
    taps *= 2;
  double vector = countVectorCycles(plan, info);
  CpuCycles cycles;
  cycles.arithmetic = groups * (pixels * taps * (info.hasFma ? 1 : 2) /
                                    info.operationsPerCycle +
                                pixels * vector) +
                      countCycles(kernel, info, plan.contraction);
  cycles.packing = groups * read * vector;
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
  if (plan->isPadded)
    schedule.block.push_back(plan->bandColumns);
  return makeCpuPlan<DepthwiseEmitter>(kernel, target, schedule, scratch,
                                       predictCycles(kernel, *plan, target.cpu),
                                       *plan);
}
