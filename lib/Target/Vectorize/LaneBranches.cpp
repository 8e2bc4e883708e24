// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches: conditions of lanes become masks.
#include "LoopVectorizer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;

/// Is `block` so long, or has loops, that a jump over it pays where no lane
/// asks for it?
static bool isLong(Block &block) {
  constexpr unsigned kLong = 24;
  return llvm::range_size(block) > kLong ||
         llvm::any_of(block, llvm::IsaPred<scf::ForOp>);
}

/// Writes `block` for the lanes of `newMask`, or all lanes when it is null.
FailureOr<SmallVector<Value>> LoopVectorizer::emitLanes(Block &block,
                                                        Value newMask) {
  Value oldMask = mask;
  bool oldSome = someLane;
  if (newMask) {
    mask = both(mask, newMask);
    someLane = false;
  }
  LogicalResult result = emitBlock(block);
  mask = oldMask;
  someLane = oldSome;
  if (failed(result))
    return failure();
  return vectorsOf(block.getTerminator()->getOperands());
}

/// The same; a long block only where a lane asks for it.
FailureOr<SmallVector<Value>> LoopVectorizer::emitBranch(Block &block,
                                                         Value newMask) {
  if (!newMask || !isLong(block))
    return emitLanes(block, newMask);
  Value any = LLVM::vector_reduce_or::create(builder, loc, builder.getI1Type(),
                                             both(mask, newMask));
  SmallVector<Type> types;
  for (Type type : block.getTerminator()->getOperandTypes())
    types.push_back(vectorType(type));
  auto guarded = scf::IfOp::create(builder, loc, types, any, !types.empty());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(guarded.thenBlock());
  FailureOr<SmallVector<Value>> values = emitLanes(block, newMask);
  if (failed(values) || types.empty())
    return values;
  scf::YieldOp::create(builder, loc, *values);
  builder.setInsertionPointToStart(guarded.elseBlock());
  SmallVector<Value> zeros;
  for (Type type : types)
    zeros.push_back(arith::ConstantOp::create(builder, loc, type,
                                              builder.getZeroAttr(type)));
  scf::YieldOp::create(builder, loc, zeros);
  return SmallVector<Value>(guarded.getResults());
}

/// A condition that differs between lanes becomes two masked blocks and a
/// select; one that does not stays a branch.
LogicalResult LoopVectorizer::emitIf(scf::IfOp op) {
  LaneValue condition = get(op.getCondition());
  if (condition.kind != LaneValue::Uniform) {
    Value yes = condition.value;
    FailureOr<SmallVector<Value>> a = emitBranch(*op.thenBlock(), yes);
    if (failed(a))
      return failure();
    if (!op.elseBlock())
      return success();
    Value no = arith::XOrIOp::create(builder, loc, yes,
                                     constantVector(builder.getI1Type(), 1));
    FailureOr<SmallVector<Value>> b = emitBranch(*op.elseBlock(), no);
    if (failed(b))
      return failure();
    for (auto [result, x, y] : llvm::zip(op.getResults(), *a, *b))
      setVector(result, arith::SelectOp::create(builder, loc, yes, x, y));
    return success();
  }
  SmallVector<Type> types;
  for (Type type : op.getResultTypes())
    types.push_back(vectorType(type));
  auto choice = scf::IfOp::create(builder, loc, types, condition.value,
                                  op.elseBlock() != nullptr);
  for (Region *region : {&op.getThenRegion(), &op.getElseRegion()}) {
    if (region->empty())
      continue;
    Region &target = choice->getRegion(region->getRegionNumber());
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&target.front());
    FailureOr<SmallVector<Value>> values = emitBranch(region->front(), nullptr);
    if (failed(values))
      return failure();
    if (!types.empty())
      scf::YieldOp::create(builder, loc, *values);
  }
  setVectors(op.getResults(), choice.getResults());
  return success();
}
