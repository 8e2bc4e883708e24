// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two sums, and what is between and behind them.
#include "GroupedBuilder.h"
#include "RowParts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;
using utils::IteratorType;

/// The half of a byte that loop `loop` says.
Value GroupedBuilder::takeHalf(OpBuilder &b, Value byte, unsigned loop) {
  Type i32 = b.getI32Type();
  auto constant = [&](int64_t value) {
    return constantOf(b, loc, b.getI32IntegerAttr(value));
  };
  Value half = arith::IndexCastOp::create(
      b, loc, i32, linalg::IndexOp::create(b, loc, loop));
  Value number =
      arith::ShRUIOp::create(b, loc, arith::ExtUIOp::create(b, loc, i32, byte),
                             arith::MulIOp::create(b, loc, half, constant(4)));
  return arith::AndIOp::create(b, loc, number, constant(15));
}

/// A byte as a number without a sign.
Value GroupedBuilder::takeByte(OpBuilder &b, Value byte) {
  Type i32 = b.getI32Type();
  if (!product.decoding.isSigned)
    return arith::ExtUIOp::create(b, loc, i32, byte);
  return arith::AddIOp::create(b, loc,
                               arith::ExtSIOp::create(b, loc, i32, byte),
                               constantOf(b, loc, b.getI32IntegerAttr(128)));
}

/// Each digit times the numbers of a group.
Value GroupedBuilder::buildProducts(Value digits) {
  GroupedLoops loops(product.halves);
  int64_t step = cast<RankedTensorType>(digits.getType()).getRank() - 1;
  digits = splitDimension(builder, loc, digits, step, kWordSteps);
  SmallVector<int64_t> sums = {product.panels, product.groups};
  if (areColumns())
    sums.push_back(kHalves);
  llvm::append_values(sums, GroupedProduct::kPanelColumns, kRowDigits);
  Type i32 = builder.getI32Type();
  Value zeros = buildZeros(builder, loc, getRowSizes(sums), i32);
  return GenericOp::create(
             builder, loc, zeros.getType(), ValueRange{digits, orderBytes()},
             zeros, loops.getMaps(builder.getContext()), loops.getIterators(),
             [&](OpBuilder &b, Location l, ValueRange args) {
               Value number = hasHalf() ? takeHalf(b, args[1], loops.half)
                                        : takeByte(b, args[1]);
               Value term = arith::MulIOp::create(
                   b, l, arith::ExtSIOp::create(b, l, i32, args[0]), number);
               linalg::YieldOp::create(
                   b, l,
                   ValueRange(arith::AddIOp::create(b, l, args[2], term)));
             })
      .getResult(0);
}

/// The sum of a group: `digits`, and where the center is not zero what that
/// takes off the higher and the lower ones. Rounded once.
Value GroupedBuilder::joinDigits(OpBuilder &b, ValueRange digits) {
  Type f32 = b.getF32Type();
  Value eight = constantOf(b, loc, b.getI32IntegerAttr(8));
  auto join = [&](unsigned first) -> Value {
    Value both = arith::AddIOp::create(
        b, loc, arith::ShLIOp::create(b, loc, digits[first], eight),
        digits[first + 1]);
    if (digits.size() > kRowDigits)
      both =
          arith::AddIOp::create(b, loc, both, digits[kRowDigits + first / 2]);
    return arith::SIToFPOp::create(b, loc, f32, both);
  };
  auto number = [&](double value) {
    return constantOf(b, loc, b.getF32FloatAttr(float(value)));
  };
  Value low = arith::MulFOp::create(b, loc, join(2), number(kDigitUnit));
  return math::FmaOp::create(b, loc, join(0), number(65536 * kDigitUnit), low);
}

