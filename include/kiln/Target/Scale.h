// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scalar form of what vectors of AVX-512 have one instruction for: from
// `kiln-expand-math` for `kiln-vectorize-loops`.
#ifndef KILN_TARGET_SCALE_H
#define KILN_TARGET_SCALE_H

#include "kiln/Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace kiln {

/// a * 2^floor(n) of an f32, rounded once. Where `n` is NaN the exponent is 0:
/// no integer stands for it.
inline Value makeScale(OpBuilder &builder, Location loc, Value a, Value n) {
  Value isNan = mlir::arith::CmpFOp::create(
      builder, loc, mlir::arith::CmpFPredicate::UNO, n, n);
  Value zero = mlir::arith::ConstantOp::create(
      builder, loc, builder.getZeroAttr(n.getType()));
  Value known = mlir::arith::SelectOp::create(builder, loc, isNan, zero, n);
  Value power = mlir::arith::FPToSIOp::create(
      builder, loc, builder.getI32Type(),
      mlir::math::FloorOp::create(builder, loc, known));
  return mlir::LLVM::LoadExpOp::create(builder, loc, a.getType(), a, power);
}

/// The `n` of what `makeScale` wrote; null for any other product.
inline Value matchScale(mlir::LLVM::LoadExpOp op) {
  auto power = op.getPower().getDefiningOp<mlir::arith::FPToSIOp>();
  auto floor =
      power ? power.getIn().getDefiningOp<mlir::math::FloorOp>() : nullptr;
  auto known = floor ? floor.getOperand().getDefiningOp<mlir::arith::SelectOp>()
                     : nullptr;
  return known ? known.getFalseValue() : Value();
}

} // namespace kiln

#endif // KILN_TARGET_SCALE_H
