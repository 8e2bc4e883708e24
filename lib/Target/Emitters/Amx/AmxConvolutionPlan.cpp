// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AmxConvolutionPlan.h"
#include "../Emitters.h"
#include "../Scalar/CpuFunction.h"
#include "../Tiles/SumOfProducts.h"
#include "AmxConvolutionEmitter.h"
#include "kiln/Target/Cost.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace kiln;

/// The words of a step, of `words` that follow each other at equal distances:
/// the most that leave none over; 0 where that is less than half a tile.
static int64_t chooseStepWords(int64_t words) {
  for (int64_t step = kTileRows; 2 * step >= kTileRows; --step)
    if (words % step == 0)
      return step;
  return 0;
}

/// Chooses what a step takes. False where planes are too few, or their number
/// is unsuitable.
static bool chooseStep(AmxConvolutionPlan &plan) {
  plan.stepWords = chooseStepWords(plan.getWords());
  if (plan.stepWords != 0)
    return true;
  plan.foldsColumns = true;
  plan.stepWords = chooseStepWords(plan.getWords() * plan.columns.taps);
  return plan.stepWords != 0;
}

/// Of what `plan` computes for lines of `rows` rows, the stretches per row.
static double countStretchesPerRow(const AmxConvolutionPlan &plan,
                                   int64_t rows) {
  return 2.0 * double(plan.countPairs(rows)) / double(rows);
}

/// Stretches whose sums stay in a near cache.
static int64_t getMaxStretches(const AmxConvolutionPlan &plan) {
  constexpr int64_t kMaxBytes = 128 << 10;
  return kMaxBytes /
         (plan.getTileFilters() * plan.kStretch * plan.getElementBytes());
}

/// Chooses the columns of a band. Those of a line of pixels are whole pairs of
/// stretches.
static void cutColumns(AmxConvolutionPlan &plan) {
  if (!plan.isLine())
    return chooseBandColumns(plan);
  plan.tileColumns = 2 * plan.kStretch;
  int64_t pairs = std::max<int64_t>(1, getMaxStretches(plan) / 2);
  chooseBandColumns(plan, pairs * plan.tileColumns);
}

/// Chooses lines of so many rows that few stretches are computed for nothing,
/// whose sums stay in a near cache.
static void chooseLine(AmxConvolutionPlan &plan) {
  int64_t maxStretches = getMaxStretches(plan);
  plan.lineRows = 1;
  for (int64_t rows = 2;
       rows <= plan.bandRows && plan.countStretches(rows) <= maxStretches;
       ++rows)
    if (countStretchesPerRow(plan, rows) <=
        countStretchesPerRow(plan, plan.lineRows))
      plan.lineRows = rows;
}

/// Chooses between stretches that run on over rows and those that do not.
static void chooseLines(AmxConvolutionPlan &plan) {
  chooseLine(plan);
  int64_t columns = plan.getExtent(plan.columns);
  if (plan.foldsColumns || columns != plan.bandColumns)
    return;
  AmxConvolutionPlan flat = plan;
  flat.isFlat = true;
  chooseLine(flat);
  if (countStretchesPerRow(flat, flat.lineRows) <
      countStretchesPerRow(plan, plan.lineRows))
    plan = flat;
}

/// Chooses the filters of a panel: as many as stay in the second cache beside
/// the band.
static void choosePanel(AmxConvolutionPlan &plan, const CpuInfo &info) {
  int64_t tileBytes = plan.getTileSteps() * plan.stepWords * plan.kTileFilters *
                      plan.getElementBytes();
  int64_t most = std::max<int64_t>(1, info.cache.level2 / 2 / tileBytes);
  int64_t tiles = llvm::divideCeil(plan.filters, plan.kTileFilters);
  int64_t panels = llvm::divideCeil(tiles, most);
  plan.tileVectors =
      llvm::divideCeil(tiles, panels) * plan.kTileFilters / plan.lanes;
}

/// Bands of all images; nothing where their number is not known.
static std::optional<int64_t> countBands(const AmxConvolutionPlan &plan) {
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(plan.contraction->getResult(0).getType())
          .getShape();
  int64_t extents[] = {plan.getExtent(plan.rows), plan.getExtent(plan.columns)};
  auto images = llvm::map_to_vector(
      plan.images, [&](unsigned dimension) { return shape[dimension]; });
  if (ShapedType::isDynamicShape(images) || ShapedType::isDynamicShape(extents))
    return std::nullopt;
  return ShapedType::getNumElements(images) *
         int64_t(llvm::divideCeil(extents[0], plan.bandRows)) *
         int64_t(llvm::divideCeil(extents[1], plan.bandColumns));
}

/// Keeps the bands of all images packed for all panels where they stay in the
/// second cache beside one of these.
static void keepBands(AmxConvolutionPlan &plan, const CpuInfo &info) {
  std::optional<int64_t> bands = countBands(plan);
  if (!bands || *bands == 0 || plan.countPanels() == 1)
    return;
  int64_t panel = plan.getTileFilters() * plan.getTileSteps() * plan.stepWords;
  int64_t words = info.cache.level2 / plan.getElementBytes();
  if (*bands <= (words - panel) / plan.getBandSize())
    plan.keptBands = *bands;
}

/// Chooses how much of the next panel is fetched while two stretches are
/// summed: all of it while all bands are.
static void chooseFetch(AmxConvolutionPlan &plan) {
  constexpr int64_t kMost = 4; // More would take the place of products.
  if (plan.foldsColumns || plan.countPanels() == 1)
    return;
  int64_t pairs = plan.getBandPairs() * countBands(plan).value_or(1);
  plan.fetchedWords = std::min(
      kMost,
      int64_t(llvm::divideCeil(plan.stepWords, std::max<int64_t>(pairs, 1))));
}

