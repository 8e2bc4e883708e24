// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AttentionPlan.h"
#include "../Emitters.h"
#include "../Scalar/CpuFunction.h"
#include "AttentionEmitter.h"
#include "kiln/Support/CacheLine.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kiln;

/// Rows of the result that go through the keys together: packing a key is paid
/// for by as many products.
static constexpr int64_t kBlockRows = 128;
/// Keys that are packed at once, and between which the sums are scaled.
static constexpr int64_t kBlockKeys = 128;

/// The length of a key; nothing when it is not known.
static std::optional<int64_t> getDepth(tx::AttentionOp op) {
  for (unsigned number : {0u, 1u}) {
    auto type = cast<RankedTensorType>(op->getOperand(number).getType());
    for (auto [expr, size] :
         llvm::zip(op.getMap(number).getResults(), type.getShape()))
      if (expr.isFunctionOfDim(op.getDepthLoop()) &&
          !ShapedType::isDynamic(size))
        return size;
  }
  return std::nullopt;
}

/// Multiplies queries and keys, several steps at a time where those fill words
/// for an instruction.
static std::shared_ptr<const MicroKernel>
chooseScoreKernel(tx::AttentionOp op, int64_t depth, const CpuInfo &info) {
  Type score = op.getScoreType();
  std::shared_ptr<const MicroKernel> micro =
      chooseMicroKernel(info, {getElementTypeOrSelf(op.getQuery()),
                               getElementTypeOrSelf(op.getKey()), score});
  if (micro->splitsWords() || depth % micro->getSteps() != 0)
    return makeFmaKernel(info, score);
  return micro;
}

/// Multiplies weights and values: in words where queries and keys are such, and
/// values are of their type.
static std::shared_ptr<const MicroKernel>
chooseValueKernel(tx::AttentionOp op,
                  const std::shared_ptr<const MicroKernel> &micro,
                  const CpuInfo &info) {
  Type value = getElementTypeOrSelf(op.getValue());
  if (micro->getSteps() > 1 && value == getElementTypeOrSelf(op.getKey()))
    return micro;
  return makeFmaKernel(info, op.getScoreType());
}

/// The instruction of tile registers for both products; empty where there is
/// none, or keys are no whole tiles of words.
static StringRef chooseTileProduct(const AttentionPlan &plan,
                                   const CpuInfo &info) {
  tx::AttentionOp op = plan.op;
  if (!info.hasTiles || !plan.hasWeightWords() || plan.depth == 0 ||
      plan.depth % kTileRows != 0)
    return {};
  return getTileProduct({getElementTypeOrSelf(op.getQuery()),
                         getElementTypeOrSelf(op.getKey()), op.getScoreType()});
}

/// Puts the parts one behind the other, each at a multiple of a cache line.
static void placeParts(AttentionPlan &plan) {
  int64_t bytes = plan.op.getScoreType().getWidth() / 8, end = 0;
  auto place = [&](int64_t size) {
    int64_t offset = end;
    end += llvm::alignTo(size, kCacheLineBytes / bytes);
    return offset;
  };
  plan.queries = place(plan.blockRows * plan.depth);
  // In place: the sums of a vector of keys, in lanes.
  int64_t lanes = plan.scoreTile.lanes;
  plan.staged = place(std::max(plan.scoreTile.getColumns() * plan.depth,
                               plan.readsInPlace ? lanes * lanes : 0));
  plan.keys = place(plan.blockKeys * plan.depth);
  plan.values = place(plan.blockKeys * plan.paddedColumns);
  int64_t scores = plan.scoreTile.rows * plan.blockKeys;
  if (plan.readsInPlace)
    scores = std::max(scores, kFewRows * plan.kFewRowsKeys);
  plan.scores = place(scores);
  plan.weights = plan.hasWeightWords()
                     ? place(scores / plan.valueMicro->getSteps())
                     : plan.scores;
  plan.sums = place(plan.blockRows * plan.paddedColumns);
  plan.totals = place(plan.blockRows);
  plan.maxima = place(plan.blockRows);
  plan.factors = place(plan.scoreTile.rows);
  plan.scratch = end * bytes;
}

/// The tile that `wanted` says, of the only one that there is in registers.
static std::optional<GemmTile> takeTileRegisters(ArrayRef<int64_t> wanted,
                                                 const GemmTile &tile) {
  if (wanted != ArrayRef<int64_t>{tile.rows, tile.getColumns()})
    return std::nullopt;
  return tile;
}

/// Chooses tiles and blocks, or takes those that are wanted. False where they
/// do not fit.
static bool chooseSizes(AttentionPlan &plan, const CpuInfo &info,
                        const Schedule *wanted) {
  plan.scoreTile = chooseTile(info, plan.op.getScoreType(), *plan.micro);
  if (plan.hasTiles())
    plan.scoreTile = {2 * kTileRows, 2, kTileRows};
  plan.blockRows = llvm::alignTo(kBlockRows, plan.scoreTile.rows);
  plan.blockKeys = kBlockKeys;
  if (wanted) {
    std::optional<GemmTile> tile =
        plan.hasTiles() ? takeTileRegisters(wanted->tile, plan.scoreTile)
                        : takeTile(wanted->tile, info, plan.op.getScoreType());
    ArrayRef<int64_t> block = wanted->block;
    if (!tile || block.size() != 2 || wanted->depth != 0 || block[0] < 1 ||
        block[0] % tile->rows != 0 || block[1] < 1 ||
        block[1] % tile->getColumns() != 0)
      return false;
    plan.scoreTile = *tile;
    plan.blockRows = block[0];
    plan.blockKeys = block[1];
  }
  plan.valueTile = plan.scoreTile;
  if (plan.columns <= plan.valueTile.lanes && !plan.hasTiles())
    plan.valueTile.vectors = 1;
  plan.paddedColumns = llvm::alignTo(plan.columns, plan.valueTile.getColumns());
  return true;
}

