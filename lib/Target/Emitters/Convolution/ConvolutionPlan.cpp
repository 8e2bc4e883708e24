// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ConvolutionPlan.h"
#include "../Emitters.h"
#include "../Scalar/CpuFunction.h"
#include "../Tiles/Panels.h"
#include "../Tiles/SumOfProducts.h"
#include "ConvolutionEmitter.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include <numeric>

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

/// Do filters have enough of the lanes? A single one is better a vector of
/// pixels, and where windows are packed under masks, half a vector of filters
/// is better rows of a product, too.
static bool fillLanes(const ConvolutionPlan &plan, const CpuInfo &info) {
  constexpr int64_t kMostLanes = 8; ///< for each filter
  return info.hasMasks
             ? 2 * plan.filters > plan.lanes
             : plan.filters > 1 && kMostLanes * plan.filters >= plan.lanes;
}

/// Finds the filters. False when each is for one channel, or they are too few
/// for the lanes of a vector.
static bool findFilters(ConvolutionPlan &plan, const CpuInfo &info) {
  std::optional<unsigned> dimension = findFilterDimension(plan);
  if (!dimension)
    return false;
  GenericOp op = plan.contraction;
  plan.filterDimension = *dimension;
  llvm::erase(plan.images, *dimension);
  plan.filterLoop = op.getIndexingMapsArray()[2].getDimPosition(*dimension);
  plan.filters = op.getStaticLoopRanges()[plan.filterLoop];
  return !getLoops(op, plan.image)[plan.filterLoop] &&
         !ShapedType::isDynamic(plan.filters) && fillLanes(plan, info);
}

SmallVector<unsigned> ConvolutionPlan::getStepLoops() const {
  SmallVector<unsigned> order(planeLoops);
  for (const WindowAxis *axis : {&rows, &columns})
    for (std::optional<unsigned> loop : {axis->tap, axis->word})
      if (loop)
        order.push_back(*loop);
  return order;
}

bool ConvolutionPlan::hasBlocks() const {
  return isa<FloatType>(getSumType(contraction)) &&
         getWords() > getBlockWords();
}

/// Vectors of filters in a tile, where they lie in panels.
static constexpr int64_t kTileVectors = 2;

bool kiln::findPanels(ConvolutionPlan &plan, const CpuInfo &info) {
  GenericOp op = plan.contraction;
  OpOperand *filter = op.getDpsInputOperand(plan.filter);
  SmallVector<unsigned> order = plan.getStepLoops(), reduced;
  op.getReductionDims(reduced);
  std::optional<PanelLayout> panels = matchPanels(op, plan.filter);
  plan.hasPanels = panels && panels->lane == plan.filterLoop &&
                   panels->width % (kTileVectors * plan.lanes) == 0;
  if (plan.hasPanels) {
    plan.storedWidth = panels->width;
    if (!plan.columns.word)
      plan.panelPlanes = getPanelSteps(op, plan.filter);
    return order == reduced;
  }
  order.insert(order.begin(), plan.filterLoop);
  ArrayRef<AffineExpr> exprs = op.getMatchingIndexingMap(filter).getResults();
  plan.isShared = exprs.size() == order.size();
  return isa<BlockArgument>(filter->get()) && exprs.size() >= order.size() &&
         canWiden(info, getElementTypeOrSelf(filter->get()), getSumType(op)) &&
         llvm::equal(exprs.take_back(order.size()), order,
                     [](AffineExpr expr, unsigned loop) {
                       auto dim = dyn_cast<AffineDimExpr>(expr);
                       return dim && dim.getPosition() == loop;
                     });
}

/// Are the planes of a word in a panel set apart when it is packed?
static bool takesApart(ConvolutionPlan &plan, const CpuInfo &info) {
  OpOperand *filter = plan.contraction.getDpsInputOperand(plan.filter);
  return plan.wordPlanes == 1 && plan.panelPlanes == 2 &&
         takesHalves(info, getElementTypeOrSelf(filter->get()));
}

