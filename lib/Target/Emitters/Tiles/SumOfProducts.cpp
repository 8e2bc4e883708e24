// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SumOfProducts.h"
#include "kiln/Dialect/Exec/MatrixChoice.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

Type kiln::getSumType(GenericOp sum) {
  return cast<RankedTensorType>(sum.getResult(0).getType()).getElementType();
}

llvm::SmallBitVector kiln::getLoops(GenericOp op, unsigned number) {
  llvm::SmallBitVector loops(op.getNumLoops());
  AffineMap map = op.getIndexingMapsArray()[number];
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    loops[loop] = map.isFunctionOfDim(loop);
  return loops;
}

/// Is `op` a conversion of integers to floats that hold all of them?
static bool isExactFloat(Operation *op) {
  if (!isa_and_nonnull<arith::SIToFPOp, arith::UIToFPOp>(op))
    return false;
  auto type = cast<FloatType>(op->getResult(0).getType());
  return op->getOperand(0).getType().getIntOrFloatBitWidth() <=
         type.getFPMantissaWidth();
}

std::optional<unsigned> kiln::getInputNumber(Value value) {
  Operation *widened = value.getDefiningOp();
  if (isa_and_nonnull<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>(widened))
    value = widened->getOperand(0);
  if (Operation *number = value.getDefiningOp(); isExactFloat(number))
    value = number->getOperand(0);
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return std::nullopt;
  return argument.getArgNumber();
}

static bool isSum(Operation *op) {
  return isa_and_nonnull<arith::AddFOp, arith::AddIOp>(op);
}

/// Does the body add the product of its two inputs to its accumulator, and
/// nothing else? Or does it so where a row has chosen the matrix.
static bool sumsProducts(GenericOp op, bool takesChoices) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1)
    return false;
  Block *body = op.getBody();
  auto choice = exec::matchMatrixChoice(op);
  if (choice && !takesChoices)
    return false;
  Value total = choice ? choice->sum : body->getTerminator()->getOperand(0);
  Operation *sum = total.getDefiningOp();
  if (!isSum(sum) || sum->getBlock() != body)
    return false;
  Value accumulator = body->getArgument(2);
  Value a = sum->getOperand(0), b = sum->getOperand(1);
  if ((a != accumulator && b != accumulator) ||
      !accumulator.hasNUses(choice ? 2 : 1))
    return false;
  Operation *product = (a == accumulator ? b : a).getDefiningOp();
  if (!isa_and_nonnull<arith::MulFOp, arith::MulIOp>(product))
    return false;
  std::optional<unsigned> left = getInputNumber(product->getOperand(0));
  std::optional<unsigned> right = getInputNumber(product->getOperand(1));
  return left && right && *left + *right == 1;
}

ProductTypes kiln::getProductTypes(GenericOp sum, unsigned left) {
  auto isUnsigned = [&](unsigned number) {
    return llvm::any_of(
        sum.getBody()->getArgument(number).getUsers(),
        [](Operation *user) { return isa<arith::ExtUIOp>(user); });
  };
  auto typeOf = [&](unsigned number) {
    return sum.getBody()->getArgument(number).getType();
  };
  return {typeOf(left), typeOf(1 - left), getSumType(sum), isUnsigned(left),
          isUnsigned(1 - left)};
}

bool kiln::startsFromZero(GenericOp op) {
  auto fill = op.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
  return fill && (matchPattern(fill.getInputs()[0], m_AnyZeroFloat()) ||
                  matchPattern(fill.getInputs()[0], m_Zero()));
}

/// Do the elementwise ops that use `value` have it at the place where it is
/// computed? Other uses are what `isEnd` says.
static bool isUsedInPlace(Value value,
                          llvm::function_ref<bool(Operation *)> isEnd) {
  return llvm::all_of(value.getUses(), [&](OpOperand &use) {
    auto user = dyn_cast<GenericOp>(use.getOwner());
    if (!user)
      return isEnd(use.getOwner());
    if (user.getNumParallelLoops() != user.getNumLoops() ||
        !user.getMatchingIndexingMap(&use).isIdentity())
      return false;
    for (OpOperand &init : user.getDpsInitsMutable())
      if (!user.getMatchingIndexingMap(&init).isIdentity())
        return false;
    return llvm::all_of(user->getResults(), [&](Value result) {
      return ::isUsedInPlace(result, isEnd);
    });
  });
}

