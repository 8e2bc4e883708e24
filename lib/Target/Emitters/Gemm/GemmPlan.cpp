// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Emitters.h"
#include "../Scalar/CpuFunction.h"
#include "../Tiles/Panels.h"
#include "../Tiles/SumOfProducts.h"
#include "GemmEmitter.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

GemmTile kiln::chooseTile(const CpuInfo &info, Type type,
                          const MicroKernel &micro, bool packsLeft) {
  GemmTile tile;
  tile.lanes = info.vectorBits / type.getIntOrFloatBitWidth();
  tile.vectors = 2;
  // Beside the sums there are the columns, a broadcast element, and a product
  // where that is not added at once, or the parts of words: of packed rows only
  // a part of each column, and what clears the other one. More than half of 32
  // registers would not make up for what the last tile computes twice.
  bool isAddedAtOnce = info.hasFma && isa<FloatType>(type);
  if (info.registers >= 32)
    tile.rows = 8;
  else if (!isAddedAtOnce || (micro.splitsWords() && !packsLeft))
    tile.rows = 4;
  else
    tile.rows = micro.splitsWords() ? 5 : 6;
  return tile;
}

std::optional<GemmTile> kiln::takeTile(ArrayRef<int64_t> wanted,
                                       const CpuInfo &info, Type type) {
  GemmTile tile;
  tile.lanes = info.vectorBits / type.getIntOrFloatBitWidth();
  if (wanted.size() != 2 || wanted[0] < 1 || wanted[1] < 1 ||
      wanted[0] > info.registers || wanted[1] % tile.lanes != 0)
    return std::nullopt;
  tile.rows = wanted[0];
  tile.vectors = wanted[1] / tile.lanes;
  if ((tile.rows + 1) * tile.vectors + 1 > info.registers)
    return std::nullopt;
  return tile;
}

/// Sorts the dimensions of the result to batch, rows and columns. False when
/// there are no rows or no columns.
static bool splitDimensions(GemmPlan &plan) {
  AffineMap map = plan.contraction.getIndexingMapsArray()[2];
  if (!map.isProjectedPermutation() || map.getNumResults() == 0)
    return false;
  unsigned rank = map.getNumResults();
  llvm::SmallBitVector first = getLoops(plan.contraction, 0);
  plan.right = first[map.getDimPosition(rank - 1)] ? 0 : 1;
  plan.left = 1 - plan.right;
  llvm::SmallBitVector left = getLoops(plan.contraction, plan.left);
  llvm::SmallBitVector right = getLoops(plan.contraction, plan.right);
  auto isOnlyIn = [&](const llvm::SmallBitVector &a,
                      const llvm::SmallBitVector &b, unsigned position) {
    unsigned loop = map.getDimPosition(position);
    return a[loop] && !b[loop];
  };
  unsigned at = rank;
  while (at > 0 && isOnlyIn(right, left, at - 1))
    --at;
  plan.numColumns = rank - at;
  while (at > 0 && isOnlyIn(left, right, at - 1))
    --at;
  plan.numRows = rank - at - plan.numColumns;
  plan.numBatch = at;
  return plan.numColumns > 0 && plan.numRows > 0;
}

/// Are the elements of a row of the right operand neighbours in a buffer, in
/// the element type of the sum?
static bool hasVectorRows(GemmPlan &plan) {
  OpOperand *right = plan.contraction.getDpsInputOperand(plan.right);
  auto type = cast<RankedTensorType>(right->get().getType());
  if (!isa<BlockArgument>(right->get()) || plan.numColumns != 1 ||
      type.getElementType() != getSumType(plan.contraction))
    return false;
  AffineMap result = plan.contraction.getIndexingMapsArray()[2];
  AffineExpr column = result.getResults().back();
  ArrayRef<AffineExpr> exprs =
      plan.contraction.getMatchingIndexingMap(right).getResults();
  return exprs.back() == column &&
         llvm::none_of(exprs.drop_back(), [&](AffineExpr expr) {
           return expr.isFunctionOfDim(
               cast<AffineDimExpr>(column).getPosition());
         });
}

