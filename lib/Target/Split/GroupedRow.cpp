// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the two sums read of rows.
#include "../Emitters/Tiles/SumOfProducts.h"
#include "GroupedBuilder.h"
#include "RowParts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;
using utils::IteratorType;

/// Where numbers of rows are, by row, group, half where that is a step, and
/// step.
AffineMap GroupedBuilder::getRowMap() {
  const ProductLoops &loops = product.loops;
  SmallVector<AffineExpr> dims(product.product.getNumLoops(),
                               builder.getAffineConstantExpr(0));
  if (loops.row)
    dims[*loops.row] = dim(0);
  if (loops.group)
    dims[*loops.group] = dim(1);
  if (areSteps())
    dims[*loops.half] = dim(2);
  unsigned rank = areSteps() ? 4 : 3;
  dims[loops.step] = dim(rank - 1);
  AffineMap map = product.product.getMatchingIndexingMap(product.row)
                      .replaceDimsAndSymbols(dims, {}, rank, 0);
  if (!product.splitsSteps)
    return map;
  unsigned step = *map.getResultPosition(dim(rank - 1));
  return map.insertResult(dim(1), step);
}

/// The rows in f32, with a dimension of groups.
Value GroupedBuilder::getRows() {
  Value rows = widenRows(builder, loc, product.row->get());
  if (!product.splitsSteps)
    return rows;
  AffineMap map = product.product.getMatchingIndexingMap(product.row);
  unsigned step = *map.getResultPosition(dim(product.loops.step));
  return splitDimension(builder, loc, rows, step, product.getSteps());
}

OpFoldResult GroupedBuilder::countRows() {
  if (!product.loops.row)
    return builder.getIndexAttr(1);
  return getSizes(builder, loc, product.row->get()).front();
}

/// Sizes with that of rows in front.
SmallVector<OpFoldResult>
GroupedBuilder::getRowSizes(ArrayRef<int64_t> others) {
  SmallVector<OpFoldResult> sizes = {countRows()};
  llvm::append_range(sizes,
                     getAsIndexOpFoldResult(builder.getContext(), others));
  return sizes;
}

/// A row without views of known sizes.
static Value getSource(Value row) {
  while (isa_and_nonnull<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(
      row.getDefiningOp())) {
    Value source = row.getDefiningOp()->getOperand(0);
    if (!cast<RankedTensorType>(source.getType()).hasStaticShape())
      break;
    row = source;
  }
  return row;
}

/// The digits of rows, [digit, row, group, half where that is a step, step].
Digits GroupedBuilder::buildRows(Value rows) {
  Value flat = rows;
  if (product.loops.row) {
    flat = reshapeRows(builder, loc, rows, {});
  } else {
    flat = getSource(rows);
    int64_t length = cast<RankedTensorType>(flat.getType()).getNumElements();
    flat = reshapeTo(builder, loc, flat, {1, length});
  }
  SmallVector<int64_t> sizes = {product.groups};
  if (areSteps())
    sizes.push_back(kHalves);
  sizes.push_back(product.getSteps());
  return buildDigits(builder, loc, rows, buildMagnitude(builder, loc, flat),
                     getRowMap(), getRowSizes(sizes));
}

