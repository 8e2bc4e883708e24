// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelWork.h"
#include "kiln/Dialect/Exec/KernelContract.h"
#include "kiln/Dialect/Exec/MatrixChoice.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "kiln/Dialect/TX/TX.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;
using ep::ExprAttr;

static std::optional<MatrixChoice> findMatrixChoice(linalg::LinalgOp op) {
  auto generic = dyn_cast<linalg::GenericOp>(*op);
  return generic ? matchMatrixChoice(generic) : std::nullopt;
}

/// The product of floats or of integers that `op` sums; null where there is
/// none.
static Operation *findProduct(linalg::LinalgOp op) {
  std::optional<MatrixChoice> choice = findMatrixChoice(op);
  Value total =
      choice ? choice->sum : op.getBlock()->getTerminator()->getOperand(0);
  Operation *sum = total.getDefiningOp();
  if (op.getNumReductionLoops() == 0 ||
      !isa_and_nonnull<arith::AddFOp, arith::AddIOp>(sum))
    return nullptr;
  for (Value operand : sum->getOperands())
    if (Operation *product = operand.getDefiningOp();
        isa_and_nonnull<arith::MulFOp, arith::MulIOp>(product))
      return product;
  return nullptr;
}

/// The operations on floats of a region for one point of its loops. Conversions
/// are none; comparisons and selections are.
static int64_t countFlops(Block &body) {
  return llvm::count_if(body, [](Operation &op) {
    bool computes =
        isa<arith::ArithDialect, math::MathDialect>(op.getDialect());
    return computes && !isa<arith::ConstantOp, CastOpInterface>(op) &&
           llvm::any_of(op.getOperandTypes(),
                        [](Type type) { return isa<FloatType>(type); });
  });
}

/// The extents of loops, of each from an operand that runs through it. Null
/// where none tells.
static SmallVector<ExprAttr> getExtents(unsigned numLoops, ValueRange operands,
                                        ArrayRef<AffineMap> maps) {
  SmallVector<ExprAttr> extents(numLoops);
  for (auto [operand, map] : llvm::zip_equal(operands, maps))
    for (auto [dim, expr] : llvm::enumerate(map.getResults()))
      if (auto loop = dyn_cast<AffineDimExpr>(expr))
        if (!extents[loop.getPosition()])
          extents[loop.getPosition()] =
              getDimExpr(operand, static_cast<int64_t>(dim));
  return extents;
}

static ExprAttr getFlops(linalg::LinalgOp op) {
  MLIRContext *context = op.getContext();
  int64_t each = countFlops(*op.getBlock());
  if (isa_and_nonnull<arith::MulIOp>(findProduct(op)))
    each += 2; // and its sum
  if (each == 0)
    return ep::makeInt(context, 0);
  SmallVector<ExprAttr> factors = getExtents(
      op.getNumLoops(), op->getOperands(), op.getIndexingMapsArray());
  if (llvm::is_contained(factors, ExprAttr()))
    return {};
  // A row takes the steps of one matrix, and chooses it once.
  if (std::optional<MatrixChoice> choice = findMatrixChoice(op)) {
    factors[choice->matrixLoop] = ep::makeInt(context, 1);
    each = 2;
  }
  factors.push_back(ep::makeInt(context, each));
  return ep::product(context, factors);
}

/// For each row and key: a product with its sum for each element of the depth,
/// what the region computes, the maximum, the exponential of a difference and
/// its sum, and a product with its sum for each element of the value. Then a
/// division for each element of the result.
static ExprAttr getFlops(tx::AttentionOp op) {
  MLIRContext *context = op.getContext();
  SmallVector<AffineMap> maps;
  for (unsigned i = 0, count = op->getNumOperands(); i < count; ++i)
    maps.push_back(op.getMap(i));
  SmallVector<ExprAttr> extents =
      getExtents(op.getNumLoops(), op->getOperands(), maps);
  if (llvm::is_contained(extents, ExprAttr()))
    return {};
  ExprAttr rows = ep::makeInt(context, 1);
  for (unsigned loop = 0; loop < op.getColumnLoop(); ++loop)
    rows = ep::mul(rows, extents[loop]);
  ExprAttr columns = extents[op.getColumnLoop()];
  ExprAttr two = ep::makeInt(context, 2);
  constexpr int64_t kSoftmax = 4;
  ExprAttr each = ep::add(
      ep::mul(two, ep::add(extents[op.getDepthLoop()], columns)),
      ep::makeInt(context, countFlops(op.getBody().front()) + kSoftmax));
  return ep::mul(rows,
                 ep::add(ep::mul(extents[op.getKeyLoop()], each), columns));
}

/// The operations of any op of a kernel: null where they are not known.
static ExprAttr getFlops(Operation &op) {
  MLIRContext *context = op.getContext();
  if (auto attention = dyn_cast<tx::AttentionOp>(op))
    return getFlops(attention);
  if (auto linalg = dyn_cast<linalg::LinalgOp>(op))
    return getFlops(linalg);
  // The work of a routine depends on the matrix.
  if (isa<tx::MatrixOp>(op))
    return {};
  // A combination for each element.
  if (auto scan = dyn_cast<tx::ScanOp>(op);
      scan && isa<FloatType>(getElementTypeOrSelf(scan->getOperand(0)))) {
    auto sizes = getShapeExprs(scan->getOperand(0));
    return succeeded(sizes) ? ep::product(context, *sizes) : ExprAttr();
  }
  return ep::makeInt(context, 0);
}

/// The type of `value` where it is a smaller one widened.
static Type getWidenedType(Value value) {
  Operation *op = value.getDefiningOp();
  return isa_and_nonnull<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>(op)
             ? op->getOperand(0).getType()
             : value.getType();
}

/// The type of both factors of what `op` sums, if it sums products.
static Type getFactorType(Operation &op) {
  if (auto attention = dyn_cast<tx::AttentionOp>(op))
    return getElementTypeOrSelf(attention->getOperand(0));
  auto linalg = dyn_cast<linalg::LinalgOp>(op);
  Operation *product = linalg ? findProduct(linalg) : nullptr;
  if (!product)
    return {};
  Type left = getWidenedType(product->getOperand(0));
  return left == getWidenedType(product->getOperand(1)) ? left : Type();
}

StringRef exec::getProductType(KernelOp kernel) {
  for (Operation &op : kernel.getBody().front()) {
    Type type = getFactorType(op);
    if (type && (type.isBF16() || type.isInteger(8)))
      return type.isBF16() ? "bf16" : "i8";
  }
  return "";
}

ExprAttr exec::countFlops(KernelOp kernel) {
  ExprAttr flops = ep::makeInt(kernel.getContext(), 0);
  for (Operation &op : kernel.getBody().front()) {
    ExprAttr part = getFlops(op);
    flops = flops && part ? ep::add(flops, part) : ExprAttr();
  }
  return flops;
}
