// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AmxPlan.h"
#include "../Emitters.h"
#include "../Scalar/CpuFunction.h"
#include "../Tiles/SumOfProducts.h"
#include "AmxEmitter.h"

using namespace mlir;
using namespace kiln;

std::optional<unsigned> kiln::findRowDimension(const GemmPlan &plan) {
  linalg::GenericOp op = plan.contraction;
  AffineMap map = op.getIndexingMapsArray()[plan.left];
  AffineMap result = op.getIndexingMapsArray()[2];
  if (!map.isProjectedPermutation())
    return std::nullopt;
  // Each dimension of rows is one of the operand, in the same order.
  std::optional<unsigned> last;
  for (unsigned i = 0; i < plan.numRows; ++i) {
    std::optional<unsigned> at =
        map.getResultPosition(result.getResult(plan.numBatch + i));
    if (!at || (last && *at != *last + 1))
      return std::nullopt;
    last = at;
  }
  return last;
}

std::optional<int64_t> AmxPlan::getScratchBytes(const CpuInfo &info) const {
  // What is beyond these leaves no room for anything else.
  int64_t mostSteps = info.cache.level3 / kStepBytes;
  if (getSteps() > mostSteps)
    return std::nullopt;
  if (getLeftBytes() > info.cache.level3)
    return std::nullopt;
  return getPackedSteps() * kStepBytes + getLeftBytes();
}

/// Can tiles load rows of the left operand as they lie?
static bool hasRowsOfTiles(const AmxPlan &plan) {
  linalg::GenericOp op = plan.contraction;
  Value left = op.getDpsInputOperand(plan.left)->get();
  return isa<BlockArgument>(left) &&
         hasVectorSteps(plan.contraction, plan.left) &&
         findRowDimension(plan) && *plan.depth % plan.getStepElements() == 0;
}

/// Do so many panels read the rows that it is little work to pack them? A tile
/// of rows side by side is loaded faster (decision 057).
static bool sharesRows(const AmxPlan &plan) {
  constexpr double kManyColumns = 512;
  return getExtents(plan).columns >= kManyColumns;
}

/// Nothing where `kernel` is no product that tiles can take.
static std::optional<AmxPlan> matchAmx(exec::KernelOp kernel,
                                       const CpuInfo &info) {
  if (!info.hasTiles)
    return std::nullopt;
  std::optional<GemmPlan> gemm = matchGemm(kernel, info);
  if (!gemm || !gemm->depth || gemm->micro->getSteps() == 1 ||
      readsInPlace(*gemm) || !gemm->parts.empty() || gemm->choice)
    return std::nullopt;
  AmxPlan plan{*gemm,
               getTileProduct(getProductTypes(gemm->contraction, gemm->left))};
  if (plan.product.empty())
    return std::nullopt;
  plan.packsLeft = !hasRowsOfTiles(plan) || sharesRows(plan);
  return plan;
}

/// Chooses how the product is cut. False where that is not possible.
static bool chooseSizes(AmxPlan &plan, const CpuInfo &info,
                        const Schedule *wanted) {
  constexpr int64_t kMaxRows = 1024;
  int64_t most = 2 * kTileRows;
  plan.tile.lanes = AmxPlan::kStepWords;
  plan.tile.vectors = 2;
  plan.tile.rows = std::clamp<int64_t>(countRows(plan).value_or(most), 1, most);
  // The rows of a block stay in the second cache, with room for a panel: the
  // more there are, the less often panels are read from memory.
  if (plan.getSteps() > 0)
    plan.rowBlock = std::clamp<int64_t>(
        llvm::alignDown(info.cache.level2 / 2 / plan.getRowBytes(), most),
        plan.packsLeft ? most : plan.rowBlock, kMaxRows);
  if (!wanted)
    return true;
  if (wanted->tile.size() != 2 || wanted->tile[0] < 1 ||
      wanted->tile[0] > most || wanted->tile[1] != plan.tile.getColumns() ||
      wanted->block.size() != 1 || wanted->block[0] < wanted->tile[0] ||
      wanted->depth != 0)
    return false;
  plan.tile.rows = wanted->tile[0];
  plan.rowBlock = wanted->block[0];
  return holdsFewRows(plan, plan.tile);
}

/// Four products of a step share their loads; each waits for its sums of the
/// step before.
static double countStepCycles(const CpuInfo &info, double tileRows) {
  return std::max({4 * tileRows / info.tileRowsPerCycle,
                   2 * (tileRows + kTileRows) / info.loadsPerCycle,
                   double(info.tileLatency)});
}

static CpuCycles predictCycles(exec::KernelOp kernel, const AmxPlan &plan,
                               const CpuInfo &info) {
  constexpr double kTile = 128, kConfigure = 200, kVector = 4, kElement = 4;
  auto [batch, rows, columns, depth] = getExtents(plan);
  double panels = std::ceil(columns / plan.tile.getColumns());
  double height = std::min<double>(rows, plan.tile.rows);
  CpuCycles cycles;
  // As products in vector registers share their work: both are compared.
  GemmTile inVectors =
      chooseTile(info, getSumType(plan.contraction), *plan.micro);
  if (rows <= inVectors.rows && panels == 1)
    cycles.pieces = batch;
  cycles.arithmetic =
      countCycles(kernel, info, plan.contraction) + kConfigure +
      batch * panels * std::ceil(rows / height) *
          (plan.getSteps() * countStepCycles(info, std::ceil(height / 2)) +
           kTile);
  cycles.packing = batch * std::ceil(rows / plan.rowBlock) * plan.getWords() *
                   columns * countPackCycles(plan);
  if (plan.packsLeft)
    cycles.packing +=
        batch * rows * depth *
        (hasVectorSteps(plan.contraction, plan.left) ? kVector / plan.tile.lanes
                                                     : kElement);
  return cycles;
}

std::unique_ptr<KernelPlan> kiln::planAmx(exec::KernelOp kernel,
                                          const TargetInfo &target,
                                          const Schedule *wanted) {
  std::optional<AmxPlan> plan = matchAmx(kernel, target.cpu);
  if (!plan || !chooseSizes(*plan, target.cpu, wanted))
    return nullptr;
  std::optional<int64_t> scratch = plan->getScratchBytes(target.cpu);
  if (!scratch)
    return nullptr;
  Schedule schedule = {
      "amx", {plan->tile.rows, plan->tile.getColumns()}, {plan->rowBlock}};
  auto make = plan->packsForItems() ? makePackingCpuPlan<AmxEmitter, AmxPlan>
                                    : makeCpuPlan<AmxEmitter, AmxPlan>;
  return make(kernel, target, schedule, *scratch,
              predictCycles(kernel, *plan, target.cpu), *plan);
}
