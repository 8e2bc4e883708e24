// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ByteRows.h"
#include "../Emitters/Tiles/SumOfProducts.h"
#include "RowParts.h"
#include "kiln/Support/Extension.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include <cfloat>

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

/// Bytes of a number.
constexpr int64_t kBytes = 4;
/// Four bytes take as long as one number of f32 does. What is gained is that
/// the matrix is not widened, which is little for more rows.
constexpr int64_t kMostRows = 256;
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

/// Does the body multiply a float with a signed byte, in this order of its
/// inputs, and add that to its accumulator? Any float holds a byte.
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
    auto widened = stripExtensions(value).getDefiningOp<arith::SIToFPOp>();
    return widened && widened.getIn() == body->getArgument(1) &&
           widened.getIn().getType().isInteger(8);
  };
  auto isRow = [&](Value value) {
    return stripExtensions(value) == body->getArgument(0);
  };
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
      (!isMap(maps[1], 1, 2) && !isMap(maps[1], 2, 1)) ||
      ShapedType::isDynamicShape(extents) || extents[0] < 1 ||
      extents[0] > kMostRows || extents[2] > kMostSteps)
    return std::nullopt;
  return RowProduct{op,         op.getInputs()[0], op.getInputs()[1], maps[1],
                    extents[0], extents[1],        extents[2]};
}

//===----------------------------------------------------------------------===//
// Bytes of rows
//===----------------------------------------------------------------------===//

/// A magnitude of which these are the bits.
static Value toNumber(OpBuilder &b, Location loc, Value bits) {
  Value number = arith::BitcastOp::create(b, loc, b.getF32Type(), bits);
  return arith::ExtFOp::create(b, loc, b.getF64Type(), number);
}

/// What one unit of the numbers of 32 bits is worth, of each row: infinite or
/// no number where the magnitude is, as a product with such a row would be.
static Value buildUnit(OpBuilder &builder, Location loc, Value magnitude) {
  auto type = cast<RankedTensorType>(magnitude.getType());
  unsigned rank = type.getRank();
  AffineMap map = builder.getMultiDimIdentityMap(rank);
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                        builder.getF64Type());
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  return GenericOp::create(
             builder, loc, empty.getType(), magnitude, empty,
             ArrayRef<AffineMap>{map, map}, loops,
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

/// One row is a tensor of its steps.
static Value dropSingleRow(OpBuilder &builder, Location loc, Value rows) {
  if (cast<RankedTensorType>(rows.getType()).getDimSize(0) > 1)
    return rows;
  return tensor::CollapseShapeOp::create(
      builder, loc, rows, ArrayRef<ReassociationIndices>{{0, 1}});
}

/// `rows` in f32.
static Value widenRows(OpBuilder &builder, Location loc, Value rows) {
  auto type = cast<RankedTensorType>(rows.getType());
  Type f32 = builder.getF32Type();
  if (type.getElementType() == f32)
    return rows;
  AffineMap all = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(), f32);
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

ByteRows kiln::buildByteRows(OpBuilder &builder, Location loc, Value rows) {
  auto type = cast<RankedTensorType>(rows.getType());
  int64_t count = type.getDimSize(0), steps = type.getDimSize(1);
  rows = widenRows(builder, loc, dropSingleRow(builder, loc, rows));
  Value magnitude = buildMagnitude(builder, loc, rows);
  MLIRContext *context = builder.getContext();
  Type i8 = builder.getI8Type(), i32 = builder.getI32Type();
  SmallVector<AffineExpr> row;
  if (count > 1)
    row.push_back((getAffineDimExpr(0, context) + (count - 1)) % count);
  SmallVector<AffineExpr> step = row;
  step.push_back(getAffineDimExpr(1, context));
  AffineMap maps[] = {AffineMap::get(2, 0, step, context),
                      AffineMap::get(2, 0, row, context),
                      builder.getMultiDimIdentityMap(2)};
  Value empty = tensor::EmptyOp::create(
      builder, loc, ArrayRef<int64_t>{kBytes * count + 1, steps}, i8);
  auto bytes = GenericOp::create(
      builder, loc, empty.getType(), ValueRange{rows, magnitude}, empty, maps,
      kPlane, [&](OpBuilder &b, Location loc, ValueRange args) {
        auto constant = [&](int64_t value) {
          return constantOf(b, loc, b.getI32IntegerAttr(value));
        };
        Value number = buildNumber(b, loc, args[0], args[1]);
        Value at = arith::IndexCastOp::create(
            b, loc, i32, linalg::IndexOp::create(b, loc, 0));
        Value isOnes = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                             at, constant(0));
        if (count > 1)
          at = arith::DivUIOp::create(
              b, loc, arith::AddIOp::create(b, loc, at, constant(count - 1)),
              constant(count));
        Value byte = moveByteDown(
            b, loc, number, arith::SubIOp::create(b, loc, at, constant(1)));
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

/// The sums of each row of bytes with the matrix.
static Value buildSums(OpBuilder &builder, RowProduct product, Value bytes) {
  Location loc = product.op.getLoc();
  Type i32 = builder.getI32Type();
  int64_t rows = kBytes * product.rows + 1;
  SmallVector<AffineMap> maps = product.op.getIndexingMapsArray();
  return GenericOp::create(
             builder, loc, RankedTensorType::get({rows, product.columns}, i32),
             ValueRange{bytes, product.matrix},
             buildZeros(builder, loc, {rows, product.columns}, i32), maps,
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
                             ByteRows rows) {
  Location loc = product.op.getLoc();
  MLIRContext *context = builder.getContext();
  Value sums = buildSums(builder, product, rows.bytes);
  AffineExpr row = product.rows > 1 ? getAffineDimExpr(0, context)
                                    : getAffineConstantExpr(0, context);
  SmallVector<Value> inputs = {rows.unit};
  SmallVector<AffineMap> maps = {product.rows > 1
                                     ? AffineMap::get(2, 0, row, context)
                                     : AffineMap::get(2, 0, {}, context)};
  auto addSums = [&](AffineExpr at) {
    inputs.push_back(sums);
    maps.push_back(
        AffineMap::get(2, 0, {at, getAffineDimExpr(1, context)}, context));
  };
  for (int64_t i = 0; i < kBytes; ++i)
    addSums(row + (1 + i * product.rows));
  addSums(getAffineConstantExpr(0, context));
  maps.push_back(builder.getMultiDimIdentityMap(2));
  Type f64 = builder.getF64Type();
  Value empty = tensor::EmptyOp::create(
      builder, loc, {product.rows, product.columns}, builder.getF32Type());
  return GenericOp::create(
             builder, loc, empty.getType(), inputs, empty, maps, kPlane,
             [&](OpBuilder &b, Location loc, ValueRange args) {
               auto scaled = [&](Value sum, double factor) -> Value {
                 return arith::MulFOp::create(
                     b, loc, arith::SIToFPOp::create(b, loc, f64, sum),
                     constantOf(b, loc, b.getF64FloatAttr(factor)));
               };
               // Exact up to the last addition: fewer than 53 bits.
               Value total = scaled(args[1 + kBytes], -kShift);
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
