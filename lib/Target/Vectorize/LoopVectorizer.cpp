// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LoopVectorizer.h"
#include "LaneTables.h"
#include "kiln/Target/Loops.h"
#include "kiln/Target/Scale.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <numeric>

using namespace mlir;
using namespace kiln;

LoopVectorizer::LoopVectorizer(scf::ForOp loop, unsigned width,
                               unsigned vectorBits, bool hasMasks)
    : loop(loop), width(width), vectorBits(vectorBits), hasMasks(hasMasks),
      builder(loop), loc(loop.getLoc()), before(loop->getPrevNode()) {}

LogicalResult LoopVectorizer::refuse(const Twine &reason) {
  if (report.refusal.empty())
    report.refusal = reason.str();
  return failure();
}

/// Each value that the loop carries must be a sum, product or extreme: only
/// these may be split over lanes.
LogicalResult LoopVectorizer::findAccumulators() {
  for (unsigned i = 0; i < loop.getNumRegionIterArgs(); ++i) {
    std::optional<Accumulator> accumulator = matchAccumulator(i);
    if (!accumulator)
      return refuse("a value that it carries depends on the order of items");
    accumulators.push_back(*accumulator);
  }
  return success();
}

/// Writes the vector loops in front of the scalar one, which stays as it is
/// until commit(), so that a refusal half way leaves no trace.
LogicalResult LoopVectorizer::emit() {
  if (!isConstantIntValue(loop.getStep(), 1))
    return refuse("its step is not one");
  if (succeeded(findAccumulators()) && succeeded(emitMain()) &&
      (!hasMasks || succeeded(emitMaskedTail())))
    return success();
  discard();
  return failure();
}

/// The loop over whole vectors.
LogicalResult LoopVectorizer::emitMain() {
  Value from = loop.getLowerBound(), to = loop.getUpperBound();
  Value step = arith::ConstantIndexOp::create(builder, loc, width);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value count = arith::SubIOp::create(builder, loc, to, from);
  count = arith::MaxSIOp::create(builder, loc, count, zero);
  // The vectors cover [from, mainEnd): a range may be empty, or shorter than
  // one vector.
  Value whole = arith::DivUIOp::create(builder, loc, count, step);
  whole = arith::MulIOp::create(builder, loc, whole, step);
  mainEnd = arith::AddIOp::create(builder, loc, from, whole);
  SmallVector<Value> initial;
  for (auto [accumulator, value] : llvm::zip(accumulators, loop.getInitArgs()))
    // Lanes start neutral; the initial value joins them in commit().
    initial.push_back(neutral(accumulator, value));
  FailureOr<scf::ForOp> vectors =
      hasSpans() ? emitSpans(from, step, initial)
                 : emitVectors(from, mainEnd, step, initial);
  if (failed(vectors))
    return failure();
  main = *vectors;
  sums.assign(main.getResults().begin(), main.getResults().end());
  return success();
}

/// The body for the items [from, to), which are whole vectors.
FailureOr<scf::ForOp> LoopVectorizer::emitVectors(Value from, Value to,
                                                  Value step,
                                                  ValueRange initial) {
  auto vectors = scf::ForOp::create(builder, loc, from, to, step, initial);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(vectors.getBody());
  // Lane i of a round works on item `induction variable + i`.
  LaneValue item{LaneValue::Linear, vectors.getInductionVar(), 1, {}, {}};
  set(loop.getInductionVar(), item);
  setVectors(loop.getRegionIterArgs(), vectors.getRegionIterArgs());
  if (failed(emitBody(loop)))
    return failure();
  return vectors;
}

/// Is the number of items a known multiple of the lanes?
bool LoopVectorizer::isWhole() {
  std::optional<int64_t> from = getConstantIntValue(loop.getLowerBound());
  std::optional<int64_t> to = getConstantIntValue(loop.getUpperBound());
  return from && to && (*to - *from) % width == 0;
}

