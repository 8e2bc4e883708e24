// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Product.h"
#include "Softmax.h"
#include "kiln/Support/Extension.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::tx;
using linalg::GenericOp;

std::optional<Product> tx::matchProduct(GenericOp op) {
  if (!op || op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      op.getNumReductionLoops() != 1)
    return std::nullopt;
  for (AffineMap map : op.getIndexingMapsArray())
    if (!map.isProjectedPermutation())
      return std::nullopt;
  auto fill = op.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
  auto sum = getYielded(op).getDefiningOp<arith::AddFOp>();
  Value accumulator = op.getBody()->getArguments().back();
  if (!fill || !matchPattern(fill.getInputs()[0], m_AnyZeroFloat()) || !sum ||
      !accumulator.hasOneUse() ||
      (sum.getLhs() != accumulator && sum.getRhs() != accumulator))
    return std::nullopt;
  Value term = sum.getLhs() == accumulator ? sum.getRhs() : sum.getLhs();
  auto product = term.getDefiningOp<arith::MulFOp>();
  if (!product)
    return std::nullopt;
  OpOperand *a = getReadOperand(op, stripExtensions(product.getLhs()));
  OpOperand *b = getReadOperand(op, stripExtensions(product.getRhs()));
  Type type = product.getType();
  if (!a || !b || a == b || (!type.isF32() && !type.isF64()))
    return std::nullopt;
  Product result{op, 0, op.getMatchingIndexingMap(op.getDpsInitOperand(0))};
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  result.summed = reduced.front();
  if (result.getReader(result.summed) ||
      result.result.getNumResults() + 1 != op.getNumLoops())
    return std::nullopt;
  return result;
}
