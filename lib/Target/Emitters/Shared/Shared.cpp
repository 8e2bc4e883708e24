// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU form of an elementwise kernel most of whose operations give the same
// along one dimension, as do the places and weights of a resampling for all
// channels. That dimension is the innermost loop, and what is shared is
// computed in front of it.
#include "../Emitters.h"
#include "../Scalar/CpuFunction.h"
#include "../Tiles/TileBuilder.h"
#include "kiln/Target/Cost.h"
#include "kiln/Target/Emitters/Kernel.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

/// Elements along the last dimension of an item.
static constexpr int64_t kBlock = 256;

namespace {
struct SharedPlan {
  GenericOp op;
  unsigned dim;    ///< along which much is the same
  double fraction; ///< of its operations that are
};

class SharedEmitter : TileBuilder {
public:
  SharedEmitter(OpBuilder &builder, ScalarEmitter &emitter,
                exec::KernelOp kernel, const SharedPlan &plan,
                const CpuInfo &info, Value)
      : TileBuilder(builder, emitter, kernel.getLoc(), builder.getF32Type(),
                    info),
        kernel(kernel), plan(plan) {}

  LogicalResult run(Value begin, Value end, ArrayRef<Value> domain);

private:
  LogicalResult computeAlong(SmallVector<Value> indices);

  exec::KernelOp kernel;
  SharedPlan plan;
  SmallVector<Value> sizes;
};
} // namespace

/// An item is a part of a row, without the dimension: elements along the last
/// one, each for all places along that dimension.
LogicalResult SharedEmitter::run(Value begin, Value end,
                                 ArrayRef<Value> domain) {
  sizes.assign(domain.begin(), domain.end());
  IndexBuilder index = this->index();
  SmallVector<Value> outer(ArrayRef(sizes).drop_back());
  outer.erase(outer.begin() + plan.dim);
  Value block = index.constant(kBlock), columns = sizes.back();
  outer.push_back(ceilDiv(columns, block));
  return forEachItem(begin, end, index.product(sizes), index.product(outer),
                     [&](Value number) {
                       IndexBuilder index = this->index();
                       SmallVector<Value> at = index.delinearize(number, outer);
                       Value from = index.mul(at.back(), block);
                       Value to = least(index.add(from, block), columns);
                       at.insert(at.begin() + plan.dim, index.constant(0));
                       return forEachShort(from, to, [&](Value column) {
                         at.back() = column;
                         return computeAlong(at);
                       });
                     });
}

/// Computes the elements at `indices` along the dimension.
LogicalResult SharedEmitter::computeAlong(SmallVector<Value> indices) {
  // Loads in front of the loop are remembered in it.
  for (OpOperand *input : plan.op.getDpsInputOperands()) {
    AffineMap map = plan.op.getMatchingIndexingMap(input);
    if (!map.isFunctionOfDim(plan.dim) &&
        failed(emitter.valueAt(input->get(), index().affine(map, indices))))
      return failure();
  }
  LogicalResult result = forEach(
      index().constant(0), sizes[plan.dim], index().constant(1),
      [&](Value place) {
        indices[plan.dim] = place;
        Value linear = index().linearize(indices, sizes);
        emitter.setItem(linear, indices, sizes);
        FailureOr<Value> value = emitter.valueAt(plan.op.getResult(0), indices);
        if (succeeded(value))
          emitter.store(loc, kernel.getNumTensorArguments(), linear, *value);
        return LogicalResult(value);
      });
  if (succeeded(result))
    moveLoopInvariantCode(
        cast<LoopLikeOpInterface>(*std::prev(builder.getInsertionPoint())));
  return result;
}

/// The part of the operations of `op` that give the same along `dim`.
static double countShared(GenericOp op, unsigned dim) {
  DenseSet<Value> along;
  for (OpOperand &operand : op->getOpOperands())
    if (op.getMatchingIndexingMap(&operand).isFunctionOfDim(dim))
      along.insert(op.getMatchingBlockArgument(&operand));
  double all = 0, shared = 0;
  for (Operation &inner : op.getBody()->without_terminator()) {
    auto index = dyn_cast<linalg::IndexOp>(inner);
    bool depends = (index && index.getDim() == dim) ||
                   llvm::any_of(inner.getOperands(), [&](Value operand) {
                     return along.contains(operand);
                   });
    if (depends)
      along.insert(inner.result_begin(), inner.result_end());
    ++all;
    shared += !depends;
  }
  return all == 0 ? 0 : shared / all;
}

/// Nothing where a kernel is small, or little of it is shared.
static std::optional<SharedPlan> matchShared(exec::KernelOp kernel) {
  constexpr int64_t kLeastPlaces = 4, kLeastColumns = 16;
  constexpr unsigned kLeastOperations = 24;
  if (kernel.getResultTypes().size() != 1 || hasReduction(kernel))
    return std::nullopt;
  auto op = kernel.getYield().getOperand(0).getDefiningOp<GenericOp>();
  if (!op || op.getNumReductionLoops() != 0 || op.getNumLoops() < 3 ||
      op->getNumResults() != 1 ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity() ||
      llvm::range_size(*op.getBody()) < kLeastOperations)
    return std::nullopt;
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(op.getResult(0).getType()).getShape();
  if (!ShapedType::isDynamic(shape.back()) && shape.back() < kLeastColumns)
    return std::nullopt;
  std::optional<SharedPlan> best;
  for (unsigned dim = 0; dim + 1 < shape.size(); ++dim) {
    double fraction = countShared(op, dim);
    if (!ShapedType::isDynamic(shape[dim]) && shape[dim] >= kLeastPlaces &&
        fraction > 0.5 && (!best || fraction > best->fraction))
      best = SharedPlan{op, dim, fraction};
  }
  return best;
}

std::unique_ptr<KernelPlan> kiln::planShared(exec::KernelOp kernel,
                                             const TargetInfo &target,
                                             const Schedule *wanted) {
  std::optional<SharedPlan> plan = matchShared(kernel);
  if (!plan)
    return nullptr;
  Schedule schedule = {"shared", {plan->dim}, {}};
  if (wanted && !(*wanted == schedule))
    return nullptr;
  double cycles = countCycles(kernel, target.cpu) * (1 - plan->fraction);
  return makeCpuPlan<SharedEmitter>(kernel, target, schedule, /*scratch=*/0,
                                    CpuCycles{cycles}, *plan);
}