/// Are the steps of the innermost loop of the sum neighbours in `operand`?
bool kiln::hasVectorSteps(GenericOp op, unsigned operand) {
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  AffineMap map = op.getIndexingMapsArray()[operand];
  if (reduced.empty() || map.getNumResults() == 0)
    return false;
  ArrayRef<AffineExpr> exprs = map.getResults();
  auto last = dyn_cast<AffineDimExpr>(exprs.back());
  return last && last.getPosition() == reduced.back() &&
         llvm::none_of(exprs.drop_back(), [&](AffineExpr expr) {
           return expr.isFunctionOfDim(last.getPosition());
         });
}

std::optional<int64_t> kiln::countRows(const GemmPlan &plan) {
  if (plan.choice)
    return std::nullopt;
  auto result =
      cast<RankedTensorType>(plan.contraction->getResult(0).getType());
  ArrayRef<int64_t> rows = result.getShape().slice(plan.numBatch, plan.numRows);
  if (ShapedType::isDynamicShape(rows))
    return std::nullopt;
  return ShapedType::getNumElements(rows);
}

ArrayRef<int64_t> GemmPlan::getLaneColumns(int64_t lanes) const {
  constexpr int64_t kShort = 2, kMost = 4;
  auto result = cast<RankedTensorType>(contraction->getResult(0).getType());
  ArrayRef<int64_t> columns = result.getShape().take_back(numColumns);
  bool isShort = columns.size() > 1 && columns.take_back(2).front() <= kShort;
  ArrayRef<int64_t> taken = columns.take_back(isShort ? 2 : 1);
  bool isFew = !ShapedType::isDynamicShape(taken) && taken.back() % lanes == 0;
  return isFew && ShapedType::getNumElements(taken) <= kMost * lanes
             ? taken
             : ArrayRef<int64_t>();
}

/// Is the right operand computed from neighbours along its columns, for a few
/// rows and steps?
static bool hasComputedColumns(const GemmPlan &plan, int64_t lanes) {
  GenericOp op = plan.contraction;
  OpOperand *right = op.getDpsInputOperand(plan.right);
  AffineExpr column = op.getIndexingMapsArray()[2].getResults().back();
  AffineMap map = op.getMatchingIndexingMap(right);
  std::optional<int64_t> rows = countRows(plan);
  return !isa<BlockArgument>(right->get()) &&
         map.getResults().back() == column && rows && *rows > 0 &&
         *rows <= kFewRows && plan.depth && *plan.depth <= plan.depthBlock &&
         !plan.getLaneColumns(lanes).empty();
}

static FewRows chooseFewRows(GemmPlan &plan, int64_t lanes) {
  // In place, elements are multiplied one by one as floats.
  if (!isa<FloatType>(getSumType(plan.contraction)))
    return FewRows::Packed;
  if (hasVectorSteps(plan.contraction, plan.right))
    return FewRows::Dots;
  if (hasComputedColumns(plan, lanes))
    return FewRows::Lanes;
  return hasVectorRows(plan) ? FewRows::Columns : FewRows::Packed;
}

/// Are the steps of a stretch of `operand` words as they lie in memory?
static bool hasWords(const GemmPlan &plan, unsigned operand) {
  linalg::GenericOp op = plan.contraction;
  Value value = op.getDpsInputOperand(operand)->get();
  Type element = cast<RankedTensorType>(value.getType()).getElementType();
  return isa<BlockArgument>(value) &&
         (plan.micro->getSteps() > 1 || element == plan.micro->getWord()) &&
         hasVectorSteps(op, operand);
}

/// Is the right operand, whose blocks are transposed, a matrix that is larger
/// than the caches?
static bool isInMemory(GemmPlan &plan, const CpuInfo &info) {
  auto type = cast<RankedTensorType>(
      plan.contraction.getDpsInputOperand(plan.right)->get().getType());
  return plan.isTransposed && plan.numBatch == 0 && type.getRank() == 2 &&
         type.hasStaticShape() &&
         type.getNumElements() * type.getElementTypeBitWidth() / 8 >
             info.cache.level3;
}

