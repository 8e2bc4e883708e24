// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ByteRow.h"
#include "../Emitters/Tiles/SumOfProducts.h"
#include "RowParts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include <cfloat>

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

/// Bytes of a number, and a row of ones, whose products are sums of columns.
constexpr int64_t kBytes = 4, kRows = kBytes + 1;
/// What the largest number of a row becomes. Numbers are moved up by 2^31, so
/// that no byte of them has a sign.
constexpr double kLargest = 2147483647, kShift = 2147483648;
/// Products of an unsigned and a signed byte are at most 255 * 128.
constexpr int64_t kMostSteps = INT32_MAX / (255 * 128);
constexpr utils::IteratorType kPlane[] = {utils::IteratorType::parallel,
                                          utils::IteratorType::parallel};

//===----------------------------------------------------------------------===//
// Which products
//===----------------------------------------------------------------------===//

/// Does the body multiply an f32 with a signed byte, in this order of its
/// inputs, and add that to its accumulator?
static bool multipliesBytes(GenericOp op) {
  Block *body = op.getBody();
  auto sum =
      body->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!sum)
    return false;
  BlockArgument accumulator = body->getArgument(2);
  Value other = sum.getLhs() == accumulator ? sum.getRhs() : sum.getLhs();
  auto product = other.getDefiningOp<arith::MulFOp>();
  if (!product || (sum.getLhs() != accumulator && sum.getRhs() != accumulator))
    return false;
  auto isByte = [&](Value value) {
    auto widened = value.getDefiningOp<arith::SIToFPOp>();
    return widened && widened.getIn() == body->getArgument(1) &&
           widened.getIn().getType().isInteger(8);
  };
  auto isRow = [&](Value value) { return value == body->getArgument(0); };
  return (isRow(product.getLhs()) && isByte(product.getRhs())) ||
         (isByte(product.getLhs()) && isRow(product.getRhs()));
}

std::optional<RowProduct> kiln::matchRowProduct(GenericOp op) {
  if (op.getNumLoops() != 3 || op.getNumReductionLoops() != 1 ||
      op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      !getSumType(op).isF32() || !startsFromZero(op) || !multipliesBytes(op))
    return std::nullopt;
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  MLIRContext *context = op.getContext();
  auto isMap = [&](AffineMap map, unsigned first, unsigned second) {
    return map == AffineMap::get(3, 0,
                                 {getAffineDimExpr(first, context),
                                  getAffineDimExpr(second, context)},
                                 context);
  };
  if (!isMap(maps[0], 0, 2) || !isMap(maps[2], 0, 1) ||
      (!isMap(maps[1], 1, 2) && !isMap(maps[1], 2, 1)) || extents[0] != 1 ||
      ShapedType::isDynamicShape(extents) || extents[2] > kMostSteps)
    return std::nullopt;
  return RowProduct{op,      op.getInputs()[0], op.getInputs()[1],
                    maps[1], extents[1],        extents[2]};
}

//===----------------------------------------------------------------------===//
// Bytes of a row
//===----------------------------------------------------------------------===//

/// A magnitude of which these are the bits.
static Value toNumber(OpBuilder &b, Location loc, Value bits) {
  Value number = arith::BitcastOp::create(b, loc, b.getF32Type(), bits);
  return arith::ExtFOp::create(b, loc, b.getF64Type(), number);
}

/// What one unit of the numbers of 32 bits is worth: infinite or no number
/// where the magnitude is, as a product with such a row would be.
static Value buildUnit(OpBuilder &builder, Location loc, Value magnitude) {
  Type f64 = builder.getF64Type();
  AffineMap map = AffineMap::get(0, 0, {}, builder.getContext());
  Value empty = tensor::EmptyOp::create(builder, loc, ArrayRef<int64_t>(), f64);
  return GenericOp::create(
             builder, loc, RankedTensorType::get({}, f64), magnitude, empty,
             ArrayRef<AffineMap>{map, map}, ArrayRef<utils::IteratorType>(),
             [&](OpBuilder &b, Location loc, ValueRange args) {
               Value wide = toNumber(b, loc, args[0]);
               Value largest = constantOf(b, loc, b.getF64FloatAttr(kLargest));
               linalg::YieldOp::create(
                   b, loc,
                   ValueRange(arith::DivFOp::create(b, loc, wide, largest)));
             })
      .getResult(0);
}

/// `value` of a row of this magnitude as an unsigned number, which is 2^31 for
/// zero. All of f32 has one: a magnitude of zero and an infinite one count as
/// the least and the largest finite number.
static Value buildNumber(OpBuilder &b, Location loc, Value value,
                         Value magnitude) {
  auto number = [&](double value) {
    return constantOf(b, loc, b.getF64FloatAttr(value));
  };
  auto clamp = [&](Value value, double least, double most) -> Value {
    value = arith::MaxNumFOp::create(b, loc, value, number(least));
    return arith::MinNumFOp::create(b, loc, value, number(most));
  };
  Value wide = arith::ExtFOp::create(b, loc, b.getF64Type(), value);
  Value most = clamp(toNumber(b, loc, magnitude), FLT_TRUE_MIN, FLT_MAX);
  Value scale = arith::DivFOp::create(b, loc, number(kLargest), most);
  Value scaled =
      clamp(arith::MulFOp::create(b, loc, wide, scale), -kLargest, kLargest);
  // Conversion cuts fractions off: halves are rounded up.
  Value moved = arith::AddFOp::create(b, loc, scaled, number(kShift + 0.5));
  return arith::FPToUIOp::create(b, loc, b.getI32Type(), moved);
}