/// The items behind the last whole vector, in some lanes of one more.
LogicalResult LoopVectorizer::emitMaskedTail() {
  if (isWhole())
    return success();
  Value isSome = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                       mainEnd, loop.getUpperBound());
  SmallVector<Type> types(ValueRange(sums).getTypes());
  auto guarded = scf::IfOp::create(builder, loc, types, isSome, !types.empty());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(guarded.thenBlock());
  // Lane i computes where i < left.
  Value left =
      arith::SubIOp::create(builder, loc, loop.getUpperBound(), mainEnd);
  Type i32 = builder.getI32Type();
  left = arith::IndexCastOp::create(builder, loc, i32, left);
  SmallVector<int32_t> numbers(width);
  std::iota(numbers.begin(), numbers.end(), 0);
  Value lanes = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(VectorType::get(width, i32), ArrayRef(numbers)));
  mask = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, lanes,
                               splat(left));
  tailMask = mask;
  // Values of the main loop are not visible here.
  lanes_.clear();
  pointers.clear();
  set(loop.getInductionVar(), {LaneValue::Linear, mainEnd, 1, {}, {}});
  setVectors(loop.getRegionIterArgs(), sums);
  if (failed(emitBlock(*loop.getBody())))
    return failure();
  SmallVector<Value> results;
  // Lanes that are off keep the sums of the main loop.
  for (auto [value, old] :
       llvm::zip(loop.getBody()->getTerminator()->getOperands(), sums))
    results.push_back(
        arith::SelectOp::create(builder, loc, mask, vectorOf(value), old));
  mask = nullptr;
  if (results.empty())
    return success();
  scf::YieldOp::create(builder, loc, results);
  builder.setInsertionPointToStart(guarded.elseBlock());
  scf::YieldOp::create(builder, loc, sums);
  sums.assign(guarded.getResults().begin(), guarded.getResults().end());
  return success();
}

void LoopVectorizer::discard() {
  mask = nullptr;
  while (loop->getPrevNode() != before)
    loop->getPrevNode()->erase();
}

bool LoopVectorizer::commit() {
  // With masks, or of whole vectors, no item is left for the scalar loop.
  bool isDone = hasMasks || isWhole();
  if (isDone)
    carryLanes();
  builder.setInsertionPoint(loop);
  SmallVector<Value> totals;
  for (auto [accumulator, initial, vector] :
       llvm::zip(accumulators, loop.getInitArgs(), sums))
    totals.push_back(reduceLanes(accumulator, initial, vector));
  if (isDone) {
    loop.replaceAllUsesWith(totals);
    loop.erase();
    return true;
  }
  loop.setLowerBound(mainEnd);
  loop.getInitArgsMutable().assign(totals);
  // The rest is shorter than a vector.
  keepAsWritten(loop);
  return false;
}

LogicalResult LoopVectorizer::emitBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    if (failed(emitOp(op)))
      return failure();
  return success();
}

/// Writes the body of `op` in that of a loop that carries vectors.
LogicalResult LoopVectorizer::emitBody(scf::ForOp op) {
  if (failed(emitBlock(*op.getBody())))
    return failure();
  if (op.getNumResults() != 0)
    scf::YieldOp::create(
        builder, loc, vectorsOf(op.getBody()->getTerminator()->getOperands()));
  return success();
}

LogicalResult LoopVectorizer::emitOp(Operation &op) {
  loc = op.getLoc();
  if (auto inner = dyn_cast<scf::ForOp>(op))
    return emitFor(inner);
  if (auto choice = dyn_cast<scf::IfOp>(op))
    return emitIf(choice);
  if (auto load = dyn_cast<LLVM::LoadOp>(op))
    return emitLoad(load);
  if (auto store = dyn_cast<LLVM::StoreOp>(op))
    return emitStore(store);
  if (op.getNumRegions() != 0 || !isMemoryEffectFree(&op) ||
      op.getNumResults() != 1)
    return refuse("operation '" + op.getName().getStringRef() +
                  "' has no vector form");
  if (isNarrow && emitNarrowSum(op))
    return success();
  // The same in all lanes: computed once, as a scalar.
  if (isUniform(op)) {
    LaneValue result;
    result.value = clone(op)->getResult(0);
    set(op.getResult(0), result);
    return success();
  }
  if (auto pointer = dyn_cast<LLVM::GEPOp>(op))
    return emitPointer(pointer);
  if (emitIndexOp(op) || emitComparison(op) || emitByTable(op))
    return success();
  return emitElementwise(op);
}