static std::optional<int64_t> getDepth(const GemmPlan &plan) {
  int64_t depth = 1;
  GenericOp op = plan.contraction;
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  for (unsigned loop : reduced) {
    if (plan.choice && loop == plan.choice->matrixLoop)
      continue;
    if (ShapedType::isDynamic(extents[loop]) ||
        llvm::MulOverflow(depth, extents[loop], depth))
      return std::nullopt;
  }
  return depth;
}

/// Words are stretches of one loop of known length, and packed: now, or before
/// as the instruction takes them.
static bool takesWords(GemmPlan &plan) {
  unsigned loops = plan.contraction.getNumReductionLoops();
  return plan.depth && loops == (plan.choice ? 2 : 1) &&
         (!plan.hasPanels || getPanelSteps(plan.contraction, plan.right) ==
                                 plan.micro->getSteps());
}

/// Chooses the instruction. False where none adds such products.
static bool chooseInstruction(GemmPlan &plan, const CpuInfo &info) {
  plan.micro =
      chooseMicroKernel(info, getProductTypes(plan.contraction, plan.left));
  if (!plan.micro || plan.micro->getSteps() == 1 || takesWords(plan))
    return plan.micro != nullptr;
  Type sum = getSumType(plan.contraction);
  plan.micro = isa<FloatType>(sum) ? makeFmaKernel(info, sum) : nullptr;
  return plan.micro != nullptr;
}

/// Finds what the parts read. False where they do not begin with panels.
static bool takesParts(GemmPlan &plan, exec::KernelOp kernel) {
  GenericOp op = plan.contraction;
  auto sums = cast<RankedTensorType>(op.getResult(0).getType());
  for (BlockArgument argument : kernel.getTensorArguments())
    if (cast<RankedTensorType>(argument.getType()).getShape() ==
            sums.getShape() &&
        !llvm::is_contained(op.getInputs(), argument))
      plan.readByParts.push_back(argument.getArgNumber());
  return plan.hasPanels && llvm::all_of(plan.parts, [&](int64_t first) {
           return first % plan.panelWidth == 0;
         });
}

std::optional<GemmPlan> kiln::matchGemm(exec::KernelOp kernel,
                                        const CpuInfo &info) {
  GemmPlan plan;
  plan.contraction =
      matchSumOfParts(kernel, /*takesIntegers=*/true, plan.parts);
  if (!plan.contraction || !splitDimensions(plan))
    return std::nullopt;
  plan.choice = exec::matchMatrixChoice(plan.contraction);
  // Rows, and not columns, choose, and are read off a list.
  AffineMap map = plan.contraction.getIndexingMapsArray()[2];
  if (plan.choice && (plan.numBatch != 0 || plan.numRows != 1 ||
                      map.getDimPosition(0) != plan.choice->rowLoop))
    return std::nullopt;
  plan.depth = getDepth(plan);
  if (plan.choice && !plan.depth)
    return std::nullopt;
  std::optional<PanelLayout> panels = matchPanels(plan.contraction, plan.right);
  int64_t lanes =
      info.vectorBits / getSumType(plan.contraction).getIntOrFloatBitWidth();
  plan.hasPanels = plan.numColumns == 1 && panels && panels->width % lanes == 0;
  plan.panelWidth = panels ? panels->width : 0;
  if (!chooseInstruction(plan, info))
    return std::nullopt;
  auto result =
      cast<RankedTensorType>(plan.contraction->getResult(0).getType());
  // Words that no instruction takes: elements are read, and packed, one by one.
  if (plan.hasPanels &&
      getPanelSteps(plan.contraction, plan.right) != plan.micro->getSteps())
    plan.hasPanels = false;
  if (!plan.parts.empty() && !takesParts(plan, kernel))
    return std::nullopt;
  plan.fewRows = plan.choice ? FewRows::Packed : chooseFewRows(plan, lanes);
  plan.packsRows = plan.fewRows == FewRows::Dots && plan.numBatch == 0 &&
                   plan.depth && !plan.hasPanels &&
                   !hasVectorSteps(plan.contraction, plan.left);
  plan.isTransposed =
      !plan.hasPanels && plan.numColumns == 1 && hasWords(plan, plan.right);
  plan.fetchesAhead = isInMemory(plan, info);
  plan.fetchesResults =
      plan.parts.empty() &&
      countPoints(result.getShape()) * result.getElementTypeBitWidth() / 8 >
          info.cache.level2;
  // One row alone has no use for a panel that is packed for it.
  ArrayRef<int64_t> rows = result.getShape().slice(plan.numBatch, plan.numRows);
  if (plan.fewRows == FewRows::Packed && !plan.hasPanels &&
      llvm::all_of(rows, [](int64_t size) { return size == 1; }))
    return std::nullopt;
  if (!plan.depth && !hasVectorRows(plan))
    return std::nullopt;
  return plan;
}

