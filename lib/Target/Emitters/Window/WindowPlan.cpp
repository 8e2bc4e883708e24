// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "WindowPlan.h"
#include "../Emitters.h"
#include "../Scalar/CpuFunction.h"
#include "../Tiles/SumOfProducts.h"
#include "WindowEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

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

/// Is a pooling better computed as any kernel is? One along a single dimension
/// has no rows to share, and where rows are long it is as fast as memory.
static bool isPassOfLongRows(const WindowPlan &plan) {
  constexpr int64_t kLongRow = 64;
  int64_t columns = plan.getExtent(plan.columns);
  bool isPass = plan.rows.taps == 1 || plan.columns.taps == 1;
  return isPass && (ShapedType::isDynamic(columns) || columns >= kLongRow);
}

/// Chooses tiles and bands for a processor as `info` says.
static void chooseTiles(WindowPlan &plan, const CpuInfo &info) {
  constexpr int64_t kTile = 8, kBandRows = 16, kBandVectors = 4;
  plan.lanes = info.vectorBits / 8 / plan.getElementBytes();
  // Beside the sums, registers hold a column of a filter's taps and the pixels
  // that they multiply.
  int64_t most =
      std::clamp<int64_t>(info.registers - plan.rows.taps - 2, 2, kTile);
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

/// Chooses how rows of the image are packed. LLVM writes those of known length
/// without masks.
static void choosePacking(WindowPlan &plan, const CpuInfo &info) {
  bool isKnown = !ShapedType::isDynamic(plan.getExtent(plan.columns));
  std::optional<StoredImage> image = findStoredImage(plan);
  plan.packsVectors = info.hasMasks && !isKnown && plan.columns.stride <= 2 &&
                      image &&
                      canWiden(info, getElementTypeOrSelf(image->source),
                               getSumType(plan.contraction));
  plan.packsWhole = plan.packsVectors || ((isKnown || !info.hasMasks) &&
                                          findPadding(plan).has_value());
}

/// Takes the sizes that are wanted. False where they do not fit.
static bool takeSizes(WindowPlan &plan, const Schedule &wanted) {
  ArrayRef<int64_t> tile = wanted.tile, block = wanted.block;
  if (tile.size() != 2 || block.size() != 2 || wanted.depth != 0 ||
      !isSize(tile[0], 1) || !isSize(tile[1], plan.lanes) ||
      !isSize(block[0], tile[0]) || !isSize(block[1], tile[1]) ||
      (!plan.rows.loop && block[0] != 1))
    return false;
  plan.tileRows = tile[0];
  plan.tileVectors = tile[1] / plan.lanes;
  plan.bandRows = block[0];
  plan.bandColumns = block[1];
  return true;
}

/// Is there room for a filter beside the sums of a tile and the pixels that it
/// is multiplied with?
static bool holdsFilter(const WindowPlan &plan, const CpuInfo &info) {
  constexpr int64_t kPixels = 2;
  int64_t taps = plan.rows.taps * plan.columns.taps;
  int64_t sums = plan.tileRows * plan.tileVectors;
  return !plan.pooling && plan.planeLoops.empty() &&
         taps + sums + kPixels <= int64_t(info.registers);
}

/// May three of four tiles of a row be whole?
static bool hasMostlyWholeTiles(const WindowPlan &plan) {
  int64_t extent = plan.getExtent(plan.columns);
  int64_t width = plan.tileVectors * plan.lanes;
  return ShapedType::isDynamic(extent) ||
         4 * (extent / width) >= 3 * int64_t(llvm::divideCeil(extent, width));
}

/// Nothing when `kernel` is no such sum, or one that is better written as
/// a matrix product.
static std::optional<WindowPlan> matchWindow(exec::KernelOp kernel,
                                             const CpuInfo &info,
                                             const Schedule *wanted) {
  std::optional<Pooling> pooling = matchPooling(kernel);
  std::optional<BandPlan> band =
      pooling ? matchBand(*pooling) : matchBand(kernel);
  if (!band || !band->hasWindows())
    return std::nullopt;
  WindowPlan plan;
  static_cast<BandPlan &>(plan) = *band;
  plan.pooling = pooling;
  if (pooling && isPassOfLongRows(plan))
    return std::nullopt;
  if (!isShort(plan) || !hasFewFilters(plan))
    return std::nullopt;
  chooseTiles(plan, info);
  choosePacking(plan, info);
  if (wanted && !takeSizes(plan, *wanted))
    return std::nullopt;
  plan.keepsFilter = holdsFilter(plan, info);
  plan.setsWholeApart = info.hasMasks && hasMostlyWholeTiles(plan);
  return plan;
}

/// A loop over `length` neighbours on a processor without masks: it has one
/// more loop for those that fill no vector. Fitted to six layers (decision
/// 062).
static double countShortLoop(const WindowPlan &plan, int64_t length) {
  constexpr double kLoops = 16, kElement = 4;
  return length == 0 ? 0 : kLoops + double(length % plan.lanes) * kElement;
}

static RankedTensorType getResultType(const WindowPlan &plan) {
  return cast<RankedTensorType>(plan.contraction->getResult(0).getType());
}

/// Rows of the result.
static double countLines(const WindowPlan &plan) {
  return countPoints(getResultType(plan).getShape().drop_back());
}

/// Cycles of the short loops that pack rows of the image, and finish those of
/// each tile.
static CpuCycles countShortLoops(const WindowPlan &plan) {
  int64_t width = plan.tileVectors * plan.lanes;
  int64_t columns = plan.getExtent(plan.columns);
  if (ShapedType::isDynamic(columns))
    columns = width;
  double lines = countLines(plan);
  CpuCycles cycles;
  cycles.arithmetic =
      lines * (double(columns / width) * countShortLoop(plan, width) +
               countShortLoop(plan, columns % width));
  cycles.packing = countBandRows(plan) * double(plan.getUsedPhases().size()) *
                   countShortLoop(plan, plan.getPhaseSize());
  return cycles;
}

/// Cycles of the taps of a whole tile. A load for each tap of a row serves the
/// rows of a tile; in a pooling what was made of it does, too.
static double countTileCycles(const WindowPlan &plan, const CpuInfo &info) {
  double tile = plan.tileRows * plan.tileVectors;
  double taps = plan.rows.taps * plan.columns.taps;
  if (!plan.pooling)
    return taps *
           std::max(tile * (info.hasFma ? 1 : 2) / info.operationsPerCycle,
                    (tile + plan.tileVectors) / info.loadsPerCycle);
  // A maximum looks for what is no number.
  double each = isa<arith::AddFOp>(plan.pooling->combiner) ? 1 : 3;
  double loads = plan.countRows() * plan.tileVectors * plan.columns.taps;
  return std::max((loads + tile * plan.rows.taps) * each /
                      info.operationsPerCycle,
                  loads / info.loadsPerCycle);
}

/// Columns that images are expected to have where that is not known: those of
/// many channels that have a filter each are small.
static double getUsualColumns(const WindowPlan &plan) {
  if (!plan.pooling)
    if (std::optional<unsigned> dimension = findFilterDimension(plan))
      if (int64_t channels = getResultType(plan).getDimSize(*dimension);
          !ShapedType::isDynamic(channels))
        return getUsualExtentOfChannels(channels);
  return countPoints(ShapedType::kDynamic);
}

/// Cycles of the rows that there are beside those of an image as long as is
/// assumed, of as many pixels. Fitted to the layers of decision 071.
static double countShortRows(const WindowPlan &plan, double columns) {
  constexpr double kRow = 40;
  double rows = countParts(plan.getExtent(plan.columns), columns,
                           std::numeric_limits<double>::max());
  return kRow * std::max(rows - 1, 0.0) * countLines(plan);
}

static CpuCycles predictCycles(exec::KernelOp kernel, const WindowPlan &plan,
                               const CpuInfo &info) {
  double taps = plan.rows.taps * plan.columns.taps;
  double usual = getUsualColumns(plan);
  int64_t columns = plan.getExtent(plan.columns);
  double lines = countPoints(plan.contraction) / taps / countPoints(columns);
  double tile = plan.tileRows * plan.tileVectors;
  CpuCycles cycles;
  cycles.arithmetic = lines * countParts(columns, usual, plan.lanes) / tile *
                          countTileCycles(plan, info) +
                      countCycles(kernel, info, plan.contraction);
  // Strides in a row whose length is not known take as much longer: two loads
  // under masks for a vector, or checks for each element.
  bool isSlow = ShapedType::isDynamic(columns) && !plan.pooling;
  cycles.packing =
      countBandCycles(plan) * double(isSlow ? plan.columns.stride : 1) +
      countShortRows(plan, usual);
  if (!info.hasMasks) {
    CpuCycles loops = countShortLoops(plan);
    cycles.arithmetic += loops.arithmetic;
    cycles.packing += loops.packing;
  }
  return cycles;
}

std::unique_ptr<KernelPlan> kiln::planWindow(exec::KernelOp kernel,
                                             const TargetInfo &target,
                                             const Schedule *wanted) {
  std::optional<WindowPlan> plan = matchWindow(kernel, target.cpu, wanted);
  if (!plan)
    return nullptr;
  // The band of an image is read once for each tap and so must stay near.
  int64_t scratch = plan->getBandSize() * plan->getElementBytes();
  if (scratch > target.cpu.cache.level2)
    return nullptr;
  Schedule schedule = {"window",
                       {plan->tileRows, plan->tileVectors * plan->lanes},
                       {plan->bandRows, plan->bandColumns}};
  return makeCpuPlan<WindowEmitter>(kernel, target, schedule, scratch,
                                    predictCycles(kernel, *plan, target.cpu),
                                    *plan);
}