ByteRow kiln::buildByteRow(OpBuilder &builder, Location loc, Value row) {
  int64_t steps = cast<RankedTensorType>(row.getType()).getDimSize(1);
  row = tensor::CollapseShapeOp::create(builder, loc, row,
                                        ArrayRef<ReassociationIndices>{{0, 1}});
  Value magnitude = buildMagnitude(builder, loc, row);
  MLIRContext *context = builder.getContext();
  Type i8 = builder.getI8Type(), i32 = builder.getI32Type();
  AffineMap maps[] = {
      AffineMap::get(2, 0, getAffineDimExpr(1, context), context),
      AffineMap::get(2, 0, {}, context), builder.getMultiDimIdentityMap(2)};
  auto bytes = GenericOp::create(
      builder, loc, RankedTensorType::get({kRows, steps}, i8),
      ValueRange{row, magnitude},
      ValueRange(tensor::EmptyOp::create(builder, loc,
                                         ArrayRef<int64_t>{kRows, steps}, i8)),
      maps, kPlane, [&](OpBuilder &b, Location loc, ValueRange args) {
        auto constant = [&](int64_t value) {
          return constantOf(b, loc, b.getI32IntegerAttr(value));
        };
        Value number = buildNumber(b, loc, args[0], args[1]);
        Value at = arith::IndexCastOp::create(
            b, loc, i32, linalg::IndexOp::create(b, loc, 0));
        Value isOnes = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                             at, constant(kBytes));
        Value bits = arith::MulIOp::create(
            b, loc, arith::SubIOp::create(b, loc, constant(kBytes - 1), at),
            constant(8));
        // No shift by a negative number.
        bits = arith::AndIOp::create(b, loc, bits, constant(31));
        Value byte = arith::ShRUIOp::create(b, loc, number, bits);
        Value chosen =
            arith::SelectOp::create(b, loc, isOnes, constant(1), byte);
        linalg::YieldOp::create(
            b, loc, ValueRange(arith::TruncIOp::create(b, loc, i8, chosen)));
      });
  return {bytes.getResult(0), buildUnit(builder, loc, magnitude)};
}

//===----------------------------------------------------------------------===//
// The product
//===----------------------------------------------------------------------===//

/// The sums of each byte with the matrix, [5, columns].
static Value buildSums(OpBuilder &builder, RowProduct product, Value bytes) {
  Location loc = product.op.getLoc();
  Type i32 = builder.getI32Type();
  SmallVector<AffineMap> maps = product.op.getIndexingMapsArray();
  return GenericOp::create(
             builder, loc, RankedTensorType::get({kRows, product.columns}, i32),
             ValueRange{bytes, product.matrix},
             buildZeros(builder, loc, {kRows, product.columns}, i32), maps,
             product.op.getIteratorTypesArray(),
             [&](OpBuilder &b, Location loc, ValueRange args) {
               Value left = arith::ExtUIOp::create(b, loc, i32, args[0]);
               Value right = arith::ExtSIOp::create(b, loc, i32, args[1]);
               Value term = arith::MulIOp::create(b, loc, left, right);
               linalg::YieldOp::create(
                   b, loc,
                   ValueRange(arith::AddIOp::create(b, loc, args[2], term)));
             })
      .getResult(0);
}

Value kiln::buildByteProduct(OpBuilder &builder, RowProduct product,
                             ByteRow row) {
  Location loc = product.op.getLoc();
  MLIRContext *context = builder.getContext();
  Value sums = buildSums(builder, product, row.bytes);
  SmallVector<Value> inputs = {row.unit};
  SmallVector<AffineMap> maps = {AffineMap::get(2, 0, {}, context)};
  for (int64_t i = 0; i < kRows; ++i) {
    inputs.push_back(sums);
    maps.push_back(AffineMap::get(
        2, 0, {getAffineConstantExpr(i, context), getAffineDimExpr(1, context)},
        context));
  }
  maps.push_back(builder.getMultiDimIdentityMap(2));
  Type f64 = builder.getF64Type();
  Value empty = tensor::EmptyOp::create(builder, loc,
                                        ArrayRef<int64_t>{1, product.columns},
                                        builder.getF32Type());
  return GenericOp::create(
             builder, loc, empty.getType(), inputs, empty, maps, kPlane,
             [&](OpBuilder &b, Location loc, ValueRange args) {
               auto scaled = [&](Value sum, double factor) -> Value {
                 return arith::MulFOp::create(
                     b, loc, arith::SIToFPOp::create(b, loc, f64, sum),
                     constantOf(b, loc, b.getF64FloatAttr(factor)));
               };
               // Exact up to the last addition: fewer than 53 bits.
               Value total = scaled(args[kRows], -kShift);
               for (int64_t i = 0; i < kBytes; ++i)
                 total = arith::AddFOp::create(
                     b, loc, total,
                     scaled(args[1 + i], double(1u << (8 * (kBytes - 1 - i)))));
               total = arith::MulFOp::create(b, loc, total, args[0]);
               linalg::YieldOp::create(b, loc,
                                       ValueRange(arith::TruncFOp::create(
                                           b, loc, b.getF32Type(), total)));
             })
      .getResult(0);
}
