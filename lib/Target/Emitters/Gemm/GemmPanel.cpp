// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The panel: rows of the right operand, packed or read in place.
#include "GemmEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace kiln;

LogicalResult GemmEmitter::packRow(const WorkItem &item, Value depth,
                                   bool isWhole) {
  IndexBuilder index = this->index();
  LogicalResult result = success();
  Value width = index.constant(tile.getColumns());
  Value start = index.mul(depth, width);
  forEach(
      index.constant(0), width, index.constant(1),
      [&](Value c) {
        IndexBuilder index = this->index();
        // At the edge the last column stands for those beyond: nobody reads
        // them.
        Value offset = c;
        if (!isWhole)
          offset = arith::MinSIOp::create(
              builder, loc, c, index.sub(item.columns, index.constant(1)));
        setColumn(index.add(item.firstColumn, offset));
        FailureOr<Value> value = operandAt(plan.right);
        if (failed(value))
          return failure();
        LLVM::StoreOp::create(builder, loc, *value,
                              address(scratch, index.add(start, c)));
        return success();
      },
      result);
  return result;
}

LogicalResult GemmEmitter::pack(const WorkItem &item) {
  Value width = index().constant(tile.getColumns());
  Value isWhole = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        item.columns, width);
  auto branches = scf::IfOp::create(builder, loc, isWhole,
                                    /*withElseRegion=*/true);
  LogicalResult result = success();
  // A loop over all steps of the sum; `depth` counts them.
  std::function<void(unsigned, Value, bool)> nest =
      [&](unsigned level, Value depth, bool whole) {
        if (level == reduced.size()) {
          if (succeeded(result))
            result = packRow(item, depth, whole);
          return;
        }
        forEach(
            index().constant(0), depths[level], index().constant(1),
            [&](Value step) {
              loops[reduced[level]] = step;
              nest(level + 1,
                   index().add(index().mul(depth, depths[level]), step), whole);
              return result;
            },
            result);
      };
  for (bool whole : {true, false}) {
    emitter.enter(whole ? branches.thenBlock() : branches.elseBlock());
    nest(0, index().constant(0), whole);
    emitter.leave();
  }
  return result;
}

/// Vector `v` of the panel's row at `loops`.
FailureOr<Value> GemmEmitter::panelVector(const WorkItem &item, unsigned v) {
  IndexBuilder index = this->index();
  unsigned align = element.getWidth() / 8;
  Value offset = index.constant(v * tile.lanes);
  if (plan.depth) {
    SmallVector<Value> steps =
        llvm::map_to_vector(reduced, [&](unsigned dim) { return loops[dim]; });
    Value start = index.mul(index.linearize(steps, depths),
                            index.constant(tile.getColumns()));
    return LLVM::LoadOp::create(builder, loc, vector,
                                address(scratch, index.add(start, offset)),
                                align * tile.lanes)
        .getResult();
  }
  // In place: lanes beyond the last column are not loaded.
  OpOperand *right = plan.contraction.getDpsInputOperand(plan.right);
  FailureOr<SmallVector<Value>> shape = emitter.shapeOf(right->get());
  if (failed(shape))
    return failure();
  setColumn(item.firstColumn);
  Value start = index.linearize(
      index.affine(plan.contraction.getMatchingIndexingMap(right), loops),
      *shape);
  Type i32 = builder.getI32Type();
  auto numbers = VectorType::get(tile.lanes, i32);
  SmallVector<int32_t> lanes;
  for (unsigned lane = 0; lane < tile.lanes; ++lane)
    lanes.push_back(v * tile.lanes + lane);
  Value lane = LLVM::ConstantOp::create(builder, loc, numbers,
                                        builder.getI32VectorAttr(lanes));
  Value count = arith::IndexCastOp::create(builder, loc, i32, item.columns);
  Value zero =
      LLVM::ConstantOp::create(builder, loc, i32, builder.getI32IntegerAttr(0));
  Value any = LLVM::PoisonOp::create(builder, loc, numbers);
  Value first =
      LLVM::InsertElementOp::create(builder, loc, numbers, any, count, zero);
  Value counts = LLVM::ShuffleVectorOp::create(
      builder, loc, first, any, SmallVector<int32_t>(tile.lanes, 0));
  Value mask = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                     lane, counts);
  Value nothing = arith::ConstantOp::create(builder, loc, vector,
                                            builder.getZeroAttr(vector));
  return LLVM::MaskedLoadOp::create(
             builder, loc, vector,
             address(emitter.bufferOf(right->get()), index.add(start, offset)),
             mask, nothing, builder.getI32IntegerAttr(align))
      .getResult();
}