int64_t GemmPlan::getLeftRows() const {
  return std::min(rowBlock, countRows(*this).value_or(rowBlock));
}

bool GemmPlan::hasLeftSquares() const { return hasWords(*this, left); }

bool GemmPlan::hasRightSquares() const { return hasWords(*this, right); }

std::optional<int64_t> GemmPlan::getScratch(const CpuInfo &info) const {
  if (!depth)
    return 0;
  // A panel beyond this leaves no room for anything else.
  if (getPanelRows() > info.cache.level3 / (getWordBytes() * tile.getColumns()))
    return std::nullopt;
  int64_t words = getPanelWords();
  // Lanes beyond the rows of the last tile write behind it.
  if (packsLeft)
    words += countRowTiles() * getPackedTileWords() + tile.lanes;
  return words * getWordBytes();
}

bool kiln::readsInPlace(const GemmPlan &plan) {
  std::optional<int64_t> rows = countRows(plan);
  return rows && *rows <= kFewRows && plan.fewRows != FewRows::Packed;
}

bool kiln::holdsFewRows(const GemmPlan &plan, const GemmTile &tile) {
  int64_t rows = countRows(plan).value_or(kFewRows);
  if (rows > kFewRows)
    return true;
  if (plan.fewRows == FewRows::Lanes)
    return tile.rows >= rows && tile.vectors == plan.tile.vectors;
  return plan.fewRows != FewRows::Dots || tile.rows >= rows;
}

GemmExtents kiln::getExtents(const GemmPlan &plan) {
  auto result =
      cast<RankedTensorType>(plan.contraction->getResult(0).getType());
  ArrayRef<int64_t> shape = result.getShape();
  double batch = countPoints(shape.take_front(plan.numBatch));
  double rows = countPoints(shape.slice(plan.numBatch, plan.numRows));
  double columns = countPoints(shape.take_back(plan.numColumns));
  double depth = plan.choice
                     ? *plan.depth
                     : countPoints(plan.contraction) / batch / rows / columns;
  return {batch, rows, columns, depth};
}

/// Do so many panels read the rows that it is little work to pack them? With
/// few registers a tile's rows are many streams for its few sums; words that
/// are split take time with any number (decision 062).
static bool sharesRows(const GemmPlan &plan, const CpuInfo &info) {
  constexpr int64_t kManyPanels = 12, kSeveralPanels = 2;
  GenericOp op = plan.contraction;
  if (!plan.depth || op.getNumReductionLoops() != 1 ||
      (info.registers >= 32 && !plan.micro->splitsWords()))
    return false;
  int64_t bytes = plan.getLeftRows() * plan.getWords() *
                  plan.micro->countParts() * plan.getWordBytes();
  double panels = getExtents(plan).columns / (2 * plan.micro->getLanes());
  // What is in no cache leaves no room for anything else.
  if (readsInPlace(plan) || bytes > info.cache.level3)
    return false;
  if (plan.micro->splitsSlowly())
    return panels >= kSeveralPanels;
  // What stays in the first cache is at hand as it lies.
  return bytes > info.cache.level1 / 2 && panels >= kManyPanels;
}

