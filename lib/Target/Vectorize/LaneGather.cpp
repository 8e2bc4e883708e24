// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads of lanes that lie apart.
#include "LaneTables.h"
#include "LoopVectorizer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;

Value LoopVectorizer::gather(LLVM::LoadOp op, const LanePointer &pointer) {
  VectorType type = vectorType(op.getType());
  Value zero =
      arith::ConstantOp::create(builder, loc, type, builder.getZeroAttr(type));
  return LLVM::masked_gather::create(
      builder, loc, type, addressOf(pointer, toVector(pointer.position)),
      allLanes(), zero, builder.getI32IntegerAttr(bytesOf(op.getType())));
}

/// May the lanes come from one register? Their positions are known when it
/// runs only: those of an image that is made larger are near each other.
bool LoopVectorizer::mayBeNear(LLVM::LoadOp op,
                               const LanePointer &pointer) const {
  constexpr unsigned kTableBits = 256, kWordBits = 32;
  Type type = op.getType();
  unsigned bits = type.getIntOrFloatBitWidth();
  return vectorBits >= kTableBits && width <= vectorBits / kWordBits &&
         isa<FloatType>(type) &&
         (bits == kWordBits || (bits == kWordBits / 2 && hasMasks)) &&
         pointer.element == type;
}

/// One register of neighbours from `address` on, as f32: the first `count`.
Value LoopVectorizer::loadTable(LLVM::LoadOp op, Value address, Value count) {
  int64_t size = vectorBits / 32;
  auto vectorOf = [&](Type element) { return VectorType::get(size, element); };
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
  Value wanted = LLVM::GetActiveLaneMaskOp::create(
      builder, loc, vectorOf(builder.getI1Type()), zero, count);
  VectorType type = vectorOf(laneType(op.getType()));
  Value zeros =
      arith::ConstantOp::create(builder, loc, type, builder.getZeroAttr(type));
  Value table = LLVM::MaskedLoadOp::create(
      builder, loc, type, address, wanted, zeros,
      builder.getI32IntegerAttr(bytesOf(op.getType())));
  if (op.getType().isF32())
    return table;
  table = arith::ExtUIOp::create(builder, loc, vectorOf(builder.getI32Type()),
                                 table);
  return LLVM::BitcastOp::create(builder, loc, vectorOf(builder.getF32Type()),
                                 table);
}

/// Where all positions are less than a register behind the first one, their
/// stretch is loaded and each lane takes its element of it; else they are
/// gathered. Nothing in front of the stretch or behind it is touched.
Value LoopVectorizer::gatherNear(LLVM::LoadOp op, const LanePointer &pointer) {
  Type i64 = builder.getI64Type(), i32 = builder.getI32Type();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  };
  Value positions = toVector(pointer.position);
  Value first =
      LLVM::ExtractElementOp::create(builder, loc, positions, constant(0));
  Value behind = arith::SubIOp::create(builder, loc, positions, splat(first));
  if (mask)
    behind = arith::SelectOp::create(builder, loc, mask, behind,
                                     constantVector(i64, 0));
  Value below =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, behind,
                            constantVector(i64, vectorBits / 32));
  Value isNear =
      LLVM::vector_reduce_and::create(builder, loc, builder.getI1Type(), below);
  // What an idle first lane has for a position may lie anywhere.
  if (mask)
    isNear = both(isNear, LLVM::ExtractElementOp::create(builder, loc, mask,
                                                         constant(0)));
  auto choice = scf::IfOp::create(builder, loc, vectorType(op.getType()),
                                  isNear, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(choice.elseBlock());
  scf::YieldOp::create(builder, loc, gather(op, pointer));
  builder.setInsertionPointToStart(choice.thenBlock());
  Value address = addressOf(pointer, first);
  behind = arith::TruncIOp::create(builder, loc, vectorType(i32), behind);
  Value reach = LLVM::vector_reduce_umax::create(builder, loc, i32, behind);
  Value one =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(1));
  Value count = arith::AddIOp::create(builder, loc, reach, one);
  Value table = loadTable(op, address, count);
  Value lanes = lookUpLanes(builder, loc, table, behind);
  if (!op.getType().isF32())
    lanes = arith::TruncIOp::create(
        builder, loc, vectorType(op.getType()),
        LLVM::BitcastOp::create(builder, loc, vectorType(i32), lanes));
  scf::YieldOp::create(builder, loc, lanes);
  return choice.getResult(0);
}

Value LoopVectorizer::loadApart(LLVM::LoadOp op, const LanePointer &pointer) {
  if (pointer.position.kind == LaneValue::Vector && mayBeNear(op, pointer))
    return gatherNear(op, pointer);
  ++report.gathered;
  return gather(op, pointer);
}
