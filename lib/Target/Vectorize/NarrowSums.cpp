// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums in f64 of what f32 holds, as emitters ask for them: one accumulator
// would lose too much in f32. Lanes each add a part of the items, so that so
// many in turn may be added in f32 before they are added in f64.
#include "LoopVectorizer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;

/// A lane that takes one item adds nothing in f32: it would round a product
/// there for no gain.
bool LoopVectorizer::hasSpans() {
  std::optional<APInt> count = loop.getStaticTripCount();
  if (count && count->ult(2 * width))
    return false;
  return llvm::any_of(accumulators, [](const Accumulator &accumulator) {
    return accumulator.wideSum != nullptr;
  });
}

/// The vector loop in spans, each with sums of its own in f32.
FailureOr<scf::ForOp> LoopVectorizer::emitSpans(Value from, Value step,
                                                ValueRange initial) {
  constexpr int64_t kVectors = 32;
  Value length = arith::ConstantIndexOp::create(builder, loc, kVectors * width);
  auto spans = scf::ForOp::create(builder, loc, from, mainEnd, length, initial);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(spans.getBody());
  Value begin = spans.getInductionVar();
  Value end = arith::MinSIOp::create(
      builder, loc, arith::AddIOp::create(builder, loc, begin, length),
      mainEnd);
  SmallVector<Value> inner(spans.getRegionIterArgs());
  auto narrow = VectorType::get(width, builder.getF32Type());
  for (auto [accumulator, value] : llvm::zip(accumulators, inner))
    if (accumulator.wideSum)
      value = arith::ConstantOp::create(
          builder, loc,
          DenseElementsAttr::get(narrow, builder.getF32FloatAttr(-0.0f)));
  isNarrow = true;
  FailureOr<scf::ForOp> vectors = emitVectors(begin, end, step, inner);
  isNarrow = false;
  if (failed(vectors))
    return failure();
  SmallVector<Value> sums(vectors->getResults());
  for (auto [accumulator, sum, old] :
       llvm::zip(accumulators, sums, spans.getRegionIterArgs()))
    if (accumulator.wideSum)
      sum = arith::AddFOp::create(
          builder, loc, old,
          arith::ExtFOp::create(builder, loc, old.getType(), sum));
  scf::YieldOp::create(builder, loc, sums);
  return spans;
}

/// The addition of a wide sum, in f32. False where `op` is none.
bool LoopVectorizer::emitNarrowSum(Operation &op) {
  for (auto [number, accumulator] : llvm::enumerate(accumulators)) {
    if (accumulator.wideSum != &op)
      continue;
    Value old = loop.getRegionIterArg(number);
    Value item = op.getOperand(op.getOperand(0) == old ? 1 : 0);
    SmallVector<Value> factors = vectorsOf(getNarrowFactors(item));
    auto flags = arith::FastMathFlags::contract;
    Value added = factors.front();
    if (factors.size() == 2)
      added = arith::MulFOp::create(builder, loc, added, factors.back(), flags);
    setVector(op.getResult(0), arith::AddFOp::create(
                                   builder, loc, get(old).value, added, flags));
    return true;
  }
  return false;
}
