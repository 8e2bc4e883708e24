// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DecodedShape.h"
#include "../Emitters/Tiles/SumOfProducts.h"
#include "NumberDecoder.h"
#include "RowParts.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

/// The reshape of a factor of `op` that is decoded for it alone; or null.
static OpOperand *findFactor(GenericOp op) {
  for (OpOperand *input : op.getDpsInputOperands()) {
    auto view = input->get().getDefiningOp<tensor::CollapseShapeOp>();
    auto decoder =
        view ? view.getSrc().getDefiningOp<GenericOp>() : GenericOp();
    if (decoder && view->hasOneUse() && decoder->hasOneUse() &&
        view.getSrcType().hasStaticShape() && matchNumberDecoder(decoder))
      return input;
  }
  return nullptr;
}

static bool hasShapeExprs(Value tensor) {
  return succeeded(exec::getShapeExprs(tensor));
}

namespace {
/// The loops of a product, of which some become several.
class LoopExpansion {
public:
  LoopExpansion(GenericOp op, OpOperand *factor)
      : context(op.getContext()), loops(op.getNumLoops()) {
    auto view = factor->get().getDefiningOp<tensor::CollapseShapeOp>();
    AffineMap map = op.getMatchingIndexingMap(factor);
    for (auto [dim, group] : llvm::enumerate(view.getReassociationIndices()))
      for (int64_t inner : group)
        loops[map.getDimPosition(dim)].sizes.push_back(
            view.getSrcType().getDimSize(inner));
    for (auto [loop, iterator] : llvm::zip(loops, op.getIteratorTypesArray())) {
      loop.first = iterators.size();
      iterators.append(std::max<size_t>(1, loop.sizes.size()), iterator);
    }
  }

  ArrayRef<utils::IteratorType> getIterators() const { return iterators; }

  AffineMap expand(AffineMap map) const {
    SmallVector<AffineExpr> exprs;
    for (unsigned at = 0; at < map.getNumResults(); ++at) {
      const Loop &loop = loops[map.getDimPosition(at)];
      for (size_t i = 0; i < std::max<size_t>(1, loop.sizes.size()); ++i)
        exprs.push_back(getAffineDimExpr(loop.first + i, context));
    }
    return AffineMap::get(iterators.size(), 0, exprs, context);
  }

  /// The dimensions of an operand of these sizes, and which become one.
  std::pair<SmallVector<OpFoldResult>, SmallVector<ReassociationIndices>>
  expand(AffineMap map, ArrayRef<OpFoldResult> sizes) const {
    SmallVector<OpFoldResult> expanded;
    SmallVector<ReassociationIndices> groups;
    for (auto [at, size] : llvm::enumerate(sizes)) {
      size_t first = expanded.size();
      const Loop &loop = loops[map.getDimPosition(at)];
      if (loop.sizes.empty())
        expanded.push_back(size);
      llvm::append_range(expanded, getAsIndexOpFoldResult(context, loop.sizes));
      groups.push_back(
          llvm::to_vector<2>(llvm::seq<int64_t>(first, expanded.size())));
    }
    return {expanded, groups};
  }

private:
  struct Loop {
    unsigned first = 0;
    SmallVector<int64_t> sizes; ///< of several loops; else none
  };

  MLIRContext *context;
  SmallVector<Loop> loops;
  SmallVector<utils::IteratorType> iterators;
};
} // namespace

std::optional<ShapedProduct> kiln::takeDecodedShape(OpBuilder &builder,
                                                    GenericOp op) {
  OpOperand *factor = findFactor(op);
  if (!factor || op.getNumDpsInits() != 1 || op.hasIndexSemantics() ||
      !startsFromZero(op) || !llvm::all_of(op.getInputs(), hasShapeExprs) ||
      !llvm::all_of(op.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isProjectedPermutation(); }))
    return std::nullopt;
  Location loc = op.getLoc();
  LoopExpansion loops(op, factor);
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    maps.push_back(loops.expand(map));
    if (input == factor) {
      inputs.push_back(
          input->get().getDefiningOp<tensor::CollapseShapeOp>().getSrc());
      continue;
    }
    auto [sizes, groups] =
        loops.expand(map, getSizes(builder, loc, input->get()));
    inputs.push_back(expandShape(builder, loc, input->get(), sizes, groups));
  }
  AffineMap map = op.getIndexingMapsArray().back();
  maps.push_back(loops.expand(map));
  auto [sizes, groups] =
      loops.expand(map, getSizes(builder, loc, op.getResult(0)));
  Value zeros = buildZeros(builder, loc, sizes, getSumType(op));
  auto shaped = GenericOp::create(builder, loc, zeros.getType(), inputs, zeros,
                                  maps, loops.getIterators());
  IRMapping mapping;
  op.getRegion().cloneInto(&shaped.getRegion(), mapping);
  auto result = tensor::CollapseShapeOp::create(
      builder, loc, op.getResult(0).getType(), shaped.getResult(0), groups);
  return ShapedProduct{shaped, result};
}
