// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RowValues.h"
#include "kiln/Support/CacheLine.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

static RankedTensorType typeOf(Value tensor) {
  return cast<RankedTensorType>(tensor.getType());
}

/// Does one element cost more than a store and a load?
static bool isExpensive(GenericOp op) {
  return llvm::any_of(*op.getBody(), [](Operation &inner) {
    return isa<arith::DivFOp, math::ExpOp, math::Exp2Op, math::ExpM1Op,
               math::TanhOp, math::ErfOp, math::LogOp, math::Log1pOp,
               math::PowFOp, math::SinOp, math::CosOp>(inner);
  });
}

/// Is `tensor` computed for `reduction` and for others after it, in order?
static bool isWorthKeeping(Value tensor, GenericOp reduction) {
  auto producer = tensor.getDefiningOp<GenericOp>();
  return producer && producer.getNumReductionLoops() == 0 &&
         !tensor.hasOneUse() && isExpensive(producer) &&
         typeOf(tensor).getElementType().isIntOrFloat() &&
         typeOf(tensor).getElementTypeBitWidth() > 8 &&
         llvm::none_of(tensor.getUsers(), [&](Operation *user) {
           return user != reduction && user->isBeforeInBlock(reduction);
         });
}

RowPlan kiln::planRows(exec::KernelOp kernel) {
  constexpr int64_t kMaxColumns = 1 << 15;
  RowPlan plan;
  if (kernel.getResultTypes().empty())
    return plan;
  auto domain = cast<RankedTensorType>(kernel.getResultTypes().front());
  if (domain.getRank() == 0)
    return plan;
  ArrayRef<int64_t> row = domain.getShape().drop_back();
  int64_t columns = domain.getShape().back();
  bool hasElements = false;
  for (GenericOp op : kernel.getBody().getOps<GenericOp>()) {
    hasElements |= op.getNumReductionLoops() == 0;
    if (op.getNumReductionLoops() != 1 ||
        op.getNumLoops() != unsigned(domain.getRank()) ||
        typeOf(op.getResult(0)).getShape() != row)
      continue;
    plan.reductions.push_back(op);
    for (OpOperand *input : op.getDpsInputOperands()) {
      Value tensor = input->get();
      if (ShapedType::isDynamic(columns) || columns > kMaxColumns ||
          !op.getMatchingIndexingMap(input).isIdentity() ||
          typeOf(tensor).getShape() != domain.getShape() ||
          !isWorthKeeping(tensor, op))
        continue;
      plan.kept.push_back({tensor, plan.scratch});
      int64_t bytes =
          columns * typeOf(tensor).getElementType().getIntOrFloatBitWidth() / 8;
      plan.scratch += llvm::alignTo(bytes, kCacheLineBytes);
    }
  }
  return hasElements ? plan : RowPlan();
}

LogicalResult kiln::emitRowValues(OpBuilder &builder, ScalarEmitter &emitter,
                                  const RowPlan &plan, ValueRange indices,
                                  ValueRange sizes, Value scratch) {
  for (GenericOp op : plan.reductions) {
    // Dynamic sizes may be others than those of the domain.
    FailureOr<SmallVector<Value>> rows = emitter.shapeOf(op.getResult(0));
    FailureOr<Value> columns = emitter.extentOf(op, op.getNumLoops() - 1);
    if (failed(rows) || failed(columns))
      return failure();
    if (ArrayRef(*rows) != ArrayRef(SmallVector<Value>(sizes.drop_back())) ||
        *columns != sizes.back())
      continue;
    SmallVector<Value> kept;
    for (auto [tensor, offset] : plan.kept) {
      if (!llvm::is_contained(op.getInputs(), tensor))
        continue;
      Value base = LLVM::GEPOp::create(builder, op.getLoc(), scratch.getType(),
                                       builder.getI8Type(), scratch,
                                       ArrayRef<LLVM::GEPArg>{int32_t(offset)},
                                       LLVM::GEPNoWrapFlags::inbounds);
      emitter.keepAlongRow(tensor, base);
      kept.push_back(tensor);
    }
    if (failed(emitter.valueAt(op.getResult(0), indices)))
      return failure();
    for (Value tensor : kept)
      emitter.readKept(tensor);
  }
  return success();
}