/// The position of a choice from a table, of which only the low bits count.
static Value getChoice(LLVM::ExtractElementOp op) {
  int64_t last = op.getVector().getType().getDimSize(0) - 1;
  auto mask = op.getPosition().getDefiningOp<arith::AndIOp>();
  return mask && isConstantIntValue(mask.getRhs(), last) ? mask.getLhs()
                                                         : op.getPosition();
}

/// What `kiln-expand-math` wrote for tables. False for anything else.
bool LoopVectorizer::emitByTable(Operation &op) {
  Value result;
  if (auto choice = dyn_cast<LLVM::ExtractElementOp>(op);
      choice && get(choice.getVector()).kind == LaneValue::Uniform)
    result = lookUpLanes(builder, loc, get(choice.getVector()).value,
                         vectorOf(getChoice(choice)));
  else if (auto scale = dyn_cast<LLVM::LoadExpOp>(op);
           scale && matchScale(scale))
    result = scaleLanes(builder, loc, vectorOf(scale.getVal()),
                        vectorOf(matchScale(scale)));
  if (!result)
    return false;
  ++report.operations;
  setVector(op.getResult(0), result);
  return true;
}

/// An operation on numbers, on all lanes at once.
LogicalResult LoopVectorizer::emitElementwise(Operation &op) {
  if (!OpTrait::hasElementwiseMappableTraits(&op) ||
      !op.getResult(0).getType().isIntOrIndexOrFloat())
    return refuse("operation '" + op.getName().getStringRef() +
                  "' has no vector form");
  SmallVector<Value> operands;
  for (Value operand : op.getOperands())
    operands.push_back(vectorOf(operand));
  // Lanes that are not computed hold anything, zero too.
  if (mask &&
      isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(op)) {
    auto type = cast<VectorType>(operands[1].getType());
    operands[1] =
        arith::SelectOp::create(builder, loc, mask, operands[1],
                                constantVector(type.getElementType(), 1));
  }
  ++report.operations;
  VectorType type = vectorType(op.getResult(0).getType());
  Value result;
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op)) {
    unsigned from =
        cast<VectorType>(operands[0].getType()).getElementTypeBitWidth();
    unsigned to = type.getElementTypeBitWidth();
    result = operands[0];
    if (to < from)
      result = arith::TruncIOp::create(builder, loc, type, result);
    else if (to > from && isa<arith::IndexCastOp>(op))
      result = arith::ExtSIOp::create(builder, loc, type, result);
    else if (to > from)
      result = arith::ExtUIOp::create(builder, loc, type, result);
  } else if (isa<arith::SelectOp>(op)) {
    result = arith::SelectOp::create(builder, loc, operands[0], operands[1],
                                     operands[2]);
  } else {
    auto asType = [&](Value value, Type scalar) -> Value {
      auto wanted = VectorType::get(width, scalar);
      if (scalar.isIndex() || value.getType() == wanted)
        return value;
      return arith::BitcastOp::create(builder, loc, wanted, value);
    };
    for (auto [operand, scalar] : llvm::zip(operands, op.getOperandTypes()))
      operand = asType(operand, scalar);
    Type scalar = op.getResult(0).getType();
    OperationState state(loc, op.getName(), operands,
                         scalar.isIndex() ? type
                                          : VectorType::get(width, scalar),
                         op.getAttrs());
    result = builder.create(state)->getResult(0);
    if (result.getType() != type)
      result = arith::BitcastOp::create(builder, loc, type, result);
  }
  setVector(op.getResult(0), result);
  return success();
}

LogicalResult LoopVectorizer::emitFor(scf::ForOp op) {
  SmallVector<Value> bounds;
  for (Value bound : {op.getLowerBound(), op.getUpperBound(), op.getStep()}) {
    if (get(bound).kind != LaneValue::Uniform)
      return refuse("the bounds of an inner loop differ between items");
    bounds.push_back(get(bound).value);
  }
  auto inner = scf::ForOp::create(builder, loc, bounds[0], bounds[1], bounds[2],
                                  vectorsOf(op.getInitArgs()));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(inner.getBody());
  LaneValue step;
  step.value = inner.getInductionVar();
  set(op.getInductionVar(), step);
  setVectors(op.getRegionIterArgs(), inner.getRegionIterArgs());
  if (failed(emitBody(op)))
    return failure();
  setVectors(op.getResults(), inner.getResults());
  return success();
}