/// The most rows of an item whose sums of all parts are on the stack.
static int64_t getMostPartRows(const GemmPlan &plan) {
  constexpr int64_t kRoom = 32 << 10;
  int64_t rowBytes = plan.parts.size() * plan.tile.getColumns() *
                     getSumType(plan.contraction).getIntOrFloatBitWidth() / 8;
  return std::max<int64_t>(plan.tile.rows,
                           llvm::alignDown(kRoom / rowBytes, plan.tile.rows));
}

/// So many tiles of rows read a panel that there is time to fetch the next one.
constexpr int64_t kManyTiles = 16;

/// Has each block of words time to fetch its part of the next panel, and the
/// second cache room for both? More lines at once than these would wait for
/// each other, and the sums for them.
static bool hasTimeToFetch(const GemmPlan &plan, const CpuInfo &info) {
  return plan.packsLeft && plan.hasPanels &&
         plan.countRowTiles() >= kManyTiles &&
         2 * plan.getWords() * plan.getTileRowBytes() <= info.cache.level2;
}

/// Do few tiles, or nobody knows how many, read panels that are one stretch of
/// more memory than the second cache has?
static bool waitsForPanels(const GemmPlan &plan, const CpuInfo &info) {
  std::optional<int64_t> rows = countRows(plan);
  return plan.hasPanels && plan.numBatch == 0 &&
         (!rows || *rows < kManyTiles * plan.tile.rows) &&
         plan.getWords() * getExtents(plan).columns * plan.getWordBytes() >
             info.cache.level2;
}

/// Cuts a product as `wanted` says. False where that is not possible. The tile
/// that was chosen is, whatever fits registers: lanes have few of its sums at
/// once.
static bool takeSizes(GemmPlan &plan, const CpuInfo &info,
                      const Schedule &wanted) {
  int64_t chosen[] = {plan.tile.rows, plan.tile.getColumns()};
  std::optional<GemmTile> tile =
      ArrayRef(wanted.tile) == ArrayRef(chosen)
          ? plan.tile
          : takeTile(wanted.tile, info, getSumType(plan.contraction));
  if (!tile || wanted.block.size() != 1 || wanted.block[0] < tile->rows ||
      wanted.depth < 1 ||
      (plan.hasPanels && plan.panelWidth % tile->getColumns() != 0) ||
      !holdsFewRows(plan, *tile))
    return false;
  plan.tile = *tile;
  plan.rowBlock = wanted.block[0];
  plan.depthBlock = wanted.depth;
  return plan.parts.empty() || plan.rowBlock <= getMostPartRows(plan);
}

/// As few tiles as there can be, as even as they go; larger ones where
/// registers hold their sums and the last tile has less to compute twice.
static int64_t chooseTileRows(const GemmPlan &plan, const CpuInfo &info,
                              int64_t rows) {
  constexpr int64_t kMostRows = 14;
  auto countTiles = [&](int64_t size) { return llvm::divideCeil(rows, size); };
  int64_t best = llvm::divideCeil(rows, countTiles(plan.tile.rows));
  if (info.registers < 32 || plan.micro->splitsWords())
    return best;
  for (int64_t size = plan.tile.rows + 1; size <= kMostRows; ++size)
    if (countTiles(size) * size < countTiles(best) * best)
      best = size;
  return best;
}