/// Chooses the instruction. Words of planes are those of panels, or are taken
/// apart; false where no instruction takes these.
static bool chooseInstruction(ConvolutionPlan &plan, const CpuInfo &info) {
  plan.micro =
      chooseMicroKernel(info, getProductTypes(plan.contraction, plan.image));
  Type sum = getSumType(plan.contraction);
  // Few registers have no room for the parts of words beside many sums, and
  // slow ones are split once: band and panel are widened when they are packed.
  auto isTooLarge = [&](const MicroKernel &micro) {
    return micro.splitsWords() && (info.registers < 32 || micro.splitsSlowly());
  };
  if (isa<FloatType>(sum) &&
      (plan.micro->getSteps() != plan.panelPlanes || isTooLarge(*plan.micro)))
    plan.micro = makeFmaKernel(info, sum);
  // No room is kept for what corrects products of two operands with signs.
  if (!plan.micro || plan.micro->needsCorrection())
    return false;
  if (plan.columns.word)
    return plan.hasPanels && plan.planeLoops.size() == 1 &&
           plan.micro->getSteps() == plan.columns.wordTaps;
  plan.wordPlanes = plan.micro->getSteps();
  bool isTaken = plan.wordPlanes == plan.panelPlanes;
  return (isTaken || takesApart(plan, info)) &&
         (plan.panelPlanes == 1 || plan.planeLoops.size() == 1);
}

/// Pixels of a tile, the most. Beside the sums there are the filters' vectors,
/// a pixel, and a product where that is not added at once, or the parts of
/// words.
static int64_t getMaxPixels(const ConvolutionPlan &plan, const CpuInfo &info) {
  int64_t most = info.registers >= 32 ? 8 : info.hasFma ? 6 : 4;
  int64_t others = plan.tileVectors + (info.hasFma ? 1 : 2);
  most = std::min(most, (plan.registers - others) / plan.tileVectors);
  return most - plan.micro->splitsWords();
}

double kiln::countParts(const ConvolutionPlan &plan, const WindowAxis &axis,
                        double unit) {
  int64_t extent = plan.getExtent(axis);
  return plan.rows.loop ? countParts(extent, plan.getUsualExtent(), unit)
                        : std::ceil(countPoints(extent) / unit);
}

static double countPanels(const ConvolutionPlan &plan) {
  return std::ceil(double(plan.filters) / plan.getTileFilters());
}

/// Tiles of an image.
static double countTiles(const ConvolutionPlan &plan) {
  return countPanels(plan) * countParts(plan, plan.rows, plan.tileRows) *
         countParts(plan, plan.columns, plan.tileColumns);
}

/// Cycles for a step of all sums of an image, in tiles.
static double countTileSteps(const ConvolutionPlan &plan, const CpuInfo &info) {
  return countTiles(plan) *
         countTileStep(info, plan.getPixels(), plan.tileVectors);
}

/// Chooses the pixels of a tile that are neighbours in a row, up to `most`.
static void chooseColumns(ConvolutionPlan &plan, int64_t most,
                          const CpuInfo &info) {
  bool isUnknown = ShapedType::isDynamic(plan.getExtent(plan.columns));
  // A pixel or two over at the end of a line, or of a row, cost less than fewer
  // sums do.
  const double gain = plan.isLine() || isUnknown ? 1.03 : 1.05;
  plan.tileColumns = most;
  if (isUnknown && !plan.rows.loop)
    return;
  ConvolutionPlan smaller = plan;
  while (--smaller.tileColumns > 0)
    if (gain * countTileSteps(smaller, info) < countTileSteps(plan, info))
      plan.tileColumns = smaller.tileColumns;
}

/// Makes a tile of a known row larger than usual where fewer pixels are
/// computed so. Others gain nothing: filters and their taps take what registers
/// are left.
static void growColumns(ConvolutionPlan &plan, const CpuInfo &info) {
  constexpr int64_t kMost = 12, kMargin = 32;
  int64_t columns = plan.getExtent(plan.columns);
  if (ShapedType::isDynamic(columns) || info.registers < 32 ||
      plan.lanes < kMost || plan.tileVectors > kTileVectors ||
      plan.micro->splitsWords())
    return;
  auto countPixels = [&](int64_t size) {
    return int64_t(llvm::alignTo(columns, size));
  };
  int64_t usual = plan.stretch;
  for (int64_t size = usual + 1; size <= kMost; ++size)
    if (countPixels(size) * (kMargin + 1) <=
        countPixels(plan.tileColumns) * kMargin) {
      plan.tileColumns = size;
      plan.stretch = llvm::PowerOf2Ceil(size);
    }
}