/// Scales the sum of a group as the decoder scales each number.
Value GroupedBuilder::scale(OpBuilder &b, Value sum, Value rowSum,
                            const IRMapping &values) {
  const NumberDecoder &decoding = product.decoding;
  auto take = [&](Value value) {
    SmallVector<Operation *> chain;
    for (Value at = value; !values.contains(at) && !isa<BlockArgument>(at);
         at = at.getDefiningOp()->getOperand(0)) {
      chain.push_back(at.getDefiningOp());
      if (at.getDefiningOp()->getNumOperands() == 0)
        break;
    }
    IRMapping known = values;
    for (Operation *op : llvm::reverse(chain))
      b.clone(*op, known);
    return known.lookup(value);
  };
  if (decoding.zero) {
    Value middle = constantOf(
        b, loc, b.getF32FloatAttr(float(getMiddle() - decoding.center)));
    Value zero = take(decoding.zero), by;
    if (decoding.addsZero)
      by = arith::AddFOp::create(b, loc, middle, zero);
    else
      by = arith::SubFOp::create(b, loc, middle, zero);
    sum = arith::AddFOp::create(b, loc, sum,
                                arith::MulFOp::create(b, loc, by, rowSum));
  }
  if (decoding.scale)
    sum = arith::MulFOp::create(b, loc, sum, take(decoding.scale));
  if (!decoding.shift)
    return sum;
  Value shift = arith::MulFOp::create(b, loc, take(decoding.shift), rowSum);
  if (decoding.subtractsShift)
    return arith::SubFOp::create(b, loc, sum, shift);
  return arith::AddFOp::create(b, loc, sum, shift);
}

/// The body of the outer sum, of the sum of a group.
Value GroupedBuilder::computeOuter(OpBuilder &b, Value sum, ValueRange others,
                                   Value accumulator) {
  Block *body = product.outer.getBody();
  IRMapping values;
  for (OpOperand *input : product.outer.getDpsInputOperands()) {
    Value argument = body->getArgument(input->getOperandNumber());
    if (input == product.ofOuter) {
      values.map(argument, sum);
      continue;
    }
    values.map(argument, others.front());
    others = others.drop_front();
  }
  values.map(body->getArguments().back(), accumulator);
  for (Operation &op : body->without_terminator())
    b.clone(op, values);
  return values.lookupOrDefault(body->getTerminator()->getOperand(0));
}

static Value widen(OpBuilder &b, Value value, Operation *widening) {
  if (!widening)
    return value;
  IRMapping mapping;
  mapping.map(widening->getOperand(0), value);
  return b.clone(*widening, mapping)->getResult(0);
}

/// The sum over all groups, [row, panel, column], or [row, panel, half,
/// column].
Value GroupedBuilder::buildSum(Value products, Value offsets, Value rowSums) {
  MLIRContext *context = builder.getContext();
  unsigned rank = getRank();
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  auto add = [&](Value tensor, ArrayRef<AffineExpr> exprs) {
    inputs.push_back(tensor);
    maps.push_back(AffineMap::get(rank + 1, 0, exprs, context));
  };
  auto constant = [&](int64_t i) { return builder.getAffineConstantExpr(i); };
  SmallVector<AffineExpr> place = {dim(0), dim(1), dim(rank)};
  for (unsigned loop = 2; loop < rank; ++loop)
    place.push_back(dim(loop));
  for (int64_t digit = 0; digit < kRowDigits; ++digit) {
    SmallVector<AffineExpr> exprs = place;
    exprs.push_back(constant(digit));
    add(products, exprs);
  }
  if (offsets)
    for (int64_t i : {0, 1})
      add(offsets, {constant(i), dim(0), dim(rank)});
  unsigned numDigits = inputs.size();
  if (rowSums)
    add(rowSums, {dim(0), dim(rank)});
  unsigned first = inputs.size();
  SmallVector<OpOperand *> parameters = getParameters();
  SmallVector<Operation *> widenings;
  for (OpOperand *parameter : parameters) {
    GroupedOperand operand = getOperand(parameter);
    widenings.push_back(operand.widening);
    inputs.push_back(operand.tensor);
    maps.push_back(operand.map);
  }
  SmallVector<int64_t> shape = {product.panels};
  if (areColumns())
    shape.push_back(kHalves);
  shape.push_back(GroupedProduct::kPanelColumns);
  Value zeros =
      buildZeros(builder, loc, getRowSizes(shape), builder.getF32Type());
  maps.push_back(
      AffineMap::getMultiDimIdentityMap(rank + 1, context).dropResult(rank));
  SmallVector<IteratorType> loops(rank, IteratorType::parallel);
  loops.push_back(IteratorType::reduction);
  return GenericOp::create(
             builder, loc, zeros.getType(), inputs, zeros, maps, loops,
             [&](OpBuilder &b, Location l, ValueRange args) {
               Value sum = joinDigits(b, args.take_front(numDigits));
               SmallVector<Value> others;
               for (auto [value, widening] :
                    llvm::zip(args.slice(first, parameters.size()), widenings))
                 others.push_back(widen(b, value, widening));
               if (product.outer) {
                 linalg::YieldOp::create(
                     b, l,
                     ValueRange(computeOuter(b, sum, others, args.back())));
                 return;
               }
               IRMapping values;
               for (auto [parameter, value] : llvm::zip(parameters, others))
                 values.map(product.decoder.getBody()->getArgument(
                                parameter->getOperandNumber()),
                            value);
               sum = scale(b, sum, rowSums ? args[numDigits] : Value(), values);
               linalg::YieldOp::create(
                   b, l,
                   ValueRange(arith::AddFOp::create(b, l, args.back(), sum)));
             })
      .getResult(0);
}