/// Chooses how a product is cut. False where that is not possible.
static bool chooseSizes(GemmPlan &plan, const CpuInfo &info,
                        const Schedule *wanted) {
  Type type = getSumType(plan.contraction);
  plan.packsLeft = sharesRows(plan, info);
  plan.tile = chooseTile(info, type, *plan.micro, plan.packsLeft);
  if (std::optional<int64_t> rows = countRows(plan); rows && *rows > 0)
    plan.tile.rows = chooseTileRows(plan, info, *rows);
  if (plan.fewRows == FewRows::Lanes)
    plan.tile.vectors =
        ShapedType::getNumElements(plan.getLaneColumns(plan.tile.lanes)) /
        plan.tile.lanes;
  if (!plan.parts.empty())
    plan.rowBlock = std::min(plan.rowBlock, getMostPartRows(plan));
  if (wanted && !takeSizes(plan, info, *wanted))
    return false;
  // A vector has a word of each row.
  plan.packsLeft &= plan.tile.rows > 1 && plan.tile.rows <= plan.tile.lanes;
  plan.fetchesPanels = hasTimeToFetch(plan, info);
  plan.fetchesPanelRows = waitsForPanels(plan, info);
  return true;
}

/// Cycles of packing a vector of words, or one word alone.
constexpr double kVector = 4, kElement = 2;

double kiln::countPackCycles(const GemmPlan &plan) {
  if (plan.hasPanels)
    return 0;
  bool isInVectors = plan.isTransposed || plan.fewRows != FewRows::Packed;
  return isInVectors ? kVector / plan.tile.lanes : kElement;
}

/// Rows that fill no tile are computed as one, fewer than a tile one by one;
/// a few alone read the right operand in place.
static CpuCycles predictCycles(exec::KernelOp kernel, const GemmPlan &plan,
                               const CpuInfo &info) {
  // Rows that lie in panels are cut otherwise than tiles are.
  constexpr double kTile = 40, kRowsInPanels = 1.35;
  auto [batch, rows, columns, depth] = getExtents(plan);
  double words = std::ceil(depth / plan.micro->getSteps());
  double operations = words * plan.micro->countOperations();
  double panels = std::ceil(columns / plan.tile.getColumns());
  CpuCycles cycles;
  // A tile is one thread's, however long its sums are.
  if (rows <= plan.tile.rows && panels == 1)
    cycles.pieces = batch;
  cycles.arithmetic = countCycles(kernel, info, plan.contraction);
  if (rows <= kFewRows && plan.fewRows != FewRows::Packed) {
    cycles.arithmetic += batch * rows * columns * depth / plan.tile.lanes * 2 /
                         info.loadsPerCycle;
    return cycles;
  }
  unsigned tileRows = rows < plan.tile.rows ? 1 : plan.tile.rows;
  double step = countTileStep(info, tileRows, plan.tile.vectors);
  if (matchPanels(plan.contraction, plan.left))
    step *= kRowsInPanels;
  cycles.arithmetic +=
      batch * panels * std::ceil(rows / tileRows) * (operations * step + kTile);
  cycles.packing = batch * std::ceil(rows / plan.rowBlock) * words * columns *
                   countPackCycles(plan);
  if (plan.packsLeft)
    cycles.packing +=
        batch * rows * words * plan.micro->countParts() *
        (plan.hasLeftSquares() ? kVector / plan.tile.lanes : kElement);
  return cycles;
}

std::unique_ptr<KernelPlan> kiln::planGemm(exec::KernelOp kernel,
                                           const TargetInfo &target,
                                           const Schedule *wanted) {
  std::optional<GemmPlan> plan = matchGemm(kernel, target.cpu);
  if (!plan || !chooseSizes(*plan, target.cpu, wanted))
    return nullptr;
  std::optional<int64_t> scratch = plan->getScratch(target.cpu);
  if (!scratch)
    return nullptr;
  Schedule schedule = {"gemm",
                       {plan->tile.rows, plan->tile.getColumns()},
                       {plan->rowBlock},
                       plan->depthBlock};
  auto make = plan->packsForItems() ? makePackingCpuPlan<GemmEmitter, GemmPlan>
                                    : makeCpuPlan<GemmEmitter, GemmPlan>;
  return make(kernel, target, schedule, *scratch,
              predictCycles(kernel, *plan, target.cpu), *plan);
}