/// Do ops behind the sums read a tensor as large as the result? Its rows may
/// lie where those of the result do, and each would wait for the one before to
/// be stored.
static bool readsLikeResult(exec::KernelOp kernel,
                            linalg::GenericOp contraction) {
  ArrayRef<int64_t> result =
      cast<RankedTensorType>(contraction->getResult(0).getType()).getShape();
  return llvm::any_of(
      kernel.getBody().getArguments(), [&](BlockArgument argument) {
        auto type = dyn_cast<RankedTensorType>(argument.getType());
        return type && type.getShape() == result &&
               llvm::any_of(argument.getUsers(), [&](Operation *user) {
                 return isa<linalg::GenericOp>(user) && user != contraction;
               });
      });
}

/// Takes the sizes that are wanted. False where they do not fit.
static bool takeSizes(AmxConvolutionPlan &plan, const Schedule &wanted) {
  if (wanted.tile.size() != 1 || wanted.block.size() != 2 ||
      wanted.depth != 0 || !isSize(wanted.tile[0], plan.kTileFilters) ||
      !isSize(wanted.block[0], 1) || !isSize(wanted.block[1], 1) ||
      (!plan.rows.loop && wanted.block[0] != 1))
    return false;
  plan.tileVectors = wanted.tile[0] / plan.lanes;
  plan.bandRows = wanted.block[0];
  plan.bandColumns = wanted.block[1];
  return true;
}

/// Nothing where `kernel` is no convolution that tiles can take.
static std::optional<AmxConvolutionPlan>
matchAmxConvolution(exec::KernelOp kernel, const CpuInfo &info,
                    const Schedule *wanted) {
  constexpr int64_t kMaxColumnTaps = 16; // Taps of a row are written out.
  if (!info.hasTiles)
    return std::nullopt;
  std::optional<ConvolutionPlan> filters = matchFilters(kernel, info);
  if (!filters || !filters->hasPanels || filters->planeLoops.size() != 1 ||
      filters->columns.word || filters->columns.taps > kMaxColumnTaps ||
      filters->storedWidth != AmxConvolutionPlan::kTileFilters)
    return std::nullopt;
  AmxConvolutionPlan plan{*filters, /*product=*/{}};
  plan.wordPlanes = plan.panelPlanes;
  plan.putsPanelsFirst = true;
  if (!chooseStep(plan))
    return std::nullopt;
  plan.product = getTileProduct(getProductTypes(
      plan.contraction, plan.foldsColumns ? plan.filter : plan.image));
  if (plan.product.empty())
    return std::nullopt;
  choosePanel(plan, info);
  cutColumns(plan);
  chooseBandRows(plan, plan.getColumnPhases() * plan.getRowStep(), info);
  evenBands(plan, info);
  if (wanted && !takeSizes(plan, *wanted))
    return std::nullopt;
  chooseLines(plan);
  plan.finishesFilters = !readsLikeResult(kernel, plan.contraction);
  keepBands(plan, info);
  chooseFetch(plan);
  return plan;
}

static CpuCycles predictCycles(exec::KernelOp kernel,
                               const AmxConvolutionPlan &plan,
                               const CpuInfo &info) {
  constexpr double kTile = 128, kSquare = 64, kConfigure = 200, kTurn = 4;
  double step = std::max(4.0 * kTileRows / info.tileRowsPerCycle,
                         double(info.tileLatency));
  double images = countImages(plan);
  double rows = countPoints(plan.getExtent(plan.rows));
  double parts = std::ceil(countPoints(plan.getExtent(plan.columns)) /
                           double(plan.bandColumns));
  double pairs =
      images * rows * parts * countStretchesPerRow(plan, plan.lineRows) / 2;
  double tiles = std::ceil(double(plan.filters) / plan.kTileFilters);
  double imageRows = std::ceil(rows / double(plan.bandRows)) *
                     double(plan.rows.reach(plan.bandRows));
  double squares =
      images * imageRows * parts * double(plan.getGroups()) *
      double(plan.getUsedPhases().size()) *
      std::ceil(double(plan.getRowPixels()) / double(plan.kStretch));
  CpuCycles cycles;
  cycles.arithmetic = countCycles(kernel, info, plan.contraction) + kConfigure +
                      pairs * tiles *
                          (plan.getTileSteps() * step + kTile +
                           (plan.foldsColumns ? 0 : 4 * kSquare));
  cycles.packing =
      (countBandCycles(plan) + squares * kSquare) *
          (countBands(plan) == plan.keptBands ? 1.0
                                              : double(plan.countPanels())) +
      double(plan.getPanelSize() * plan.countPanels()) / plan.lanes * kTurn;
  return cycles;
}

std::unique_ptr<KernelPlan> kiln::planAmxConvolution(exec::KernelOp kernel,
                                                     const TargetInfo &target,
                                                     const Schedule *wanted) {
  std::optional<AmxConvolutionPlan> plan =
      matchAmxConvolution(kernel, target.cpu, wanted);
  if (!plan)
    return nullptr;
  int64_t bytes = plan->getScratchSize() * plan->getElementBytes();
  if (bytes > target.cpu.cache.level3)
    return nullptr;
  Schedule schedule = {"amx_convolution",
                       {plan->getTileFilters()},
                       {plan->bandRows, plan->bandColumns}};
  return makePackingCpuPlan<AmxConvolutionEmitter>(
      kernel, target, schedule, bytes, predictCycles(kernel, *plan, target.cpu),
      *plan);
}
