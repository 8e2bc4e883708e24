// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GroupedSum.h"
#include "../Tiles/SumOfProducts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;
using utils::IteratorType;

GroupedLoops::GroupedLoops(Halves halves) : halves(halves) {
  unsigned next = 0;
  row = next++;
  panel = next++;
  group = next++;
  if (halves == Halves::Columns)
    half = next++;
  column = next++;
  digit = next++;
  word = next++;
  if (halves == Halves::Steps)
    half = next++;
  step = next++;
  count = next;
}

SmallVector<IteratorType> GroupedLoops::getIterators() const {
  SmallVector<IteratorType> iterators(count, IteratorType::parallel);
  for (unsigned loop = word; loop < count; ++loop)
    iterators[loop] = IteratorType::reduction;
  return iterators;
}

SmallVector<AffineMap> GroupedLoops::getMaps(MLIRContext *context) const {
  auto make = [&](ArrayRef<unsigned> loops) {
    return AffineMap::getMultiDimMapWithTargets(count, loops, context);
  };
  AffineMap panels = make({panel, group, word, column, step});
  SmallVector<unsigned> digits = {digit, row, group, word, step};
  SmallVector<unsigned> sums = {row, panel, group, column, digit};
  if (halves == Halves::Steps)
    digits.insert(digits.begin() + 3, half);
  if (halves == Halves::Columns)
    sums.insert(sums.begin() + 3, half);
  return {make(digits), panels, make(sums)};
}

/// Is `value` the half of `byte`, an argument, that loop `half` says?
static bool isHalf(Value value, Value byte, unsigned half) {
  auto mask = value.getDefiningOp<arith::AndIOp>();
  auto shift =
      mask ? mask.getLhs().getDefiningOp<arith::ShRUIOp>() : arith::ShRUIOp();
  auto wide =
      shift ? shift.getLhs().getDefiningOp<arith::ExtUIOp>() : arith::ExtUIOp();
  auto bits =
      shift ? shift.getRhs().getDefiningOp<arith::MulIOp>() : arith::MulIOp();
  auto cast = bits ? bits.getLhs().getDefiningOp<arith::IndexCastOp>()
                   : arith::IndexCastOp();
  auto index =
      cast ? cast.getIn().getDefiningOp<linalg::IndexOp>() : linalg::IndexOp();
  APInt by, of;
  return index && index.getDim() == half && wide && wide.getIn() == byte &&
         matchPattern(mask.getRhs(), m_ConstantInt(&of)) && of == 15 &&
         matchPattern(bits.getRhs(), m_ConstantInt(&by)) && by == 4;
}

/// Is `value` `byte`, an argument, moved up by 128 where it has a sign? Nothing
/// where it is not.
static std::optional<bool> movesUp(Value value, Value byte) {
  if (auto wide = value.getDefiningOp<arith::ExtUIOp>())
    return wide.getIn() == byte ? std::optional(false) : std::nullopt;
  auto moved = value.getDefiningOp<arith::AddIOp>();
  auto wide =
      moved ? moved.getLhs().getDefiningOp<arith::ExtSIOp>() : arith::ExtSIOp();
  APInt by;
  return wide && wide.getIn() == byte &&
                 matchPattern(moved.getRhs(), m_ConstantInt(&by)) && by == 128
             ? std::optional(true)
             : std::nullopt;
}

/// The number that a body multiplies with a signed digit and adds; or null.
static Value findNumber(GenericOp op) {
  Block *body = op.getBody();
  auto sum =
      body->getTerminator()->getOperand(0).getDefiningOp<arith::AddIOp>();
  auto product =
      sum ? sum.getRhs().getDefiningOp<arith::MulIOp>() : arith::MulIOp();
  auto digit = product ? product.getLhs().getDefiningOp<arith::ExtSIOp>()
                       : arith::ExtSIOp();
  bool isProduct = digit && sum.getLhs() == body->getArgument(2) &&
                   digit.getIn() == body->getArgument(0);
  return isProduct ? product.getRhs() : Value();
}

/// What the halves of bytes are, and whether bytes move up.
static std::optional<std::pair<Halves, bool>> matchProducts(GenericOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      !getSumType(op).isInteger(32) || !startsFromZero(op) ||
      !llvm::all_of(op.getInputs(), llvm::IsaPred<BlockArgument>))
    return std::nullopt;
  Value number = findNumber(op), byte = op.getBody()->getArgument(1);
  for (Halves halves : {Halves::None, Halves::Steps, Halves::Columns}) {
    GroupedLoops loops(halves);
    if (!number || op.getIteratorTypesArray() != loops.getIterators() ||
        op.getIndexingMapsArray() != loops.getMaps(op.getContext()))
      continue;
    if (halves == Halves::None)
      if (std::optional<bool> isMoved = movesUp(number, byte))
        return std::pair(halves, *isMoved);
    if (halves != Halves::None && isHalf(number, byte, loops.half))
      return std::pair(halves, false);
  }
  return std::nullopt;
}