/// Chooses the pixels of a tile: some of a row, or whole rows of a narrow
/// image.
static void choosePixels(ConvolutionPlan &plan, const CpuInfo &info) {
  int64_t most = getMaxPixels(plan, info);
  plan.stretch = std::min<int64_t>(plan.lanes, llvm::PowerOf2Ceil(most));
  most = std::min(most, plan.stretch);
  int64_t columns = plan.getExtent(plan.columns);
  plan.tileRows = 1;
  chooseColumns(plan, most, info);
  growColumns(plan, info);
  if (ShapedType::isDynamic(columns) || columns > most || columns == 0 ||
      !plan.rows.loop)
    return;
  plan.tileColumns = columns;
  plan.tileRows = chooseTileSize(plan.getExtent(plan.rows),
                                 std::max<int64_t>(1, most / columns));
}

/// Chooses filters and pixels of a tile. Few filters, as groups have them, may
/// be three vectors where two would leave one empty.
static void chooseTile(ConvolutionPlan &plan, const CpuInfo &info) {
  plan.tileVectors = plan.filters > plan.lanes ? kTileVectors : 1;
  choosePixels(plan, info);
  if (plan.hasPanels)
    return;
  ConvolutionPlan wide = plan;
  wide.tileVectors = 3;
  choosePixels(wide, info);
  if (countTileSteps(wide, info) < countTileSteps(plan, info))
    plan = wide;
}

/// The size of parts that `extent` is evenly cut to, of whole units and up to
/// `most`.
static int64_t cut(int64_t extent, int64_t most, int64_t unit) {
  extent = std::max<int64_t>(extent, 1);
  int64_t parts = llvm::divideCeil(extent, most);
  return int64_t(llvm::alignTo(llvm::divideCeil(extent, parts), unit));
}

/// Of tiles and of vectors: what follows the sums goes over whole ones but at
/// the end of a row.
static int64_t getColumnUnit(const ConvolutionPlan &plan) {
  return std::lcm(plan.tileColumns, plan.lanes);
}

void kiln::chooseBandColumns(ConvolutionPlan &plan, int64_t most) {
  int64_t columns = plan.getExtent(plan.columns);
  plan.bandColumns = ShapedType::isDynamic(columns)
                         ? llvm::alignTo(kBandColumns / 2, getColumnUnit(plan))
                         : cut(columns, most, plan.tileColumns);
}

void kiln::chooseBandRows(ConvolutionPlan &plan, int64_t rowSize,
                          const CpuInfo &info) {
  constexpr int64_t kBandRows = 32;
  int64_t rowBytes = rowSize * plan.getElementBytes();
  int64_t rowsInCache = info.cache.level2 / 2 / std::max<int64_t>(rowBytes, 1);
  int64_t more = plan.setsTapsApart ? rowsInCache / plan.rows.taps - 1
                                    : rowsInCache - plan.rows.reach(1);
  int64_t most = more / plan.rows.stride + 1;
  most = std::clamp(most, plan.tileRows, kBandRows);
  int64_t rows = plan.getExtent(plan.rows);
  plan.bandRows = ShapedType::isDynamic(rows)
                      ? llvm::alignDown(most, plan.tileRows)
                      : cut(rows, most, plan.tileRows);
}

/// Narrows bands of unknown width while they have few rows: images of many
/// planes are small, and filters are read once for each band. A band of few
/// rows then leaves the second cache where the image is wider.
static void narrowBands(ConvolutionPlan &plan, const CpuInfo &info) {
  constexpr int64_t kFewRows = 8, kFewColumns = 20;
  const int64_t unit = getColumnUnit(plan);
  if (!ShapedType::isDynamic(plan.getExtent(plan.columns)) || !plan.rows.loop)
    return;
  while (plan.rows.reach(plan.bandRows) < plan.rows.taps + kFewRows - 1 &&
         plan.bandColumns > std::max(unit, kFewColumns)) {
    plan.bandColumns = llvm::alignTo(plan.bandColumns / 2, unit);
    chooseBandRows(plan, plan.getRowSize() * plan.getWords(), info);
  }
  if (ShapedType::isDynamic(plan.getExtent(plan.rows)))
    plan.bandRows = std::max(plan.bandRows, kFewRows);
}

/// Packs the rows of taps apart where they are so far from each other that
/// fewer are packed for each row of the result then.
static void setTapsApart(ConvolutionPlan &plan, const CpuInfo &info) {
  ConvolutionPlan apart = plan;
  apart.setsTapsApart = true;
  chooseBandRows(apart, plan.getRowSize() * plan.getWords(), info);
  auto isLess = [](const ConvolutionPlan &a, const ConvolutionPlan &b) {
    return a.getPackedRows() * b.bandRows < b.getPackedRows() * a.bandRows;
  };
  if (isLess(apart, plan))
    plan = apart;
}

