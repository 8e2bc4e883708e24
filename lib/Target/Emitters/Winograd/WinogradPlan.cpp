// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "WinogradPlan.h"
#include "../Emitters.h"
#include "../Scalar/CpuFunction.h"
#include "../Tiles/SumOfProducts.h"
#include "WinogradEmitter.h"
#include "kiln/Target/Cost.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;

/// Is it a sum of floats over windows of 3 x 3 that are neighbours, with
/// filters in panels whose words can be taken apart?
static bool isMatch(const WinogradPlan &plan, const CpuInfo &info) {
  auto isNeighbours = [](const WindowAxis &axis) {
    return axis.loop && axis.taps == 3 && axis.stride == 1 &&
           axis.dilation == 1;
  };
  linalg::GenericOp op = plan.contraction;
  Type filter = getElementTypeOrSelf(op.getDpsInputOperand(plan.filter)->get());
  return isNeighbours(plan.rows) && isNeighbours(plan.columns) &&
         plan.hasPanels && isa<FloatType>(getSumType(plan.contraction)) &&
         (plan.panelPlanes == 1 ||
          (takesHalves(info, filter) && plan.planeLoops.size() == 1));
}

/// Where what `use` reads lies next: a result of the operation or of the one
/// around it, or an element of the tensor. Nothing where it is neither computed
/// with nor passed on.
static Value follow(OpOperand &use) {
  Operation *user = use.getOwner();
  if (auto generic = dyn_cast<linalg::GenericOp>(user))
    return generic.getMatchingBlockArgument(&use);
  if (isa<linalg::YieldOp>(user))
    return user->getParentOp()->getResult(use.getOperandNumber());
  if (isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::MaximumFOp,
          arith::MinimumFOp>(user))
    return user->getResult(0);
  return nullptr;
}

/// Is all that is computed of `value` rounded to `type`, and nothing stored as
/// it is?
static bool isRounded(Value value, Type type) {
  SetVector<Value> values;
  values.insert(value);
  for (unsigned i = 0; i < values.size(); ++i)
    for (OpOperand &use : values[i].getUses()) {
      if (isa<arith::TruncFOp>(use.getOwner())) {
        if (use.getOwner()->getResult(0).getType() != type)
          return false;
        continue;
      }
      Value next = follow(use);
      if (!next)
        return false;
      values.insert(next);
    }
  return true;
}

/// Chooses the instruction: one that takes words of the operands' type where
/// what is computed of the sums is rounded to it anyway, else that of sums.
static void chooseInstruction(WinogradPlan &plan, const CpuInfo &info) {
  ProductTypes types = getProductTypes(plan.contraction, plan.image);
  plan.micro = chooseMicroKernel(info, types);
  if (plan.micro->splitsWords() || plan.micro->getSteps() != plan.panelPlanes ||
      !isRounded(plan.contraction.getResult(0), types.left))
    plan.micro = makeFmaKernel(info, types.sum);
  plan.wordPlanes = plan.micro->getSteps();
}

/// The most sums that registers hold beside two vectors of filters and an
/// element of the image.
static int64_t getMaxGroup(const WinogradPlan &plan, const CpuInfo &info) {
  return (info.registers - 1) / plan.tileVectors - 1;
}

/// Bands of all images; as many as are expected where that is not known.
static double countBands(const WinogradPlan &plan) {
  return countImages(plan) * countParts(plan, plan.rows, plan.bandRows) *
         countParts(plan, plan.columns, plan.bandColumns);
}

/// Chooses bands, and blocks of up to so many tiles.
static void chooseBlock(WinogradPlan &plan, int64_t tiles) {
  constexpr int64_t kMaxColumns = 128;
  // All tiles of a band are computed, also beyond the end of an image.
  constexpr int64_t kUnknownColumns = 16, kUnknownRows = 8;
  auto cut = [](int64_t extent, int64_t most) {
    if (ShapedType::isDynamic(extent))
      return most;
    int64_t parts = llvm::divideCeil(std::max<int64_t>(extent, 1), most);
    return int64_t(
        llvm::alignTo(llvm::divideCeil(std::max<int64_t>(extent, 1), parts),
                      WinogradPlan::kTile));
  };
  int64_t columns = plan.getExtent(plan.columns);
  int64_t rows = plan.getExtent(plan.rows);
  plan.bandColumns = cut(
      columns, ShapedType::isDynamic(columns) ? kUnknownColumns : kMaxColumns);
  int64_t most =
      std::max<int64_t>(tiles / plan.getTileColumns(), 1) * WinogradPlan::kTile;
  if (ShapedType::isDynamic(rows))
    most = std::min(most, kUnknownRows);
  plan.bandRows = cut(rows, most);
  plan.blockBands = std::max<int64_t>(tiles / plan.getBandTiles(), 1);
  // The tiles of a block are computed, also of bands that there are not.
  if (cast<ShapedType>(plan.contraction.getResult(0).getType())
          .hasStaticShape())
    plan.blockBands = std::clamp<int64_t>(countBands(plan), 1, plan.blockBands);
}

