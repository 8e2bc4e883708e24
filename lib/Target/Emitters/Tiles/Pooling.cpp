// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pooling.h"
#include "SumOfProducts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

Value Pooling::combine(OpBuilder &builder, Location loc, Value a,
                       Value b) const {
  OperationState state(loc, combiner->getName(), {a, b}, {a.getType()},
                       combiner->getAttrs());
  return builder.create(state)->getResult(0);
}

/// The op that combines the first input with the accumulator; null where the
/// body does anything else.
static Operation *findCombiner(GenericOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1)
    return nullptr;
  Block *body = op.getBody();
  Operation *combiner = body->getTerminator()->getOperand(0).getDefiningOp();
  if (!isa_and_nonnull<arith::AddFOp, arith::MaximumFOp, arith::MinimumFOp>(
          combiner) ||
      combiner->getBlock() != body)
    return nullptr;
  Value accumulator = body->getArgument(2);
  Value a = combiner->getOperand(0), b = combiner->getOperand(1);
  bool isCombined = (a == accumulator || b == accumulator) &&
                    accumulator.hasOneUse() &&
                    getInputNumber(a == accumulator ? b : a) == 0u;
  return isCombined && body->getArgument(1).use_empty() ? combiner : nullptr;
}

std::optional<Pooling> kiln::matchPooling(exec::KernelOp kernel) {
  Pooling pooling = {findReduction(kernel), nullptr, {}};
  if (!pooling.op || !isWhole(kernel, pooling.op))
    return std::nullopt;
  pooling.combiner = findCombiner(pooling.op);
  auto fill = pooling.op.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
  Type type = getSumType(pooling.op);
  if (!pooling.combiner || !fill || !(type.isF32() || type.isF64()) ||
      !matchPattern(fill.getInputs()[0], m_Constant(&pooling.first)))
    return std::nullopt;
  return pooling;
}