/// The sum times the units of rows, in the shape of the result.
Value GroupedBuilder::buildResult(Value sum, Value unit) {
  auto type = cast<RankedTensorType>(sum.getType());
  unsigned rank = type.getRank();
  AffineMap all = builder.getMultiDimIdentityMap(rank);
  AffineMap maps[] = {
      all, AffineMap::get(rank, 0, dim(0), builder.getContext()), all};
  SmallVector<IteratorType> loops(rank, IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(
      builder, loc, getSizes(builder, loc, sum), type.getElementType());
  auto scaled = GenericOp::create(
      builder, loc, type, ValueRange{sum, unit}, empty, maps, loops,
      [](OpBuilder &b, Location l, ValueRange args) {
        linalg::YieldOp::create(
            b, l, ValueRange(arith::MulFOp::create(b, l, args[0], args[1])));
      });
  Value result = scaled.getResult(0);
  auto to = cast<RankedTensorType>(product.getLast().getResult(0).getType());
  if (product.loops.row)
    return reshapeRows(builder, loc, result, to.getShape().drop_front());
  return reshapeTo(builder, loc, result, to.getShape());
}

bool GroupedBuilder::isPossible() {
  OpOperand *bytes = product.decoder.getDpsInputOperand(product.decoding.bytes);
  return weights.canOrder(product.bytes, getByteAxes(), /*readsAll=*/true) &&
         weights.isReadAlone(product.bytes.weight, bytes) &&
         llvm::all_of(getParameters(),
                      [&](OpOperand *input) { return canRead(input); }) &&
         (!product.outer || isLinear());
}

Value GroupedBuilder::run() {
  Value operand = getRows();
  Digits rows = buildRows(operand);
  AffineMap map = AffineMap::get(
      cast<RankedTensorType>(operand.getType()).getRank(), 0,
      product.loops.row ? dim(0) : builder.getAffineConstantExpr(0),
      builder.getContext());
  scaledRows = buildScaledRows(builder, loc, operand, rows.inverse, map);
  Value offsets = getCenter() ? buildOffsets(rows.digits) : Value();
  Value rowSums = needsRowSums() ? buildRowSums() : Value();
  Value sum = buildSum(buildProducts(rows.digits), offsets, rowSums);
  return buildResult(sum, rows.unit);
}

bool kiln::readsWeights(OpBuilder &builder, GroupedProduct product,
                        WeightOrderer &weights) {
  return GroupedBuilder(builder, product, weights).isPossible();
}

Value kiln::buildGroupedSum(OpBuilder &builder, GroupedProduct product,
                            WeightOrderer &weights) {
  return GroupedBuilder(builder, product, weights).run();
}
