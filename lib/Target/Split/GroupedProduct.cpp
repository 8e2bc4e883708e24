// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GroupedProduct.h"
#include "../Emitters/Tiles/SumOfProducts.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "kiln/Support/Extension.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

/// The most steps of a group. Joined digits are at most 128 * 257 for each one
/// of a number.
static int64_t getMostSteps(const NumberDecoder &decoding) {
  return decoding.half ? 4096 : 256;
}

/// Does the body add the product of its two inputs, as they are or widened?
static bool sumsProducts(GenericOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      !getSumType(op).isF32() || !startsFromZero(op))
    return false;
  Block *body = op.getBody();
  auto sum =
      body->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  Value accumulator = body->getArgument(2);
  if (!sum || (sum.getLhs() != accumulator && sum.getRhs() != accumulator))
    return false;
  auto product = (sum.getLhs() == accumulator ? sum.getRhs() : sum.getLhs())
                     .getDefiningOp<arith::MulFOp>();
  if (!product)
    return false;
  Value left = stripExtensions(product.getLhs());
  Value right = stripExtensions(product.getRhs());
  Value first = body->getArgument(0), second = body->getArgument(1);
  return (left == first && right == second) ||
         (left == second && right == first);
}

namespace {
class ProductMatcher {
public:
  ProductMatcher(GenericOp op, GenericOp other) : other(other) {
    result.product = op;
  }
  std::optional<GroupedProduct> run();

private:
  bool findDecoder();
  bool findLoops();
  bool findHalves();
  bool findSteps(ArrayRef<unsigned> reduced);
  bool findColumns(ArrayRef<unsigned> parallel);
  bool findOuter();
  bool findBytes();
  bool findSizes();
  bool isScaledAlong(unsigned loop);
  bool isReduced(unsigned loop) {
    return result.product.getIteratorTypesArray()[loop] ==
           utils::IteratorType::reduction;
  }

  bool isReadAlone(Value factor);

  GenericOp other;
  GroupedProduct result = {};
  SmallVector<int64_t> extents;
  SmallVector<unsigned> loopOf; ///< of the product, for those of the decoder
};
} // namespace

/// Do the product, and the other one by way of a reshape, alone read `factor`?
bool ProductMatcher::isReadAlone(Value factor) {
  return llvm::all_of(factor.getUsers(), [&](Operation *user) {
    return user == result.product ||
           (other && isa<tensor::CollapseShapeOp>(user) &&
            llvm::all_of(user->getUsers(),
                         [&](Operation *reader) { return reader == other; }));
  });
}

bool ProductMatcher::findDecoder() {
  GenericOp op = result.product;
  extents = op.getStaticLoopRanges();
  for (OpOperand *input : op.getDpsInputOperands()) {
    auto decoder = input->get().getDefiningOp<GenericOp>();
    std::optional<NumberDecoder> decoding = decoder && isReadAlone(input->get())
                                                ? matchNumberDecoder(decoder)
                                                : std::nullopt;
    AffineMap map = op.getMatchingIndexingMap(input);
    if (!decoding || !map.isProjectedPermutation() ||
        ShapedType::isDynamicShape(decoder.getStaticLoopRanges()))
      continue;
    result.decoder = decoder;
    result.decoding = *decoding;
    result.row = op.getDpsInputOperand(1 - input->getOperandNumber());
    for (AffineExpr expr : map.getResults())
      loopOf.push_back(cast<AffineDimExpr>(expr).getPosition());
    return true;
  }
  return false;
}

/// Does a parameter of the decoder differ from step to step of the loop?
bool ProductMatcher::isScaledAlong(unsigned loop) {
  for (OpOperand *input : result.decoder.getDpsInputOperands()) {
    AffineMap map = result.decoder.getMatchingIndexingMap(input);
    for (auto [at, other] : llvm::enumerate(loopOf))
      if (input->getOperandNumber() != result.decoding.bytes && other == loop &&
          map.isFunctionOfDim(at))
        return true;
  }
  return false;
}

