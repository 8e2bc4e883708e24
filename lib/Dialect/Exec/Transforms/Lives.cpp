// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Lives.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;

Lives::Lives(HostOp host) {
  for (Block &block : host.getBody())
    for (Operation &op : block)
      steps[&op] = steps.size();
  for (Block &block : host.getBody()) {
    Operation *last = &block.back();
    for (Block *next : last->getSuccessors())
      if (int64_t head = steps.at(&next->front()); head <= steps.at(last))
        loops.push_back({head, steps.at(last)});
  }
  llvm::stable_sort(loops, [](const Life &a, const Life &b) {
    return a.last - a.first < b.last - b.first;
  });
}

Life Lives::getUses(Value slot) const {
  int64_t made = steps.at(slot.getDefiningOp());
  std::optional<Life> life;
  SmallVector<Value> aliases{slot};
  for (unsigned i = 0; i < aliases.size(); ++i)
    for (Operation *user : aliases[i].getUsers()) {
      int64_t step = steps.at(user);
      life = life
                 ? Life{std::min(life->first, step), std::max(life->last, step)}
                 : Life{step, step};
      if (auto view = dyn_cast<ViewOp>(user))
        aliases.push_back(view);
    }
  return life.value_or(Life{made, made});
}

Life Lives::getLife(Value slot) const {
  Life life = getUses(slot);
  life.first = steps.at(slot.getDefiningOp());
  for (const Life &loop : loops)
    if (life.first < loop.first && loop.first <= life.last)
      life.last = std::max(life.last, loop.last);
  return life;
}

Life Lives::getUse(Value slot) const {
  Life life = getUses(slot);
  int64_t made = steps.at(slot.getDefiningOp());
  for (const Life &loop : loops) {
    bool isInside = loop.first <= life.first && life.last <= loop.last;
    bool overlaps = life.first <= loop.last && loop.first <= life.last;
    if (made > loop.first || isInside || !overlaps)
      continue;
    life.first = std::min(life.first, loop.first);
    life.last = std::max(life.last, loop.last);
  }
  return life;
}

bool Lives::isInLoop(Operation *op) const {
  int64_t step = getStep(op);
  return llvm::any_of(loops, [&](const Life &loop) {
    return loop.first <= step && step <= loop.last;
  });
}

bool exec::canReuse(KernelOp kernel, unsigned argument, unsigned result) {
  BlockArgument tensor = kernel.getTensorArguments()[argument];
  Value made = kernel.getYield().getOperand(result);
  auto generic = made.getDefiningOp<linalg::GenericOp>();
  if (!generic || generic.getNumParallelLoops() != generic.getNumLoops() ||
      !tensor.hasOneUse() || *tensor.getUsers().begin() != generic)
    return false;
  // Other nests might read what this one has written.
  for (Operation &op : kernel.getBody().front())
    if (!isa<linalg::FillOp, tensor::EmptyOp, arith::ConstantOp, YieldOp>(op) &&
        &op != generic)
      return false;
  OpOperand &use = *tensor.getUses().begin();
  OpOperand *init = generic.getTiedOpOperand(cast<OpResult>(made));
  auto type = cast<RankedTensorType>(tensor.getType());
  auto resultType = cast<RankedTensorType>(made.getType());
  unsigned results = kernel.getNumTensorArguments();
  return type.getShape() == resultType.getShape() &&
         kernel.getDims()[argument] == kernel.getDims()[results + result] &&
         generic.isDpsInput(&use) &&
         generic.getMatchingIndexingMap(&use) ==
             generic.getMatchingIndexingMap(init) &&
         getElementBytes(type.getElementType()) ==
             getElementBytes(resultType.getElementType());
}