/// What taking the center off each number takes off the sums of groups: of the
/// two higher digits, and of the two lower ones, [2, row, group].
Value GroupedBuilder::buildOffsets(Value digits) {
  MLIRContext *context = builder.getContext();
  auto type = cast<RankedTensorType>(digits.getType());
  unsigned rank = type.getRank();
  auto mapOf = [&](int64_t digit) {
    SmallVector<AffineExpr> exprs = {dim(0) * 2 + digit};
    for (unsigned loop = 1; loop < rank; ++loop)
      exprs.push_back(dim(loop));
    return AffineMap::get(rank, 0, exprs, context);
  };
  AffineMap maps[] = {
      mapOf(0), mapOf(1),
      AffineMap::get(rank, 0, {dim(0), dim(1), dim(2)}, context)};
  SmallVector<IteratorType> loops(rank, IteratorType::reduction);
  std::fill_n(loops.begin(), 3, IteratorType::parallel);
  Type i32 = builder.getI32Type();
  SmallVector<OpFoldResult> sizes = getRowSizes({product.groups});
  sizes.insert(sizes.begin(), builder.getIndexAttr(2));
  Value zeros = buildZeros(builder, loc, sizes, i32);
  auto constant = [](OpBuilder &b, Location l, int64_t value) {
    return constantOf(b, l, b.getI32IntegerAttr(value));
  };
  return GenericOp::create(
             builder, loc, zeros.getType(), ValueRange{digits, digits}, zeros,
             maps, loops,
             [&](OpBuilder &b, Location l, ValueRange args) {
               Value high = arith::MulIOp::create(
                   b, l, arith::ExtSIOp::create(b, l, i32, args[0]),
                   constant(b, l, -256 * getCenter()));
               Value low = arith::MulIOp::create(
                   b, l, arith::ExtSIOp::create(b, l, i32, args[1]),
                   constant(b, l, -getCenter()));
               Value both = arith::AddIOp::create(b, l, high, low);
               linalg::YieldOp::create(
                   b, l,
                   ValueRange(arith::AddIOp::create(b, l, args[2], both)));
             })
      .getResult(0);
}

/// The sum of each row in each group, which zeros and shifts are multiplied
/// with.
Value GroupedBuilder::buildRowSums() {
  AffineMap map = getRowMap();
  unsigned rank = map.getNumDims();
  AffineMap maps[] = {
      map, AffineMap::get(rank, 0, {dim(0), dim(1)}, builder.getContext())};
  SmallVector<IteratorType> loops(rank, IteratorType::reduction);
  loops[0] = loops[1] = IteratorType::parallel;
  Value zeros = buildZeros(builder, loc, getRowSizes({product.groups}),
                           builder.getF32Type());
  return GenericOp::create(
             builder, loc, zeros.getType(), scaledRows, zeros, maps, loops,
             [](OpBuilder &b, Location l, ValueRange args) {
               linalg::YieldOp::create(
                   b, l,
                   ValueRange(arith::AddFOp::create(b, l, args[1], args[0])));
             })
      .getResult(0);
}

/// What adds numbers of the row, the same ones for all columns.
GenericOp GroupedBuilder::getSumOfRow(OpOperand *input) {
  auto sum = input->getOwner() == product.outer
                 ? input->get().getDefiningOp<GenericOp>()
                 : GenericOp();
  if (!sum || sum.getNumDpsInputs() != 1 || sum->getNumResults() != 1 ||
      sum.getInputs()[0] != product.row->get() || !startsFromZero(sum))
    return {};
  Block *body = sum.getBody();
  auto add =
      body->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  bool addsRow =
      add &&
      llvm::is_contained(add.getOperands(), Value(body->getArgument(0))) &&
      llvm::is_contained(add.getOperands(), Value(body->getArgument(1)));
  SmallVector<int64_t> sizes = product.outer.getStaticLoopRanges();
  AffineMap map = product.outer.getMatchingIndexingMap(input);
  for (unsigned loop = 0; loop < sizes.size(); ++loop)
    addsRow &= product.outer.getIteratorTypesArray()[loop] ==
                   IteratorType::reduction ||
               sizes[loop] == 1 || loop == product.outerRow ||
               !map.isFunctionOfDim(loop);
  return addsRow ? sum : GenericOp();
}

/// Is the outer sum of a row by its unit the outer sum of the row by that?
bool GroupedBuilder::isLinear() {
  Block *body = product.outer.getBody();
  llvm::DenseSet<Value> linear = {body->getArguments().back()};
  for (OpOperand *input : product.outer.getDpsInputOperands())
    if (input == product.ofOuter || !traceWeight(input))
      linear.insert(body->getArgument(input->getOperandNumber()));
  for (Operation &op : body->without_terminator()) {
    unsigned found = llvm::count_if(
        op.getOperands(), [&](Value value) { return linear.contains(value); });
    bool isSum = isa<arith::AddFOp, arith::SubFOp>(op);
    if (found > 0 &&
        (isSum ? found != 2 : !isa<arith::MulFOp>(op) || found != 1))
      return false;
    if (found > 0)
      linear.insert(op.getResult(0));
  }
  return linear.contains(body->getTerminator()->getOperand(0));
}