/// The loops of the sum but halves: steps, and groups where there are any.
bool ProductMatcher::findSteps(ArrayRef<unsigned> reduced) {
  for (unsigned loop : reduced) {
    if (loop != reduced.back() || isScaledAlong(loop)) {
      if (result.loops.group)
        return false;
      result.loops.group = loop;
      continue;
    }
    result.loops.step = loop;
  }
  return !reduced.empty() && result.loops.group != reduced.back();
}

/// The loops of columns: one, or blocks of columns in halves.
bool ProductMatcher::findColumns(ArrayRef<unsigned> parallel) {
  ProductLoops &loops = result.loops;
  if (result.halves != Halves::Columns) {
    loops.column = parallel.empty() ? 0 : parallel.front();
    return parallel.size() == 1;
  }
  if (parallel.size() < 2 || parallel.size() > 3 ||
      parallel[parallel.size() - 2] != loops.half)
    return false;
  loops.column = parallel.back();
  if (parallel.size() == 3)
    loops.block = parallel.front();
  return true;
}

/// Is `row`, where there is one, the first dimension of what `op` gives?
static bool isFirst(GenericOp op, std::optional<unsigned> row) {
  return !row || op.getIndexingMapsArray().back().getResult(0) ==
                     getAffineDimExpr(*row, op.getContext());
}

/// What the halves of a byte are.
bool ProductMatcher::findHalves() {
  unsigned half = loopOf[*result.decoding.half];
  result.loops.half = half;
  result.halves = isReduced(half) ? Halves::Steps : Halves::Columns;
  return extents[half] == kHalves &&
         result.product.getMatchingIndexingMap(result.row)
                 .isFunctionOfDim(half) == (result.halves == Halves::Steps);
}

bool ProductMatcher::findLoops() {
  GenericOp op = result.product;
  AffineMap row = op.getMatchingIndexingMap(result.row);
  AffineMap sums = op.getIndexingMapsArray().back();
  if (!row.isProjectedPermutation() || !sums.isProjectedPermutation())
    return false;
  if (result.decoding.half && !findHalves())
    return false;
  SmallVector<unsigned> reduced, parallel;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
    bool isDecoded = llvm::is_contained(loopOf, loop);
    bool isHalf = result.loops.half == loop;
    if (extents[loop] == 0)
      return false;
    if (extents[loop] == 1 && !isHalf)
      continue;
    if (!isDecoded) {
      // Rows are the first dimension of what they are in.
      if (result.loops.row || isReduced(loop) || row.getNumResults() == 0 ||
          row.getResult(0) != getAffineDimExpr(loop, op.getContext()) ||
          !exec::getDimExpr(result.row->get(), 0))
        return false;
      result.loops.row = loop;
      continue;
    }
    if (isReduced(loop) && !isHalf)
      reduced.push_back(loop);
  }
  // In the order of the result.
  for (AffineExpr expr : sums.getResults()) {
    unsigned loop = cast<AffineDimExpr>(expr).getPosition();
    if (loop == result.loops.row && !parallel.empty())
      return false;
    if (extents[loop] == 1 || loop == result.loops.row)
      continue;
    if (!row.isFunctionOfDim(loop))
      parallel.push_back(loop);
    else if (result.loops.group || !parallel.empty())
      return false;
    else
      result.loops.group = loop;
  }
  bool isOuter = result.loops.group.has_value();
  if (!findSteps(reduced) || !findColumns(parallel))
    return false;
  return isOuter ? findOuter() : isFirst(op, result.loops.row);
}

