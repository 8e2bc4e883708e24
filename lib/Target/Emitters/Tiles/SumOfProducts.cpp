// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SumOfProducts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

FloatType kiln::getSumType(GenericOp sum) {
  return cast<FloatType>(
      cast<RankedTensorType>(sum.getResult(0).getType()).getElementType());
}

llvm::SmallBitVector kiln::getLoops(GenericOp op, unsigned number) {
  llvm::SmallBitVector loops(op.getNumLoops());
  AffineMap map = op.getIndexingMapsArray()[number];
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    loops[loop] = map.isFunctionOfDim(loop);
  return loops;
}

/// Is `value` an argument of the body, widened or not?
static std::optional<unsigned> getInputNumber(Value value) {
  if (auto widened = value.getDefiningOp<arith::ExtFOp>())
    value = widened.getIn();
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return std::nullopt;
  return argument.getArgNumber();
}

/// Does the body add the product of its two inputs to its accumulator, and
/// nothing else?
static bool sumsProducts(GenericOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1)
    return false;
  Block *body = op.getBody();
  auto sum =
      body->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!sum || sum->getBlock() != body)
    return false;
  Value accumulator = body->getArgument(2);
  Value term = sum.getLhs() == accumulator ? sum.getRhs() : sum.getLhs();
  if ((sum.getLhs() != accumulator && sum.getRhs() != accumulator) ||
      !accumulator.hasOneUse())
    return false;
  auto product = term.getDefiningOp<arith::MulFOp>();
  if (!product)
    return false;
  std::optional<unsigned> a = getInputNumber(product.getLhs());
  std::optional<unsigned> b = getInputNumber(product.getRhs());
  return a && b && *a + *b == 1;
}

/// Does the sum start from zero?
static bool startsFromZero(GenericOp op) {
  auto fill = op.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
  return fill && matchPattern(fill.getInputs()[0], m_AnyZeroFloat());
}

/// Is `value` used only at the place where it is computed, by elementwise ops
/// on the same domain and by the kernel's results?
static bool isUsedInPlace(Value value) {
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

GenericOp kiln::matchSumOfProducts(exec::KernelOp kernel) {
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
  if (!result.getElementType().isF32() && !result.getElementType().isF64())
    return nullptr;
  for (Type type : kernel.getResultTypes())
    if (cast<RankedTensorType>(type).getShape() != result.getShape())
      return nullptr;
  return sum;
}
