// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SharedHeads.h"
#include "kiln/Support/Decision.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;
using tx::AttentionOp;

namespace {
/// A loop of an attention's result, and how many neighbours share keys.
struct SharedLoop {
  unsigned loop;
  int64_t count;
  Operation *copy; ///< that repeats the keys
};

/// Gives a loop of an attention two.
class LoopSplitter {
public:
  LoopSplitter(AttentionOp op, SharedLoop shared)
      : op(op), shared(shared), builder(op) {}
  AttentionOp run();

private:
  AffineMap split(AffineMap map);
  SmallVector<OpFoldResult> getSizes(Value tensor, int64_t dim);
  Value expand(Value tensor, AffineMap map);
  RankedTensorType split(RankedTensorType type, int64_t dim);
  void splitIndex(AttentionOp result);

  AttentionOp op;
  SharedLoop shared;
  OpBuilder builder;
};
} // namespace

/// The loop of the result that alone indexes dimension `dim` of the keys.
static std::optional<unsigned> getResultLoop(AttentionOp op, int64_t dim) {
  auto loop = dyn_cast<AffineDimExpr>(op.getMap(1).getResult(dim));
  return loop && loop.getPosition() < op.getColumnLoop()
             ? std::optional(loop.getPosition())
             : std::nullopt;
}

/// Does `op` repeat what it copies along dimension `dim` of its result?
static bool repeatsAlong(GenericOp op, int64_t dim) {
  return op && op.getNumDpsInputs() == 1 && op.getNumDpsInits() == 1 &&
         op.getNumParallelLoops() == op.getNumLoops() &&
         op.getIndexingMapsArray()[1].isIdentity() &&
         op.getBody()->getTerminator()->getOperand(0) ==
             op.getBody()->getArgument(0) &&
         !op.getIndexingMapsArray()[0].isFunctionOfDim(dim);
}

static std::optional<SharedLoop> findSharedLoop(AttentionOp op) {
  auto view = op.getKey().getDefiningOp<tensor::CollapseShapeOp>();
  auto copy = view ? view.getSrc().getDefiningOp<GenericOp>() : GenericOp();
  if (!copy)
    return std::nullopt;
  ArrayRef<int64_t> shape = view.getSrcType().getShape();
  for (auto [dim, group] : llvm::enumerate(view.getReassociationIndices())) {
    int64_t inner = group.back();
    std::optional<unsigned> loop = getResultLoop(op, dim);
    if (group.size() == 2 && loop && shape[inner] > 1 &&
        !ShapedType::isDynamic(shape[inner]) &&
        !ShapedType::isDynamic(shape[group.front()]) &&
        repeatsAlong(copy, inner))
      return SharedLoop{*loop, shape[inner], copy};
  }
  return std::nullopt;
}

/// Later loops have one number more; the loop becomes two.
AffineMap LoopSplitter::split(AffineMap map) {
  SmallVector<AffineExpr> exprs;
  for (AffineExpr expr : map.getResults()) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    unsigned number = loop ? loop.getPosition() : 0;
    exprs.push_back(loop && number > shared.loop
                        ? builder.getAffineDimExpr(number + 1)
                        : expr);
    if (loop && number == shared.loop)
      exprs.push_back(builder.getAffineDimExpr(number + 1));
  }
  return AffineMap::get(map.getNumDims() + 1, 0, exprs, op.getContext());
}

RankedTensorType LoopSplitter::split(RankedTensorType type, int64_t dim) {
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] /= shared.count;
  shape.insert(shape.begin() + dim + 1, shared.count);
  return type.clone(shape);
}

/// The dimensions of a tensor of `rank`, of which `dim` is of two.
static SmallVector<ReassociationIndices> joinAt(int64_t dim, int64_t rank) {
  SmallVector<ReassociationIndices> groups;
  for (int64_t at = 0; at < rank; ++at)
    groups.push_back({at > dim ? at + 1 : at});
  groups[dim].push_back(dim + 1);
  return groups;
}

/// The sizes of `tensor` with those of two dimensions for `dim`.
SmallVector<OpFoldResult> LoopSplitter::getSizes(Value tensor, int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<OpFoldResult> sizes;
  for (int64_t at = 0; at < type.getRank(); ++at)
    sizes.push_back(tensor::getMixedSize(builder, op.getLoc(), tensor, at));
  sizes[dim] = builder.getIndexAttr(type.getDimSize(dim) / shared.count);
  sizes.insert(sizes.begin() + dim + 1, builder.getIndexAttr(shared.count));
  return sizes;
}

Value LoopSplitter::expand(Value tensor, AffineMap map) {
  auto type = cast<RankedTensorType>(tensor.getType());
  std::optional<unsigned> dim =
      map.getResultPosition(builder.getAffineDimExpr(shared.loop));
  if (!dim)
    return tensor;
  return tensor::ExpandShapeOp::create(builder, op.getLoc(), split(type, *dim),
                                       tensor, joinAt(*dim, type.getRank()),
                                       getSizes(tensor, *dim));
}

/// The region has a place along each loop: that along the one is of two now.
void LoopSplitter::splitIndex(AttentionOp result) {
  Block &body = result.getBody().front();
  unsigned number = 1 + result.getInputs().size() + shared.loop;
  BlockArgument outer = body.getArgument(number);
  BlockArgument inner =
      body.insertArgument(number + 1, builder.getIndexType(), op.getLoc());
  OpBuilder inside = OpBuilder::atBlockBegin(&body);
  Value count =
      arith::ConstantIndexOp::create(inside, op.getLoc(), shared.count);
  Value first = arith::MulIOp::create(inside, op.getLoc(), outer, count);
  Value both = arith::AddIOp::create(inside, op.getLoc(), first, inner);
  outer.replaceAllUsesExcept(both, first.getDefiningOp());
}

AttentionOp LoopSplitter::run() {
  SmallVector<Value> operands;
  SmallVector<Attribute> maps;
  for (unsigned number = 0; number < op.getMaps().size(); ++number) {
    AffineMap map = op.getMap(number);
    operands.push_back(expand(op->getOperand(number), map));
    maps.push_back(AffineMapAttr::get(split(map)));
  }
  RankedTensorType type = op.getType();
  // The contents of the destination are not read.
  RankedTensorType to = split(type, shared.loop);
  Value init = tensor::EmptyOp::create(builder, op.getLoc(),
                                       getSizes(op.getInit(), shared.loop),
                                       to.getElementType());
  operands.push_back(init);
  OperationState state(op.getLoc(), op->getName(), operands, {to},
                       op->getAttrs());
  state.addRegion()->takeBody(op.getBody());
  auto result = cast<AttentionOp>(builder.create(state));
  result.setMapsAttr(builder.getArrayAttr(maps));
  splitIndex(result);
  auto joined = tensor::CollapseShapeOp::create(
      builder, op.getLoc(), type, result.getResult(),
      joinAt(shared.loop, type.getRank()));
  op.getResult().replaceAllUsesWith(joined);
  op.erase();
  return result;
}

AttentionOp exec::splitSharedHeads(AttentionOp op) {
  std::optional<SharedLoop> shared = findSharedLoop(op);
  if (!shared || !decideFusion({shared->copy, op}))
    return op;
  return LoopSplitter(op, *shared).run();
}
