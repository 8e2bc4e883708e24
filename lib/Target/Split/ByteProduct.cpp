// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ByteProduct.h"
#include "../Emitters/Groups/GroupedSum.h"
#include "../Emitters/Tiles/SumOfProducts.h"
#include "RowParts.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "kiln/Support/Extension.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include <cmath>

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

/// Four bytes take as long as one number of f32 does. What is gained is that
/// the matrix is not widened, which is little for more rows.
constexpr int64_t kMostRows = 256;
/// Of an unknown number of rows, which may be many: to join the digits of
/// shorter sums would take longer than what is gained.
constexpr int64_t kLeastSteps = 512;
/// Products of a digit and a byte are at most 128 * 255.
constexpr int64_t kMostSteps = INT32_MAX / (128 * 255);

//===----------------------------------------------------------------------===//
// Which products
//===----------------------------------------------------------------------===//

/// What widens the byte that the body multiplies a float with, in this order
/// of its inputs, and adds to its accumulator; null where it does not. Any
/// float holds a byte.
static Operation *findWidening(GenericOp op) {
  Block *body = op.getBody();
  auto sum =
      body->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!sum)
    return nullptr;
  BlockArgument accumulator = body->getArgument(2);
  Value other = sum.getLhs() == accumulator ? sum.getRhs() : sum.getLhs();
  auto product = other.getDefiningOp<arith::MulFOp>();
  if (!product || (sum.getLhs() != accumulator && sum.getRhs() != accumulator))
    return nullptr;
  Value row = stripExtensions(product.getLhs());
  Value byte = stripExtensions(product.getRhs());
  if (row != body->getArgument(0))
    std::swap(row, byte);
  Operation *widening = byte.getDefiningOp();
  bool isByte = isa_and_nonnull<arith::SIToFPOp, arith::UIToFPOp>(widening) &&
                widening->getOperand(0) == body->getArgument(1) &&
                widening->getOperand(0).getType().isInteger(8);
  return isByte && row == body->getArgument(0) ? widening : nullptr;
}

std::optional<ByteProduct> kiln::matchByteProduct(GenericOp op) {
  if (op.getNumLoops() != 3 || op.getNumReductionLoops() != 1 ||
      op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      !getSumType(op).isF32() || !startsFromZero(op))
    return std::nullopt;
  Operation *widening = findWidening(op);
  if (!widening)
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
      ShapedType::isDynamicShape(ArrayRef(extents).drop_front()) ||
      extents[2] > kMostSteps)
    return std::nullopt;
  bool isGained =
      ShapedType::isDynamic(extents[0])
          ? extents[2] >= kLeastSteps && exec::getDimExpr(op.getInputs()[0], 0)
          : extents[0] > 0 && extents[0] <= kMostRows;
  if (!isGained)
    return std::nullopt;
  return ByteProduct{op,
                     op.getInputs()[0],
                     op.getInputs()[1],
                     isa<arith::UIToFPOp>(widening),
                     extents[1],
                     extents[2]};
}

//===----------------------------------------------------------------------===//
// Digits of rows
//===----------------------------------------------------------------------===//

Digits kiln::buildRowDigits(OpBuilder &builder, Location loc, Value rows) {
  rows = widenRows(builder, loc, rows);
  return buildDigits(builder, loc, rows, buildMagnitude(builder, loc, rows),
                     builder.getMultiDimIdentityMap(2),
                     getSizes(builder, loc, rows));
}

//===----------------------------------------------------------------------===//
// The product
//===----------------------------------------------------------------------===//

/// The sums of each digit of each row with the matrix, [digit, row, column].
static Value buildSums(OpBuilder &builder, ByteProduct product, Value digits) {
  Location loc = product.op.getLoc();
  Type i32 = builder.getI32Type();
  SmallVector<OpFoldResult> sizes = getSizes(builder, loc, digits);
  sizes.back() = builder.getIndexAttr(product.columns);
  // One more loop, over the digits, in front of those of the product.
  SmallVector<AffineMap> maps;
  for (auto [i, map] : llvm::enumerate(product.op.getIndexingMapsArray())) {
    maps.push_back(map.shiftDims(1));
    if (i != 1)
      maps.back() = maps.back().insertResult(builder.getAffineDimExpr(0), 0);
  }
  SmallVector<utils::IteratorType> loops = product.op.getIteratorTypesArray();
  loops.insert(loops.begin(), utils::IteratorType::parallel);
  Value zeros = buildZeros(builder, loc, sizes, i32);
  return GenericOp::create(
             builder, loc, zeros.getType(), ValueRange{digits, product.matrix},
             zeros, maps, loops,
             [&](OpBuilder &b, Location loc, ValueRange args) {
               Value left = arith::ExtSIOp::create(b, loc, i32, args[0]);
               Value right =
                   product.isUnsigned
                       ? Value(arith::ExtUIOp::create(b, loc, i32, args[1]))
                       : arith::ExtSIOp::create(b, loc, i32, args[1]);
               Value term = arith::MulIOp::create(b, loc, left, right);
               linalg::YieldOp::create(
                   b, loc,
                   ValueRange(arith::AddIOp::create(b, loc, args[2], term)));
             })
      .getResult(0);
}

Value kiln::buildByteProduct(OpBuilder &builder, ByteProduct product,
                             Digits rows) {
  Location loc = product.op.getLoc();
  MLIRContext *context = builder.getContext();
  Value sums = buildSums(builder, product, rows.digits);
  AffineExpr row = builder.getAffineDimExpr(0);
  AffineExpr column = builder.getAffineDimExpr(1);
  SmallVector<Value> inputs = {rows.unit};
  SmallVector<AffineMap> maps = {AffineMap::get(2, 0, row, context)};
  for (int64_t digit = 0; digit < kRowDigits; ++digit) {
    inputs.push_back(sums);
    maps.push_back(AffineMap::get(
        2, 0, {builder.getAffineConstantExpr(digit), row, column}, context));
  }
  maps.push_back(builder.getMultiDimIdentityMap(2));
  SmallVector<utils::IteratorType> loops(2, utils::IteratorType::parallel);
  Type f64 = builder.getF64Type();
  Value empty = tensor::EmptyOp::create(
      builder, loc, ArrayRef(getSizes(builder, loc, sums)).drop_front(),
      builder.getF32Type());
  return GenericOp::create(
             builder, loc, empty.getType(), inputs, empty, maps, loops,
             [&](OpBuilder &b, Location loc, ValueRange args) {
               // Exact up to the last addition: fewer than 53 bits.
               Value total;
               for (int64_t digit = 0; digit < kRowDigits; ++digit) {
                 Value sum =
                     arith::SIToFPOp::create(b, loc, f64, args[1 + digit]);
                 double worth =
                     std::ldexp(kDigitUnit, 8 * (kRowDigits - 1 - digit));
                 sum = arith::MulFOp::create(
                     b, loc, sum, constantOf(b, loc, b.getF64FloatAttr(worth)));
                 total = digit == 0
                             ? sum
                             : Value(arith::AddFOp::create(b, loc, total, sum));
               }
               Value unit = arith::ExtFOp::create(b, loc, f64, args[0]);
               total = arith::MulFOp::create(b, loc, total, unit);
               linalg::YieldOp::create(b, loc,
                                       ValueRange(arith::TruncFOp::create(
                                           b, loc, b.getF32Type(), total)));
             })
      .getResult(0);
}