bool kiln::isUsedInPlace(Value value) {
  return ::isUsedInPlace(
      value, [](Operation *user) { return isa<exec::YieldOp>(user); });
}

/// The first column of `slice`, where it has some neighbouring columns of all
/// rows.
static std::optional<int64_t> getFirstColumn(tensor::ExtractSliceOp slice) {
  RankedTensorType type = slice.getType();
  if (type.getRank() != slice.getSourceType().getRank() ||
      !slice.hasUnitStride() || type.isDynamicDim(type.getRank() - 1))
    return std::nullopt;
  FailureOr<SmallVector<ep::ExprAttr>> sizes = exec::getShapeExprs(slice);
  FailureOr<SmallVector<ep::ExprAttr>> whole =
      exec::getShapeExprs(slice.getSource());
  if (failed(sizes) || failed(whole) ||
      ArrayRef(*sizes).drop_back() != ArrayRef(*whole).drop_back())
    return std::nullopt;
  ArrayRef<int64_t> offsets = slice.getStaticOffsets();
  bool isOfAllRows =
      llvm::all_of(offsets.drop_back(), [](int64_t at) { return at == 0; });
  if (!isOfAllRows || ShapedType::isDynamic(offsets.back()))
    return std::nullopt;
  return offsets.back();
}

GenericOp kiln::findReduction(exec::KernelOp kernel) {
  auto reductions = llvm::make_filter_range(
      kernel.getBody().getOps<GenericOp>(),
      [](GenericOp op) { return op.getNumReductionLoops() > 0; });
  return llvm::hasSingleElement(reductions) ? *reductions.begin() : GenericOp();
}

/// The only reduction of `kernel`, where it is a sum of products from zero in a
/// type that tiles have.
static GenericOp findSum(exec::KernelOp kernel, bool takesIntegers,
                         bool takesChoices) {
  GenericOp sum = findReduction(kernel);
  if (!sum || !sumsProducts(sum, takesChoices) || !startsFromZero(sum))
    return nullptr;
  Type type = getSumType(sum);
  bool isTaken =
      type.isF32() || type.isF64() || (takesIntegers && type.isInteger(32));
  return isTaken ? sum : nullptr;
}

/// Have all results of `kernel` the sizes of `type`?
static bool hasResultsOf(exec::KernelOp kernel, RankedTensorType type) {
  return llvm::all_of(kernel.getResultTypes(), [&](Type result) {
    return cast<RankedTensorType>(result).getShape() == type.getShape();
  });
}

bool kiln::isWhole(exec::KernelOp kernel, GenericOp sum) {
  auto type = cast<RankedTensorType>(sum.getResult(0).getType());
  return isUsedInPlace(sum.getResult(0)) && hasResultsOf(kernel, type);
}

GenericOp kiln::matchSumOfProducts(exec::KernelOp kernel, bool takesIntegers,
                                   bool takesChoices) {
  GenericOp sum = findSum(kernel, takesIntegers, takesChoices);
  return sum && isWhole(kernel, sum) ? sum : nullptr;
}

GenericOp kiln::matchSumOfParts(exec::KernelOp kernel, bool takesIntegers,
                                SmallVectorImpl<int64_t> &parts) {
  GenericOp sum = findSum(kernel, takesIntegers, /*takesChoices=*/true);
  if (!sum || isWhole(kernel, sum))
    return sum;
  llvm::SmallSetVector<int64_t, 4> found;
  auto isPart = [&](Operation *user) {
    auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
    std::optional<int64_t> first = slice ? getFirstColumn(slice) : std::nullopt;
    if (!first || !hasResultsOf(kernel, slice.getType()) ||
        !isUsedInPlace(slice.getResult()))
      return false;
    found.insert(*first);
    return true;
  };
  if (!::isUsedInPlace(sum.getResult(0), isPart))
    return nullptr;
  parts.assign(found.begin(), found.end());
  return sum;
}