/// The times that threads take for the largest share of the work, summed over
/// numbers of threads, with the bands of `plan`.
static double weighShares(const ConvolutionPlan &plan, const CpuInfo &info) {
  double rows = plan.getExtent(plan.rows);
  double columns = plan.getExtent(plan.columns);
  double inBand = countImages(plan) *
                  std::ceil(double(plan.filters) / plan.getTileFilters());
  double items = inBand * std::ceil(rows / double(plan.bandRows)) *
                 std::ceil(columns / double(plan.bandColumns));
  double pixels =
      double(plan.bandRows) * std::min(columns, double(plan.bandColumns));
  double sum = 0;
  for (unsigned threads = 2; threads <= info.cores; threads *= 2)
    sum += std::ceil(items / threads) * pixels / (inBand * rows * columns);
  return sum;
}

/// May a band be a row that fills no vector? Its sums are long then, and all
/// filters stay in a cache while rows go by.
static bool takesShortRows(const ConvolutionPlan &plan, const CpuInfo &info) {
  constexpr int64_t kLong = 256;
  return plan.getSteps() >= kLong &&
         plan.filters * plan.getSteps() * plan.getElementBytes() <=
             info.cache.level2;
}

void kiln::evenBands(ConvolutionPlan &plan, const CpuInfo &info) {
  constexpr double kLess = 0.95;
  int64_t rows = plan.getExtent(plan.rows);
  int64_t columns = plan.getExtent(plan.columns);
  // Panels that are packed for each band are not worth it.
  if (plan.packsPanels() || rows == 0 || columns == 0 ||
      ShapedType::isDynamicShape({rows, columns}))
    return;
  // A line of pixels has no rows to cut.
  bool cutsRows = plan.rows.loop.has_value();
  int64_t unit = cutsRows ? plan.tileRows : plan.tileColumns;
  int64_t least = takesShortRows(plan, info) ? 1
                  : cutsRows ? llvm::divideCeil(plan.lanes, columns)
                             : plan.lanes;
  double best = weighShares(plan, info);
  int64_t &size = cutsRows ? plan.bandRows : plan.bandColumns;
  int64_t chosen = size;
  for (size -= unit; size >= least; size -= unit) {
    double sum = weighShares(plan, info);
    if (sum >= kLess * best)
      continue;
    best = sum;
    chosen = size;
  }
  size = chosen;
}

/// Chooses lines: whole rows of a narrow image, so that few vectors of them are
/// not full.
static void chooseLine(ConvolutionPlan &plan) {
  constexpr int64_t kLine = 128;
  int64_t columns = plan.getExtent(plan.columns);
  plan.lineRows = plan.tileRows;
  if (!ShapedType::isDynamic(columns) && columns > 0 &&
      columns <= plan.bandColumns)
    plan.lineRows =
        std::clamp<int64_t>(llvm::alignDown(kLine / columns, plan.tileRows),
                            plan.tileRows, plan.bandRows);
}

/// Chooses the rows that are summed together: a line, or several short ones,
/// which a row of unknown length may be.
static void chooseSumRows(ConvolutionPlan &plan) {
  constexpr int64_t kPixels = 128;
  plan.sumRows = plan.lineRows;
  if (ShapedType::isDynamic(plan.getExtent(plan.columns)))
    plan.sumRows = std::clamp<int64_t>(
        llvm::alignDown(kPixels / plan.getTiledColumns(), plan.lineRows),
        plan.lineRows, plan.bandRows);
}

/// Do the filters of a block of planes stay in the first cache, with room for
/// pixels, but not those of all planes?
static bool sharesBlocks(const ConvolutionPlan &plan, const CpuInfo &info) {
  int64_t stepBytes = plan.getTileFilters() * plan.getElementBytes();
  return plan.hasBlocks() && plan.depth * stepBytes <= info.cache.level1 / 2 &&
         plan.getSteps() * stepBytes > info.cache.level1;
}

