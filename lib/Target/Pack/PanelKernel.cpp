// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel that packs, for weights that are replaced.
#include "PanelOperand.h"
#include "kiln/Dialect/Exec/KernelContract.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

Value kiln::padBehind(OpBuilder &builder, Location loc, Value value,
                      unsigned dimension, int64_t count) {
  auto type = cast<RankedTensorType>(value.getType());
  if (count == 0)
    return value;
  SmallVector<OpFoldResult> low(type.getRank(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> high = low;
  high[dimension] = builder.getIndexAttr(count);
  SmallVector<int64_t> shape(type.getShape());
  if (ShapedType::isStatic(shape[dimension]))
    shape[dimension] += count;
  Value zero = arith::ConstantOp::create(
      builder, loc, builder.getZeroAttr(type.getElementType()));
  return tensor::PadOp::create(builder, loc, type.clone(shape), value, low,
                               high, zero);
}

/// Writes the packed operand from `value`: padded, its panels split, and its
/// dimensions in their order.
static Value buildPacking(OpBuilder &builder, Location loc, Value value,
                          const PanelOperand &operand) {
  RankedTensorType type = operand.type, packed = operand.getPackedType();
  int64_t word = operand.getStepsPerWord();
  unsigned rank = packed.getRank(), lane = rank - (word > 1 ? 2 : 1);
  int64_t panels = packed.getDimSize(0), width = packed.getDimSize(lane);
  Value padded = padBehind(builder, loc, value, operand.dimension,
                           panels * width - type.getDimSize(operand.dimension));
  if (word > 1) {
    unsigned step = operand.steps[operand.wordStep];
    padded = padBehind(builder, loc, padded, step,
                       packed.getDimSize(1 + operand.wordStep) * word -
                           type.getDimSize(step));
  }
  SmallVector<int64_t> split;
  SmallVector<ReassociationIndices> groups;
  SmallVector<AffineExpr> read;
  for (unsigned at = 0; at < type.getRank(); ++at) {
    groups.emplace_back();
    auto add = [&](int64_t size, unsigned loop) {
      groups.back().push_back(split.size());
      split.push_back(size);
      read.push_back(builder.getAffineDimExpr(loop));
    };
    if (at == operand.dimension) {
      add(panels, 0);
      add(width, lane);
      continue;
    }
    unsigned step = llvm::find(operand.steps, at) - operand.steps.begin();
    add(packed.getDimSize(1 + step), 1 + step);
    if (word > 1 && step == operand.wordStep)
      add(word, rank - 1);
  }
  Value parts = tensor::ExpandShapeOp::create(
      builder, loc, RankedTensorType::get(split, type.getElementType()), padded,
      groups);
  Value init = tensor::EmptyOp::create(builder, loc, packed.getShape(),
                                       packed.getElementType());
  AffineMap maps[] = {AffineMap::get(rank, 0, read, builder.getContext()),
                      builder.getMultiDimIdentityMap(rank)};
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  return GenericOp::create(builder, loc, packed, parts, init, maps, loops,
                           [](OpBuilder &b, Location l, ValueRange args) {
                             linalg::YieldOp::create(b, l, args[0]);
                           })
      .getResult(0);
}

exec::KernelOp kiln::buildPackKernel(OpBuilder &builder, Location loc,
                                     StringRef name,
                                     const PanelOperand &operand) {
  ArrayAttr none = builder.getArrayAttr({});
  auto kernel = exec::KernelOp::create(
      builder, loc, name,
      builder.getFunctionType(operand.type, operand.getPackedType()),
      builder.getArrayAttr({none, none}));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&kernel.getBody().front());
  Value packed =
      buildPacking(builder, loc, kernel.getTensorArguments().front(), operand);
  exec::YieldOp::create(builder, loc, packed);
  exec::stateContract(kernel);
  return kernel;
}
