// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SumOfProducts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

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

/// Is `value` an argument of the body, widened or not?
static std::optional<unsigned> getInputNumber(Value value) {
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
/// nothing else?
static bool sumsProducts(GenericOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1)
    return false;
  Block *body = op.getBody();
  Operation *sum = body->getTerminator()->getOperand(0).getDefiningOp();
  if (!isSum(sum) || sum->getBlock() != body)
    return false;
  Value accumulator = body->getArgument(2);
  Value a = sum->getOperand(0), b = sum->getOperand(1);
  if ((a != accumulator && b != accumulator) || !accumulator.hasOneUse())
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

bool kiln::isUsedInPlace(Value value) {
  return llvm::all_of(value.getUses(), [](OpOperand &use) {
    if (isa<exec::YieldOp>(use.getOwner()))
      return true;
    auto user = dyn_cast<GenericOp>(use.getOwner());
    if (!user || user.getNumParallelLoops() != user.getNumLoops() ||
        !user.getMatchingIndexingMap(&use).isIdentity())
      return false;
    for (OpOperand &init : user.getDpsInitsMutable())
      if (!user.getMatchingIndexingMap(&init).isIdentity())
        return false;
    return llvm::all_of(user->getResults(), isUsedInPlace);
  });
}

GenericOp kiln::matchSumOfProducts(exec::KernelOp kernel, bool takesIntegers) {
  auto reductions = llvm::make_filter_range(
      kernel.getBody().getOps<GenericOp>(),
      [](GenericOp op) { return op.getNumReductionLoops() > 0; });
  if (!llvm::hasSingleElement(reductions))
    return nullptr;
  GenericOp sum = *reductions.begin();
  if (!sumsProducts(sum) || !startsFromZero(sum) ||
      !isUsedInPlace(sum.getResult(0)))
    return nullptr;
  auto result = cast<RankedTensorType>(sum.getResult(0).getType());
  Type type = result.getElementType();
  if (!type.isF32() && !type.isF64() && !(takesIntegers && type.isInteger(32)))
    return nullptr;
  for (Type type : kernel.getResultTypes())
    if (cast<RankedTensorType>(type).getShape() != result.getShape())
      return nullptr;
  return sum;
}