/// What scales the products of each group and adds them, in their order.
bool ProductMatcher::findOuter() {
  Value value = result.product.getResult(0);
  while (value.hasOneUse()) {
    OpOperand &use = *value.use_begin();
    auto view = dyn_cast<tensor::CollapseShapeOp>(use.getOwner());
    if (!view) {
      result.ofOuter = &use;
      break;
    }
    value = view.getResult();
  }
  auto outer = result.ofOuter ? dyn_cast<GenericOp>(result.ofOuter->getOwner())
                              : GenericOp();
  if (!outer || !outer.isDpsInput(result.ofOuter) ||
      outer.getNumReductionLoops() != 1 || outer.getNumDpsInits() != 1 ||
      outer.hasIndexSemantics() || !getSumType(outer).isF32() ||
      !startsFromZero(outer) || !addsToSum(outer) || !result.decoding.isPlain())
    return false;
  // Groups, rows where those are several, then all columns.
  std::optional<WeightAccess> read =
      getFactors(outer.getMatchingIndexingMap(result.ofOuter),
                 cast<RankedTensorType>(value.getType()).getShape());
  SmallVector<int64_t> sizes = outer.getStaticLoopRanges();
  if (!read || ShapedType::isDynamicShape(sizes))
    return false;
  int64_t groups = extents[*result.loops.group];
  int64_t rows = result.loops.row ? extents[*result.loops.row] : 1;
  int64_t columns =
      cast<RankedTensorType>(value.getType()).getNumElements() / groups / rows;
  unsigned found = 0;
  for (auto [loop, size] : llvm::enumerate(sizes)) {
    int64_t factor = read->factors[loop];
    bool isGroup =
        outer.getIteratorTypesArray()[loop] == utils::IteratorType::reduction;
    if (size == 1 && !isGroup)
      continue;
    bool isRow = !isGroup && rows > 1 && factor == columns;
    if (isGroup ? size != groups || factor != rows * columns
        : isRow ? size != rows
                : size != columns || factor != 1)
      return false;
    if (isRow)
      result.outerRow = loop;
    ++found;
  }
  result.outer = outer;
  return found == (rows > 1 ? 3 : 2) && isFirst(outer, result.outerRow);
}

bool ProductMatcher::findBytes() {
  OpOperand *input = result.decoder.getDpsInputOperand(result.decoding.bytes);
  std::optional<WeightAccess> access = traceWeight(input);
  if (!access || access->widening ||
      (result.decoding.half && access->factors[*result.decoding.half] != 0))
    return false;
  result.bytes = *access;
  result.bytes.factors.assign(result.product.getNumLoops(), 0);
  for (auto [loop, factor] : llvm::zip(loopOf, access->factors))
    result.bytes.factors[loop] = factor;
  return true;
}

/// The steps of a group, where those have no loop of their own: as many as a
/// sum may have, in whole words; 0 where there are none.
static int64_t findGroup(int64_t steps, int64_t most) {
  constexpr int64_t kLeast = 32;
  if (steps <= most)
    return steps;
  for (int64_t size = llvm::alignDown(most, kWordSteps); size >= kLeast;
       size -= kWordSteps)
    if (steps % size == 0)
      return size;
  return 0;
}

bool ProductMatcher::findSizes() {
  const ProductLoops &loops = result.loops;
  int64_t columns = extents[loops.column];
  if (result.halves == Halves::Columns &&
      columns != GroupedProduct::kPanelColumns)
    return false;
  int64_t halves = result.halves == Halves::Steps ? kHalves : 1;
  int64_t most = getMostSteps(result.decoding) / halves;
  int64_t steps = extents[loops.step];
  result.groups = loops.group ? extents[*loops.group] : 1;
  if (!loops.group)
    steps = findGroup(steps, most);
  if (steps > 0 && steps < extents[loops.step]) {
    result.splitsSteps = true;
    result.groups = extents[loops.step] / steps;
  }
  result.words = steps / kWordSteps;
  int64_t rows = loops.row ? extents[*loops.row] : 1;
  if (!ShapedType::isDynamic(rows))
    result.rows = rows;
  result.panels = columns / GroupedProduct::kPanelColumns *
                  (loops.block ? extents[*loops.block] : 1);
  return columns % GroupedProduct::kPanelColumns == 0 && steps <= most &&
         steps % kWordSteps == 0 && result.words > 0 && result.panels > 0;
}

std::optional<GroupedProduct> ProductMatcher::run() {
  if (!sumsProducts(result.product) || !findDecoder() || !findLoops() ||
      !findSizes() || !findBytes())
    return std::nullopt;
  return result;
}

std::optional<GroupedProduct> kiln::matchGroupedProduct(GenericOp op,
                                                        GenericOp other) {
  return ProductMatcher(op, other).run();
}
