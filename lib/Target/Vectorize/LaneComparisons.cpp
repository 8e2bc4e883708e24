// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparisons of positions: a linear one is past a bound from some lane on.
// Where lanes have masks, small numbers of lanes are compared with the distance
// to the bound, in a quarter of the registers. Without masks the distance costs
// more than they do. Positions and bounds are those of arrays, whose distance
// an index holds.
#include "LoopVectorizer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace kiln;
using arith::CmpIPredicate;

/// Numbers of lanes.
constexpr unsigned kBits = 16;

/// `distance` as such a number: beyond these lies no lane.
static Value clampDistance(OpBuilder &builder, Location loc, Value distance) {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  distance = arith::MaxSIOp::create(builder, loc, distance,
                                    constant(llvm::minIntN(kBits)));
  distance = arith::MinSIOp::create(builder, loc, distance,
                                    constant(llvm::maxIntN(kBits)));
  return arith::IndexCastOp::create(builder, loc, builder.getIntegerType(kBits),
                                    distance);
}

/// The lanes of `position` for which `predicate`, a signed one, holds.
Value LoopVectorizer::compareLanes(CmpIPredicate predicate,
                                   const LaneValue &position, Value bound) {
  Type type = builder.getIntegerType(kBits);
  Value distance = arith::SubIOp::create(builder, loc, bound, position.value);
  SmallVector<APInt> numbers;
  for (unsigned lane = 0; lane < width; ++lane)
    numbers.emplace_back(kBits, lane * position.stride, /*isSigned=*/true);
  Value lanes = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(VectorType::get(width, type), numbers));
  return arith::CmpIOp::create(builder, loc, predicate, lanes,
                               splat(clampDistance(builder, loc, distance)));
}

bool LoopVectorizer::emitComparison(Operation &op) {
  auto compare = dyn_cast<arith::CmpIOp>(op);
  if (!hasMasks || !compare || !compare.getLhs().getType().isIndex())
    return false;
  LaneValue position = get(compare.getLhs()), bound = get(compare.getRhs());
  // Distances of lanes from the first one lie far within such numbers.
  constexpr int64_t kMaxReach = 1 << 14;
  if (position.kind != LaneValue::Linear || bound.kind != LaneValue::Uniform ||
      std::abs(position.stride) >= kMaxReach / width)
    return false;
  Value result;
  switch (compare.getPredicate()) {
  case CmpIPredicate::slt:
  case CmpIPredicate::sle:
  case CmpIPredicate::sgt:
  case CmpIPredicate::sge:
    result = compareLanes(compare.getPredicate(), position, bound.value);
    break;
  case CmpIPredicate::ult: {
    // From 0 on, and below the bound.
    std::optional<int64_t> size = getConstantIntValue(bound.value);
    if (!size || *size < 0)
      return false;
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    result = both(compareLanes(CmpIPredicate::sge, position, zero),
                  compareLanes(CmpIPredicate::slt, position, bound.value));
    break;
  }
  default:
    return false;
  }
  ++report.operations;
  setVector(compare.getResult(), result);
  return true;
}