/// Chooses the tiles of a group so that a band's take the least cycles: few
/// sums wait for each other, and the last group computes some once more.
static int64_t chooseGroup(const WinogradPlan &plan, const CpuInfo &info) {
  auto countCycles = [&](int64_t size) {
    return double(llvm::divideCeil(plan.getBandTiles(), size)) *
           countTileStep(info, double(size), double(plan.tileVectors));
  };
  int64_t best = getMaxGroup(plan, info);
  for (int64_t size = best - 1; size > 0; --size)
    if (countCycles(size) < countCycles(best))
      best = size;
  return best;
}

/// Does the scratch memory fit the cache that all cores share?
static bool fitsCache(const WinogradPlan &plan, const CpuInfo &info) {
  return plan.getScratchSize() <= info.cache.level3 / plan.getElementBytes();
}

/// Chooses blocks of so many tiles that transforming the filters for each is
/// little work, of fewer where those of many planes fit no cache.
static void chooseBlock(WinogradPlan &plan, const CpuInfo &info) {
  constexpr int64_t kTiles = 128, kFewTiles = 32;
  for (int64_t tiles = kTiles; tiles >= kFewTiles; tiles /= 2) {
    chooseBlock(plan, tiles);
    plan.groupTiles = chooseGroup(plan, info);
    if (fitsCache(plan, info))
      return;
  }
}

/// Takes the sizes that are wanted. False where they do not fit.
static bool takeSizes(WinogradPlan &plan, const Schedule &wanted,
                      const CpuInfo &info) {
  ArrayRef<int64_t> tile = wanted.tile, block = wanted.block;
  if (tile.size() != 2 || block.size() != 3 || wanted.depth < 1 ||
      tile[0] != plan.getTileFilters() || tile[1] < 1 ||
      tile[1] > getMaxGroup(plan, info) || block[0] < 1 ||
      !isSize(block[1], plan.kTile) || !isSize(block[2], plan.kTile))
    return false;
  plan.blockBands = block[0];
  plan.bandRows = block[1];
  plan.bandColumns = block[2];
  plan.groupTiles = tile[1];
  plan.depth = wanted.depth;
  return true;
}

static std::optional<WinogradPlan> matchWinograd(exec::KernelOp kernel,
                                                 const CpuInfo &info,
                                                 const Schedule *wanted) {
  std::optional<ConvolutionPlan> filters = matchFilters(kernel, info);
  if (!filters)
    return std::nullopt;
  WinogradPlan plan{*filters};
  if (!isMatch(plan, info))
    return std::nullopt;
  chooseInstruction(plan, info);
  plan.tileVectors = plan.filters > plan.lanes ? 2 : 1;
  chooseBlock(plan, info);
  if (wanted && !takeSizes(plan, *wanted, info))
    return std::nullopt;
  // A vector of a row's sums may end in the next row, which is written later.
  int64_t columns = plan.getExtent(plan.columns);
  bool isNarrow = !ShapedType::isDynamic(columns) && columns <= plan.lanes;
  plan.lineColumns =
      isNarrow ? columns : llvm::alignTo(plan.bandColumns, plan.lanes);
  return plan;
}

static CpuCycles predictCycles(exec::KernelOp kernel, const WinogradPlan &plan,
                               const CpuInfo &info) {
  // Cycles for a vector of tiles of a plane, for a vector of filters of
  // a plane, and for a vector of filters of a tile.
  constexpr double kTiles = 48, kFilters = 80, kSums = 24;
  double bands = countBands(plan);
  double blocks = std::ceil(bands / plan.blockBands);
  double panels = std::ceil(double(plan.filters) / plan.getTileFilters());
  double tiles = blocks * panels * plan.getTiles();
  double rows = bands * plan.bandRows / plan.kTile;
  CpuCycles cycles;
  cycles.arithmetic =
      tiles / plan.groupTiles * plan.kPlaces * plan.getWords() *
          countTileStep(info, plan.groupTiles, plan.tileVectors) +
      countCycles(kernel, info, plan.contraction);
  cycles.packing = countBandCycles(plan) +
                   rows *
                       std::ceil(double(plan.getTileColumns()) / plan.lanes) *
                       plan.planes * kTiles +
                   blocks * panels * plan.planes * plan.tileVectors * kFilters +
                   tiles * plan.tileVectors * kSums;
  return cycles;
}

std::unique_ptr<KernelPlan> kiln::planWinograd(exec::KernelOp kernel,
                                               const TargetInfo &target,
                                               const Schedule *wanted) {
  std::optional<WinogradPlan> plan = matchWinograd(kernel, target.cpu, wanted);
  if (!plan)
    return nullptr;
  if (!fitsCache(*plan, target.cpu))
    return nullptr;
  Schedule schedule = {"winograd",
                       {plan->getTileFilters(), plan->groupTiles},
                       {plan->blockBands, plan->bandRows, plan->bandColumns},
                       plan->depth};
  return makePackingCpuPlan<WinogradEmitter>(
      kernel, target, schedule,
      plan->getScratchSize() * plan->getElementBytes(),
      predictCycles(kernel, *plan, target.cpu), *plan);
}