/// Is an operand of the outer sum one digit of the products, an argument whose
/// last dimension are the columns, or the same for all columns of a panel?
static bool isReadByLanes(GenericOp sum, OpOperand *input, GenericOp products) {
  unsigned rank = sum.getNumParallelLoops();
  AffineMap map = sum.getMatchingIndexingMap(input);
  ArrayRef<AffineExpr> exprs = map.getResults();
  if (input->get() == products.getResult(0)) {
    Builder builder(sum.getContext());
    // Rows, panels, groups, and what is behind them.
    SmallVector<AffineExpr> expected = {builder.getAffineDimExpr(0),
                                        builder.getAffineDimExpr(1),
                                        builder.getAffineDimExpr(rank)};
    for (unsigned loop = 2; loop < rank; ++loop)
      expected.push_back(builder.getAffineDimExpr(loop));
    return exprs.size() == rank + 2 &&
           exprs.drop_back() == ArrayRef(expected) &&
           isa<AffineConstantExpr>(exprs.back());
  }
  auto isSimple = [](AffineExpr expr) {
    return isa<AffineDimExpr, AffineConstantExpr>(expr);
  };
  if (!llvm::all_of(exprs, isSimple))
    return false;
  unsigned column = rank - 1;
  if (!map.isFunctionOfDim(column))
    return true;
  return isa<BlockArgument>(input->get()) &&
         exprs.back().isFunctionOfDim(column) &&
         llvm::none_of(exprs.drop_back(), [&](AffineExpr expr) {
           return expr.isFunctionOfDim(column);
         });
}

/// May lanes of vectors compute the body?
static bool isInLanes(GenericOp sum) {
  return llvm::all_of(sum.getBody()->without_terminator(), [](Operation &op) {
    return op.getNumResults() == 1 &&
           OpTrait::hasElementwiseMappableTraits(&op);
  });
}

bool kiln::addsToSum(GenericOp sum) {
  Block *body = sum.getBody();
  Value sofar = body->getArguments().back();
  auto add =
      body->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  return add && sofar.hasOneUse() &&
         (add.getLhs() == sofar || add.getRhs() == sofar);
}

static bool sumsGroups(GenericOp sum, GenericOp products, Halves halves) {
  unsigned rank = halves == Halves::Columns ? 4 : 3;
  MLIRContext *context = sum.getContext();
  SmallVector<IteratorType> iterators(rank, IteratorType::parallel);
  iterators.push_back(IteratorType::reduction);
  AffineMap result =
      AffineMap::getMultiDimIdentityMap(rank + 1, context).dropResult(rank);
  return sum.getNumDpsInits() == 1 && getSumType(sum).isF32() &&
         startsFromZero(sum) && addsToSum(sum) &&
         sum.getIteratorTypesArray() == iterators &&
         sum.getIndexingMapsArray().back() == result && isInLanes(sum) &&
         isUsedInPlace(sum.getResult(0)) &&
         llvm::all_of(products->getUsers(),
                      [&](Operation *user) { return user == sum; }) &&
         llvm::all_of(sum.getDpsInputOperands(), [&](OpOperand *input) {
           return isReadByLanes(sum, input, products);
         });
}

std::optional<GroupedSum> kiln::matchGroupedSum(exec::KernelOp kernel) {
  SmallVector<GenericOp> sums;
  for (GenericOp op : kernel.getBody().getOps<GenericOp>())
    if (op.getNumReductionLoops() > 0)
      sums.push_back(op);
  if (sums.size() != 2)
    return std::nullopt;
  std::optional<std::pair<Halves, bool>> matched = matchProducts(sums[0]);
  if (!matched || !sumsGroups(sums[1], sums[0], matched->first))
    return std::nullopt;
  auto [halves, movesUp] = *matched;
  GroupedLoops loops(halves);
  SmallVector<int64_t> sizes = sums[0].getStaticLoopRanges();
  auto result = cast<RankedTensorType>(sums[1].getResult(0).getType());
  if (ShapedType::isDynamicShape(ArrayRef(sizes).drop_front()) ||
      sizes[loops.step] != kWordSteps || sizes[loops.digit] != kRowDigits ||
      (halves != Halves::None && sizes[loops.half] != kHalves) ||
      llvm::any_of(kernel.getResultTypes(), [&](Type type) {
        return cast<RankedTensorType>(type).getShape() != result.getShape();
      }))
    return std::nullopt;
  return GroupedSum{sums[1],
                    sums[0],
                    halves,
                    movesUp,
                    sizes[loops.panel],
                    sizes[loops.group],
                    sizes[loops.word],
                    sizes[loops.column]};
}
