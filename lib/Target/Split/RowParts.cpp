// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RowParts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

Value kiln::constantOf(OpBuilder &builder, Location loc, TypedAttr value) {
  return arith::ConstantOp::create(builder, loc, value);
}

Value kiln::buildZeros(OpBuilder &builder, Location loc,
                       ArrayRef<int64_t> shape, Type element) {
  Value empty = tensor::EmptyOp::create(builder, loc, shape, element);
  Value zero = constantOf(builder, loc, builder.getZeroAttr(element));
  return linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
}

Value kiln::buildMagnitude(OpBuilder &builder, Location loc, Value row) {
  Type i32 = builder.getI32Type();
  MLIRContext *context = builder.getContext();
  AffineMap maps[] = {builder.getMultiDimIdentityMap(1),
                      AffineMap::get(1, 0, {}, context)};
  return GenericOp::create(
             builder, loc, RankedTensorType::get({}, i32), row,
             buildZeros(builder, loc, {}, i32), maps,
             utils::IteratorType::reduction,
             [&](OpBuilder &b, Location loc, ValueRange args) {
               Value bits = arith::BitcastOp::create(b, loc, i32, args[0]);
               Value size = arith::AndIOp::create(
                   b, loc, bits,
                   constantOf(b, loc, b.getI32IntegerAttr(INT32_MAX)));
               linalg::YieldOp::create(
                   b, loc,
                   ValueRange(arith::MaxSIOp::create(b, loc, args[1], size)));
             })
      .getResult(0);
}
