// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RowParts.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

Value kiln::constantOf(OpBuilder &builder, Location loc, TypedAttr value) {
  return arith::ConstantOp::create(builder, loc, value);
}

SmallVector<OpFoldResult> kiln::getSizes(OpBuilder &builder, Location loc,
                                         Value tensor) {
  SmallVector<OpFoldResult> sizes;
  for (int64_t dim :
       llvm::seq(cast<RankedTensorType>(tensor.getType()).getRank())) {
    ep::ExprAttr size = exec::getDimExpr(tensor, dim);
    sizes.push_back(size.isInt()
                        ? OpFoldResult(builder.getIndexAttr(size.getValue()))
                        : ep::SizeOp::create(builder, loc, size).getResult());
  }
  return sizes;
}

/// The dimensions of `rank`, but those from `first` on as one.
static SmallVector<ReassociationIndices> joinFrom(int64_t first, int64_t rank) {
  SmallVector<ReassociationIndices> groups;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (dim <= first)
      groups.push_back({dim});
    else
      groups.back().push_back(dim);
  return groups;
}

Value kiln::expandShape(OpBuilder &builder, Location loc, Value value,
                        ArrayRef<OpFoldResult> sizes,
                        ArrayRef<ReassociationIndices> groups) {
  auto type = cast<RankedTensorType>(value.getType());
  if (sizes.size() == size_t(type.getRank()))
    return value;
  auto [shape, dynamic] =
      decomposeMixedValues(SmallVector<OpFoldResult>(sizes));
  return tensor::ExpandShapeOp::create(
      builder, loc, type.clone(ArrayRef<int64_t>(shape)), value, groups, sizes);
}

Value kiln::splitDimension(OpBuilder &builder, Location loc, Value value,
                           int64_t dim, int64_t inner) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<OpFoldResult> sizes = getSizes(builder, loc, value);
  sizes[dim] = builder.getIndexAttr(type.getDimSize(dim) / inner);
  sizes.insert(sizes.begin() + dim + 1, builder.getIndexAttr(inner));
  SmallVector<ReassociationIndices> groups;
  for (int64_t at : llvm::seq(type.getRank()))
    groups.push_back({at > dim ? at + 1 : at});
  groups[dim].push_back(dim + 1);
  return expandShape(builder, loc, value, sizes, groups);
}

Value kiln::reshapeRows(OpBuilder &builder, Location loc, Value value,
                        ArrayRef<int64_t> others) {
  auto type = cast<RankedTensorType>(value.getType());
  if (!others.empty() && type.getShape().drop_front() == others)
    return value;
  if (type.getRank() > 2)
    value = tensor::CollapseShapeOp::create(builder, loc, value,
                                            joinFrom(1, type.getRank()));
  if (others.size() < 2)
    return value;
  SmallVector<OpFoldResult> sizes = {getSizes(builder, loc, value).front()};
  llvm::append_range(sizes,
                     getAsIndexOpFoldResult(builder.getContext(), others));
  return expandShape(builder, loc, value, sizes, joinFrom(1, sizes.size()));
}

Value kiln::buildZeros(OpBuilder &builder, Location loc,
                       ArrayRef<OpFoldResult> sizes, Type element) {
  Value empty = tensor::EmptyOp::create(builder, loc, sizes, element);
  Value zero = constantOf(builder, loc, builder.getZeroAttr(element));
  return linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
}

Value kiln::buildZeros(OpBuilder &builder, Location loc,
                       ArrayRef<int64_t> shape, Type element) {
  return buildZeros(builder, loc,
                    getAsIndexOpFoldResult(builder.getContext(), shape),
                    element);
}

Value kiln::moveByteDown(OpBuilder &builder, Location loc, Value number,
                         Value at) {
  auto constant = [&](int32_t value) {
    return constantOf(builder, loc, builder.getI32IntegerAttr(value));
  };
  Value bits = arith::MulIOp::create(
      builder, loc, arith::SubIOp::create(builder, loc, constant(3), at),
      constant(8));
  // No shift by all bits of a number.
  bits = arith::AndIOp::create(builder, loc, bits, constant(31));
  return arith::ShRUIOp::create(builder, loc, number, bits);
}

Value kiln::widenRows(OpBuilder &builder, Location loc, Value rows) {
  auto type = cast<RankedTensorType>(rows.getType());
  Type f32 = builder.getF32Type();
  if (type.getElementType() == f32)
    return rows;
  AffineMap all = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  Value empty =
      tensor::EmptyOp::create(builder, loc, getSizes(builder, loc, rows), f32);
  return GenericOp::create(
             builder, loc, empty.getType(), rows, empty,
             ArrayRef<AffineMap>{all, all}, loops,
             [&](OpBuilder &b, Location loc, ValueRange args) {
               linalg::YieldOp::create(
                   b, loc,
                   ValueRange(arith::ExtFOp::create(b, loc, f32, args[0])));
             })
      .getResult(0);
}

Value kiln::buildMagnitude(OpBuilder &builder, Location loc, Value rows) {
  Type i32 = builder.getI32Type();
  auto type = cast<RankedTensorType>(rows.getType());
  unsigned last = type.getRank() - 1;
  AffineMap all = builder.getMultiDimIdentityMap(last + 1);
  AffineMap maps[] = {all, all.dropResult(last)};
  SmallVector<utils::IteratorType> loops(last, utils::IteratorType::parallel);
  loops.push_back(utils::IteratorType::reduction);
  Value zeros = buildZeros(
      builder, loc, ArrayRef(getSizes(builder, loc, rows)).drop_back(), i32);
  return GenericOp::create(
             builder, loc, zeros.getType(), rows, zeros, maps, loops,
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