/// Takes the sizes that are wanted. False where they do not fit.
static bool takeSizes(ConvolutionPlan &plan, const Schedule &wanted) {
  ArrayRef<int64_t> tile = wanted.tile, block = wanted.block;
  if (tile.size() != 3 || block.size() != 2 || wanted.depth < 1 ||
      !isSize(tile[0], plan.lanes) || !isSize(tile[1], 1) ||
      !isSize(tile[2], 1) || tile[1] > plan.stretch ||
      tile[2] > plan.stretch / tile[1] || !isSize(block[0], tile[1]) ||
      !isSize(block[1], tile[2]) || (!plan.rows.loop && block[0] != 1) ||
      // Tiles of several rows are those of a whole line.
      (tile[1] > 1 && tile[2] != plan.getExtent(plan.columns)) ||
      (plan.hasPanels && plan.storedWidth % tile[0] != 0))
    return false;
  plan.tileVectors = tile[0] / plan.lanes;
  plan.tileRows = tile[1];
  plan.tileColumns = tile[2];
  plan.bandRows = block[0];
  plan.bandColumns = block[1];
  plan.depth = wanted.depth;
  return true;
}

std::optional<ConvolutionPlan> kiln::matchFilters(exec::KernelOp kernel,
                                                  const CpuInfo &info) {
  constexpr int64_t kMaxPlanes = 1 << 16;
  std::optional<BandPlan> band = matchBand(kernel, /*takesIntegers=*/true);
  if (!band)
    return std::nullopt;
  ConvolutionPlan plan{*band};
  plan.lanes = info.vectorBits / 8 / plan.getElementBytes();
  plan.registers = info.registers;
  if (plan.planes > kMaxPlanes || !findFilters(plan, info) ||
      !findPanels(plan, info))
    return std::nullopt;
  // Filters lie in panels where that was asked for all targets before.
  if (!plan.hasPanels &&
      !plan.suitsTiles(kTileVectors * plan.lanes, plan.filters))
    return std::nullopt;
  auto result =
      cast<RankedTensorType>(plan.contraction->getResult(0).getType());
  plan.fetchesResults =
      countPoints(result.getShape()) * result.getElementTypeBitWidth() / 8 >
      info.cache.level2;
  return plan;
}

/// The columns of a band, the most: those of a line stay in the second cache
/// beside a panel.
static int64_t getMaxColumns(const ConvolutionPlan &plan, const CpuInfo &info) {
  if (!plan.isLine())
    return kBandColumns;
  int64_t pixelBytes = plan.getWords() * plan.getElementBytes();
  int64_t most = std::min(kBandColumns, info.cache.level2 / 2 / pixelBytes);
  return std::max(plan.tileColumns,
                  int64_t(llvm::alignDown(most, plan.tileColumns)));
}

/// Leaves out the first and the last taps of `axis`, whose positions all lie in
/// the padding of `pad`.
static void leavePaddingOut(WindowAxis &axis, int64_t extent,
                            tensor::PadOp pad) {
  int64_t begin = pad.getStaticLow()[axis.dimension];
  int64_t size = pad.getSourceType().getDimSize(axis.dimension);
  if (ShapedType::isDynamicShape({extent, size}) || extent == 0 || size == 0)
    return;
  auto readsImage = [&](int64_t tap) {
    int64_t first = tap * axis.dilation;
    int64_t last = first + (extent - 1) * axis.stride;
    return first < begin + size && last >= begin;
  };
  while (axis.taps > 1 && !readsImage(axis.firstTap)) {
    ++axis.firstTap;
    --axis.taps;
  }
  while (axis.taps > 1 && !readsImage(axis.firstTap + axis.taps - 1))
    --axis.taps;
}

/// The share of the products of rows that have a factor in the padding.
static double getPaddingShare(const ConvolutionPlan &plan, tensor::PadOp pad) {
  const WindowAxis &rows = plan.rows;
  double extent = plan.getExtent(rows);
  double size = pad.getSourceType().getDimSize(rows.dimension);
  if (ShapedType::isDynamic(plan.getExtent(rows)))
    extent = plan.getUsualExtent();
  if (pad.getSourceType().isDynamicDim(rows.dimension))
    size = extent * rows.stride;
  double outside = 0;
  for (int64_t tap = 0; tap < rows.taps; ++tap) {
    double first = rows.getOrigin() + tap * rows.dilation -
                   pad.getStaticLow()[rows.dimension];
    double above = std::ceil(-first / rows.stride);
    double before = std::ceil((size - first) / rows.stride);
    outside += extent -
               (std::clamp(before, 0., extent) - std::clamp(above, 0., extent));
  }
  return outside / (extent * rows.taps);
}

