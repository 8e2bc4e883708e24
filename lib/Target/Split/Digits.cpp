// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Digits.h"
#include "../Emitters/Groups/GroupedSum.h"
#include "RowParts.h"
#include "WeightAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

/// Four digits of 127: the largest number.
constexpr double kLargest = 0x7F7F7F7F;
/// What makes an exponent one more where a magnitude, with the unit of its own
/// exponent, would be a larger number.
constexpr int32_t kCarry = 0x00010102;
constexpr int32_t kInfinity = 0x7F800000;
/// Numbers are moved up by 2^31, then digits by 128.
constexpr double kShift = 2147483648;
constexpr int32_t kDigitShift = 0x00808080;

/// The unit of each row of these magnitudes: half of what the exponent says, as
/// far as that is a normal number. What it is the inverse of is finite.
static std::pair<Value, Value> buildUnit(OpBuilder &builder, Location loc,
                                         Value magnitude) {
  Type f32 = builder.getF32Type(), f64 = builder.getF64Type();
  auto type = cast<RankedTensorType>(magnitude.getType());
  AffineMap map = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<OpFoldResult> sizes = getSizes(builder, loc, magnitude);
  auto empty = [&](Type element) -> Value {
    return tensor::EmptyOp::create(builder, loc, sizes, element);
  };
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  auto op = GenericOp::create(
      builder, loc, TypeRange{type.clone(f32), type.clone(f64)}, magnitude,
      ValueRange{empty(f32), empty(f64)}, ArrayRef<AffineMap>{map, map, map},
      loops, [&](OpBuilder &b, Location loc, ValueRange args) {
        auto number = [&](int32_t value) {
          return constantOf(b, loc, b.getI32IntegerAttr(value));
        };
        Value carried = arith::AddIOp::create(b, loc, args[0], number(kCarry));
        Value exponent = arith::ShRUIOp::create(b, loc, carried, number(23));
        exponent = arith::SubIOp::create(b, loc, exponent, number(1));
        exponent = arith::MaxSIOp::create(b, loc, exponent, number(1));
        Value bits = arith::ShLIOp::create(b, loc, exponent, number(23));
        Value isFinite = arith::CmpIOp::create(
            b, loc, arith::CmpIPredicate::slt, args[0], number(kInfinity));
        Value finite = arith::BitcastOp::create(b, loc, f32, bits);
        finite = arith::ExtFOp::create(b, loc, f64, finite);
        Value one = constantOf(b, loc, b.getF64FloatAttr(1));
        Value inverse = arith::DivFOp::create(b, loc, one, finite);
        bits = arith::SelectOp::create(b, loc, isFinite, bits, args[0]);
        Value unit = arith::BitcastOp::create(b, loc, f32, bits);
        linalg::YieldOp::create(b, loc, ValueRange{unit, inverse});
      });
  return {op.getResult(0), op.getResult(1)};
}

/// `value` by the unit, in f64. Infinite ones are the largest there are.
static Value scaleNumber(OpBuilder &b, Location loc, Value value,
                         Value inverse) {
  constexpr double kMost = kLargest * kDigitUnit;
  auto number = [&](double value) {
    return constantOf(b, loc, b.getF64FloatAttr(value));
  };
  Value scaled = arith::MulFOp::create(
      b, loc, arith::ExtFOp::create(b, loc, b.getF64Type(), value), inverse);
  scaled = arith::MaxNumFOp::create(b, loc, scaled, number(-kMost));
  return arith::MinNumFOp::create(b, loc, scaled, number(kMost));
}

/// A number of the row with its digits moved up by 128: bytes without a sign.
static Value buildNumber(OpBuilder &b, Location loc, Value value,
                         Value inverse) {
  auto number = [&](double value) {
    return constantOf(b, loc, b.getF64FloatAttr(value));
  };
  Value scaled = arith::MulFOp::create(
      b, loc, scaleNumber(b, loc, value, inverse), number(1 / kDigitUnit));
  // Conversion cuts fractions off: halves are rounded up.
  Value moved = arith::AddFOp::create(b, loc, scaled, number(kShift + 0.5));
  Value bits = arith::FPToUIOp::create(b, loc, b.getI32Type(), moved);
  return arith::AddIOp::create(
      b, loc, bits, constantOf(b, loc, b.getI32IntegerAttr(kDigitShift)));
}

Digits kiln::buildDigits(OpBuilder &builder, Location loc, Value rows,
                         Value magnitude, AffineMap map,
                         ArrayRef<OpFoldResult> shape) {
  auto [unit, inverse] = buildUnit(builder, loc, magnitude);
  SmallVector<OpFoldResult> sizes = {builder.getIndexAttr(kRowDigits)};
  llvm::append_range(sizes, shape);
  unsigned rank = sizes.size();
  SmallVector<AffineExpr> row;
  for (int64_t dim :
       llvm::seq(cast<RankedTensorType>(magnitude.getType()).getRank()))
    row.push_back(builder.getAffineDimExpr(dim + 1));
  AffineMap maps[] = {map.shiftDims(1),
                      AffineMap::get(rank, 0, row, builder.getContext()),
                      builder.getMultiDimIdentityMap(rank)};
  Type i8 = builder.getI8Type(), i32 = builder.getI32Type();
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(builder, loc, sizes, i8);
  auto digits = GenericOp::create(
      builder, loc, empty.getType(), ValueRange{rows, inverse}, empty, maps,
      loops, [&](OpBuilder &b, Location loc, ValueRange args) {
        Value number = buildNumber(b, loc, args[0], args[1]);
        Value at = arith::IndexCastOp::create(
            b, loc, i32, linalg::IndexOp::create(b, loc, 0));
        Value digit =
            arith::XOrIOp::create(b, loc, moveByteDown(b, loc, number, at),
                                  constantOf(b, loc, b.getI32IntegerAttr(128)));
        linalg::YieldOp::create(
            b, loc, ValueRange(arith::TruncIOp::create(b, loc, i8, digit)));
      });
  return {digits.getResult(0), inverse, unit};
}

Value kiln::buildScaledRows(OpBuilder &builder, Location loc, Value rows,
                            Value inverse, AffineMap map) {
  auto type = cast<RankedTensorType>(rows.getType());
  AffineMap all = builder.getMultiDimIdentityMap(type.getRank());
  AffineMap maps[] = {all, map, all};
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(
      builder, loc, getSizes(builder, loc, rows), type.getElementType());
  return GenericOp::create(builder, loc, type, ValueRange{rows, inverse}, empty,
                           maps, loops,
                           [](OpBuilder &b, Location l, ValueRange args) {
                             linalg::YieldOp::create(
                                 b, l,
                                 ValueRange(arith::TruncFOp::create(
                                     b, l, b.getF32Type(),
                                     scaleNumber(b, l, args[0], args[1]))));
                           })
      .getResult(0);
}
