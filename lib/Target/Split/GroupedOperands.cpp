// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the two sums read of weights, which are put in order.
#include "GroupedBuilder.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;
using utils::IteratorType;

/// What else is read than the row and the bytes.
SmallVector<OpOperand *> GroupedBuilder::getParameters() {
  SmallVector<OpOperand *> inputs;
  for (OpOperand *input : product.decoder.getDpsInputOperands())
    if (input->getOperandNumber() != product.decoding.bytes)
      inputs.push_back(input);
  if (product.outer)
    for (OpOperand *input : product.outer.getDpsInputOperands())
      if (input != product.ofOuter)
        inputs.push_back(input);
  return inputs;
}

/// The factors of a weight that the decoder or the outer sum reads; nothing
/// where it differs from step to step.
std::optional<ColumnFactors> GroupedBuilder::findColumns(OpOperand *input,
                                                         WeightAccess &access) {
  ColumnFactors found;
  const ProductLoops &loops = product.loops;
  auto spread = [&](int64_t factor) {
    found.column = factor;
    int64_t width = GroupedProduct::kPanelColumns;
    if (areColumns())
      found.half = factor * width;
    found.panel = factor * width * (areColumns() ? kHalves : 1);
  };
  if (input->getOwner() == product.outer) {
    for (auto [loop, factor] : llvm::enumerate(access.factors))
      if (product.outer.getIteratorTypesArray()[loop] ==
          IteratorType::reduction)
        found.group = factor;
      else if (factor != 0)
        spread(factor);
    return found;
  }
  AffineMap decoded = product.product.getMatchingIndexingMap(
      product.product.getDpsInputOperand(1 - product.row->getOperandNumber()));
  for (auto [at, factor] : llvm::enumerate(access.factors)) {
    unsigned loop = decoded.getDimPosition(at);
    if (factor == 0)
      continue;
    if (loop == loops.group)
      found.group = factor;
    else if (loop == loops.column && !areColumns())
      spread(factor);
    else if (loop == loops.column)
      found.column = factor;
    else if (loop == loops.half && areColumns())
      found.half = factor;
    else if (loop == loops.block)
      found.panel = factor;
    else
      return std::nullopt;
  }
  return found;
}

/// The axes of such a weight, and what the outer sum reads along each.
SmallVector<WeightAxis>
GroupedBuilder::getAxes(const ColumnFactors &factors,
                        SmallVectorImpl<AffineExpr> &dims, unsigned &rest) {
  unsigned rank = getRank();
  SmallVector<WeightAxis> axes;
  auto add = [&](int64_t factor, int64_t extent, unsigned loop) {
    if (factor == 0 || extent == 1)
      return;
    axes.push_back({factor, extent});
    dims.push_back(dim(loop));
  };
  add(factors.panel, product.panels, 1);
  add(factors.group, product.groups, rank);
  rest = axes.size();
  if (areColumns())
    add(factors.half, kHalves, 2);
  add(factors.column, GroupedProduct::kPanelColumns, rank - 1);
  return axes;
}

bool GroupedBuilder::isOrderable(const WeightAccess &access,
                                 const ColumnFactors &factors) {
  SmallVector<AffineExpr> dims;
  unsigned rest;
  return weights.canOrder(access, getAxes(factors, dims, rest));
}

bool GroupedBuilder::canRead(OpOperand *input) {
  if (std::optional<WeightAccess> access = traceWeight(input)) {
    std::optional<ColumnFactors> factors = findColumns(input, *access);
    return factors && isOrderable(*access, *factors);
  }
  return getSumOfRow(input) != nullptr;
}

GroupedOperand GroupedBuilder::getOperand(OpOperand *input) {
  MLIRContext *context = builder.getContext();
  unsigned rank = getRank();
  std::optional<WeightAccess> access = traceWeight(input);
  if (!access) {
    SmallVector<AffineExpr> loops;
    for (auto [loop, iterator] :
         llvm::enumerate(product.outer.getIteratorTypesArray()))
      loops.push_back(iterator == IteratorType::reduction ? dim(rank)
                      : loop == product.outerRow
                          ? dim(0)
                          : builder.getAffineConstantExpr(0));
    auto sum = cast<GenericOp>(builder.clone(*getSumOfRow(input)));
    sum.getDpsInputOperand(0)->set(scaledRows);
    return {sum.getResult(0),
            product.outer.getMatchingIndexingMap(input).replaceDimsAndSymbols(
                loops, {}, rank + 1, 0)};
  }
  SmallVector<AffineExpr> dims;
  unsigned rest;
  SmallVector<WeightAxis> axes =
      getAxes(*findColumns(input, *access), dims, rest);
  OrderedWeight ordered = weights.order(*access, axes, rest);
  for (auto [i, index] : llvm::enumerate(ordered.indices))
    dims.insert(dims.begin() + rest + i, builder.getAffineConstantExpr(index));
  return {ordered.tensor, AffineMap::get(rank + 1, 0, dims, context),
          access->widening};
}

/// [panel, group, word, column, step]; axes of one step are left out.
SmallVector<WeightAxis> GroupedBuilder::getByteAxes() {
  const ProductLoops &loops = product.loops;
  ArrayRef<int64_t> factors = product.bytes.factors;
  int64_t column = factors[loops.column], step = factors[loops.step];
  int64_t panel = areColumns() ? (loops.block ? factors[*loops.block] : 0)
                               : column * GroupedProduct::kPanelColumns;
  SmallVector<WeightAxis> axes;
  auto add = [&](int64_t factor, int64_t extent) {
    if (extent > 1)
      axes.push_back({factor, extent});
  };
  add(panel, product.panels);
  add(loops.group ? factors[*loops.group] : step * product.getSteps(),
      product.groups);
  add(step * kWordSteps, product.words);
  add(column, GroupedProduct::kPanelColumns);
  add(step, kWordSteps);
  return axes;
}

Value GroupedBuilder::orderBytes() {
  SmallVector<WeightAxis> axes = getByteAxes();
  Value bytes = weights.order(product.bytes, axes, axes.size()).tensor;
  return reshapeTo(builder, loc, bytes,
                   {product.panels, product.groups, product.words,
                    GroupedProduct::kPanelColumns, kWordSteps});
}
