// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IndexRange.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"

using namespace mlir;
using namespace kiln;

static ConstantIntRanges makeRange(int64_t low, int64_t high) {
  return ConstantIntRanges::fromSigned(APInt(64, low, true),
                                       APInt(64, high, true));
}

/// |a - b|, written as the larger of both differences.
static bool isDistance(Operation *op) {
  auto max = dyn_cast<arith::MaxSIOp>(op);
  if (!max)
    return false;
  auto a = max.getLhs().getDefiningOp<arith::SubIOp>();
  auto b = max.getRhs().getDefiningOp<arith::SubIOp>();
  return a && b && a.getLhs() == b.getRhs() && a.getRhs() == b.getLhs();
}

/// The numbers that `value` may be; no more than `depth` operations are asked.
static ConstantIntRanges findRange(Value value, unsigned depth) {
  ConstantIntRanges range = ConstantIntRanges::maxRange(
      ConstantIntRanges::getStorageBitwidth(value.getType()));
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return range;
  if (auto index = dyn_cast<linalg::IndexOp>(op)) {
    auto loops = op->getParentOfType<linalg::LinalgOp>();
    int64_t extent = loops.getStaticLoopRanges()[index.getDim()];
    return makeRange(0, ShapedType::isDynamic(extent)
                            ? std::numeric_limits<int64_t>::max()
                            : std::max<int64_t>(extent - 1, 0));
  }
  auto inferred = dyn_cast<InferIntRangeInterface>(op);
  auto isInteger = [](Type type) { return type.isIntOrIndex(); };
  if (!inferred || op->getNumResults() != 1 ||
      !llvm::all_of(op->getOperandTypes(), isInteger))
    return range;
  SmallVector<ConstantIntRanges> operands;
  for (Value operand : op->getOperands())
    operands.push_back(findRange(operand, depth - 1));
  inferred.inferResultRanges(
      operands,
      [&](Value, const ConstantIntRanges &result) { range = result; });
  if (isDistance(op))
    range =
        range.intersection(makeRange(0, std::numeric_limits<int64_t>::max()));
  return range;
}

bool kiln::isKnownBelow(Value index, int64_t size) {
  constexpr unsigned kDepth = 10;
  if (ShapedType::isDynamic(size))
    return false;
  ConstantIntRanges range = findRange(index, kDepth);
  return range.smin().isNonNegative() && range.smax().slt(size);
}