SmallVector<Value> kiln::getKeyParts(Value tensor) {
  if (auto concat = tensor.getDefiningOp<tensor::ConcatOp>())
    return concat.getInputs();
  return {tensor};
}

/// Do all parts of the keys or of the values, operand `number`, lie in memory,
/// each key in one stretch?
static bool hasStretches(tx::AttentionOp op, unsigned number,
                         const CpuInfo &info) {
  Value tensor = op->getOperand(number);
  Type type = getElementTypeOrSelf(tensor);
  AffineMap map = op.getMap(number);
  auto loopOf = [&](unsigned loop) {
    return getAffineDimExpr(loop, op.getContext());
  };
  unsigned element = number == 2 ? op.getColumnLoop() : op.getDepthLoop();
  auto concat = tensor.getDefiningOp<tensor::ConcatOp>();
  bool joinsKeys =
      !concat || map.getResult(concat.getDim()) == loopOf(op.getKeyLoop());
  // Other types are widened one by one.
  bool isInVectors = type.isF32() || type.isF64() || takesHalves(info, type);
  return map.getResults().back() == loopOf(element) && joinsKeys &&
         isInVectors && llvm::all_of(getKeyParts(tensor), [](Value part) {
           return isa<BlockArgument>(part);
         });
}

/// Are more rows known to go through the keys together?
static bool hasManyRows(const AttentionPlan &plan) {
  tx::AttentionOp op = plan.op;
  int64_t rows = 1;
  for (unsigned loop : plan.rowLoops) {
    if (op.getType().isDynamicDim(loop))
      return false;
    rows *= op.getType().getDimSize(loop);
  }
  return rows > kFewRows;
}

/// Can few rows read keys and values where they lie, in whole vectors?
static bool readsInPlace(const AttentionPlan &plan, const CpuInfo &info) {
  constexpr int64_t kMostVectors = 16;
  int64_t lanes = plan.scoreTile.lanes;
  int64_t depth = plan.depth * plan.micro->getSteps();
  return !hasManyRows(plan) && depth > 0 && depth % lanes == 0 &&
         plan.columns % lanes == 0 && depth <= kMostVectors * lanes &&
         plan.columns <= kMostVectors * lanes &&
         hasStretches(plan.op, 1, info) && hasStretches(plan.op, 2, info);
}

/// Nothing when `kernel` is no attention whose blocks fit into a cache.
static std::optional<AttentionPlan> matchAttention(exec::KernelOp kernel,
                                                   const CpuInfo &info,
                                                   const Schedule *wanted) {
  AttentionPlan plan;
  int64_t most = info.cache.level3 / 2;
  plan.op = kernel.getYield().getOperand(0).getDefiningOp<tx::AttentionOp>();
  std::optional<int64_t> depth = plan.op ? getDepth(plan.op) : std::nullopt;
  if (!depth || *depth > most)
    return std::nullopt;
  plan.micro = chooseScoreKernel(plan.op, *depth, info);
  plan.depth = *depth / plan.micro->getSteps();
  plan.valueMicro = chooseValueKernel(plan.op, plan.micro, info);
  plan.product = chooseTileProduct(plan, info);
  plan.columns = plan.op.getType().getShape().back();
  if (plan.columns > most)
    return std::nullopt;
  for (unsigned loop = 0; loop < plan.op.getColumnLoop(); ++loop)
    (plan.op.isRowLoop(loop) ? plan.rowLoops : plan.batchLoops).push_back(loop);
  if (!chooseSizes(plan, info, wanted))
    return std::nullopt;
  plan.readsInPlace = readsInPlace(plan, info);
  placeParts(plan);
  if (plan.scratch > most)
    return std::nullopt;
  return plan;
}

/// The products in tiles, and for each score the softmax.
static CpuCycles predictCycles(const AttentionPlan &plan, const CpuInfo &info) {
  constexpr double kSoftmax = 32, kPack = 2;
  tx::AttentionOp op = plan.op;
  double rows = countPoints(op.getType().getShape().drop_back());
  double keys = countPoints(op, op.getKeyLoop());
  double lanes = plan.scoreTile.lanes, tileRows = plan.scoreTile.rows;
  auto count = [&](const GemmTile &tile, double columns, double depth) {
    // A step in registers is one of as many words as they have rows.
    double step = plan.hasTiles() ? 4.0 / info.tileRowsPerCycle
                                  : countTileStep(info, tileRows, tile.vectors);
    return rows / tileRows * columns / tile.getColumns() * depth * step;
  };
  double words = keys / plan.valueMicro->getSteps();
  CpuCycles cycles;
  cycles.arithmetic = count(plan.scoreTile, keys, plan.depth) +
                      count(plan.valueTile, plan.paddedColumns, words) +
                      rows * keys * kSoftmax / lanes;
  cycles.packing = std::ceil(rows / plan.blockRows) * kPack *
                   (keys * plan.depth + words * plan.paddedColumns) / lanes;
  return cycles;
}

std::unique_ptr<KernelPlan> kiln::planAttention(exec::KernelOp kernel,
                                                const TargetInfo &target,
                                                const Schedule *wanted) {
  std::optional<AttentionPlan> plan =
      matchAttention(kernel, target.cpu, wanted);
  if (!plan)
    return nullptr;
  Schedule schedule = {"attention",
                       {plan->scoreTile.rows, plan->scoreTile.getColumns()},
                       {plan->blockRows, plan->blockKeys}};
  return makeCpuPlan<AttentionEmitter>(kernel, target, schedule, plan->scratch,
                                       predictCycles(*plan, target.cpu), *plan);
}