/// Leaves taps out that read nothing but zeros around the image: those for
/// which that is known here, and rows of them at each tile where these are
/// many.
static void leavePaddingOut(ConvolutionPlan &plan) {
  constexpr double kMany = 0.25;
  std::optional<tensor::PadOp> pad = findPadding(plan);
  if (!pad || !*pad || plan.columns.word)
    return;
  Value padding = pad->getConstantPaddingValue();
  if (!matchPattern(padding, m_AnyZeroFloat()) &&
      !matchPattern(padding, m_Zero()))
    return;
  for (WindowAxis *axis : {&plan.rows, &plan.columns})
    if (axis->tap)
      leavePaddingOut(*axis, plan.getExtent(*axis), *pad);
  if (!plan.rows.tap || plan.getExtent(plan.rows) == 0)
    return;
  double share = getPaddingShare(plan, *pad);
  if (share >= kMany)
    plan.paddingShare = share;
}

/// Nothing when `kernel` is no such sum, or one that is better written in
/// another way.
static std::optional<ConvolutionPlan> matchConvolution(exec::KernelOp kernel,
                                                       const CpuInfo &info,
                                                       const Schedule *wanted) {
  constexpr int64_t kMaxColumnTaps = 16; // Taps of a row are written out.
  std::optional<ConvolutionPlan> plan = matchFilters(kernel, info);
  if (!plan || plan->columns.taps > kMaxColumnTaps ||
      !chooseInstruction(*plan, info))
    return std::nullopt;
  // A step of a small image reads a few pixels of a plane, which then follow
  // those of the plane before it.
  plan->joinsPlanes = true;
  leavePaddingOut(*plan);
  chooseTile(*plan, info);
  chooseBandColumns(*plan, getMaxColumns(*plan, info));
  chooseBandRows(*plan, plan->getRowSize() * plan->getWords(), info);
  narrowBands(*plan, info);
  setTapsApart(*plan, info);
  evenBands(*plan, info);
  if (wanted && !takeSizes(*plan, *wanted))
    return std::nullopt;
  if (plan->isLine() && plan->columns.stride == 1)
    plan->columnBlock = plan->tileColumns;
  plan->packsWhole = !info.hasMasks && plan->wordPlanes == 1 &&
                     !plan->columns.word && findPadding(*plan).has_value();
  chooseLine(*plan);
  chooseSumRows(*plan);
  plan->sharesBlocks = sharesBlocks(*plan, info);
  return plan;
}

/// Tiles are whole, and are transposed before the ops that follow.
static CpuCycles predictCycles(exec::KernelOp kernel,
                               const ConvolutionPlan &plan,
                               const CpuInfo &info) {
  // Filters are turned, or words of them that lie there only taken apart.
  constexpr double kTranspose = 4, kPack = 4, kTakeApart = 1;
  double images = countImages(plan);
  double panels = countPanels(plan);
  double bands = images * countParts(plan, plan.rows, plan.bandRows) *
                 countParts(plan, plan.columns, plan.bandColumns);
  CpuCycles cycles;
  cycles.arithmetic =
      images * (plan.getSteps() * (1 - plan.paddingShare) *
                    plan.micro->countOperations() * countTileSteps(plan, info) +
                countTiles(plan) * plan.getPixels() * plan.tileVectors *
                    kTranspose) +
      countCycles(kernel, info, plan.contraction);
  cycles.packing = countBandCycles(plan) * (plan.isPanelFirst() ? panels : 1) +
                   double(plan.getPanelSize()) * panels *
                       (plan.hasPanels ? kTakeApart : kPack) / plan.lanes *
                       (plan.isPanelFirst() ? 1 : bands);
  return cycles;
}

std::unique_ptr<KernelPlan> kiln::planConvolution(exec::KernelOp kernel,
                                                  const TargetInfo &target,
                                                  const Schedule *wanted) {
  std::optional<ConvolutionPlan> plan =
      matchConvolution(kernel, target.cpu, wanted);
  if (!plan)
    return nullptr;
  int64_t size = plan->getElementBytes();
  int64_t elements = plan->getPanelPlace() + plan->getPanelSize();
  if (elements > target.cpu.cache.level3 / size)
    return nullptr;
  Schedule schedule = {
      "convolution",
      {plan->getTileFilters(), plan->tileRows, plan->tileColumns},
      {plan->bandRows, plan->bandColumns},
      plan->depth};
  return makePackingCpuPlan<ConvolutionEmitter>(
      kernel, target, schedule, elements * size,
      predictCycles(kernel, *plan, target.cpu), *plan);
}
